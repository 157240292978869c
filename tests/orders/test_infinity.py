"""Infinity: any Trooper uses the Orders of all, and enemies who see it react."""

import pytest

SIDES = ("north", "south")
DICE = {"roll-off": {"north is higher": (20, 1), "south is higher": (1, 20), "equal": (7, 7)}}
ROLLS = [(("north is higher",), 0), (("south is higher",), 1)]
ROLLS += [(("equal", *said), side) for said, side in ROLLS]


def reactions(side, troopers):
    """From the clauses on AROs: whoever sees it reacts once at most, in any order, or nobody."""
    if not troopers:
        return {()}
    return {(f"{SIDES[side]} is done",)} | {
        (f"{unit} reacts", *rest)
        for unit in troopers
        for rest in reactions(side, [it for it in troopers if it != unit])
    }


def player_turn(side, armies, irregular, seen, left, own_left):
    """From the clauses on Orders.

    The active player spends one Order after another, on one Trooper of theirs each, any number on
    the same; an Irregular Trooper has one of its own and gives none to the others. The player may
    end the turn with Orders left. Enemies who see the Trooper may react to each Order.
    """
    ways = [(unit, "uses an Order", left - 1, own_left) for unit in armies[side] if left]
    for unit in own_left:
        rest_of = own_left - {unit}
        ways.append((unit, "uses its Irregular Order", left, rest_of))
    if not ways:
        return {()}
    found = {(f"{SIDES[side]} is done",)}
    for unit, word, orders_left, others in ways:
        watching = [it for it in armies[1 - side] if (it, unit) in seen]
        rests = player_turn(side, armies, irregular, seen, orders_left, others)
        found |= {
            (f"{unit} {word}", *answer, *rest)
            for answer in reactions(1 - side, watching)
            for rest in rests
        }
    return found


def a_round(armies, irregular, seen, first):
    """From the clauses on the Game Round: each player has one turn, with Orders counted anew."""
    turns = []
    for side in (first, 1 - first):
        own = frozenset(irregular) & {*armies[side]}
        turns.append(player_turn(side, armies, irregular, seen, len(armies[side]) - len(own), own))
    return {(*one, *other) for one in turns[0] for other in turns[1]}


ACTS = {
    "order": "uses an Order",
    "irregular_order": "uses its Irregular Order",
    "aro": "reacts",
}


@pytest.mark.parametrize(
    ("armies", "irregular", "seen"),
    [
        (("N1 N2", "S1"), (), ()),
        (("N1 N2", "S1"), ("N2",), [("S1", "N1"), ("N1", "S1")]),
        (("N1", "S1 S2"), (), [("S1", "N1"), ("S2", "N1")]),
        (("N1", "S1 S2"), ("S1", "S2"), [("N1", "S2")]),
    ],
    ids=["nobody sees", "one is irregular", "two watch one", "none is regular"],
)
def test_any_trooper_may_use_any_order(battle, orders, armies, irregular, seen):
    """The higher die decides who has the first turn, and equal dice are rolled again."""
    units = [army.split() for army in armies]
    cards = {
        side: {
            unit: {
                "facts": ["irregular"] if unit in irregular else [],
                "pairs": {"sees": [it for who, it in seen if who == unit]},
            }
            for unit in army
        }
        for side, army in zip(SIDES, units, strict=True)
    }
    values = {side: {"orders": 0} for side in SIDES}
    game = battle("infinity", cards, values=values)

    engine = orders(ACTS, until="round", dice=DICE)(game)

    assert engine == {
        (*said, f"{SIDES[winner]} lets {SIDES[first]} begin", *order)
        for said, winner in ROLLS
        for first in (0, 1)
        for order in a_round(units, irregular, seen, first)
    }


@pytest.mark.parametrize("first", [0, 1])
def test_initiative_holds_for_the_whole_battle(battle, orders, first):
    """Nobody rolls in the second Game Round, and everybody's Orders are counted anew."""
    values = {side: {"orders": 0} for side in SIDES}
    game = battle("infinity", {"north": ["N1"], "south": ["S1", "S2"]}, values=values)
    game = (
        game.roll(5, 12)
        .choose("first", first=SIDES[first])
        .choose("order", "S2" if first else "N1")
    )
    while game.round == 1:
        game = game.choose("done")

    engine = orders(ACTS, until="round", dice=DICE)(game)

    assert engine == a_round([["N1"], ["S1", "S2"]], (), (), first)
