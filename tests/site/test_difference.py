"""An overlay beside its base."""

from turnwright.site.difference import DiffStatus, OverlayDiff, diff_rulesets, difference_page
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


def test_the_page_counts_what_it_lists(site: SiteData):
    """New, changed, removed, idle, unsaid and kept, in this order."""
    page = difference_page(site, "night_duel")

    assert [(group.title, group.count) for group in page.groups] == [
        ("New", 1),
        ("Changed", 2),
        ("Removed", 1),
        ("Idle", 1),
        ("Unsaid", 0),
        ("Kept", 12),
    ]
