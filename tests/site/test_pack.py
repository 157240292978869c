"""The page of a pack of the invented system."""

import pytest

from turnwright.site.pages.pack.view import PackPage, pack_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def page(site: SiteData) -> PackPage:
    """A quiet dawn, and blue begins."""
    return pack_page(site, "duel", "blues")


def test_a_pack_says_what_was_agreed_on(page: PackPage):
    """Each choice leads to where the system's page tells of it."""
    agreed = [(kind, link.text, link.href) for kind, link, _ in page.agreed]

    assert agreed == [
        ("Option", "A quiet dawn", "../../#option-quiet"),
        ("Reading", "Who begins?", "../../#reading-who_begins"),
    ]


def test_a_pack_shows_the_rules_that_hold_with_it(page: PackPage):
    """With those that the system as it stands does not have marked as new."""
    entries = [entry for chapter in page.book.chapters for entry in chapter.entries]
    shown = {clause.id: entry.is_new for entry in entries for clause in entry.clauses}

    assert "duel.deeds.alternate" in shown
    assert "duel.deeds.first" not in shown
    assert {name for name, new in shown.items() if new} == {
        "duel.dawn.quiet",
        "duel.deeds.blue-first",
    }


def test_a_pack_names_the_rules_that_do_not_hold(page: PackPage):
    """As the system says them without it."""
    gone = {cited for entry in page.gone for cited in entry.rules}

    assert gone == {"duel.dawn.advice", "duel.deeds.first"}


def test_a_system_leads_to_its_packs(site: SiteData):
    """By their titles."""
    packs = system_page(site, "duel").packs

    assert [pack.href for pack in packs] == ["packs/blues/"]
