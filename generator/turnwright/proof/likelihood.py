"""Likelihood: how likely what a line claims is, whatever is rolled and drawn on the way to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from turnwright.engine.chance_tree import TooMany, likelihood
from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.language.event import KINDS, Rolled
from turnwright.language.example import Claim, Line
from turnwright.language.input import Draw, Roll
from turnwright.proof.claims import holds_without_labels
from turnwright.proof.record import Mismatch

ROLLS = (Roll, Draw)
ROLLED = next(kind for kind, event in KINDS.items() if event is Rolled)


def claimed_likelihood(
    claim: Claim, play: Sequence[Line], before: Callable[[int], Game], rolls: int | None = None
) -> Fraction:
    """How likely a claim is after these lines; `before` gives the game before a line, by its index.

    `rolls` is how many of the last rolls and draws may come otherwise: all of them, without it.
    Raises Refused with the reason where that cannot be said.
    """
    if any(event.get("event") == ROLLED for event in claim.happened or ()):
        raise Refused("the dice themselves are what may come otherwise; claim what follows")
    rolled = [
        index
        for index, line in enumerate(play)
        if isinstance(line.input, ROLLS) and line.refused is None
    ]
    if rolls is not None and rolls > len(rolled):
        raise Refused(f"up to here there are no more than {len(rolled)} rolls and draws")
    first = 0 if rolls is None else rolled[-rolls]
    inputs = [line.input for line in play[first:] if line.refused is None]
    bare = replace(claim, likelihood=None, rolls=None)
    try:
        return likelihood(before(first), inputs, lambda game: holds_without_labels(bare, game))
    except TooMany as many:
        raise Refused(str(many)) from None


def likelihood_mismatches(
    line: Line, play: Sequence[Line], before: Callable[[int], Game]
) -> Iterator[Mismatch]:
    """Mismatch of the likelihood that a line claims, if it claims one; `play` ends with it."""
    claim = line.then
    if claim is None or claim.likelihood is None:
        return
    try:
        found = str(claimed_likelihood(claim, play, before, claim.rolls))
    except Refused as refused:
        found = refused.message
    if found != str(Fraction(claim.likelihood)):
        yield Mismatch(line=line.line, claimed=f"likelihood: {claim.likelihood}", happened=found)
