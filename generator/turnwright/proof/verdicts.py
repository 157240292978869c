"""Verdicts: what became of the mutants of each clause, kept by all that it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from turnwright.examples.record import Record
from turnwright.language.clause import Clause
from turnwright.language.companion import Equivalent
from turnwright.language.example import Example
from turnwright.language.ruleset import Part, Ruleset
from turnwright.load.cache import PROVED_BY, edition_of_code, fingerprint, read_kept, write_kept
from turnwright.load.library import Library


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
    unmet: int = 0
    """How many add a condition that nobody meets in any example that shows the clause."""
    explanation: str = ""
    """Which example kills a mutant, and which one."""


FILE = "verdicts"
"""Name of the file in a folder for caches."""
MOST = 4000
"""How many verdicts are kept at most: those that were of use last."""


class Verdicts:
    """Verdicts of earlier runs, in one file of a folder."""

    def __init__(self, folder: Path, edition: str = "") -> None:
        """Read what is there; a file that is not ours, or of other code, is as good as none."""
        self._path = folder / FILE
        self._edition = edition or edition_of_code(PROVED_BY)
        self._known = self._read()
        self._used: dict[str, None] = {}

    def get(self, question: str) -> Verdict | None:
        """The verdict on a question, if one was kept."""
        self._used[question] = None
        try:
            return _decoded(*self._known[question])
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, question: str, verdict: Verdict) -> None:
        """Keep a verdict."""
        self._used[question] = None
        self._known[question] = verdict

    def save(self) -> None:
        """Write all verdicts; where that cannot be done, the next run finds them anew."""
        # Another process may have written meanwhile; the file is replaced as a whole.
        others = {name: kept for name, kept in self._read().items() if name not in self._used}
        used = {name: self._known[name] for name in self._used if name in self._known}
        verdicts = dict([*others.items(), *used.items()][-MOST:])
        data = {"edition": self._edition, "verdicts": verdicts}
        write_kept(self._path, json.dumps(data).encode())

    def _read(self) -> dict[str, Any]:
        content = read_kept(self._path)
        data = json.loads(content) if content else {}
        return dict(data["verdicts"]) if data.get("edition") == self._edition else {}


def _decoded(
    killed: int,
    survived: list[str],
    equivalent: list[str],
    refuted: list[str],
    stopped: int,
    unmet: int,
    explanation: str,
) -> Verdict:
    """A verdict as it was written."""
    return Verdict(
        killed=int(killed),
        survived=tuple(map(str, survived)),
        equivalent=tuple(map(str, equivalent)),
        refuted=tuple(map(str, refuted)),
        stopped=int(stopped),
        unmet=int(unmet),
        explanation=str(explanation),
    )


class Fingerprints:
    """Fingerprints of what verdicts rest on: clauses, examples and rulesets."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._rules: dict[str, str] = {}
        self._examples: dict[int, str] = {}

    def question(
        self,
        clause: Clause,
        claimed: Iterable[Equivalent],
        records: Iterable[Record],
        steps: Iterable[str] = (),
    ) -> str:
        """Fingerprint of the question whether these examples prove a clause, and what is claimed.

        `claimed` is what its author says makes no difference to it; `steps` are those in which it
        is consulted.
        """
        records = tuple({id(record): record for record in records}.values())
        rulesets = dict.fromkeys(record.example.ruleset for record in records)
        return fingerprint(
            said_by(clause),
            [*claimed],
            [*steps],
            [*map(self.of_rules, rulesets)],
            [*map(self.of_example, records)],
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
            (layer.of, kind, name, said_by_part(part))
            for layer in ruleset.layers()
            for kind, name, part in layer.body.parts()
        ],
    )


def said_by(clause: Clause) -> tuple[object, ...]:
    """What a clause says to the engine, and of itself."""
    # An overlay may have a clause with the id of one of its base, so the full id tells them apart.
    means = getattr(clause, "means", None)
    patches = clause.replaces, clause.removes
    return clause.full_id, means, clause.follows, bool(clause.advice), patches


def said_by_part(part: Part) -> tuple[object, ...]:
    """What a part says to the engine."""
    clauses = [said_by(clause) for clause in part.clauses]
    return getattr(part, "like", ""), getattr(part, "of", ""), clauses
