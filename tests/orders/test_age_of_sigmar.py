"""Age of Sigmar: who has the first turn, what is used in a turn, and who fights after whom."""

from itertools import product

import pytest

SIDES = ("north", "south")
PHASES = {
    "move": "moves",
    "shoot": "shoots",
    "charge": "charges",
}


def fights(armies, holder):
    """From the clauses on the Combat Phase.

    The players take it in turns to fight with one unit of their own that is in combat or charged
    this turn, the player whose turn it is first; when one has no unit left to fight with, the other
    goes on alone; nobody declines.
    """
    if not any(armies):
        return {()}
    side = holder if armies[holder] else 1 - holder
    return {
        (f"{unit} fights", *rest)
        for unit in armies[side]
        for rest in fights([[it for it in army if it != unit] for army in armies], 1 - side)
    }


def turn(side, unit):
    """From the clauses on a turn of one unit.

    In the Movement, Shooting and Charge Phases the player whose turn it is uses the unit once or
    leaves it; then whoever charged fights. Hero abilities come before and have no number, so here
    nobody uses any.
    """
    done = f"{SIDES[side]} is done"
    for used in product(*([f"{unit} {word}", done] for word in PHASES.values())):
        charged = used[-1] != done
        yield (*used, *(f"{unit} fights",) * charged)


@pytest.mark.parametrize("ready", [0, 1])
def test_whoever_was_first_to_set_up_says_who_begins(battle, orders, ready):
    """Both have a whole turn in the first battle round, phase by phase."""
    game = battle(
        "age_of_sigmar",
        {"north": ["N1"], "south": ["S1"]},
        facts={SIDES[ready]: ["set_up_first"]},
    )

    engine = orders({**PHASES, "fight": "fights"}, until="round")(game)

    assert engine == {
        (f"{SIDES[ready]} lets {SIDES[first]} begin", *one, *other)
        for first in (0, 1)
        for one in turn(first, ("N1", "S1")[first])
        for other in turn(1 - first, ("S1", "N1")[first])
    }


@pytest.mark.parametrize("first", [0, 1])
def test_priority_is_rolled_for_in_later_rounds(battle, orders, first):
    """The higher says who has the first turn; at equal dice whoever had it before says it."""
    game = battle(
        "age_of_sigmar", {"north": ["N1"], "south": ["S1"]}, facts={"north": ["set_up_first"]}
    )
    game = game.choose("first", first=SIDES[first])
    while game.round == 1:
        game = game.choose("done")
    dice = {"north is higher": (5, 1), "south is higher": (2, 6), "equal": (3, 3)}

    walk = orders({}, until="round", dice={"roll-off": dice}, happens={"turn": "has a turn"})

    decides = {"north is higher": "north", "south is higher": "south", "equal": SIDES[first]}
    assert walk(game) == {
        (roll, f"{who} lets {one} begin", f"{one} has a turn", f"{other} has a turn")
        for roll, who in decides.items()
        for one, other in (SIDES, SIDES[::-1])
    }


@pytest.mark.parametrize(
    "melee", [("N1 N2", "S1 S2"), ("N1 N2", "S1"), ("N1", "S1 S2 S3")], ids=str
)
def test_both_armies_fight_unit_by_unit(battle, orders, melee):
    """All that are in combat, beginning with the player whose turn it is."""
    north, south = (army.split() for army in melee)
    given = {
        "north": {unit: {"pairs": {"in_combat": south}} for unit in north} | {"N9": {}},
        "south": south,
    }
    game = battle("age_of_sigmar", given, facts={"north": ["set_up_first"]})

    engine = orders({"fight": "fights"}, until="round")(game)

    assert engine == {
        (f"north lets {SIDES[first]} begin", *one, *other)
        for first in (0, 1)
        for one in fights([north, south], first)
        for other in fights([north, south], 1 - first)
    }
