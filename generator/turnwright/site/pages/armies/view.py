"""Armies pages: a page for each roster, and the list of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby

from markupsafe import Markup

from turnwright.describe.labels import Labels, heading
from turnwright.describe.variants import Variant
from turnwright.lab import measures
from turnwright.lab.armies import Case
from turnwright.lab.duel import first_wins, is_fit
from turnwright.lab.policies import Policy
from turnwright.lab.report import SHARES
from turnwright.lab.simulation import ROUNDS, Result, simulate
from turnwright.lab.tally import Figure, figure
from turnwright.lab.timeline import Deed, Loop, outer_loop, walk, without_openings
from turnwright.language.roster import Roster
from turnwright.site.drawing.bars import BarChart
from turnwright.site.drawing.lanes import Lanes, draw_lanes
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
from turnwright.site.rendering import block_html, inline_html, plain_text
from turnwright.site.site_data import SiteData

ASSETS = ("armies.css",)
"""The style sheet of these pages."""


def armies_pages(site: SiteData) -> Iterator[Page]:
    """The list of all rosters, and a page for each."""
    armies = Armies(site)
    yield Page(
        url=ARMIES,
        title="The same armies in every system",
        summary="Who acts when, as pictures and as figures, with the same armies in every system.",
        template="pages/armies/list",
        view=armies.index,
        assets=ASSETS,
    )
    for roster in armies.rosters:
        yield Page(
            url=armies_url(roster.name),
            title=plain_text(roster.roster),
            summary=plain_text(roster.about.strip().partition("\n")[0]),
            template="pages/armies/page",
            view=partial(armies.page, roster),
            edit=roster.path,
            assets=ASSETS,
        )


CHARTS = (
    (
        measures.BEFORE_REPLY,
        "Before the first reply",
        "Activations of the side that begins before another side acts or reacts.",
    ),
    (
        measures.FORCE_BEFORE,
        "How much of a force acts first",
        "The share of units of the side that begins which act before another side's first"
        " activation.",
    ),
    (
        measures.LONGEST_RUN,
        "Longest run of one side",
        "The most activations of one side in a row.",
    ),
    (
        measures.TAIL,
        "Tail of the larger side",
        "Activations of the larger side after the last of any other. Between equal sides it is"
        " the tail of whoever is last.",
    ),
    (
        measures.LAST_THEN_FIRST,
        "Last, then first",
        "How often the side that was last in one round is the first in the next.",
    ),
)
"""Charts of the round as a whole."""
CHARTS_OF_SIDES = (
    (
        measures.LONGEST_WAIT,
        "Longest wait",
        "The most activations of others that a side sits through without a decision of its own.",
    ),
    (
        measures.MEAN_WAIT,
        "Mean wait",
        "How many activations of others a side sits through at a time.",
    ),
    (measures.FIRST, "Who acts first", "How often each side has the first activation."),
    (measures.LAST, "Who acts last", "How often each side has the last activation."),
)
"""Charts of each side."""
DUEL = "duel"
DUEL_TEXT = (
    "How likely the side that acts first wins a fight that is only a toy, and no battle:"
    " a unit strikes when it first acts in a round, hits on a 4 or more on a D6, and each hit takes"
    " an enemy away, the one that would act first. Every round has its order anew, nobody moves,"
    " hides or shoots back out of turn, and whoever has the last unit wins. 50% would be fair."
    " Systems in which such a fight may never end are left out."
)
LOOPS = {
    Loop.UNIT: "Unit by unit: each does everything before the next one starts.",
    Loop.PHASE: "Phase by phase: every unit does one thing before any does the next.",
    Loop.SINGLE: "Unit by unit: each does one thing.",
    Loop.FREE: "In any order: any unit may do any of these.",
    Loop.MIXED: "Neither unit by unit nor phase by phase: the two mix.",
}


@dataclass(frozen=True, kw_only=True)
class LanesRow:
    """Row of the timelines: a system, its lanes, and its matrix of units and phases."""

    system: Link
    lanes: Lanes
    loop: str
    """Which loop is outside, as a sentence."""
    phases: tuple[str, ...]
    """What units of the first side do, in order of first time."""
    units: tuple[tuple[str, tuple[str, ...]], ...]
    """For each unit, when it does each of these: the numbers of its side's deeds."""


@dataclass(frozen=True, kw_only=True)
class PointsRow:
    """Row of who acts next: a system, and for each activation how likely the first side is."""

    system: Link
    cells: tuple[tuple[int, float, str], ...]
    """For each activation its column, the share of the first side, and that in percent."""
    numbers: tuple[tuple[str, str], ...]
    """For the table: activations that are alike, and the share of the first side in percent."""
    width: int


