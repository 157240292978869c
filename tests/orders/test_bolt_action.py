"""Bolt Action: every order in which dice come out of the bag, and who keeps a die."""

import pytest

from turnwright.engine.game import Game
from turnwright.lab.muster import muster
from turnwright.language.roster import Roster

SIDES = ("north", "south", "west")
ACTS = {"advance": "advances", "ambush": "lies in ambush", "take_back": "takes back its die"}


def orders_given(armies, bag, waiting=()):
    """From the clauses on orders and on the bag.

    A die is drawn for each order, and its player gives an order to one unit of theirs that has
    none yet; the orders are over when no unit is left that could be given one. Here an order is to
    advance, or to lie in ambush, which may be kept. Then comes the Turn End.
    """
    if not any(armies):
        return at_turn_end(waiting)
    found = set()
    for side in range(len(bag)):
        if not bag[side]:
            continue
        rest_of = tuple(many - (side == it) for it, many in enumerate(bag))
        for unit in armies[side]:
            left = [[it for it in army if it != unit] for army in armies]
            for word, now in (("advances", waiting), ("lies in ambush", (*waiting, unit))):
                rests = orders_given(left, rest_of, now)
                found |= {(f"{SIDES[side]} is drawn", f"{unit} {word}", *rest) for rest in rests}
    return found


def at_turn_end(waiting):
    """From the clauses on the Turn End.

    Each player, the one listed first before the other, takes back dice of their own that may be
    kept, one by one, or leaves them; whoever has none is not asked.
    """
    orders = {()}
    for side in SIDES:
        mine = [unit for unit in waiting if unit[0] == side[0].upper()]
        orders = {(*order, *more) for order in orders for more in taken_back(side, mine)}
    return orders


def taken_back(side, waiting):
    """Some of these dice one by one, and then the player is done, unless none is left."""
    if not waiting:
        return {()}
    return {(f"{side} is done",)} | {
        (f"{unit} takes back its die", *rest)
        for unit in waiting
        for rest in taken_back(side, [it for it in waiting if it != unit])
    }


@pytest.mark.parametrize("armies", [("N1 N2", "S1"), ("N1", "S1 S2"), ("N1", "S1")], ids=str)
def test_a_die_says_who_gives_an_order(battle, orders, armies):
    """One die for each unit, drawn in any order, and at the end some are kept."""
    units = [army.split() for army in armies]
    game = battle("bolt_action", dict(zip(SIDES, units, strict=False)))

    engine = orders(ACTS, until="round")(game)

    assert engine == orders_given(units, tuple(map(len, units)))


@pytest.mark.parametrize("kept", [("N1",), ("N2", "S1"), ("N1", "N2"), ("N1", "N2", "S1")], ids=str)
def test_a_kept_die_is_not_in_the_bag(battle, orders, kept):
    """Its unit is given no order, and its player may take it back in the end."""
    units = [["N1", "N2"], ["S1"]]
    cards = {
        side: {unit: {"facts": ["holding"] if unit in kept else []} for unit in army}
        for side, army in zip(SIDES, units, strict=False)
    }
    game = battle("bolt_action", cards)

    engine = orders(ACTS, until="round")(game)

    free = [[unit for unit in army if unit not in kept] for army in units]
    assert engine == orders_given(free, tuple(map(len, free)), kept)


@pytest.mark.parametrize(
    ("lost", "left", "bag"),
    [
        ("", [["N2"], ["S1", "S2"]], (1, 2)),
        ("S2", [["N2"], ["S1"]], (1, 1)),
        ("N1", [["N2"], ["S1", "S2"]], (1, 2)),
    ],
    ids=["nobody", "one without an order", "one with an order"],
)
def test_a_lost_unit_takes_a_die_with_it(battle, orders, lost, left, bag):
    """Unless its die is beside it, and no longer in the bag."""
    game = battle("bolt_action", {"north": ["N1", "N2"], "south": ["S1", "S2"]})
    game = game.draw("north").choose("advance", "N1")
    game = game.declare("destroyed", lost) if lost else game

    engine = orders(ACTS, until="round")(game)

    assert engine == orders_given(left, bag)


def test_the_next_turn_begins_with_every_die_that_was_not_kept(battle, orders):
    """And an order of the Turn before keeps nobody from being given one."""
    game = battle("bolt_action", {"north": ["N1"], "south": ["S1", "S2"]})
    for side, order, unit in (
        ("south", "ambush", "S1"),
        ("south", "advance", "S2"),
        ("north", "advance", "N1"),
    ):
        game = game.draw(side).choose(order, unit)
    game = game.choose("done")
    assert game.round == 2

    engine = orders(ACTS, until="round")(game)

    assert engine == orders_given([["N1"], ["S2"]], (1, 1), ("S1",))


def test_a_third_army_has_dice_of_a_third_colour(library, orders):
    """Everything else is as with two."""
    units = {"north": ("N1",), "south": ("S1",), "west": ("W1", "W2")}
    roster = Roster(roster="Three armies", sides=units, name="three_armies")
    armies = muster(library.effective("bolt_action"), roster)

    engine = orders(ACTS, until="round")(Game(armies.program, *armies.begin()))

    assert engine == orders_given([*units.values()], (1, 1, 2))


def test_every_way_to_draw_the_dice_of_three_units_each(battle, orders):
    """Twenty orders of the dice, and six orders of each army's units."""
    units = [["N1", "N2", "N3"], ["S1", "S2", "S3"]]
    game = battle("bolt_action", dict(zip(SIDES, units, strict=False)))

    engine = orders({"advance": "advances"}, until="round")(game)

    assert len(engine) == 20 * 6 * 6
