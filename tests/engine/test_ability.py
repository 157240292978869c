"""Abilities: what cards offer, when it may be used, and on whom."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.example import Mission
from turnwright.language.input import Choice

PRAYERS = """
    steps:
      activation: {actions.prayers: {each_ability: unit}}
    effects:
      terms:
        terms.work: {work_of: unit}
        terms.bearer: {bearer: active}
    facts: {fallen: {fallen.leaves: {leaves: at_once}}, far: {}, holy: {}}
    abilities:
      prayer: {text: A prayer., used: {during: activation}}
      blessing: {text: A blessing., used: {during: activation}, target: friend}
      dread: {text: A curse., used: {start: activation}, target: enemy}
      drill: {text: The army's drill., used: {start: activation}, impersonal: true}
"""


@pytest.fixture
def prayers(duel):
    """Units that pray while they act."""
    return duel.but(PRAYERS)


def with_abilities(**named):
    """Units with the abilities on their cards."""
    return {name: {"abilities": tuple(said.split())} for name, said in named.items()}


def test_an_ability_is_used_during_a_step(prayers):
    """Where abilities are offered, and by the unit whose it is."""
    game = prayers.battle(with_abilities(Ash="prayer", Birch=""), "Dorn")

    ash, birch = game.choose("activation", "Ash"), game.choose("activation", "Birch")
    assert "invented.actions.prayers" in ash.consulted
    assert "invented.actions.prayers" not in birch.consulted

    assert ash.can == ("strike", "rest", "prayer", "done")
    assert birch.can == ("strike", "rest", "done")


def test_it_is_used_once_while_the_step_is_open(prayers):
    """And again in the next one."""
    game = prayers.battle(with_abilities(Ash="prayer"), "").choose("activation", "Ash")

    used = game.choose("prayer", "Ash")

    assert "prayer" not in used.can
    assert "prayer" in used.choose("done").choose("activation", "Ash").can


def test_abilities_are_offered_only_where_a_clause_says_so(prayers):
    """Without it a card is a card."""
    rules = prayers.without("actions.prayers")

    game = rules.battle(with_abilities(Ash="prayer"), "").choose("activation", "Ash")

    assert game.can == ("strike", "rest", "done")


def test_an_ability_may_have_a_target(prayers):
    """A friend, which takes in the unit itself; nobody else."""
    game = prayers.battle(with_abilities(Ash="blessing", Birch=""), "Dorn")
    game = game.choose("activation", "Ash")

    assert set(game.targets("blessing")) == {"Ash", "Birch"}
    for target, why in (("Dorn", "cannot be the target"), ("", "say on whom")):
        with pytest.raises(Refused, match=why):
            game.choose("blessing", "Ash", target=target)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("friend", {"Ash", "Birch"}),
        ("enemy", {"Dorn"}),
        ("anyone", {"Ash", "Birch", "Dorn"}),
    ],
)
def test_whom_it_is_used_on(prayers, target, expected):
    """As the ability says."""
    rules = prayers.but(f"abilities: {{blessing: {{target: {target}}}}}")

    game = rules.battle(with_abilities(Ash="blessing", Birch=""), "Dorn")

    assert set(game.choose("activation", "Ash").targets("blessing")) == expected


def test_what_its_target_needs(prayers):
    """Without anybody to use it on, it cannot be used."""
    rules = prayers.but("abilities: {blessing: {target_needs: {fact: holy}}}")
    army = {"Ash": {"abilities": ("blessing",)}, "Birch": {"facts": ("holy",)}}

    game = rules.battle(army, "").choose("activation", "Ash")
    nobody = rules.battle({"Ash": army["Ash"]}, "").choose("activation", "Ash")

    assert game.targets("blessing") == ("Birch",)
    assert nobody.can == ("strike", "rest", "done")


def test_an_ability_without_a_target_is_used_on_nobody(prayers):
    """A target that means nothing is refused."""
    game = prayers.battle(with_abilities(Ash="prayer"), "Dorn").choose("activation", "Ash")

    with pytest.raises(Refused, match="not used on anybody"):
        game.choose("prayer", "Ash", target="Dorn")


# At the start of a step


def test_an_ability_may_wait_for_the_start_of_a_step(prayers):
    """It is offered before anything else happens, and may be declined."""
    game = prayers.battle(with_abilities(Ash="dread"), "Dorn").choose("activation", "Ash")

    assert game.can == ("dread", "pass")
    assert game.choose("pass").can == ("strike", "rest", "done")
    assert game.choose("dread", "Ash", target="Dorn").can == ("strike", "rest", "done")


def test_who_has_no_such_ability_is_told_so_whenever_it_tries(prayers):
    """While others are asked for theirs, and when it is too late: whose turn it is is not why."""
    game = prayers.battle(with_abilities(Ash="dread", Birch=""), "Dorn").choose("activation", "Ash")
    later = game.choose("pass")

    for moment in (game, later):
        refused = moment.refusal(Choice("dread", ("Birch",), target="Dorn"))
        assert (refused.message, refused.by) == ("dread is on no card of Birch", ())


def test_while_abilities_for_the_start_of_a_step_wait_it_is_told_whose_step_it_is(prayers):
    """Not how that side came to have the chance before it."""
    game = prayers.battle(with_abilities(Ash="dread"), "Dorn").choose("activation", "Ash")

    assert game.can == ("dread", "pass")
    assert game.refuses("strike", "Dorn", side="defender") == ("actions.chances",)


def test_several_that_wait_are_offered_until_used_or_declined(prayers):
    """Who uses one of two still has the other."""
    rules = prayers.but("effects: {terms: {terms.bearer: {bearer: friendly}}}")
    army = with_abilities(Ash="dread", Birch="dread")

    game = rules.battle(army, "Dorn").choose("activation", "Ash")
    used = game.choose("dread", "Ash", target="Dorn")

    with pytest.raises(Refused, match="say by which"):
        game.choose("dread", target="Dorn")
    assert used.may == ("Birch",)
    assert used.choose("pass").can == ("strike", "rest", "done")


def test_the_loss_of_a_bearer_takes_nothing_from_the_others(prayers):
    """Birch is still asked after Ash has used its own and fallen."""
    rules = prayers.but("effects: {terms: {terms.bearer: {bearer: friendly}}}")
    army = with_abilities(Ash="dread", Birch="dread", Cedar="")

    game = rules.battle(army, "Dorn").choose("activation", "Cedar")
    game = game.choose("dread", "Ash", target="Dorn").declare("fallen", "Ash")

    assert game.may == ("Birch",)


@pytest.mark.parametrize(("bearer", "offered"), [("active", ()), ("friendly", ("Ash",))])
def test_the_bearer_may_have_to_be_the_one_that_acts(prayers, bearer, offered):
    """Or any unit of its side may be acting."""
    rules = prayers.but(f"effects: {{terms: {{terms.bearer: {{bearer: {bearer}}}}}}}")

    game = rules.battle(with_abilities(Ash="dread", Birch=""), "Dorn")
    game = game.choose("activation", "Birch")

    assert (game.may if "dread" in game.can else ()) == offered


def test_nobody_uses_an_ability_while_an_enemy_acts(prayers):
    """The side has to be the active one, even where any unit of it will do."""
    rules = prayers.but("effects: {terms: {terms.bearer: {bearer: friendly}}}")

    game = rules.battle(with_abilities(Ash="dread"), "Dorn").choose("activation", "Ash")
    game = game.choose("pass").choose("done").choose("activation", "Dorn")

    assert game.can == ("strike", "rest", "done")


def test_what_is_worded_as_the_armys_does_not_ask_who_acts(prayers):
    """An impersonal ability is used whichever unit of the side is active."""
    game = prayers.battle(with_abilities(Ash="drill", Birch=""), "Dorn")

    assert "drill" in game.choose("activation", "Birch").can


@pytest.mark.parametrize(("work", "offered"), [("unit", False), ("army", True)])
def test_whose_work_an_ability_is_when_it_does_not_say(prayers, work, offered):
    """Its bearer's, who then has to be active; or the army's, which always is."""
    rules = prayers.but(f"effects: {{terms: {{terms.work: {{work_of: {work}}}}}}}")

    game = rules.battle(with_abilities(Ash="dread", Birch=""), "Dorn")

    assert ("dread" in game.choose("activation", "Birch").can) is offered


@pytest.mark.parametrize("clause", ["terms.work", "terms.bearer"])
def test_who_may_use_it_is_not_guessed(prayers, clause):
    """Nobody may use what no clause says he may."""
    game = prayers.without(clause).battle(with_abilities(Ash="dread"), "Dorn")

    assert game.choose("activation", "Ash").can == ("strike", "rest", "done")


# A step under another name


def test_an_overlay_may_read_a_step_as_another(prayers):
    """The ability says `worship`; here that is the activation."""
    rules = prayers.but(
        """
        effects: {worship: {terms.worship: {reads_as: activation}}}
        abilities: {prayer: {used: {during: worship}}}
        """
    )

    game = rules.battle(with_abilities(Ash="prayer"), "").choose("activation", "Ash")

    assert "prayer" in game.can


def test_a_unit_that_is_gone_uses_nothing(prayers):
    """By the clause by which it is gone."""
    rules = prayers.but("steps: {turns: {turns.start: {each_ability: unit}}}")
    army = with_abilities(Ash="dread", Birch="dread")

    game = rules.battle(army, "Dorn").declare("fallen", "Birch").choose("activation", "Ash")

    assert "dread" in game.can
    assert game.refuses("dread", "Birch", target="Dorn") == ("fallen.leaves",)


def test_an_ability_at_the_start_of_a_step_is_for_the_side_of_the_step(prayers):
    """Whoever acts decides, and not whoever is listed first."""
    armies = (with_abilities(Ash="dread"), with_abilities(Dorn="dread"))
    rules = prayers.but("steps: {turns: {turns.first: {first: listed_second}}}")

    game = rules.battle(*armies).choose("activation", "Dorn")

    assert (game.next, "dread" in game.can) == ("defender", True)


# The mission's


def test_the_mission_brings_abilities_for_either_side(skirmish):
    """They are the side's, used in turns, once each."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.acts: null, turns.mission: {each_ability: mission}}, act: null}
        abilities: {supply: {text: A crate., used: {during: turns}}}
        """
    )

    game = rules.battle("Ash", "Dorn", mission=Mission(abilities=("supply",)))
    used = game.choose("supply")

    assert (game.next, game.can) == ("attacker", ("supply", "pass"))
    assert (used.next, used.can) == ("defender", ("supply", "pass"))
    assert used.choose("supply").round == 2


def test_a_unit_and_the_mission_may_have_the_same_ability(prayers):
    """Each is used by itself, once while the step is open: without a unit it is the mission's."""
    rules = prayers.but("steps: {activation: {actions.mission: {each_ability: mission}}}")
    mission = Mission(abilities=("prayer",))
    game = rules.battle(with_abilities(Ash="prayer"), "Dorn", mission=mission)
    acting = game.choose("activation", "Ash")

    by_unit = acting.choose("prayer", "Ash")
    by_mission = acting.choose("prayer")

    assert acting.can.count("prayer") == 1
    assert by_unit.refusal(Choice("prayer", ("Ash",)))
    assert by_mission.choose("prayer", "Ash").can == ("strike", "rest", "done")
    assert by_unit.choose("prayer").can == ("strike", "rest", "done")


@pytest.mark.parametrize("moment", ["start", "during"])
def test_an_ability_of_the_mission_is_offered_while_there_is_a_target(skirmish, moment):
    """Its targets are listed; where nobody may be the target, there is nothing to offer."""
    rules = skirmish.but(
        f"""
        steps: {{turns: {{turns.mission: {{each_ability: mission}}}}}}
        facts: {{hungry: {{}}}}
        abilities:
          supply: {{text: A crate., used: {{{moment}: turns}}, impersonal: true, target: friend,
            target_needs: {{fact: hungry}}}}
        """
    )
    mission = Mission(abilities=("supply",))

    game = rules.battle({"Ash": {"facts": ("hungry",)}, "Birch": {}}, "Dorn", mission=mission)
    nobody = rules.battle("Ash Birch", "Dorn", mission=mission)

    assert ("supply" in game.can, game.targets("supply")) == (True, ("Ash",))
    assert ("supply" in nobody.can, nobody.targets("supply")) == (False, ())
    assert "cannot be the target" in game.refusal(Choice("supply", target="Birch")).message


# Called by a loss

KNELL = """
    facts:
      slain: {of: models, slain.calls: {triggers: always}}
      fled: {of: models, fled.is: {counts_as: slain}, fled.calls: {triggers: always}}
      starved: {of: models, starved.calls: {triggers: never}}
    abilities: {knell: {text: A bell., used: {during: slain}}}
"""


@pytest.mark.parametrize(("fact", "called"), [("slain", True), ("fled", True), ("starved", False)])
def test_a_loss_calls_the_abilities_that_wait_for_it(skirmish, fact, called):
    """Its own, and those of what it counts as; unless it is never to call anything."""
    rules = skirmish.but(KNELL)
    army = {"Dorn": {"abilities": ("knell",), "models": 3}}

    game = rules.battle("Ash", army).declare(fact, "Dorn", models=1)

    assert (game.next, "knell" in game.can) == (("defender" if called else "attacker"), called)


@pytest.mark.parametrize("holy", ["Dorn", "Elm", "Ash"])
def test_a_loss_may_count_as_another_for_some(skirmish, holy):
    """Only the holy have a bell rung for them when they flee."""
    rules = skirmish.but(KNELL).but(
        """
        facts: {holy: {}, fled: {fled.is: {when: {fact: holy}, counts_as: slain}}}
        """
    )
    bell = {"abilities": ("knell",), "models": 3}
    game = rules.battle("Ash", {"Dorn": bell, "Elm": bell}).declare("holy", holy)

    assert ("knell" in game.declare("fled", "Dorn", models=1).can) == (holy == "Dorn")


def test_what_a_loss_calls_may_be_declined(skirmish):
    """Then the round goes on where it was."""
    army = {"Dorn": {"abilities": ("knell",), "models": 3}}

    game = skirmish.but(KNELL).battle("Ash", army).declare("slain", "Dorn", models=2)

    assert (game.next, game.can) == ("defender", ("knell", "pass"))
    assert game.choose("pass").next == "attacker"
    assert game.choose("knell", "Dorn").next == "attacker"


def test_whoever_falls_may_use_what_the_loss_of_its_last_model_calls(skirmish):
    """Also once it has left; but nothing else."""
    rules = skirmish.but(KNELL).but("facts: {slain: {slain.leaves: {leaves: last_model}}}")
    army = {"Dorn": {"abilities": ("knell",), "models": 1}, "Elm": {}}

    fallen = rules.battle("Ash", army).declare("slain", "Dorn", models=1)

    assert fallen.can == ("knell", "pass")
    assert fallen.choose("knell", "Dorn").next == "attacker"
    assert fallen.choose("knell", "Dorn").refuses("act", "Dorn") is not None


def test_without_a_clause_a_loss_calls_nothing(skirmish):
    """Whether it does is not guessed."""
    army = {"Dorn": {"abilities": ("knell",), "models": 3}}

    game = skirmish.but(KNELL).without("slain.calls").battle("Ash", army)

    assert game.declare("slain", "Dorn", models=1).next == "attacker"


def test_an_ability_may_open_a_step_with_a_check_of_its_own(prayers):
    """What a card offers can be a gamble like any other."""
    gamble = prayers.but(
        """
        steps:
          leap:
            leap.roll: {check: luck}
            leap.lands: {result: {outcome: [high], then: carry_out}}
            leap.falls: {result: {outcome: [low], then: end, step: activation}}
        checks:
          luck:
            luck.die: {roll: 1d6}
            luck.low: {band: {outcome: low, low: 1, high: 3}}
            luck.high: {band: {outcome: high, low: 4, high: 6}}
        abilities:
          leap_of_faith: {text: A leap., used: {during: activation}, opens: leap}
        """
    )
    game = gamble.battle(with_abilities(Ash="leap_of_faith prayer"), "Dorn")

    leaping = game.choose("activation", "Ash").choose("leap_of_faith", "Ash")

    assert (leaping.step, leaping.dice, leaping.active) == ("leap", "1d6", ("Ash",))
    assert "prayer" in leaping.roll(6).can
    assert leaping.roll(1).next == "defender"


HYMNS = """
    steps:
      hymn:
        hymn.luck: {check: luck}
        hymn.heard: {result: {outcome: [high], then: carry_out}, sequence: [answer]}
        hymn.lost: {result: {outcome: [low], then: go_on}}
      answer: {}
    checks:
      luck:
        luck.low: {roll: 1d6, band: {outcome: low, low: 1, high: 3}}
        luck.high: {band: {outcome: high, low: 4, high: 6}}
    values: {courage: {}}
    abilities:
      comfort: {text: A hymn., used: {during: activation}, opens: hymn, target: friend,
        effect: {begins: answer, changes: {value: courage, by: 1}, until: {end: round}}}
      zeal: {text: Another hymn., used: {during: activation}, opens: hymn, target: friend,
        effect: {begins: answer, changes: {value: courage, by: 5}, until: {end: round}}}
"""


def test_an_effect_may_wait_for_a_step_of_what_its_ability_opens(prayers):
    """It begins when the hymn is answered, and not at all when nobody has heard it."""
    army = with_abilities(Ash="comfort", Birch="")
    game = prayers.but(HYMNS).battle(army, "Dorn").choose("activation", "Ash")

    sung = game.choose("comfort", "Ash", target="Birch")

    assert sung.lasts == ()
    assert sung.roll(2).lasts == ()
    assert sung.roll(5).lasts == ("comfort",)


def test_only_the_ability_that_was_used_has_an_effect(prayers):
    """Of two that open the same step."""
    army = with_abilities(Ash="comfort zeal")
    game = prayers.but(HYMNS).battle(army, "Dorn").choose("activation", "Ash")

    answered = game.choose("zeal", "Ash", target="Ash").roll(6)

    assert answered.lasts == ("zeal",)
    assert answered.choose("comfort", "Ash", target="Ash").roll(6).lasts == ("zeal", "comfort")


def test_an_ability_is_used_as_often_as_it_says_while_the_step_is_open(prayers):
    """Once, unless it says twice."""
    twice = prayers.but("abilities: {drums: {text: Drums., used: {during: activation}, times: 2}}")
    game = twice.battle(with_abilities(Ash="drums prayer"), "Dorn").choose("activation", "Ash")

    once = game.choose("drums", "Ash")

    assert "drums" in once.can
    assert "drums" not in once.choose("drums", "Ash").can


def test_a_step_that_an_ability_opens_wants_its_item(duel):
    """Whoever carries none cannot use the ability, and is told so; nothing else will do."""
    rules = duel.but(
        """
        steps:
          activation: {actions.feats: {each_ability: unit}}
          volley: {volley.with: {uses: bow}}
        effects: {terms: {terms.work: {work_of: unit, bearer: active}}}
        abilities: {feat: {text: A volley., used: {during: activation}, opens: volley}}
        """
    )
    able = {"abilities": ("feat",)}
    armed = {**able, "carries": {"longbow": ("bow",), "sword": ("blade",)}}
    game = rules.battle({"Ash": armed, "Birch": able}, "Dorn")

    ash, birch = (game.choose("activation", name) for name in ("Ash", "Birch"))

    assert "feat" in ash.can
    assert "feat" not in birch.can
    assert birch.refuses("feat", "Birch") == ("volley.with",)
    assert [act.using for act in ash.decision.legal if act.does == "feat"] == [("longbow",)]
    assert ash.refuses("feat", "Ash", using="sword") == ("volley.with",)


def test_an_item_counts_as_used_by_the_ability_that_opens_its_step(duel):
    """Against its limits, and for whoever asks with what something was done."""
    rules = duel.but(
        """
        steps:
          activation: {actions.feats: {each_ability: unit}}
          volley: {volley.with: {uses: bow, limit: {per: round, by: item}}}
          rest: {rest.after: {needs: {did: {action: volley, this: activation, using: bow}}}}
        effects: {terms: {terms.work: {work_of: unit, bearer: active}}}
        abilities: {feat: {text: A volley., used: {during: activation}, times: 2, opens: volley}}
        """
    )
    armed = {"abilities": ("feat",), "carries": {"longbow": ("bow",)}}
    game = rules.battle({"Ash": armed}, "Dorn").choose("activation", "Ash")

    shot = game.choose("feat", "Ash")

    assert ("rest" in game.can, "rest" in shot.can) == (False, True)
    assert "feat" not in shot.can


def test_two_steps_that_are_not_there_may_each_be_read_as_another(duel):
    """Each as its own."""
    rules = duel.but(
        """
        steps: {activation: {actions.feats: {each_ability: unit}}}
        effects:
          terms: {terms.work: {work_of: unit, bearer: active}}
          magic_phase: {magic.strike: {reads_as: activation}}
          prayer_phase: {prayer.turns: {reads_as: activation}}
        abilities:
          spark: {text: A spark., used: {during: magic_phase}}
          hymn: {text: A hymn., used: {during: prayer_phase}}
        """
    )
    game = rules.battle({"Ash": {"abilities": ("spark", "hymn")}}, "Dorn")

    assert {"spark", "hymn"} <= set(game.choose("activation", "Ash").can)
