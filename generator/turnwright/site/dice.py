"""Dice: what was rolled in a line, as faces with pips."""

from dataclasses import dataclass

from turnwright.language.event import Rolled
from turnwright.proof.record import Row
from turnwright.study.labels import as_words

_LEFT, _MIDDLE, _RIGHT = 7, 14, 21
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
}
_PIPS[3] = (*_PIPS[2], *_PIPS[1])
_PIPS[5] = (*_PIPS[4], *_PIPS[1])
_PIPS[6] = (*_PIPS[4], (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE))
CUBE = 6
"""The number of faces of dice that have pips."""


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die that was rolled."""

    shows: int
    pips: str
    """Path of its pips; empty for dice that bear numbers."""
    counts: bool
    """False when it is left out of the result."""
    outcome: str
    """What it came to, where dice are judged one by one."""


def dice_of(row: Row, before: Row | None) -> tuple[Die, ...]:
    """The dice of a line, in the order in which they were rolled."""
    faces = before.decision.dice.partition("d")[2] if before else ""
    rolled = [event for event in row.events if isinstance(event, Rolled)]
    dice = []
    for event in rolled:
        left = list(event.kept)
        for place, shows in enumerate(event.dice):
            counts = shows in left
            if counts:
                left.remove(shows)
            outcomes = event.outcomes
            dice.append(
                Die(
                    shows=shows,
                    pips=_path(shows) if faces == str(CUBE) else "",
                    counts=counts,
                    outcome=as_words(outcomes[place]) if place < len(outcomes) else "",
                )
            )
    if not rolled and row.line is not None:
        for shows in row.line.roll or ():
            pips = _path(shows) if faces == str(CUBE) else ""
            dice.append(Die(shows=shows, pips=pips, counts=True, outcome=""))
    return tuple(dice)


def _path(shows: int) -> str:
    return "".join(f"M{x} {y}h0" for x, y in _PIPS.get(shows, ()))
