"""Refusals: the clauses that, were they otherwise, would let an input through."""

from __future__ import annotations

from turnwright.engine import eligibility
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused, Stop
from turnwright.engine.departures import left_by
from turnwright.engine.inputs import Choice
from turnwright.engine.passing import pass_of
from turnwright.engine.roster import bits
from turnwright.engine.state import PendingDecision, TurnsBody
from turnwright.engine.transaction import Transaction
from turnwright.engine.turn_order import may_pass
from turnwright.language.turn_order import Allowed, Passing


def what_comes_now(tx: Transaction, ask: PendingDecision, does: str = "") -> tuple[str, ...]:
    """The clause that says what comes now.

    It is the listed order, or what is repeated, around both what is open and what was wanted; where
    there is none, that of the innermost step, or else what makes it this side's decision.
    """
    nearest: tuple[str, ...] = ()
    for inner, outer in zip(reversed(tx.stack), list(reversed(tx.stack))[1:], strict=False):
        part = tx.program.steps[outer.step]
        if (part.sequence or part.repeats) and inner.by:
            nearest = nearest or inner.by[:1]
            if does and does in tx.program.leads_to(outer.step):
                return inner.by[:1]
    return nearest or ask.by[:1]


def wrong_side(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal because another side decides."""
    side = tx.roster.side_number(choice.side)
    passed = pass_of(tx, ask.step, side)
    by = passed.by if passed is not None else ask.by
    message = f"it is for {tx.roster.side(ask.side)} to decide"
    return Refused(message, tuple(dict.fromkeys(by)), Reason.NOT_THEIRS)


def is_offered_here(tx: Transaction, ask: PendingDecision, does: str) -> bool:
    """Whether this is among what the innermost step deals, for anybody."""
    part = tx.program.steps[tx.frame.step]
    names = {name for name, _ in ask.legal} | {option.name for option in part.options}
    return does in names or bool(part.each_ability and does in tx.program.context.abilities)


def not_now(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal because it is not time for that."""
    ability = tx.program.ruleset.abilities.get(choice.does)
    wanted = choice.does
    if ability is not None:
        wanted = tx.program.step(ability.used.during or ability.used.start)
    by = what_comes_now(tx, ask, wanted)
    return Refused(f"{choice.does} cannot be done now", by, Reason.NOT_NOW)


def not_offered(
    tx: Transaction, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> Refused:
    """A refusal of something that nobody may do now."""
    message = f"{choice.does} cannot be done now"
    frame = tx.frame
    deals = ask.kind is ChoiceKind.CHANCE and isinstance(frame.body, TurnsBody)
    options = [o for o in tx.program.steps[frame.step].options if o.name == choice.does]
    offers = bool(tx.program.steps[frame.step].each_ability)
    if deals and offers and choice.does in tx.program.context.abilities:
        return ability_refused(tx, ask, choice)
    if not deals or not options:
        return not_now(tx, ask, choice)
    if options[0].by_side:
        found = eligibility.reasons(tx, frame, ask.side, ask.side + 1, choice.does)
        return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)
    if not units:
        # Of those who could be meant, whoever is nearest to being allowed gives the reasons.
        mine = tx.roster.units[ask.side] & tx.alive
        every = [eligibility.reasons(tx, frame, ask.side, u, choice.does) for u in bits(mine)]
        found = min(every, key=len, default=())
        return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)
    by = [c for unit in units for c in ruled_out_by(tx, ask, unit, choice.does)]
    found = tuple(dict.fromkeys(by))
    return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)


def ability_refused(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal of an ability that is used up, or that nobody here has."""
    part = tx.program.steps[tx.frame.step]
    counter = tx.program.context.symbols.counters.get((choice.does, part.name))
    used_up = counter is not None and tx.did(counter, 1)
    by = tuple(raw.clause for raw in part.raw_limits) if used_up else ()
    by = by or tuple(ruling.clause for ruling in part.each_ability)
    return Refused(f"{choice.does} cannot be done now", by)


def ruled_out_by(
    tx: Transaction, ask: PendingDecision, unit: int, does: str = ""
) -> tuple[str, ...]:
    """Every clause that rules a unit out of the legal actions."""
    if ask.awaits is not Awaits.CHOICE or not tx.stack:
        return ()
    if not tx.alive >> unit & 1:
        return left_by(tx, unit)
    frame = tx.frame
    if ask.kind is not ChoiceKind.CHANCE or not isinstance(frame.body, TurnsBody):
        return what_comes_now(tx, ask)
    try:
        found = eligibility.reasons(tx, frame, ask.side, unit, does)
    except Stop as stop:
        found = stop.by
    if frame.body.only and not frame.body.only >> unit & 1:
        found = (*found, *frame.body.because)
    return tuple(dict.fromkeys(found or ask.by))


def no_pass(tx: Transaction, ask: PendingDecision) -> Refused:
    """A refusal of a pass."""
    part = tx.program.steps[ask.step]
    frame = tx.frame
    ruling = tx.rule_for(part.passing, frame, ask.side) if ask.kind is ChoiceKind.CHANCE else None
    if ruling is None:
        return Refused("nobody may pass here", (), Reason.NOTHING)
    if isinstance(ruling.value, Passing) and not may_pass(tx, frame, ask.side, ruling.value):
        opened = tx.program.steps[ruling.value.opens]
        scene = eligibility.scene_of(frame, ask.side)
        found = tuple(
            clause
            for clause, _ in eligibility.excluded_by(
                tx, opened.own_filters, 1 << ask.side + 1, scene
            )
        )
        return Refused("passing is not possible now", found)
    return Refused("nobody may pass here", (ruling.clause,))


def not_done(tx: Transaction, ask: PendingDecision) -> Refused:
    """A refusal of being done."""
    part = tx.program.steps[ask.step]
    ruling = tx.rule_for(part.finish, tx.frame, ask.side) if ask.kind is ChoiceKind.CHANCE else None
    if ruling is None or ruling.value is Allowed.ALLOWED:
        return Refused("nobody may stop here", (), Reason.NOTHING)
    return Refused("nobody may stop here", (ruling.clause,))
