"""Song of Blades and Heroes: how many dice are risked, and when a turn is over."""

import random

import pytest

SIDES = ("north", "south")


class Turns:
    """From the clauses on turns and activations, without a look at the engine.

    Each player in turn activates figures of their own, each once, with one to three dice. A die
    that shows the figure's Quality or more is an action; with two dice that do not, the turn is
    over when the actions are done. It also is when all have acted, or the player stops.
    """

    def __init__(self, quality, first):
        self.quality, self.side = quality, first
        self.acted = set()
        self.actions, self.failures, self.figure = 0, 0, None

    def able(self):
        """The figures that may be activated."""
        mine = (it for it in self.quality if it[0] == self.side[0].upper())
        return sorted(it for it in mine if it not in self.acted)

    def rolled(self, figure, dice):
        """Dice came up for a figure."""
        self.figure = figure
        self.acted.add(figure)
        self.actions = sum(die >= self.quality[figure] for die in dice)
        self.failures = len(dice) - self.actions
        if not self.actions:
            self.end_activation()

    def act(self):
        """The figure takes one action."""
        self.actions -= 1
        if not self.actions:
            self.end_activation()

    def end_activation(self):
        """The figure is done: perhaps the turn is over."""
        self.figure, self.actions = None, 0
        if self.failures >= 2 or not self.able():
            self.end_turn()

    def end_turn(self):
        """The other player has a turn."""
        self.side, self.acted, self.figure = SIDES[self.side == "north"], set(), None


@pytest.mark.parametrize("seed", range(30))
def test_turns_of_any_length_go_as_the_rules_say(battle, seed):
    """Whose turn it is, who may be activated, with how many dice, for how many actions."""
    chance = random.Random(seed)
    quality = {
        f"{side}{n}": chance.randint(2, 6) for side in "NS" for n in range(chance.randint(1, 4))
    }
    cards = {
        side: {it: {"has": {"quality": q}} for it, q in quality.items() if it[0] == side[0].upper()}
        for side in SIDES
    }
    first = chance.choice(SIDES)
    game, turns = battle("song_of_blades", cards, mission={"first": first}), Turns(quality, first)
    for _ in range(60):
        assert (game.next, sorted(game.may)) == (turns.side, turns.able())
        if chance.random() < 0.1:
            turns.end_turn()
            game = game.choose("done")
            continue
        figure, many = chance.choice(turns.able()), chance.randint(1, 3)
        game = game.choose("activation", figure)
        assert game.can == ("dice 1", "dice 2", "dice 3")
        dice = [chance.randint(1, 6) for _ in range(many)]
        game = game.choose(f"dice {many}").roll(*dice)
        turns.rolled(figure, dice)
        while turns.figure:
            assert (game.decision.step, game.value(f"{figure}.actions_left")) == (
                "actions",
                turns.actions,
            )
            if chance.random() < 0.2:
                game = game.choose("done")
                turns.end_activation()
            else:
                game = game.choose(chance.choice(("move", "attack")), figure)
                turns.act()
