"""Odds: the chance of each outcome of a roll, and every roll or draw that may come next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from random import Random

from turnwright.engine.containers import counts, held_in, key_of, label
from turnwright.engine.decision import Awaits, Stop
from turnwright.engine.program import Program
from turnwright.engine.rolling import judge
from turnwright.engine.state import Hand, State
from turnwright.engine.transaction import Transaction
from turnwright.language.container import Placed
from turnwright.language.input import Draw, Input, Roll

MAX_ROLLS = 1000
"""Limit of the rolls that are gone through one by one."""

Likely = tuple[Fraction, Input]
"""An input, with how likely it is."""
MAX_JUDGED = 20_000
"""Rolls that are judged one by one to work the odds of a check out, those alike but for the order
of their dice being one."""
UNJUDGED = ""
"""The outcome of a roll of which the rules do not say what it comes to."""


def outcome_odds(tx: Transaction) -> dict[str, Fraction]:
    """The chance of each outcome of the check that is awaited, and of those beside it.

    None for dice of another kind, and for too many.
    """
    check, hand = tx.program.checks.get(tx.ask.what), tx.ask.hand
    if check is None or hand is None:
        return {}
    many, faces = hand.many, hand.faces
    # The numbers are compared first: for very many the coefficient itself takes too long.
    if max(many, faces) > MAX_JUDGED or comb(faces + many - 1, many) > MAX_JUDGED:
        return {}
    ways: Counter[str] = Counter()
    for dice in combinations_with_replacement(range(1, faces + 1), many):
        try:
            found = judge(tx, check, hand, dice)
            outcomes = {*found.outcomes, *found.also}
        except Stop:
            outcomes = {UNJUDGED}
        ways.update(dict.fromkeys(outcomes, orders_of(dice)))
    return {outcome: Fraction(number, faces**many) for outcome, number in ways.items()}


def orders_of(dice: tuple[int, ...]) -> int:
    """In how many orders dice can come up that are alike but for their order."""
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


def outcomes_by_points(tx: Transaction) -> dict[int, str]:
    """The outcome of each face, or of each total, of the check that is awaited.

    None for dice of another kind, and where the rules do not say what a roll comes to.
    """
    check, hand = tx.program.checks.get(tx.ask.what), tx.ask.hand
    if check is None or hand is None or not check.bands:
        return {}
    found = {}
    for points in range(1, hand.faces + 1) if hand.each else _totals(hand):
        dice = (points,) if hand.each else _dice_of(hand, points)
        try:
            came = judge(tx, check, hand, dice)
        except Stop:
            return {}
        found[points if hand.each else came.total] = came.outcomes[0]
    return found


def _totals(hand: Hand) -> range:
    return range(hand.keep, hand.keep * hand.faces + 1)


def _dice_of(hand: Hand, total: int) -> tuple[int, ...]:
    """A roll whose dice that count have this total."""
    high, rest = divmod(total - hand.keep, hand.faces - 1)
    kept = [hand.faces] * high + [rest + 1] + [1] * (hand.keep - high - 1)
    return (*kept[: hand.keep], *[1 if hand.highest else hand.faces] * (hand.many - hand.keep))


def draw_odds(tx: Transaction, wanted: list[str]) -> Fraction:
    """The chance that these are drawn, one after the other; nothing when no draw is awaited."""
    if tx.ask.awaits is not Awaits.DRAW:
        return Fraction(0)
    container = tx.program.containers[tx.ask.what]
    contents = held_in(tx, key_of(container, tx.frame.side))
    held = {
        marker: many
        for marker, many in (contents.markers if contents else ())
        if many and counts(tx, container, marker)
    }
    goes_back = tx.says(container.placed) is Placed.BACK
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


def likely_inputs(program: Program, state: State) -> list[Likely]:
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


def random_input(program: Program, state: State, random: Random) -> Input:
    """Roll or draw at random."""
    ask = state.ask
    if ask.awaits is Awaits.DRAW:
        held = held_markers(program, state)
        marker = random.choices(list(held), list(held.values()))[0]
        return Draw(*marker)
    return Roll(tuple(random.randint(1, ask.faces) for _ in range(ask.many)))
