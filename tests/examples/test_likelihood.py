"""Likelihood: what a line claims, over all that could have been rolled or drawn up to it."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.battle import library
from turnwright.cli.odds import command
from turnwright.examples.replay import replay
from turnwright.language.example import Claim, Example, Line, Mission
from turnwright.language.input import Card, Choice, Declaration, Roll

RIFLE = {"range": 24, "strength": 4, "ap": 0, "damage": 1}
TRENCH = (str(Path(__file__).parents[2] / "rulesets" / "trench_crusade"),)
WARBANDS = {"north": ("Ash", "Birch"), "south": ("Dorn", "Elm")}


def told(ruleset, given, *play, first=""):
    """What disagrees in a play: what was claimed, and what is so."""
    example = Example(
        example="A play",
        ruleset=ruleset,
        given=given,
        mission=Mission(first=first),
        play=tuple(Line(input=said, then=claim) for said, claim in play),
    )
    record = replay(example, library().effective(ruleset))
    return [(each.claimed, each.happened) for each in record.mismatches]


def volley(attacks, *rolls):
    """A shooter that hits on 3 or more and wounds on 4 or more, at two that save on 3 or more."""
    ash = Card(
        at=(10, 10),
        has={"ballistic_skill": 3},
        carries={"Rifle": ("ranged", "heavy")},
        profiles={"Rifle": {**RIFLE, "attacks": attacks}},
    )
    target = {"toughness": 4, "save": 3, "wounds": 1}
    army = {"Rook": Card(at=(10, 20), has=target), "Swift": Card(at=(12, 20), has=target)}
    begin = (
        Choice("done", side="attacker"),
        Choice("shoot", ("Ash",)),
        Choice("shot", ("Ash",), target="Rook"),
    )
    return (
        "wh40k9",
        {"attacker": {"Ash": ash}, "defender": army},
        *((said, None) for said in begin),
        *rolls,
    )


def lost(by_hand):
    """The claim that Rook is lost, with how likely that is by hand."""
    return Claim(happened=({"event": "gone", "unit": "Rook"},), likelihood=str(by_hand))


def test_a_shot_is_as_likely_to_kill_as_its_three_rolls_together():
    """It hits in 2 of 3 cases, wounds in 1 of 2, and is not saved in 1 of 3."""
    rolls = ((Roll((3,)), None), (Roll((4,)), None), (Roll((2,)), lost(Fraction(1, 9))))

    assert told(*volley(1, *rolls), first="attacker") == []


def test_of_several_shots_one_is_enough():
    """Gone through by hand, die by die, for two shots."""
    faces = range(1, 7)
    shot = Fraction(
        sum(h >= 3 and w >= 4 and s < 3 for h, w, s in product(faces, faces, faces)), 216
    )
    rolls = (
        (Roll((3, 5)), None),
        (Roll((4, 4)), None),
        (Roll((2, 1)), lost(1 - (1 - shot) ** 2)),
    )

    assert told(*volley(2, *rolls), first="attacker") == []


def test_the_last_rolls_may_be_asked_about_alone():
    """It has hit; now it has to wound, and not to be saved."""
    claim = Claim(happened=({"event": "gone", "unit": "Rook"},), likelihood="1/6", rolls=2)

    play = volley(1, (Roll((3,)), None), (Roll((4,)), None), (Roll((2,)), claim))
    assert told(*play, first="attacker") == []


def test_a_likelihood_that_is_wrong_is_told_with_the_right_one():
    """As any claim is."""
    rolls = ((Roll((3,)), None), (Roll((4,)), None), (Roll((2,)), lost("1/8")))

    assert told(*volley(1, *rolls), first="attacker") == [("likelihood: 1/8", "1/9")]


def test_what_is_rolled_until_nobody_ties_comes_to_one_half():
    """Ties are rolled again, so each side wins as often as the other."""
    claim = Claim(next="south", likelihood="1/2")

    assert told("trench_crusade", WARBANDS, (Roll((2, 4)), claim)) == []
    assert told("trench_crusade", WARBANDS, (Roll((3, 3)), None), (Roll((2, 4)), claim)) == []


def test_of_a_tie_itself_nothing_is_said_that_could_be_wrong():
    """It is left out of all chances, so a 0 would be a figure of nothing."""
    tied = (Roll((3, 3)), Claim(awaits="roll", likelihood="1/6"))
    result = CliRunner().invoke(command, ["Equal dice are rolled again", "1", *TRENCH])

    ((_, why),) = told("trench_crusade", WARBANDS, tied)
    assert why.startswith("this roll is made again")
    assert "awaits: this roll is made again" in result.output


def test_a_die_that_is_rolled_until_it_picks_somebody_picks_each_as_often():
    """One of five, where a 6 is nobody's; and one of thirteen, in a group of five."""
    given = {"red": {"All": Card(has={"things": 5})}, "blue": {"Birch": Card()}}
    pick = (Choice("pick_at_random", ("All",)), None)
    second = Claim(value={"All.picked": 2}, likelihood="1/5")
    many = {**given, "red": {"All": Card(has={"things": 13})}}
    in_first = Claim(value={"All.group": 1, "All.picked": 2}, likelihood="1/15")

    assert told("principles_40k7", given, pick, (Roll((2,)), second)) == []
    assert told("principles_40k7", given, pick, (Roll((6,)), None), (Roll((2,)), second)) == []
    assert told("principles_40k7", many, pick, (Roll((1,)), None), (Roll((2,)), in_first)) == []


