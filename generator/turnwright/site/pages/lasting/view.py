"""View model of how long effects last: a timeline for each, base beside overlay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.describe.labels import Labels, heading, join_names
from turnwright.describe.programs import program_of
from turnwright.site.clauses import References
from turnwright.site.page import Link, Page, PageLocation, lasting_url, system_url
from turnwright.site.pages.lasting.spans import Course, Instant, courses
from turnwright.site.rendering import inline_html, plain_text, render
from turnwright.site.site_data import SiteData

Courses = Mapping[tuple[str, bool], Course]
"""The courses of a system, by ability and by whether the unit that used it is lost."""


@dataclass(frozen=True, kw_only=True)
class InstantView:
    """View model of a step that is gone through."""

    round: str
    """Title of the round that begins with it, or nothing."""
    title: str
    kind: str
    """How it is drawn: `serves`, `going` or `not`."""
    says: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class LaneView:
    """View model of the course of an effect in one system."""

    system: Link
    instants: tuple[InstantView, ...]


@dataclass(frozen=True, kw_only=True)
class EffectView:
    """View model of an effect, in one system or in two."""

    anchor: str
    title: str
    text: Markup
    lanes: tuple[LaneView, ...]
    fallen: tuple[LaneView, ...]
    """The same where the unit that made the effect is lost at once."""


@dataclass(frozen=True, kw_only=True)
class LastingPage:
    """View model of the page."""

    crumbs: tuple[Link, ...]
    effects: tuple[EffectView, ...]


def lasting_pages(site: SiteData) -> Iterator[Page]:
    """A page for every system with effects that last; that of an overlay has its base beside it."""
    found = {
        name: {(course.ability, course.falls): course for course in courses(program_of(rules))}
        for name, rules in site.effective.items()
    }
    for name, own in found.items():
        if not own:
            continue
        location = site.location(lasting_url(name))
        title = plain_text(site.effective[name].title)
        base = site.effective[name].extends
        systems = tuple(each for each in (base, name) if each in found)
        page = LastingPage(
            crumbs=(
                Link("Home", location.to("")),
                Link("Systems", location.to("systems/")),
                Link(title, location.to(system_url(name))),
            ),
            effects=tuple(_effects(site, location, found, own, systems)),
        )
        yield Page(
            url=lasting_url(name),
            title=f"{title}: how long it lasts",
            summary="From when to when effects last, whom they serve, and by which rule.",
            html=render("pages/lasting/page", page),
            edit=str(site.library.source(name)),
            assets=("compare.css",),
        )


def _effects(
    site: SiteData,
    location: PageLocation,
    found: Mapping[str, Courses],
    own: Courses,
    systems: tuple[str, ...],
) -> Iterator[EffectView]:
    def lanes(ability: str, *, falls: bool) -> Iterator[LaneView]:
        for each in systems:
            if course := found[each].get((ability, falls)):
                title = plain_text(site.effective[each].title)
                yield LaneView(
                    system=Link(title, location.to(system_url(each))),
                    instants=tuple(_instants(site, location, each, course)),
                )

    for (ability, falls), course in own.items():
        if not falls:
            yield EffectView(
                anchor=ability,
                title=heading(ability),
                text=inline_html(course.text),
                lanes=tuple(lanes(ability, falls=False)),
                fallen=tuple(lanes(ability, falls=True)),
            )


def _instants(
    site: SiteData, location: PageLocation, system: str, course: Course
) -> Iterator[InstantView]:
    labels = Labels(site.effective[system])
    last = 0
    for each in course.instants:
        whose = f" of {each.who}" if each.who else ""
        yield InstantView(
            round=f"{labels.title('round')} {each.round}" if each.round != last else "",
            title=f"{labels.title(each.step)}{whose}",
            kind=each.phase.name.lower(),
            says=_says(each),
            by=References(site, location, system).clauses(each.stopped_by),
        )
        last = each.round


def _says(each: Instant) -> str:
    """What the effect does at a moment, in words."""
    if each.stopped_by:
        return "over"
    serves = f"helps {join_names(each.serves)}" if each.serves else each.phase.value
    return f"starts, {serves}" if each.starts else serves
