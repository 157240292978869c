"""Report: what a run of examples found, as JSON or as annotations, and in one line as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from turnwright.examples.record import Mismatch, Record
from turnwright.language.example import Example
from turnwright.load.library import Library


class Format(StrEnum):
    """Output format of a report."""

    TEXT = "text"
    """Plain text."""
    JSON = "json"
    """One JSON object."""
    GITHUB = "github"
    """Annotations that GitHub shows beside the line."""


@dataclass(frozen=True)
class Disagreement:
    """Failed claim of an example, with its place."""

    record: Record = field(repr=False)
    mismatch: Mismatch
    column: int = 1
    """Column of the line's first word, after its dash."""

    @property
    def example(self) -> Example:
        """The example."""
        return self.record.example

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return f"{self.example.path}:{self.mismatch.line}:{self.column}"

    def data(self) -> dict[str, object]:
        """One JSON object."""
        return {
            "file": self.example.path,
            "line": self.mismatch.line,
            "column": self.column,
            "example": self.example.example,
            "claimed": self.mismatch.claimed,
            "happened": self.mismatch.happened,
            "clauses": list(self.mismatch.clauses),
        }


def disagreements(
    played: Iterable[Record], library: Library | None = None
) -> tuple[Disagreement, ...]:
    """Failed claims of replayed examples; the library locates their columns."""
    return tuple(
        Disagreement(
            record,
            mismatch,
            library.problem(record.example.path, mismatch.line, "").column if library else 1,
        )
        for record in played
        for mismatch in record.mismatches
    )


def escape_annotation(text: str, more: str = "") -> str:
    """Escape text for GitHub's workflow commands; `more` characters are escaped as well."""
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def annotation(path: str, line: int, column: int, title: str, message: str) -> str:
    """Annotation for GitHub: a workflow command."""
    place = f"file={escape_annotation(path, ':,')},line={line},col={column}"
    heading = f"title={escape_annotation(title, ':,')}"
    return f"::error {place},{heading}::{escape_annotation(message)}"


def format_report(found: tuple[Disagreement, ...], played: int, form: Format) -> str:
    """Format the report of a run for programs: as JSON, or as annotations."""
    if form is Format.JSON:
        return json.dumps(report_data(found, played), indent=2, ensure_ascii=False)
    return "\n".join(
        annotation(
            one.example.path,
            one.mismatch.line,
            one.column,
            one.example.example,
            f"claimed {one.mismatch.claimed}; happened {one.mismatch.happened}",
        )
        for one in found
    )


def report_data(found: tuple[Disagreement, ...], played: int) -> dict[str, object]:
    """Report of a run as plain data."""
    return {"examples": played, "disagreements": [one.data() for one in found]}


def summary(found: int, played: int, problems: int = 0) -> str:
    """Last line of a report for people."""
    said = f"{pluralize(played, 'example')} replayed, {pluralize(found, 'disagreement')}"
    return f"{pluralize(problems, 'problem')} in files; {said}" if problems else said


def pluralize(number: int, noun: str) -> str:
    """Pluralise a noun by its number."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
