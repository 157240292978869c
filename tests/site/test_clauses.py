"""What a page says of a clause besides its sentence."""

import json
from dataclasses import replace

import pytest

from turnwright.site.clauses import ClauseView, References, clause_view, report_url
from turnwright.site.data.files import data_files, hover_card_files
from turnwright.site.pages.sources.view import sources_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData


def view(site: SiteData, clause: str = "duel.battle.again", system: str = "duel") -> ClauseView:
    """A clause on a system's page; without a name, one that was taken from the leaflet."""
    refs = References(site, site.location(f"systems/{system}/"), system)
    return clause_view(refs, site.clauses[clause], anchor="a")


DEPENDS = {
    "dawn.quiet": "Only with A quiet dawn: No biscuits at dawn.",
    "deeds.blue-first": "Only if you agree on it: Blue begins.",
    "deeds.first": "Unless you agree otherwise: Red begins.",
    "deeds.final": "Who passes is out for the watch.",
}
"""What a rule is read as, with what it depends on before it."""


@pytest.mark.parametrize("clause", DEPENDS)
def test_what_a_rule_depends_on_is_said_before_it(site: SiteData, clause: str):
    """On the page, from where the search has it, and on the card that a link shows."""
    cards = {file.path: json.loads(file.text) for file in hover_card_files(site)}

    assert view(site, f"duel.{clause}").sentence.striptags() == DEPENDS[clause]
    assert cards["systems/duel/cards.json"][clause] == DEPENDS[clause]


def test_data_say_what_a_rule_depends_on(site: SiteData):
    """For programs, in one word."""
    text = next(file.text for file in data_files(site) if file.path == "data/clauses/duel.json")
    applies = {each["id"]: each.get("applies") for each in json.loads(text)["clauses"]}

    assert applies["duel.dawn.quiet"] == "with_option"
    assert applies["duel.deeds.blue-first"] == "if_agreed"
    assert applies["duel.deeds.first"] == "by_default"
    assert applies["duel.deeds.final"] is None  # "always", as the schema has it


def test_nothing_is_called_inferred_that_holds_only_by_agreement(site: SiteData):
    """The source does not imply what players first have to choose."""
    assert site.clauses["duel.dawn.quiet"].inferred
    assert "inferred" not in {remark.kind for remark in view(site, "duel.dawn.quiet").remarks}


@pytest.mark.parametrize("system", ["duel", "night_duel"])
def test_an_assumed_rule_says_what_has_to_be_checked(site: SiteData, system: str):
    """Beside the rule, in a list of all of them, and in the data; on the page of an overlay too."""
    (mark,) = (
        remark
        for remark in view(site, "duel.deeds.uneven", system).remarks
        if remark.kind == "assumed"
    )
    page = system_page(site, system)
    (listed,) = page.assumed
    text = next(file.text for file in data_files(site) if file.path == "data/clauses/duel.json")
    assumed = {each["id"]: each.get("assumed") for each in json.loads(text)["clauses"]}

    assert mark.label == "Assumed. To check:"
    assert mark.text == "Does <em>anybody</em> go on?"
    assert mark.text in render("pages/system/page", page).partition('id="assumed"')[2]
    assert listed.full_id == "duel.deeds.uneven"
    assert {name for name, question in assumed.items() if question} == {"duel.deeds.uneven"}


def test_an_entry_that_is_assumed_says_so_without_a_tap(site: SiteData):
    """Beside its sentence, so that nobody takes it for what the source says."""
    html = render("pages/system/page", system_page(site, "duel"))
    said = html.partition("Whoever has more goes on alone.")[2].partition(
        '<details class="behind"'
    )[0]

    assert "Assumed: check it in your rulebook." in said
    assert html.count("Assumed: check it in your rulebook.") == 1


def test_an_overlay_shows_no_rule_underneath_that_its_round_never_asks_for(site: SiteData):
    """The night has no dawn; on the base's own page the rule is where it was."""

    def shown(system: str) -> set[str]:
        chapters = system_page(site, system).book.chapters
        entries = (entry for chapter in chapters for entry in chapter.entries)
        return {clause.id for entry in entries for clause in entry.clauses}

    assert "duel.dawn.advice" in shown("duel")
    assert "duel.dawn.advice" not in shown("night_duel")
    assert "duel.deeds.alternate" in shown("night_duel")


def test_a_rule_underneath_says_how_its_words_are_read_in_an_overlay(site: SiteData):
    """At the rule itself, with a link to what says so; on the base's own page it is as it was."""
    (mark,) = (
        r for r in view(site, "duel.deeds.once", "night_duel").remarks if r.label != "Reading."
    )

    assert (mark.label, mark.text) == ("Read here as:", "A watch is a whisper.")
    assert mark.links[0].href.endswith("#deeds.whisper")
    assert not [r for r in view(site, "duel.deeds.once").remarks if r.kind == "rereads"]


def test_an_entry_underneath_says_how_its_words_are_read_in_an_overlay(site: SiteData):
    """Under the entry, with a link to the rule that says so."""
    chapters = system_page(site, "night_duel").book.chapters
    entries = [entry for chapter in chapters for entry in chapter.entries]

    marked = {entry.entry.rules: [mark.text for mark in entry.rereads] for entry in entries}
    assert marked[("duel.deeds.once",)] == ["A watch is a whisper."]
    assert not marked[("duel.deeds.one",)]


def test_the_official_rules_of_an_overlay_are_those_of_its_base_game(site: SiteData):
    """And are called so; the publisher of the game is the same."""
    page = system_page(site, "night_duel")

    assert page.credit.official == "https://example.org/lanterns"
    assert page.credit.official_label == "The official rules of the base game"
    assert system_page(site, "duel").credit.official_label == "The official rules"
    assert (page.credit.publisher, page.credit.base) == ("The lamp shop", True)


def test_publisher_author_and_edition_are_three_things(site: SiteData):
    """The game has a publisher; a text has an author, who may be unknown, and an edition."""
    page = sources_page(site)

    leaflet, ruleset, publisher, _ = page.documents[0]

    assert (ruleset.game, publisher) == ("Lanterns", "The lamp shop")
    assert (leaflet.by, leaflet.edition) == ("unknown", "the third")


def test_a_clause_says_its_source_and_its_edition(site: SiteData):
    """As its ruleset and its document have them."""
    clause = view(site)

    assert clause.source == "A leaflet, The watch, lines 1-2"
    assert clause.edition == "the third"


def test_a_mistake_is_reported_where_the_project_lives(site: SiteData):
    """Nobody is sent anywhere when nobody said where that is."""
    there = view(replace(site, repository="https://example.org/club/rules/"))

    assert view(site).report == ""
    assert there.report == (
        "https://example.org/club/rules/issues/new?title=A%20mistake%20in%20duel.battle.again"
    )


@pytest.mark.parametrize("host", ["gitlab.com", "gitlab.example.org"])
def test_gitlab_has_an_address_of_its_own_for_issues(host: str):
    """Under a dash, with a title in brackets."""
    assert report_url(f"https://{host}/club/rules", "duel.a.b") == (
        f"https://{host}/club/rules/-/issues/new?issue[title]=A%20mistake%20in%20duel.a.b"
    )
