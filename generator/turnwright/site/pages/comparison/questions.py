"""Terms: the word of the glossary for what a clause says, with what it is said of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import NamedTuple

from turnwright.describe.labels import Labels, as_words, phrase
from turnwright.describe.statements import Saying, Sayings
from turnwright.language.action import Result, Then
from turnwright.language.change import Moment, Which
from turnwright.language.condition import Condition, Sum
from turnwright.language.container import Drawn
from turnwright.language.effect import ConditionsBind
from turnwright.language.eligibility import Direction, Rank
from turnwright.language.fact import Subject
from turnwright.language.turn_order import Cadence, OrderKey, Uneven
from turnwright.site.pages.comparison.dealing_steps import DealingSteps

SPEAK_FOR_THEMSELVES = ("cadence", "together", "first", "uneven", "until")
"""The words whose values are understood without the word before them."""

SPOKEN: Mapping[tuple[str, str], str] = {
    ("passing", "allowed"): "may pass",
    ("passing", "never"): "no passing",
    ("finish", "allowed"): "may stop",
    ("finish", "never"): "may not stop",
    ("unable", "passes"): "passes if unable",
    ("unable", "waits"): "waits if unable",
    ("group", "shared"): "step by step together",
    ("group", "in_turn"): "one after another",
    ("group_counts", "each"): "all of them are used",
    ("group_counts", "one"): "one of them is used",
    ("extra", "picked"): "one more marker each",
    ("extra", "nothing"): "no more markers",
    ("of_passed", "ignored"): "none after a pass",
    ("of_passed", "calls_back"): "even after a pass",
    ("covers", "same"): "the one that goes on",
    ("covers", "together"): "those active together",
    ("covers", "later"): "later ones",
    ("covers_whose", "side"): "of its own side",
    ("covers_whose", "anyone"): "of anybody",
    ("next", "side"): "the next of its side",
    ("next", "source"): "the next of its maker",
    ("boundary", "step"): "where it opens",
    ("boundary", "enclosing"): "where the step around it opens",
    ("conditions_bind", "always"): "only while its conditions are met",
    ("conditions_bind", "once"): "its conditions are asked once",
    ("drawn", "blind"): "drawn blind",
    ("drawn", "seen"): "drawn by choice",
    ("gained", "adds"): "one more marker",
    ("gained", "nothing"): "no marker yet",
    ("gone", "stays"): "the marker stays",
    ("gone", "leaves"): "the marker goes, too",
    ("leaves", "at_once"): "leaves at once",
    ("leaves", "last_model"): "leaves with its last model",
    ("away", "off_table"): "off the table",
}
"""What players say for a word and its value, where the two by themselves are riddles."""
SPOKEN_WORDS = {
    "decides": "decided by",
    "ties": "if tied",
    "kept": "kept for",
    "draws": "drawn from",
    "rank": "ranked by",
    "group_needs": "only if",
    "chances": "how many chances",
    "covers_until": "until the end of",
}
"""What players say for a word, before whatever it is said of."""

RANKED = ("highest", "lowest")
RANKED_BY_FACT = ("those with it", "those without it")
RANKED_BY_ACT = ("latest", "earliest")
"""Who comes first in a descending rank, and in an ascending one."""

LONGEST = 48
"""Letters of a detail; a longer one is left to the sentence of the clause."""


class Term(NamedTuple):
    """A word of the glossary."""

    owner: str
    """The class of the language that declares it."""
    member: str
    """The member of an enumeration, or the field, that it is."""
    text: str
    """The word, in words."""
    detail: str = ""
    """What it is said of: dice, a value, steps."""

    def __str__(self) -> str:
        return f"{self.text} {self.detail}".strip()


UNITS = Term(Subject.__name__, Subject.UNIT.name, "unit")
"""Units act."""
SIDES = Term(Subject.__name__, Subject.SIDE.name, "side")
"""Sides act."""


def term_of(saying: Saying, labels: Labels) -> Term:
    """Term of what a clause says."""
    value, name = saying.value, SPOKEN_WORDS.get(saying.word) or as_words(saying.word)
    word = Term(saying.meaning.__name__, saying.word, name)
    named = "" if saying.word in SPEAK_FOR_THEMSELVES else f"{name}: "
    if isinstance(value, StrEnum):
        spoken = SPOKEN.get((saying.word, value.value)) or f"{named}{as_words(value.value)}"
        return Term(type(value).__name__, value.name, spoken)
    if isinstance(value, bool):
        return word
    if isinstance(value, OrderKey):
        return _of_order(value, named, labels)
    if isinstance(value, Rank):
        said = value.fact or ("acted" if value.acted else value.value)
        ends = RANKED_BY_FACT if value.fact else RANKED_BY_ACT if value.acted else RANKED
        which = ends[value.direction is Direction.ASCENDING]
        detail = f"{phrase(said, labels.within)}, {which} first"
        return word._replace(detail=_short(detail))
    if isinstance(value, Result):
        return Term(Then.__name__, value.then.name, as_words(value.then.value))
    if isinstance(value, Moment):
        return moment_term(value, labels)
    if isinstance(value, Condition):
        detail = phrase(value, labels.within).removeprefix("fact ")
    else:
        detail = phrase(value, labels.within).removeprefix("value ")
    return word._replace(detail=_short(detail))


def _of_order(key: OrderKey, named: str, labels: Labels) -> Term:
    """Term of what sides are put in order by."""
    if key.was is not None:
        return Term(type(key.was).__name__, key.was.name, f"{named}{as_words(key.was.value)}")
    field = next(each for each in fields(key) if getattr(key, each.name))
    detail = _short(phrase(getattr(key, field.name), labels.within))
    if key.lowest:
        detail = f"{detail}, lowest"
    return Term(OrderKey.__name__, field.name, f"{named}{as_words(field.name)}", detail)


def moment_term(moment: Moment, labels: Labels) -> Term:
    """Term of a moment."""
    word = "start" if moment.start else "end" if moment.end else "during"
    step = labels.within(moment.start or moment.end or moment.during)
    which = "the next " if moment.which is Which.NEXT else ""
    joint = "" if word == "during" else " of"
    return Term(Moment.__name__, word, f"{word}{joint}", f"{which}{step}")


def roll_term(dice: str) -> Term:
    """Term of dice that are rolled for an amount."""
    return Term(Sum.__name__, "roll", "roll", dice)


def _short(detail: str) -> str:
    """A detail that is short enough for a cell, or nothing."""
    return detail if len(detail) <= LONGEST else ""


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
