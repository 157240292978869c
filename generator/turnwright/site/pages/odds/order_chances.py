"""First acts: how likely each side acts first, by a number that is added to a roll.

Two units meet, one of each side, and the battle is played until one of them acts. Every roll is
gone through with its chance, and what the rules leave to the table is settled as in a roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from turnwright.describe.labels import Labels
from turnwright.describe.statements import Statement, Statements
from turnwright.engine.conditions import parse_dice
from turnwright.engine.game import Game
from turnwright.engine.inputs import Awaits
from turnwright.engine.program import Program
from turnwright.lab.armies import Armies, muster
from turnwright.lab.chances import PlayStopped, TooMany
from turnwright.lab.playing import MAX_INPUTS, Moment, branches
from turnwright.lab.policies import Policy
from turnwright.language.change import Change
from turnwright.language.condition import Amount, Sum
from turnwright.language.container import Drawn
from turnwright.language.example import Card
from turnwright.language.fact import Holder
from turnwright.language.roster import ListedUnit, Muster, Roster
from turnwright.language.turn_order import OrderKey
from turnwright.site.pages.odds.tables import ChanceKind, ChanceRow, ChanceTable

MOST_AHEAD = 5
"""By how much the number of one side is higher, at most."""


class Added(NamedTuple):
    """A number that is added to a roll by which somebody comes first."""

    value: str
    """The name of the number."""
    step: str
    """The step in which it is rolled."""
    statement: Statement


def added_numbers(program: Program, statements: Statements) -> Iterator[Added]:
    """The numbers that are added to a roll by which sides or units are put in order."""
    steps = program.ruleset.steps
    ranks = [
        statement.value.value for step in steps for statement in statements.of_step(step, "rank")
    ]
    for step in steps:
        for statement in statements.of_step(step, "first", "decides", "ties", "changes"):
            said = statement.value
            amount: Amount | None = None
            if isinstance(said, OrderKey) and said.roll:
                amount = said.amount
            elif isinstance(said, Change) and said.value in ranks and isinstance(said.to, Sum):
                amount = said.to.plus if said.to.roll else None
            if isinstance(amount, str):
                yield Added(amount, step, statement)


def first_act_odds(program: Program, value: str) -> tuple[tuple[Fraction, Fraction], ...]:
    """How likely each of two sides acts first, if the number of the first is 0 to 5 higher.

    Nothing where the battle does not get so far, or takes too long to be gone through.
    """
    try:
        return tuple(_odds(_armies(program, value, ahead)) for ahead in range(MOST_AHEAD + 1))
    except (PlayStopped, TooMany):
        return ()


def _armies(program: Program, value: str, ahead: int) -> Armies:
    """A unit on each side, where the number of the first side's is so much higher."""
    rules = program.ruleset
    ways = rules.muster or Muster(text="")
    asked = {amount: 0 for amount in ways.unit.has.values() if isinstance(amount, str)}
    unit = ListedUnit(models=1, has=asked)
    sides = {"one": {"Ash": unit}, "other": {"Rook": unit}}
    armies = muster(rules, Roster(roster="", sides=sides), program)
    part = rules.values.get(value)
    if part is not None and part.of is not Holder.UNIT:
        amounts = {armies.sides["one"]: ahead, armies.sides["other"]: 0}
        given = {who: {**armies.values.get(who, {}), value: n} for who, n in amounts.items()}
        return replace(armies, values={**armies.values, **given})
    (one, mine), (other, theirs) = armies.cards.items()
    cards = {
        side: {name: replace(card, has={**card.has, value: number}) for name, card in army.items()}
        for side, army, number in ((one, mine, ahead), (other, theirs, 0))
    }
    return replace(armies, cards=cards)


def _odds(armies: Armies) -> tuple[Fraction, Fraction]:
    """How likely each of two sides has the first act."""
    found = [Fraction(0), Fraction(0)]
    going = {Moment(armies.begin()[0]): Fraction(1)}
    for _ in range(MAX_INPUTS):
        if not going:
            break
        following: dict[Moment, Fraction] = {}
        for moment, weight in going.items():
            for share, step in branches(armies, moment, Policy.FIRST_LISTED):
                if step.act is not None and not step.act.reaction:
                    found[step.act.side] += weight * share
                else:
                    after = following.get(step.moment, Fraction(0))
                    following[step.moment] = after + weight * share
        going = following
    return found[0], found[1]


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
                title=f"{labels.title(step)}: {key.roll}",
                across="sides that roll",
                columns=("2", "3"),
                rows=_roll_off(key.roll, lowest=key.lowest),
                clauses=(one.clause,),
                stacked=True,
            )


def first_act_tables(
    program: Program, statements: Statements, labels: Labels
) -> Iterator[ChanceTable]:
    """For numbers that are added to a roll for the order: who acts first with a higher one.

    A number that several steps add has one table, at the first of them.
    """
    shown: set[str] = set()
    for added in added_numbers(program, statements):
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
            clauses=(added.statement.clause,),
            stacked=True,
        )


def _roll_off(dice: str, *, lowest: bool) -> tuple[ChanceRow, ...]:
    """The chances of a roll-off for one of the sides."""
    count, faces = parse_dice(dice)
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
