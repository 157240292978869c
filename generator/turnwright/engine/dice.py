"""Dice: notation, which of them count, and what a total means. One judge serves play and odds."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine.plan import Plan, Ruling
from turnwright.language.check import Band, Keep, Mixed


def parse(notation: str) -> tuple[int, int]:
    """How many dice of how many faces: `2d6` is (2, 6)."""
    count, _, faces = notation.partition("d")
    return int(count), int(faces)


class Handful(NamedTuple):
    """The dice of a check, once bonus and penalty dice are added."""

    many: int
    """How many are rolled."""
    faces: int
    keep: int
    """How many of them count."""
    highest: bool
    """The highest of them count, and not the lowest."""
    by: tuple[str, ...]


def plain(check: Plan, word: str) -> Ruling[object] | None:
    """The ruling of a check on one word."""
    found = check.words.get(word)
    return found[0] if found else None


def handful(check: Plan, bonus: int, penalty: int) -> Handful | str:
    """The dice to roll with so many bonus and penalty dice; or the word that no clause says."""
    roll = plain(check, "roll")
    if roll is None:
        return "roll"
    keep, faces = parse(str(roll.value))
    by = [roll.clause]
    highest = True
    if bonus and penalty:
        mixed = plain(check, "mixed_dice")
        if mixed is None:
            return "mixed_dice"
        by.append(mixed.clause)
        if mixed.value is Mixed.CANCEL:
            bonus, penalty = max(bonus - penalty, 0), max(penalty - bonus, 0)
        else:
            highest = mixed.value is Mixed.HIGHEST
            return Handful(keep + bonus + penalty, faces, keep, highest, tuple(by))
    for word, extra in (("bonus_dice", bonus), ("penalty_dice", penalty)):
        if extra:
            said = plain(check, word)
            if said is None:
                return word
            by.append(said.clause)
            highest = said.value is Keep.HIGHEST
    return Handful(keep + bonus + penalty, faces, keep, highest, tuple(by))


class Verdict(NamedTuple):
    """What a roll came to."""

    kept: tuple[int, ...]
    """The dice that count."""
    total: int
    outcome: str
    """Empty when no clause names one for the total."""
    by: tuple[str, ...]


def judge(check: Plan, hand: Handful, dice: tuple[int, ...]) -> Verdict:
    """Which dice count, their total, and the outcome it gives."""
    kept = tuple(sorted(dice, reverse=hand.highest)[: hand.keep])
    total = sum(kept)
    for ruling in check.words.get("band", ()):
        band: Band = ruling.value
        if band.low <= total <= band.high:
            return Verdict(kept, total, band.outcome, (*hand.by, ruling.clause))
    return Verdict(kept, total, "", hand.by)
