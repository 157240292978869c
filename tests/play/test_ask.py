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


BARE = "it carries nothing for that"


UNSAID = "it depends on what it carries"


def test_who_carries_nothing_for_it_is_told_so_and_nothing_of_how_far_it_would_shoot():
    """A sword does not shoot; whoever has a rifle does."""
    asked = {"enemies": [{"inches": 12}]}
    bare = answers(
        kit("wh40k9"), question_from(kit("wh40k9"), {**asked, "carries": ["Sword (melee)"]})
    )
    armed = answers(
        kit("wh40k9"), question_from(kit("wh40k9"), {**asked, "carries": ["Rifle (ranged)"]})
    )

    (no,) = (each for step in bare for each in step["no"] if each["does"] == "shoot")
    assert [rule["clauses"] for rule in no["because"]] == [["wh40k9.shooting.needs-weapons"]]
    assert {each["does"]: each["but"] for step in armed for each in step["yes"]}["shoot"] == []

    sword = {**asked, "carries": ["Sword (melee)"]}
    found = answers(kit("agility_aod"), question_from(kit("agility_aod"), sword))
    no = {each["does"]: each for step in found for each in step["no"]}
    assert no["shooting_step"]["but"] == [BARE]


@pytest.mark.parametrize(
    ("ruleset", "asked", "shoots"),
    [
        ("wh40k9", {"enemies": [{"inches": 12}]}, "shot"),
        ("wh40k9", {"did": ["advance"], "enemies": [{"inches": 8}]}, "shoot"),
        ("wh40k9", {"enemies": [{"near": ["engaged"], "inches": 1}]}, "shoot"),
        ("alternate_40k9", {"did": ["advance"], "enemies": [{"inches": 8}]}, "shoot"),
        ("trench_crusade", {"enemies": [{"inches": 6}]}, "ranged_attack"),
        ("agility_aod", {"enemies": [{"inches": 12}]}, "shooting_step"),
    ],
)
def test_where_nobody_said_what_it_carries_no_weapon_is_denied(ruleset, asked, shoots):
    """An Assault weapon may shoot after an Advance, and a Pistol in Engagement Range."""
    found = answers(kit(ruleset), question_from(kit(ruleset), asked))
    (told,) = (each for step in found for each in step["no"] if each["does"] == shoots)

    assert told["open"]
    assert told["but"] == [UNSAID]


def test_what_no_weapon_lets_a_unit_do_is_denied_without_a_word_on_weapons():
    """Nobody shoots after a Fall Back, or strikes at an enemy that is not in melee."""
    for ruleset, asked, does in (
        ("wh40k9", {"did": ["fall_back"], "enemies": [{"inches": 8}]}, "shoot"),
        ("trench_crusade", {"enemies": [{"inches": 6}]}, "melee_attack"),
    ):
        found = answers(kit(ruleset), question_from(kit(ruleset), asked))
        (told,) = (each for step in found for each in step["no"] if each["does"] == does)

        assert not told["open"]
        assert told["but"] == []
        assert told["because"]


def test_an_enemy_that_is_engaged_with_a_friend_is_no_target():
    """Nobody shoots into a melee, and a charge joins it."""
    armed, near = {"carries": ["Rifle (ranged)"]}, {"inches": 10}
    free, _ = told("wh40k9", **armed, enemies=[near])
    yes, no = told("wh40k9", **armed, enemies=[{**near, "friends": ["engaged"]}])

    assert {"shoot", "make_charge"} <= free
    assert "shoot" in no
    assert "make_charge" in yes


def test_of_several_enemies_it_may_be_said_which_was_charged():
    """The other one may be a further target then."""
    for charged, left in ((0, "Enemy 2"), (1, "Enemy 1")):
        enemies = [{"inches": 6}, {"inches": 6}]
        enemies[charged] |= {"target_of": ["make_charge"]}
        asked = {"did": ["make_charge"], "enemies": enemies}
        found = answers(kit("wh40k9"), question_from(kit("wh40k9"), asked))
        (more,) = [each for step in found for each in step["yes"] if each["does"] == "add_target"]
        assert more["but"] == [f"only with {left} as the target"]


def test_a_fact_that_another_answer_does_away_with_is_left_out():
    """The rest of the question is answered."""
    plain = kit("trench_crusade").rules()
    ways = ((name, way) for name, one in plain.readings.items() for way in one.alternatives)
    rules = {way: kit("trench_crusade").rules((), dict([way])) for way in ways}
    lacking = {way: {*plain.facts} - {*there.facts} for way, there in rules.items()}
    (way, gone), *_ = (each for each in lacking.items() if each[1])
    asked = {"readings": dict([way]), "facts": [*gone], "enemies": [{"inches": 6}]}

    assert "charge" in told("trench_crusade", **asked)[0]


