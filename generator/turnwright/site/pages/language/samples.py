"""Samples of the language: files that each show one word, loaded and replayed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from turnwright.describe.grammar import lowered
from turnwright.describe.labels import Labels
from turnwright.describe.story import line_sentence, narrate
from turnwright.describe.wording import describe_decision
from turnwright.examples.record import Record, Row
from turnwright.examples.replay import replay_all
from turnwright.language.clause import Clause
from turnwright.language.event import Rolled
from turnwright.language.field import rule_of, written_keys
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.site.pages.example.view import agreements, army_cards
from turnwright.site.pages.language.types import PARTS, type_anchor

SAMPLES = "language"
"""Folder of the samples beside the hand-written pages."""


@dataclass(frozen=True, kw_only=True)
class SampleLine:
    """A line of play in words, and what follows."""

    done: str
    """Nothing for the state before the first line."""
    refused: str
    events: tuple[str, ...]
    next: str


@dataclass(frozen=True, kw_only=True)
class Sample:
    """File with a ruleset and examples of it, all of which show one word."""

    part: str
    word: str
    ruleset: Ruleset
    records: tuple[Record, ...]
    source: tuple[str, ...]
    """Lines of the file."""

    @property
    def anchor(self) -> str:
        """Anchor of the word."""
        return f"{type_anchor(self.part) if self.is_of_type else self.part}.{self.word}"

    @property
    def file(self) -> str:
        """Path of its file, in the folder of all samples."""
        return f"{self.part}/{self.word}.yaml"

    @property
    def is_of_type(self) -> bool:
        """True when it shows a member or field of a type, and no word of a part."""
        return self.part not in PARTS

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that say the word, which its plays show."""
        shown = {cited for record in self.records for cited in record.example.shows}
        return tuple(clause for clause in self.ruleset.own_clauses() if clause.id in shown)

    def meaning_text(self, clause: Clause) -> str:
        """Text of what a clause means, as the file says it on the clause's line."""
        line = self.source[clause.line - 1].strip()
        found = re.search(r"\bmeans: \{.*\}(?=\}$)", line)
        return found[0] if found else line

    def armies(self, record: Record) -> Mapping[str, Mapping[str, str]]:
        """The units of each side of a play, with what their cards say."""
        return army_cards(record.example, Labels(record.ruleset), {})

    def agreed(self, record: Record) -> Iterator[str]:
        """Options, mission, initial facts and values of a play, a sentence each."""
        return agreements(record.example, record.ruleset, Labels(record.ruleset))

    def lines(self, record: Record) -> Iterator[SampleLine]:
        """The lines of a play."""
        labels = Labels(record.ruleset)
        for before, row in pairwise((None, *record.rows)):
            if row is not None:
                yield _line(row, before, labels)


def _line(row: Row, before: Row | None, labels: Labels) -> SampleLine:
    who, choices = describe_decision(row.decision, labels)
    done = line_sentence(row, before, labels) if row.line else ""
    # The line itself has its dice.
    told = narrate((e for e in row.events if not isinstance(e, Rolled)), labels)
    return SampleLine(
        done=done,
        refused=row.refused,
        events=tuple(each for each in told if each != done),
        next=f"{who}: {'; '.join(lowered(choice) for choice in choices)}" if choices else who,
    )


@dataclass(frozen=True, kw_only=True)
class Samples:
    """All samples, by part and word."""

    library: Library
    records: tuple[Record, ...]
    by_word: Mapping[tuple[str, str], Sample]

    @cached_property
    def shown(self) -> Mapping[tuple[str, str], tuple[Sample, ...]]:
        """The first samples that use each field of a class, and each member of an enum."""
        found: dict[tuple[str, str], dict[str, Sample]] = {}
        # Words first: what a type has a sample for often shows something else only by the way.
        for sample in sorted(self.by_word.values(), key=lambda sample: sample.is_of_type):
            for record in sample.records:
                for key in (*used(sample.ruleset), *used(record.example)):
                    found.setdefault(key, {})[sample.anchor] = sample
        return {key: tuple(samples.values())[:3] for key, samples in found.items()}


def read_samples(folder: Path) -> Samples:
    """Load and replay the samples of a folder. Raises SourceError."""
    library = Library.read_samples(folder)
    records = replay_all(library)
    by_word = {}
    for name, ruleset in library.rulesets.items():
        path = library.source(name)
        part, word = path.parent.name, path.stem
        by_word[part, word] = Sample(
            part=part,
            word=word,
            ruleset=ruleset,
            records=tuple(record for record in records if record.example.ruleset == name),
            source=tuple(path.read_text(encoding="utf-8").splitlines()),
        )
    return Samples(library=library, records=records, by_word=by_word)


def used(value: object, owner: str = "") -> Iterator[tuple[str, str]]:
    """The keys that are said and the members that are named anywhere in a value.

    `owner` is what the keys of the value stand in, where that is not the value itself.
    """
    if isinstance(value, StrEnum):
        yield type(value).__name__, str(value)
    elif is_dataclass(value):
        for key, field in written_keys(type(value)):
            inner, rule = getattr(value, field.name), rule_of(field)
            if inner is None or inner == field.default:
                continue
            if rule.inline:
                yield from used(inner, type(value).__name__)
                continue
            yield owner or type(value).__name__, rule.one if rule.one and len(inner) == 1 else key
            yield from used(inner)
    elif isinstance(value, tuple):
        for item in value:
            yield from used(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from used(item)
