"""Whatever decides is noted: a clause without which a play goes otherwise was consulted in it.

Tried on the samples of the language, with nobody looking at the battle between the inputs.
"""

from pathlib import Path

import pytest

from turnwright.engine.decision import Refused
from turnwright.engine.program import compile_ruleset
from turnwright.load.patch import replace_clause
from turnwright.proof.replay import initial_game, input_of, replay
from turnwright.proof.runner import rules_of

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
            game = game.apply(input_of(line))
        except Refused:
            yield None, {*game.consulted}
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
                for (found, consulted), (other, _) in zip(course, courses(example, without)):
                    if clause.full_id in consulted:
                        break
                    assert found == other, clause.id


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_plays_as_it_claims(samples, name):
    """Every line of it."""
    for example in (example for example in samples.examples if example.ruleset == name):
        assert replay(example, rules_of(samples, example)).mismatches == ()
