"""D&D: turns in the order of initiative, and reactions in between."""

import pytest

SIDES = ("party", "monsters")


def side_of(unit):
    """Those of the party are named with a P."""
    return "PM".index(unit[0])


def turns(order, everybody, surprised, spent=frozenset()):
    """From the clauses on turns.

    In the order of initiative each combatant has a turn, in which it may take one action; it may
    end it without one. Its reaction is back as its turn starts. One that is surprised does nothing
    in its first turn, and is then surprised no longer.
    """
    if not order:
        return {()}
    unit, *later = order
    spent -= {unit}
    head = f"{unit} has a turn"
    rests = turns(later, everybody, surprised - {unit}, spent)
    if unit in surprised:
        return {(head, *rest) for rest in rests}
    found = {(head, f"{SIDES[side_of(unit)]} is done", *rest) for rest in rests}
    ready = everybody - surprised
    for answer, now in reactions(ready, 1 - side_of(unit), spent):
        rests = turns(later, everybody, surprised, now)
        found |= {(head, f"{unit} acts", *answer, *rest) for rest in rests}
    return found


def reactions(ready, holder, spent, passed=()):
    """From the clauses on reactions.

    Whatever is done may be answered, by the side whose turn it is not first and then by turns. A
    combatant whose reaction is spent, or who is surprised, does not react; a side without another
    lets it go by. Nobody has to; a side is asked again when somebody else has reacted.
    """
    able = {side_of(it) for it in ready - spent} - {*passed}
    if not able:
        return {((), spent)}
    side = holder if holder in able else 1 - holder
    found = {
        ((f"{SIDES[side]} passes", *answer), now)
        for answer, now in reactions(ready, 1 - side, spent, {*passed, side})
    }
    for unit in ready - spent:
        if side_of(unit) == side:
            for answer, now in reactions(ready, 1 - side, spent | {unit}):
                found.add(((f"{unit} reacts", *answer), now))
    return found


@pytest.mark.parametrize(
    ("rolled", "put_first", "order"),
    [
        ({"P1": 12, "M1": 15}, "", ["M1", "P1"]),
        ({"P1": 12, "P2": 18, "M1": 15}, "", ["P2", "M1", "P1"]),
        ({"P1": 11, "M1": 11, "M2": 4}, "M1", ["M1", "P1", "M2"]),
        ({"P1": 11, "M1": 11, "M2": 20}, "P1", ["M2", "P1", "M1"]),
    ],
    ids=str,
)
@pytest.mark.parametrize("surprised", [(), ("M1",)], ids=str)
def test_initiative_and_reactions(battle, orders, rolled, put_first, order, surprised):
    """The highest first; of equals whom the table has put first; anybody may react."""
    facts = {
        unit: ["surprised"] * (unit in surprised) + ["put_first"] * (unit == put_first)
        for unit in rolled
    }
    cards = {
        side: {
            unit: {"has": {"dexterity": 0}, "facts": facts[unit]}
            for unit in rolled
            if SIDES[side_of(unit)] == side
        }
        for side in SIDES
    }
    game = battle("dnd5", cards)
    acts = {"action": "acts", "reaction": "reacts"}
    for die in [*rolled.values()][:-1]:
        game = game.roll(die)
    last = {"dexterity_check": {"": ([*rolled.values()][-1],)}}

    walk = orders(acts, until="round", dice=last, happens={"turn": "has a turn"})

    assert walk(game) == turns(order, {*rolled}, {*surprised})
