"""Rolling: the dice of a check, which of them count, and their outcome.

The judge of dice, for play and for odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from turnwright.engine.decision import Stop
from turnwright.engine.parts import CheckPart, CompiledBand, Ruling
from turnwright.engine.program import NO_CHECK
from turnwright.engine.state import Hand, PendingDecision, Stage, bits
from turnwright.engine.transaction import Transaction
from turnwright.language.check import Judged, Keep, Mixed
from turnwright.language.event import Rolled


def roll_check(tx: Transaction) -> PendingDecision | None:
    """Ask for the dice of the check of a step, if it takes one."""
    part = tx.part
    if tx.says(part.risky):
        tx.update_attempt(risky=True)
    ruling = tx.rule(part.check)
    if ruling is None or ruling.value == NO_CHECK:
        # Without a roll there is no outcome that could lead to anything.
        after = part.stages[Stage.CHECK]
        tx.enter_stage(part.stages[after] if after is Stage.RESULT else after)
        return None
    check = tx.program.checks[ruling.value]
    hand = hand_of(tx, check, ruling.clause)
    if hand.many <= 0:
        finish_check(tx, check, hand, ())
        return None
    by = (ruling.clause, *hand.by)
    return tx.dice_wanted(ruling.value, f"{hand.many}d{hand.faces}", by, hand=hand)


MOST_EXTRA = 1000
"""Limit of bonus and penalty dice: nobody would roll more of them."""


def hand_of(tx: Transaction, check: CheckPart, by_step: str) -> Hand:
    """The dice of a check for those who act. Raises Stop where too many are added to them."""
    faces, number = tx.demand(check.faces, by_step), tx.demand(check.dice_count, by_step)
    count = number.value(tx, tx.acting().bit_length() - 1, tx.scene())
    bonus, penalty = extra_dice(tx, check)
    if bonus + penalty > MOST_EXTRA:
        by_card = tuple(ruling.clause for ruling in tx.held(check.dice_from))
        raise Stop(f"what {bonus + penalty} more dice come to", by_card)
    by = [faces.clause]
    judged = tx.rule(check.judged)
    if judged is not None:
        by.append(judged.clause)
    highest = True
    mixed = tx.demand(check.mixed_dice, by_step) if bonus and penalty else None
    if mixed is not None:
        by.append(mixed.clause)
        highest = mixed.value is Mixed.HIGHEST
        if mixed.value is Mixed.CANCEL:
            bonus, penalty = max(bonus - penalty, 0), max(penalty - bonus, 0)
    for rule, extra in ((check.bonus_dice, bonus), (check.penalty_dice, penalty)):
        if extra and (mixed is None or mixed.value is Mixed.CANCEL):
            keeps = tx.demand(rule, by_step)
            by.append(keeps.clause)
            highest = keeps.value is Keep.HIGHEST
    each = judged is not None and judged.value is Judged.EACH_DIE
    return Hand(count + bonus + penalty, faces.value, count, highest, each, tuple(by))


def extra_dice(tx: Transaction, check: CheckPart) -> tuple[int, int]:
    """How many bonus dice and penalty dice those who act have, as their cards say."""
    bonus = penalty = 0
    for ruling in tx.held(check.dice_from):
        for heading in ruling.value:
            for unit in bits(tx.frame.units):
                extra = tx.roster.cards[unit].dice.get(heading, 0)
                bonus += max(extra, 0)
                penalty += max(-extra, 0)
    return bonus, penalty


def kept_dice(hand: Hand, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that count: as they came up where each is judged, else most significant first."""
    if hand.each and hand.keep >= len(dice):
        return dice
    return tuple(sorted(dice, reverse=hand.highest)[: hand.keep])


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
    for limit, pick in ((check.cap_low, max), (check.cap_high, min)):
        bound = tx.rule(limit)
        if bound is not None and pick(extra, most := bound.value(tx, who, scene)) != extra:
            extra = most
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


def finish_check(tx: Transaction, check: CheckPart, rolled: Hand, dice: tuple[int, ...]) -> None:
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
    tx.update_attempt(outcomes=(*found.outcomes, *found.also), total=total)
    tx.enter_stage(tx.part.stages[Stage.CHECK])
