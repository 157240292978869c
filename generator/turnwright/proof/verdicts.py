"""Verdicts: what mutation testing found, kept on disk for as long as all it rests on stays.

A verdict about a clause rests on the examples that were run, on every rule of the rulesets that
these are played by, and on our own code. Texts, titles, sources and lines are no part of it. It is
not sound against files in the cache that somebody changed on purpose.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.language.ruleset import Part, Ruleset
from turnwright.load.library import Library
from turnwright.proof.record import Record


class Verdict(NamedTuple):
    """Verdict about a clause: what became of its mutants."""

    killed: int = 0
    """How many are killed."""
    survived: tuple[str, ...] = ()
    """Changes that no claim notices."""
    equivalent: tuple[str, ...] = ()
    """Changes that make no difference, as the author says and as nothing contradicts."""
    refuted: tuple[str, ...] = ()
    """What is claimed about the clause, and is not so."""
    stopped: int = 0
    """How many stop play, which proves nothing."""
    explanation: str = ""
    """Which example kills a mutant, and which one."""


FILE = "verdicts.json"
MOST = 4000
"""How many verdicts are kept at most: those that were of use last."""
CODE = ("language", "load", "engine", "proof")
"""The packages that have a part in a verdict."""


def default_folder() -> Path:
    """Folder for caches of this user."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "turnwright"


def fingerprint(*values: object) -> str:
    """Fingerprint of values that are written out in full by `repr`."""
    return sha256("\n".join(map(repr, values)).encode()).hexdigest()[:32]


def edition_of_code(packages: Iterable[str] = CODE) -> str:
    """Fingerprint of the code that verdicts come from, or of other packages."""
    root = Path(__file__).parents[1]
    files = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return fingerprint(sys.version, *((path.name, path.read_bytes()) for path in files))


class Verdicts:
    """Verdicts of earlier runs, in one file of a folder."""

    def __init__(self, folder: Path, edition: str = "") -> None:
        """Read what is there; a file that is not ours, or of other code, is as good as none."""
        self.path = folder / FILE
        self.edition = edition or edition_of_code()
        self.kept = self._read()
        self.used: dict[str, Verdict] = {}
        self.is_new = False
        """True when there is something to write."""

    def get(self, question: str) -> Verdict | None:
        """The verdict on a question, if one was kept."""
        return self.kept.get(question)

    def put(self, question: str, verdict: Verdict) -> None:
        """Keep a verdict, or keep it on."""
        self.used[question] = verdict
        self.is_new = self.is_new or self.kept.get(question) != verdict

    def save(self) -> None:
        """Write all verdicts; where that cannot be done, the next run finds them anew."""
        if not self.is_new:
            return
        # Another process may have written meanwhile; the file is replaced as a whole.
        others = {name: kept for name, kept in self._read().items() if name not in self.used}
        kept = dict([*others.items(), *self.used.items()][-MOST:])
        data = {"edition": self.edition, "verdicts": kept}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=FILE)
        except OSError:
            return
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file)
            Path(name).replace(self.path)
        except OSError:
            Path(name).unlink(missing_ok=True)

    def _read(self) -> dict[str, Verdict]:
        """The verdicts in the file, if they are of the same code."""
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["edition"] != self.edition:
                return {}
            return {str(name): _decoded(*kept) for name, kept in data["verdicts"].items()}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}


def _decoded(
    killed: int,
    survived: list[str],
    equivalent: list[str],
    refuted: list[str],
    stopped: int,
    explanation: str,
) -> Verdict:
    """A verdict as it was written."""
    return Verdict(
        killed=int(killed),
        survived=tuple(map(str, survived)),
        equivalent=tuple(map(str, equivalent)),
        refuted=tuple(map(str, refuted)),
        stopped=int(stopped),
        explanation=str(explanation),
    )


class Fingerprints:
    """Fingerprints of what verdicts rest on: clauses, examples and rulesets."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._rules: dict[str, str] = {}
        self._examples: dict[int, str] = {}

    def question(self, clause: Clause, records: Iterable[Record]) -> str:
        """Fingerprint of the question whether these examples prove a clause."""
        records = tuple({id(record): record for record in records}.values())
        rulesets = dict.fromkeys(record.example.ruleset for record in records)
        return fingerprint(
            said_by(clause), [*map(self.of_rules, rulesets)], [*map(self.of_example, records)]
        )

    def of_example(self, record: Record) -> str:
        """Fingerprint of an example: what it says, wherever it stands."""
        example = record.example
        if id(record) not in self._examples:
            play = tuple(replace(line, line=0, note="") for line in example.play)
            bare: Example = replace(example, about="", path="", line=0, slug="", play=play)
            self._examples[id(record)] = fingerprint(bare)
        return self._examples[id(record)]

    def of_rules(self, ruleset: str) -> str:
        """Fingerprint of a ruleset and those it extends, with all options and readings."""
        if ruleset not in self._rules:
            chain = self._library.chain(ruleset)
            self._rules[ruleset] = fingerprint(*(said_by_ruleset(rules) for rules in chain))
        return self._rules[ruleset]


def said_by_ruleset(ruleset: Ruleset) -> tuple[object, ...]:
    """What a ruleset says to the engine."""
    return (
        ruleset.ruleset,
        ruleset.sides,
        [(name, replace(it, text="", source=None)) for name, it in ruleset.abilities.items()],
        [(name, it.params, it.needs, it.excludes) for name, it in ruleset.options.items()],
        [(name, it.default, *it.alternatives) for name, it in ruleset.readings.items()],
        [
            (kind, name, said_by_part(part))
            for body in ruleset.bodies()
            for kind, name, part in body.parts()
        ],
    )


def said_by(clause: Clause) -> tuple[object, ...]:
    """What a clause says to the engine, and of itself."""
    means = getattr(clause, "means", None)
    patches = clause.replaces, clause.removes
    return clause.id, means, clause.follows, bool(clause.advice), clause.equivalent, patches


def said_by_part(part: Part) -> tuple[object, ...]:
    """What a part says to the engine."""
    clauses = [said_by(clause) for clause in part.clauses]
    return getattr(part, "like", ""), getattr(part, "of", ""), clauses
