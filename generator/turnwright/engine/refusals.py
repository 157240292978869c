"""Refusals: the clauses that, were they otherwise, would let an input through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from turnwright.engine import exclusions
from turnwright.engine.cadence.chances import may_pass
from turnwright.engine.changes import away_by, left_by, pay
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused, Stop, did_you_mean
from turnwright.engine.drawing import lacking_markers
from turnwright.engine.effects import clauses, may_use
from turnwright.engine.program import Offer, SequencePart, TurnsPart
from turnwright.engine.state import NOBODY, Frame, PendingDecision, TurnsBody, bits, side_bit
from turnwright.engine.steps import count_step
from turnwright.engine.transaction import Transaction, scene_of
from turnwright.language.eligibility import Counts, Together
from turnwright.language.input import DONE, FIRST, PASS, Choice
from turnwright.language.turn_order import Allowed, Passing


def what_comes_now(tx: Transaction, ask: PendingDecision, does: str = "") -> tuple[str, ...]:
    """The clause that says what comes now.

    It is the listed order, or what is repeated, around both what is open and what was wanted; where
    there is none, that of the innermost step, or else what makes it this side's decision.
    """
    nearest: tuple[str, ...] = ()
    if ask.kind is ChoiceKind.ORDER:
        part = tx.part
        assert isinstance(part, SequencePart)
        listed = part.sequence.rulings
        nearest = (listed[0].clause,)
        if any(does in ruling.value for ruling in listed):
            return nearest
    for inner, outer in pairwise(reversed(tx.stack)):
        part = tx.program.steps[outer.step]
        if part.opens and inner.by:
            nearest = nearest or inner.by[:1]
            if does and does in tx.program.leads_to(outer.step):
                return inner.by[:1]
    return nearest or ask.by[:1]


def wrong_side(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal because another side decides."""
    side = tx.roster.side_number(choice.side)
    passed = tx.pass_of(ask.step, side)
    by = passed.by if passed is not None else ask.by
    message = f"it is for {tx.roster.side(ask.side)} to decide"
    return Refused(message, tuple(dict.fromkeys(by)), Reason.NOT_THEIRS)


def is_offered_here(tx: Transaction, ask: PendingDecision, does: str) -> bool:
    """Whether this is among what the innermost step deals, for anybody."""
    names = {offer.name for offer in tx.program.offers[tx.frame.step]}
    names |= {name for name, _ in ask.legal}
    return does in names or (offers_abilities(tx) and does in tx.program.abilities)


def offers_abilities(tx: Transaction) -> bool:
    """Whether abilities may be used in the innermost step."""
    part = tx.part
    return isinstance(part, TurnsPart) and bool(part.each_ability)


def not_now(tx: Transaction, ask: PendingDecision, choice: Choice) -> Refused:
    """A refusal because it is not time for that, or because there is no such action."""
    program = tx.program
    known = {*program.steps, *program.abilities, PASS, DONE, FIRST}
    known |= {name for name, _ in ask.legal}
    if choice.does not in known:
        hint = did_you_mean(choice.does, known)
        return Refused(f"there is no action {choice.does}{hint}", (), Reason.UNCLEAR)
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
    offer = tx.program.offer(tx.frame.step, choice.does)
    if deals and offers_abilities(tx) and choice.does in tx.program.abilities:
        return ability_refused(tx, ask, choice, units)
    if not deals or offer is None:
        return not_now(tx, ask, choice)
    if offer.by_side:
        found = obstacles(tx, ask, choice, (ask.side + 1,))
        return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)
    if not units:
        # Of those who could be meant, whoever is nearest to being allowed gives the reasons.
        mine = tx.roster.units[ask.side] & tx.alive
        every = [obstacles(tx, ask, choice, (unit,)) for unit in bits(mine)]
        found = min(every, key=len, default=())
        return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)
    return not_by(tx, ask, choice, units, units[0])


