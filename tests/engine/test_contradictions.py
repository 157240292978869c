"""Two clauses that hold at once: agreeing is fine, and disagreeing stops the play."""

from dataclasses import replace

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Refused
from turnwright.engine.rulings import Conflict

TWICE = """
    facts: {dark: {of: battle}}
    steps:
      turns:
        turns.said-once: {when: {not: {fact: dark}}, chances: 2}
        turns.said-again: {when: {not: {fact: dark}}, chances: CHANCES}
"""
BOTH = {"invented.turns.said-once", "invented.turns.said-again"}


def test_two_clauses_may_say_the_same_amount(skirmish):
    """An amount that is written twice is the same amount."""
    game = skirmish.but(TWICE.replace("CHANCES", "2")).battle("Ash", "Dorn")

    assert (game.awaits, game.next) == ("choice", "attacker")


def test_two_clauses_may_not_say_different_amounts(skirmish):
    """The word is named, and the clauses are."""
    game = skirmish.but(TWICE.replace("CHANCES", "3")).battle("Ash", "Dorn")

    assert (game.contradicted, {*game.decision.by}) == ("chances", BOTH)


def test_nobody_goes_on_where_two_clauses_disagree(skirmish):
    """The word is named to whoever tries, and what they say of it."""
    game = skirmish.but(TWICE.replace("CHANCES", "3")).battle("Ash", "Dorn")

    with pytest.raises(Refused, match="two rules say `chances` differently") as refused:
        game.choose("act", "Ash")

    assert {*refused.value.by} == BOTH


def test_two_clauses_that_always_hold_cannot_be_played(skirmish):
    """There is no moment at which either of them would be the one that counts."""
    rules = skirmish.rules
    (alternate, *others) = rules.steps["turns"].clauses
    again = replace(alternate, id="turns.again")
    turns = replace(rules.steps["turns"], clauses=(alternate, again, *others))

    with pytest.raises(Conflict, match="both say `cadence`"):
        compile_ruleset(replace(rules, steps={**rules.steps, "turns": turns}))


BAG = """
    facts: {dark: {of: battle}}
    containers:
      bag:
        bag.holds: {fills: {start: battle}, contains: {of: sides}}
        bag.drawn: {drawn: blind, draw_for: each_chance}
        bag.once: {when: {not: {fact: dark}}, WORD: FIRST}
        bag.again: {when: {not: {fact: dark}}, WORD: SECOND}
    steps:
      turns: {turns.alternate: {cadence: draw, draws: bag}, turns.first: {first: drawn}}
"""


def test_where_the_rules_contradict_each_other_a_question_has_no_answer(skirmish):
    """Nobody falls over it: the question is refused, with the word."""
    said = BAG.replace("WORD", "placed").replace("FIRST", "back").replace("SECOND", "on_unit")
    game = skirmish.but(said).battle("Ash", "Dorn")

    with pytest.raises(Refused, match="two rules say it differently: placed"):
        game.odds("attacker then defender")


def test_a_battle_that_cannot_begin_is_a_battle_that_is_stuck(skirmish):
    """When the bag is emptied is said in two ways, and it is asked before anything else."""
    said = BAG.replace("WORD", "empties").replace("FIRST", "{end: round}")
    game = skirmish.but(said.replace("SECOND", "{start: round}")).battle("Ash", "Dorn")

    assert (game.awaits, game.contradicted) == ("contradicted", "empties")
    assert game.decision.by == ("invented.bag.once", "invented.bag.again")
    assert (game.next, game.can, game.active, game.may) == ("nobody", (), (), ())
