"""Programs that share most of their pieces: what is taken over is what would be compiled."""

from random import Random

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.rulings import Conflict
from turnwright.examples.replay import replay, replay_all
from turnwright.load.patch import replace_clause
from turnwright.proof.mutants import mutants_of

EDITS = 12
"""How many changed rulesets are compiled, each with the pieces of the one before it."""


@pytest.fixture(scope="module")
def records(library):
    """The records of all examples of one system as it is."""
    return [
        record
        for record in replay_all(library)
        if record.example.ruleset == "agility_aod"
        and not (record.example.options or record.example.readings)
    ]


def compiled(rules, base=None):
    """A program, or nothing where clauses are in conflict."""
    try:
        return compile_ruleset(rules, base)
    except Conflict:
        return None


def told(record):
    """All that a record tells."""
    return (
        record.mismatches,
        record.consulted,
        [(r.events, r.decision, r.refused_by) for r in record.rows],
    )


def test_what_is_compiled_with_the_pieces_of_another_goes_as_what_is_compiled_alone(records):
    """One clause after another is left out or changed, at random, and none is put back."""
    random = Random(21)
    rules, base = records[0].ruleset, records[0].program
    before = dict(base.cache)
    shared = 0
    for clause in random.sample([c for c in rules.clauses() if c.means], EDITS):
        mutants = [None, *(mutant.clause for mutant in mutants_of(clause, rules))]
        changed = replace_clause(rules, clause.full_id, random.choice(mutants))
        whole, part = compiled(changed), compiled(changed, base)
        assert (whole is None) is (part is None)
        if whole is None or part is None:
            continue
        for record in random.sample(records, 3):
            one, two = (replay(record.example, changed, program) for program in (whole, part))
            assert told(one) == told(two), clause.full_id
        shared += sum(part.steps[name] is base.steps.get(name) for name in part.steps)
        rules, base = changed, part

    assert shared > EDITS * len(base.steps) / 2
    assert before == dict(records[0].program.cache)
