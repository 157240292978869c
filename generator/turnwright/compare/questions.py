"""Questions: what players ask of a turn system, each with the words that answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from turnwright.compare.dealing_steps import DealingSteps
from turnwright.compare.sayings import Saying, Sayings
from turnwright.compare.terms import SIDES, UNITS, Term, moment_term, roll_term, term_of
from turnwright.language.action import Then
from turnwright.language.change import Moment
from turnwright.language.container import Drawn
from turnwright.language.effect import ConditionsBind
from turnwright.language.turn_order import Cadence, Uneven
from turnwright.study.labels import Labels

DICE = re.compile(r"\d+d\d+")
"""Dice, such as `2d6`."""

Found = Iterator[tuple[Term, Saying]]
"""The clauses that answer a question, each with its term."""


@dataclass(frozen=True)
class Asked:
    """A ruleset that questions are asked of."""

    sayings: Sayings
    dealing: DealingSteps
    labels: Labels

    def say(self, steps: tuple[str, ...], *words: str) -> Found:
        """What is said of these steps with these words: step by step, word by word."""
        for step in steps:
            for saying in self.sayings.of_step(step, *words):
                yield term_of(saying, self.labels), saying

    def say_of(self, kind: str, *words: str) -> Found:
        """What is said of all parts of a kind with these words."""
        for saying in self.sayings.of_kind(kind, *words):
            yield term_of(saying, self.labels), saying

    @property
    def picking(self) -> tuple[str, ...]:
        """The steps in which it is somebody's chance to act with a unit, or a side's turn."""
        return (*self.dealing.outer, *self.dealing.inner)


@dataclass(frozen=True)
class Question:
    """A question of players."""

    name: str
    """A short name, for addresses and for programs."""
    text: str
    """The question, as a player asks it."""
    answers: Callable[[Asked], Found]
    """What finds the clauses that answer it."""


def _next(asked: Asked) -> Found:
    yield from asked.say(asked.picking, "cadence", "rank", "in_a_row", "draws")
    for term, saying in asked.say(tuple(asked.labels.ruleset.steps), "result"):
        if saying.value.then is Then.HAND_OVER:
            yield term, saying


def _what(asked: Asked) -> Found:
    for step in asked.picking:
        for saying in asked.sayings.of_step(step, "each"):
            for by_side, term in ((False, UNITS), (True, SIDES)):
                names = [name for name in saying.value if _by_side(asked, step, name) is by_side]
                if names:
                    titles = ", ".join(map(asked.labels.title, names))
                    yield term._replace(detail=titles), saying


def _by_side(asked: Asked, loop: str, name: str) -> bool:
    """Whether a side does it, and no unit."""
    cadences = [saying.value for saying in asked.sayings.of_step(loop, "cadence")]
    among = [str(saying.value) for saying in asked.sayings.of_step(name, "among")]
    return Cadence.EACH_PLAYER in cadences or "side" in among


def _many(asked: Asked) -> Found:
    yield from asked.say(
        asked.picking, "together", "group_needs", "group", "group_counts", "chances"
    )
    yield from asked.say_of("containers", "extra")


def _often(asked: Asked) -> Found:
    dealt = [name for _, saying in _what(asked) for name in saying.value]
    yield from asked.say((*asked.picking, *dict.fromkeys(dealt)), "limit", "costs")


def _first(asked: Asked) -> Found:
    yield from asked.say(
        (*asked.dealing.settling, *asked.picking), "first", "decides", "ties", "kept"
    )


def _pass(asked: Asked) -> Found:
    steps = (*asked.picking, *asked.dealing.own)
    yield from asked.say(steps, "passing", "passed", "finish")
    yield from asked.say_of("containers", "of_passed")


def _fewer(asked: Asked) -> Found:
    yield from asked.say(asked.picking, "uneven", "unable")


def _react(asked: Asked) -> Found:
    steps, dealt = asked.dealing.reactions, asked.dealing.reacting
    for term, saying in asked.say(steps, "each"):
        titles = ", ".join(map(asked.labels.title, saying.value))
        yield term._replace(detail=titles), saying
    yield from asked.say((*steps, *dealt), "limit", "chances", "costs", "counts_as")


def _end(asked: Asked) -> Found:
    yield from asked.say((*asked.dealing.outer, *asked.dealing.round), "until", "chances")
    for term, saying in asked.say(asked.dealing.outer, "uneven"):
        if saying.value is Uneven.STOPS:
            yield term, saying


def _effects(asked: Asked) -> Found:
    yield from asked.say_of(
        "effects",
        *("next", "boundary"),
        *("covers", "covers_whose", "covers_until", "conditions_bind"),
    )
    for step in asked.labels.ruleset.steps:
        for saying in asked.sayings.of_step(step, "sets", "changes"):
            until = saying.value.until
            moment = until if isinstance(until, Moment) else Moment(end=until or step)
            # What lasts for the step itself only hands something on inside it.
            if moment.end != step:
                yield moment_term(moment, asked.labels), saying
    yield from asked.say_of("containers", "empties")


def _maker(asked: Asked) -> Found:
    for _, saying in asked.say_of("effects", "if_gone"):
        yield moment_term(Moment(end=saying.value), asked.labels), saying
    for term, saying in asked.say_of("effects", "conditions_bind"):
        if saying.value is ConditionsBind.ALWAYS:
            yield term, saying


def _random(asked: Asked) -> Found:
    yield from asked.say_of("checks", "roll")
    for term, saying in asked.say_of("containers", "drawn"):
        if saying.value is Drawn.BLIND:
            yield term, saying
    every = (
        *(found for step in asked.labels.ruleset.steps for found in asked.sayings.of_step(step)),
        *asked.sayings.of_kind("values"),
    )
    for saying in every:
        for dice in dict.fromkeys(_dice(saying.value)):
            yield roll_term(dice), saying


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


def _gone(asked: Asked) -> Found:
    yield from asked.say_of("containers", "gone", "gained")
    yield from asked.say_of("facts", "leaves", "away")


QUESTIONS = (
    Question("next", "Who acts next?", _next),
    Question("what", "What acts?", _what),
    Question("many", "How many at once?", _many),
    Question("often", "How often?", _often),
    Question("first", "Who starts, and who if it is a tie?", _first),
    Question("pass", "May I pass, and then what?", _pass),
    Question("fewer", "What if I have fewer?", _fewer),
    Question("react", "May I react, and does that use me up?", _react),
    Question("end", "When does the round end?", _end),
    Question("effects", "When do effects end?", _effects),
    Question("maker", "What if the maker of an effect dies?", _maker),
    Question("random", "What is random?", _random),
    Question("gone", "What if a unit dies before it acted, or joins?", _gone),
)
"""All questions, in the order in which they are asked."""
