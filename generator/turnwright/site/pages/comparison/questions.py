"""Questions of players, each with the function that finds the clauses which answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from turnwright.describe.labels import Labels
from turnwright.describe.statements import Statement, Statements
from turnwright.language.action import Then
from turnwright.language.container import Drawn
from turnwright.language.effect import ConditionsBind
from turnwright.language.moment import Moment
from turnwright.language.turn_order import Cadence, Uneven
from turnwright.site.pages.comparison.dealing_steps import DealingSteps
from turnwright.site.pages.comparison.wording import (
    SIDES,
    UNITS,
    Wording,
    wording_of,
    wording_of_moment,
    wording_of_roll,
)

DICE = re.compile(r"\d+d\d+")
"""Dice, such as `2d6`."""

Found = Iterator[tuple[Wording, Statement]]
"""The clauses that answer a question, each with its wording."""


@dataclass(frozen=True)
class RulesAsked:
    """A ruleset that questions are asked of."""

    statements: Statements
    dealing: DealingSteps
    labels: Labels

    def say(self, steps: tuple[str, ...], *words: str) -> Found:
        """What is said of these steps with these words: step by step, word by word."""
        for step in steps:
            for statement in self.statements.of_step(step, *words):
                yield wording_of(statement, self.labels), statement

    def say_of(self, kind: str, *words: str) -> Found:
        """What is said of all parts of a kind with these words."""
        for statement in self.statements.of_kind(kind, *words):
            yield wording_of(statement, self.labels), statement

    @property
    def picking(self) -> tuple[str, ...]:
        """The steps in which it is somebody's chance to act with a unit, or a side's turn."""
        return (*self.dealing.outer, *self.dealing.inner)


@dataclass(frozen=True)
class PlayersQuestion:
    """A question of players."""

    name: str
    """A short name, for addresses and for programs."""
    text: str
    """The question, as a player asks it."""
    answers: Callable[[RulesAsked], Found]
    """What finds the clauses that answer it."""


def _next(asked: RulesAsked) -> Found:
    yield from asked.say(asked.picking, "cadence", "rank", "in_a_row", "draws")
    for wording, statement in asked.say(tuple(asked.labels.ruleset.steps), "result"):
        if statement.value.then is Then.HAND_OVER:
            yield wording, statement


def _what(asked: RulesAsked) -> Found:
    for step in asked.picking:
        for statement in asked.statements.of_step(step, "each"):
            for by_side, wording in ((False, UNITS), (True, SIDES)):
                names = [name for name in statement.value if _by_side(asked, step, name) is by_side]
                if names:
                    titles = ", ".join(map(asked.labels.title, names))
                    yield wording._replace(detail=titles), statement


def _by_side(asked: RulesAsked, loop: str, name: str) -> bool:
    """Whether a side does it, and no unit."""
    cadences = [statement.value for statement in asked.statements.of_step(loop, "cadence")]
    among = [str(statement.value) for statement in asked.statements.of_step(name, "among")]
    return Cadence.EACH_PLAYER in cadences or "side" in among


def _many(asked: RulesAsked) -> Found:
    yield from asked.say(
        asked.picking, "together", "group_needs", "group", "group_counts", "chances"
    )
    yield from asked.say_of("containers", "extra")


def _often(asked: RulesAsked) -> Found:
    dealt = [name for _, statement in _what(asked) for name in statement.value]
    yield from asked.say((*asked.picking, *dict.fromkeys(dealt)), "limit", "costs")


def _first(asked: RulesAsked) -> Found:
    yield from asked.say(
        (*asked.dealing.settling, *asked.picking), "first", "decides", "ties", "kept"
    )


def _pass(asked: RulesAsked) -> Found:
    steps = (*asked.picking, *asked.dealing.own)
    yield from asked.say(steps, "passing", "passed", "finish")
    yield from asked.say_of("containers", "of_passed")


def _fewer(asked: RulesAsked) -> Found:
    yield from asked.say(asked.picking, "uneven", "unable")


def _react(asked: RulesAsked) -> Found:
    steps, dealt = asked.dealing.reactions, asked.dealing.reacting
    for wording, statement in asked.say(steps, "each"):
        titles = ", ".join(map(asked.labels.title, statement.value))
        yield wording._replace(detail=titles), statement
    yield from asked.say((*steps, *dealt), "limit", "chances", "costs", "counts_as")


def _end(asked: RulesAsked) -> Found:
    yield from asked.say((*asked.dealing.outer, *asked.dealing.round), "until", "chances")
    for wording, statement in asked.say(asked.dealing.outer, "uneven"):
        if statement.value is Uneven.STOPS:
            yield wording, statement


def _effects(asked: RulesAsked) -> Found:
    yield from asked.say_of(
        "effects",
        *("next", "boundary"),
        *("covers", "covers_whose", "covers_until", "conditions_bind"),
    )
    for step in asked.labels.ruleset.steps:
        for statement in asked.statements.of_step(step, "sets", "changes"):
            until = statement.value.until
            moment = until if isinstance(until, Moment) else Moment(end=until or step)
            # What lasts for the step itself only hands something on inside it.
            if moment.end != step:
                yield wording_of_moment(moment, asked.labels), statement
    yield from asked.say_of("containers", "empties")


def _maker(asked: RulesAsked) -> Found:
    for _, statement in asked.say_of("effects", "if_gone"):
        yield wording_of_moment(Moment(end=statement.value), asked.labels), statement
    for wording, statement in asked.say_of("effects", "conditions_bind"):
        if statement.value is ConditionsBind.ALWAYS:
            yield wording, statement


def _random(asked: RulesAsked) -> Found:
    yield from asked.say_of("checks", "roll")
    for wording, statement in asked.say_of("containers", "drawn"):
        if statement.value is Drawn.BLIND:
            yield wording, statement
    every = (
        *(found for step in asked.labels.ruleset.steps for found in asked.statements.of_step(step)),
        *asked.statements.of_kind("values"),
    )
    for statement in every:
        for dice in dict.fromkeys(_dice(statement.value)):
            yield wording_of_roll(dice), statement


def _dice(value: object) -> Iterator[str]:
    """The dice inside a value, such as `1d6`."""
    if isinstance(value, str):
        if DICE.fullmatch(value):
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _dice(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _dice(getattr(value, field.name))


def _gone(asked: RulesAsked) -> Found:
    yield from asked.say_of("containers", "gone", "gained")
    yield from asked.say_of("facts", "leaves", "away")


QUESTIONS = (
    PlayersQuestion("next", "Who acts next?", _next),
    PlayersQuestion("what", "What acts?", _what),
    PlayersQuestion("many", "How many at once?", _many),
    PlayersQuestion("often", "How often?", _often),
    PlayersQuestion("first", "Who starts, and who if it is a tie?", _first),
    PlayersQuestion("pass", "May I pass, and then what?", _pass),
    PlayersQuestion("fewer", "What if I have fewer?", _fewer),
    PlayersQuestion("react", "May I react, and does that use me up?", _react),
    PlayersQuestion("end", "When does the round end?", _end),
    PlayersQuestion("effects", "When do effects end?", _effects),
    PlayersQuestion("maker", "What if the maker of an effect dies?", _maker),
    PlayersQuestion("random", "What is random?", _random),
    PlayersQuestion("gone", "What if a unit dies before it acted, or joins?", _gone),
)
"""All questions, in the order in which they are asked."""
