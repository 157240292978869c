"""One Page Rules: armies activate units in alternation, and who was done first begins again."""

import pytest

SIDES = ("north", "south")
DICE = {"roll-off": {"north is higher": (6, 1), "south is higher": (1, 6), "equal": (4, 4)}}
ROLLS = [(("north is higher",), 0), (("south is higher",), 1)]
ROLLS += [(("equal", *said), side) for said, side in ROLLS]


def a_round(armies, holder):
    """From the clauses on a round.

    The players activate units in alternation, one of their own at a time and none twice; who still
    has units when the other has none goes on; the round is over when every unit was activated.
    """
    if not any(armies):
        return {()}
    side = holder if armies[holder] else 1 - holder
    return {
        (unit, *rest)
        for unit in armies[side]
        for rest in a_round([[it for it in army if it != unit] for army in armies], 1 - side)
    }


def first_done(order, armies):
    """The side that was first to have no unit left to activate."""
    done = [max((order.index(unit) for unit in army), default=-1) for army in armies]
    return done.index(min(done))


def game_of(armies, rounds, first):
    """From the clauses on who begins: the player who was first to have none left does."""
    if not rounds:
        return {()}
    return {
        (*order, *rest)
        for order in a_round(armies, first)
        for rest in game_of(armies, rounds - 1, first_done(order, armies))
    }


@pytest.mark.parametrize(
    "armies", [("N1 N2", "S1 S2"), ("N1 N2", "S1"), ("N1", "S1 S2 S3")], ids=str
)
def test_the_first_round_is_rolled_for(battle, orders, armies):
    """The higher die begins, and equal dice are rolled again."""
    units = [army.split() for army in armies]
    game = battle("one_page_rules", dict(zip(SIDES, units, strict=True)))

    engine = orders({"activation": ""}, until="round", dice=DICE)(game)

    assert engine == {(*said, *order) for said, side in ROLLS for order in a_round(units, side)}


@pytest.mark.parametrize("armies", [("N1", "S1"), ("N1", "S1 S2"), ("N1 N2", "S1")], ids=str)
def test_a_battle_is_four_rounds(battle, orders, armies):
    """Whoever was done first in one begins the next."""
    units = [army.split() for army in armies]
    game = battle("one_page_rules", dict(zip(SIDES, units, strict=True)))

    engine = orders({"activation": ""}, until="battle", dice=DICE)(game)

    assert engine == {(*said, *order) for said, side in ROLLS for order in game_of(units, 4, side)}
