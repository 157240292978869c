"""Chance tree: every roll or draw that may come next, each with how likely it is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random

from turnwright.engine.containers import held_in, key_of, label
from turnwright.engine.decision import Awaits, Stop
from turnwright.engine.program import Program
from turnwright.engine.rolling import counts, judge, orders_of
from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction
from turnwright.language.input import Draw, Input, Roll

MAX_ROLLS = 1000
"""Limit of the rolls that are gone through one by one."""

Likely = tuple[Fraction, Input]
"""An input, with how likely it is."""


class TooMany(Exception):
    """Raised where there are too many rolls to go through."""


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


def outcomes(program: Program, state: State) -> list[Likely]:
    """All rolls or draws that may come next. Raises TooMany."""
    ask = state.ask
    if ask.awaits is Awaits.DRAW:
        held = held_markers(program, state)
        every = sum(held.values())
        return [(Fraction(many, every), Draw(*marker)) for marker, many in held.items()]
    faces = range(1, ask.faces + 1)
    if ask.rollers:
        # The number is compared first: of very many the power itself takes too long.
        if ask.many > MAX_ROLLS or ask.faces**ask.many > MAX_ROLLS:
            raise TooMany
        one = Fraction(1, ask.faces**ask.many)
        return [(one, Roll(dice)) for dice in product(faces, repeat=ask.many)]
    alike = equivalent_faces(program, state)
    if comb(len(alike) + ask.many - 1, ask.many) > MAX_ROLLS:
        raise TooMany
    # Dice of one kind are alike, so each multiset of them is rolled once, with its permutations.
    return [
        (
            Fraction(orders_of(dice) * prod(alike[die] for die in dice), ask.faces**ask.many),
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
        return Draw(*marker)
    return Roll(tuple(random.randint(1, ask.faces) for _ in range(ask.many)))
