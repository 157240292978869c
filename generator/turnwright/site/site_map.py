"""Site map: every page and file of a site that is not written by hand, kind by kind."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup

from turnwright.site.clauses import LEGEND
from turnwright.site.data.files import data_files, hover_card_files
from turnwright.site.look import palette_css
from turnwright.site.page import (
    GLOSSARY,
    HOME,
    PRINT,
    PROOF,
    SOURCES,
    SYSTEMS,
    Page,
    SiteFile,
    Still,
    example_url,
    examples_url,
    pack_url,
    system_url,
)
from turnwright.site.pages.club.view import club_pages
from turnwright.site.pages.comparison.view import comparison_pages
from turnwright.site.pages.difference.view import difference_pages
from turnwright.site.pages.example.view import (
    ExamplePage,
    example_list,
    example_page,
    is_whole_round,
    still_view,
)
from turnwright.site.pages.first_game.view import first_game_pages
from turnwright.site.pages.glossary.view import glossary_page
from turnwright.site.pages.lasting.view import lasting_pages
from turnwright.site.pages.odds.view import odds_pages
from turnwright.site.pages.pack.view import pack_page
from turnwright.site.pages.print.view import print_page
from turnwright.site.pages.proof.view import proof_page
from turnwright.site.pages.sources.view import sources_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.pages.systems.view import systems_page
from turnwright.site.rendering import plain_text, render
from turnwright.site.search.index import search_files
from turnwright.site.site_data import SiteData


def system_pages(site: SiteData) -> Iterator[Page]:
    """A page for each system, with one for each of its packs, and a list of its examples."""
    for name, ruleset in site.rulesets.items():
        edit = str(site.library.source(name))
        yield Page(
            url=system_url(name),
            title=ruleset.title,
            summary=plain_text(ruleset.about.strip().partition("\n")[0]),
            template="pages/system/page",
            view=partial(system_page, site, name),
            edit=edit,
            assets=("book.css", "odds.css", "book.js", "attack.js"),
        )
        for pack, chosen in ruleset.packs.items():
            yield Page(
                url=pack_url(name, pack),
                title=plain_text(chosen.title),
                summary=plain_text(chosen.text),
                template="pages/pack/page",
                view=partial(pack_page, site, name, pack),
                edit=edit,
                assets=("book.css",),
            )
        if site.examples_of(name):
            yield Page(
                url=examples_url(name),
                title=f"{ruleset.title}: examples",
                summary=f"Every example of {plain_text(ruleset.title)}, whole rounds first.",
                template="pages/example/listing",
                view=partial(example_list, site, name),
                edit=edit,
            )


def example_pages(site: SiteData) -> Iterator[Page]:
    """A page for each example."""
    for record in site.records:
        example = record.example
        yield Page(
            url=example_url(example.ruleset, example.slug),
            title=plain_text(example.example),
            summary=plain_text(example.about.strip().partition("\n")[0]),
            template="pages/example/page",
            view=partial(example_page, site, record),
            edit=example.path,
            assets=("board.css", "example.css", "player.js"),
            # Each is some 30 KB, and few of the others would ever be shared.
            still=_still if is_whole_round(example) else None,
        )


def _still(page: ExamplePage) -> Still | None:
    view = still_view(page)
    if view is None:
        return None
    board = render("pages/example/still", view).strip()
    title = plain_text(page.example.example)
    return Still(board=board, title=title, system=page.system.text, words=view.board.summary)


def armies_pages(site: SiteData) -> Iterator[Page]:
    """The pages with figures of rosters, where the laboratory is installed that makes them."""
    if find_spec("turnwright.lab"):
        from turnwright.site.pages.armies import view

        yield from view.armies_pages(site)


def pages_that_compare(site: SiteData) -> Iterator[Page]:
    """Pages with several systems side by side; the first of them leads to the others."""
    others = {
        "Rule by rule": tuple(difference_pages(site)),
        "How long does it last?": tuple(lasting_pages(site)),
    }
    yield from comparison_pages(site, others)
    for found in others.values():
        yield from found


def play_pages(site: SiteData) -> Iterator[Page]:
    """The pages where systems are played, which take the laboratory for what chance brings."""
    if find_spec("turnwright.lab"):
        from turnwright.site.pages.play import view

        yield from view.play_pages(site)


def play_files(site: SiteData) -> Iterator[SiteFile]:
    """What these pages play with."""
    if find_spec("turnwright.lab"):
        from turnwright.site.pages.play import view

        yield from view.play_files(site)


SINGLE_PAGES: tuple[tuple[str, str, str, str, Callable[[SiteData], object]], ...] = (
    (SYSTEMS, "Systems", "Every turn system here.", "pages/systems/page", systems_page),
    (
        PROOF,
        "Proof",
        "How many rules are shown by an example, and proved by one.",
        "pages/proof/page",
        proof_page,
    ),
    (
        GLOSSARY,
        "Glossary",
        "The words of play, and what each system means by them.",
        "pages/glossary/page",
        glossary_page,
    ),
    (
        PRINT,
        "Print",
        "A sheet for the table, for each system and its packs.",
        "pages/print/page",
        print_page,
    ),
    (
        SOURCES,
        "Sources and credits",
        "What the systems were written from, and who made it.",
        "pages/sources/page",
        sources_page,
    ),
)
"""Pages that there is one of: URL, title, summary, template and view."""


def single_pages(site: SiteData) -> Iterator[Page]:
    """The pages that there is one of."""
    for url, title, summary, template, view in SINGLE_PAGES:
        yield Page(
            url=url, title=title, summary=summary, template=template, view=partial(view, site)
        )


PAGES: tuple[Callable[[SiteData], Iterator[Page]], ...] = (
    odds_pages,
    armies_pages,
    pages_that_compare,
    single_pages,
    system_pages,
    first_game_pages,
    club_pages,
    play_pages,
    example_pages,
)
"""Kinds of pages; those that take longest first, so that no process is left with them alone."""


def style_files(site: SiteData) -> Iterator[SiteFile]:
    """The palette, and the styles and scripts that stand with a page, a drawing or the search."""
    yield SiteFile("palette.css", partial(palette_css, site.look.colours))
    for folder in ("pages", "drawing", "search"):
        for path in sorted((Path(__file__).parent / folder).rglob("*")):
            if path.suffix in (".css", ".js"):
                yield SiteFile(path.name, partial(path.read_text, "utf-8"))


def found_files(site: SiteData) -> Iterator[SiteFile]:
    """The index of the search, which knows all pages but those of examples."""
    found = (page for kind in PAGES if kind is not example_pages for page in kind(site))
    yield from search_files(site, found)


FILES: tuple[Callable[[SiteData], Iterator[SiteFile]], ...] = (
    style_files,
    found_files,
    hover_card_files,
    data_files,
    play_files,
)
"""Kinds of files that are no pages."""

FRAGMENTS: dict[str, Callable[[SiteData, str], Markup]] = {
    "systems": lambda site, kind: render("pages/systems/short", systems_page(site, HOME, kind)),
    "legend": lambda *_: render("fragments/legend", LEGEND),
    "picture": lambda site, roster: _picture(site, roster),
}
"""What placeholders in Markdown, such as `<!-- systems sketches -->`, are replaced by."""


def _picture(site: SiteData, roster: str) -> Markup:
    """Picture of a roster; nothing without such a roster, or without the laboratory to play it."""
    if not find_spec("turnwright.lab"):
        return Markup()
    from turnwright.site.pages.home.view import home_picture

    picture = home_picture(site, roster)
    return render("pages/home/page", picture) if picture else Markup()


def pages(site: SiteData) -> Iterator[Page]:
    """All pages that rulesets make."""
    for kind in PAGES:
        yield from kind(site)


def site_files(site: SiteData) -> Iterator[SiteFile]:
    """All other files that rulesets make, but for sheets."""
    for kind in FILES:
        yield from kind(site)
