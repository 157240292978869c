"""Refusals name exactly the clauses that stand in the way: take them all away, and it is allowed.

With any one of them left in, it is still refused. Tried on a thousand refused inputs.
"""

import random
from dataclasses import replace
from functools import cache

import pytest

from turnwright.engine.apply import apply, go_on
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused, Stop
from turnwright.engine.game import Game
from turnwright.engine.program import TurnsPart
from turnwright.engine.rulings import Conflict
from turnwright.engine.transaction import Transaction
from turnwright.examples.replay import initial_game, rules_of
from turnwright.language.action import Moves
from turnwright.language.clause import words_of
from turnwright.language.condition import Selection, Whose
from turnwright.language.container import Extra
from turnwright.language.effect import Bearer
from turnwright.language.eligibility import Tally, Together
from turnwright.language.input import Card, Choice
from turnwright.language.ruleset import KINDS
from turnwright.language.turn_order import Allowed, Cadence

OPPOSITE = {
    "passing": Allowed.ALLOWED,
    "finish": Allowed.ALLOWED,
    "together": Together.SEVERAL,
    "among": Whose.ANYONE,
    "target": Whose.ANYONE,
    "extra": Extra.NOTHING,
    "moves": Moves(up_to=1000),
    "bearer": Bearer.FRIENDLY,
}
"""What a clause says that no longer stands in the way, where it cannot simply be left out."""


NARROWING = (
    "needs",
    "bars",
    "limit",
    "costs",
    "uses",
    "rank",
    "group_needs",
    "order",
    "away",
    "models",
)
"""What a clause says that stands in the way, and is simply left out."""


def otherwise(clause, any_target):
    """A clause without what stands in the way; None where nothing is left of it.

    Where any target would do, friends are targets once no clause says that they are none: so of
    a target with a condition only the condition goes.
    """
    said = {word for word in words_of(type(clause.means)) if getattr(clause.means, word)}
    new = {word: OPPOSITE.get(word) for word in said if word in OPPOSITE or word in NARROWING}
    if getattr(clause.means, "cadence", None) is Cadence.ONE_CHANCE:
        new |= {"cadence": Cadence.ONE_SIDE, "together": Together.SEVERAL}
    if not new or said <= {*NARROWING}:
        return None
    target = getattr(clause.means, "target", None)
    if any_target and isinstance(target, Selection) and target.that:
        new["target"] = target.of
    return replace(clause, means=replace(clause.means, **new))


