"""Played odds: what a run of rolls and choices comes to when it is gone through to its end.

These are of the lab, which plays without players. Who acts first: two units meet, one of each
side, until one of them acts, and what the rules leave to the table is settled as in a roster. What
an attack costs: from the first roll to the last, as an example has come to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from turnwright.describe.labels import Labels
from turnwright.describe.statements import Statement, Statements
from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.engine.state import Frame, TurnsBody
from turnwright.lab.armies import Armies, muster
from turnwright.lab.chances import PlayStopped, TooMany, models_lost, outcomes
from turnwright.lab.playing import MAX_INPUTS, Moment, Step, going_on, sampled, settling
from turnwright.lab.policies import Policy
from turnwright.language.change import Change
from turnwright.language.condition import Sum
from turnwright.language.fact import Holder, Subject
from turnwright.language.roster import ListedUnit, Muster, Roster
from turnwright.language.turn_order import OrderKey
from turnwright.site.pages.odds.tables import ChanceKind, ChanceRow, ChanceTable

MOST_AHEAD = 5
"""By how much the number of one side is higher, at most."""


def first_act_tables(
    program: Program, statements: Statements, labels: Labels
) -> Iterator[ChanceTable]:
    """For numbers that are added to a roll for the order: who acts first with a higher one.

    A number that several steps add has one table, at the first of them. None where the battle does
    not get so far, or takes too long to be gone through.
    """
    for value, added in _added_numbers(program, statements).items():
        try:
            found = [_acts_first(_armies(program, value, n)) for n in range(MOST_AHEAD + 1)]
        except (PlayStopped, TooMany):
            continue
        if len(set(found)) < 2:
            continue
        yield ChanceTable(
            kind=ChanceKind.FIRST,
            part=added.part,
            title=f"Who acts first: {labels.value(value)}",
            across=f"how much higher your {labels.value(value)} is than theirs",
            columns=("equal", *(f"+{ahead}" for ahead in range(1, len(found)))),
            rows=tuple(
                ChanceRow(label=label, chances=tuple(pair[side] for pair in found))
                for side, label in enumerate(("You act first", "They act first"))
            ),
            clauses=(added.clause,),
            stacked=True,
        )


def _added_numbers(program: Program, statements: Statements) -> dict[str, Statement]:
    """By number that is added to a roll by which somebody comes first: where that is first said."""
    found: dict[str, Statement] = {}
    steps = program.ruleset.steps
    ranks = [rank.value.value for step in steps for rank in statements.of_step(step, "rank")]
    for step in steps:
        for statement in statements.of_step(step, "first", "decides", "ties", "changes"):
            said, amount = statement.value, None
            if isinstance(said, OrderKey) and said.roll:
                amount = said.amount
            elif isinstance(said, Change) and said.value in ranks and isinstance(said.to, Sum):
                amount = said.to.plus if said.to.roll else None
            if isinstance(amount, str):
                found.setdefault(amount, statement)
    return found


def _armies(program: Program, value: str, ahead: int) -> Armies:
    """A unit on each side, where the number of the first side's is so much higher."""
    rules = program.ruleset
    ways = rules.muster or Muster(text="")
    asked = {amount: 0 for amount in ways.unit.has.values() if isinstance(amount, str)}
    unit = ListedUnit(models=1, has=asked)
    sides = {"one": {"Ash": unit}, "other": {"Rook": unit}}
    armies = muster(rules, Roster(roster="", sides=sides), program)
    part = rules.values.get(value)
    if part is not None and part.of is not Holder.UNIT:
        amounts = {armies.sides["one"]: ahead, armies.sides["other"]: 0}
        given = {who: {**armies.values.get(who, {}), value: n} for who, n in amounts.items()}
        return replace(armies, values={**armies.values, **given})
    (one, mine), (other, theirs) = armies.cards.items()
    cards = {
        side: {name: replace(card, has={**card.has, value: number}) for name, card in army.items()}
        for side, army, number in ((one, mine, ahead), (other, theirs, 0))
    }
    return replace(armies, cards=cards)


def _acts_first(armies: Armies) -> tuple[Fraction, Fraction]:
    """How likely each of two sides has the first act."""
    found = [Fraction(0), Fraction(0)]
    going = {Moment(armies.begin()[0]): Fraction(1)}
    for _ in range(MAX_INPUTS):
        following: dict[Moment, Fraction] = {}
        for moment, weight in going.items():
            for share, step in _onward(armies, moment):
                if step.act is not None and not step.act.reaction:
                    found[step.act.side] += weight * share
                else:
                    after = following.get(step.moment, Fraction(0))
                    following[step.moment] = after + weight * share
        going = following
        if not going:
            break
    return found[0], found[1]