@dataclass(frozen=True, kw_only=True)
class ArmiesPage:
    """View model of the page of a roster."""

    title: str
    about: Markup
    crumbs: tuple[Link, ...]
    sides: tuple[tuple[str, int], ...]
    rows: tuple[LanesRow, ...]
    charts: tuple[BarChart, ...]
    points: tuple[PointsRow, ...]
    assumptions: tuple[tuple[Link, Markup], ...]
    stopped: tuple[tuple[Link, str], ...]
    """Systems that cannot play it, each with the reason."""
    idle: tuple[tuple[Link, tuple[Link, ...]], ...]
    """Each system with the choices in it that change no figure."""
    exact: int
    """How many systems have exact figures."""
    rounds: int
    command: str
    example: str
    """The key of something chosen in a system, for the command; empty where there is none."""


@dataclass(frozen=True, kw_only=True)
class ArmiesList:
    """View model of the list of rosters."""

    crumbs: tuple[Link, ...]
    rosters: tuple[tuple[Link, Markup], ...]


class Armies:
    """All rosters in all systems: what was played, and the pages of it."""

    def __init__(self, site: SiteData) -> None:
        self.site = site

    @cached_property
    def variants(self) -> Sequence[Variant]:
        """Systems as they may be played."""
        played = (each for each in self.site.variants if not each.ruleset.library)
        return in_page_order(self.site, played)

    @cached_property
    def by_key(self) -> Mapping[str, Variant]:
        """The same, by key."""
        return {each.key: each for each in self.variants}

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """What came of playing every roster in every system."""
        cases = [
            Case(each.key, each.title, each.ruleset, roster, Policy.FIRST_LISTED)
            for roster in self.site.library.rosters.values()
            for each in self.variants
        ]
        return simulate(cases, ROUNDS, kept=self.site.kept, workers=os.cpu_count())

    @property
    def rosters(self) -> Sequence[Roster]:
        """The rosters, those that most systems can play first."""
        return sorted(self.site.library.rosters.values(), key=lambda roster: len(roster.sides))

    def link(self, location: PageLocation, name: str) -> Link:
        """Link to a system, or to its pack, option or reading."""
        variant = self.by_key[name]
        return Link(plain_text(variant.title), location.to(*variant_path(variant)))

    def of(self, roster: Roster) -> tuple[Result, ...]:
        """Results of a roster, without choices that change nothing in it."""
        idle = {each.key for each in self.idle(roster)}
        found = (result for result in self.results if result.case.roster is roster)
        return tuple(result for result in found if result.case.name not in idle)

    def idle(self, roster: Roster) -> tuple[Variant, ...]:
        """Choices that change nothing in a roster: its system plays it alike without them."""
        found = {r.case.name: r for r in self.results if r.case.roster is roster}

        def outcome(name: str) -> object:
            result = found[name]
            return result.stopped or result.tally

        return tuple(
            each
            for each in self.variants
            if each.chosen and outcome(each.key) == outcome(each.system)
        )

    def index(self) -> ArmiesList:
        """View model of the list of rosters."""
        location = self.site.location(ARMIES)
        return ArmiesList(
            crumbs=_crumbs(location, Link("Compare", location.to(COMPARISON))),
            rosters=tuple(
                (
                    Link(plain_text(roster.roster), location.to(armies_url(roster.name))),
                    inline_html(roster.about.strip()),
                )
                for roster in self.rosters
            ),
        )

    def page(self, roster: Roster) -> ArmiesPage:
        """View model of the page of a roster."""
        location = self.site.location(armies_url(roster.name))
        found = self.of(roster)
        played = [result for result in found if not result.stopped]
        linked = {result.case.name: self.link(location, result.case.name) for result in found}
        return ArmiesPage(
            title=plain_text(roster.roster),
            about=block_html(roster.about),
            crumbs=_crumbs(
                location,
                Link("Compare", location.to(COMPARISON)),
                Link("Armies", location.to(ARMIES)),
            ),
            sides=tuple((heading(side), len(units)) for side, units in roster.sides.items()),
            rows=lanes_rows(played, linked),
            charts=tuple(self._charts(played, linked, roster)),
            points=tuple(_points(result, linked[result.case.name]) for result in played),
            assumptions=tuple(
                (linked[result.case.name], inline_html(result.case.rules.muster.text))
                for result in played
                if result.case.rules.muster and not self.by_key[result.case.name].chosen
            ),
            stopped=tuple(
                (linked[result.case.name], result.stopped) for result in found if result.stopped
            ),
            idle=tuple(self._idle(location, roster)),
            exact=sum(result.exact for result in played),
            rounds=ROUNDS,
            command=f"turnwright simulate --roster {roster.name} --rounds {ROUNDS}",
            example=next((each.key for each in self.variants if each.chosen), ""),
        )

    def _idle(
        self, location: PageLocation, roster: Roster
    ) -> Iterator[tuple[Link, tuple[Link, ...]]]:
        """Each system that plays a roster, with the choices in it that change no figure."""
        playing = {result.case.name for result in self.of(roster) if not result.stopped}
        idle = (each for each in self.idle(roster) if each.system in playing)
        for system, chosen in groupby(idle, lambda each: each.system):
            yield (
                self.link(location, system),
                tuple(
                    Link(
                        plain_text(f"{each.question} {each.label}".strip()),
                        location.to(*variant_path(each)),
                    )
                    for each in chosen
                ),
            )

    def _charts(
        self, played: Sequence[Result], linked: Mapping[str, Link], roster: Roster
    ) -> Iterator[BarChart]:
        """Charts of a roster."""
        sides = tuple(map(heading, roster.sides))
        for name, title, text in CHARTS:
            figures = tuple(
                (linked[r.case.name], (figure(counts, r.exact),))
                for r in played
                if (counts := r.tally.measures.get((name, measures.WHOLE)))
            )
            yield BarChart(name=name, title=title, text=text, is_share=name in SHARES, rows=figures)
        for name, title, text in CHARTS_OF_SIDES:
            figures_of = tuple(
                (
                    linked[r.case.name],
                    tuple(figure(r.tally.measures[name, n], r.exact) for n in range(len(sides))),
                )
                for r in played
            )
            yield BarChart(
                name=name,
                title=title,
                text=text,
                sides=sides,
                is_share=name in (measures.FIRST, measures.LAST),
                rows=figures_of,
            )
        sizes = tuple(len(units) for units in roster.sides.values())
        if (duel := _duel_chart(played, linked, sizes)) is not None:
            yield duel


