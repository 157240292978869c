"""Epic Armageddon: alternating, initiative that is retained once, Blast markers, and rallies."""

import random

import pytest

from turnwright.language.input import Declaration

SIDES = ("north", "south")


class Battle:
    """From the clauses on the phases, on retaining and on Blast markers.

    Players alternate with a formation that has not acted and is not broken; after a passed test
    the player may take another at once, for 1 less, and not a third. A failed test is a Blast
    marker. In the end phase each formation with markers is tested, for 2 less if it is broken,
    and loses half of them if it passes. It is broken while it has as many markers as units.
    """

    def __init__(self, units, ratings, strategy):
        self.units, self.ratings, self.strategy = units, ratings, strategy
        self.blast = dict.fromkeys(units, 0)
        self.acted, self.tested, self.first = set(), set(), ""

    def broken(self, name):
        """As many markers as units."""
        return self.blast[name] >= self.units[name]

    def mark(self, name, many=1):
        """Markers, of which there are no more than units."""
        self.blast[name] = min(self.units[name], self.blast[name] + many)

    def able(self, side):
        """The formations of a side that may still act."""
        return [
            it
            for it in self.units
            if is_of(side, it) and it not in self.acted and not self.broken(it)
        ]

    def shaken(self, side):
        """The formations of a side that are still to be tested."""
        return [
            it for it in self.units if is_of(side, it) and self.blast[it] and it not in self.tested
        ]

    def passes(self, name, die, retained):
        """An action test, with its marker if it fails."""
        passed = die - bool(self.blast[name]) - retained >= self.ratings[name]
        self.acted.add(name)
        if not passed:
            self.mark(name)
        return passed

    def rallies(self, name, die):
        """A rally test."""
        self.tested.add(name)
        if die - 2 * self.broken(name) >= self.ratings[name]:
            self.blast[name] //= 2


def is_of(side, name):
    """Formations of the north are named with an N."""
    return name[0] == side[0].upper()


def other(side):
    """The other side."""
    return SIDES[side == "north"]


def acts(game, battle, chance, side, name, does, retained):
    """One formation acts, by the engine and beside it; the game afterwards."""
    game = game.choose(does, name)
    die = chance.randint(1, 6)
    game = game.roll(die)
    passed = battle.passes(name, die, retained)
    assert game.next == side
    assert set(game.can) == {"hold"} or passed
    assert ("hold" in game.can) is not passed
    hit, many = chance.choice(list(battle.units)), chance.randint(1, 3)
    battle.mark(hit, many)
    causes = (Declaration("blast", hit, value=many),)
    game = game.choose(chance.choice(sorted(game.can)), name, causes=causes)
    if passed and not retained and battle.able(side):
        assert (game.decision.step, game.next) == ("retaining", side)
        assert sorted(game.may) == sorted(battle.able(side))
        if chance.random() < 0.5:
            return acts(
                game, battle, chance, side, chance.choice(battle.able(side)), "retained", True
            )
        return game.choose("done")
    return game


def whose(able, side):
    """Whose chance it is: a side's, or, where it has nothing left, the other's; or nobody's."""
    return next((it for it in (side, other(side)) if able(it)), "")


@pytest.mark.parametrize("seed", range(25))
def test_turns_go_as_the_rules_say(battle, seed):
    """Two Turns with random dice and random Blast markers."""
    chance = random.Random(seed)
    units = {
        f"{side}{n}": chance.randint(1, 5) for side in "NS" for n in range(chance.randint(1, 4))
    }
    ratings = {it: chance.randint(1, 4) for it in units}
    strategy = {side: chance.randint(1, 3) for side in SIDES}
    cards = {
        side: {
            it: {"models": units[it], "has": {"initiative": ratings[it]}}
            for it in units
            if is_of(side, it)
        }
        for side in SIDES
    }
    values = {side: {"strategy": many} for side, many in strategy.items()}
    game, beside = battle("epic_armageddon", cards, values=values), Battle(units, ratings, strategy)
    for _ in range(2):
        dice = [chance.randint(1, 6) for _ in SIDES]
        while dice[0] + strategy["north"] == dice[1] + strategy["south"]:
            game, dice = game.roll(*dice), [chance.randint(1, 6) for _ in SIDES]
        game = game.roll(*dice)
        assert game.next == SIDES[dice[0] + strategy["north"] < dice[1] + strategy["south"]]
        first = chance.choice(SIDES)
        game, side = game.choose("first", first=first), first
        beside.acted, beside.tested = set(), set()
        while side := whose(beside.able, side):
            assert (game.next, sorted(game.may)) == (side, sorted(beside.able(side)))
            game = acts(
                game, beside, chance, side, chance.choice(beside.able(side)), "activation", False
            )
            side = other(side)
        higher = "south" if strategy["south"] > strategy["north"] else "north"
        side = first if strategy["north"] == strategy["south"] else higher
        while side := whose(beside.shaken, side):
            assert (game.next, sorted(game.may)) == (side, sorted(beside.shaken(side)))
            name, die = chance.choice(beside.shaken(side)), chance.randint(1, 6)
            game = game.choose("rally", name).roll(die)
            beside.rallies(name, die)
            assert {it: game.value(f"{it}.blast") for it in units} == beside.blast
            side = other(side)
        if not any(map(beside.able, SIDES)):
            return
