"""Comparison page: the same questions, answered by several systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from turnwright.describe.applicability import without_idle
from turnwright.describe.clause_words import Statements
from turnwright.describe.variants import Variant, pairs
from turnwright.examples.programs import program_of
from turnwright.language.book import Book
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset, Status
from turnwright.site.page import (
    ARMIES,
    CLUB,
    COMPARISON,
    Link,
    Page,
    system_url,
    variant_path,
)
from turnwright.site.pages.comparison.questions import (
    QUESTIONS,
    PlayersQuestion,
    RulesAsked,
    find_dealing_steps,
)
from turnwright.site.pages.systems.view import in_page_order, without_round
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


class AnswerStatus(StrEnum):
    """Whether a question is answered."""

    SAID = "said"
    """Clauses answer it."""
    OPEN = "open"
    """The source leaves it open; the answer is one way to read it."""
    NOT_SAID = "not said"
    """No clause speaks of it."""


@dataclass(frozen=True, kw_only=True)
class SystemAnswer:
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

    answers: tuple[SystemAnswer, ...] = ()

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
) -> Iterator[SystemAnswer]:
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
        yield SystemAnswer(text=text, clauses=clauses, readings=tuple(dict.fromkeys(readings)))


def _readings(ruleset: Ruleset, clause: Clause) -> Iterator[str]:
    """The readings that bring a clause, or that are about it."""
    brought_by, _, chosen = clause.of.partition(":")
    if chosen:
        yield brought_by
    for name, reading in ruleset.readings.items():
        if name != brought_by and {clause.id, clause.full_id} & set(reading.clauses):
            yield name


OtherPages = Mapping[str, Iterable[Page]]
"""Further pages that compare, under titles."""


@dataclass(frozen=True, kw_only=True)
class ComparisonPage:
    """View model of the comparison page."""

    crumbs: tuple[Link, ...]
    onward: tuple[Link, ...]
    """To what a club asks, and to the same armies in each system."""
    columns: tuple[Column, ...]
    without_round: tuple[Link, ...]
    """Libraries, of which nothing can be asked here."""
    whole: frozenset[str]
    """Keys of the columns that are shown before anybody chooses: those of whole systems."""
    questions: tuple[PlayersQuestion, ...]
    more: tuple[tuple[str, tuple[Link, ...]], ...]
    """Further pages that compare, under titles."""
    href: Mapping[str, str]
    """URL of each column's system, by key."""
    clause_href: Callable[[Clause], str]


def comparison_pages(site: SiteData, others: OtherPages) -> Iterator[Page]:
    """The page with the questions of players."""
    yield Page(
        url=COMPARISON,
        title="Compare",
        summary="Who acts next, how many at once, may I pass: every system's answers.",
        template="pages/comparison/page",
        view=partial(comparison_page, site, others),
        assets=("comparison.css", "comparison.js"),
    )


def comparison_page(site: SiteData, others: OtherPages) -> ComparisonPage:
    """View model of the comparison page; `others` are listed on it."""
    location = site.location(COMPARISON)
    found = tuple(_played(site))
    columns = tuple(
        column(
            each.ruleset,
            each.key,
            plain_text(each.title),
            site.library.book(each.system, each.options, each.readings),
        )
        for each in found
    )
    paired = tuple(
        Link(_beside(one, other), f"?with={one.key},{other.key}") for one, other in pairs(found)
    )
    linked = (
        (title, tuple(Link(each.title, location.to(each.url)) for each in pages))
        for title, pages in others.items()
    )
    return ComparisonPage(
        crumbs=location.crumbs(),
        onward=(
            *(
                [Link("Which one for us?", location.to(CLUB))]
                if any(book.club for book in site.library.books.values())
                else []
            ),
            Link("The same armies in every system", location.to(ARMIES)),
        ),
        columns=columns,
        without_round=without_round(site, location),
        whole=frozenset(
            each.key for each in found if each.kind is None and each.ruleset.status is Status.SYSTEM
        ),
        questions=answered_by_some(columns),
        more=(("Pairs that belong together", paired), *linked),
        href={each.key: location.to(*variant_path(each)) for each in found},
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
    )


def _played(site: SiteData) -> Iterator[Variant]:
    """Every system that is played, and its packs and options."""
    for each in in_page_order(site, site.variants):
        if each.ruleset.steps and not each.ruleset.library and not each.reading:
            yield each


def _beside(one: Variant, other: Variant) -> str:
    return f"{plain_text(one.title)} beside {plain_text(other.title)}"
