"""Muster: the units of a roster as a system takes them up."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from turnwright.engine.apply import start
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.examples.programs import once_for_ruleset, program_of
from turnwright.lab.policies import Policy
from turnwright.language.event import Event
from turnwright.language.example import Example, Mission
from turnwright.language.fact import Subject
from turnwright.language.input import Card
from turnwright.language.roster import (
    Muster,
    MusterCard,
    MusterSide,
    Roster,
    RosterUnit,
    missing_numbers,
)
from turnwright.language.ruleset import Ruleset

BETWEEN = (Subject.PAIR, Subject.SIGHT)
"""Subjects of facts that are between two units."""


class PlayStopped(Exception):
    """Stop of a play: nobody can go on, or it would go on for ever. Carries a sentence."""


@dataclass(frozen=True)
class Armies:
    """Armies ready to fight by one system."""

    program: Program
    roster: Roster
    cards: Mapping[str, Mapping[str, Card]]
    mission: Mission
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def begin(self) -> tuple[State, tuple[Event, ...]]:
        """Begin a battle of these armies, gone through until somebody has to decide."""
        return start(self.program, self.cards, self.mission, self.facts, None, self.values)

    def battle(self) -> Example:
        """The battle of these armies, to be played or kept."""
        return Example(
            example=self.roster.roster,
            ruleset=self.program.ruleset.ruleset,
            given=self.cards,
            mission=self.mission,
            facts=self.facts,
            values=self.values,
        )


def muster(rules: Ruleset, roster: Roster, program: Program | None = None) -> Armies:
    """Muster a roster by the effective rules of a system. Raises PlayStopped where it cannot.

    A program of these rules, for as many sides, need not be compiled anew.
    """
    ways = rules.muster or Muster(text="")
    for _, unit, number, value in missing_numbers(ways, roster):
        raise PlayStopped(
            f"{unit} has no number `{number}`, which `{rules.ruleset}` needs for `{value}`."
        )
    names, many = rules.sides[: len(roster.sides)], len(rules.sides)
    if len(names) < len(roster.sides):
        raise PlayStopped(f"It is for {many} sides, and this roster has {len(roster.sides)}.")
    sides = dict(zip(roster.sides, names, strict=True))
    cards: dict[str, dict[str, Card]] = {name: {} for name in names}
    everybody = tuple(roster.units())
    for side, name, plain in everybody:
        army = cards[sides[side]]
        cards_given = [ways.unit, *(ways.keywords[w] for w in plain.keywords if w in ways.keywords)]
        if ways.in_turn:
            cards_given.append(ways.in_turn[len(army) % len(ways.in_turn)])
        enemies = tuple(other for theirs, other, _ in everybody if theirs != side)
        pairs = {
            fact: enemies
            for fact in ways.enemies
            # A pair without a direction is said of one of the two.
            if rules.facts[fact].of is not Subject.PAIR or side == everybody[0][0]
        }
        army[name] = card_of(plain, cards_given, pairs)
    given = _given_to_sides(ways, names)
    return Armies(
        program=program or program_of(rules),
        roster=roster,
        cards=cards,
        mission=Mission(first=names[0]),
        facts={who: facts for who, (facts, _) in given.items() if facts},
        values={who: values for who, (_, values) in given.items() if values},
    )


def mustered(rules: Ruleset, roster: Roster) -> Example | None:
    """The battle of a roster by these rules; None where they cannot take it up."""
    try:
        taken = muster(rules, roster)
    except PlayStopped:
        return None
    if set(taken.cards) - set(rules.sides):
        return None  # More sides than the rules list: that is a program of its own.
    return taken.battle()


def card_of(
    unit: RosterUnit, given: list[MusterCard], pairs: Mapping[str, tuple[str, ...]]
) -> Card:
    """Card of a unit of a roster, with all that it is given."""
    facts = dict.fromkeys(fact for card in given for fact in card.facts)
    has = {
        value: unit.has[amount] if isinstance(amount, str) else amount
        for card in given
        for value, amount in card.has.items()
    }
    carries = {item: words for card in given for item, words in card.carries.items()}
    profiles = {item: numbers for card in given for item, numbers in card.profiles.items()}
    return Card(
        facts=tuple(facts),
        pairs=pairs,
        has=has,
        carries=carries,
        profiles=profiles,
        models=1 if unit.models is None else unit.models,
    )


def _given_to_sides(
    ways: Muster, names: tuple[str, ...]
) -> dict[str, tuple[tuple[str, ...], dict[str, int]]]:
    """Facts and values of the sides and of the battle, by whose they are."""
    given: dict[str, tuple[MusterSide, ...]] = dict.fromkeys(names, (ways.side,))
    given[names[0]] = (ways.side, ways.first_side)
    given["battle"] = (ways.battle,)
    return {
        who: (
            tuple(fact for one in those for fact in one.facts),
            {name: number for one in those for name, number in one.values.items()},
        )
        for who, those in given.items()
    }


packed_rules = once_for_ruleset(pickle.dumps)
"""Rules as bytes; many cases have the same."""


@lru_cache(maxsize=200)
def unpacked_rules(packed: bytes) -> Ruleset:
    """Rules as they were packed, the same object for the same bytes, so it is compiled once."""
    rules: Ruleset = pickle.loads(packed)
    return rules


@dataclass(frozen=True)
class Case:
    """Case: effective rules that play a roster under a policy. Can be sent to another process."""

    name: str
    """How the system is written, with what was chosen."""
    title: str
    rules: Ruleset
    roster: Roster
    policy: Policy

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked, (
            packed_rules(self.rules),
            self.name,
            self.title,
            self.roster,
            self.policy,
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each side has, in the order of the roster."""
        return tuple(len(units) for units in self.roster.sides.values())

    def seats(self) -> tuple[Armies, ...]:
        """The armies, with each side in turn as the one that is listed first.

        Raises PlayStopped where the system cannot take them up.
        """
        first = self.first_seat()
        names = tuple(self.roster.sides)
        others = [(*names[n:], *names[:n]) for n in range(1, len(names))]
        rosters = [
            replace(self.roster, sides={name: self.roster.sides[name] for name in order})
            for order in others
        ]
        return first, *(muster(self.rules, roster, first.program) for roster in rosters)

    def first_seat(self) -> Armies:
        """The armies, with the sides as the roster lists them. Raises PlayStopped."""
        return muster(self.rules, self.roster)


def _unpacked(packed: bytes, name: str, title: str, roster: Roster, policy: Policy) -> Case:
    """Case as it comes to another process."""
    return Case(name, title, unpacked_rules(packed), roster, policy)
