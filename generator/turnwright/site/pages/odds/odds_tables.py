"""Chances: every table of exact odds of a ruleset: of its checks, of draws, and of who is first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from turnwright.describe.check_model import CheckModel, check_models, plain_model
from turnwright.describe.clause_words import Statements
from turnwright.describe.labels import Labels, as_words, heading
from turnwright.describe.odds_table import (
    MINUS,
    band_clauses,
    band_height,
    chances_by_dice,
    chances_of_at_least,
    totals,
)
from turnwright.engine.decision import Awaits, parse_dice
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.language.check import Band, Judged
from turnwright.language.clause import Clause
from turnwright.language.container import Drawn
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import OrderKey


class ChanceKind(StrEnum):
    """What chances a table is about."""

    CHECK = "check"
    """The outcomes of a check."""
    DRAW = "draw"
    """Whose marker is drawn."""
    ORDER = "order"
    """Who wins a roll-off."""


@dataclass(frozen=True, kw_only=True)
class ChanceRow:
    """A row of chances."""

    label: str
    chances: tuple[Fraction, ...]
    clause: Clause | None = None
    """The clause that gives the outcome."""


@dataclass(frozen=True, kw_only=True)
class ChanceTable:
    """A table of chances."""

    kind: ChanceKind
    part: str
    """The name of the check, the container or the step."""
    title: str
    across: str = ""
    """What the columns are, in words."""
    columns: tuple[str, ...] = ()
    rows: tuple[ChanceRow, ...] = ()
    down: str = "Outcome"
    """What the rows are, in words."""
    clauses: tuple[Clause, ...] = ()
    """The clauses that it follows from."""
    stacked: bool = False
    """True when the chances of a column make a whole."""

    @property
    def content(self) -> object:
        """What it shows, whatever option brought it."""
        rows = tuple((row.label, row.chances) for row in self.rows)
        return self.kind, self.part, self.columns, rows


MOST_DICE = 6
"""Dice, at most, in the table of dice that are judged one by one."""
MOST_HITS = 3
"""Rows in that table: the outcome once or more, twice or more, and so on."""
NONE = Fraction(0)


@lru_cache(maxsize=64)
def chance_tables(
    program: Program, at_most: frozenset[tuple[str, int]] = frozenset()
) -> tuple[ChanceTable, ...]:
    """Every table of chances of a ruleset, up to the highest number of a value, if one is named."""
    rules = program.ruleset
    statements, labels = Statements(rules), Labels(rules)
    rolls: dict[str, tuple[Clause, ...]] = {}
    for one in statements.of_kind("checks", "roll"):
        # What is rolled in a special case is said after what is rolled as a rule.
        rolls.setdefault(one.part, (one.clause,))
    return (
        *(
            table
            for name in rules.checks
            for table in _check_tables(rules, name, rolls.get(name, ()), labels, dict(at_most))
        ),
        *draw_tables(program, statements, labels),
        *order_tables(program, statements, labels),
    )


def _check_tables(
    rules: Ruleset,
    name: str,
    clauses: tuple[Clause, ...],
    labels: Labels,
    at_most: Mapping[str, int],
) -> Iterator[ChanceTable]:
    """Tables of a check: by extra dice, by how many dice are rolled, or by characteristics."""
    check = rules.checks[name]
    written = list(band_clauses(check))
    bands = sorted(written, key=lambda pair: band_height(pair[1]))
    title = labels.title(name, "checks")
    table = ChanceTable(
        kind=ChanceKind.CHECK, part=name, title=title, clauses=clauses, stacked=True
    )
    if not bands:
        return
    known = chances_by_dice(rules, name, mixed=True)
    plain = plain_model(rules, name)
    if plain and known and all(len(chances) == 1 for _, chances in known):
        _, *reached = chances_of_at_least(plain.dice, plain.faces).items()
        yield replace(
            table,
            across="what you need",
            columns=tuple(f"{total}+" for total, _ in reached),
            rows=(ChanceRow(label="Reached", chances=tuple(each for _, each in reached)),),
            stacked=False,
        )
    elif known:
        yield replace(
            table,
            across=f"bonus dice (+) and penalty dice ({MINUS})" if len(known) > 1 else "",
            columns=tuple(title for title, _ in known),
            rows=_rows(bands, [chances for _, chances in known], labels),
        )
        if any(clause.means.judged is Judged.EACH_DIE for clause in check.clauses if clause.means):
            for clause, band in bands:
                yield _several_dice(table, clause, band, known[0][1].get(band.outcome, NONE))
    else:
        for model in check_models(rules, name, at_most):
            case = f" ({as_words(model.case)})" if model.case else ""
            named = replace(table, title=title + case)
            if len(model.asked) == 1:
                yield from _by_one(model, written, named, labels)
            elif len(model.asked) == 2:
                yield from _by_two(model, named, labels)


def _rows(
    bands: Iterable[tuple[Clause, Band]], columns: Sequence[Mapping[str, Fraction]], labels: Labels
) -> tuple[ChanceRow, ...]:
    """A row for each outcome."""
    return tuple(
        ChanceRow(
            label=f"{heading(as_words(band.outcome))} ({totals(band, labels)})",
            chances=tuple(chances.get(band.outcome, NONE) for chances in columns),
            clause=clause,
        )
        for clause, band in bands
    )


def _several_dice(table: ChanceTable, clause: Clause, band: Band, chance: Fraction) -> ChanceTable:
    """For dice that are judged one by one: the chance that so many of them have an outcome."""

    def at_least(least: int, many: int) -> Fraction:
        hits = range(least, many + 1)
        return sum((comb(many, n) * chance**n * (1 - chance) ** (many - n) for n in hits), NONE)

    numbers = range(1, MOST_DICE + 1)
    return replace(
        table,
        title=f"{table.title}: {as_words(band.outcome)}",
        across="dice that are rolled",
        columns=tuple(map(str, numbers)),
        rows=tuple(
            ChanceRow(
                label=f"{least} or more",
                chances=tuple(at_least(least, many) for many in numbers),
                clause=clause,
            )
            for least in range(1, MOST_HITS + 1)
        ),
        stacked=False,
    )


def _by_one(
    model: CheckModel, bands: Iterable[tuple[Clause, Band]], table: ChanceTable, labels: Labels
) -> Iterator[ChanceTable]:
    """A column for each number of a characteristic, and a row for each outcome."""
    (place,) = model.asked
    numbers = model.range(place)
    found = [model.chances(model.filled((number,))) for number in numbers]
    known = [chances for chances in found if chances is not None]
    if len(known) == len(found):
        yield replace(
            table,
            across=model.characteristics[place].title(labels),
            columns=tuple(map(str, numbers)),
            rows=_rows(bands, known, labels),
        )


def _by_two(model: CheckModel, table: ChanceTable, labels: Labels) -> Iterator[ChanceTable]:
    """For each outcome of a high roll: a row for each number of one, a column for each other."""
    down, across = (model.characteristics[at].title(labels) for at in model.asked)
    first, second = map(model.range, model.asked)
    cells = {each: model.chances(model.filled(each)) for each in product(first, second)}
    known = {
        one: [chances for two in second if (chances := cells[one, two]) is not None]
        for one in first
    }
    for outcome in model.successes():
        rows = tuple(
            ChanceRow(label=str(one), chances=tuple(each.get(outcome, NONE) for each in found))
            for one, found in known.items()
            if len(found) == len(second)
        )
        if rows:
            yield replace(
                table,
                title=f"{table.title}: {as_words(outcome)}",
                down=down,
                across=across,
                columns=tuple(map(str, second)),
                rows=rows,
                stacked=False,
            )


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
