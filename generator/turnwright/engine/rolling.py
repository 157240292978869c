"""Rolling: the dice of a check, which of them count, their outcome, and exact odds.

One judge serves play and odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from turnwright.engine.containers import key_of, label
from turnwright.engine.inputs import Awaits, Stop
from turnwright.engine.parts import CheckPart, CompiledBand, ContainerPart, Rule, Ruling
from turnwright.engine.passing import pass_of
from turnwright.engine.state import NOBODY, Frame, Hand, Marker, PendingDecision, Stage, bits
from turnwright.engine.step_part import NO_CHECK, StepPart
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.check import Judged, Keep, Mixed
from turnwright.language.container import OfPassed, Placed
from turnwright.language.event import Rolled

Ask = Callable[[Rule[Any]], Ruling[Any] | None]
"""How a policy is asked: of those who roll, or of nobody in particular."""


def plain(policy: Rule[Any]) -> Ruling[Any] | None:
    """What a policy says for nobody in particular: its plain ruling."""
    return policy.plain


def hand(check: CheckPart, count: int, bonus: int, penalty: int, ask: Ask = plain) -> Hand | str:
    """The dice to roll with so many bonus and penalty dice; or the word that no clause says."""
    faces = ask(check.faces)
    if faces is None:
        return "roll"
    by = [faces.clause]
    judged = ask(check.judged)
    each = judged is not None and judged.value is Judged.EACH_DIE
    if judged is not None:
        by.append(judged.clause)
    highest = True
    if bonus and penalty:
        mixed = ask(check.mixed_dice)
        if mixed is None:
            return "mixed_dice"
        by.append(mixed.clause)
        if mixed.value is Mixed.CANCEL:
            bonus, penalty = max(bonus - penalty, 0), max(penalty - bonus, 0)
        else:
            highest = mixed.value is Mixed.HIGHEST
            many = count + bonus + penalty
            return Hand(many, faces.value, count, highest, each, tuple(by))
    for policy, extra in ((check.bonus_dice, bonus), (check.penalty_dice, penalty)):
        if extra:
            said = ask(policy)
            if said is None:
                return policy.word
            by.append(said.clause)
            highest = said.value is Keep.HIGHEST
    return Hand(count + bonus + penalty, faces.value, count, highest, each, tuple(by))


def kept_dice(hand: Hand, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that count: as they came up where each is judged, else most significant first."""
    if hand.each and hand.keep >= len(dice):
        return dice
    return tuple(sorted(dice, reverse=hand.highest)[: hand.keep])


def plain_outcome(check: CheckPart, total: int) -> str:
    """The outcome of a total by the bands whose ends are plain numbers; empty when none fits.

    A band with a guard is for somebody in particular, and left out.
    """
    for ruling in sorted(check.bands, key=lambda ruling: not ruling.value.band.natural):
        if ruling.when is not None:
            continue
        low, high = ruling.value.band.low, ruling.value.band.high
        if (low is None or (isinstance(low, int) and total >= low)) and (
            high is None or (isinstance(high, int) and total <= high)
        ):
            return ruling.value.band.outcome
    return ""


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


MAX_ROLLS = 60_000
"""Rolls that are gone through one by one to work the odds of a check out."""


def outcome_odds(tx: Transaction, ask: PendingDecision) -> dict[str, Fraction]:
    """The chance of each outcome of the check that is awaited; none for dice of another kind."""
    check = tx.program.checks.get(ask.what)
    # The number of dice is compared first: with very many, the power itself takes too long.
    too_many = ask.many >= MAX_ROLLS.bit_length() or ask.faces**ask.many > MAX_ROLLS
    if check is None or ask.rollers or too_many:
        return {}
    rolled = hand_of(tx, tx.frame, check)
    if isinstance(rolled, str):
        return {}
    found: Counter[str] = Counter()
    for dice in product(range(1, ask.faces + 1), repeat=ask.many):
        with suppress(Stop):
            found.update({*judge(tx, check, rolled, dice).outcomes})
    every = ask.faces**ask.many
    return {outcome: Fraction(many, every) for outcome, many in found.items()}


def draw_odds(tx: Transaction, ask: PendingDecision, wanted: list[str]) -> Fraction:
    """The chance that these are drawn, one after the other; nothing when no draw is awaited."""
    if ask.awaits is not Awaits.DRAW:
        return Fraction(0)
    container = tx.program.containers[ask.what]
    side = tx.frame.side
    contents = tx.contents(*key_of(container, side))
    held = {
        marker: many
        for marker, many in (contents.markers if contents else ())
        if many and counts(tx, container, ask.step, marker)
    }
    placed = tx.rule(container.placed)
    goes_back = placed is not None and placed.value is Placed.BACK
    chance = Fraction(1)
    for name in wanted:
        every = sum(held.values())
        fitting = [marker for marker, many in held.items() if many and label(tx, marker) == name]
        these = sum(held[marker] for marker in fitting)
        if not these:
            return Fraction(0)
        chance *= Fraction(these, every)
        held[fitting[0]] -= not goes_back
    return chance


def counts(tx: Transaction, container: ContainerPart, step: str, marker: Marker) -> bool:
    """Whether drawing a marker means anything: those of a side that has passed may not."""
    if marker.who == NOBODY:
        return True
    ignored = tx.rule(container.of_passed)
    if ignored is None or ignored.value is not OfPassed.IGNORED:
        return True
    return pass_of(tx, step, tx.roster.side_of[marker.who]) is None
