"""What is put off as a step of a sequence, and what becomes of it when its unit is gone."""

import pytest

LOBS = """
    steps:
      round: {rounds.parts: {sequence: [turns, falls]}}
      act: {act.parts: {sequence: [stride, lob]}}
      stride: {stride.pays: {changes: {value: breath, by: -1}}}
      lob:
        lob.later: {put_off: falls}
        lob.hits: {changes: {value: wounds, by: {value: skill}, of: enemy}}
      falls: {falls.how: {cadence: put_off, each: [lob], until: all_dealt}}
    facts: {slain: {slain.leaves: {leaves: at_once}}}
    values: {wounds: {wounds.none: {starts: 0}}, breath: {breath.some: {starts: 3}}, skill: {}}
"""
"""Whoever acts strides, and lobs a stone that falls when all have acted."""


def armies(skill=4):
    """Three units, each with its skill."""
    names = (("Ash", "Birch"), ("Dorn",))
    return [{name: {"has": {"skill": skill}} for name in side} for side in names]


def fallen(game):
    """Whose stones fell, in the order in which they did."""
    began = (e for e in game.events if type(e).__name__ == "Began")
    return [e.units for e in began if e.step == "lob"]


def test_a_step_of_a_sequence_that_is_put_off_is_only_declared(skirmish):
    """The others of the sequence are done at once; the stones fall in the end, in that order."""
    game = skirmish.but(LOBS).battle(*armies())

    game = game.choose("act", "Ash")
    assert (game.value("Ash.breath"), game.value("Dorn.wounds")) == (2, 0)
    game = game.choose("act", "Dorn")
    assert [game.value(f"{it}.wounds") for it in ("Ash", "Birch", "Dorn")] == [0, 0, 0]
    game = game.choose("act", "Birch")

    assert [game.value(f"{it}.wounds") for it in ("Ash", "Birch", "Dorn")] == [4, 4, 8]
    assert (fallen(game), game.round) == ([("Ash",), ("Dorn",), ("Birch",)], 2)
    assert game.choose("act", "Ash").value("Dorn.wounds") == 8


@pytest.mark.parametrize(("said", "wounds"), [("", 4), ("lob.falls: {if_gone: goes_on}", 8)])
def test_what_somebody_put_off_who_is_gone_falls_where_a_clause_says_so(skirmish, said, wounds):
    """With the skill that it had; without such a clause it is forgotten."""
    rules = skirmish.but(LOBS).but(f"steps: {{lob: {{{said}}}}}" if said else "steps: {}")
    game = rules.battle(*armies()).choose("act", "Ash").choose("act", "Dorn")

    game = game.declare("slain", "Ash").choose("act", "Birch")

    assert (game.value("Dorn.wounds"), game.value("Birch.wounds")) == (wounds, 4)
    assert game.round == 2


def test_each_unit_may_be_dealt_what_is_put_off(skirmish):
    """Nobody is asked, and nothing is done before its time."""
    rules = skirmish.but(LOBS).but(
        """
        steps:
          round: {rounds.parts: {sequence: [lobs, turns, falls]}}
          lobs:
            lobs.each: {cadence: each_unit, among: anyone, each: [lob], together: one}
            lobs.over: {first: listed_first, until: none_left}
          act: {act.parts: {sequence: [stride]}}
        """
    )
    game = rules.battle(*armies())

    assert (game.step, game.value("Dorn.wounds")) == ("turns", 0)
    for unit in ("Ash", "Dorn", "Birch"):
        game = game.choose("act", unit)
    assert [game.value(f"{it}.wounds") for it in ("Ash", "Birch", "Dorn")] == [4, 4, 8]