def _onward(armies: Armies, moment: Moment) -> list[tuple[Fraction, Step]]:
    """All ways in which a play may go on, with how likely each is.

    Moments from which the same may come are equal. Raises TooMany where chance has too many, and
    PlayStopped where there are none.
    """
    ask = moment.state.ask
    onward = [
        (weight, step._replace(moment=_renumbered(step.moment)))
        for weight, step in _as_played(armies, moment)
    ]
    return _without_again(moment, onward) if ask.awaits is Awaits.ROLL and ask.rollers else onward


def _as_played(armies: Armies, moment: Moment) -> list[tuple[Fraction, Step]]:
    """All ways in which a play may go on, as the engine has them."""
    if moment.state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
        likely = outcomes(armies.program, moment.state)
        return [(weight, going_on(armies, moment, given)) for weight, given in likely]
    if settled := settling(armies, moment):
        return [(Fraction(1, len(settled)), step) for step in settled]
    # What is listed first is chosen, and nothing is left to chance.
    return [(Fraction(1), sampled(armies, moment, Policy.FIRST_LISTED, Random(0)))]


def _without_again(
    moment: Moment, likely: list[tuple[Fraction, Step]]
) -> list[tuple[Fraction, Step]]:
    """Ways to go on without those that come back to the same roll: they are rolled again.

    Where all who rolled roll once more, they were equal, and it makes no difference by what.
    """
    onward = [(weight, step) for weight, step in likely if _forgetting(step.moment) != moment]
    every = sum((weight for weight, _ in onward), Fraction(0))
    rollers = moment.state.ask.rollers
    equal = [(weight, step) for weight, step in onward if step.moment.state.ask.rollers == rollers]
    apart = [(weight, step) for weight, step in onward if step.moment.state.ask.rollers != rollers]
    if equal:
        apart.append((sum((weight for weight, _ in equal), Fraction(0)), equal[0][1]))
    return [(weight / every, step) for weight, step in apart]


def _forgetting(moment: Moment) -> Moment:
    """A moment with the last dice of a roll-off forgotten."""
    state = moment.state
    body = state.stack[-1].body if state.stack else None
    if not state.ask.rollers or not isinstance(body, TurnsBody) or not body.answers:
        return moment
    top = replace(state.stack[-1], body=body._replace(answers=body.answers[:-1]))
    return moment._replace(state=state._replace(stack=(*state.stack[:-1], top)))


def _renumbered(moment: Moment) -> Moment:
    """A moment without what no longer matters, so that equal moments are equal.

    That is the roll that was just made, the dice of an order that is settled, and the numbers of
    steps, which only effects that last ever look at.
    """
    state = moment.state
    if state.rest.effects:
        return moment
    new = {frame.serial: number for number, frame in enumerate(state.stack, 1)}
    chosen = state.ask.kind is ChoiceKind.FIRST
    stack = tuple(
        replace(_settled(frame, chosen), serial=new[frame.serial]) for frame in state.stack
    )
    return Moment(
        state._replace(stack=stack, serial=len(stack), outcomes=(), total=0),
        tuple(sorted((new[serial], those) for serial, those in moment.tried)),
        frozenset(new[serial] for serial in moment.counted),
    )


def _settled(frame: Frame, chosen: bool) -> Frame:
    """An open step without the dice by which its order was settled, or by which it is chosen."""
    body = frame.body
    if isinstance(body, TurnsBody) and (body.order or chosen) and body.answers:
        return replace(frame, body=body._replace(answers=()))
    return frame


def attack_table(game: Game, title: str) -> ChanceTable | None:
    """Table of the models that an attack costs, from its first roll.

    None where it costs none, where there are too many rolls to go through, and where play stops.
    """
    if not takes_models(game.program) or game.state.ask.what not in game.program.checks:
        return None
    try:
        found = models_lost(game.program, game.state)
    except (TooMany, PlayStopped):
        return None
    if len(found) < 2 or not any(found):
        return None
    return ChanceTable(
        kind=ChanceKind.ATTACK,
        part="attack",
        title=title,
        columns=("chance",),
        rows=tuple(
            ChanceRow(label=_models(lost), chances=(chance,)) for lost, chance in found.items()
        ),
        stacked=True,
    )


def takes_models(program: Program) -> bool:
    """True when some rule takes models, so that players do not have to say who is lost."""
    losses = {part.name for part in program.facts if part.subject is Subject.MODELS}
    changes = (change for step in program.steps.values() for word, change in step.changes)
    return any(change.value.change.fact in losses for change in changes) or any(
        value.runs_out for value in program.values.values()
    )


def _models(many: int) -> str:
    """So many models are lost, in words."""
    if not many:
        return "No model is lost"
    return "1 model is lost" if many == 1 else f"{many} models are lost"
