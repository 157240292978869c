"""Roll-offs of several dice: each side's are added up."""

import pytest


@pytest.mark.parametrize(
    ("dice", "total", "first"),
    [((6, 6, 6, 5), 12, "attacker"), ((1, 2, 6, 4), 10, "defender"), ((1, 1, 1, 2), 3, "defender")],
)
def test_the_total_of_a_roll_off_is_that_of_all_dice_of_a_side(skirmish, dice, total, first):
    """The highest of a side, and not one die."""
    rules = skirmish.but("steps: {turns: {turns.first: {first: {roll: 2d6}}}}")

    game = rules.battle("Ash", "Dorn").roll(*dice)

    rolled = next(event for event in game.events if type(event).__name__ == "Rolled")
    assert (game.total, rolled.total, game.next) == (total, total, first)


def test_three_sides_have_three_totals(skirmish):
    """Of one die each it is the highest die, and of three the highest three."""
    said = "steps: {turns: {turns.first: {first: {roll: 3d6}}}}"
    rules = skirmish.but(said).with_sides("north", "east", "south")

    game = rules.battle("Ash", "Elm", "Sorrel").roll(6, 1, 1, 5, 5, 5, 2, 3, 6)

    assert (game.total, game.next) == (15, "east")
