"""Gaslands: who acts in which Gear Phase, from Pole Position round the table."""

import random

import pytest

from turnwright.language.input import Declaration

SIDES = ("rust", "chrome", "amber", "indigo", "olive")


class Race:
    """From the clauses on Gear Phases and Pole Position, without a look at the engine.

    In each of six Gear Phases vehicles act once whose gear is high enough: one each of the players
    in turn, round the table from Pole Position, and whoever has none left passes. Then Pole
    Position goes to the next player. Six hazard tokens put a vehicle into first gear.
    """

    def __init__(self, gears, pole):
        self.gear = {name: gear for army in gears.values() for name, gear in army.items()}
        self.owner = {name: side for side, army in gears.items() for name in army}
        self.hazards = dict.fromkeys(self.gear, 0)
        self.players, self.pole = [side for side in SIDES if side in gears], pole
        self.phase, self.acted, self.last = 1, set(), None

    def after(self, player):
        """The players round the table, beginning behind this one."""
        at = self.players.index(player) + 1
        return self.players[at:] + self.players[:at]

    def able(self, player):
        """The vehicles of a player that still act in this Gear Phase."""
        mine = [name for name, owner in self.owner.items() if owner == player]
        return [it for it in mine if self.gear[it] >= self.phase and it not in self.acted]

    def next(self):
        """Whose turn it is, and with which vehicles; through phases in which nobody acts."""
        while True:
            order = self.after(self.last) if self.last else [self.pole, *self.after(self.pole)]
            for player in order:
                if able := self.able(player):
                    return player, able
            self.pole, self.last, self.acted = self.after(self.pole)[0], None, set()
            self.phase = self.phase % 6 + 1

    def act(self, name, changes):
        """A vehicle acts: each shift is +1 or -1 gear, or 0 to discard a hazard token."""
        for change in changes:
            self.gear[name] += change
            self.hazards[name] += 1 if change else -1
        for it, many in self.hazards.items():
            if many >= 6:
                self.gear[it], self.hazards[it] = 1, 0
        self.acted.add(name)
        self.last = self.owner[name]


SHIFTS = {"shift_up": 1, "shift_down": -1, "discard_hazard": 0}


def played(chance, battle):
    """A race of two to five players at random, as it goes by the engine; and beside it."""
    players = sorted(chance.sample(SIDES, chance.randint(2, 5)), key=SIDES.index)
    gears = {
        side: {f"{side[0].upper()}{n}": chance.randint(1, 6) for n in range(chance.randint(1, 3))}
        for side in players
    }
    cards = {
        side: {name: {"has": {"gear": gear, "handling": 3}} for name, gear in army.items()}
        for side, army in gears.items()
    }
    pole = chance.choice(players)
    return battle("gaslands", cards, facts={pole: ["pole_position"]}), Race(gears, pole)


@pytest.mark.parametrize("seed", range(30))
def test_two_to_five_players_race_as_the_rules_say(battle, seed):
    """Whose turn it is, with which vehicles, in which Gear Phase, and with how many dice."""
    chance = random.Random(seed)
    game, race = played(chance, battle)
    for _ in range(40):
        player, able = race.next()
        assert (game.next, sorted(game.may)) == (player, sorted(able))
        assert game.value("battle.phase_gear") == race.phase
        name = chance.choice(able)
        game = game.choose("activation", name)
        assert set(game.can) == {f"skid_check {n}" for n in range(4)}
        dice = chance.randint(0, 3)
        many = chance.randint(0, dice)
        causes = [{"fact": "shifts_left", "unit": name, "value": many}] if many else []
        game = game.choose(f"skid_check {dice}", causes=declared(causes))
        made = []
        while game.decision.step == "shifts":
            does = chance.choice(sorted(game.can))
            made += [SHIFTS[does]] if does in SHIFTS else []
            game = game.choose(does)
        race.act(name, made)
        assert {it: game.value(f"{it}.gear") for it in race.gear} == race.gear
        assert {it: game.value(f"{it}.hazards") for it in race.gear} == race.hazards


def declared(said):
    """Declarations of what dice show."""
    return tuple(Declaration(**each) for each in said)
