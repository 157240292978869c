"""Whatever decides is noted: a clause without which a play goes otherwise was consulted in it.

Tried on the samples of the language, with nobody looking at the battle between the inputs.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.examples.replay import initial_game, replay, rules_of
from turnwright.language.input import Card
from turnwright.load.patch import replace_clause

FOLDER = Path(__file__).parents[2] / "content" / "language"
NAMES = sorted(f"{path.parent.name}_{path.stem}" for path in FOLDER.glob("*/*.yaml"))


def shown(game):
    """What is awaited, and of whom; that something is offered is noted when it is taken."""
    return game.awaits, game.step, game.next, game.may, game.dice, game.decision.what


def courses(example, program):
    """Where each input leads, and the clauses that were consulted until then."""
    game = initial_game(example, program)
    for line in example.play:
        try:
            game = game.apply(line.input)
        except Refused as refused:
            yield None, {*game.consulted, *refused.by}
        else:
            found = shown(game), [event[:-1] for event in game.events]
            yield found, {*game.consulted, *game.decision.by}


@pytest.mark.parametrize("name", NAMES)
def test_a_clause_that_was_not_consulted_yet_changes_nothing(samples, name):
    """So a play shows all that it needs, from its first line on."""
    for example in (example for example in samples.examples if example.ruleset == name):
        rules = rules_of(samples, example)
        course = [*courses(example, compile_ruleset(rules))]
        for clause in rules.own_clauses():
            if clause.means is not None:
                without = compile_ruleset(replace_clause(rules, clause.full_id, None))
                other_course = courses(example, without)
                for (found, consulted), (other, _) in zip(course, other_course, strict=True):
                    if clause.full_id in consulted:
                        break
                    assert found == other, clause.id


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_plays_as_it_claims(samples, name):
    """Every line of it."""
    for example in (example for example in samples.examples if example.ruleset == name):
        assert replay(example, rules_of(samples, example)).mismatches == ()


@pytest.mark.parametrize(
    "said",
    [
        "limit: {per: march}",
        "bars: {did: {action: strike, this: march}}",
        "bars: {lost_models: march}",
        "bars: {level: {value: {lost_models: march}, above: 0}}",
    ],
)
def test_what_says_how_a_step_is_read_is_consulted_with_it(duel, said):
    """An overlay has no such step: once somebody asks since when, another one is meant."""
    whole = duel.but(
        f"""
        steps:
          turns: {{turns.acts: {{each: [march, activation]}}}}
          march: {{}}
          strike: {{strike.since: {{{said}}}}}
        effects: {{march: {{terms.march: {{reads_as: activation}}}}}}
        facts: {{slain: {{of: models}}}}
        """
    ).rules
    steps = {name: step for name, step in whole.steps.items() if name != "march"}
    armies = {"attacker": {"Ash": Card()}, "defender": {"Dorn": Card()}}

    game = Game.begin(replace(whole, steps=steps), armies)
    acting = game.choose("activation", "Ash")

    assert game.can == ("activation",)
    assert "invented.terms.march" not in game.consulted
    assert acting.can == ("strike", "rest", "done")
    assert "invented.terms.march" in acting.consulted


def test_whoever_passes_was_asked_by_some_clause(skirmish):
    """Nobody has done anything yet, and still it matters that they take turns."""
    game = skirmish.battle("Ash", "Dorn").choose("pass")

    assert {"invented.turns.alternate", "invented.turns.may-pass"} <= game.consulted


def test_a_fact_that_counts_as_another_is_consulted_with_it(skirmish):
    """Ash is weary, and so it is tired; Birch is neither."""
    rules = skirmish.but(
        """
        steps: {act: {act.fresh: {bars: {fact: tired}}}}
        facts: {tired: {}, weary: {weary.tired: {counts_as: tired}}}
        """
    )
    game = rules.battle("Ash Birch", "Dorn")
    weary = game.declare("weary", "Ash")

    assert "invented.weary.tired" not in game.consulted
    assert weary.may == ("Birch",)
    assert "invented.weary.tired" in weary.consulted


def test_what_was_compiled_by_other_names_is_not_taken_up_again(skirmish):
    """Rules come back after others without a step of theirs: it is counted as it was at first."""
    hidden = skirmish.but(
        """
        steps:
          turns: {turns.hide: {each: [hide]}}
          hide: {hide.once: {limit: {per: battle}}}
        """
    )
    other = skirmish.but("facts: {weary: {}}")
    program = compile_ruleset(hidden.rules)
    for system in (other, hidden):
        program = compile_ruleset(system.rules, program)
    armies = {
        side: {name: Card()} for side, name in zip(hidden.sides, ("Ash", "Dorn"), strict=True)
    }

    game = Game.begin(program, armies).choose("hide", "Ash").choose("act", "Dorn")

    assert game.can == hidden.battle("Ash", "Dorn").choose("hide", "Ash").choose("act", "Dorn").can
    assert "hide" not in game.can
