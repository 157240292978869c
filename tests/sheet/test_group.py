"""Who, what, limits: each word of a step has its place."""

from turnwright.sheet.group import unplaced


def test_every_word_of_a_step_has_its_place():
    """A new word of the language is given one here, and does not land by chance."""
    assert unplaced() == frozenset()
