"""Table: the answers of several systems to every question, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from turnwright.describe.applicability import without_idle
from turnwright.describe.programs import program_of
from turnwright.describe.statements import Statements
from turnwright.language.book import Book
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.site.pages.comparison.dealing_steps import find_dealing_steps
from turnwright.site.pages.comparison.questions import QUESTIONS, PlayersQuestion, RulesAsked


class AnswerStatus(StrEnum):
    """Whether a question is answered."""

    SAID = "said"
    """Clauses answer it."""
    OPEN = "open"
    """The source leaves it open; the answer is one way to read it."""
    NOT_SAID = "not said"
    """No clause speaks of it."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer: what a player reads, and the clauses that give it."""

    text: str
    """The entry of the book that says it, or the sentence of its clause. Inline Markdown."""
    clauses: tuple[Clause, ...]
    readings: tuple[str, ...] = ()
    """The readings that it depends on, where the source leaves it open."""

    @property
    def status(self) -> AnswerStatus:
        """Whether it is said, or one way to read what is left open."""
        return AnswerStatus.OPEN if self.readings else AnswerStatus.SAID


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What one system answers to one question."""

    answers: tuple[Answer, ...] = ()

    @property
    def status(self) -> AnswerStatus:
        """Whether it is answered: open as soon as one answer is."""
        if not self.answers:
            return AnswerStatus.NOT_SAID
        is_open = any(answer.readings for answer in self.answers)
        return AnswerStatus.OPEN if is_open else AnswerStatus.SAID


@dataclass(frozen=True, kw_only=True)
class Column:
    """A system as it is played, with its answers."""

    key: str
    """What names it in an address."""
    title: str
    ruleset: Ruleset
    """The effective rules."""
    cells: Mapping[str, Cell]
    """Its cells, by the name of the question."""


def column(ruleset: Ruleset, key: str = "", title: str = "", book: Book | None = None) -> Column:
    """Column of effective rules, in the words of their book where there is one."""
    statements = Statements(without_idle(ruleset))
    asked = RulesAsked(statements, find_dealing_steps(program_of(ruleset), statements))
    said = _sayings(book) if book else {}
    return Column(
        key=key or ruleset.ruleset,
        title=title or ruleset.title,
        ruleset=ruleset,
        cells={each.name: Cell(answers=tuple(_answers(each, asked, said))) for each in QUESTIONS},
    )


def _sayings(book: Book) -> Mapping[str, str]:
    """What a book says by the first entry behind which each clause stands, by its full id."""
    said: dict[str, str] = {}
    for chapter in book.chapters:
        for entry in chapter.entries:
            # What leads to a table or a list does not answer without it.
            if entry.say and not (entry.agree or entry.rows or entry.points):
                title = f"**{entry.title}.** " if entry.title else ""
                for clause in entry.rules:
                    said.setdefault(clause, f"{title}{entry.say}")
    return said


def answered_by_some(columns: Sequence[Column]) -> tuple[PlayersQuestion, ...]:
    """The questions that at least one of these columns answers."""
    return tuple(
        each for each in QUESTIONS if any(column.cells[each.name].answers for column in columns)
    )


def answered_by_all(columns: Sequence[Column]) -> bool:
    """True when there is a question that all of these columns answer."""
    return any(all(column.cells[each.name].answers for column in columns) for each in QUESTIONS)


def _answers(
    question: PlayersQuestion, asked: RulesAsked, said: Mapping[str, str]
) -> Iterator[Answer]:
    """Answers to a question: clauses that a book says together are one answer."""
    together: dict[str, dict[str, Clause]] = {}
    for statement in question.answers(asked):
        clause = statement.clause
        if not clause.machine:
            text = said.get(clause.full_id, clause.text)
            together.setdefault(text, {})[clause.full_id] = clause
    for text, found in together.items():
        clauses = tuple(found.values())
        readings = (name for clause in clauses for name in _readings(asked.rules, clause))
        yield Answer(text=text, clauses=clauses, readings=tuple(dict.fromkeys(readings)))


def _readings(ruleset: Ruleset, clause: Clause) -> Iterator[str]:
    """The readings that bring a clause, or that are about it."""
    brought_by, _, chosen = clause.of.partition(":")
    if chosen:
        yield brought_by
    for name, reading in ruleset.readings.items():
        if name != brought_by and {clause.id, clause.full_id} & set(reading.clauses):
            yield name
