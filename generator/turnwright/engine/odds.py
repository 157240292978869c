"""Odds: the chance of a draw, and of each outcome of a check, at one moment of a battle."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product

from turnwright.engine.checks import hand_of, judge
from turnwright.engine.containers import key_of, label
from turnwright.engine.decision import Awaits, Stop
from turnwright.engine.parts import ContainerPart
from turnwright.engine.passing import pass_of
from turnwright.engine.state import NOBODY, Marker, PendingDecision
from turnwright.engine.transaction import Transaction
from turnwright.language.container import OfPassed, Placed

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
