"""What may my unit do? Answers with the rule, for a unit that somebody describes."""

from typing import Any

import pytest
from tests.play.conftest import kit

from turnwright.engine.decision import Refused
from turnwright.play.ask import answers
from turnwright.play.question import question_from


def told(ruleset: str, **said: Any) -> tuple[set[str], dict[str, list[str]]]:
    """What the unit may do, and what not: each with the ids of the rules in its way."""
    found = answers(kit(ruleset), question_from(kit(ruleset), said))
    yes = {each["does"] for step in found for each in step["yes"]}
    no = {
        each["does"]: [one for rule in each["because"] for one in rule["clauses"]]
        for step in found
        for each in step["no"]
    }
    return yes, no


def test_who_advances_neither_shoots_nor_charges():
    """In the rules underneath and in the overlay, each in its own order."""
    for ruleset, shot in (("wh40k9", "shoot"), ("alternate_40k9", "shoot")):
        yes, no = told(ruleset, like="Gunners", did=["advance"], enemies=[{"inches": 8}])

        assert "wh40k9.shooting.not-after-advance" in no[shot]
        assert any("advance" in clause for clause in no["make_charge"])
        assert not {shot, "make_charge"} & yes


def test_who_stands_near_an_enemy_and_has_a_rifle_shoots_and_charges():
    """Ten inches are in range of both."""
    yes, _ = told("wh40k9", like="Gunners", enemies=[{"inches": 10}])

    assert {"normal_move", "advance", "shoot", "make_charge"} <= yes


def test_an_enemy_that_is_too_far_is_not_charged():
    """A charge begins within 12 inches."""
    yes, no = told("wh40k9", like="Gunners", enemies=[{"inches": 13}])

    assert "make_charge" not in yes
    assert "wh40k9.charge.within-12-at-phase-start" in no["make_charge"]


def test_who_is_engaged_falls_back_or_stays_and_fights():
    """And does not shoot, but with pistols."""
    yes, no = told("wh40k9", like="Gunners", enemies=[{"near": ["engaged"], "inches": 1}])

    assert {"fall_back", "remain_stationary", "melee"} <= yes
    assert "wh40k9.shooting.locked-in-combat" in no["shoot"]
    assert "wh40k9.move.engaged-checked-when-selected" in no["normal_move"]


def test_of_several_enemies_each_is_asked_for_itself():
    """One of two is near enough to be charged, and the answer says which."""
    near, far = {"like": "Pikemen", "inches": 9}, {"inches": 30}
    found = answers(kit("wh40k9"), question_from(kit("wh40k9"), {"enemies": [near, far]}))

    (charge,) = [each for step in found for each in step["yes"] if each["does"] == "make_charge"]
    assert "only with Enemy 1 (Pikemen) as the target" in charge["but"]


def test_an_option_changes_the_answer():
    """Options and what players agreed on for them are part of the question."""
    asked = {"options": ["simultaneous"], "params": {"circumstances": {"fact": "character"}}}
    found = answers(kit("alternate_40k9"), question_from(kit("alternate_40k9"), asked))
    assert any(each["does"] == "activation" for step in found for each in step["yes"])

    with pytest.raises(Refused, match="circumstances"):
        answers(
            kit("alternate_40k9"),
            question_from(kit("alternate_40k9"), {"options": ["simultaneous"]}),
        )


def test_unknown_words_of_a_link_are_left_out():
    """Whoever wrote it is told the rest."""
    assert told(
        "wh40k9", like="Nobody", facts=["<b>"], enemies=[{"near": ["x"]}], did=["y"]
    ) == told("wh40k9")


PISTOL, CARBINE = "Pistol (ranged, pistol)", "Rifle (ranged, assault)"


def test_a_weapon_that_it_carries_changes_the_answer():
    """Of the weapons of a unit that advanced, an Assault weapon shoots and a Pistol does not."""
    near = [{"inches": 8}]
    with_pistol, _ = told("wh40k9", carries=[PISTOL], did=["advance"], enemies=near)
    with_carbine, _ = told("wh40k9", carries=[CARBINE], did=["advance"], enemies=near)
    engaged, _ = told("wh40k9", carries=[PISTOL], enemies=[{"near": ["engaged"], "inches": 1}])

    assert "shoot" not in with_pistol
    assert "shoot" in with_carbine
    assert "shoot" in engaged


def test_what_it_cannot_have_done_is_said():
    """Nobody advances out of Engagement Range, and what follows from it is no answer."""
    asked = {"did": ["advance"], "enemies": [{"near": ["engaged"], "inches": 1}]}
    first, *_ = answers(kit("wh40k9"), question_from(kit("wh40k9"), asked))
    free, *_ = answers(kit("wh40k9"), question_from(kit("wh40k9"), {"did": ["advance"]}))

    assert [each["does"] for each in first["no"]] == ["advance"]
    assert first["no"][0]["because"]
    assert "advance" in [each["does"] for each in free["yes"]]


def test_good_dice_may_bring_a_charge_home():
    """It is within reach of the highest roll; from more than 12 inches nobody charges."""
    for inches, within_reach in ((11, True), (12, True), (12.5, False)):
        found = answers(
            kit("wh40k9"), question_from(kit("wh40k9"), {"enemies": [{"inches": inches}]})
        )
        moves = [each for step in found for each in step["yes"] if each["does"] == "charge_move"]

        assert [each["but"] for each in moves] == [["if the dice let it"]] * within_reach


@pytest.mark.parametrize(
    "said", [{}, {"facts": ["bike"]}, {"facts": ["tank"]}, {"like": "Kestrel"}]
)
def test_a_unit_acts_when_its_value_is_called(said):
    """Whether that is before or after others, it shoots and charges; no enemy is upon it yet."""
    carried = {"carries": ["Rifle (ranged)"], "enemies": [{"inches": 6}]}
    yes, no = told("agility_aod", **carried, **said)

    assert {"move", "shooting_step", "shoot", "charge", "hold_back"} <= yes
    assert not {"move", "shoot", "charge"} & {*no}


def test_a_rule_that_answers_a_question_is_told_with_the_question():
    """`No.` alone is no reason."""
    near = {"enemies": [{"inches": 0, "near": ["engaged", "sees"]}]}
    found = answers(kit("trench_crusade"), question_from(kit("trench_crusade"), near))
    reasons = [rule["text"] for step in found for each in step["no"] for rule in each["because"]]

    assert "May a model in melee Charge? No." in reasons


@pytest.mark.parametrize("ruleset", ["wh40k9", "alternate_40k9"])
def test_who_fell_back_from_an_enemy_that_is_far_by_now_neither_shoots_nor_charges(ruleset):
    """It was engaged when it began to move; what is asked is how it stands after that."""
    yes, no = told(ruleset, like="Gunners", did=["fall_back"], enemies=[{"inches": 6}])

    assert "wh40k9.shooting.not-after-fall-back" in no["shoot"]
    assert any("fallback" in clause for clause in no["make_charge"])
    assert not {"shoot", "make_charge", "normal_move"} & yes
