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


def courses(example, program):
    """Where each input leads, and the clauses that were consulted on the way."""
    game = initial_game(example, program)
    found = [game.state]
    for line in example.play:
        try:
            game = game.apply(input_of(line))
        except Refused:
            found.append(None)
        else:
            found.append((game.decision, [event[:-1] for event in game.events]))
    # Two clauses that contradict each other are named where the play stops.
    stopped = game.decision.by if game.contradicted else ()
    return found, {*game.consulted, *stopped}


@pytest.mark.parametrize("name", NAMES)
def test_a_clause_that_was_not_consulted_changes_nothing(samples, name):
    """So a play shows all that it needs."""
    for example in (example for example in samples.examples if example.ruleset == name):
        rules = rules_of(samples, example)
        course, consulted = courses(example, compile_ruleset(rules))
        for clause in rules.own_clauses():
            if clause.means is not None and clause.full_id not in consulted:
                without = compile_ruleset(replace_clause(rules, clause.full_id, None))
                assert courses(example, without)[0] == course, clause.id


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_plays_as_it_claims(samples, name):
    """Every line of it."""
    for example in (example for example in samples.examples if example.ruleset == name):
        assert replay(example, rules_of(samples, example)).mismatches == ()
