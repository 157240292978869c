"""An overlay beside its base."""

import pytest

from turnwright.describe.rule_changes import DiffStatus, OverlayDiff, diff_rulesets
from turnwright.site.pages.difference.view import (
    DifferencePage,
    difference_page,
    difference_pages,
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


def test_a_clause_that_was_idle_before_is_no_change(site: SiteData):
    """A system is as it was, whatever it has that no round of it asks for."""
    night = site.effective["night_duel"]

    assert ids(diff_rulesets(night, night), DiffStatus.KEPT) == [it.id for it in night.clauses()]


def test_all_other_clauses_are_kept(site: SiteData):
    """Every clause of the base has exactly one fate."""
    difference = found(site)

    statuses = [change.clause.id for change in difference.changes]

    assert statuses == [clause.id for clause in site.rulesets["duel"].clauses()]
    assert "deeds.alternate" in ids(difference, DiffStatus.KEPT)


def test_a_clause_that_stands_in_for_none_is_new(site: SiteData):
    """What replaces something is told there."""
    assert [clause.id for clause in found(site).new] == ["deeds.whisper"]


@pytest.fixture(scope="module")
def page(site: SiteData) -> DifferencePage:
    """What the night changes."""
    return difference_page(site, "night_duel")


def test_the_page_has_what_does_not_hold_with_what_stands_in_its_place(page: DifferencePage):
    """Passing is gone, and so is the dawn; the rest holds as it was."""
    gone = [(each.clause.id, [clause.id for clause in each.by]) for each in page.gone]

    assert gone == [
        ("round.order", ["round.no-dawn"]),
        ("dawn.advice", []),
        ("deeds.pass", ["deeds.no-pass"]),
        ("deeds.final", ["deeds.no-pass"]),
    ]
    assert [clause.id for clause in page.new] == ["deeds.whisper"]
    assert page.kept == 12


def test_what_the_overlay_says_of_its_own_stands_in_full(page: DifferencePage):
    """Chapter by chapter, and nothing that the base says."""
    said = {
        cited for chapter in page.chapters for entry in chapter.entries for cited in entry.rules
    }

    assert "night_duel.deeds.no-pass" in said
    assert not any(cited.startswith("duel.") for cited in said)


def test_an_example_of_the_base_parts_where_it_has_another_choice(page: DifferencePage):
    """Whoever may pass by day may not at night, and that is so from the start."""
    (departure,) = page.departures

    assert page.examples == 1
    assert departure.line == "At the start"
    assert "Pass" in departure.before
    assert "Pass" not in departure.now


def test_every_overlay_has_a_page(site: SiteData):
    """And nothing else."""
    assert [each.url for each in difference_pages(site)] == ["systems/night_duel/difference/"]
