"""Dice: notation, and which of them count. One judge serves play and odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turnwright.engine.draft import Policy, Ruling
from turnwright.engine.parts import CheckPart
from turnwright.engine.state import Hand
from turnwright.language.check import Judged, Keep, Mixed

Ask = Callable[[Policy[Any]], Ruling[Any] | None]
"""How a policy is asked: of those who roll, or of nobody in particular."""


def parse(notation: str) -> tuple[int, int]:
    """How many dice of how many faces: `2d6` is (2, 6)."""
    count, _, faces = notation.partition("d")
    return int(count), int(faces)


def plain(policy: Policy[Any]) -> Ruling[Any] | None:
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
