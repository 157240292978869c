"""View model of the table of what a unit may do after something happened to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turnwright.describe.labels import Labels
from turnwright.describe.programs import program_of
from turnwright.site.clauses import References
from turnwright.site.page import Link, Page, PageLocation, situations_url, system_url
from turnwright.site.pages.may.situations import May, SituationRow, Verdict, situation_rows
from turnwright.site.rendering import plain_text, render
from turnwright.site.site_data import SiteData

EFFECT = "The effect goes on"
"""What an effect does, in the rows in which its maker is lost."""


@dataclass(frozen=True, kw_only=True)
class DoingsView:
    """View model of things that a unit may or may not do, by the same clauses."""

    names: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class SituationView:
    """View model of a situation: what a unit may do, may do if, and may not do."""

    anchor: str
    text: str
    verdicts: tuple[tuple[str, str, str], ...]
    """For each thing that is dealt: yes, if or no, with the URL and the name of a clause."""
    cells: tuple[tuple[str, tuple[DoingsView, ...]], ...]
    """For yes, if and no: what the unit may do."""


@dataclass(frozen=True, kw_only=True)
class SituationsPage:
    """View model of the table."""

    title: str
    crumbs: tuple[Link, ...]
    columns: tuple[str, ...]
    """What is dealt to units."""
    with_effects: bool
    """True when there are rows in which the maker of an effect is lost."""
    rows: tuple[SituationView, ...]


def situations_pages(site: SiteData) -> Iterator[Page]:
    """The table of every system that names situations."""
    for name, rules in site.effective.items():
        rows = situation_rows(program_of(rules))
        if not rows:
            continue
        location = site.location(situations_url(name))
        labels = Labels(rules)
        has_effects = any(row.effect for row in rows)
        page = SituationsPage(
            title="What may this unit do now?",
            crumbs=(
                Link("Home", location.to("")),
                Link("Systems", location.to("systems/")),
                Link(plain_text(rules.title), location.to(system_url(name))),
            ),
            columns=(
                *(labels.title(each) for each in rows[0].verdicts),
                *([EFFECT] if has_effects else ()),
            ),
            with_effects=has_effects,
            rows=tuple(_view(site, location, labels, row, rows[0], has_effects) for row in rows),
        )
        yield Page(
            url=situations_url(name),
            title=f"{plain_text(rules.title)}: what a unit may do",
            summary="What a unit may do after something happened to it, and by which rule.",
            html=render("pages/may/page", page),
            edit=str(site.library.source(name)),
            assets=("compare.css",),
        )


def _view(
    site: SiteData,
    location: PageLocation,
    labels: Labels,
    row: SituationRow,
    plain: SituationRow,
    has_effects: bool,
) -> SituationView:
    refs = References(site, location, labels.ruleset.ruleset)

    def doings(may: May) -> Iterator[DoingsView]:
        together: dict[tuple[str, ...], list[str]] = {}
        for name, verdict in row.verdicts.items():
            if verdict.may is may:
                together.setdefault(_shown(verdict, name), []).append(labels.title(name))
        for by, names in together.items():
            links = refs.clauses(by)
            yield DoingsView(names=", ".join(names), by=links)
        if row.effect is not None and row.effect.may is may:
            until = f", until the end of the {labels.within(row.until)}" if row.until else ""
            links = refs.clauses(row.effect.by)
            yield DoingsView(names=f"{EFFECT}{until}", by=links)

    def _shown(verdict: Verdict, name: str) -> tuple[str, ...]:
        """The clauses to name: what is asked for anyway is told in the first row."""
        is_old = row is not plain and verdict == plain.verdicts[name]
        return () if is_old else verdict.by

    def cell(verdict: Verdict) -> tuple[str, str, str]:
        (link, *_) = refs.clauses(verdict.by[:1]) or (None,)
        return (verdict.may.value, link.href, link.text) if link else (verdict.may.value, "", "")

    return SituationView(
        anchor=row.name or "nothing",
        text=row.text,
        verdicts=(
            *map(cell, row.verdicts.values()),
            *([cell(row.effect) if row.effect else ("", "", "")] if has_effects else ()),
        ),
        cells=tuple((may.value, tuple(doings(may))) for may in May),
    )
