"""Alternating activations for AoD: which units act as values are called, phase by phase."""

import pytest

SIDES = ("blue", "gold")
DICE = {"roll-off": {"blue is higher": (5, 2), "gold is higher": (2, 5), "equal": (1, 1)}}
INITIATIVE = {"B1": 4, "B2": 4, "B3": 2, "G1": 4, "G2": 3, "G3": 2}
ARMIES = [("B1 B2", "G1 G2"), ("B1 B2 B3", "G1"), ("B3", "G1 G2 G3")]


def beginnings():
    """From the clauses on the roll-off.

    Whoever rolls higher says who is first in the Player Order; equal dice are rolled again.
    """
    rolls = [((f"{side} is higher",), side) for side in SIDES]
    rolls += [(("equal", *roll), side) for roll, side in rolls]
    return [
        ((*roll, f"{winner} lets {SIDES[first]} begin"), first)
        for roll, winner in rolls
        for first in (0, 1)
    ]


def at_one_value(armies, holder):
    """Players alternate, one unit each; whoever is alone in having units left goes on."""
    if not any(armies):
        return {()}
    side = holder if armies[holder] else 1 - holder
    return {
        (unit, *rest)
        for unit in armies[side]
        for rest in at_one_value([[it for it in army if it != unit] for army in armies], 1 - side)
    }


def called(armies, values, first, ascending=False):
    """From the clauses on values that are called, and those on each phase.

    Values are called one after another, in Movement from the lowest up and otherwise from the
    highest down; only units that have the value called act; at each value whoever is first in the
    Player Order begins anew, and the next is called when nobody has a unit left that has it.
    """
    orders = {()}
    for value in sorted({values[it] for army in armies for it in army}, reverse=not ascending):
        now = [[it for it in army if values[it] == value] for army in armies]
        orders = {(*order, *more) for order in orders for more in at_one_value(now, first)}
    return orders


def given(armies, **more):
    """The units of each side, with what each has beside its Initiative."""
    return {
        side: {
            unit: {"has": {"initiative": INITIATIVE[unit], "movement": 6}} | more.get(unit, {})
            for unit in army.split()
        }
        for side, army in zip(SIDES, armies, strict=True)
    }


RIFLE = {"carries": {"Rifle": ["ranged"]}}


@pytest.mark.parametrize("armies", ARMIES, ids=str)
def test_the_slow_move_first(battle, orders, armies):
    """The lowest Agility of either player first, and the first in the Player Order among equals."""
    game = battle("agility_aod", given(armies))
    units = [army.split() for army in armies]

    engine = orders({"move": ""}, until="movement_phase", dice=DICE)(game)

    assert engine == {
        (*said, *order)
        for said, first in beginnings()
        for order in called(units, INITIATIVE, first, ascending=True)
    }


def begun(game, first):
    """A battle in which this side is first in the Player Order."""
    return game.roll(5, 2).choose("first", first=SIDES[first])


MODIFIED = {
    "B1": {"facts": ["fleet"]},
    "B2": {"facts": ["tank", "vehicle"]},
    "G1": {"facts": ["slow_and_purposeful"]},
    "G2": {"facts": ["zooming_flyer", "skimmer"]},
}
AGILITY = {"B1": 5, "B2": 0, "G1": 3, "G2": -1}


@pytest.mark.parametrize("first", [0, 1])
def test_what_is_fleet_moves_late_and_a_flyer_before_all(battle, orders, first):
    """Fleet has one more in Movement; a tank counts from 1, less 1; a flyer is below all others."""
    game = begun(battle("agility_aod", given(ARMIES[0], **MODIFIED)), first)
    units = [army.split() for army in ARMIES[0]]

    engine = orders({"move": ""}, until="movement_phase")(game)

    assert engine == called(units, AGILITY, first, ascending=True)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("armies", ARMIES, ids=str)
def test_the_quick_shoot_first(battle, orders, armies, first):
    """The highest Agility first, and only those that have a weapon to shoot with."""
    armed = {
        unit: RIFLE | {"has": {"initiative": value, "movement": 6}}
        for unit, value in INITIATIVE.items()
    }
    del armed["B2"]
    game = begun(battle("agility_aod", given(armies, **armed)), first)
    units = [[it for it in army.split() if it in armed] for army in armies]

    engine = orders({"shooting_step": ""}, until="shooting_phase")(game)

    assert engine == called(units, INITIATIVE, first)


