"""Verdicts: what mutation testing found, kept on disk for as long as all it rests on stays.

A verdict about a clause is kept with its grounds: the examples that were tried, in this order,
until one proved it; every part of the rules that these examples, or the mutants, looked at; what
comes back where the clause is taken away; and what all parts share. A verdict is recalled only
while all of its grounds have the same fingerprint, so it is the one that would be found anew.

That is sound against any change of a meaning, of an example, and of our own code: a part that no
run has looked at cannot have made a difference, and what decides whether a mutant compiles, and
whether the loader would read it, is among the grounds. Texts, titles, sources and lines are no part
of a fingerprint. It is not sound against files in the cache that somebody changed on purpose.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from turnwright.engine.program import PartName
from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.language.ruleset import KINDS, Body, Part, Ruleset
from turnwright.load.idle_words import templates
from turnwright.proof.mutants import substitutes_of
from turnwright.proof.record import Record

Parts = Mapping[str, str]
"""The fingerprint of each part of rules, and of what all of them share."""


class Verdict(NamedTuple):
    """Verdict about a clause, with what it rests on."""

    explanation: str
    tried: str
    """The examples that were tried, in this order."""
    every: bool
    """All that there were had to be tried."""
    back: str
    """What comes back where the clause is taken away."""
    rules: Mapping[str, tuple[str, str]]
    """For each choice of rules: the names of parts, and one fingerprint of all of them."""


FILE = "verdicts.json"
MOST = 4000
"""How many verdicts are kept at most: those that were of use last."""
SHARED = "shared"
"""What all parts of a ruleset share, beside the names of parts."""
NOWHERE = "nowhere"
"""The fingerprint of a part that is not there."""
CODE = ("language", "load", "engine", "proof")
"""The packages that have a part in a verdict."""


def default_folder() -> Path:
    """Folder for caches of this user."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "turnwright"


def fingerprint(*values: object) -> str:
    """Fingerprint of values that are written out in full by `repr`."""
    return sha256("\n".join(map(repr, values)).encode()).hexdigest()[:32]


def together(parts: Parts, names: str) -> str:
    """One fingerprint of several parts."""
    return fingerprint([parts.get(name, NOWHERE) for name in names.split()])


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
    explanation: str, tried: str, every: bool, back: str, rules: dict[str, list[str]]
) -> Verdict:
    """A verdict as it was written."""
    grounds = {str(name): (str(parts), str(known)) for name, (parts, known) in rules.items()}
    return Verdict(str(explanation), str(tried), bool(every), str(back), grounds)


