"""Mutation testing of the engine: how many small changes of its code the tests notice.

The tests run once, and which lines of the engine each of them runs is noted. Then, for each
mutant of a sample, a fork of this process changes one function and runs the tests of the changed
line, the quickest first, until one fails. A mutant that runs for too long is killed too.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any, ClassVar

import pytest
import yaml
from _pytest.runner import runtestprotocol

from bench.mutants import NOTED, Site, functions, module_of, noted, sites
from bench.ratio import Ratio

ROOT = Path(__file__).parents[1]
GENERATOR = ROOT / "generator"
ENGINE = GENERATOR / "turnwright/engine"
OWN = ROOT / "tests/engine"
TESTS = ("tests/engine", "tests/language", "tests/describe", "rulesets")
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
"""Mutants that no test can notice, each with the reason, by function."""
SESSION_WIDE = {"library", "samples", "all_examples", "folders", "system", "tmp_path_factory"}
"""Fixtures that hold nothing of the engine's making, and so serve every mutant."""
SAMPLE, SEED = 300, 1
WORKERS = 2
MOST = 3000
"""Tests that try one mutant, at most."""
MEMORY = 4 << 30


class Nothing:
    """What an item that is no function knows of fixtures."""

    name2fixturedefs: ClassVar[dict[str, list[Any]]] = {}


