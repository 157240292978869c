"""Page generator: every page of the site that is not written by hand."""

from collections.abc import Iterator

from markupsafe import Markup

from turnwright.site.page import (
    GLOSSARY,
    HOME,
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
from turnwright.site.pages.armies.view import armies_pages
from turnwright.site.pages.comparison.view import comparison_pages
from turnwright.site.pages.difference.view import difference_pages
from turnwright.site.pages.example.listing import example_list
from turnwright.site.pages.example.view import ExamplePage, example_page, still_view
from turnwright.site.pages.glossary.view import glossary_page
from turnwright.site.pages.home.view import home_picture
from turnwright.site.pages.lasting.view import lasting_pages
from turnwright.site.pages.may.view import situations_pages
from turnwright.site.pages.odds.view import odds_pages
from turnwright.site.pages.pack.view import pack_page
from turnwright.site.pages.print.view import print_page
from turnwright.site.pages.proof.view import proof_page
from turnwright.site.pages.sources.view import sources_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.pages.systems.view import systems_page
from turnwright.site.rendering import plain_text, render
from turnwright.site.site_data import SiteData


def systems_list_html(site: SiteData, kind: str) -> Markup:
    """Systems list in short as HTML, for the home page; of a kind, or of all."""
    return render("pages/systems/short", systems_page(site, HOME, kind))


def picture_html(site: SiteData, roster: str) -> Markup:
    """Picture of a roster as HTML, for the home page; nothing without such a roster."""
    picture = home_picture(site, roster)
    return render("pages/home/page", picture) if picture else Markup()


def front_page(site: SiteData) -> Page:
    """Home page of an export, where there is no hand-written one."""
    return Page(
        url="", title="Systems", html=render("pages/systems/page", systems_page(site, HOME))
    )


def _still(page: ExamplePage) -> Still | None:
    view = still_view(page)
    if view is None:
        return None
    board = render("pages/example/still", view).strip()
    title = plain_text(page.example.example)
    return Still(board=board, title=title, system=page.system.text, words=view.board.summary)


def pages(site: SiteData) -> Iterator[Page]:
    """All generated pages."""
    for name, ruleset in site.rulesets.items():
        edit = str(site.library.source(name))
        summary = plain_text(ruleset.about.strip().partition("\n")[0])
        html = render("pages/system/page", system_page(site, name))
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
                html=render("pages/pack/page", pack_page(site, name, pack)),
                edit=edit,
            )
        if site.examples_of(name):
            yield Page(
                url=examples_url(name),
                title=f"{ruleset.title}: examples",
                summary=f"Every example of {plain_text(ruleset.title)}, whole rounds first.",
                html=render("pages/example/listing", example_list(site, name)),
                edit=edit,
            )
    rule_by_rule = tuple(difference_pages(site))
    may = tuple(situations_pages(site))
    lasting = tuple(lasting_pages(site))
    yield from (*rule_by_rule, *may, *lasting)
    for record in site.records:
        example = record.example
        shown = example_page(site, record)
        yield Page(
            url=example_url(example.ruleset, example.slug),
            title=plain_text(example.example),
            summary=plain_text(example.about.strip().partition("\n")[0]),
            html=render("pages/example/page", shown),
            edit=example.path,
            assets=("board.css", "player.css", "player.js"),
            still=_still(shown),
        )
    yield from comparison_pages(
        site,
        {
            "Rule by rule": rule_by_rule,
            "What may this unit do now?": may,
            "How long does it last?": lasting,
        },
    )
    yield from armies_pages(site)
    yield from odds_pages(site)
    for url, title, summary, html in (
        (
            SYSTEMS,
            "Systems",
            "Every turn system here.",
            render("pages/systems/page", systems_page(site)),
        ),
        (
            PROOF,
            "Proof",
            "How many rules are shown by an example, and proved by one.",
            render("pages/proof/page", proof_page(site)),
        ),
        (
            GLOSSARY,
            "Glossary",
            "The words of play, and what each system means by them.",
            render("pages/glossary/page", glossary_page(site)),
        ),
        (
            PRINT,
            "Print",
            "A sheet for the table, for each system and its packs.",
            render("pages/print/page", print_page(site)),
        ),
        (
            SOURCES,
            "Sources and credits",
            "What the systems were written from, and who made it.",
            render("pages/sources/page", sources_page(site)),
        ),
    ):
        yield Page(url=url, title=title, summary=summary, html=html)
