"""What a page says of a clause besides its sentence."""

from dataclasses import replace

import pytest

from turnwright.site.clauses import ClauseView, clause_view, report_url
from turnwright.site.site_data import SiteData


def view(site: SiteData) -> ClauseView:
    """A clause that was taken from the leaflet."""
    return clause_view(
        site, site.location("systems/duel/"), "duel", site.clauses["duel.battle.again"], anchor="a"
    )


def test_a_clause_says_its_source_its_edition_and_where_the_official_rules_are(site: SiteData):
    """As its ruleset and its document have them."""
    clause = view(site)

    assert clause.source == "A leaflet, The watch, lines 1-2"
    assert clause.edition == "the third"
    assert clause.official == "https://example.org/lanterns"


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
