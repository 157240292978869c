"""X-Wing: the lowest initiative flies first, and the highest shoots first."""

import pytest

SIDES = ("north", "south")
INITIATIVE = {"N1": 1, "N2": 3, "N3": 3, "S1": 3, "S2": 3, "S3": 5}


def in_order(squads, first, ascending):
    """From the clauses on the Activation Phase and the Engagement Phase.

    Ships activate from the lowest initiative up, and engage from the highest down; of ships with
    the same initiative those of the first player all come before the others, in any order.
    """
    left = [ship for squad in squads for ship in squad]
    if not left:
        return {()}
    best = (min if ascending else max)(INITIATIVE[ship] for ship in left)
    theirs = [[ship for ship in squad if INITIATIVE[ship] == best] for squad in squads]
    return {
        (ship, *rest)
        for ship in theirs[first] or theirs[1 - first]
        for rest in in_order(
            [[it for it in squad if it != ship] for squad in squads], first, ascending
        )
    }


@pytest.mark.parametrize("cheaper", [0, 1])
@pytest.mark.parametrize(
    "squads", [("N2", "S1 S2"), ("N1 N2", "S1 S3"), ("N1 N2 N3", "S1")], ids=str
)
def test_ships_fly_from_the_lowest_and_shoot_from_the_highest(battle, orders, squads, cheaper):
    """Whose squad costs fewer points says who is the first player, for both phases."""
    ships = [squad.split() for squad in squads]
    cards = {
        side: {ship: {"has": {"initiative": INITIATIVE[ship]}} for ship in squad}
        for side, squad in zip(SIDES, ships, strict=True)
    }
    points = {side: {"squad_points": 99 + (it != cheaper)} for it, side in enumerate(SIDES)}
    game = battle("x_wing", cards, values=points)

    engine = orders({"activation": "flies", "engage": "engages"}, until="round")(game)

    assert engine == {
        (
            f"{SIDES[cheaper]} lets {SIDES[first]} begin",
            *(f"{it} flies" for it in fly),
            *(f"{it} engages" for it in shoot),
        )
        for first in (0, 1)
        for fly in in_order(ships, first, ascending=True)
        for shoot in in_order(ships, first, ascending=False)
    }


def test_player_order_holds_for_the_whole_battle(battle, orders):
    """Nobody is asked again in the second round."""
    cards = {
        "north": {"N2": {"has": {"initiative": 3}}},
        "south": {"S1": {"has": {"initiative": 3}}, "S2": {"has": {"initiative": 3}}},
    }
    game = battle(
        "x_wing", cards, values={"north": {"squad_points": 1}, "south": {"squad_points": 2}}
    )
    game = game.choose("first", first="south")
    while game.round == 1:
        game = game.choose(game.can[0], game.may[0])

    engine = orders({"activation": ""}, until="activation_phase")(game)

    assert engine == in_order([["N2"], ["S1", "S2"]], 1, ascending=True)
