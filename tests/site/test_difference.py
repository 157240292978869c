"""An overlay beside its base."""

import pytest

from turnwright.describe.variants import Variant
from turnwright.site.pages.difference.changes import DiffStatus, OverlayDiff, diff_rulesets
from turnwright.site.pages.difference.view import (
    Difference,
    DifferencePage,
    difference_page,
    differences,
)
from turnwright.site.site_data import SiteData


def found(site: SiteData) -> OverlayDiff:
    """What the overlay of the invented rulesets does to its base."""
    return diff_rulesets(site.effective["duel"], site.effective["night_duel"])


def ids(difference: OverlayDiff, status: DiffStatus) -> list[str]:
    """The clauses with this fate."""
    return [change.clause.id for change in difference.of(status)]


def test_a_replaced_clause_is_changed(site: SiteData):
    """It stands beside the one that took its place."""
    changed = found(site).of(DiffStatus.CHANGED)

    assert [(c.clause.id, [by.id for by in c.by]) for c in changed] == [
        ("round.order", ["round.no-dawn"]),
        ("deeds.pass", ["deeds.no-pass"]),
    ]


def test_a_clause_taken_away_is_removed(site: SiteData):
    """Nothing stands in its place."""
    assert ids(found(site), DiffStatus.REMOVED) == ["deeds.final"]


def test_a_clause_of_a_step_that_is_gone_is_idle(site: SiteData):
    """Nobody took it away, but the overlay's round goes past it."""
    assert ids(found(site), DiffStatus.IDLE) == ["dawn.advice"]


def test_all_other_clauses_are_kept(site: SiteData):
    """Every clause of the base has exactly one fate."""
    difference = found(site)

    statuses = [change.clause.id for change in difference.changes]

    assert statuses == [clause.id for clause in site.rulesets["duel"].clauses()]
    assert "deeds.alternate" in ids(difference, DiffStatus.KEPT)


def test_a_clause_that_stands_in_for_none_is_new(site: SiteData):
    """What replaces something is told there."""
    assert [clause.id for clause in found(site).new] == ["deeds.whisper"]


def page_of(site: SiteData, base: str, other: str) -> DifferencePage:
    """Two rulesets side by side."""
    before, now = (
        Variant(key=name, title=site.effective[name].title, ruleset=site.effective[name])
        for name in (base, other)
    )
    shown = Difference(url="", title="Side by side", before=before, now=now)
    return difference_page(site, shown)


@pytest.fixture(scope="module")
def page(site: SiteData) -> DifferencePage:
    """The overlay beside its base."""
    return page_of(site, "duel", "night_duel")


def test_the_page_counts_what_it_lists(page: DifferencePage):
    """New, changed, gone, idle and kept, in this order."""
    assert {label: count for _, label, count in page.tally if count} == {
        "New": 1,
        "Changed": 2,
        "Gone": 1,
        "Idle": 1,
        "Kept": 12,
    }


def test_rules_stand_under_the_headings_of_the_round_in_its_order(page: DifferencePage):
    """The dawn that the overlay no longer has stands where it was: before the deeds."""
    titles = [section.title for section in page.sections]

    assert titles == ["Battle", "Watch", "Dawn", "Deeds", "Activation"]


def test_before_and_now_stand_in_one_row(page: DifferencePage):
    """What passing was, and what it is at night; what is gone has nothing beside it."""
    (deeds,) = [section for section in page.sections if section.title == "Deeds"]

    rows = [
        (row.label, [clause.id for clause in row.before], [clause.id for clause in row.now])
        for row in deeds.rows
    ]

    assert rows == [
        ("Changed", ["deeds.pass"], ["deeds.no-pass"]),
        ("Gone", ["deeds.final"], ["deeds.no-pass"]),
        ("New", [], ["deeds.whisper"]),
    ]
    assert [clause.id for clause in deeds.kept][:2] == ["deeds.alternate", "deeds.first"]


def test_an_example_of_the_base_parts_where_it_has_another_choice(page: DifferencePage):
    """Whoever may pass by day may not at night, and that is so from the start."""
    (departure,) = page.departures

    assert page.examples == 1
    assert departure.line == "At the start"
    assert "Pass" in departure.before
    assert "Pass" not in departure.now


def test_a_reading_of_which_no_example_speaks_changes_no_example(site: SiteData):
    """The same rules on both sides: nothing is new or gone, and all examples go as before."""
    page = page_of(site, "duel", "duel")

    assert {label: count for _, label, count in page.tally if count} == {"Kept": 16}
    assert (page.departures, page.examples) == ((), 1)


def test_an_overlay_and_every_pack_have_a_page(site: SiteData):
    """The overlay beside its base, and the duel beside itself with its pack."""
    assert [each.url for each in differences(site)] == [
        "systems/duel/difference/blues/",
        "systems/night_duel/difference/",
    ]