@pytest.mark.parametrize("first", [0, 1])
def test_the_great_minds_cast_first(battle, orders, first):
    """The highest Mastery Level first; who has none is not asked."""
    levels = {"B1": 1, "B2": 2, "B3": 1, "G2": 2, "G3": 1}
    minds = {
        unit: {"has": {"initiative": INITIATIVE[unit], "movement": 6, "mastery_level": level}}
        for unit, level in levels.items()
    }
    game = begun(battle("agility_aod", given(("B1 B2 B3", "G1 G2 G3"), **minds)), first)

    engine = orders({"use_powers": ""}, until="psychic_phase")(game)

    assert engine == called([["B1", "B2", "B3"], ["G2", "G3"]], levels, first)


def in_close_combat(armies, first):
    """From the clauses on charges and on fights.

    As values are called from the highest down, each unit that is not in close combat charges an
    enemy or holds back; whoever charges is then in close combat with its target, here the enemy
    that is listed first. All charges are over before the first fight. Fights then go from the
    highest Initiative to the lowest, equals together, and only units in close combat fight.
    """

    def charges(left, locked, holder, value):
        free = [[it for it in army if it not in locked] for army in left]
        if not any(free):
            return {(*fights(locked),)}
        best = max(INITIATIVE[it] for army in free for it in army)
        holder = holder if best == value else first
        able = [[it for it in army if INITIATIVE[it] == best] for army in free]
        side = holder if able[holder] else 1 - holder
        found = set()
        for unit in able[side]:
            rest = [[it for it in army if it != unit] for army in free]
            with_target = locked | {unit, armies[1 - side][0]}
            for word, now in (("charges", with_target), ("holds back", locked)):
                rests = charges(rest, now, 1 - side, best)
                found |= {(f"{unit} {word}", *more) for more in rests}
        return found

    def fights(locked):
        units = sorted(locked, key=lambda it: (-INITIATIVE[it], it))
        values = dict.fromkeys(INITIATIVE[it] for it in units)
        return [
            "+".join(it for it in units if INITIATIVE[it] == value) + " fights" for value in values
        ]

    return charges(armies, frozenset(), first, None)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("armies", ARMIES, ids=str)
def test_all_charges_come_before_the_fights(battle, orders, armies, first):
    """Nobody who was charged charges, and equals fight together."""
    game = begun(battle("agility_aod", given(armies)), first)
    acts = {"charge": "charges", "hold_back": "holds back"}

    engine = orders(acts, until="close_combat_phase", happens={"fight": "fights"})(game)

    assert engine == in_close_combat([army.split() for army in armies], first)


CATEGORIES = ["fortification", "heavy_support", "troops", "elites", "hq", "fast_attack"]


def deployed(armies, places, holder):
    """From the clauses on alternating deployment.

    Players alternate in deployment, one unit each, and the first in the Player Order begins; all
    units of a category are deployed before one of the next; whoever has units left when the other
    has none goes on. Nothing says that anybody begins anew with a new category.
    """
    left = [places[it] for army in armies for it in army]
    if not left:
        return {()}
    able = [[it for it in army if places[it] == min(left)] for army in armies]
    side = holder if able[holder] else 1 - holder
    return {
        (unit, *rest)
        for unit in able[side]
        for rest in deployed(
            [[it for it in army if it != unit] for army in armies], places, 1 - side
        )
    }


@pytest.mark.parametrize("first", [0, 1])
def test_armies_are_deployed_category_by_category(battle, orders, first):
    """Fortifications, Heavy Support, Troops, Elites, HQ, Fast Attack; then whatever is in none."""
    places = {"B1": 2, "B2": 2, "B3": 5, "G1": 1, "G2": 2, "G3": 6}
    cards = {
        unit: {"facts": ["undeployed", *CATEGORIES[place : place + 1]]}
        for unit, place in places.items()
    }
    armies = ("B1 B2 B3", "G1 G2 G3")
    game = battle("agility_aod", given(armies, **cards), options=["alternating_deployment"])

    engine = orders({"deploy": ""}, until="deployment")(begun(game, first))

    assert engine == deployed([army.split() for army in armies], places, first)
