"""Warhammer 40,000, 9th edition: which units act in a turn, and who fights after whom."""

import pytest

SIDES = ("attacker", "defender")


def picked(side, units):
    """From the clauses on the phases of one player.

    One unit of that player is picked after another, none twice in a phase, as many as wanted; the
    phase is over when the player is done, or when nobody is left who could be picked.
    """
    if not units:
        return {()}
    found = {(f"{side} is done",)}
    for unit in units:
        rests = picked(side, [it for it in units if it != unit])
        found |= {(unit, *rest) for rest in rests}
    return found


def a_round(armies, psykers, first):
    """From the clauses on the turn sequence.

    Each player has one turn, and the mission says whose is first; in it come Movement, Psychic,
    with PSYKER units alone, and Shooting. Nobody here is near enough to charge or to fight.
    """
    orders = {()}
    for side in sorted(armies, key=lambda side: side != first):
        casting = [unit for unit in armies[side] if unit in psykers]
        phases = [("moves", armies[side]), ("casts", casting), ("shoots", armies[side])]
        for word, units in phases:
            said = {
                tuple(f"{it} {word}" if it in units else it for it in order)
                for order in picked(side, units)
            }
            orders = {(*order, *phase) for order in orders for phase in said}
    return orders


PHASES = {"remain_stationary": "moves", "use_powers": "casts", "shoot": "shoots"}


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("armies", [("A1 A2", "D1"), ("A1", "D1 D2")], ids=str)
def test_one_army_acts_and_then_the_other(battle, orders, armies, first):
    """In each phase with as many of its units as it likes, in any order."""
    units = {side: army.split() for side, army in zip(SIDES, armies, strict=True)}
    given = {
        side: {
            unit: {"facts": ["psyker"], "has": {"powers": 1}} if unit == "A1" else {}
            for unit in army
        }
        for side, army in units.items()
    }
    game = battle("wh40k9", given, mission={"first": first})

    engine = orders(PHASES, until="round")(game)

    assert engine == a_round(units, {"A1"}, first)


def test_units_near_an_enemy_charge_in_any_order(battle, orders):
    """Who is more than 12" away from all of them, or in Engagement Range of one, does not."""
    attackers = {"A1": (10, 10), "A2": (12, 10), "A3": (60, 10), "A4": (30, 30)}
    game = battle(
        "wh40k9",
        {
            "attacker": {it: {"at": [*at]} for it, at in attackers.items()},
            "defender": {
                "D1": {"at": [11, 20]},
                "D2": {"at": [30, 30.5], "pairs": {"engaged": ["A4"]}},
            },
        },
        mission={"first": "attacker"},
    )

    engine = orders({"make_charge": ""}, until="charge")(game)

    assert engine == picked("attacker", ["A1", "A2"])


def fights(armies, charged, holder, fought=()):
    """From the clauses on the Fight phase.

    Players alternate in fighting with a unit that is engaged or charged, beginning with the one
    whose turn it is not; nobody fights twice; who did not charge fights after all who did; when one
    player has nobody who may fight now, the other goes on.
    """
    left = [[unit for unit in army if unit not in fought] for army in armies]
    if charging := [[unit for unit in army if unit in charged] for army in left]:
        left = charging if any(charging) else left
    if not any(left):
        return {()}
    side = holder if left[holder] else 1 - holder
    return {
        (unit, *rest)
        for unit in left[side]
        for rest in fights(armies, charged, 1 - side, (*fought, unit))
    }


@pytest.mark.parametrize("charged", [(), ("A1",), ("A1", "A2"), ("A1", "D1")], ids=str)
@pytest.mark.parametrize("armies", [("A1 A2", "D1 D2"), ("A1 A2", "D1"), ("A1 A2 A3", "D1 D2")])
def test_chargers_fight_first_and_then_players_alternate(battle, orders, armies, charged):
    """The player whose turn it is not begins, unless only the other has charged."""
    attackers, defenders = (army.split() for army in armies)
    facts = {unit: ["charged"] if unit in charged else [] for unit in (*attackers, *defenders)}
    game = battle(
        "wh40k9",
        {
            "attacker": {
                unit: {"facts": facts[unit], "pairs": {"engaged": defenders}} for unit in attackers
            },
            "defender": {unit: {"facts": facts[unit]} for unit in defenders},
        },
        mission={"first": "attacker"},
    )

    engine = orders({"melee": ""}, until="fight")(game)

    assert engine == fights((attackers, defenders), charged, holder=1)


def of_morale(armies, holder):
    """From the clauses on Morale tests.

    Players alternate in testing a unit that has lost models this turn, beginning with the one whose
    turn it is; no unit is tested twice in a phase, and the rest is tested alone.
    """
    if not any(armies):
        return {()}
    side = holder if armies[holder] else 1 - holder
    return {
        (unit, *rest)
        for unit in armies[side]
        for rest in of_morale([[it for it in army if it != unit] for army in armies], 1 - side)
    }


@pytest.mark.parametrize("lost", [("A1", "A2", "D1", "D2"), ("A1", "D1", "D2"), ("D1",), ()])
def test_morale_is_tested_in_turns(battle, orders, lost):
    """Only by units that have lost models, and the player whose turn it is begins."""
    armies = [["A1", "A2"], ["D1", "D2"]]
    game = battle(
        "wh40k9",
        {
            side: {unit: {"models": 5, "has": {"leadership": 9}} for unit in army}
            for side, army in zip(SIDES, armies, strict=True)
        },
        mission={"first": "attacker"},
    )
    for unit in lost:
        game = game.declare("slain", unit, models=1)

    engine = orders({"morale_test": ""}, until="morale")(game)

    assert engine == of_morale([[it for it in army if it in lost] for army in armies], 0)
