"""Savage Worlds: cards say who acts, and whoever is on Hold acts in between."""

import pytest

SIDES = ("heroes", "foes")
SUITS = ("spades", "hearts", "diamonds", "clubs")
ACTS = {"act": "acts", "go_on_hold": "goes on Hold", "act_from_hold": "acts from Hold"}


def side_of(unit):
    """Heroes are named with an H."""
    return "HF".index(unit[0])


def opening(hold, cards, then, holder=0, passed=()):
    """From the clauses on Hold: the moment for whoever is on Hold.

    Both sides are asked by turns, the players' first; one with nobody on Hold lets it go by. A side
    that lets it go by is asked again when somebody has acted, until both have let it go by.
    """
    able = {side_of(unit) for unit in hold} - {*passed}
    if not able:
        return then(cards, hold)
    side = holder if holder in able else 1 - holder
    rests = opening(hold, cards, then, 1 - side, {*passed, side})
    found = {(f"{SIDES[side]} passes", *rest) for rest in rests}
    for unit in hold:
        if side_of(unit) == side:
            rests = opening(hold - {unit}, cards, then, 1 - side)
            found |= {(f"{unit} acts from Hold", *rest) for rest in rests}
    return found


def called(cards, hold):
    """From the clauses on the countdown and on a turn.

    The highest card comes first, between equal ones by suit, spades, hearts, diamonds, clubs; the
    players' Joker before the other. Who is called acts or goes on Hold, and after each turn those
    on Hold may act.
    """
    if not cards:
        return {()}
    unit = min(
        cards, key=lambda it: (-cards[it][1], (*SUITS, "joker").index(cards[it][0]), side_of(it))
    )
    rest_of = {it: card for it, card in cards.items() if it != unit}
    return {
        (f"{unit} {word}", *rest)
        for word, now in (("acts", hold), ("goes on Hold", hold | {unit}))
        for rest in opening(now, rest_of, called)
    }


@pytest.mark.parametrize(
    "cards",
    [
        {"H1": ("clubs", 9), "H2": ("spades", 9), "F1": ("hearts", 9)},
        {"H1": ("joker", 15), "H2": ("clubs", 2), "F1": ("joker", 15)},
        {"H1": ("hearts", 3), "F1": ("spades", 11)},
    ],
    ids=["three nines", "two Jokers", "a Jack"],
)
@pytest.mark.parametrize("hold", [(), ("H0",), ("H0", "F0")], ids=str)
def test_the_highest_card_acts_and_hold_comes_between(battle, orders, cards, hold):
    """Who begins the round on Hold is dealt no card, and may act before the first is called."""
    units = sorted((*cards, *hold))
    given = {
        side: {
            unit: {"facts": ["on_hold"] if unit in hold else []}
            for unit in units
            if SIDES[side_of(unit)] == side
        }
        for side in SIDES
    }
    game = battle("savage_worlds", given)
    for unit in sorted(cards, key=side_of):
        game = game.draw(*cards[unit])

    engine = orders(ACTS, until="round")(game)

    assert engine == opening(frozenset(hold), cards, called)
