"""Armies pages: a page for each roster, and the list of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby

from turnwright.describe.labels import Labels, heading
from turnwright.describe.variants import Variant
from turnwright.lab import measures
from turnwright.lab.measures import RoundTally, figure
from turnwright.lab.muster import Case
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import SimulationResult, simulate
from turnwright.lab.simulation_report import SHARES
from turnwright.lab.timeline import Deed, Loop, deeds_of_round, outer_loop
from turnwright.language.roster import Roster
from turnwright.site.drawing.charts import BarChart, Lanes, draw_lanes
from turnwright.site.page import (
    ARMIES,
    COMPARISON,
    Link,
    Page,
    PageLocation,
    armies_url,
    variant_path,
)
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

ASSETS = ("lanes.css",)
"""The style sheet of these pages."""


ROUNDS = 12
"""Rounds that are sampled of each case: a page shows who acts when, the command more exactly."""
MOST_UNITS = 60
"""Units of a roster that a page can show, and that a build can play in every system."""


def armies_pages(site: SiteData) -> Iterator[Page]:
    """The list of all rosters, and a page for each."""
    figures = RosterFigures(site)
    yield Page(
        url=ARMIES,
        title="The same armies in every system",
        summary="Who acts when, as pictures and as figures, with the same armies in every system.",
        template="pages/armies/list",
        view=figures.index,
        assets=ASSETS,
    )
    for roster in figures.rosters:
        yield Page(
            url=armies_url(roster.name),
            title=plain_text(roster.roster),
            summary=plain_text(roster.about.strip().partition("\n")[0]),
            template="pages/armies/page",
            view=partial(figures.page, roster),
            edit=roster.path,
            assets=ASSETS,
        )


CHARTS: Mapping[str, tuple[str, str]] = {
    measures.BEFORE_REPLY: (
        "Before the first reply",
        "Units of the side that begins that act before another side acts or reacts.",
    ),
    measures.FORCE_BEFORE: (
        "How much of a force acts first",
        "The share of units of the side that begins which act before another side's first"
        " activation.",
    ),
    measures.LONGEST_RUN: (
        "Longest run of one side",
        "The most units of one side that act in a row.",
    ),
    measures.TAIL: (
        "Tail of the larger side",
        "Units of the larger side that act after the last of any other. Between equal sides it"
        " is the tail of the side that is last.",
    ),
    measures.LAST_THEN_FIRST: (
        "Last, then first",
        "How often the side that was last in one round is the first in the next.",
    ),
    measures.LONGEST_WAIT: (
        "Longest wait",
        "The most units of others that act while a side has no decision of its own.",
    ),
    measures.MEAN_WAIT: (
        "Mean wait",
        "How many units of others act at a time while a side waits.",
    ),
    measures.FIRST: ("Who acts first", "How often each side has the first activation."),
    measures.LAST: ("Who acts last", "How often each side has the last activation."),
}
"""The charts, each with its title and what it counts."""
OF_SIDES = (measures.LONGEST_WAIT, measures.MEAN_WAIT, measures.FIRST, measures.LAST)
"""Those that count for each side, and not for the round as a whole."""
LOOPS = {
    Loop.UNIT: "Unit by unit: each does everything before the next one starts.",
    Loop.PHASE: "Phase by phase: every unit does one thing before any does the next.",
    Loop.SINGLE: "Unit by unit: each does one thing.",
    Loop.FREE: "In any order: any unit may do any of these.",
    Loop.MIXED: "Neither unit by unit nor phase by phase: the two mix.",
}


@dataclass(frozen=True)
class PlayedSystem:
    """A system that plays a roster: its round as lanes, as a table, and as odds."""

    system: Link
    result: SimulationResult

    @property
    def labels(self) -> Labels:
        """What its rules call things."""
        return Labels(self.result.case.rules)

    @cached_property
    def _deeds(self) -> Sequence[Deed]:
        return deeds_of_round(self.result.case)

    @property
    def lanes(self) -> Lanes:
        """Who acts when in one round."""
        return draw_lanes(self._deeds, tuple(self.result.case.roster.sides), self.labels)

    @property
    def loop(self) -> str:
        """Which loop is outside, as a sentence."""
        return LOOPS[outer_loop(self._deeds, 0)]

    @cached_property
    def when(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
        """For each unit of the first side and each thing it does: the numbers of its deeds."""
        own = [deed for deed in self._deeds if deed.side == 0 and not deed.reaction]
        done = dict.fromkeys(deed.does for deed in own)
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for number, deed in enumerate(own, start=1):
            for unit in deed.units:
                numbers = found.setdefault(unit, dict.fromkeys(done, ()))
                numbers[deed.does] = (*numbers[deed.does], number)
        return found

    @cached_property
    def cells(self) -> tuple[tuple[int, float, str], ...]:
        """For each activation its column, the share of the first side, and that in percent."""
        points = sorted(self.result.tally.points.items())
        shares = ((at, float(sides.get(0, 0) / sum(sides.values()))) for at, sides in points)
        return tuple((at, round(share, 3), f"{share:.0%}") for at, share in shares)

    @property
    def numbers(self) -> Iterator[tuple[str, str]]:
        """For the table: activations that are alike, and the share of the first side in percent."""
        for percent, alike in groupby(self.cells, lambda cell: cell[2]):
            places = [point + 1 for point, _, _ in alike]
            first, last = places[0], places[-1]
            yield str(first) if first == last else f"{first}\u2013{last}", percent


@dataclass(frozen=True, kw_only=True)
class ArmiesPage:
    """View model of the page of a roster."""

    roster: Roster
    crumbs: tuple[Link, ...]
    rows: tuple[PlayedSystem, ...]
    charts: tuple[BarChart, ...]
    assumptions: tuple[tuple[Link, str], ...]
    stopped: tuple[tuple[Link, str], ...]
    """Systems that cannot play it, each with the reason."""
    idle: Mapping[Link, tuple[Link, ...]]
    """Each system with the choices in it that change no figure."""
    rounds: int


@dataclass(frozen=True, kw_only=True)
class ArmiesList:
    """View model of the list of rosters."""

    crumbs: tuple[Link, ...]
    rosters: tuple[tuple[Link, Roster], ...]


class RosterFigures:
    """All rosters in all systems: what was played, and the pages of it."""

    def __init__(self, site: SiteData) -> None:
        self.site = site
        # Those that most systems can play come first.
        self.rosters = sorted(site.library.rosters.values(), key=lambda roster: len(roster.sides))

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Systems, and with each pack or option; hardly any reading changes a figure."""
        played = (each for each in self.site.variants if not (each.ruleset.library or each.reading))
        return in_page_order(self.site, played)

    @property
    def parts(self) -> list[tuple[Roster, str]]:
        """What can be played apart from the rest: each roster in each system, longest first."""
        often = Counter(each.system for each in self.variants)
        return [(roster, name) for name, _ in often.most_common() for roster in self.rosters]

    def results(self, roster: Roster) -> Mapping[str, SimulationResult]:
        """What came of playing a roster, by the key of the system, without idle choices."""
        found = {}
        for system, some in groupby(self.variants, lambda each: each.system):
            key = roster.name, system
            if key not in self.site.played:
                self.site.played[key] = self.tallies(roster, system)
            tallies = self.site.played[key]
            for each in some:
                if each.key in tallies:
                    tally = tallies[each.key]
                    stopped = tally if isinstance(tally, str) else ""
                    counted = RoundTally() if isinstance(tally, str) else tally
                    found[each.key] = SimulationResult(_case(each, roster), counted, stopped)
        return found

    def tallies(self, roster: Roster, system: str) -> Mapping[str, RoundTally | str]:
        """Play a roster in a system and with each choice in it, but for those that change nothing.

        By the key of the system: a tally, or why there is none. Most choices change nothing, which
        the first round shows.
        """
        several = [each for each in self.variants if each.system == system]
        many = sum(len(units) for units in roster.sides.values())
        if many > MOST_UNITS:
            return {
                system: f"{many} units are too many for a page;"
                f" `turnwright simulate {system} --roster {roster.name}` counts them."
            }
        tried = simulate([_case(each, roster) for each in several], 1)
        came = {each.case.name: each.stopped or each.tally for each in tried}
        found = {
            each.key: came[each.key]
            for each in several
            if not each.chosen or came[each.key] != came[system]
        }
        playing = [each.case for each in tried if each.case.name in found and not each.stopped]
        for more in simulate(playing, ROUNDS, first=1):
            tally = found[more.case.name]
            assert isinstance(tally, RoundTally), "it could be played"
            tally.add(more.tally)
        return found

    def index(self) -> ArmiesList:
        """View model of the list of rosters."""
        location = self.site.location(ARMIES)
        return ArmiesList(
            crumbs=location.crumbs(("Compare", COMPARISON)),
            rosters=tuple(
                (Link(plain_text(roster.roster), location.to(armies_url(roster.name))), roster)
                for roster in self.rosters
            ),
        )

    def page(self, roster: Roster) -> ArmiesPage:
        """View model of the page of a roster."""
        location = self.site.location(armies_url(roster.name))
        idle: dict[str, list[Variant]] = {}
        rows: list[tuple[Variant, PlayedSystem]] = []
        results = self.results(roster)
        for variant in self.variants:
            result = results.get(variant.key)
            if result is None:
                idle.setdefault(variant.system, []).append(variant)
            else:
                href = location.to(*variant_path(variant))
                link = Link(plain_text(variant.title), href)
                rows.append((variant, PlayedSystem(link, result)))
        played = [row for _, row in rows if not row.result.stopped]
        links = {variant.key: row.system for variant, row in rows if not row.result.stopped}
        return ArmiesPage(
            roster=roster,
            crumbs=location.crumbs(("Compare", COMPARISON), ("Armies", ARMIES)),
            rows=tuple(played),
            charts=tuple(_charts(played, roster)),
            assumptions=tuple(
                (row.system, variant.ruleset.muster.text)
                for variant, row in rows
                if variant.ruleset.muster and not (variant.chosen or row.result.stopped)
            ),
            stopped=tuple(
                (row.system, row.result.stopped) for _, row in rows if row.result.stopped
            ),
            idle={
                links[system]: tuple(_idle_link(location, each) for each in some)
                for system, some in idle.items()
                if system in links
            },
            rounds=ROUNDS,
        )


def _case(variant: Variant, roster: Roster) -> Case:
    return Case(variant.key, variant.title, variant.ruleset, roster, Policy.FIRST_LISTED)


def _idle_link(location: PageLocation, variant: Variant) -> Link:
    """Link to what was chosen, titled by that alone."""
    title = plain_text(f"{variant.question} {variant.label}".strip())
    return Link(title, location.to(*variant_path(variant)))


def _charts(played: Sequence[PlayedSystem], roster: Roster) -> Iterator[BarChart]:
    """Charts of a roster."""
    sides = tuple(map(heading, roster.sides))
    for name, (title, text) in CHARTS.items():
        whose = range(len(sides)) if name in OF_SIDES else (measures.WHOLE,)
        yield BarChart(
            name=name,
            title=title,
            text=text,
            sides=sides if name in OF_SIDES else (),
            is_share=name in (*SHARES, measures.FIRST, measures.LAST),
            rows=tuple(
                (row.system, tuple(figure(found) for found in counted if found))
                for row in played
                for counted in ([row.result.tally.measures.get((name, who)) for who in whose],)
                if any(counted)
            ),
        )
