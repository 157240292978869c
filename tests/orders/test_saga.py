"""Saga: a unit is activated for each symbol on the battle board that is its own."""

import pytest

SIDES = ("north", "south")
SYMBOLS = ("common", "uncommon", "rare")
ACTS = {f"{symbol}_activation": f"for {symbol}" for symbol in SYMBOLS}


def turn(side, units, board):
    """From the clauses on activations.

    The side whose turn it is activates units of its own one after another, each for one symbol that
    the unit's battle board asks for, as often as there are such symbols. It may stop; the turn is
    over when no symbol is left that activates any unit.
    """
    ways = [(unit, it) for unit, asks in units.items() for it in asks if board[it]]
    if not ways:
        return {()}
    return {(f"{side} is done",)} | {
        (f"{unit} for {it}", *rest)
        for unit, it in ways
        for rest in turn(side, units, {**board, it: board[it] - 1})
    }


def board_of(dice, kept=()):
    """From the clauses on the dice: three faces are common, two uncommon, and one is rare."""
    faces = [(*(["common"] * 3), "uncommon", "uncommon", "rare")[die - 1] for die in dice]
    return {it: (*faces, *kept).count(it) for it in SYMBOLS}


@pytest.mark.parametrize("dice", [(1, 3), (2, 4), (5, 6), (6, 6)], ids=str)
@pytest.mark.parametrize(
    "asks",
    [
        {"N1": ["common"], "N2": ["common", "uncommon", "rare"]},
        {"N1": ["uncommon", "rare"], "N2": ["rare"]},
    ],
    ids=["levies and heroes", "no common troops"],
)
def test_units_act_for_the_symbols_that_were_rolled(battle, orders, dice, asks):
    """One die for each unit; the side that the scenario puts first has its turn first."""
    north = {unit: {"facts": [f"takes_{it}" for it in its]} for unit, its in asks.items()}
    cards = {"north": north, "south": {"S1": {"facts": ["takes_common"]}}}
    values = {side: dict.fromkeys(SYMBOLS, 0) for side in SIDES}
    game = battle("saga", cards, mission={"first": "north"}, values=values).roll(*dice)

    engine = orders(ACTS, until="round", dice={"saga_roll": {"": (1,)}})(game)

    assert engine == {
        (*one, *other)
        for one in turn("north", asks, board_of(dice))
        for other in turn("south", {"S1": ["common"]}, board_of((1,)))
    }


def test_no_more_than_eight_dice_are_on_a_board(battle, orders):
    """With six kept, three units roll two dice."""
    units = ("N1", "N2", "N3")
    cards = {"north": {it: {"facts": ["takes_rare"]} for it in units}, "south": {"S1": {}}}
    values = {side: dict.fromkeys(SYMBOLS, 0) for side in SIDES}
    values["north"]["common"] = 6
    game = battle("saga", cards, mission={"first": "north"}, values=values).roll(6, 6)

    engine = orders(ACTS, until="player_turn")(game)

    asks = {unit: ["rare"] for unit in units}
    assert engine == turn("north", asks, board_of((6, 6), ("common",) * 6))
