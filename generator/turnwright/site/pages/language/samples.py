"""Samples of the language: files that each show one word, loaded, replayed and as view models."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from turnwright.describe.decision import describe_decision
from turnwright.describe.grammar import lowered
from turnwright.describe.labels import Labels
from turnwright.describe.story import line_sentence, narrate
from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Clause, Meaning
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.load.library import Library
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import replay_all
from turnwright.site.pages.example.setup import agreements, army_cards
from turnwright.site.rendering import inline_html

PARTS: Mapping[str, type[Meaning]] = {
    "step": StepMeaning,
    "check": CheckMeaning,
    "fact": FactMeaning,
    "value": ValueMeaning,
    "container": ContainerMeaning,
    "effect": EffectMeaning,
}
"""What a clause of each kind of part means."""
CONDITION = "condition"
"""Where the samples of conditions are, beside those of the parts."""

SAMPLES = "language"
"""Folder of the samples beside the hand-written pages."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """File with a ruleset and examples of it, all of which show one word."""

    part: str
    word: str
    ruleset: Ruleset
    records: tuple[Record, ...]
    lines: tuple[str, ...]
    """Lines of the file."""

    @property
    def anchor(self) -> str:
        """Anchor of the word."""
        prefix = "type-" if self.is_of_type else ""
        return f"{prefix}{self.part.replace('_', '-')}.{self.word}"

    @property
    def file(self) -> str:
        """Path of its file, in the folder of all samples."""
        return f"{self.part}/{self.word}.yaml"

    @property
    def is_of_type(self) -> bool:
        """True when it shows a member or field of a type, and no word of a part."""
        return self.part not in (*PARTS, CONDITION)


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


@dataclass(frozen=True, kw_only=True)
class ClauseView:
    """View model of a clause that says the word."""

    text: Markup
    yaml: str
    """What it means, as the file says it."""


@dataclass(frozen=True, kw_only=True)
class LineView:
    """View model of a line of play, and what follows."""

    done: str
    """Nothing for the state before the first line."""
    refused: str
    events: tuple[str, ...]
    next: str


@dataclass(frozen=True, kw_only=True)
class PlayView:
    """View model of a play."""

    sentence: Markup
    armies: Mapping[str, Mapping[str, str]]
    """The units of each side, with what their cards say."""
    agreed: tuple[str, ...]
    """Options, mission, initial facts and values, a sentence each."""
    lines: tuple[LineView, ...]


@dataclass(frozen=True, kw_only=True)
class SampleView:
    """View model of a sample."""

    title: str
    file: str
    """Address of the whole file."""
    clauses: tuple[ClauseView, ...]
    plays: tuple[PlayView, ...]


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
            lines=tuple(path.read_text(encoding="utf-8").splitlines()),
        )
    return Samples(library=library, records=records, by_word=by_word)


def sample_view(sample: Sample, file: str) -> SampleView:
    """View model of a sample, whose file is at this address."""
    shown = {cited for record in sample.records for cited in record.example.shows}
    return SampleView(
        title=sample.ruleset.title,
        file=file,
        clauses=tuple(
            ClauseView(text=inline_html(clause.text), yaml=meaning_text(sample.lines, clause))
            for clause in sample.ruleset.own_clauses()
            if clause.id in shown
        ),
        plays=tuple(_play_view(record) for record in sample.records),
    )


def meaning_text(lines: tuple[str, ...], clause: Clause) -> str:
    """Text of what a clause means, as its file says it on the clause's line."""
    line = lines[clause.line - 1].strip()
    found = re.search(r"\bmeans: \{.*\}(?=\}$)", line)
    return found[0] if found else line


def _play_view(record: Record) -> PlayView:
    labels = Labels(record.ruleset)
    return PlayView(
        sentence=inline_html(record.example.example),
        armies=army_cards(record.example),
        agreed=tuple(agreements(record.example, record.ruleset, labels)),
        lines=tuple(
            _line_view(row, before, labels)
            for before, row in zip((None, *record.rows), record.rows, strict=False)
        ),
    )


def _line_view(row: Row, before: Row | None, labels: Labels) -> LineView:
    who, choices = describe_decision(row.decision, labels)
    return LineView(
        done=line_sentence(row, before, labels) if row.line else "",
        refused=row.refused,
        events=tuple(
            each.text for each in narrate(row.line, row.events, labels) if not each.implied
        ),
        next=f"{who}: {', '.join(lowered(choice) for choice in choices)}" if choices else who,
    )


def used(value: object) -> Iterator[tuple[str, str]]:
    """The fields that are said and the members that are named anywhere in a value."""
    if isinstance(value, StrEnum):
        yield type(value).__name__, str(value)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner is None or inner == field.default:
                continue
            yield type(value).__name__, field.name
            yield from used(inner)
    elif isinstance(value, tuple):
        for item in value:
            yield from used(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from used(item)
