"""What is ticked on a system's page: what each choice does is beside the page, for its script."""

import json
from dataclasses import replace

import pytest

from turnwright.site.page import SheetLink
from turnwright.site.pages.print.view import print_page
from turnwright.site.pages.system.agreement import agreement_files
from turnwright.site.pages.system.view import system_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData

BEGINNING = "(window.turnwright ??= {}).agreed = "


@pytest.fixture(scope="module")
def agreed(site: SiteData) -> dict:
    """The data beside the page of the duel."""
    files = {file.path: file.text for file in agreement_files(site)}
    text = files["systems/duel/agreed.js"]
    assert text.startswith(BEGINNING)
    return json.loads(text.removeprefix(BEGINNING).rstrip(";\n"))


def test_each_choice_says_what_holds_and_what_does_not(site: SiteData, agreed: dict):
    """Whoever has blue begin sees that red does not, each at its place on the page."""
    page = render("pages/system/page", system_page(site, "duel"))
    blue = agreed["choices"]["who_begins:blue"]
    (holds,), (lapses,) = blue["holds"], blue["lapses"]

    assert agreed["clauses"][holds]["anchor"] == "deeds.blue-first"
    assert agreed["clauses"][holds]["part"] == "step-deeds"
    assert agreed["clauses"][holds]["after"] == "deeds.first"
    assert agreed["clauses"][lapses]["anchor"] == "deeds.first"
    for clause in agreed["clauses"].values():
        assert not clause["anchor"] or f'id="{clause["anchor"]}"' in page


def test_a_choice_has_the_number_of_its_heading(site: SiteData, agreed: dict):
    """The page, the sheet and what is copied call it the same."""
    page = render("pages/system/page", system_page(site, "duel"))

    assert agreed["choices"]["quiet"]["number"] == "O1"
    assert '<h3 id="option-quiet"><span class="number">O1</span>' in page
    assert '<h3 id="reading-who_begins"><span class="number">R1</span>' in page


def test_a_pack_is_known_by_its_choices(agreed: dict):
    """Whoever ticks all that a pack is gets the pack."""
    (pack,) = agreed["packs"]

    assert pack["of"] == ["quiet", "who_begins:blue"]
    assert pack["href"] == "packs/blues/"


def test_a_system_with_nothing_to_agree_on_has_no_script(site: SiteData):
    """An overlay that leaves the choices to its base has none of its own."""
    assert [file.path for file in agreement_files(site)] == ["systems/duel/agreed.js"]


def sheet(**what: str) -> SheetLink:
    """A sheet of the duel."""
    given = {"pack": "", "audience": "For players", "paper": "A4", "path": "sheets/x.pdf", **what}
    return SheetLink(system="duel", **given)


def test_sheets_for_players_and_for_referees_are_both_offered(site: SiteData):
    """On the page of the system, and where all sheets are listed."""
    both = (sheet(path="sheets/p.pdf"), sheet(audience="For referees", path="sheets/r.pdf"))
    printed = replace(site, sheets=both)

    for html in (
        render("pages/system/page", system_page(printed, "duel")),
        render("pages/print/page", print_page(printed)),
    ):
        assert (
            html.lower().index("for players")
            < html.index("sheets/p.pdf")
            < html.index("sheets/r.pdf")
        )
        assert "for referees" in html
