"""Who, what, limits: each word of a step has its place."""

from dataclasses import fields

from turnwright.language.step import StepMeaning
from turnwright.sheet.clause_groups import HEADING_OF_WORD


def test_every_word_of_a_step_has_its_place():
    """A new word of the language is given one here, and does not land by chance."""
    words = {field.name for field in fields(StepMeaning) if field.metadata}

    assert words == set(HEADING_OF_WORD)
