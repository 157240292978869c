"""Crossfire: one side acts again and again, until it loses the initiative."""

import pytest

SIDES = ("north", "south")
HITS = ("no hit", "one hit", "two hits", "three hits")
DICE = {
    "fire_dice": {HITS[many]: (6,) * many + (1,) * (3 - many) for many in range(4)},
    "rally_die": {"rallies": (4,), "fails": (3,)},
}
ACTS = {
    "fire": "fires",
    "move": "moves",
    "rally": "tries to rally",
    "reactive_shot": "fires back",
}


def side_of(stand):
    """Stands of the north are named with an N."""
    return "NS".index(stand[0])


def hit(state, target, many):
    """From the clauses on hits.

    One pins its target; two or more suppress it; three, or two at one that was suppressed, kill it.
    """
    was = state[target]
    if many >= 3 or (many == 2 and "suppressed" in was):
        return {stand: marks for stand, marks in state.items() if stand != target}
    return {**state, target: was | {("pinned", "suppressed")[many - 1]}} if many else state


def actions(state, side):
    """From the clauses on the initiative.

    The side that has it takes one action after another with any one stand, until only one side has
    stands. A stand fires unless it is suppressed, and with fewer than two hits the other side has
    the initiative. It moves unless it is pinned or suppressed. One that is either tries to rally,
    and a failure loses the initiative. To act takes away the no-fire markers of the own side.
    Says each thing that may be done, and how it goes on then.
    """
    own = [it for it in state if side_of(it) == side]
    enemies = [it for it in state if side_of(it) != side]
    fresh = {**state, **{it: state[it] - {"no fire"} for it in own}}
    if not own or not enemies:
        return
    for stand in own:
        hindered = state[stand] & {"pinned", "suppressed"}
        if "suppressed" not in state[stand]:
            for many, said in enumerate(HITS):
                has_it = side if many >= 2 else 1 - side
                yield (f"{stand} fires", said), actions, (hit(fresh, enemies[0], many), has_it)
        if hindered:
            well = {**fresh, stand: fresh[stand] - hindered}
            yield (f"{stand} tries to rally", "rallies"), actions, (well, side)
            yield (f"{stand} tries to rally", "fails"), actions, (fresh, 1 - side)
        else:
            yield (f"{stand} moves",), reactions, (fresh, stand, enemies)


def reactions(state, mover, watching):
    """From the clauses on reactive fire.

    Stands of the other side that see the mover may fire at it, one by one, each once, but none that
    is suppressed or has a no-fire marker; without a hit it gets one. Two hits take the initiative,
    and fewer leave it where it is.
    """
    side = side_of(mover)
    able = [it for it in watching if not state[it] & {"suppressed", "no fire"}]
    if not able:
        yield from actions(state, side)
        return
    yield (f"{SIDES[1 - side]} is done",), actions, (state, side)
    for stand in able:
        others = [it for it in able if it != stand]
        for many, said in enumerate(HITS):
            now = hit(state, mover, many)
            now = now if many else {**now, stand: now[stand] | {"no fire"}}
            goes_on = (reactions, (now, mover, others)) if many < 2 else (actions, (now, 1 - side))
            yield (f"{stand} fires back", said), *goes_on


def beginnings(most, ways, at):
    """Every way to begin, as far as so many things that are said."""
    found = set()
    for words, after, there in ways(*at):
        rests = beginnings(most - len(words), after, there) if len(words) < most else {()}
        found |= {(*words, *rest)[:most] for rest in rests}
    return found or {()}


@pytest.mark.parametrize(
    ("marks", "first", "most"),
    [
        ({"N1": [], "S1": []}, "north", 7),
        ({"N1": [], "N2": [], "S1": []}, "north", 5),
        ({"N1": ["suppressed"], "S1": ["pinned"], "S2": ["no_fire"]}, "south", 5),
        ({"N1": [], "S1": [], "S2": ["suppressed"]}, "north", 5),
    ],
    ids=str,
)
def test_a_side_acts_until_it_loses_the_initiative(battle, orders, marks, first, most):
    """Every way to begin: who acts, what is hit, and who fires back."""
    cards = {
        side: {
            stand: {
                "facts": facts,
                "has": {"fire_dice": 3, "rally_number": 4},
                "pairs": {"sees": [it for it in marks if it[0] != stand[0] and stand[0] == "N"]},
            }
            for stand, facts in marks.items()
            if SIDES[side_of(stand)] == side
        }
        for side in SIDES
    }
    game = battle("crossfire", cards, mission={"first": first})

    engine = orders(ACTS, until="battle", dice=DICE, most=most)(game)

    state = {it: frozenset(mark.replace("_", " ") for mark in facts) for it, facts in marks.items()}
    assert engine == beginnings(most, actions, (state, SIDES.index(first)))
