"""Wordings: the short answer that a clause gives, in the words of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import NamedTuple

from turnwright.describe.labels import Labels, as_words, phrase
from turnwright.describe.statements import Statement
from turnwright.language.action import Result, Then
from turnwright.language.condition import Condition, Sum
from turnwright.language.eligibility import Direction, Rank
from turnwright.language.fact import Subject
from turnwright.language.moment import Moment, Which
from turnwright.language.turn_order import OrderKey

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


class Wording(NamedTuple):
    """A word of the language, as players say it."""

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


UNITS = Wording(Subject.__name__, Subject.UNIT.name, "unit")
"""Units act."""
SIDES = Wording(Subject.__name__, Subject.SIDE.name, "side")
"""Sides act."""


def wording_of(statement: Statement, labels: Labels) -> Wording:
    """Wording of what a clause says."""
    value, name = statement.value, SPOKEN_WORDS.get(statement.word) or as_words(statement.word)
    word = Wording(statement.meaning.__name__, statement.word, name)
    named = "" if statement.word in SPEAK_FOR_THEMSELVES else f"{name}: "
    if isinstance(value, StrEnum):
        spoken = SPOKEN.get((statement.word, value.value)) or f"{named}{as_words(value.value)}"
        return Wording(type(value).__name__, value.name, spoken)
    if isinstance(value, bool):
        return word
    if isinstance(value, OrderKey):
        return _of_order_key(value, named, labels)
    if isinstance(value, Rank):
        said = value.fact or ("acted" if value.acted else value.value)
        ends = RANKED_BY_FACT if value.fact else RANKED_BY_ACT if value.acted else RANKED
        which = ends[value.direction is Direction.ASCENDING]
        detail = f"{phrase(said, labels.within)}, {which} first"
        return word._replace(detail=_short(detail))
    if isinstance(value, Result):
        return Wording(Then.__name__, value.then.name, as_words(value.then.value))
    if isinstance(value, Moment):
        return wording_of_moment(value, labels)
    if isinstance(value, Condition):
        detail = phrase(value, labels.within).removeprefix("fact ")
    else:
        detail = phrase(value, labels.within).removeprefix("value ")
    return word._replace(detail=_short(detail))


def _of_order_key(key: OrderKey, named: str, labels: Labels) -> Wording:
    """Wording of what sides are put in order by."""
    if key.was is not None:
        return Wording(type(key.was).__name__, key.was.name, f"{named}{as_words(key.was.value)}")
    field = next(each for each in fields(key) if getattr(key, each.name))
    detail = _short(phrase(getattr(key, field.name), labels.within))
    if key.lowest:
        detail = f"{detail}, lowest"
    return Wording(OrderKey.__name__, field.name, f"{named}{as_words(field.name)}", detail)


def wording_of_moment(moment: Moment, labels: Labels) -> Wording:
    """Wording of a moment."""
    word = "start" if moment.start else "end" if moment.end else "during"
    step = labels.within(moment.start or moment.end or moment.during)
    which = "the next " if moment.which is Which.NEXT else ""
    joint = "" if word == "during" else " of"
    return Wording(Moment.__name__, word, f"{word}{joint}", f"{which}{step}")


def wording_of_roll(dice: str) -> Wording:
    """Wording of dice that are rolled for an amount."""
    return Wording(Sum.__name__, "roll", "roll", dice)


def _short(detail: str) -> str:
    """A detail that is short enough for a cell, or nothing."""
    return detail if len(detail) <= LONGEST else ""
