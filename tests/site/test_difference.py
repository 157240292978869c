"""An overlay beside its base."""

from turnwright.site.book import Book
from turnwright.site.difference import Difference, Fate, compare, difference_page


def found(book: Book) -> Difference:
    """What the overlay of the invented rulesets does to its base."""
    return compare(book.effective["duel"], book.effective["night_duel"])


def ids(difference: Difference, fate: Fate) -> list[str]:
    """The clauses with this fate."""
    return [change.clause.id for change in difference.of(fate)]


def test_a_replaced_clause_is_changed(book: Book):
    """It stands beside the one that took its place."""
    changed = found(book).of(Fate.CHANGED)

    assert [(c.clause.id, [by.id for by in c.by]) for c in changed] == [
        ("round.order", ["round.no-dawn"]),
        ("deeds.pass", ["deeds.no-pass"]),
    ]


def test_a_clause_taken_away_is_removed(book: Book):
    """Nothing stands in its place."""
    assert ids(found(book), Fate.REMOVED) == ["deeds.final"]


def test_a_clause_of_a_step_that_is_gone_is_unsaid(book: Book):
    """Nobody took it away, but the overlay's round goes past it."""
    unsaid = found(book).of(Fate.UNSAID)

    assert [(change.clause.id, change.missing) for change in unsaid] == [("dawn.advice", "dawn")]


def test_all_other_clauses_are_kept(book: Book):
    """Every clause of the base has exactly one fate."""
    difference = found(book)

    fates = [change.clause.id for change in difference.changes]

    assert fates == [clause.id for clause in book.rulesets["duel"].clauses()]
    assert "deeds.alternate" in ids(difference, Fate.KEPT)


def test_a_clause_that_stands_in_for_none_is_new(book: Book):
    """What replaces something is told there."""
    assert [clause.id for clause in found(book).new] == ["deeds.whisper"]


def test_the_page_counts_what_it_lists(book: Book):
    """New, changed, removed, unsaid and kept, in this order."""
    page = difference_page(book, "night_duel")

    assert [(group.title, group.count) for group in page.groups] == [
        ("New", 1),
        ("Changed", 2),
        ("Removed", 1),
        ("Unsaid", 1),
        ("Kept", 13),
    ]