@dataclass
class Run:
    """Pytest plugin: one mutation run."""

    chosen: list[Site]
    report: Callable[[str], None]
    tests: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    """The tests that run a statement, by number."""
    took: list[float] = field(default_factory=list)
    fates: dict[Site, str] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    """What failed in the last test."""
    killers: Counter[int] = field(default_factory=Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every test once, then those of each mutant."""
        with noting() as ran:
            for number, item in enumerate(session.items):
                ran.clear()
                before = process_time()
                if not self.passes(session, item):
                    return True
                self.took.append(process_time() - before)
                for line in ran:
                    self.tests[line].append(number)
        self.report(f"{len(session.items)} tests, {sum(self.took):.0f} s")
        for item in session.items:
            for name, fixtures in getattr(item, "_fixtureinfo", Nothing).name2fixturedefs.items():
                if name not in SESSION_WIDE:
                    fixtures[-1].finish(SimpleNamespace(node=session))
        running: dict[int, tuple[Site, int]] = {}
        for site in self.chosen:
            if len(running) == WORKERS:
                self.finish(running)
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                self.try_out(session, site, self.order(session, site), write)
            os.close(write)
            running[child] = site, read
        while running:
            self.finish(running)
        return True

    def passes(self, session: pytest.Session, item: pytest.Item) -> bool:
        """Whether a test passes; what all tests share stays as it is."""
        found = runtestprotocol(item, False, session)  # type: ignore[arg-type]
        self.failed = [f"{it.nodeid}\n{it.longreprtext}" for it in found if it.failed]
        return not self.failed

    def order(self, session: pytest.Session, site: Site) -> list[int]:
        """The tests of a mutant: those that killed others come first, then the engine's own."""
        tests = self.tests.get((site.path, site.statement), [])

        def rank(number: int) -> tuple[bool, bool, float]:
            item = session.items[number]
            return number not in self.killers, OWN not in item.path.parents, self.took[number]

        return sorted(tests, key=rank)[:MOST]

    def finish(self, running: dict[int, tuple[Site, int]]) -> None:
        """Wait for a mutant, and note what came of it: killed, timed out or survived."""
        child, status = os.wait()
        site, read = running.pop(child)
        with os.fdopen(read) as killer:
            self.killers.update(map(int, killer.read().split()))
        killed = "timed out" if os.WIFSIGNALED(status) else "killed"
        self.fates[site] = killed if status else "survived"
        self.report(f"{len(self.fates)}/{len(self.chosen)} {self.fates[site]}: {site}")

    def try_out(self, session: pytest.Session, site: Site, order: list[int], out: int) -> None:
        """In a process of its own: mutate, and run tests until one fails."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        patch(site.module, site.function, site.mutated(), site.path)
        for number in order:
            signal.setitimer(signal.ITIMER_PROF, 2 + 5 * self.took[number])
            if not self.passes(session, session.items[number]):
                os.write(out, str(number).encode())
                os._exit(1)
        os._exit(0)


def function_of(module: str, name: str) -> FunctionType:
    """A function of a module, or of a class in it, without what is wrapped around it."""
    found: Any = import_module(module)
    for part in name.split("."):
        found = vars(found)[part]
    for wrapped in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, wrapped, found)
    assert isinstance(found, FunctionType), name
    return found


def patch(module: str, function: str, tree: ast.Module, path: str) -> None:
    """Give a function the code that it has in another tree of its module."""
    found = function_of(module, function)
    codes = [compile(tree, path, "exec")]
    for code in codes:
        codes += [it for it in code.co_consts if isinstance(it, CodeType)]
    same = (found.__code__.co_qualname, found.__code__.co_firstlineno)
    (found.__code__,) = (it for it in codes if (it.co_qualname, it.co_firstlineno) == same)


@contextmanager
def noting() -> Iterator[set[tuple[str, int]]]:
    """Every statement of the engine that runs is noted, by its file and line."""
    ran: set[tuple[str, int]] = set()
    before: dict[FunctionType, CodeType] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        module = module_of(path, GENERATOR)
        tree = noted(path)
        vars(import_module(module))[NOTED] = ran
        for name, _ in functions(tree):
            function = function_of(module, name)
            before[function] = function.__code__
            patch(module, name, tree, str(path))
    yield ran
    for function, code in before.items():
        function.__code__ = code


def known() -> Mapping[str, list[dict[str, str]]]:
    """The mutants that are equivalent, by module and function."""
    return yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}


def is_equivalent(site: Site) -> bool:
    """Whether a mutant is listed as one that no test can notice."""
    listed = known().get(f"{site.module.removeprefix('turnwright.engine.')}.{site.function}", [])
    return any((it["code"], it["mutant"]) == (site.before, site.after) for it in listed)


def mutate(sample: int, seed: int, only: str = "", show: bool = False) -> Run:
    """Try a sample of mutants, of some modules only if they are named."""
    every = [
        site
        for path in sorted(ENGINE.rglob("*.py"))
        for site in sites(path, GENERATOR)
        if only in f"{site.module}.{site.function}"
    ]
    chosen = random.Random(seed).sample(every, min(sample, len(every)))
    terminal = os.fdopen(os.dup(2), "w", buffering=1)
    run = Run(
        [site for site in chosen if not is_equivalent(site)],
        lambda text: print(text, file=terminal) if show else None,
    )
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "--capture=sys"]
    options += ["-o", "addopts=--import-mode=importlib"]
    pytest.main([*options, *(str(ROOT / it) for it in TESTS)], plugins=[run])
    terminal.close()
    if run.failed and not run.fates:
        raise SystemExit("A test fails without any mutant:\n" + "\n".join(run.failed))
    return run


def survivors(run: Run) -> Iterator[str]:
    """Each mutant that no test noticed, as a difference."""
    return (str(site) for site in run.chosen if run.fates[site] == "survived")


def measured() -> Iterator[Ratio]:
    """The share of mutants that are killed, with its error at 95%."""
    yield score(mutate(SAMPLE, SEED))


def score(run: Run) -> Ratio:
    """The share of mutants that are killed, with its error at 95%."""
    many = len(run.fates)
    share = 1 - len([*survivors(run)]) / many
    error = 1.96 * sqrt(share * (1 - share) / many)
    told = f"mutants of the engine that a test kills, {many} tried"
    return Ratio(told, 100 * share, 100 * (share - error), 100 * (share + error), "95", "%")


def main() -> None:
    """Try a sample, and list what survived."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=main.__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="part of the name of a module or function")
    asked = parser.parse_args()
    run = mutate(asked.sample, asked.seed, asked.only, show=True)
    print("\n\n".join(survivors(run)))
    print(score(run), Counter(run.fates.values()))


if __name__ == "__main__":
    main()
