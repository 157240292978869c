"""View models of what is not covered, and which of it an example touches."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record
from turnwright.site.clauses import source_line
from turnwright.site.markdown import inline_html
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class NotCoveredView:
    """View model of something that a source says and that is not played."""

    text: Markup
    source: str


def not_covered(rules: Ruleset) -> tuple[NotCoveredView, ...]:
    """View models of all that effective rules do not cover."""
    return tuple(
        NotCoveredView(text=inline_html(entry.text), source=source_line(entry.source, rules))
        for entry in rules.not_covered.values()
    )


def not_played(site: SiteData, record: Record) -> tuple[str, ...]:
    """Names of what is not covered and touches clauses that an example shows or goes by."""
    example = record.example
    clauses = {site.resolve(cited, example.ruleset) for cited in example.shows}
    for row in record.rows:
        clauses.update(row.refused_by, *(event.by for event in row.events))
    entries = record.ruleset.not_covered.items()
    return tuple(name for name, entry in entries if not clauses.isdisjoint(entry.clauses))
