"""Likelihood: how likely what a line claims is, whatever is rolled and drawn on the way to it.

What has been chosen is chosen whatever the dice; where the rules then refuse it, it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.game import Game
from turnwright.engine.odds import TooMany, likely_inputs
from turnwright.examples.claims import holds_without_labels
from turnwright.examples.record import Mismatch
from turnwright.language.event import KINDS, Rolled
from turnwright.language.example import Claim, Line
from turnwright.language.input import Choice, Declaration, Draw, Input, Roll

MAX_PLAYS = 10_000
"""Limit of the inputs that are played to find how likely something is."""
ROLLS = (Roll, Draw)
AWAITED = (Awaits.ROLL, Awaits.DRAW)
ROLLED = next(kind for kind, event in KINDS.items() if event is Rolled)

TOO_MANY = "there are too many ways in which the dice may fall"


def claimed_likelihood(
    claim: Claim, play: Sequence[Line], before: Callable[[int], Game], rolls: int | None = None
) -> Fraction:
    """How likely a claim is after these lines; `before` gives the game before a line, by its index.

    `rolls` is how many of the last rolls and draws may come otherwise: all of them, without it.
    Raises Refused with the reason where that cannot be said.
    """
    if any(event.get("event") == ROLLED for event in claim.happened or ()):
        raise Refused("the dice themselves are what may come otherwise; claim what follows")
    said = [
        None if line.refused is not None else _chosen(line.input, at, before)
        for at, line in enumerate(play)
    ]
    rolled = [at for at, one in enumerate(said) if isinstance(one, ROLLS)]
    if rolls is not None and rolls > len(rolled):
        raise Refused(f"up to here there are no more than {len(rolled)} rolls and draws")
    last = said[-1]
    if isinstance(last, Roll) and is_rolled_again(now := before(len(said) - 1), now.apply(last)):
        raise Refused("this roll is made again, so nothing has come of it; claim what follows then")
    first = 0 if rolls is None else rolled[-rolls]
    inputs = [one for one in said[first:] if one is not None]
    bare = replace(claim, likelihood=None, rolls=None)
    try:
        return likelihood(before(first), inputs, lambda game: holds_without_labels(bare, game))
    except TooMany:
        raise Refused(TOO_MANY) from None


def _chosen(said: Input, at: int, before: Callable[[int], Game]) -> Input:
    """An input; something that a side picks out of what it sees is chosen, and not drawn."""
    if not isinstance(said, Draw) or before(at).awaits != Awaits.CHOICE:
        return said
    number = "" if said.number is None else f" {said.number}"
    return Choice(f"{said.what}{number}", causes=said.causes)


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
        claimed = f"likelihood: {claim.likelihood}"
        yield Mismatch(line=line.line, claimed=claimed, happened=found, key="likelihood")


def likelihood(game: Game, inputs: Sequence[Input], holds: Callable[[Game], bool]) -> Fraction:
    """How likely something holds after a line of play, whatever is rolled and drawn in it.

    The inputs give the choices; each roll and each draw stands for all that could have come. Where
    fewer are called for than there are, it is looked at when none is awaited and nothing is left.
    Raises Refused where there are too many, and where the play was declared to go on as it did
    after a roll, so that nobody knows how it would have gone on after another.
    """
    chosen = _choices(inputs)
    likely, plays = Fraction(0), 0
    waiting = [(Fraction(1), game, 0, len(inputs) - len(chosen))]
    while waiting:
        chance, now, at, rolls = waiting.pop()
        while now.awaits not in AWAITED and at < len(chosen):
            plays, at, said = plays + 1, at + 1, chosen[at]
            with suppress(Refused):
                now = _played(game, now, said)
        if now.awaits not in AWAITED or not rolls:
            likely += chance * holds(now)
            continue
        branches = [
            (p, _played(game, now, said)) for p, said in likely_inputs(now.program, now.state)
        ]
        plays += len(branches)
        if plays > MAX_PLAYS:
            raise Refused(TOO_MANY)
        # A roll that is made again comes to what the other rolls come to.
        others = [(p, then) for p, then in branches if not is_rolled_again(now, then)]
        every = sum((p for p, _ in others), Fraction(0))
        waiting += [(chance * p / every, then, at, rolls - 1) for p, then in others]
    return likely


def is_rolled_again(before: Game, after: Game) -> bool:
    """Whether a roll came to nothing: the same sides roll again, or the same roll is made again."""
    was, now = before.state.ask, after.state.ask
    if was.rollers:
        return (was.step, was.what, was.rollers) == (now.step, now.what, now.rollers)
    return was.awaits is now.awaits is Awaits.ROLL and _situation(before) == _situation(after)


def _situation(game: Game) -> tuple[object, ...]:
    """All that differs once a roll has come to something."""
    state = game.state
    steps = tuple((it.step, it.stage, it.body, it.attempt) for it in state.stack)
    return steps, state.facts, state.counters, state.alive, state.round, state.rest


def _choices(inputs: Sequence[Input]) -> list[Choice | Declaration]:
    """The inputs that are no rolls. Raises Refused for what was declared after one."""
    rolled, chosen = False, list[Choice | Declaration]()
    for said in inputs:
        rolled |= isinstance(said, Roll | Draw)
        if rolled and (isinstance(said, Declaration) or said.causes):
            raise Refused("something is declared after a roll, and nobody knows it after others")
        if not isinstance(said, Roll | Draw):
            chosen.append(said)
    return chosen


def _played(game: Game, now: Game, said: Input) -> Game:
    """The game after an input. The clauses that it consults count as consulted by the first."""
    try:
        now = now.apply(said)
    finally:
        if game.consulted is not None and now.consulted is not None:
            game.consulted.update(now.consulted)
    return now
