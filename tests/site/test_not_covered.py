"""What a source says and is not played is shown wherever its system is."""

from turnwright.site.pages.difference.view import difference_pages
from turnwright.site.pages.example.view import example_page
from turnwright.site.pages.pack.view import pack_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.site_data import SiteData


def test_a_page_of_a_system_says_what_it_leaves_out_and_where_it_is_said(site: SiteData):
    """A reader learns from the page itself that rain is not played."""
    limits = system_page(site, "duel").not_covered

    assert limits is not None
    assert [(limit.text, limits.refs.source(limit.source)) for limit in limits.own] == [
        ("Rain puts *lanterns* out.", "A leaflet, Weather, line 9"),
        ("Snow is deep.", ""),
        ("Wind is cold.", ""),
    ]


def test_a_pack_leaves_out_what_its_system_does(site: SiteData):
    """Whoever reads only the page of their club is warned as well."""
    limits = pack_page(site, "duel", "blues").not_covered

    assert limits is not None
    assert limits.own[-1].text == "Wind is cold."


def test_an_overlay_leaves_out_what_is_below_unless_it_has_replaced_that(site: SiteData):
    """Rain touched only a rule that the night takes away; one rule that snow touches is left."""
    limits = system_page(site, "night_duel").not_covered

    assert limits is not None
    assert limits.own == ()
    base, texts = limits.inherited[0]
    assert texts == ("Snow is deep.", "Wind is cold.")
    assert base.href.endswith("/duel/#not-covered")


def test_beside_its_base_an_overlay_says_it_too(site: SiteData):
    """Whoever compares the two learns what neither plays."""
    (page,) = (one for one in difference_pages(site) if one.url.endswith("night_duel/difference/"))

    assert "Snow is deep." in page.html


def test_an_example_says_which_limits_of_what_it_shows_are_not_played(site: SiteData):
    """Rain touches a rule that it cites, snow one that allows a line; wind touches neither."""
    page = example_page(site, site.records[0])

    assert [limit.text for limit in page.not_played] == [
        "Rain puts *lanterns* out.",
        "Snow is deep.",
    ]
