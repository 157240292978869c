"""Checks: which dice are rolled, and what outcome they give."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine.decision import Awaits, Stop
from turnwright.engine.dice import hand, kept_dice
from turnwright.engine.draft import Quantity, Ruling, Scene
from turnwright.engine.parts import CheckPart, CompiledBand
from turnwright.engine.roster import bits
from turnwright.engine.state import Frame, Hand, PendingDecision, Stage
from turnwright.engine.step_part import NO_CHECK
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import Rolled


def roll_check(tx: Transaction, frame: Frame) -> PendingDecision | None:
    """Ask for the dice of the check of a step, if it takes one."""
    part = tx.part
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


class Judgement(NamedTuple):
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
    judging = _Judging(tx, extra, acting, scene)
    outcomes, also = [], []
    bands: dict[int, tuple[str, str] | None] = {}
    """What dice of these points come to: the same for all that show them."""
    for points in kept if rolled.each else (sum(kept),):
        if points not in bands:
            bands[points] = judging.band_of(check, points)
        found = bands[points]
        if found is not None:
            outcomes.append(found[0])
            by[found[1]] = None
        elif check.bands:
            raise Stop("band", tuple(by))
        for beside in judging.fitting(check.also, points):
            also.append(beside.value.band.outcome)
            by[beside.clause] = None
    return Judgement(kept, sum(kept) + extra, tuple(outcomes), tuple(also), tuple(by))


class _Judging:
    """The judging of one roll, in which limits and guards of bands are worked out at most once."""

    def __init__(self, tx: Transaction, extra: int, acting: int, scene: Scene) -> None:
        self.tx = tx
        self.extra = extra
        """What is added to points that are not judged as they came up."""
        self.acting = acting
        self.who = acting.bit_length() - 1
        self.scene = scene
        self.limits: dict[Quantity, int] = {}
        self.bound: dict[Ruling[CompiledBand], bool] = {}
        """Whether a band binds for whoever acts."""

    def limit(self, quantity: Quantity) -> int:
        """What a limit comes to for whoever acts."""
        known = self.limits.get(quantity)
        if known is None:
            known = self.limits[quantity] = quantity(self.tx, self.who, self.scene)
        return known

    def binds(self, ruling: Ruling[CompiledBand]) -> bool:
        """Whether a band binds for whoever acts."""
        known = self.bound.get(ruling)
        if known is None:
            known = ruling.binds(self.tx, self.acting, self.scene) == self.acting
            self.bound[ruling] = known
        return known

    def fitting(
        self, bands: tuple[Ruling[CompiledBand], ...], points: int
    ) -> list[Ruling[CompiledBand]]:
        """The bands that hold for these points."""
        found = []
        for ruling in bands:
            compiled = ruling.value
            total = points if compiled.band.natural else points + self.extra
            if compiled.low is not None and total < self.limit(compiled.low):
                continue
            if compiled.high is not None and total > self.limit(compiled.high):
                continue
            if self.binds(ruling):
                found.append(ruling)
        return found

    def band_of(self, check: CheckPart, points: int) -> tuple[str, str] | None:
        """The outcome of a roll with its clause.

        A band of the natural roll stands before others, and one with a guard before a plain one.
        """
        found = self.fitting(check.bands, points)
        if len(found) > 1:
            first = max(map(standing, found))
            found = [ruling for ruling in found if standing(ruling) == first]
            if len({ruling.value.band.outcome for ruling in found}) > 1:
                raise Stop("band", tuple(ruling.clause for ruling in found), contradicted=True)
        return (found[0].value.band.outcome, found[0].clause) if found else None


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
