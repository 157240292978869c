"""Starting a battle from Python, and what somebody is told who says it wrongly."""

from pathlib import Path

import pytest

import turnwright

GROUND = str(Path(__file__).parent / "ground")


def test_a_name_alone_is_not_a_list_of_names():
    """Or it would be an army of letters."""
    with pytest.raises(turnwright.SourceError, match="A list belongs here, not the text `Ash`"):
        turnwright.start("trench_crusade", {"north": "Ash", "south": ["Dorn"]})


@pytest.mark.parametrize("card", ["fast", None, ["fast"]])
def test_a_card_is_a_mapping(card):
    """Whatever else it is, is told as in a file."""
    with pytest.raises(turnwright.SourceError):
        turnwright.start("trench_crusade", {"north": {"Ash": card}, "south": ["Dorn"]})


@pytest.mark.parametrize("given", [None, [["Ash"], ["Dorn"]]])
def test_units_are_given_by_side(given):
    """Nobody guesses whose they are."""
    with pytest.raises(turnwright.SourceError):
        turnwright.start("trench_crusade", given)


def test_an_empty_card_is_a_card():
    """A unit of which nothing is said is there all the same."""
    game = turnwright.start("trench_crusade", {"north": {"Ash": {}}, "south": ["Dorn", "Elm"]})

    assert game.next == "north"


def test_one_folder_may_be_named_by_itself():
    """It is not a list of letters, the first of which is the whole disk."""
    with pytest.raises(turnwright.SourceError, match="There is no ruleset"):
        turnwright.start("nowhere_to_be_found", {}, rulesets=GROUND)
