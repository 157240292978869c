"""View models of what is not covered, and which of it an example touches."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record
from turnwright.site.clauses import source_line
from turnwright.site.markdown import inline_html
from turnwright.site.page import Link, PageLocation, system_url
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class LimitView:
    """View model of something that a source says and that is not played."""

    text: Markup
    source: str


@dataclass(frozen=True, kw_only=True)
class InheritedLimits:
    """View model of what the ruleset underneath does not cover, in few words."""

    base: Link
    """Link to where it is in full."""
    texts: tuple[Markup, ...]


@dataclass(frozen=True, kw_only=True)
class NotCoveredView:
    """View model of all that a ruleset does not cover."""

    own: tuple[LimitView, ...]
    inherited: tuple[InheritedLimits, ...]


def not_covered(site: SiteData, location: PageLocation, rules: Ruleset) -> NotCoveredView | None:
    """View model of all that effective rules do not cover; None when that is nothing."""
    if not rules.not_covered:
        return None
    own, *below = reversed(site.library.chain(rules.ruleset))
    left = {name: rules.not_covered[name] for name in rules.not_covered.keys() - own.not_covered}
    inherited = []
    for base in below:
        names = [name for name in base.not_covered if name in left]
        if names:
            link = Link(base.title, location.to(system_url(base.ruleset), "not-covered"))
            briefs = ((entry := left.pop(name)).brief or entry.text for name in names)
            inherited.append(InheritedLimits(base=link, texts=tuple(map(inline_html, briefs))))
    return NotCoveredView(
        own=tuple(
            LimitView(text=inline_html(entry.text), source=source_line(entry.source, rules))
            for entry in own.not_covered.values()
        ),
        inherited=tuple(inherited),
    )


def not_played(site: SiteData, record: Record) -> tuple[str, ...]:
    """Names of what is not covered and touches clauses that an example shows or goes by."""
    example = record.example
    clauses = {site.resolve(cited, example.ruleset) for cited in example.shows}
    for row in record.rows:
        clauses.update(row.refused_by, *(event.by for event in row.events))
    entries = record.ruleset.not_covered.items()
    return tuple(name for name, entry in entries if not clauses.isdisjoint(entry.clauses))
