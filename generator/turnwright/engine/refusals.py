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


def what_comes_now(tx: Transaction, ask: PendingDecision) -> tuple[str, ...]:
    """The clause that says what comes now: by which the innermost listed step is open."""
    for inner, outer in zip(reversed(tx.stack), list(reversed(tx.stack))[1:], strict=False):
        part = tx.program.steps[outer.step]
        if (part.sequence or part.repeats) and inner.by:
            return inner.by[:1]
    return ask.by[:1]


def wrong_side(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal because another side decides."""
    side = tx.roster.side_number(choice.side)
    passed = pass_of(tx, ask.step, side)
    by = passed.by if passed is not None else ask.by
    message = f"it is for {tx.roster.side(ask.side)} to decide"
    return Refused(message, tuple(dict.fromkeys(by)), Reason.NOT_THEIRS)


def not_offered(
    tx: Transaction, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> Refused:
    """A refusal of something that nobody may do now."""
    message = f"{choice.does} cannot be done now"
    frame = tx.frame
    deals = ask.kind is ChoiceKind.CHANCE and isinstance(frame.body, TurnsBody)
    options = [o for o in tx.program.steps[frame.step].options if o.name == choice.does]
    if not deals or not options:
        return Refused(message, what_comes_now(tx, ask), Reason.NOT_NOW)
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
    return tuple(dict.fromkeys(found)) or ask.by


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