def not_by(
    tx: Transaction, ask: PendingDecision, choice: Choice, units: tuple[int, ...], unit: int
) -> Refused:
    """A refusal because a unit may not do that now, or not with these others, or not on that."""
    message = f"{tx.roster.names[unit]} cannot do {choice.does} now"
    for other in units:
        if not tx.alive >> other & 1:
            return Refused(f"{tx.roster.names[other]} is gone", left_by(tx, other))
    body = tx.frame.body
    if isinstance(body, TurnsBody) and body.only and not body.only >> unit & 1:
        by = dict.fromkeys((*ruled_out_by(tx, ask, unit, choice.does), *body.because))
        return Refused(message, tuple(by), Reason.NOT_THEIRS)
    if ask.kind is ChoiceKind.CHANCE and choice.does in tx.program.abilities:
        return ability_refused(tx, ask, choice, units)
    if ask.kind is not ChoiceKind.CHANCE or choice.does not in tx.program.steps:
        return Refused(message, ruled_out_by(tx, ask, unit, choice.does))
    offer = tx.program.offer(tx.frame.step, choice.does)
    if offer is not None and offer.by_side:
        return Refused(f"{choice.does} is done by the side itself", (), Reason.UNCLEAR)
    found = obstacles(tx, ask, choice, units)
    return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)


def in_full(
    tx: Transaction,
    ask: PendingDecision,
    choice: Choice,
    units: tuple[int, ...],
    refused: Refused,
) -> Refused:
    """A refusal with every clause that stands in the way, and not only the first that was met."""
    if refused.reason is not Reason.RULED_OUT:
        return refused
    by = dict.fromkeys((*refused.by, *obstacles(tx, ask, choice, units)))
    return Refused(refused.message, tuple(by))


