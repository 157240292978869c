"""Lion Rampant: units rally, then obey one after another until one fails its test."""

import pytest

SIDES = ("north", "south")
DICE = {
    "activation_test": {"obeys": (6, 6), "does not": (1, 1)},
    "courage_test": {"holds": (6, 6), "fails": (1, 2)},
}
PROFILE = {"move_order": 5, "attack_order": 6, "shoot_order": 6, "courage": 4}


def ordered(side, units):
    """From the clauses on activations.

    The player whose turn it is gives orders to units of their own, one at a time and each once in a
    turn. A unit that passes its test does it; one that fails ends the turn. The player may stop
    before every unit has had an order.
    """
    if not units:
        return {()}
    found = {(f"{SIDES[side]} is done",)}
    for unit in units:
        found.add((unit, "does not"))
        rests = ordered(side, [it for it in units if it != unit])
        found |= {(unit, "obeys", *rest) for rest in rests}
    return found


def turn(side, units, battered):
    """From the clauses on rallying.

    Before the orders each battered unit tries to rally once, in any order, and counts as having
    been given its order, whether it holds or fails.
    """
    if not battered:
        return ordered(side, units)
    return {
        (f"{unit} rallies", outcome, *rest)
        for unit in battered
        for outcome in ("holds", "fails")
        for rest in turn(side, units, [it for it in battered if it != unit])
    }


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize(
    ("armies", "battered"),
    [
        (("N1 N2", "S1"), ()),
        (("N1", "S1 S2"), ()),
        (("N1 N2 N3", "S1"), ("N2",)),
        (("N1 N2", "S1 S2"), ("N1", "S1", "S2")),
    ],
    ids=str,
)
def test_orders_are_given_until_one_fails(battle, orders, armies, battered, first):
    """Battered units try to rally before, and are given no order."""
    units = [army.split() for army in armies]
    cards = {
        side: {
            unit: {"has": PROFILE, "models": 6, "facts": ["battered"] if unit in battered else []}
            for unit in army
        }
        for side, army in zip(SIDES, units, strict=True)
    }
    game = battle("lion_rampant", cards, mission={"first": first})

    engine = orders({"move": "", "rally": "rallies"}, until="round", dice=DICE)(game)

    turns = [
        turn(
            side,
            [it for it in units[side] if it not in battered],
            [it for it in units[side] if it in battered],
        )
        for side in ((0, 1) if first == "north" else (1, 0))
    ]
    assert engine == {(*one, *other) for one in turns[0] for other in turns[1]}