def _duel_chart(
    played: Sequence[Result], linked: Mapping[str, Link], sizes: tuple[int, ...]
) -> BarChart | None:
    """Chart of the toy duel; None between sides that are not equal."""
    chances = tuple(
        (linked[result.case.name], (Figure(chance, chance, chance),))
        for result in played
        if (chance := first_wins(result.tally.duel, sizes)) is not None
    )
    if not chances or not is_fit(sizes):
        return None
    return BarChart(name=DUEL, title="A toy duel", text=DUEL_TEXT, is_share=True, rows=chances)


def lanes_rows(played: Sequence[Result], linked: Mapping[str, Link]) -> tuple[LanesRow, ...]:
    """Rows of the timelines, all on one axis."""
    walks = [(result, without_openings(walk(result.case))) for result in played]
    return tuple(_lanes_row(result, deeds, linked[result.case.name]) for result, deeds in walks)


def _lanes_row(result: Result, deeds: Sequence[Deed], system: Link) -> LanesRow:
    """Row of one system."""
    sides = tuple(result.case.roster.sides)
    labels = Labels(result.case.rules)
    own = [deed for deed in deeds if deed.side == 0 and not deed.reaction]
    phases = tuple(dict.fromkeys(deed.does for deed in own))
    units = dict.fromkeys(name for deed in own for name in deed.units)
    return LanesRow(
        system=system,
        lanes=draw_lanes(deeds, sides, labels),
        loop=LOOPS[outer_loop(deeds, 0)],
        phases=tuple(labels.title(name) for name in phases),
        units=tuple(
            (
                unit,
                tuple(
                    ", ".join(
                        str(number)
                        for number, deed in enumerate(own, 1)
                        if unit in deed.units and deed.does == does
                    )
                    for does in phases
                ),
            )
            for unit in units
        ),
    )


def _points(result: Result, system: Link) -> PointsRow:
    """Row of who acts next."""
    cells = []
    for point, sides in sorted(result.tally.points.items()):
        share = Fraction(sides.get(0, 0)) / Fraction(sum(sides.values()))
        cells.append((point, round(float(share), 3), f"{float(share):.0%}"))
    numbers = []
    for percent, alike in groupby(cells, lambda cell: cell[2]):
        places = [point + 1 for point, _, _ in alike]
        first, last = places[0], places[-1]
        numbers.append((str(first) if first == last else f"{first}\u2013{last}", percent))
    return PointsRow(system=system, cells=tuple(cells), numbers=tuple(numbers), width=len(cells))


def _crumbs(location: PageLocation, *above: Link) -> tuple[Link, ...]:
    """Links to the pages above."""
    return (Link("Home", location.to("")), *above)