class Fingerprints:
    """Fingerprints of clauses, examples and parts of rules."""

    def __init__(self, bodies: Iterable[Body], known: Mapping[str, Clause]) -> None:
        self.known = known
        self._parts: dict[int, dict[str, str]] = {}
        self._examples: dict[int, str] = {}
        bodies = tuple(bodies)
        # By id alone, as rulesets may name clauses alike: too many parts do no harm.
        self._parts_of: dict[str, set[PartName]] = {}
        for body in bodies:
            for kind, name, part in body.parts():
                for clause in part.clauses:
                    self._parts_of.setdefault(clause.id, set()).add((kind, name))
        # What is declared anywhere, what replaces what, and what claims to say the same.
        self._declared = fingerprint(
            [
                (kind, name, getattr(part, "of", ""))
                for body in bodies
                for kind, name, part in body.parts()
            ],
            [
                (clause.full_id, clause.replaces, clause.removes, clause.equivalent)
                for body in bodies
                for clause in body.clauses()
                if clause.replaces or clause.removes or clause.equivalent
            ],
        )

    def question(self, clause: Clause, follower: str, citing: int) -> str:
        """Fingerprint of the question whether a clause is proved, for itself or a follower.

        Examples that cite it are tried first, and so it matters how many these are.
        """
        return fingerprint(follower, citing, *said_by(clause))

    def verdict(
        self,
        clause: Clause,
        found: str,
        tried: Sequence[Record],
        played: Sequence[Record],
        touched: Iterable[PartName],
    ) -> Verdict:
        """What was found about a clause, with what it rests on."""
        back = self._comes_back(clause, tried)
        own = set[PartName]().union(*(self._parts_of[one.id] for one in (clause, *back)))
        touched = frozenset(touched)
        names: dict[str, set[str]] = {}
        for record in tried:
            parts = {*touched, *record.rows[-1].touched, *family(record.ruleset, own)}
            names.setdefault(choice_of(record.example), {SHARED}).update(map("/".join, parts))
        now = self.current(tried)
        listed = {rules: " ".join(sorted(parts)) for rules, parts in names.items()}
        return Verdict(
            explanation=found,
            tried=self._sequence(tried),
            every=len(tried) == len(played),
            back=fingerprint(*map(said_by, back)),
            rules={rules: (found, together(now[rules], found)) for rules, found in listed.items()},
        )

    def holds(self, verdict: Verdict, clause: Clause, played: Sequence[Record]) -> bool:
        """True when a verdict is what would be found if these examples were tried."""
        many = len(verdict.tried.split())
        tried = played[:many]
        # Where every example had to be tried, a further one may come before the proof.
        further = verdict.every and len(tried) < len(played)
        if self._sequence(tried) != verdict.tried or further:
            return False
        now = self.current(tried)
        return verdict.back == fingerprint(*map(said_by, self._comes_back(clause, tried))) and all(
            rules in now and together(now[rules], names) == known
            for rules, (names, known) in verdict.rules.items()
        )

    def _sequence(self, records: Iterable[Record]) -> str:
        """Fingerprints of examples, in their order."""
        return " ".join(map(self.of_example, records))

    def _comes_back(self, clause: Clause, records: Iterable[Record]) -> list[Clause]:
        """The clauses that come back where a clause is taken away."""
        rules = {id(record.ruleset): record.ruleset for record in records}
        return [
            self.known[name]
            for one in rules.values()
            for found in one.clauses()
            if found.full_id == clause.full_id
            for name in (*found.replaces, *found.removes)
            if name in self.known
        ]

    def current(self, records: Iterable[Record]) -> dict[str, Parts]:
        """Fingerprints of all parts of the rules of these examples, as they are now."""
        return {choice_of(record.example): self.parts_of(record) for record in records}

    def of_example(self, record: Record) -> str:
        """Fingerprint of an example: what it says, wherever it stands."""
        example = record.example
        if id(record) not in self._examples:
            play = tuple(replace(line, line=0, note="") for line in example.play)
            bare = replace(example, about="", path="", line=0, slug="", play=play)
            self._examples[id(record)] = fingerprint(bare)
        return self._examples[id(record)]

    def parts_of(self, record: Record) -> dict[str, str]:
        """Fingerprint of each part of the rules of an example, and of what all share."""
        rules = record.ruleset
        if id(rules) not in self._parts:
            found = {
                f"{kind}/{name}": fingerprint(*said_by_part(part))
                for kind, name, part in rules.parts()
            }
            always = [found[f"{kind}/{name}"] for kind, name, _ in rules.parts() if kind in ALWAYS]
            self._parts[id(rules)] = {**found, SHARED: fingerprint(always, *self._shared(record))}
        return self._parts[id(rules)]

    def _shared(self, record: Record) -> Iterable[object]:
        """What all parts of a ruleset share."""
        rules, program = record.ruleset, record.program
        assert program is not None
        symbols = program.context.symbols
        yield self._declared
        yield rules.sides
        yield [
            (name, replace(ability, text="", source=None))
            for name, ability in rules.abilities.items()
        ]
        yield [(kind, list(getattr(rules, kind))) for kind in KINDS]
        yield substitutes_of(rules)
        yield sorted(templates(rules))
        yield program.round
        yield sorted(program.timed)
        yield sorted(symbols.counters)
        yield sorted(symbols.remembered), symbols.asks_recent
        yield [said.waivers for said in program.words.values() if said.waivers]


ALWAYS = ("facts", "effects")
"""The kinds of part that every run looks at."""


def said_by(clause: Clause) -> tuple[object, ...]:
    """What a clause says to the engine."""
    means = getattr(clause, "means", None)
    return clause.full_id, means, clause.follows, bool(clause.advice), clause.equivalent


def said_by_part(part: Part) -> tuple[object, ...]:
    """What a part says to the engine."""
    clauses = [said_by(clause) for clause in part.clauses]
    return getattr(part, "like", ""), getattr(part, "of", ""), clauses


def family(rules: Ruleset, parts: Iterable[PartName]) -> set[PartName]:
    """Parts, with the steps that they are like and those that are like one of these."""
    found = set(parts)
    for kind, name in parts:
        step = rules.steps.get(name) if kind == "steps" else None
        while step is not None and step.like and ("steps", step.like) not in found:
            found.add(("steps", step.like))
            step = rules.steps.get(step.like)
    while more := {
        ("steps", name)
        for name, step in rules.steps.items()
        if ("steps", step.like) in found and ("steps", name) not in found
    }:
        found |= more
    return found


def choice_of(example: Example) -> str:
    """The rules that an example chooses."""
    readings, params = sorted(example.readings.items()), sorted(example.params.items(), key=str)
    return f"{example.ruleset} {fingerprint(sorted(example.options), readings, params)}"
