"""What a program may hand over by mistake is refused with a sentence."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.input import Choice


@pytest.mark.parametrize(
    "mistake",
    [
        lambda game: game.holds(None),
        lambda game: game.odds(5),
        lambda game: game.choose([]),
        lambda game: game.apply(None),
        lambda game: game.apply(Choice("act", "Ash")),
        lambda game: game.declare(None),
        lambda game: game.declare("tired", "Ash", value="much"),
        lambda game: game.choose("act", "Ash", units=3),
        lambda game: game.choose("act", "Ash", at=3),
        lambda game: game.draw(None),
        lambda game: game.facts(3),
        lambda game: game.why(None),
        lambda game: game.value(None),
        lambda game: game.value("Ash.nope"),
        lambda game: game.refuses("act", "Ash", whom="Dorn"),
    ],
)
def test_a_mistake_is_refused(skirmish, mistake):
    """And not answered as if it meant something, nor with an error of Python."""
    game = skirmish.but("facts: {tired: {}}").but(
        "steps: {act: {act.tires: {sets: {fact: tired}}}}"
    )

    with pytest.raises(Refused):
        mistake(game.battle("Ash", "Dorn"))


def test_a_value_that_only_a_card_has_is_known(skirmish):
    """And one that only rules name has no number yet."""
    rules = skirmish.but("values: {nerve: {nerve.more: {add: 1}}}").but(
        "steps: {act: {act.counts: {changes: {value: nerve, by: 1}}}}"
    )
    game = rules.battle({"Ash": {"has": {"speed": 3}}}, "Dorn")

    assert (game.value("Ash.speed"), game.value("Dorn.speed")) == (3, None)
    assert game.value("Ash.nerve") is None
