"""Sharp Practice: Leaders' cards are drawn until Tiffin, and then units act without a Leader."""

import pytest

SIDES = ("north", "south")


def units_of(units, side):
    """Those of one side."""
    return [unit for unit in units if unit[0] == side[0].upper()]


def cards_drawn(deck, idle, status):
    """From the clauses on the cards.

    Cards are drawn one by one, one for each Leader and Tiffin. A Leader whose card is drawn
    activates units of its side, as many as its Status, each once in the Turn, or fewer. Tiffin ends
    it; so does a deck without a Leader left only when no Leader is on the table.
    """
    found = {("tiffin is drawn", *rest) for rest in unled(idle, 0, set())}
    for leader in deck:
        side = SIDES["NS".index(leader[0])]
        for said, now in activated(side, idle, status):
            rests = cards_drawn([it for it in deck if it != leader], now, status)
            found |= {(f"{leader} is drawn", leader, *said, *rest) for rest in rests}
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
