"""The same rule, said in another way: one example in eight goes as it went, each in one way.

With guards that always hold or never do, with conditions denied twice, and with numbers worked out.
"""

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.examples.replay import replay, row, rules_of
from turnwright.language.clause import Combine, words_of
from turnwright.language.condition import Condition, Sum
from turnwright.language.ruleset import KINDS
from turnwright.language.step import DEALS, UNDEALT, StepClause, StepMeaning
from turnwright.load.patch import replace_clause

LANGUAGE = Path(__file__).parents[2] / "content" / "language"
NAMES = sorted(f"{path.parent.name}_{path.stem}" for path in LANGUAGE.glob("*/*.yaml"))
GROUPS = 20
SHAPE = {
    *(*DEALS, *UNDEALT, "first", "decides", "draws", "target", "result", "uses", "changes"),
    *("counts_as", "may_enter", "may_leave", "fills", "contains", "reads_as", "band", "instead"),
}
"""Words that a step has or has not, whether or not they hold for somebody."""
ALWAYS = Condition(all_of=())
NEVER = Condition(any_of=())


def with_meanings(rules, change):
    """A ruleset in which each part's clauses are others: `change(part)`."""
    parts = {
        kind: {
            name: replace(part, clauses=change(part)) for name, part in getattr(rules, kind).items()
        }
        for kind in KINDS
    }
    return replace(rules, **parts)


def guarded(part):
    """Clauses without a guard, with one that always holds, but where an exception beats them."""
    said = Counter(
        word
        for clause in part.clauses
        if clause.means is not None
        for word, declared in words_of(type(clause.means)).items()
        if declared.combine is Combine.ONE and getattr(clause.means, word) is not None
    )

    exceptions = any(
        getattr(clause.means, "band", None) is not None and clause.means.when is not None
        for clause in part.clauses
    )

    def alone(means):
        if exceptions and getattr(means, "band", None) is not None:
            return False  # A band with a guard beats one without.
        return all(said[w] < 2 for w in words_of(type(means)) if getattr(means, w) is not None)

    if getattr(part, "like", ""):
        return part.clauses
    return tuple(
        replace(clause, means=replace(clause.means, when=ALWAYS))
        if clause.means is not None and clause.means.when is None and alone(clause.means)
        else clause
        for clause in part.clauses
    )


def changed(said):
    """Each clause with another meaning: `said(means)`; only clauses that mean something."""

    def change(part):
        return tuple(
            replace(clause, means=said(clause.means)) if clause.means is not None else clause
            for clause in part.clauses
        )

    return change


def twice_denied(value, hint=None):
    """What is said, with each condition denied twice, and each number worked out from another."""
    if isinstance(value, Condition):
        return Condition(not_=Condition(not_=parts_of(value)))
    if type(value) is int and Sum in get_args(hint):
        return Sum(number=value - 1, plus=1)
    if isinstance(value, tuple):
        return tuple(map(twice_denied, value))
    return parts_of(value) if is_dataclass(value) else value


def parts_of(value):
    """A value whose fields are said in another way."""
    hints = get_type_hints(type(value))
    new = {it.name: twice_denied(getattr(value, it.name), hints[it.name]) for it in fields(value)}
    return replace(value, **new)


def waived(rules):
    """A ruleset with an exception to everything that never holds."""
    every = tuple(clause.full_id for clause in rules.clauses() if clause.means is not None)
    never = StepClause(
        id="exception.never",
        text="It never happens.",
        ruleset=rules.ruleset,
        means=StepMeaning(waives=every, when=NEVER),
    )
    battle = rules.steps["battle"]
    new = replace(battle, clauses=(*battle.clauses, never))
    return replace(rules, steps={**rules.steps, "battle": new})


WAYS = {
    "with guards": lambda rules: with_meanings(rules, guarded),
    "denied twice": lambda rules: with_meanings(rules, changed(parts_of)),
    "with an exception": waived,
}


@pytest.fixture(scope="session")
def ways():
    """A ruleset as it is, or said in another way, compiled once."""
    made = {}

    def said(rules, way=None):
        if (id(rules), way) not in made:
            made[id(rules), way] = compile_ruleset(WAYS[way](rules) if way else rules), rules
        return made[id(rules), way][0]

    return said


def clauses_of(samples, name):
    """Each clause of a sample that means something, with each of its plays."""
    for example in samples.examples:
        if example.ruleset == name:
            rules = rules_of(samples, example)
            for clause in rules.own_clauses():
                if clause.means is not None:
                    yield example, rules, clause


@pytest.mark.parametrize("group", range(GROUPS))
def test_it_goes_as_it_went(all_examples, ways, seen, group):
    """Every line of one example in eight, in one way; the next of them in the next way."""
    for nth, (example, rules) in [*enumerate(all_examples[::8])][group::GROUPS]:
        way = [*WAYS][nth % len(WAYS)]
        shown = seen(replay(example, rules, ways(rules)).rows)
        again = seen(replay(example, rules, ways(rules, way)).rows)
        assert again == shown, (way, example.example)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_played_goes_as_it_goes(everything, ways, fuzz, seen, seed):
    """A random play of a system with something of everything."""
    game = everything(seed)
    state = game.state
    others = {way: Game(ways(game.program.ruleset, way), state) for way in WAYS}
    trying = fuzz(seed, game)
    for _ in range(30):
        given = trying.sound(game) if trying.chance.random() < 0.9 else trying.nonsense()
        game, shown = after(game, given, seen)
        for way, other in others.items():
            others[way], again = after(other, given, seen)
            assert again == shown, (way, given)


def after(game, given, seen):
    """The game after an input, and what is seen of it."""
    try:
        game, refused = game.apply(given), None
    except Refused as error:
        refused = error
    return game, seen([row(None, game, refused)])


@pytest.mark.parametrize("name", NAMES[::2])
def test_a_clause_that_never_holds_is_as_good_as_none(samples, seen, name):
    """With a guard that is never so."""
    for example, rules, clause in clauses_of(samples, name):
        if any(getattr(clause.means, word, None) is not None for word in SHAPE):
            continue
        never = replace(clause, means=replace(clause.means, when=NEVER))
        programs = [
            compile_ruleset(replace_clause(rules, clause.full_id, it)) for it in (never, None)
        ]
        told = [
            [(step.tells_models_apart, step.among_side) for step in it.steps.values()]
            for it in programs
        ]
        if told[0] != told[1]:
            continue  # That a side does it, or which models, is said by any clause of the step.
        one, other = (replay(example, rules, program) for program in programs)
        assert seen(one.rows)[:-1] == seen(other.rows)[:-1], clause.id


@pytest.mark.parametrize("name", NAMES[1::2])
def test_what_is_compiled_in_part_goes_as_what_is_compiled_whole(samples, seen, name):
    """Without one clause; and parts in which nothing is different are not compiled again."""
    for example, rules, clause in clauses_of(samples, name):
        base = compile_ruleset(rules)
        without = replace_clause(rules, clause.full_id, None)
        part = compile_ruleset(without, base)
        # What is counted for the whole ruleset is counted still.
        one, other = (
            seen(replay(example, rules, program).rows)[:-1]
            for program in (part, compile_ruleset(without))
        )
        assert one == other, clause.id
        if not clause.waived and without.effects is rules.effects:
            for kind in ("checks", "values", "containers"):
                for at, made in getattr(part, kind).items():
                    same = getattr(without, kind)[at] is getattr(rules, kind)[at]
                    assert (made is getattr(base, kind)[at]) is same, clause.id
