"""AoD as it is assumed to be: whole armies take turns, and fights go by Initiative."""

from itertools import product

import pytest

SIDES = ("blue", "gold")
INITIATIVE = {"B1": 4, "B2": 2, "G1": 4, "G2": 5}
DICE = {"roll-off": {"blue is higher": (5, 2), "gold is higher": (2, 5)}}


def picked(side, units, word):
    """From the clauses on a phase.

    In a phase of their turn players pick units of their own, one at a time and each at most once,
    as many as they want; the phase is over when no unit is left that could be picked.
    """
    if not units:
        return {()}
    return {(f"{SIDES[side]} is done",)} | {
        (f"{unit} {word}", *rest)
        for unit in units
        for rest in picked(side, [it for it in units if it != unit], word)
    }


def fights(locked):
    """From the clauses on fights: the highest Initiative first, equals at the same time."""
    values = sorted({INITIATIVE[it] for it in locked}, reverse=True)
    return tuple(
        "+".join(it for it in sorted(locked) if INITIATIVE[it] == value) + " fights"
        for value in values
    )


def turn(side, armies, locked):
    """From the clauses on a turn: units shoot, and then charge if they are in no close combat.

    A unit that charges is in close combat with its target, here the enemy that is listed first; all
    units in close combat fight, of both players. Says how it goes, and who is locked after it.
    """
    able = [it for it in armies[side] if it not in locked]
    for shots, charges in product(
        picked(side, armies[side], "shoots"), picked(side, able, "charges")
    ):
        charged = {it.split()[0] for it in charges if it.endswith("charges")}
        now = locked | charged | ({armies[1 - side][0]} if charged else set())
        yield (*shots, *charges, *fights(now)), now


@pytest.mark.parametrize(
    ("armies", "locked"),
    [(("B1 B2", "G1"), ()), (("B1", "G1 G2"), ()), (("B1 B2", "G1"), ("B2", "G1"))],
    ids=str,
)
def test_each_player_has_a_whole_turn(battle, orders, armies, locked):
    """The winner of the roll-off says in which order, and both players' units fight in each."""
    units = [army.split() for army in armies]
    cards = {
        side: {
            unit: {
                "has": {"initiative": INITIATIVE[unit], "movement": 6},
                "carries": {"Rifle": ["ranged"]},
                "pairs": {"locked": [it for it in locked if it[0] == "G" and unit in locked]},
            }
            for unit in army
        }
        for side, army in zip(SIDES, units, strict=True)
    }
    del cards["gold"]["G1"]["pairs"]
    game = battle("aod_skeleton", cards)
    acts = {"shooting_step": "shoots", "charge": "charges"}

    engine = orders(acts, until="round", dice=DICE, happens={"fight": "fights"})(game)

    assert engine == {
        (f"{SIDES[winner]} is higher", f"{SIDES[winner]} lets {SIDES[first]} begin", *one, *other)
        for winner, first in product((0, 1), repeat=2)
        for one, now in turn(first, units, {*locked})
        for other, _ in turn(1 - first, units, now)
    }
