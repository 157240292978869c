"""View model of the home page's picture: one round of the same armies in each whole system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turnwright.describe.labels import Labels, heading
from turnwright.lab.muster import Case, PlayStopped
from turnwright.lab.policies import Policy
from turnwright.lab.timeline import deeds_of_round
from turnwright.language.roster import Roster
from turnwright.site.drawing.charts import Lanes, draw_lanes
from turnwright.site.page import Link, armies_url, system_url
from turnwright.site.pages.systems.view import is_sketch, page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class Picture:
    """View model of one round of a roster in each whole system that can play it."""

    roster: Link
    """Link to the page that has its figures."""
    sides: tuple[str, ...]
    rows: tuple[tuple[Link, Lanes], ...]


def home_picture(site: SiteData, name: str) -> Picture | None:
    """View model of the picture of a roster; None when there is no such roster."""
    roster = site.library.rosters.get(name)
    if roster is None:
        return None
    location = site.location("")
    return Picture(
        roster=Link(plain_text(roster.roster), location.to(armies_url(name))),
        sides=tuple(map(heading, roster.sides)),
        rows=tuple(_rows(site, roster)),
    )


def _rows(site: SiteData, roster: Roster) -> Iterator[tuple[Link, Lanes]]:
    """Link to each whole system that can play a roster, and its lanes."""
    location = site.location("")
    for system in page_order(site):
        rules = site.effective[system]
        if rules.library or is_sketch(rules):
            continue
        title = site.rulesets[system].title
        case = Case(system, title, rules, roster, Policy.FIRST_LISTED)
        try:
            deeds = deeds_of_round(case)
        except PlayStopped:
            continue
        lanes = draw_lanes(deeds, tuple(roster.sides), Labels(rules))
        yield Link(title, location.to(system_url(system))), lanes
