"""View model of the page that lists the sheets to print."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.site.page import PRINT, Link, pack_url, system_url
from turnwright.site.pages.systems.view import page_order
from turnwright.site.rendering import inline_html, plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class SheetEntry:
    """View model of a sheet: its page, and a file of each kind."""

    page: Link
    text: Markup
    """What the pack is."""
    sheets: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class SystemSheets:
    """View model of the sheets of a system and its packs."""

    system: SheetEntry
    packs: tuple[SheetEntry, ...]


@dataclass(frozen=True, kw_only=True)
class PrintPage:
    """View model of the page that lists the sheets to print."""

    systems: tuple[SystemSheets, ...]


def print_page(site: SiteData) -> PrintPage:
    """View model of the page that lists the sheets to print."""
    location = site.location(PRINT)
    return PrintPage(
        systems=tuple(
            SystemSheets(
                system=SheetEntry(
                    page=Link(site.rulesets[name].title, location.to(system_url(name))),
                    text=Markup(),
                    sheets=sheets,
                ),
                packs=tuple(
                    SheetEntry(
                        page=Link(plain_text(pack.title), location.to(pack_url(name, key))),
                        text=inline_html(pack.text),
                        sheets=site.sheet_links(location, name, key),
                    )
                    for key, pack in site.rulesets[name].packs.items()
                ),
            )
            for name in page_order(site)
            if (sheets := site.sheet_links(location, name))
        )
    )
