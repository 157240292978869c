"""Trench Crusade: every order in which models act in a Turn, engine against the text."""

from itertools import product

import pytest

DICE = {"roll-off": {"north is higher": (4, 2), "south is higher": (2, 4), "equal": (3, 3)}}
SIDES = ("north", "south")
SIZES = [(2, 2), (2, 1), (1, 3), (0, 2)]


def army(size, side):
    """The models of a warband."""
    return tuple(f"{side[0].upper()}{number + 1}" for number in range(size))


def a_turn(warbands, holder, may_pass=False, passed=False):
    """From the clauses on the Turn and on the end of an activation.

    The players take it in turns to activate one model of their own that was not activated in this
    Turn; whoever has models left when the other has none goes on alone; the Turn has no more
    activations when nobody has a model left. Nobody passes. Where a table lets players pass for
    now, only one who has a model left passes, and nobody right after another pass.
    """
    if not any(warbands):
        return {()}
    if not warbands[holder]:
        return a_turn(warbands, 1 - holder, may_pass, passed)
    found = set()
    for model in warbands[holder]:
        left = tuple(tuple(it for it in models if it != model) for models in warbands)
        found |= {(model, *rest) for rest in a_turn(left, 1 - holder, may_pass)}
    if may_pass and not passed:
        rests = a_turn(warbands, 1 - holder, may_pass, passed=True)
        found |= {(f"{SIDES[holder]} passes", *rest) for rest in rests}
    return found


def beginnings(sizes, later=False, equal_again=True):
    """From the clauses on who begins: how it is settled, and who then does.

    The player with fewer models left says who begins; with equally many each rolls a D6 and the
    higher says it; equal dice are rolled again, or won by whoever is named first. Where the fewer
    are read to start, they begin every later Turn, and at equal numbers whoever rolls higher.
    """
    fewer = [side for side in (0, 1) if sizes[side] < sizes[1 - side]]
    ways = [((), side) for side in fewer] or [((f"{SIDES[it]} is higher",), it) for it in (0, 1)]
    if not fewer:
        ways += [(("equal", *said), it) for said, it in ways] if equal_again else [(("equal",), 0)]
    if later:
        return ways
    return [
        ((*said, f"{SIDES[winner]} lets {SIDES[first]} begin"), first)
        for (said, winner), first in product(ways, (0, 1))
    ]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("passing", ["never", "for_now"])
def test_models_act_in_turns(battle, orders, sizes, passing):
    """Whoever has fewer says who begins; a warband that has models left goes on alone."""
    warbands = [army(size, side) for size, side in zip(sizes, SIDES, strict=True)]
    game = battle(
        "trench_crusade", dict(zip(SIDES, warbands, strict=True)), readings={"passing": passing}
    )

    engine = orders({"activation": "", "wait": "passes"}, until="activations", dice=DICE)(game)

    assert engine == {
        (*said, *rest)
        for said, first in beginnings(sizes)
        for rest in a_turn(tuple(warbands), first, passing == "for_now")
    }


@pytest.mark.parametrize("sizes", [(2, 2), (2, 1)], ids=str)
@pytest.mark.parametrize("tie", ["again", "listed"])
def test_the_fewer_begin_a_later_turn(battle, orders, sizes, tie):
    """They decide in the first Turn only, where the last line on it is read so."""
    warbands = [army(size, side) for size, side in zip(sizes, SIDES, strict=True)]
    readings = {"who_starts": "starts", "tied_roll": tie}
    game = battle("trench_crusade", dict(zip(SIDES, warbands, strict=True)), readings=readings)
    walk = orders({"activation": ""}, until="activations", dice=DICE)
    assert {order[: -sum(sizes)] for order in walk(game)} == {
        said for said, _ in beginnings(sizes, equal_again=tie == "again")
    }

    while game.round == 1:
        game = walk.ways(game, "")[0][1]

    assert orders({"activation": ""}, until="activations", dice=DICE)(game) == {
        (*said, *rest)
        for said, first in beginnings(sizes, later=True, equal_again=tie == "again")
        for rest in a_turn(tuple(warbands), first)
    }
