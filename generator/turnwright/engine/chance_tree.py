"""Chance tree: every roll or draw that may come next, and how likely something is after many.

What has been chosen is chosen whatever the dice; where the rules then refuse it, it is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from random import Random

from turnwright.engine.containers import held_in, key_of, label
from turnwright.engine.decision import Awaits, Refused, Stop
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.engine.rolling import counts, judge
from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction
from turnwright.language.input import Choice, Declaration, Draw, Input, Roll

MAX_ROLLS = 1000
"""Limit of the rolls that are gone through one by one."""
MAX_PLAYS = 10_000
"""Limit of the inputs that are played to find how likely something is."""
ROLLED = (Awaits.ROLL, Awaits.DRAW)
TOO_MANY = "there are too many ways in which the dice may fall"

Likely = tuple[Fraction, Input]
"""An input, with how likely it is."""


class TooMany(Exception):
    """Raised where there are too many rolls to go through. Carries a sentence."""


def held_markers(program: Program, state: State) -> dict[tuple[str, int], int]:
    """Markers that may be drawn or chosen now: by name and number, how many there are."""
    ask = state.ask
    tx = Transaction(program, state)
    container = program.containers[ask.what]
    contents = held_in(tx, key_of(container, tx.frame.side))
    drawn = ask.awaits is Awaits.DRAW
    held: Counter[tuple[str, int]] = Counter()
    for marker, many in contents.markers if contents else ():
        if many and (not drawn or counts(tx, container, marker)):
            held[label(tx, marker), marker.number] += many
    return dict(held)


def drawing_of(what: str, number: int) -> Draw:
    """Draw of a marker with a name and a number."""
    return Draw(what, number)


def outcomes(program: Program, state: State) -> list[Likely]:
    """All rolls or draws that may come next. Raises TooMany."""
    ask = state.ask
    if ask.awaits is Awaits.DRAW:
        held = held_markers(program, state)
        every = sum(held.values())
        return [(Fraction(many, every), drawing_of(*marker)) for marker, many in held.items()]
    faces = range(1, ask.faces + 1)
    if ask.rollers:
        if ask.faces**ask.many > MAX_ROLLS:
            raise TooMany(TOO_MANY)
        one = Fraction(1, ask.faces**ask.many)
        return [(one, Roll(dice)) for dice in product(faces, repeat=ask.many)]
    alike = equivalent_faces(program, state)
    if comb(len(alike) + ask.many - 1, ask.many) > MAX_ROLLS:
        raise TooMany(TOO_MANY)
    # Dice of one kind are alike, so each multiset of them is rolled once, with its permutations.
    return [
        (
            Fraction(
                factorial(ask.many)
                // prod(map(factorial, Counter(dice).values()))
                * prod(alike[die] for die in dice),
                ask.faces**ask.many,
            ),
            Roll(dice),
        )
        for dice in combinations_with_replacement(alike, ask.many)
    ]


def equivalent_faces(program: Program, state: State) -> dict[int, int]:
    """Faces of the dice that are awaited: one of each kind, with how many are of that kind.

    Where dice are judged one by one, faces that have the same outcomes are of one kind.
    """
    ask = state.ask
    every = dict.fromkeys(range(1, ask.faces + 1), 1)
    check, rolled = program.checks.get(ask.what), ask.hand
    if check is None or rolled is None or not rolled.each or rolled.keep < rolled.many:
        return every
    tx = Transaction(program, state)
    kinds: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for face in every:
        try:
            found = judge(tx, check, rolled, (face,))
        except Stop:
            return every  # Play stops here, whatever is rolled.
        kinds.setdefault((found.outcomes, found.also), []).append(face)
    return {faces[0]: len(faces) for faces in kinds.values()}


def outcome(program: Program, state: State, random: Random) -> Input:
    """Roll or draw at random."""
    ask = state.ask
    if ask.awaits is Awaits.DRAW:
        held = held_markers(program, state)
        marker = random.choices(list(held), list(held.values()))[0]
        return drawing_of(*marker)
    return Roll(tuple(random.randint(1, ask.faces) for _ in range(ask.many)))


def likelihood(game: Game, inputs: Sequence[Input], holds: Callable[[Game], bool]) -> Fraction:
    """How likely something holds after a line of play, whatever is rolled and drawn in it.

    The inputs give the choices; each roll and each draw stands for all that could have come. Where
    fewer are called for than there are, it is looked at when none is awaited and nothing is left.
    Raises TooMany where there are too many, and Refused where the play was declared to go on as
    it did after a roll, so that nobody knows how it would have gone on after another.
    """
    chosen = _choices(inputs)
    likely, plays = Fraction(0), 0
    waiting = [(Fraction(1), game, 0, len(inputs) - len(chosen))]
    while waiting:
        chance, now, at, rolls = waiting.pop()
        while now.awaits not in ROLLED and at < len(chosen):
            plays, at, said = plays + 1, at + 1, chosen[at]
            with suppress(Refused):
                now = _played(game, now, said)
        if now.awaits not in ROLLED or not rolls:
            likely += chance * holds(now)
            continue
        branches = [(p, _played(game, now, said)) for p, said in outcomes(now.program, now.state)]
        plays += len(branches)
        if plays > MAX_PLAYS:
            raise TooMany(TOO_MANY)
        # A tie that is rolled again comes to what the other rolls come to.
        others = [(p, then) for p, then in branches if not is_tie(now, then)]
        every = sum((p for p, _ in others), Fraction(0))
        waiting += [(chance * p / every, then, at, rolls - 1) for p, then in others]
    return likely


def is_tie(before: Game, after: Game) -> bool:
    """Whether a roll-off came to nothing: the same sides roll again."""
    was, now = before.state.ask, after.state.ask
    return bool(was.rollers) and (was.step, was.what, was.rollers) == (
        now.step,
        now.what,
        now.rollers,
    )


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
