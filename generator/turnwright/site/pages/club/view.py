"""View model of the page for a club: what it asks before it picks, and each system's answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

from turnwright.lab import measures
from turnwright.lab.measures import Estimate, figure
from turnwright.lab.simulation import SimulationResult
from turnwright.language.book import Answer
from turnwright.language.roster import Roster
from turnwright.site.clauses import References
from turnwright.site.page import (
    CLUB,
    COMPARISON,
    Link,
    Page,
    PageLocation,
    armies_url,
    system_url,
)
from turnwright.site.pages.armies.view import RosterFigures
from turnwright.site.pages.systems.view import kind_of, page_order, without_round
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True)
class Measured:
    """What is counted for a question."""

    measure: str
    between_equals: bool
    """True where both sides have as many units."""
    text: str
    """What the number is of."""


MEASURED: Mapping[str, Measured] = {
    "going_first": Measured(
        measures.BEFORE_REPLY,
        between_equals=True,
        text="units of the first side that act before the other side does anything",
    ),
    "waiting": Measured(
        measures.LONGEST_WAIT,
        between_equals=True,
        text="units of the other side that act while you wait, at most",
    ),
    "unequal": Measured(
        measures.TAIL,
        between_equals=False,
        text="units of the larger side that act after the last of the smaller",
    ),
}
"""What is counted, by the key of the question."""


@dataclass(frozen=True)
class ClubCount:
    """What was counted for a question: between which armies, what, and the number by system."""

    roster: Roster
    text: str
    numbers: Mapping[str, str]


def club_counts(figures: RosterFigures) -> Mapping[str, ClubCount]:
    """What is counted for each question that has a roster for it, in all systems.

    The roster is the largest one between two sides that fits.
    """
    found: dict[str, ClubCount] = {}
    rosters = [each for each in figures.rosters if len(each.sides) == 2]
    for question, asked in MEASURED.items():
        fitting = [each for each in rosters if _between_equals(each) is asked.between_equals]
        if fitting:
            roster = max(fitting, key=lambda each: (sum(map(len, each.sides.values())), each.name))
            counted = {
                system: _figures(each, asked.measure)
                for system, each in figures.results(roster).items()
                if not each.stopped
            }
            numbers = {system: _range(some) for system, some in counted.items() if some}
            found[question] = ClubCount(roster, asked.text, numbers)
    return found


def _between_equals(roster: Roster) -> bool:
    return len({len(units) for units in roster.sides.values()}) == 1


def _figures(result: SimulationResult, measure: str) -> list[Estimate]:
    """Figures of a measure: of the round, or of each side."""
    counted = result.tally.measures
    return [figure(numbers) for (name, _), numbers in counted.items() if name == measure]


def _range(found: Sequence[Estimate]) -> str:
    """From the least to the most that came up, and the average where these differ."""
    if len(found) > 1:
        return str(max(each.most for each in found))
    (only,) = found
    if only.least == only.most:
        return str(only.most)
    return f"{only.least} to {only.most}, on average {float(only.mean):.1f}"


QUESTIONS = {
    "going_first": "Who goes first, and what is it worth?",
    "waiting": "How long do I wait until I may do something?",
    "unequal": "What if one side has more units?",
    "reacting": "May I do something while the other acts?",
    "book_keeping": "What do we have to mark or remember?",
    "luck": "How much is left to chance?",
    "three_players": "Can three of us play?",
    "codex": "How much of our army books still works?",
}
"""What a club asks, by the key of the answers in a book."""


@dataclass(frozen=True, kw_only=True)
class ClubAnswer:
    """A system's answer to a question."""

    system: Link
    refs: References
    answer: Answer
    count: str = ""
    """The number that was counted for the question."""


@dataclass(frozen=True, kw_only=True)
class ClubQuestion:
    """A question, with the answers of whole systems, and of sketches and libraries."""

    anchor: str
    title: str
    armies: Link | None
    """The armies between which something was counted for it."""
    counted: str
    """What was counted."""
    whole: tuple[ClubAnswer, ...]
    others: tuple[ClubAnswer, ...]


@dataclass(frozen=True, kw_only=True)
class ClubPage:
    """View model of the page for a club."""

    crumbs: tuple[Link, ...]
    questions: tuple[ClubQuestion, ...]
    without_round: tuple[Link, ...]
    """Libraries, of which only some of the questions can be asked."""


def club_pages(site: SiteData) -> Iterator[Page]:
    """The page for a club, to which the home page leads."""
    yield Page(
        url=CLUB,
        title="Which one for us?",
        summary="What a club asks before it picks a turn system, and what each one answers.",
        template="pages/club/page",
        view=partial(club_page, site),
        assets=("club.css",),
    )


def club_page(site: SiteData) -> ClubPage:
    """View model of the page for a club."""
    location = site.location(CLUB)
    counts = _counts(site)
    asked = tuple(
        ClubQuestion(
            anchor=key,
            title=title,
            armies=_armies(location, count.roster) if (count := counts.get(key)) else None,
            counted=count.text if count else "",
            whole=tuple(_answers(site, key, "complete", count)),
            others=tuple(
                answer
                for kind in ("sketches", "libraries")
                for answer in _answers(site, key, kind, count)
            ),
        )
        for key, title in QUESTIONS.items()
    )
    return ClubPage(
        crumbs=location.crumbs(("Compare", COMPARISON)),
        questions=tuple(each for each in asked if each.whole or each.others),
        without_round=without_round(site, location),
    )


def _counts(site: SiteData) -> Mapping[str, ClubCount]:
    """What is counted for the questions, where the laboratory is installed that does it."""
    if not find_spec("turnwright.lab"):
        return {}
    from turnwright.site.pages.armies.view import RosterFigures

    return club_counts(RosterFigures(site))


def _armies(location: PageLocation, roster: Roster) -> Link:
    return Link(plain_text(roster.roster), location.to(armies_url(roster.name)))


def _answers(site: SiteData, key: str, kind: str, count: ClubCount | None) -> Iterator[ClubAnswer]:
    """Answers to a question by systems of a kind, in the order of their pages."""
    location = site.location(CLUB)
    for name in page_order(site):
        ruleset, book = site.rulesets[name], site.library.books.get(name)
        if book and key in book.club and kind_of(ruleset) == kind:
            yield ClubAnswer(
                system=Link(plain_text(ruleset.title), location.to(system_url(name))),
                refs=References(site, location, name),
                answer=book.club[key],
                count=count.numbers.get(name, "") if count else "",
            )
