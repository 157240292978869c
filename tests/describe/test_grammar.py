"""Names, numbers and verbs in a sentence."""

import pytest

from turnwright.describe.grammar import agree, as_sentence, counted, for_target, list_units


@pytest.mark.parametrize(
    ("verb", "names", "said"),
    [
        ("charge", ("Ash",), "charges"),
        ("charge", ("Lancers",), "charge"),
        ("fall back", ("Pikemen",), "fall back"),
        ("fall back", ("Ash",), "falls back"),
        ("carry on", ("Ash",), "carries on"),
        ("pass", ("Ash",), "passes"),
        ("obey", ("Ash",), "obeys"),
        ("be ordered", ("Ash",), "is ordered"),
        ("be ordered", ("Ash", "Elm"), "are ordered"),
        ("dash", ("Tobias",), "dashes"),
    ],
)
def test_a_verb_goes_with_whoever_does_it(verb: str, names: tuple[str, ...], said: str):
    """Lancers charge, and Ash charges."""
    assert agree(verb, names) == said


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "inch", "1 inch"),
        (6.1, "inch", "6.1 inches"),
        (9.4728, "inch", "9.47 inches"),
        (1, "model", "1 model"),
        (0, "model", "0 models"),
    ],
)
def test_a_number_has_its_plural(number: float, noun: str, said: str):
    """Nobody moves 1 inches."""
    assert counted(number, noun) == said


def test_words_for_a_target_are_left_out_where_there_is_none():
    """One shoots, or shoots at somebody."""
    assert for_target("shoot (at)", has_target=True) == "shoot at"
    assert for_target("shoot (at)", has_target=False) == "shoot"


def test_several_units_have_the_article_that_each_needs():
    """A name that is a plural has one."""
    assert list_units(("Ash", "Lancers", "Pikemen")) == "Ash, the Lancers and the Pikemen"


def test_a_sentence_begins_large_and_ends_with_a_stop():
    """Once."""
    assert as_sentence("the Lancers charge") == "The Lancers charge."
    assert as_sentence("Done.") == "Done."
