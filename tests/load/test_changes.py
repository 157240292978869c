"""What an option or a reading changes is found as in the whole of the rules with it."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS, Option, Ruleset
from turnwright.load.conflicts import RuleConflict
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.library import Library
from turnwright.load.patch import PatchedRules
from turnwright.load.semantic_checks import RuleChecks
from turnwright.load.symbol_table import SymbolTable


def invented(chance: random.Random, rules: Ruleset, name: str) -> Option:
    """An option that takes rules away, and says some of them of other parts or of a new one."""
    known = [(kind, c) for kind, _, part in rules.parts() for c in part.clauses if c.means]
    parts: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    gone = [clause.full_id for _, clause in chance.sample(known, min(len(known), 2))]
    for number in range(chance.choice((1, 1, 2))):
        kind, clause = chance.choice(known)
        home = chance.choice([*getattr(rules, kind), "brand_new"])
        said: Clause = replace(
            clause,
            id=f"x.{name}-{number}",
            of=name,
            ruleset=rules.ruleset,
            removes=tuple(gone if number == 0 else ()),
        )
        kind_of_part: Any = type(next(iter(getattr(rules, kind).values())))
        old = parts[kind].get(home, kind_of_part())
        parts[kind][home] = replace(old, clauses=(*old.clauses, said))
    return Option(title=name, text=name, **parts)


def told(conflicts: tuple[RuleConflict, ...]) -> set[tuple[str, frozenset[str]]]:
    """What conflicts say, and of which clauses."""
    return {(it.message, frozenset(c.full_id for c in it.clauses)) for it in conflicts}


def clauses(rules: Ruleset) -> Mapping[tuple[str, str], list[str]]:
    """The clauses of each part."""
    return {(kind, name): [c.full_id for c in part.clauses] for kind, name, part in rules.parts()}


@pytest.mark.parametrize("seed", range(12))
def test_what_a_choice_changes_is_what_the_whole_says(library: Library, seed: int):
    """The same parts, and the same conflicts, whatever an option takes away or adds."""
    chance = random.Random(seed)
    graph: RulesetGraph = library._graph
    name = chance.choice(sorted(graph.rulesets))
    *below, top = graph.resolved_chain(name)
    bare = library.effective(name)
    options = {f"o{number}": invented(chance, bare, f"o{number}") for number in range(4)}
    chain = (*below, replace(top, options={**top.options, **options}))
    patched = PatchedRules(chain)

    def symbols(rules: Ruleset) -> SymbolTable:
        table = SymbolTable(graph, name, rules)
        table.chain = chain
        return table

    base = RuleChecks(symbols(patched.rules), patched.rules)
    assert base.conflicts(patched.conflicts) == ()
    choices = [({option}, {}) for option in options]
    choices += [
        ({"o0", "o1"}, {}),
        *(({"o2"}, {it: bare.readings[it].default}) for it in bare.readings),
    ]
    for chosen, readings in choices:
        change = patched.change(chosen, readings)
        whole = PatchedRules(chain, chosen, readings)

        found = RuleChecks(base.symbols, change.rules, base, change.parts)
        expected = RuleChecks(symbols(whole.rules), whole.rules)

        assert clauses(change.rules) == clauses(whole.rules)
        conflicts = expected.conflicts(whole.conflicts)
        assert told(found.conflicts(change.conflicts)) == told(conflicts)
