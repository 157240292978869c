"""Armies pages: a page for each roster, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.site.armies import Armies
from turnwright.site.markdown import plain_text
from turnwright.site.page import ARMIES, Page, armies_url
from turnwright.site.rendering import render
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
        html=render("armies_list", armies.index()),
        assets=ASSETS,
    )
    for roster in armies.rosters:
        yield Page(
            url=armies_url(roster.name),
            title=plain_text(roster.roster),
            summary=plain_text(roster.about.strip().partition("\n")[0]),
            html=render("armies", armies.page(roster)),
            edit=roster.path,
            assets=ASSETS,
        )
