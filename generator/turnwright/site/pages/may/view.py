"""Page on what a unit may do after something happened to it: a table for each system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from turnwright.describe.labels import Labels
from turnwright.site.clauses import References
from turnwright.site.page import Link, Page, situations_url, system_url
from turnwright.site.pages.may.situations import (
    May,
    Permission,
    SituationRow,
    has_situations,
    situation_rows,
)
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class SituationsPage:
    """View model of the table."""

    crumbs: tuple[Link, ...]
    rows: tuple[SituationRow, ...]
    """The first one is for a unit to which nothing happened."""
    has_effects: bool
    """True when there are rows in which the maker of an effect is lost."""
    labels: Labels
    refs: References
    answers: tuple[May, ...] = tuple(May)

    def by_rule(self, row: SituationRow, may: May) -> Mapping[tuple[str, ...], list[str]]:
        """By clauses: what a unit may do, may do if, or may not do, by these.

        What is asked for anyway is told in the first row.
        """
        found: dict[tuple[str, ...], list[str]] = {}
        plain = self.rows[0]
        for name, permission in row.permissions.items():
            if permission.may is may:
                is_old = row is not plain and permission == plain.permissions[name]
                by = () if is_old else permission.by
                found.setdefault(by, []).append(self.labels.title(name))
        return found

    def first_clause(self, permission: Permission) -> Link | None:
        """The first clause that says so."""
        return self.refs.clause(permission.by[0]) if permission.by else None


def situations_pages(site: SiteData) -> Iterator[Page]:
    """The table of every system that names situations."""
    for name, rules in site.effective.items():
        if has_situations(rules):
            yield Page(
                url=situations_url(name),
                title=f"{plain_text(rules.title)}: what a unit may do",
                summary="What a unit may do after something happened to it, and by which rule.",
                template="pages/may/page",
                view=partial(situations_page, site, name),
                edit=str(site.library.source(name)),
                assets=("may.css",),
            )


def situations_page(site: SiteData, name: str) -> SituationsPage:
    """View model of the table of a system."""
    rules, location = site.effective[name], site.location(situations_url(name))
    rows = situation_rows(rules)
    return SituationsPage(
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            Link(plain_text(rules.title), location.to(system_url(name))),
        ),
        rows=rows,
        has_effects=any(row.effect for row in rows),
        labels=Labels(rules),
        refs=References(site, location, name),
    )
