"""Report: what a run of examples found, as text, as JSON or as annotations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.example import Example
from turnwright.load.library import Library
from turnwright.proof.record import Mismatch, Record


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

    example: Example
    mismatch: Mismatch
    column: int = 1
    """Column of the line's first word, after its dash."""

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return f"{self.example.path}:{self.mismatch.line}:{self.column}"

    def text(self) -> str:
        """Report as text: the place, the example, what was claimed, what happened, the clauses."""
        lines = [
            f"{self.place}: {self.example.example}",
            f"  claimed:  {self.mismatch.claimed}",
            f"  happened: {self.mismatch.happened}",
        ]
        if self.mismatch.clauses:
            lines.append(f"  clauses:  {', '.join(self.mismatch.clauses)}")
        return "\n".join(lines)

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
            record.example,
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
    """Format the report of a run."""
    if form is Format.JSON:
        data = {"examples": played, "disagreements": [one.data() for one in found]}
        return json.dumps(data, indent=2, ensure_ascii=False)
    if form is Format.GITHUB:
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
    summary = f"{pluralize(played, 'example')} replayed, {pluralize(len(found), 'disagreement')}"
    return "\n".join([*(one.text() for one in found), summary])


def pluralize(number: int, noun: str) -> str:
    """Pluralise a noun by its number."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
