"""Commands & Colors: a card says how many units of which section are ordered, move and battle."""

import pytest

SIDES = ("north", "south")
ACTS = {"order": "is ordered", "move": "moves", "attack": "battles"}


def picked(side, units, word, many=9):
    """Up to so many of these units one after another, each once; or the side is done before."""
    if not units or not many:
        return {((), ())}
    found = {((f"{side} is done",), ())}
    for unit in units:
        for said, more in picked(side, [it for it in units if it != unit], word, many - 1):
            found.add(((f"{unit} {word}", *said), (unit, *more)))
    return found


def turn(side, hand, places):
    """From the clauses on a turn.

    The side plays one card of its hand, told by its section and its number, and orders up to so
    many of its own units in that section. Then ordered units move, each once at most and in any
    order, and then they battle. A fresh card ends the turn; it is not looked at here.
    """
    orders = set()
    for section, many in hand:
        there = [unit for unit, place in places.items() if place == section]
        for said, ordered in picked(side, there, "is ordered", many):
            for moves, _ in picked(side, ordered, "moves"):
                for battles, _ in picked(side, ordered, "battles"):
                    orders.add((f"{side} plays {section} {many}", *said, *moves, *battles))
    return orders


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize(
    ("hands", "places"),
    [
        (
            {"north": [("left", 1), ("centre", 2)], "south": [("right", 3)]},
            {"N1": "left", "N2": "left", "N3": "centre", "S1": "right"},
        ),
        (
            {"north": [("centre", 3)], "south": [("left", 2), ("right", 1)]},
            {"N1": "centre", "S1": "right", "S2": "right", "S3": "centre"},
        ),
    ],
    ids=["two on the left", "nobody on the left"],
)
def test_a_card_says_who_is_ordered(battle, orders, hands, places, first):
    """The scenario says which side has the first turn, and who has no unit there orders none."""
    army = {
        side: {unit: place for unit, place in places.items() if unit[0] == side[0].upper()}
        for side in SIDES
    }
    cards = {
        side: {
            unit: {"facts": ["in_centre" if place == "centre" else f"on_{place}"]}
            for unit, place in units.items()
        }
        for side, units in army.items()
    }
    values = {side: {"command": len(hand)} for side, hand in hands.items()}
    values["battle"] = {"banners_needed": 3}
    game = battle("commands_and_colors", cards, mission={"first": first}, values=values)
    sides = sorted(SIDES, key=lambda side: side != first)
    for side in sides:
        for card in hands[side]:
            game = game.draw(*card)

    fresh = {"command_deck": {"": ("left", 2)}}
    engine = orders(ACTS, until="turn_each", draws=fresh)(game)

    one, other = (turn(side, hands[side], army[side]) for side in sides)
    assert engine == {(*before, *after) for before in one for after in other}
