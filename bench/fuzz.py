"""Fuzzing: mangled rulesets and examples, each checked as the command does, in a fork of its own.

A traceback, more than a second of processor time, and more than 512 MB are findings; the smallest
files of each kind are kept in a folder, to be made smaller still and put into tests/bad.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import NamedTuple

from click.testing import CliRunner

from bench.mangled import Pool, mangled
from turnwright.cli import main as turnwright

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build/fuzz"
SECONDS = {"check": 1.0, "prove": 20.0}
"""Processor time that a command may take."""
SMALL = 0.3
"""Seconds that checking a ruleset may take before it is mangled, to count as small."""
MEMORY = 512 << 20


@dataclass(frozen=True)
class Seed:
    """A folder of files that are right, or wrong in a way that is known."""

    name: str
    files: Mapping[str, bytes]

    def write(self, folder: Path) -> None:
        """Write the files."""
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


class Tried(NamedTuple):
    """What came of a folder."""

    what: str
    """What is wrong with how the command went; empty when nothing is."""
    end: str
    told: str
    """The traceback, or what was printed."""
    took: float
    """Seconds of processor time."""


class Hang(BaseException):
    """The time is up."""


def of_rulesets() -> Iterator[Seed]:
    """The rulesets that come with Turnwright, each with a roster, a ledger and its examples."""
    top = ROOT / "rulesets"
    rosters = sorted(top.glob("rosters/*.yaml"))
    for number, ruleset in enumerate(sorted(top.glob("*/ruleset.yaml"))):
        examples = sorted(ruleset.parent.glob("examples/*.yaml"))
        ledger = sorted(ruleset.parent.glob("ledger/*.yaml"))[:1]
        found = [ruleset, *examples, *ledger, rosters[number % len(rosters)]]
        files = {str(path.relative_to(top)): path.read_bytes() for path in found}
        yield Seed(ruleset.parent.name, files)


def of_samples() -> Iterator[Seed]:
    """The samples of the language, the ruleset and the examples of each in files of their own."""
    for path in sorted((ROOT / "content/language").rglob("*.yaml")):
        ruleset, _, examples = path.read_bytes().partition(b"\n---\n")
        name = ruleset.partition(b"ruleset: ")[2].split()[0].decode()
        files = {f"{name}/ruleset.yaml": ruleset, f"{name}/examples/all.yaml": examples}
        yield Seed(name, files)


def of_mistakes() -> Iterator[Seed]:
    """The folders of tests/bad."""
    top = ROOT / "tests/bad"
    for folder in sorted(top.iterdir()):
        found = [
            it for it in sorted(folder.rglob("*.y*ml")) if it.is_file() and not it.is_symlink()
        ]
        if found:
            yield Seed(folder.name, {str(it.relative_to(top)): it.read_bytes() for it in found})


def signature(error: BaseException) -> str:
    """Where an exception came up in Turnwright, and its kind."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "turnwright" in frame.filename] or frames
    if isinstance(error, Hang | RecursionError | MemoryError):
        ours = ours[:8]
    return f"{type(error).__name__} in {Path(ours[-1].filename).stem}.{ours[-1].name}"


def invoked(command: list[str], folder: Path, seconds: float) -> tuple[str, str, str]:
    """What is wrong with how a command went, its traceback, and else whether it had complaints."""

    def stop(*_: object) -> None:
        raise Hang

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # What does not come back to Python is ended by the system.
    hard = int(process_time() + seconds) + 3
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard + 1))
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        ran = CliRunner().invoke(turnwright, [*command, str(folder)])
    except BaseException as error:
        return signature(error), "", traceback.format_exc()
    signal.setitimer(signal.ITIMER_PROF, 0)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        return signature(ran.exception), "", "".join(traceback.format_exception(ran.exception))
    if ran.exit_code not in (0, 1) or not ran.output.strip():
        return f"exit {ran.exit_code} with {len(ran.output.split())} words", "", ran.output
    return "", end_of(ran.exit_code, ran.output), ran.output


def end_of(exit_code: int, output: str) -> str:
    """How far a folder came: all is well, examples were played, or it was not even loaded."""
    if exit_code == 0:
        return "held"
    return "were played" if "replayed," in output or "noticed" in output else "had problems"


