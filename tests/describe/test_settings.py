"""What players may agree on: each choice alone, two together, and those that cannot be had."""

from collections.abc import Collection
from pathlib import Path

import pytest

from turnwright.describe.settings import Setting, SettingEffects
from turnwright.load.library import Library

WALKS = """
ruleset: walks
language: 2
title: Walks
sides: [red, blue]
steps:
  battle: {clauses: [{id: battle.again, text: Round after round., means: {repeats: round}}]}
  round:
    clauses:
      - {id: round.turns, text: Sides alternate., means: {cadence: alternate}}
      - {id: round.walks, text: You walk., means: {each: [walk]}}
      - {id: round.one, text: One walks at a time., means: {together: one}}
      - {id: round.red, text: Red begins., means: {first: listed_first}}
  walk: {title: Walk}
options:
  crowd:
    title: Crowds
    steps:
      round:
        clauses:
          - id: crowd.several
            text: Several walk together.
            means: {together: several}
            replaces: [round.one]
  herd:
    title: Herds
    needs: [crowd]
    steps:
      round: {clauses: [{id: herd.own, text: A herd is your own., means: {among: own}}]}
  alone:
    title: Alone
    excludes: [crowd]
    steps: {round: {clauses: [{id: alone.once, text: Once a round., means: {limit: {per: round}}}]}}
  single:
    title: Single
    steps:
      round:
        clauses:
          - id: single.one
            text: Each walks by itself.
            means: {together: one}
            replaces: [round.one]
readings:
  who_begins:
    question: Who begins?
    default: red
    why: It says so.
    alternatives:
      red: {text: Red.}
      blue:
        text: Blue.
        steps:
          round:
            clauses:
              - id: round.blue
                text: Blue begins.
                means: {first: listed_second}
                replaces: [round.red]
"""

CROWD, HERD, ALONE, SINGLE = map(Setting, ("crowd", "herd", "alone", "single"))
BLUE = Setting("who_begins", "blue")


@pytest.fixture
def walks(tmp_path: Path) -> SettingEffects:
    """The choices of an invented system."""
    folder = tmp_path / "walks"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(WALKS, encoding="utf-8")
    return SettingEffects(Library.read(folder), "walks")


def test_options_and_other_answers_can_be_chosen(walks: SettingEffects):
    """The default of a reading is no choice: it holds anyway."""
    assert walks.choices == (CROWD, HERD, ALONE, SINGLE, BLUE)


def test_a_choice_says_what_holds_and_what_does_not(walks: SettingEffects):
    """It is found by applying it, and comparing the clauses that hold."""
    blue = walks.alone[BLUE]

    assert blue
    assert blue.effect.holds == {"walks.round.blue"}
    assert blue.effect.lapses == {"walks.round.red"}


def test_what_an_option_needs_comes_with_it(walks: SettingEffects):
    """A herd is a crowd."""
    herd = walks.alone[HERD]

    assert walks.needs(HERD) == ("crowd",)
    assert herd
    assert herd.effect.holds == {"walks.herd.own", "walks.crowd.several"}


def test_what_cannot_be_had_together_is_found(walks: SettingEffects):
    """What excludes each other, what needs something excluded, and what changes the same rule."""
    impossible = {(one, other) for one, other, both in walks.pairs() if both is None}

    assert impossible == {(CROWD, ALONE), (HERD, ALONE), (CROWD, SINGLE), (HERD, SINGLE)}


def summed(effects: SettingEffects, chosen: Collection[Setting]) -> set[str]:
    """What holds with some choices, added up as a page does it."""
    holds: set[str] = set()
    for choice in chosen:
        if alone := effects.alone[choice]:
            holds |= alone.effect.holds
    for one, other, both in effects.pairs():
        if both and {one, other} <= set(chosen):
            alone = effects.alone[one], effects.alone[other]
            expected = {clause for each in alone if each for clause in each.effect.holds}
            holds = (holds - (expected - both.effect.holds)) | (both.effect.holds - expected)
    return holds


def test_all_choices_together_do_what_pairs_say(library):
    """What a page adds up from single choices and pairs is what holds with all of them."""
    tried = 0
    for name in library.rulesets:
        effects = SettingEffects(library, name)
        chosen = {choice.name: choice for choice in effects.choices}.values()
        if chosen and (everything := effects.together(*chosen)):
            assert summed(effects, chosen) == everything.effect.holds, name
            tried += 1

    assert tried > 1