def obstacles(
    tx: Transaction, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> tuple[str, ...]:
    """Every clause that keeps these units from doing this; none where simply nothing allows it."""
    frame = tx.frame
    part = tx.program.turns(frame.step)
    offer = tx.program.offer(frame.step, choice.does)
    assert offer is not None
    exceptions = exclusions.not_offered_by(tx, frame, offer, ask.side)
    if exceptions is None:
        return ()
    found = list(exceptions)
    target = tx.roster.number.get(choice.target, NOBODY)
    if target != NOBODY:
        found += away_by(tx, target)
    for unit in units:
        found += exclusions.barred_by(tx, frame, ask.side, unit, choice.does, target, choice.using)
    if part.rank:
        group = sum(1 << unit for unit in units)
        found += exclusions.put_behind(tx, frame, part, group, frozenset(found))
    if len(units) > 1:
        found += not_together(tx, frame, ask, units)
        found += too_many(tx, frame, part, offer, ask, units)
    return tuple(dict.fromkeys(found))


def not_together(
    tx: Transaction, frame: Frame, ask: PendingDecision, units: tuple[int, ...]
) -> Iterator[str]:
    """Every clause that keeps several units from being started by one chance."""
    part = tx.program.turns(frame.step)
    together = tx.rule_for(part.together, frame, ask.side)
    if together is not None and together.value is not Together.SEVERAL:
        yield together.clause
    group = sum(1 << unit for unit in units)
    scene = scene_of(frame, ask.side)
    for ruling in tx.held(part.group_needs):
        if ruling.value(tx, group, scene) != group:
            yield ruling.clause
    yield from lacking_markers(tx, frame, part, ask.side, len(units) - 1)


def too_many(
    tx: Transaction,
    frame: Frame,
    part: TurnsPart,
    offer: Offer,
    ask: PendingDecision,
    units: tuple[int, ...],
) -> Iterator[str]:
    """Every limit or cost by which there is enough for one of these units, but not for all."""
    scratch = Transaction(tx.program, tx.freeze(ask))
    counts = tx.rule_for(part.group_counts, frame, ask.side)
    counted = units if counts is None or counts.value is Counts.EACH else units[:1]
    child = tx.program.steps[offer.name]
    scene = scene_of(frame, ask.side)
    for unit in counted:
        for clause, _ in exclusions.excluded_by(scratch, offer.tallied, 1 << unit, scene):
            yield clause
        pay(scratch, child, 1 << unit, part)
        count_step(scratch, child, 1 << unit)


def ability_refused(
    tx: Transaction, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> Refused:
    """A refusal of an ability: used up, not for this unit to use now, or had by nobody here."""
    name = choice.does
    part = tx.program.steps[tx.frame.step]
    known = tx.program.ruleset.abilities[name]
    message = f"{name} cannot be done now"
    during = tx.program.step(known.used.during)
    if tx.open_frame(during) is None:
        return not_now(tx, ask, choice)
    if len(units) > 1:
        return Refused(f"{name} is used by one unit; say by which", (), Reason.UNCLEAR)
    counter = tx.program.symbols.counters.get((name, part.name))
    who = sum(1 << unit for unit in units) or -1
    if counter is not None and tx.did(counter, known.times) & who:
        used_up = tuple(raw.clause for raw in part.raw_limits)
        return Refused(message, used_up, Reason.NOT_NOW if used_up else Reason.NOTHING)
    mine = tx.roster.units[ask.side] & tx.alive
    bearers = [unit for unit in units or bits(mine) if bears_ability(tx, ask, name, unit)]
    every = [ability_obstacles(tx, ask, name, unit) for unit in bearers]
    found = min((by for by in every if by), key=len, default=())
    return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)


def bears_ability(tx: Transaction, ask: PendingDecision, name: str, unit: int) -> bool:
    """Whether a unit of the side that decides has an ability, where those of units are offered."""
    offers = any(
        ruling.value == exclusions.UNIT
        for ruling in tx.held(tx.program.turns(tx.frame.step).each_ability)
    )
    theirs = tx.roster.side_of[unit] == ask.side
    return offers and theirs and name in tx.roster.cards[unit].abilities


def ability_obstacles(
    tx: Transaction, ask: PendingDecision, name: str, unit: int
) -> tuple[str, ...]:
    """Every clause that keeps a unit from using its ability."""
    frame = tx.frame
    part = tx.program.turns(frame.step)
    known = tx.program.ruleset.abilities[name]
    scene = scene_of(frame, ask.side)
    found = [c for c, _ in exclusions.excluded_by(tx, part.filters, 1 << unit, scene)]
    if not may_use(tx, name, unit, replace(frame, side=ask.side)):
        found += clauses(tx, tx.program.effects.bearer.rulings)
    if known.opens:
        found += exclusions.barred_from(tx, frame, known.opens, ask.side, unit)
    return tuple(dict.fromkeys(found))


def ruled_out_by(
    tx: Transaction, ask: PendingDecision, unit: int, does: str = ""
) -> tuple[str, ...]:
    """Every clause that rules a unit out of the legal actions."""
    if ask.awaits is not Awaits.CHOICE or not tx.stack:
        return ()
    frame = tx.frame
    if ask.kind is not ChoiceKind.CHANCE or not isinstance(frame.body, TurnsBody):
        return what_comes_now(tx, ask)
    try:
        found = exclusions.reasons(tx, frame, ask.side, unit, does)
    except Stop as stop:
        found = stop.by
    if frame.body.only and not frame.body.only >> unit & 1:
        found = (*found, *frame.body.because)
    return tuple(dict.fromkeys(found or ask.by))


def no_pass(tx: Transaction, ask: PendingDecision) -> Refused:
    """A refusal of a pass."""
    frame = tx.frame
    chance = ask.kind is ChoiceKind.CHANCE
    ruling = tx.rule_for(tx.program.turns(ask.step).passing, frame, ask.side) if chance else None
    if ruling is None:
        return Refused("nobody may pass here", (), Reason.NOTHING)
    if isinstance(ruling.value, Passing) and not may_pass(tx, frame, ask.side, ruling.value):
        opened = tx.program.steps[ruling.value.opens]
        scene = scene_of(frame, ask.side)
        found = tuple(
            clause
            for clause, _ in exclusions.excluded_by(
                tx, opened.own_filters, side_bit(ask.side), scene
            )
        )
        return Refused("passing is not possible now", found)
    return Refused("nobody may pass here", (ruling.clause,))


def not_done(tx: Transaction, ask: PendingDecision) -> Refused:
    """A refusal of being done."""
    chance = ask.kind is ChoiceKind.CHANCE
    ruling = tx.rule_for(tx.program.turns(ask.step).finish, tx.frame, ask.side) if chance else None
    if ruling is None or ruling.value is Allowed.ALLOWED:
        return Refused("nobody may stop here", (), Reason.NOTHING)
    return Refused("nobody may stop here", (ruling.clause,))