def test_what_cannot_be_done_after_other_dice_is_left_out():
    """A Dash moves in 7 of 12 cases: a total of 7 or more; whoever fails stands where it stood."""
    given = {"north": {"Ash": Card(has={"movement": 6})}, "south": {"Dorn": Card(), "Elm": Card()}}
    play = (
        (Choice("first", side="north", first="north"), None),
        (Choice("activation", ("Ash",)), None),
        (Choice("dash", ("Ash",)), None),
        (Roll((3, 4)), None),
        (Choice("dash_move", ("Ash",), inches=6), Claim(next="north", likelihood="7/12")),
    )

    assert told("trench_crusade", given, *play) == []


@pytest.mark.parametrize(
    ("rolls", "claim", "why"),
    [
        (
            ((Roll((3,)), None), (Declaration("out_of_height", "Swift"), None)),
            Claim(next="attacker", likelihood="1/2"),
            "something is declared after a roll",
        ),
        ((), Claim(happened=({"event": "rolled"},), likelihood="1/2"), "the dice themselves"),
        ((), Claim(next="attacker", likelihood="1/2", rolls=3), "no more than 1 rolls"),
    ],
)
def test_what_nobody_can_know_is_refused_and_is_no_figure(rolls, claim, why):
    """With the reason, in the place of a number."""
    found = dict(told(*volley(1, *rolls, (Roll((4,)), claim)), first="attacker"))

    assert why in found["likelihood: 1/2"]


def test_the_command_prints_each_claim_of_a_line_and_all_together():
    """7 to 11 is a success in 20 of 36 cases; a critical one at 12 also earns the move."""
    result = CliRunner().invoke(command, ["A Dash that succeeds", "4", *TRENCH])

    assert result.exit_code == 0
    assert "next: 7/12, 58.3%" in result.output
    assert "outcome: 5/9, 55.6%" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["A Dash that sleeps", "4"], "There is no example `A Dash that sleeps`."),
        (["A Dash that", "4"], "Several examples begin so:"),
        (["A Dash that succeeds", "40"], "it has 6 lines"),
        (["A Dash that succeeds", "1"], "line 1 claims nothing"),
        (["A Dash that succeeds", "4", "--rolls", "2"], "no more than 1 rolls"),
    ],
)
def test_what_is_asked_in_vain_is_told_in_a_sentence(words, message):
    """And nothing is printed that looks like a figure."""
    result = CliRunner().invoke(command, [*words, *TRENCH])

    assert message in result.output
    assert "%" not in result.output
