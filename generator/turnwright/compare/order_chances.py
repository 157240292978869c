"""Order chances: tables of who is drawn next, who wins a roll-off and who acts first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from turnwright.compare.chance_table import ChanceKind, ChanceRow, ChanceTable
from turnwright.compare.first_acts import added_numbers, first_act_odds
from turnwright.compare.sayings import Sayings
from turnwright.engine.game import Game
from turnwright.engine.inputs import Awaits
from turnwright.engine.program import Program
from turnwright.engine.rolling import parse
from turnwright.language.container import Drawn
from turnwright.language.example import Card
from turnwright.language.turn_order import OrderKey
from turnwright.study.labels import Labels

MOST_MARKERS = 10
"""Markers of each side, at most, in the table of a draw."""


def draw_tables(program: Program, sayings: Sayings, labels: Labels) -> Iterator[ChanceTable]:
    """For containers in which each unit has a marker of its side: who is drawn next."""
    blind = {
        one.part: one.clause
        for one in sayings.of_kind("containers", "drawn")
        if one.value is Drawn.BLIND
    }
    of_sides = {
        one.part
        for one in sayings.of_kind("containers", "contains")
        if one.value.of is not None and one.part in blind
    }
    if not of_sides or len(program.sides) != 2:
        return
    numbers = range(1, MOST_MARKERS + 1)
    name, _ = _drawn_first(program, 1, 1)
    if name not in of_sides:
        return
    yield ChanceTable(
        kind=ChanceKind.DRAW,
        part=name,
        title=labels.title(name, "containers"),
        down="Yours",
        across="markers of the other side",
        columns=tuple(map(str, numbers)),
        rows=tuple(
            ChanceRow(
                label=str(own),
                chances=tuple(_drawn_first(program, own, other)[1] for other in numbers),
            )
            for own in numbers
        ),
        clauses=(blind[name],),
    )


def _drawn_first(program: Program, own: int, other: int) -> tuple[str, Fraction]:
    """The container of the first draw of a battle, and the chance that the first side is drawn."""
    first, second = program.sides
    game = Game.begin(
        program,
        {
            first: {f"A{number}": Card() for number in range(own)},
            second: {f"B{number}": Card() for number in range(other)},
        },
    )
    if game.decision.awaits is not Awaits.DRAW:
        return "", Fraction(0)
    return game.decision.what, game.odds(first)


def order_tables(program: Program, sayings: Sayings, labels: Labels) -> Iterator[ChanceTable]:
    """For roll-offs: who has the better of it, and how often nobody has."""
    seen = set()
    for step in program.ruleset.steps:
        for one in sayings.of_step(step, "first", "decides", "ties"):
            key = one.value
            if not isinstance(key, OrderKey) or not key.roll or (step, key.roll) in seen:
                continue
            seen.add((step, key.roll))
            yield ChanceTable(
                kind=ChanceKind.ORDER,
                part=step,
                title=f"{labels.title(step)}: {key.roll}",
                across="sides that roll",
                columns=("2", "3"),
                rows=_roll_off(key.roll, lowest=key.lowest),
                clauses=(one.clause,),
                stacked=True,
            )


def first_act_tables(program: Program, sayings: Sayings, labels: Labels) -> Iterator[ChanceTable]:
    """For numbers that are added to a roll for the order: who acts first with a higher one.

    A number that several steps add has one table, at the first of them.
    """
    shown: set[str] = set()
    for added in added_numbers(program, sayings):
        found = first_act_odds(program, added.value)
        if added.value in shown or len(set(found)) < 2:
            continue
        shown.add(added.value)
        yield ChanceTable(
            kind=ChanceKind.FIRST,
            part=added.step,
            title=f"Who acts first: {labels.value(added.value)}",
            across=f"how much higher your {labels.value(added.value)} is than theirs",
            columns=tuple(f"+{ahead}" if ahead else "equal" for ahead in range(len(found))),
            rows=tuple(
                ChanceRow(label=label, chances=tuple(chances))
                for label, chances in zip(
                    ("You act first", "They act first"), zip(*found, strict=True), strict=True
                )
            ),
            clauses=(added.saying.clause,),
            stacked=True,
        )


def _roll_off(dice: str, *, lowest: bool) -> tuple[ChanceRow, ...]:
    """The chances of a roll-off for one of the sides."""
    count, faces = parse(dice)
    points = Counter(map(sum, product(range(1, faces + 1), repeat=count)))
    every = faces**count
    wins, ties = [], []
    for others in (1, 2):
        won = tied = Fraction(0)
        for own, ways in points.items():
            worse = sum(
                many for its, many in points.items() if (its > own if lowest else its < own)
            )
            not_better = worse + points[own]
            won += Fraction(ways, every) * Fraction(worse, every) ** others
            tied += Fraction(ways, every) * (
                Fraction(not_better, every) ** others - Fraction(worse, every) ** others
            )
        wins.append(won)
        ties.append(tied)
    return (
        ChanceRow(label="You alone are first", chances=tuple(wins)),
        ChanceRow(label="You are first with somebody", chances=tuple(ties)),
        ChanceRow(
            label="Others are first",
            chances=tuple(1 - won - tied for won, tied in zip(wins, ties, strict=True)),
        ),
    )
