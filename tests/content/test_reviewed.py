"""Rules that come with Turnwright: each was read as it is, sentence and meaning together."""

from turnwright.load.library import Library


def test_nothing_was_changed_since_it_was_last_read(library: Library):
    """Clauses, entries of books, gaps, titles of examples: `turnwright review` names the rest."""
    reviews = [library.review(name) for name in library.rulesets]

    assert [one.problem.text for review in reviews for one in review.unread()] == []
    assert [problem.text for review in reviews for problem in review.gone()] == []


def test_every_ruleset_has_its_reviews(library: Library):
    """So none is left out."""
    read = {name for name in library.rulesets if library.review(name).path.is_file()}

    assert read == library.rulesets.keys()
