"""Every mutant of the rulesets: compiled in part it is what it is compiled whole."""

from itertools import islice

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.rulings import Conflict
from turnwright.load.patch import replace_clause
from turnwright.proof.mutant_status import run_mutant
from turnwright.proof.mutants import mutants_of
from turnwright.proof.replay import replay
from turnwright.proof.runner import replay_all


@pytest.fixture(scope="module")
def records(library):
    """The records of all examples."""
    return replay_all(library)


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


@pytest.mark.parametrize("ruleset", ["age_of_sigmar", "agility_aod", "trench_crusade"])
def test_what_is_compiled_in_part_goes_as_what_is_compiled_whole(records, ruleset):
    """Each clause left out, and each in some of its variants, in an example that consults it.

    And a mutant that goes on from the middle comes to what it comes to from the beginning.
    """
    plain = [
        record
        for record in records
        if record.example.ruleset == ruleset
        and not (record.example.options or record.example.readings)
    ]
    rules, base = plain[0].ruleset, plain[0].program
    before = {name: (part.options, part.is_plain) for name, part in base.steps.items()}
    tried = 0

    for clause in rules.clauses():
        record = next((r for r in plain if clause.full_id in r.consulted), None)
        mutants = islice(mutants_of(clause, rules), 2) if record else ()
        for other in (None, *(mutant.clause for mutant in mutants)) if record else ():
            changed = replace_clause(rules, clause.full_id, other)
            whole, part = compiled(changed), compiled(changed, base)
            tried += 1
            assert (whole is None) is (part is None)
            if whole is not None:
                one, two = (replay(record.example, changed, program) for program in (whole, part))
                assert told(one) == told(two), (clause.full_id, other)
                if tried % 3 == 0:
                    assert run_mutant(record, part) is run_mutant(record, whole), clause.full_id

    assert tried > 100
    assert before == {name: (part.options, part.is_plain) for name, part in base.steps.items()}
