"""Rounds that are played without players, against every order that there can be."""

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from turnwright.lab.measures import figure
from turnwright.lab.muster import Case, PlayStopped, muster
from turnwright.lab.playing import sampled_round
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import simulate


def letters(done):
    """A round as it is written on paper."""
    return "".join("RBG"[act.side] for act in done.acts)


def played(rules, roster, rounds=600, policy=Policy.FIRST_LISTED):
    """How often each order of the sides came, where the roster's first side is listed first."""
    armies = muster(rules, roster)
    return Counter(
        letters(sampled_round(armies, policy, random.Random(seed))) for seed in range(rounds)
    )


def comes_to(result, key, expected):
    """Whether the mean of a measure is what the rules come to, within four standard errors."""
    found = figure(result.tally.measures[key])
    return float(found.mean) == pytest.approx(float(expected), abs=4 * found.error)


def is_about(many, chance, rounds):
    """Whether something with a chance came so often, within four standard errors."""
    return abs(many - rounds * chance) <= 4 * (rounds * chance * (1 - chance)) ** 0.5


def test_sides_that_take_turns_leave_the_longer_one_a_tail_of_seven_or_eight(alternating, case):
    """Three against ten: it is eight when the three begin, and seven when the ten do."""
    (result,) = simulate([case(alternating.rules, 3, 10)], 2)

    assert result.tally.measures["tail", -1] == {7: 1, 8: 1}


def test_the_alternate_activation_rules_have_the_same_tail(library):
    """The source's own case."""
    case = Case(
        "",
        "",
        library.effective("alternate_40k9"),
        library.rosters["three_against_ten"],
        Policy.FIRST_LISTED,
    )
    (result,) = simulate([case], 2)

    assert result.tally.measures["tail", -1] == {7: 1, 8: 1}


def every_draw(red, blue):
    """All orders in which the markers of two sides can come out of a bag, on paper."""
    every = range(red + blue)
    return [
        "".join("R" if n in places else "B" for n in every) for places in combinations(every, red)
    ]


def test_a_draw_for_each_activation_comes_to_what_the_source_says(library):
    """Three against ten: 2.5 are left at the end; 3 of 13 to act first, and 3 of 13 to be last."""
    case = Case(
        "",
        "",
        library.effective("alternate_40k9", ["random"]),
        library.rosters["three_against_ten"],
        Policy.FIRST_LISTED,
    )
    (result,) = simulate([case], 80)
    drawn = every_draw(3, 10)

    assert comes_to(result, ("tail", -1), Fraction(5, 2))
    assert comes_to(result, ("first", 0), Fraction(3, 13))
    assert comes_to(result, ("last", 0), Fraction(3, 13))
    runs = [max(map(len, re.findall("R+|B+", order))) for order in drawn]
    assert comes_to(result, ("longest_run", -1), Fraction(sum(runs), len(drawn)))
    for point, sides in result.tally.points.items():
        chance = sum(order[point] == "R" for order in drawn) / len(drawn)
        assert is_about(sides[0], chance, sum(sides.values()))


def test_every_order_of_markers_is_as_likely_as_any_other(library, roster_of):
    """Three sides with two units each."""
    rules = library.effective("bolt_action")
    found = played(rules, roster_of(2, 2, 2), 900)

    assert set(found) == {"".join(order) for order in permutations("RRBBGG")}
    assert all(is_about(many, 1 / 90, 900) for many in found.values())


def test_a_roll_that_is_tied_is_rolled_until_it_is_not(system, case):
    """Each side begins half the time."""
    rolled = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round:
            turns.alternate: {cadence: alternate, first: {roll: 1d6}, ties: again, uneven: runs_on}
            turns.acts: {each: [act], among: own, together: one}
            turns.once: {limit: {per: round}, until: none_left}
          act: {}
        """
    )
    found = played(rolled.rules, case(rolled.rules, 1, 2).roster)

    assert set(found) == {"RBB", "BRB"}
    assert is_about(found["RBB"], 1 / 2, 600)


def test_whoever_may_say_who_is_first_names_itself(library):
    """The priority roll: either wins 15 of 36, and at 6 of 36 the one before says."""
    case = Case(
        "", "", library.effective("age_of_sigmar"), library.rosters["equal"], Policy.FIRST_LISTED
    )
    (result,) = simulate([case], 200)
    # The side that was last is the first again when it wins; a tie goes to the other.
    wins = sum(a > b for a, b in product(range(6), repeat=2))

    assert wins == 15
    assert comes_to(result, ("last_then_first", -1), Fraction(wins, 36))


def test_at_random_every_unit_is_as_likely_as_any_other(alternating, case):
    """The first unit of three, and then one of the two that are left."""
    armies = muster(alternating.rules, case(alternating.rules, 3, 1).roster)
    orders = Counter()
    for seed in range(600):
        done = sampled_round(armies, Policy.RANDOM_LEGAL, random.Random(seed))
        orders[tuple(act.units for act in done.acts if act.side == 0)] += 1

    assert len(orders) == 6
    assert all(is_about(many, 1 / 6, 600) for many in orders.values())


@pytest.mark.parametrize("policy", Policy)
def test_every_system_plays_every_roster_with_no_more_sides_than_it_is_for(library, policy):
    """Under every policy."""
    for name in library.rulesets:
        rules = library.effective(name)
        for roster in library.rosters.values() if rules.muster else ():
            if len(roster.sides) <= len(rules.sides):
                armies = muster(rules, roster)
                assert sampled_round(armies, policy, random.Random(0)).acts, name


def test_a_roster_with_too_many_sides_is_told_in_a_sentence(library):
    """X-Wing is for two."""
    message = "It is for 2 sides, and this roster has 3."
    with pytest.raises(PlayStopped, match=message):
        muster(library.effective("x_wing"), library.rosters["three_sides"])


def test_a_system_that_never_ends_is_told_in_a_sentence(system, case):
    """A round that never lets go of its units, and that nobody may leave."""
    endless = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round:
            turns.mine: {cadence: one_side, first: listed_first}
            turns.acts: {each: [act], among: own, together: one, until: none_left}
          act: {}
        """
    )
    (result,) = simulate([case(endless.rules, 1, 1)], 1)

    assert result.stopped == ("It does not end under this policy: a round takes over 5000 inputs.")


def test_a_system_that_does_not_say_how_it_goes_on_is_told_in_a_sentence(alternating, case):
    """Nobody has said who begins."""
    silent = alternating.but("steps: {round: {turns.alternate: {first: null}}}")
    (result,) = simulate([case(silent.rules, 1, 1)], 1)

    assert result.stopped == "It stops in `round`: no rule says `first`."


def test_a_number_that_a_system_needs_and_a_unit_lacks_is_told_in_a_sentence(library, roster_of):
    """X-Wing asks for the skill of a pilot."""
    with pytest.raises(PlayStopped, match="red0 has no number `skill`, which `x_wing` needs"):
        muster(library.effective("x_wing"), roster_of(1, 1))