def test_what_it_cannot_have_done_is_said():
    """Nobody advances out of Engagement Range, and what follows from it is no answer."""
    asked = {"did": ["advance"], "enemies": [{"near": ["engaged"], "inches": 1}]}
    first, *_ = answers(kit("wh40k9"), question_from(kit("wh40k9"), asked))
    free, *_ = answers(kit("wh40k9"), question_from(kit("wh40k9"), {"did": ["advance"]}))

    assert [each["does"] for each in first["no"]] == ["advance"]
    assert first["no"][0]["because"]
    assert "advance" in [each["does"] for each in free["no"]]


def test_what_a_unit_never_comes_to_is_said_with_the_rule_that_would_bring_it(sit_down):
    """A unit without powers is not merely told No: whose they are stands beside it."""
    ask = sit_down("agility_aod")

    first = ask("may", did=["use_powers"])[0]

    assert first["step"] == "What it cannot have done"
    assert "every unit that can use powers" in first["no"][0]["because"][0]["text"]


def test_what_a_unit_did_is_over():
    """Who moved is not picked to move again, and the rule says so; a phase that is over is told."""
    for done in ("normal_move", "remain_stationary", "advance"):
        yes, no = told("wh40k9", did=[done], enemies=[{"inches": 10}])
        assert "wh40k9.move.once-per-phase" in no["normal_move"]
        assert not {"normal_move", "advance", "remain_stationary", "fall_back"} & yes

    yes, no = told("agility_aod", did=["charge"], enemies=[{"inches": 6}])
    assert not {"move", "shooting_step", "charge"} & yes


def test_a_fall_back_that_might_be_made_forbids_nothing():
    """Whoever is engaged may still stay, and then shoots with a Pistol."""
    near = [{"near": ["engaged"], "inches": 1}]
    yes, no = told("alternate_40k9", carries=[PISTOL], enemies=near)
    assert {"shoot", "fall_back", "remain_stationary"} <= yes

    _, no = told("alternate_40k9", like="Gunners", enemies=near)
    assert "wh40k9.shooting.locked-in-combat" in no["shoot"]
    assert not any("fall" in clause for clause in no["shoot"] + no["make_charge"])


def test_who_is_not_on_the_table_yet_does_nothing_there():
    """It may be set up, and what it could do then is another question."""
    yes, no = told("wh40k9", like="Gunners", facts=["in_reserve"], enemies=[{"inches": 10}])

    assert yes == {"set_up"}
    assert "wh40k9.reinf.not-there-yet" in no["shoot"]


def test_what_others_do_may_be_answered():
    """An enemy that retreats is struck at, and one that fights is fought in reaction."""
    near = [{"near": ["engaged", "sees"], "inches": 0.5}]
    for ruleset, does, act in (
        ("trench_crusade", "free_strike", "Retreat"),
        ("alternate_40k9", "react", "Activation"),
    ):
        asked = question_from(kit(ruleset), {"carries": ["Sword (melee)"], "enemies": near})
        found = answers(kit(ruleset), asked)
        (yes,) = [each for step in found for each in step["yes"] if each["does"] == does]
        assert f"in answer to The enemy: {act}" in yes["but"]


def test_a_move_that_does_not_lead_out_of_melee_says_so():
    """Of the moves only a Retreat does."""
    near = [{"near": ["engaged", "sees"], "inches": 0.5}]
    found = answers(kit("trench_crusade"), question_from(kit("trench_crusade"), {"enemies": near}))
    but = {each["does"]: each["but"] for step in found for each in step["yes"]}

    assert "not away from the enemy" in but["standard_move"]
    assert "not away from the enemy" in but["dash"]
    assert "not away from the enemy" not in but["retreat"]


def test_what_happens_without_a_choice_is_told():
    """Units in close combat fight, and nobody picks them."""
    found = answers(
        kit("agility_aod"),
        question_from(kit("agility_aod"), {"enemies": [{"inches": 0, "near": ["locked"]}]}),
    )
    (fight,) = [each for step in found for each in step["yes"] if each["does"] == "fight"]

    assert fight["but"] == ["nobody picks it, as the rules do it"]


def test_an_enemy_that_is_not_seen_is_not_charged():
    """Where nobody says otherwise, whoever is near is seen."""
    seen, _ = told("trench_crusade", enemies=[{"inches": 8}])
    _, no = told("trench_crusade", enemies=[{"inches": 8, "near": []}])

    assert "charge" in seen
    assert "trench_crusade.charge.visible-enemy" in no["charge"]


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
