"""Page generator: every page of the site that is not written by hand."""

from collections.abc import Iterator

from markupsafe import Markup

from turnwright.site.armies_pages import armies_pages
from turnwright.site.comparison_pages import comparison_pages, difference_pages
from turnwright.site.example import ExamplePage, example_page, still_view
from turnwright.site.example_list import example_list
from turnwright.site.glossary import glossary_page
from turnwright.site.markdown import plain_text
from turnwright.site.odds_page import odds_pages
from turnwright.site.pack import pack_page
from turnwright.site.page import (
    GLOSSARY,
    PRINT,
    PROOF,
    SOURCES,
    SYSTEMS,
    Page,
    Still,
    example_url,
    examples_url,
    pack_url,
    system_url,
)
from turnwright.site.picture import home_picture
from turnwright.site.printing import print_page
from turnwright.site.proof import proof_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData
from turnwright.site.sources import sources_page
from turnwright.site.system import system_page
from turnwright.site.systems_list import short_list, systems_page


def systems_list_html(site: SiteData, kind: str) -> Markup:
    """Systems list in short as HTML, for the home page; of a kind, or of all."""
    return render("short_entries", short_list(site, kind))


def picture_html(site: SiteData, roster: str) -> Markup:
    """Picture of a roster as HTML, for the home page; nothing without such a roster."""
    picture = home_picture(site, roster)
    return render("picture", picture) if picture else Markup()


def front_page(site: SiteData) -> Page:
    """Home page of an export, where there is no hand-written one."""
    return Page(url="", title="Systems", html=render("systems", systems_page(site, "")))


def _still(page: ExamplePage) -> Still | None:
    view = still_view(page)
    if view is None:
        return None
    board = render("still", view).strip()
    words = view.board.summary
    return Still(board=board, title=page.title, system=page.system.text, words=words)


def pages(site: SiteData) -> Iterator[Page]:
    """All generated pages."""
    for name, ruleset in site.rulesets.items():
        edit = str(site.library.source(name))
        summary = plain_text(ruleset.about.strip().partition("\n")[0])
        html = render("system", system_page(site, name))
        yield Page(
            url=system_url(name),
            title=ruleset.title,
            summary=summary,
            html=html,
            edit=edit,
        )
        for pack, chosen in ruleset.packs.items():
            yield Page(
                url=pack_url(name, pack),
                title=plain_text(chosen.title),
                summary=plain_text(chosen.text),
                html=render("pack", pack_page(site, name, pack)),
                edit=edit,
            )
        if site.examples_of(name):
            yield Page(
                url=examples_url(name),
                title=f"{ruleset.title}: examples",
                summary=f"Every example of {plain_text(ruleset.title)}, whole rounds first.",
                html=render("examples", example_list(site, name)),
                edit=edit,
            )
    yield from difference_pages(site)
    for record in site.records:
        example = record.example
        shown = example_page(site, record)
        yield Page(
            url=example_url(example.ruleset, example.slug),
            title=shown.title,
            summary=plain_text(example.about.strip().partition("\n")[0]),
            html=render("example", shown),
            edit=example.path,
            assets=("player.css", "player.js"),
            still=_still(shown),
        )
    yield from comparison_pages(site)
    yield from armies_pages(site)
    yield from odds_pages(site)
    for url, title, summary, html in (
        (SYSTEMS, "Systems", "Every turn system here.", render("systems", systems_page(site))),
        (
            PROOF,
            "Proof",
            "How many rules are shown by an example, and proved by one.",
            render("proof", proof_page(site)),
        ),
        (
            GLOSSARY,
            "Glossary",
            "The words of play, and what each system means by them.",
            render("glossary", glossary_page(site)),
        ),
        (
            PRINT,
            "Print",
            "A sheet for the table, for each system and its packs.",
            render("print", print_page(site)),
        ),
        (
            SOURCES,
            "Sources and credits",
            "What the systems were written from, and who made it.",
            render("sources", sources_page(site)),
        ),
    ):
        yield Page(url=url, title=title, summary=summary, html=html)
