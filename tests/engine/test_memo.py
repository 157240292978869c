"""A value is what its clauses make of it at this moment, whatever it was a moment ago."""

from dataclasses import replace

import pytest

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.engine.memo import Lasting
from turnwright.examples.replay import Replayer, armies
from turnwright.language.input import Declaration

STAMINA = """
    steps:
      act: {act.tires: {when: {fact: tired}, changes: {value: heat, by: 1}}}
    values:
      stamina:
        stamina.skill: {starts: skill}
        stamina.tired: {when: {fact: tired}, add: -1}
        stamina.wet: {when: {fact: wet}, add: -2}
        stamina.at-work: {when: {open: act}, add: 10}
        stamina.company: {add: {count: friend, times: 100}}
        stamina.cold: {when: {level: {value: warmth, below: 0}}, bounds: {at_most: 0}}
      skill: {}
      warmth: {warmth.none: {starts: 0}, warmth.loss: {add: {number: 0, less: chill}}}
      chill: {chill.none: {starts: 0}}
      heat: {of: battle, heat.none: {starts: 0}}
    facts:
      tired: {}
      wet: {}
      soaked: {soaked.wet: {counts_as: wet}}
      fallen: {fallen.leaves: {leaves: at_once}}
"""
"""A unit is as strong as its skill, its state, its company and its work make it."""


@pytest.mark.parametrize(
    ("said", "now"),
    [
        (Declaration("tired", "Ash"), 102),
        (Declaration("wet", "Ash"), 101),
        (Declaration("soaked", "Ash"), 101),
        (Declaration("fallen", "Birch"), 3),
        (Declaration("skill", "Ash", value=7), 110),
        (Declaration("chill", "Ash", value=1), 0),
        (Declaration("chill", "Birch", value=1), 103),
        (Declaration("tired", "Dorn"), 103),
    ],
)
def test_what_is_stated_changes_a_value_at_once(skirmish, said, now):
    """Also where it was asked for just before."""
    rules = skirmish.but(STAMINA)
    before = rules.battle({"Ash": {"has": {"skill": 3}}, "Birch": {"has": {"skill": 1}}}, "Dorn")
    assert before.value("Ash.stamina") == 103

    after = before.apply(said)

    assert (after.value("Ash.stamina"), before.value("Ash.stamina")) == (now, 103)


def test_a_value_changes_with_the_step_that_is_open(skirmish):
    """While it acts it is stronger, and then no more."""
    rules = skirmish.but(STAMINA).but("steps: {act: {act.parts: {sequence: [work]}}, work: {}}")
    rules = rules.but("steps: {work: {work.moves: {moves: {up_to: skill}}}}")
    game = rules.battle({"Ash": {"has": {"skill": 3}}}, {"Dorn": {"has": {"skill": 2}}})

    working = game.choose("act", "Ash")

    assert (game.value("Ash.stamina"), working.value("Ash.stamina")) == (3, 13)
    assert working.choose("work", "Ash", inches=1).value("Ash.stamina") == 3


def test_what_a_value_is_for_a_while_is_seen_by_what_is_made_of_it(skirmish):
    """Skill is set until the round ends, and stamina, which was asked for before, follows."""
    steeled = "steps: {act: {act.steels: {changes: {value: skill, to: 9, until: round}}}}"
    rules = skirmish.but(STAMINA).but(steeled)
    before = rules.battle({"Ash": {"has": {"skill": 3}}}, {"Dorn": {"has": {"skill": 2}}})
    assert before.value("Ash.stamina") == 3

    after = before.choose("act", "Ash")

    assert [after.value(f"{name}.stamina") for name in ("Ash", "Dorn")] == [9, 2]


def test_what_the_battle_has_is_no_matter_of_units(skirmish):
    """What is the battle's goes up, and is seen at once by whoever is asked."""
    rules = skirmish.but(STAMINA)
    game = rules.battle("Ash", "Dorn", facts={"Ash": ("tired",), "Dorn": ("tired",)})

    heat = [game.value("Dorn.heat")]
    for unit in ("Ash", "Dorn"):
        game = game.choose("act", unit)
        heat.append(game.value("Dorn.heat"))

    assert heat == [0, 1, 2]


def standing(game):
    """All values of everybody; a question without an answer has None."""
    found = []
    for who in game.state.roster.names:
        for value in game.program.ruleset.values:
            try:
                found.append(game.value(f"{who}.{value}"))
            except Refused:
                found.append(None)
    return found


GROUPS = 8


@pytest.mark.parametrize("group", range(GROUPS))
def test_remembering_changes_nothing(library, group):
    """Plays go the same way without any memory: what comes of it, what is asked, every value."""
    some = [it for it in library.examples if library.effective(it.ruleset).values]
    replayer = Replayer(library)
    for example in some[group :: GROUPS * 8]:
        program = replayer.replay(example).program
        games = [
            Game.begin(rules, armies(example), example.mission, example.facts, example.values)
            for rules in (program, replace(program, lasting=Lasting()))
        ]
        for line in example.play:
            if line.refused is None:
                games = [game.apply(line.input) for game in games]
            one, other = games
            assert (one.state, one.events) == (other.state, other.events), example.example
            assert standing(one) == standing(other), example.example
            assert one.consulted == other.consulted, example.example
