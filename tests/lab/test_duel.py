"""The toy duel, against fights that are fought out strike by strike."""

import random
from fractions import Fraction

import pytest

from turnwright.lab.activations import Act
from turnwright.lab.duel import first_wins, passages, strikers
from turnwright.lab.playing import Round


def round_of(letters):
    """A round in which every letter is an activation of a unit that has not acted yet."""
    return Round(tuple(Act("RB".index(letter), 1 << n) for n, letter in enumerate(letters)))


def chance_of(rounds, size):
    """The chance of whoever acts first, where these rounds are equally likely."""
    found = {}
    for letters in rounds:
        order = strikers(round_of(letters), (size, size))
        for passage, weight in passages(order, (size, size)).items():
            found[passage] = found.get(passage, 0) + weight
    return first_wins(found, (size, size))


def fought(rounds, size, chance):
    """One fight on paper: names in lists, coins, and who is struck is crossed out."""
    alive = {side: [f"{side}{n}" for n in range(size)] for side in "RB"}
    first = None
    while alive["R"] and alive["B"]:
        letters = chance.choice(rounds)
        first = first or letters[0]
        waiting = {side: [f"{side}{n}" for n in range(size)] for side in "RB"}
        for side in letters:
            unit = waiting[side].pop(0)
            enemies = alive["B" if side == "R" else "R"]
            if unit in alive[side] and enemies and chance.random() < 0.5:
                enemies.pop(0)
    return bool(alive[first])


def test_one_against_one_in_turns():
    """The first hits, or both miss and all begins anew: 1/2 : (1 - 1/4)."""
    assert chance_of(["RB"], 1) == Fraction(2, 3)


def test_one_against_one_when_every_round_is_drawn():
    """The first hits, or both miss, and then it is as good as even."""
    assert chance_of(["RB", "BR"], 1) == Fraction(1, 2) + Fraction(1, 4) * Fraction(1, 2)


def test_who_takes_whole_turns_has_more_of_being_first_than_who_alternates():
    """What the first source document says of armies that take whole turns."""
    whole, alternating = chance_of(["RRRRBBBB"], 4), chance_of(["RBRBRBRB"], 4)
    drawn = chance_of(["RBRBRBRB", "BRBRBRBR"], 4)

    assert whole > alternating > drawn > Fraction(1, 2)


@pytest.mark.parametrize("rounds", [["RRBB"], ["RBRB"], ["RRBB", "BRRB", "BBRR"]])
def test_the_chance_is_that_of_fights_on_paper(rounds):
    """20000 of them, within four standard errors."""
    chance = random.Random(0)
    many = 20_000
    won = sum(fought(rounds, 2, chance) for _ in range(many)) / many

    assert won == pytest.approx(float(chance_of(rounds, 2)), abs=4 * (0.25 / many) ** 0.5)


def test_between_sides_that_are_not_equal_it_would_say_nothing():
    """The larger side has another advantage."""
    assert not strikers(round_of("RBB"), (1, 2))
    assert not strikers(Round((Act(2, 1), Act(0, 2), Act(1, 4))), (1, 1, 1))
    assert passages((), (1, 2)) == {}