@cache
def without(program, clauses, any_target=False):
    """The program in which these clauses do not stand in the way."""
    rules = program.ruleset

    def changed(part):
        new = tuple(
            otherwise(clause, any_target) if clause.full_id in clauses else clause
            for clause in part.clauses
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
    try:
        awaited = go_on(tx, 100)
    except Stop:
        return None
    ask = state.ask
    if awaited is None or (awaited.step, awaited.side, awaited.kind) != (
        ask.step,
        ask.side,
        ask.kind,
    ):
        return None
    try:
        apply(program, tx.freeze(awaited), choice)
    except Refused as again:
        return again.reason is Reason.UNCLEAR
    return True


def attempts(game, chance, count):
    """Inputs that are worth trying: with units of this decision, or not."""
    state = game.state
    part = game.program.steps[state.ask.step]
    does = [option.name for option in game.program.offers[part.name]] + ["pass", "done"]
    if isinstance(part, TurnsPart) and part.each_ability:
        does += game.program.ruleset.abilities
    sides = state.roster.sides
    units = [n for i, n in enumerate(state.roster.names) if i > sides and state.alive >> i & 1]
    table = Transaction(game.program, state).on_table()
    if table.bit_count() < 2:
        return  # With nobody else there, no clause stands between a unit and its target.
    there = {name for i, name in enumerate(state.roster.names) if table >> i & 1}
    for _ in range(count):
        what = chance.choice(does)
        if what in ("pass", "done"):
            yield Choice(what)
            continue
        many = min(chance.choice((1, 1, 1, 2, 3)), len(units))
        if any(len(places) > 1 for places in state.rest.places.values()):
            many = 1  # Units whose models have places of their own are named one by one.
        picked = tuple(chance.sample(units, many))
        child = game.program.steps.get(what)
        if child and child.target and not there.issuperset(picked):
            continue  # Whoever is away is near nobody, so that clause and distances go together.
        others = [n for n in units if n in there - {*picked}] if child and child.target else []
        if len(picked) < 2 or not others:
            others.append("")  # Where several have no target, each may be nearest to another one.
        if others != [""] or len(picked) < 2 or not (child and child.target):
            whose = state.roster.side(state.ask.side)
            yield Choice(what, picked, whose, target=chance.choice(others))


def wrong(game, choice, refused):
    """What is wrong with the clauses that are named; empty when nothing is."""
    program, state = game.program, game.state
    try:
        through = allowed(without(program, frozenset(refused.by)), state, choice)
    except Conflict:
        return ""
    if through is None:
        return ""
    if not through:
        return "refused without them all"
    if any(is_of_items_or_models(program, clause) for clause in refused.by):
        return ""  # Each of these may lack something else, and the refusal speaks of them all.
    for clause in refused.by:
        others = frozenset(refused.by) - {clause}
        if others and allowed(without(program, others, not choice.target), state, choice):
            return f"allowed although {clause} is there"
    return ""


def is_of_items_or_models(program, full_id):
    """Whether a clause limits how often each item is used, or speaks of single models."""
    clause = next(c for c in program.ruleset.clauses() if c.full_id == full_id)
    limit = getattr(clause.means, "limit", None)
    if getattr(clause.means, "models", None):
        return True
    return limit is not None and limit.by in (Tally.ITEM, Tally.MODEL, Tally.MODEL_ITEM)


def mistakes(game, chance, count=4):
    """Every refusal here whose clauses are not exactly those that stand in the way."""
    if game.state.ask.awaits is not Awaits.CHOICE or game.state.ask.kind is not ChoiceKind.CHANCE:
        return
    for choice in attempts(game, chance, count):
        refused = game.refusal(choice)
        if refused is None or refused.reason is not Reason.RULED_OUT:
            continue
        found = wrong(game, choice, refused)
        yield found and f"{game!r}: {choice}: {refused}: {found}"


def played(game, fuzz, inputs=20):
    """How many refusals were looked at in a random play, and what is wrong with some of them."""
    found = []
    for _ in range(inputs):
        found += mistakes(game, fuzz.chance)
        try:
            game = game.apply(fuzz.sound(game))
        except Refused:
            continue
    return len(found), [wrong for wrong in found if wrong]


def test_the_rulesets_that_are_here(library, fuzz):
    """From where a sample of their examples begins."""
    tried, wrong = 0, []
    programs = {}
    for seed, example in enumerate(random.Random(7).sample(library.examples, 25)):
        rules = rules_of(library, example)
        program = programs.get(id(rules)) or compile_ruleset(rules)
        programs[id(rules)] = program
        game = initial_game(example, program)
        many, mistaken = played(game, fuzz(seed, game))
        tried, wrong = tried + many, wrong + mistaken

    assert tried > 250
    assert not wrong, wrong[0]


CROWD = """
    steps:
      turns:
        turns.one: {together: several}
        turns.group: {group: shared, group_counts: each}
        turns.drilled: {group_needs: {fact: drilled}}
        turns.rank: {rank: {value: speed, direction: descending}}
        turns.brave: {rank: {fact: brave, direction: descending}}
        turns.acts: {each: [act, shoot, call]}
        turns.order: {order: fixed}
        turns.four: {limit: {per: round, times: 4, by: side}}
        turns.pay: {costs: {value: orders}}
        turns.free: {when: {fact: brave}, waives: [turns.once]}
        turns.may-pass: {when: {fact: brave_side}, passing: never}
        turns.done: {finish: never}
      act:
        act.fit: {bars: {fact: tired}}
        act.tires: {when: {fact: drilled}, sets: {fact: tired, until: round}}
      shoot:
        shoot.at: {target: enemy}
        shoot.tired: {target: {that: {fact: tired}}}
        shoot.near: {target: {that: {level: {value: speed, at_most: 5}}}}
        shoot.with: {uses: gun}
      call:
        call.side: {among: side}
        call.once: {limit: {per: round}}
        call.costs: {costs: {value: orders, amount: 2}}
    facts: {drilled: {}, brave: {}, tired: {}, brave_side: {of: side}}
    values: {speed: {}, orders: {of: side, orders.start: {starts: 4}}}
"""


@pytest.mark.parametrize("sides", [("north", "south"), ("north", "east", "south")])
def test_a_system_in_which_much_stands_in_the_way(skirmish, fuzz, sides):
    """Groups, ranks, costs, limits of sides, targets, items and exceptions, all at once."""
    program = skirmish.but(CROWD).with_sides(*sides).program
    tried, wrong = 0, []
    for seed in range(30):
        chance = random.Random(seed)
        armies = {
            side: {
                f"{side[0]}{n}": Card(
                    has={"speed": chance.randint(4, 6)},
                    facts=tuple(chance.sample(("drilled", "brave", "tired"), chance.randint(0, 2))),
                    carries={"rifle": ("gun",)} if chance.random() < 0.7 else {},
                )
                for n in range(chance.randint(1, 3))
            }
            for side in sides
        }
        facts = {side: ("brave_side",) for side in sides if chance.random() < 0.5}
        game = Game.begin(program, armies, facts=facts)
        many, mistaken = played(game, fuzz(seed, game), inputs=8)
        tried, wrong = tried + many, wrong + mistaken

    assert tried > 250
    assert not wrong, wrong[0]
