"""Sharp Practice: Leaders' cards are drawn until Tiffin, and then units act without a Leader."""

import pytest

SIDES = ("north", "south")


def units_of(units, side):
    """Those of one side."""
    return [unit for unit in units if unit[0] == side[0].upper()]


def cards_drawn(deck, idle, status, fallen=()):
    """From the clauses on the cards.

    Cards are drawn one by one, one for each Leader and Tiffin. A Leader whose card is drawn
    activates units of its side, as many as its Status, each once in the Turn, or fewer. Nothing
    comes of the card of one who has fallen. Tiffin ends it.
    """
    found = {("tiffin is drawn", *rest) for rest in unled(idle, 0, set())}
    for leader in deck:
        side = SIDES["NS".index(leader[0])]
        ways = [((), idle)]
        if leader not in fallen:
            ways = [((leader, *said), now) for said, now in activated(side, idle, status)]
        others = [it for it in deck if it != leader]
        for said, now in ways:
            rests = cards_drawn(others, now, status, fallen)
            found |= {(f"{leader} is drawn", *said, *rest) for rest in rests}
    return found


def activated(side, idle, many):
    """What a Leader with so many Initiatives left says, and who is then still to be activated."""
    mine = units_of(idle, side)
    if not many or not mine:
        return [((), idle)]
    found = [((f"{side} is done",), idle)]
    for unit in mine:
        for said, now in activated(side, [it for it in idle if it != unit], many - 1):
            found.append(((f"{unit} is led", *said), now))
    return found


def unled(idle, holder, stopped):
    """From the clauses on what follows Tiffin.

    Units that no Leader has activated act once, the sides in turns and the one listed first before
    the other; a side with units left goes on alone, and one that stops is done for the Turn.
    """
    able = [side for side in (0, 1) if side not in stopped and units_of(idle, SIDES[side])]
    if not able:
        return {()}
    side = holder if holder in able else 1 - holder
    found = {(f"{SIDES[side]} is done", *rest) for rest in unled(idle, 1 - side, {*stopped, side})}
    for unit in units_of(idle, SIDES[side]):
        rests = unled([it for it in idle if it != unit], 1 - side, stopped)
        found |= {(f"{unit} acts alone", *rest) for rest in rests}
    return found


ACTS = {"leader_activation": "", "unit_activation": "is led", "unled_action": "acts alone"}


@pytest.mark.parametrize(
    ("leaders", "units", "status"),
    [
        (("N9", "S9"), ("N1", "S1"), 1),
        (("N9",), ("N1", "N2", "S1"), 1),
        (("N9", "S9"), ("N1", "N2", "S1"), 2),
    ],
    ids=["one each", "no leader in the south", "a leader of two"],
)
def test_cards_say_who_acts_until_tiffin(battle, orders, leaders, units, status):
    """And whoever no Leader has activated may still act after it."""
    cards = {
        side: {
            it: {"facts": ["leader"], "has": {"status": status}} if it in leaders else {}
            for it in units_of((*leaders, *units), side)
        }
        for side in SIDES
    }
    game = battle("sharp_practice", cards)

    engine = orders(ACTS, until="round")(game)

    assert engine == cards_drawn([*leaders], [*units], status)


def test_nothing_comes_of_the_card_of_a_leader_who_has_fallen(battle, orders):
    """The next card is drawn; and with no Leader left none is drawn at all."""
    leader = {"facts": ["leader"], "has": {"status": 1}}
    game = battle("sharp_practice", {"north": {"N9": leader, "N1": {}}, "south": {"S9": leader}})
    fallen = game.declare("fallen", "S9")

    walk = orders(ACTS, until="round")

    assert walk(fallen) == cards_drawn(["N9", "S9"], ["N1"], 1, ("S9",))
    assert walk(fallen.declare("fallen", "N9")) == unled(["N1"], 0, set())
