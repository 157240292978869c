"""Warhammer 40,000, 7th edition: whole armies take turns, and units are used in any order."""

from itertools import product

import pytest

SIDES = ("north", "south")
DICE = {"roll-off": {"north is higher": (6, 2), "south is higher": (2, 6), "equal": (5, 5)}}
ROLLS = [(("north is higher",), 0), (("south is higher",), 1)]
ROLLS += [(("equal", *said), side) for said, side in ROLLS]


def used(side, units, word):
    """From the clauses on a phase.

    The player whose turn it is uses units of their own one at a time, each once in a phase; no unit
    has to be used, and the phase is over when no unit is left.
    """
    if not units:
        return {()}
    return {(f"{SIDES[side]} is done",)} | {
        (f"{unit} {word}", *rest)
        for unit in units
        for rest in used(side, [it for it in units if it != unit], word)
    }


def game_turn(armies, first, blind=()):
    """From the clauses on turns: whoever won the roll-off first, each moves and then shoots.

    Nobody shoots who does not see an enemy.
    """
    turns = [
        [
            (*moves, *shots)
            for moves in used(side, armies[side], "moves")
            for shots in used(side, [it for it in armies[side] if it not in blind], "shoots")
        ]
        for side in (first, 1 - first)
    ]
    return {(*one, *other) for one, other in product(*turns)}


@pytest.mark.parametrize("blind", [(), ("N1",)], ids=str)
@pytest.mark.parametrize("armies", [("N1 N2", "S1"), ("N1", "S1 S2")], ids=str)
def test_whoever_wins_the_roll_off_has_the_first_turn(battle, orders, armies, blind):
    """Equal dice are rolled again, and then one army acts before the other."""
    units = [army.split() for army in armies]
    cards = {
        side: {unit: {"pairs": {"sees": [] if unit in blind else enemies}} for unit in army}
        for side, army, enemies in zip(SIDES, units, units[::-1], strict=True)
    }
    game = battle("wh40k7", cards)

    engine = orders({"move": "moves", "shoot": "shoots"}, until="round", dice=DICE)(game)

    assert engine == {
        (*said, *order) for said, side in ROLLS for order in game_turn(units, side, blind)
    }


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_game_turn_has_the_same_order(battle, orders, first):
    """The roll-off is made once."""
    cards = {
        "north": {"N1": {"pairs": {"sees": ["S1"]}}},
        "south": {"S1": {"pairs": {"sees": ["N1"]}}},
    }
    game = battle("wh40k7", cards).roll(*((6, 2), (2, 6))[first])
    while game.round == 1:
        game = game.choose("done")

    engine = orders({"move": "moves", "shoot": "shoots"}, until="round", dice=DICE)(game)

    assert engine == game_turn([["N1"], ["S1"]], first)
