"""Whose turn: who comes next where it is drawn, and who comes first where it is rolled for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from turnwright.describe.labels import Labels
from turnwright.describe.statements import Statements
from turnwright.engine.decision import Awaits, parse_dice
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.language.container import Drawn
from turnwright.language.input import Card
from turnwright.language.turn_order import OrderKey
from turnwright.site.pages.odds.tables import ChanceKind, ChanceRow, ChanceTable

MOST_MARKERS = 10
"""Markers of each side, at most, in the table of a draw."""


def draw_tables(program: Program, statements: Statements, labels: Labels) -> Iterator[ChanceTable]:
    """For containers in which each unit has a marker of its side: who is drawn next."""
    blind = {
        one.part: one.clause
        for one in statements.of_kind("containers", "drawn")
        if one.value is Drawn.BLIND
    }
    of_sides = {
        one.part
        for one in statements.of_kind("containers", "contains")
        if one.value.of is not None and one.part in blind
    }
    name, _ = _drawn_first(program, 1, 1) if of_sides and len(program.sides) > 1 else ("", 0)
    if name not in of_sides:
        return
    numbers = range(1, MOST_MARKERS + 1)
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
    first, second, *_ = program.sides
    armies = {
        first: {f"A{number}": Card() for number in range(own)},
        second: {f"B{number}": Card() for number in range(other)},
    }
    game = Game.begin(program, armies)
    if game.decision.awaits is not Awaits.DRAW:
        return "", Fraction(0)
    return game.decision.what, game.odds(first)


def order_tables(program: Program, statements: Statements, labels: Labels) -> Iterator[ChanceTable]:
    """For roll-offs: who has the better of it, and how often nobody has."""
    seen = set()
    for step in program.ruleset.steps:
        for one in statements.of_step(step, "first", "decides", "ties"):
            key = one.value
            if not isinstance(key, OrderKey) or not key.roll or (step, key.roll) in seen:
                continue
            seen.add((step, key.roll))
            yield ChanceTable(
                kind=ChanceKind.ORDER,
                part=step,
                title=f"{labels.title(step)}: who is first",
                across=f"sides that roll {key.roll.removeprefix('1').upper()}",
                columns=("2", "3"),
                rows=_roll_off(key.roll, lowest=key.lowest),
                clauses=(one.clause,),
                stacked=True,
            )


def _roll_off(dice: str, *, lowest: bool) -> tuple[ChanceRow, ...]:
    """The chances of a roll-off for one of two sides, and of three."""
    count, faces = parse_dice(dice)
    points = Counter(map(sum, product(range(1, faces + 1), repeat=count)))
    every = faces**count
    columns = []
    for others in (1, 2):
        won = shared = Fraction(0)
        for own, ways in points.items():
            worse = sum(n for its, n in points.items() if (its > own if lowest else its < own))
            won += Fraction(ways, every) * Fraction(worse, every) ** others
            shared += Fraction(ways, every) * Fraction(worse + ways, every) ** others
        columns.append((won, shared - won, 1 - shared))
    labels = ("You alone are first", "You are first with somebody", "Others are first")
    return tuple(
        ChanceRow(label=label, chances=chances)
        for label, chances in zip(labels, zip(*columns, strict=True), strict=True)
    )
