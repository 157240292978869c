"""Page on how long effects last: a timeline for each, base beside overlay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from turnwright.describe.labels import Labels, join_names
from turnwright.site.clauses import References
from turnwright.site.page import Link, Page, PageLocation, lasting_url, system_url
from turnwright.site.pages.lasting.spans import Course, Instant, courses, has_effects
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class System:
    """A system whose effects are shown."""

    link: Link
    labels: Labels
    refs: References
    courses: Mapping[tuple[str, bool], Course]
    """By ability and by whether the unit that used it is lost."""


@dataclass(frozen=True, kw_only=True)
class LastingPage:
    """View model of the page."""

    crumbs: tuple[Link, ...]
    effects: Mapping[str, str]
    """The abilities whose effects are shown, each with its text."""
    systems: tuple[System, ...]
    """The base, where there is one, and the system itself."""

    def says(self, at: Instant) -> str:
        """What the effect does at a moment, in words."""
        if at.stopped_by:
            return "over"
        serves = f"helps {join_names(at.serves)}" if at.serves else at.phase.value
        return f"starts, {serves}" if at.starts else serves


def lasting_pages(site: SiteData) -> Iterator[Page]:
    """A page for every system with effects that last; that of an overlay has its base beside it."""
    for name, rules in site.effective.items():
        if has_effects(rules):
            yield Page(
                url=lasting_url(name),
                title=f"{plain_text(rules.title)}: how long it lasts",
                summary="From when to when effects last, whom they serve, and by which rule.",
                template="pages/lasting/page",
                view=partial(lasting_page, site, name),
                edit=str(site.library.source(name)),
                assets=("lasting.css",),
            )


def lasting_page(site: SiteData, name: str) -> LastingPage:
    """View model of how long the effects of a system last."""
    rules, location = site.effective[name], site.location(lasting_url(name))
    both = tuple(each for each in (rules.extends, name) if each in site.effective)
    systems = tuple(_system(site, location, each) for each in both)
    return LastingPage(
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            systems[-1].link,
        ),
        effects={course.ability: course.text for course in courses(rules)},
        systems=systems,
    )


def _system(site: SiteData, location: PageLocation, name: str) -> System:
    rules = site.effective[name]
    return System(
        link=Link(plain_text(rules.title), location.to(system_url(name))),
        labels=Labels(rules),
        refs=References(site, location, name),
        courses={(course.ability, course.falls): course for course in courses(rules)},
    )
