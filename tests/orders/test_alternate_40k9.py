"""Alternate activation for 40K: who is activated when, with and without markers, and who reacts."""

from itertools import permutations

import pytest

SIDES = ("attacker", "defender")
ARMIES = [("A1 A2", "D1 D2"), ("A1 A2", "D1"), ("A1", "D1 D2 D3")]


def without(armies, units):
    """The armies without these units."""
    return [[it for it in army if it not in units] for army in armies]


def in_turns(armies, holder=0, passed=()):
    """From the clauses on the Activation phase.

    Players alternate in activating a unit, once each, the attacker first. Instead a player may
    pass, and then activates nothing more in the round; whoever has no unit left has passed, too.
    The other goes on alone. It is over when no unit is left, or when all have passed.
    """
    passed = {*passed, *(side for side in (0, 1) if not armies[side])}
    if len(passed) == 2:
        return {()}
    side = 1 - holder if holder in passed else holder
    found = {
        (unit, *rest)
        for unit in armies[side]
        for rest in in_turns(without(armies, unit.split("+")), 1 - side, passed)
    }
    rests = in_turns(armies, 1 - side, {*passed, side})
    return found | {(f"{SIDES[side]} passes", *rest) for rest in rests}


def given(armies):
    """The units of each side."""
    return {side: army.split() for side, army in zip(SIDES, armies, strict=True)}


@pytest.mark.parametrize("armies", ARMIES, ids=str)
def test_players_alternate_until_they_pass(battle, orders, armies):
    """A pass is final, and the other player goes on alone."""
    game = battle("alternate_40k9", given(armies))

    engine = orders({"activation": ""}, until="activation_phase")(game)

    assert engine == in_turns([*given(armies).values()])


def drawn(armies, markers, passed=()):
    """From the clauses on random player order.

    One marker for each unit of a player is in the container. Each time one is drawn, and its player
    activates a unit. Whoever will not passes; whoever cannot has passed when their marker is drawn,
    or when they have none left. Further markers of whoever has passed mean nothing. It is over when
    no unit is left to activate, or when all have passed.
    """
    passed = {*passed, *(side for side in (0, 1) if not armies[side] and not markers[side])}
    if len(passed) == 2 or not any(armies):
        return {()}
    found = set()
    for side in (0, 1):
        if not markers[side]:
            continue
        rest_of = tuple(many - (side == it) for it, many in enumerate(markers))
        word = f"{SIDES[side]} is drawn"
        if side in passed:
            found |= {(word, *rest) for rest in drawn(armies, rest_of, passed)}
            continue
        for unit in armies[side]:
            rests = drawn(without(armies, [unit]), rest_of, passed)
            found |= {(word, unit, *rest) for rest in rests}
        will_not = (f"{SIDES[side]} passes",) if armies[side] else ()
        rests = drawn(armies, rest_of, {*passed, side})
        found |= {(word, *will_not, *rest) for rest in rests}
    return found


@pytest.mark.parametrize("armies", ARMIES, ids=str)
def test_a_marker_says_who_is_next(battle, orders, armies):
    """In every order in which markers can come out, and whoever passes then."""
    game = battle("alternate_40k9", given(armies), options=["random"])

    engine = orders({"activation": ""}, until="activation_phase")(game)

    units = [*given(armies).values()]
    assert engine == drawn(units, tuple(map(len, units)))


@pytest.mark.parametrize(
    ("change", "armies", "markers"),
    [
        ({}, [["A2"], ["D1", "D2"]], (1, 2)),
        ({"fact": "destroyed", "unit": "D2"}, [["A2"], ["D1"]], (1, 2)),
        ({"fact": "destroyed", "unit": "A2"}, [[], ["D1", "D2"]], (1, 2)),
        (
            {"fact": "gained", "unit": "D3", "side": "defender"},
            [["A2"], ["D1", "D2", "D3"]],
            (1, 3),
        ),
    ],
    ids=["nothing", "one lost", "their last lost", "one gained"],
)
def test_markers_stay_when_units_are_lost_and_come_when_one_joins(
    battle, orders, change, armies, markers
):
    """After a first activation, whatever has become of the armies meanwhile."""
    game = battle("alternate_40k9", given(("A1 A2", "D1 D2")), options=["random"])
    game = game.draw("attacker").choose("activation", "A1")
    while "activation" not in game.ended:
        game = game.choose("done")
    game = game.declare(**change) if change else game

    engine = orders({"activation": ""}, until="activation_phase")(game)

    assert engine == drawn(armies, markers)


