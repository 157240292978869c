"""First acts: how likely each side acts first, by a number that is added to a roll.

Two units meet, one of each side, and the battle is played until one of them acts. Every roll is
gone through with its chance, and what the rules leave to the table is settled as in a roster.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from turnwright.compare.sayings import Saying, Sayings
from turnwright.engine.program import Program
from turnwright.lab.armies import Armies, muster
from turnwright.lab.chances import PlayStopped, TooMany
from turnwright.lab.playing import MAX_INPUTS, Moment, branches
from turnwright.lab.policies import Policy
from turnwright.language.change import Change
from turnwright.language.condition import Amount, Sum
from turnwright.language.fact import Holder
from turnwright.language.roster import ListedUnit, Muster, Roster
from turnwright.language.turn_order import OrderKey

MOST_AHEAD = 5
"""By how much the number of one side is higher, at most."""


class Added(NamedTuple):
    """A number that is added to a roll by which somebody comes first."""

    value: str
    """The name of the number."""
    step: str
    """The step in which it is rolled."""
    saying: Saying


def added_numbers(program: Program, sayings: Sayings) -> Iterator[Added]:
    """The numbers that are added to a roll by which sides or units are put in order."""
    steps = program.ruleset.steps
    ranks = [saying.value.value for step in steps for saying in sayings.of_step(step, "rank")]
    for step in steps:
        for saying in sayings.of_step(step, "first", "decides", "ties", "changes"):
            said = saying.value
            amount: Amount | None = None
            if isinstance(said, OrderKey) and said.roll:
                amount = said.amount
            elif isinstance(said, Change) and said.value in ranks and isinstance(said.to, Sum):
                amount = said.to.plus if said.to.roll else None
            if isinstance(amount, str):
                yield Added(amount, step, saying)


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
