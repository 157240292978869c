"""The page of a pack of the invented system."""

import pytest

from turnwright.site.pages.pack.view import PackPage, pack_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def page(site: SiteData) -> PackPage:
    """A quiet dawn, and blue begins."""
    return pack_page(site, "duel", "blues")


def remarks(page: PackPage) -> dict[str, list[str]]:
    """What each clause of the page that differs says about that."""
    return {
        clause.id: [link.text for remark in clause.remarks for link in remark.links]
        for kind in page.rules.kinds
        for part in kind.parts
        for clause in part.clauses
        if any(remark.kind == "differs" for remark in clause.remarks)
    }


def test_a_pack_says_what_was_agreed_on(page: PackPage):
    """Each choice leads to where the system's page tells of it."""
    agreed = [(kind, link.text, link.href) for kind, link, _ in page.agreed]

    assert agreed == [
        ("Option", "A quiet dawn", "../../#option-quiet"),
        ("Reading", "Who begins?", "../../#reading-who_begins"),
    ]


def test_a_pack_shows_the_rules_that_hold_with_it(page: PackPage):
    """In full, with those that the system as it stands does not have marked by what brings them."""
    shown = {c.id for kind in page.rules.kinds for part in kind.parts for c in part.clauses}

    assert {"duel.deeds.alternate", "duel.deeds.blue-first", "duel.dawn.quiet"} <= shown
    assert "duel.deeds.first" not in shown
    assert remarks(page) == {
        "duel.dawn.quiet": ["A quiet dawn", "dawn.advice"],
        "duel.deeds.blue-first": ["Who begins?", "deeds.first"],
    }


def test_a_pack_names_the_rules_that_do_not_hold(page: PackPage):
    """With what stands in their place, on the same page."""
    gone = {
        change.clause.id: [(clause.id, page.here(clause)) for clause in change.by]
        for change in page.gone
    }

    assert gone == {
        "dawn.advice": [("dawn.quiet", "#dawn.quiet")],
        "deeds.first": [("deeds.blue-first", "#deeds.blue-first")],
    }


def test_a_system_leads_to_its_packs(site: SiteData):
    """By their titles."""
    packs = system_page(site, "duel").packs

    assert [pack.href for pack in packs] == ["packs/blues/"]
