"""Checks: which dice are rolled, and what outcome they give."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from turnwright.engine.decision import Awaits, Stop
from turnwright.engine.dice import hand, kept_dice
from turnwright.engine.draft import Ruling
from turnwright.engine.parts import CheckPart, CompiledBand
from turnwright.engine.roster import bits
from turnwright.engine.state import Frame, Hand, PendingDecision, Stage
from turnwright.engine.step_part import NO_CHECK, StepPart
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import Rolled


def roll_check(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Ask for the dice of the check of a step, if it takes one."""
    risky = tx.rule(part.risky)
    if risky is not None and risky.value:
        frame = tx.update_attempt(risky=True)
    ruling = tx.rule(part.check)
    if ruling is None or ruling.value == NO_CHECK:
        # Without a roll there is no outcome that could lead to anything.
        after = part.stages[Stage.CHECK]
        tx.enter_stage(part.stages[after] if after is Stage.RESULT else after)
        return None
    check = tx.program.checks[ruling.value]
    rolled = hand_of(tx, frame, check)
    if isinstance(rolled, str):
        return stuck(frame, rolled, ruling.clause)
    if rolled.many <= 0:
        finish_check(tx, frame, check, rolled, ())
        return None
    return PendingDecision(
        Awaits.ROLL,
        frame.step,
        frame.side,
        dice=f"{rolled.many}d{rolled.faces}",
        what=ruling.value,
        many=rolled.many,
        faces=rolled.faces,
        by=(ruling.clause, *rolled.by),
        hand=rolled,
    )


def hand_of(tx: Transaction, frame: Frame, check: CheckPart) -> Hand | str:
    """The dice of a check for those who act; or the word that no clause says."""
    count = tx.rule(check.dice_count)
    if count is None:
        return "roll"
    who = tx.acting().bit_length() - 1
    bonus = penalty = 0
    for ruling in tx.held(check.dice_from):
        for heading in ruling.value:
            for unit in bits(frame.units):
                extra = tx.roster.cards[unit].dice.get(heading, 0)
                bonus += max(extra, 0)
                penalty += max(-extra, 0)
    return hand(check, count.value(tx, who, tx.scene()), bonus, penalty, tx.rule)


@dataclass(slots=True)
class Judgement:
    """What a roll came to."""

    kept: tuple[int, ...]
    """The dice that count."""
    total: int
    outcomes: tuple[str, ...]
    """One outcome, or one for each die; empty where no clause gives one."""
    also: tuple[str, ...]
    """Outcomes beside them."""
    by: tuple[str, ...]


def judge(tx: Transaction, check: CheckPart, rolled: Hand, dice: tuple[int, ...]) -> Judgement:
    """Which dice count, their total, and the outcome. Raises Stop when two bands hold at once."""
    acting = tx.acting()
    who = acting.bit_length() - 1
    scene = tx.scene()
    kept = kept_dice(rolled, dice)
    by: dict[str, None] = dict.fromkeys(rolled.by)
    extra = 0
    for ruling in tx.held(check.add):
        extra += ruling.value(tx, who, scene)
        by[ruling.clause] = None
    for policy, pick in ((check.cap_low, max), (check.cap_high, min)):
        bound = tx.rule(policy)
        if bound is not None and pick(extra, limit := bound.value(tx, who, scene)) != extra:
            extra = limit
            by[bound.clause] = None
    bands = spans_of(tx, check.bands, extra)
    beside = spans_of(tx, check.also, extra) if check.also else []
    judged = kept if rolled.each else (sum(kept),)
    found = {points: band_of(bands, points) for points in {*judged}}
    outcomes, also = [], []
    for points in judged:
        band = found[points]
        if band is not None:
            outcomes.append(band.value.band.outcome)
            by[band.clause] = None
        elif check.bands:
            raise Stop("band", tuple(by))
        for other, low, high in beside:
            if low <= points <= high:
                also.append(other.value.band.outcome)
                by[other.clause] = None
    return Judgement(kept, sum(kept) + extra, tuple(outcomes), tuple(also), tuple(by))


Span = tuple[Ruling[CompiledBand], float, float]
"""A band, with the lowest and the highest points that give its outcome before anything is added."""


def spans_of(tx: Transaction, bands: tuple[Ruling[CompiledBand], ...], extra: int) -> list[Span]:
    """The bands that bind for those who act, when so much is added to what is not natural."""
    acting, scene = tx.acting(), tx.scene()
    who = acting.bit_length() - 1
    spans = []
    for ruling in bands:
        if ruling.binds(tx, acting, scene) == acting:
            compiled = ruling.value
            added = 0 if compiled.band.natural else extra
            low, high = compiled.low, compiled.high
            lowest = -inf if low is None else low(tx, who, scene) - added
            highest = inf if high is None else high(tx, who, scene) - added
            spans.append((ruling, lowest, highest))
    return spans


def band_of(spans: list[Span], points: int) -> Ruling[CompiledBand] | None:
    """The band that these points are in.

    A band of the natural roll stands before others, and one with a guard before a plain one.
    """
    found = [ruling for ruling, low, high in spans if low <= points <= high]
    if len(found) > 1:
        first = max(map(standing, found))
        found = [ruling for ruling in found if standing(ruling) == first]
        if len({ruling.value.band.outcome for ruling in found}) > 1:
            raise Stop("band", tuple(ruling.clause for ruling in found), contradicted=True)
    return found[0] if found else None


def standing(ruling: Ruling[CompiledBand]) -> tuple[bool, bool]:
    """What a band has before another: it is of the natural roll, and it has a guard."""
    return ruling.value.band.natural, ruling.when is not None


def finish_check(
    tx: Transaction, frame: Frame, check: CheckPart, rolled: Hand, dice: tuple[int, ...]
) -> None:
    """The dice of a check came up: note what they came to, and go on."""
    found = judge(tx, check, rolled, dice)
    # Clauses that ask for a total ask for one that was judged.
    total = 0 if rolled.each else found.total
    tx.outcomes, tx.total = found.outcomes, total
    outcome = found.outcomes[0] if found.outcomes and not rolled.each else ""
    each = found.outcomes if rolled.each else ()
    tx.events.append(
        Rolled(check.name, dice, found.kept, found.total, outcome, each, found.also, found.by)
    )
    outcomes = (*found.outcomes, *found.also)
    tx.stack[-1] = frame.judged(outcomes, total, tx.part.stages[Stage.CHECK])