def tried(command: list[str], folder: Path, seconds: float) -> Tried:
    """The same in a fork, so that nothing is left of it; and the processor time it took."""
    read, write = os.pipe()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as out:
            out.write("\n".join(invoked(command, folder, seconds)))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, errors="replace") as answer:
        what, end, *told = [*answer.read().split("\n"), "", ""]
    _, status = os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Tried(
        what or (f"ended by signal {status}" if status else ""), end, "\n".join(told), took
    )


def fuzz(command: list[str], numbers: range, seed: int, show: bool = False) -> Iterator[Tried]:
    """Try so many folders, each with one file mangled, and keep those with a finding."""
    kinds = [tuple(of_rulesets()), tuple(of_samples()), tuple(of_mistakes())]
    pool = Pool(content for kind in kinds for it in kind for content in it.files.values())
    # What is worked out once in a process is worked out here, and no fork has to do it again.
    with tempfile.TemporaryDirectory() as made:
        for whole in kinds[0][-1], *kinds[1][::40], *kinds[2][::40]:
            whole.write(Path(made) / whole.name)
            CliRunner().invoke(turnwright, [*command, str(Path(made) / whole.name)])
    gc.freeze()
    with tempfile.TemporaryDirectory() as made:
        for whole in kinds[0]:
            whole.write(Path(made))
        each = {it.name: tried(["check"], Path(made) / it.name, 100).took for it in kinds[0]}
    large = {name: took for name, took in each.items() if took > SMALL}
    for number in numbers:
        chance = random.Random(f"{seed}:{number}")
        whole = chance.choice(chance.choices(kinds, (40, 40, 20))[0])
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            # Few are enough of the large ones.
            if whole.name in large and chance.random() < 0.97:
                whole = chance.choice(kinds[1])
            seconds = SECONDS[command[0]]
            names = sorted(whole.files)
            rules = [it for it in names if it.endswith("ruleset.yaml")]
            name = chance.choice(rules if rules and chance.random() < 0.4 else names)
            content = mangled(whole.files[name], chance, pool)
            Seed(whole.name, {**whole.files, name: content}).write(folder)
            # A large ruleset that is named now is read from where it is, and takes its time.
            named = [took for it, took in large.items() if it.encode() in content]
            seconds += 2 * max(named, default=0)
            found = tried(command, folder, seconds)
            if found.what:
                keep(KEPT / re.sub(r"\W+", "_", found.what), folder, name, found.told, number)
            if show:
                print(f"{number}: {name}: {found.what or found.end} ({found.took:.2f} s)")
                print(found.told)
        yield found


def keep(kept: Path, folder: Path, name: str, told: str, number: int) -> None:
    """Keep the files of a finding, where there are none of its kind, or larger ones."""
    file, told_in = folder / name, kept / "traceback.txt"
    if told_in.exists() and (kept / "size").exists():
        if int((kept / "size").read_text()) <= file.stat().st_size:
            return
        shutil.rmtree(kept)
    shutil.copytree(folder, kept, dirs_exist_ok=True)
    told_in.write_text(f"number {number}: {name}\n{told}", encoding="utf-8")
    (kept / "size").write_text(str(file.stat().st_size))


def main() -> None:
    """Fuzz, and print what was found; exit 1 where that is anything."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="try this one alone, and show what came of it")
    parser.add_argument("--prove", action="store_true", help="prove what was mangled, too")
    asked = parser.parse_args()
    command = ["prove", "--fresh"] if asked.prove else ["check"]
    alone = asked.number is not None
    numbers = range(asked.number, asked.number + 1) if alone else range(asked.files)
    found: list[Tried] = []
    for one in fuzz(command, numbers, asked.seed, alone):
        found.append(one)
        if len(found) % 500 == 0:
            print(f"{len(found)} files, {sum(bool(it.what) for it in found)} findings", flush=True)
    findings = Counter(it.what for it in found if it.what)
    print(*(f"{times} times: {what}" for what, times in findings.most_common()), sep="\n")
    print(*(f"{times} {end}" for end, times in Counter(it.end for it in found).items()), sep="; ")
    print(f"{len(found)} files, seed {asked.seed}: {findings.total()} findings, see {KEPT}")
    print(f"the slowest took {max(it.took for it in found):.2f} s")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
