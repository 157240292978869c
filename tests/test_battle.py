"""Starting a battle from Python, and what somebody is told who says it wrongly."""

from pathlib import Path

import pytest

import turnwright

GROUND = str(Path(__file__).parent / "ground")


def test_a_name_alone_is_not_a_list_of_names():
    """Or it would be an army of letters."""
    with pytest.raises(turnwright.SourceError, match="a list belongs here, not the text `Ash`"):
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


@pytest.mark.parametrize("die", [0, 7, 3.5, "3", True, None])
def test_a_die_shows_one_of_its_faces(die):
    """Nothing else is a roll, whatever it may be equal to."""
    armies = {"north": ["Ash"], "south": ["Dorn", "Elm"]}
    game = turnwright.start("trench_crusade", armies).choose("first", first="north")
    game = game.choose("activation", "Ash").choose("dash", "Ash")

    with pytest.raises(turnwright.Refused, match="has no face"):
        game.roll(die, 4)


def test_a_clause_decides_once():
    """Whose chance it is may be said twice by one clause, and is told once."""
    armies = {"attacker": ["Ash"], "defender": ["Dorn"]}

    by = turnwright.start("wh40k9", armies, mission={"first": "attacker"}).decision.by

    assert len(by) == len(set(by)) > 0


@pytest.mark.parametrize(
    "units",
    [{"Ash"}, {"Ash": {}}.keys(), [b"Ash"], ["\ud800"], {("Ash", "Elm"): {}}, [object()]],
    ids=["set", "keys", "bytes", "surrogate", "tuple", "object"],
)
def test_what_no_file_could_say_is_told_like_any_mistake(units):
    """Whoever writes Python gets no other kind of error for it than who writes a file."""
    with pytest.raises(turnwright.SourceError, match="A file could not say this"):
        turnwright.start("trench_crusade", {"north": units, "south": ["Dorn"]})


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ({"abilities": ("nonsense",)}, "no ability nonsense"),
        ({"abilities": "shield"}, "lists of names"),
        ({"facts": 5}, "lists of names"),
        ({"facts": ("nonsense",)}, "no fact nonsense"),
        ({"carries": {"Sword": 5}}, "lists of names"),
        ({"has": 3}, "a mapping"),
        ({"has": {"agility": "high"}}, "whole numbers"),
        ({"models": "x"}, "whole numbers"),
        ({"models": 0}, "at least 1 model"),
        ({"at": (1,)}, "two numbers"),
        ({"at": ("a", "b")}, "two numbers"),
        ({"at": (float("nan"), 1.0)}, "two numbers"),
        ({"base": -1}, "no smaller than 0"),
        ({"bogus": 1}, "a card has only these"),
        (5, "a card has only these"),
    ],
)
def test_a_unit_joins_with_a_card_that_a_file_could_have(card, told):
    """Or the battle would go on, and fall over inputs later."""
    game = turnwright.start("trench_crusade", {"north": ["Ash"], "south": ["Dorn"]})

    with pytest.raises(turnwright.Refused, match=told):
        game.declare("gained", "Elm", side="north", card=card)
