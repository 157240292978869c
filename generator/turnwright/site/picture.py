"""View model of the picture of an example, for a page written by hand."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.site.clauses import example_link
from turnwright.site.page import Link, example_url
from turnwright.site.site_data import SiteData
from turnwright.site.timeline import Timeline, draw_timeline
from turnwright.study.labels import Labels


@dataclass(frozen=True, kw_only=True)
class Picture:
    """View model of the picture of an example."""

    system: str
    example: Link
    timeline: Timeline


def example_picture(site: SiteData, url: str) -> Picture | None:
    """View model of the picture of the example at a URL, for the home page."""
    for record in site.records:
        example = record.example
        if example_url(example.ruleset, example.slug) == url:
            timeline = draw_timeline(record, Labels(record.ruleset))
            link = example_link(site.location(""), example.example, example.ruleset, example.slug)
            title = site.rulesets[example.ruleset].title
            return Picture(system=title, example=link, timeline=timeline) if timeline else None
    return None