def together(armies, near, holder=0, passed=()):
    """As `in_turns`, with any of the units that are near each other activated at the same time."""
    passed = {*passed, *(side for side in (0, 1) if not armies[side])}
    if len(passed) == 2:
        return {()}
    side = 1 - holder if holder in passed else holder
    able = [unit for unit in armies[side] if unit in near]
    groups = [(unit,) for unit in armies[side]]
    groups += [
        group for many in (2, 3) for group in permutations(able, many) if group == (*sorted(group),)
    ]
    found = {
        ("+".join(group), *rest)
        for group in groups
        for rest in together(without(armies, group), near, 1 - side, passed)
    }
    rests = together(armies, near, 1 - side, {*passed, side})
    return found | {(f"{SIDES[side]} passes", *rest) for rest in rests}


@pytest.mark.parametrize("near", [("A1", "A2"), ("A1", "A2", "A3"), ("A1", "D1", "D2")], ids=str)
def test_units_may_be_activated_together(battle, orders, near):
    """Two or more at once, where what the players agreed on is true of each of them."""
    armies = {"attacker": ["A1", "A2", "A3"], "defender": ["D1", "D2"]}
    cards = {
        side: {unit: {"facts": ["character"] if unit in near else []} for unit in army}
        for side, army in armies.items()
    }
    game = battle(
        "alternate_40k9",
        cards,
        options=["simultaneous"],
        params={"circumstances": {"fact": "character"}},
    )

    engine = orders({"activation": ""}, until="activation_phase")(game)

    assert engine == together([*armies.values()], near)


def reacting(side, enemies):
    """From the clauses on reactive fighting: any enemies involved, in any order, or none."""
    if not enemies:
        return {((), ())}
    found = {((f"{side} is done",), ())}
    for enemy in enemies:
        for order, reacted in reacting(side, [it for it in enemies if it != enemy]):
            found.add(((f"{enemy} reacts", *order), (enemy, *reacted)))
    return found


def with_fights(armies, melee, holder=0, passed=(), reacted=()):
    """As `in_turns`; each unit that is engaged fights when it is activated.

    After it has fought, enemies that it is engaged with may react, each once in a round, in an
    order that their own player chooses.
    """
    passed = {*passed, *(side for side in (0, 1) if not armies[side])}
    if len(passed) == 2:
        return {()}
    side = 1 - holder if holder in passed else holder
    rests = with_fights(armies, melee, 1 - side, {*passed, side}, reacted)
    found = {(f"{SIDES[side]} passes", *rest) for rest in rests}
    for unit in armies[side]:
        enemies = [it for it in melee.get(unit, ()) if it not in reacted]
        fight = (f"{unit} fights",) if unit in melee else ()
        for answer, more in reacting(SIDES[1 - side], enemies):
            rests = with_fights(without(armies, [unit]), melee, 1 - side, passed, (*reacted, *more))
            found |= {(unit, *fight, *answer, *rest) for rest in rests}
    return found


@pytest.mark.parametrize(
    "melee",
    [
        {"A1": ["D1"], "D1": ["A1"]},
        {"A1": ["D1"], "A2": ["D1"], "D1": ["A1", "A2"]},
        {"A1": ["D1", "D2"], "A2": ["D2"], "D1": ["A1"], "D2": ["A1", "A2"]},
    ],
    ids=["one pair", "two on one", "all but one pair"],
)
def test_enemies_react_when_an_active_unit_has_fought(battle, orders, melee):
    """Each reacts once in a round, which neither is nor prevents an activation."""
    armies = {"attacker": ["A1", "A2"], "defender": ["D1", "D2"]}
    cards = {
        "attacker": {it: {"pairs": {"engaged": melee.get(it, [])}} for it in armies["attacker"]},
        "defender": armies["defender"],
    }
    game = battle("alternate_40k9", cards)
    acts = {"activation": "", "melee": "fights", "react": "reacts"}

    engine = orders(acts, until="activation_phase")(game)

    assert engine == with_fights([*armies.values()], melee)
