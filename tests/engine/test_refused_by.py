"""Refusals name exactly the clauses that stand in the way: take them all away, and it is allowed.

With any one of them left in, it is still refused. Tried on thousands of refused inputs.
"""

import random
from dataclasses import replace
from functools import cache

import pytest

from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.interpreter import advance
from turnwright.engine.program import Conflict, compile_ruleset
from turnwright.engine.transaction import Transaction
from turnwright.language.action import Moves
from turnwright.language.condition import Whose
from turnwright.language.container import Extra
from turnwright.language.eligibility import Together
from turnwright.language.ruleset import KINDS
from turnwright.language.turn_order import Allowed

OPPOSITE = {
    "passing": Allowed.ALLOWED,
    "finish": Allowed.ALLOWED,
    "together": Together.SEVERAL,
    "among": Whose.ANYONE,
    "target": Whose.ANYONE,
    "extra": Extra.NOTHING,
    "moves": Moves(up_to=1000),
}
"""What a clause says that no longer stands in the way, where it cannot simply be left out."""


LAST=[]
def otherwise(clause):
    """A clause that says the opposite of what it said, or nothing."""
    said = {word: new for word, new in OPPOSITE.items() if getattr(clause.means, word, None)}
    if not said:
        return None
    named = {field: None for field in clause.means.__dataclass_fields__ if field != "when"}
    return replace(clause, means=replace(clause.means, **named | said))


def without(program, clauses):
    """The program in which these clauses do not stand in the way."""
    rules = program.ruleset

    def changed(part):
        new = tuple(
            otherwise(clause) if clause.full_id in clauses else clause for clause in part.clauses
        )
        if new == part.clauses:
            return part
        return replace(part, clauses=tuple(clause for clause in new if clause is not None))

    kinds = {
        kind: {name: changed(part) for name, part in getattr(rules, kind).items()}
        for kind in KINDS
        if any(
            clause.full_id in clauses
            for part in getattr(rules, kind).values()
            for clause in part.clauses
        )
    }
    return compile_ruleset(replace(rules, **kinds), program)


def allowed(program, state, choice):
    """Whether an input goes through here; None when it is no longer the same decision."""
    tx = Transaction(program, state)
    awaited = advance(tx)
    ask = state.ask
    if awaited is None or (awaited.step, awaited.side, awaited.kind) != (ask.step, ask.side, ask.kind):
        return None
    try:
        apply(program, tx.freeze(awaited), choice)
    except Refused as again:
        LAST.append(again)
        return again.reason is Reason.UNCLEAR
    return True


def attempts(game, chance, count):
    """Inputs that are worth trying: with units of this decision, or not."""
    state = game.state
    part = game.program.steps[state.ask.step]
    does = [option.name for option in part.options] + ["pass", "done"]
    if part.each_ability:
        does += game.program.ruleset.abilities
    names = [n for i, n in enumerate(state.roster.names) if state.alive >> i & 1]
    units = names[state.roster.sides + 1 :] if names[0] == "battle" else names
    units = [n for n in names if n not in ("battle", *game.program.sides)]
    for _ in range(count):
        what = chance.choice(does)
        if what in ("pass", "done"):
            yield Choice(what)
            continue
        many = min(chance.choice((1, 1, 1, 2)), len(units))
        target = chance.choice((*units, "")) if units else ""
        child = game.program.steps.get(what)
        if child is not None and not child.target:
            target = ""
        yield Choice(what, tuple(chance.sample(units, many)), target=target)


def wrong(game, choice, refused):
    """What is wrong with the clauses that are named; empty when nothing is."""
    program, state = game.program, game.state
    try:
        through = allowed(without(program, refused.by), state, choice)
    except Conflict:
        return ""
    if through is None:
        return ""
    if not through:
        return f"refused without them all {LAST[-1]}"
    for clause in refused.by:
        others = tuple(by for by in refused.by if by != clause)
        if others and allowed(without(program, others), state, choice):
            return f"allowed although {clause} is there"
    return ""


def mistakes(game, chance, count=8):
    """Every refusal here whose clauses are not exactly those that stand in the way."""
    if game.state.ask.awaits is not Awaits.CHOICE or game.state.ask.kind is not ChoiceKind.CHANCE:
        return
    for choice in attempts(game, chance, count):
        refused = game.refusal(choice)
        if refused is None or refused.reason is not Reason.RULED_OUT:
            continue
        found = wrong(game, choice, refused)
        yield found and f"{game!r}: {choice}: {refused}: {found}"
