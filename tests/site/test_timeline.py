"""The timeline of an example."""

from types import SimpleNamespace
from typing import Any

import pytest

from turnwright.describe.labels import Labels
from turnwright.engine.decision import Awaits, Decision
from turnwright.examples.record import Record, Row
from turnwright.language.event import Began, Chose, Ended, Event, Passed
from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset
from turnwright.site.drawing.timeline import timeline_entries, timeline_of

RULES = Ruleset(ruleset="duel", language=2, title="Duel", sides=("red", "blue"))
NAMER = Labels(RULES)
OVER: Any = SimpleNamespace(decision=Decision(awaits=Awaits.END))


def chose(side: str, does: str, *units: str, target: str = "") -> Chose:
    """A side spends a chance."""
    return Chose(side, does, units, target, "", ())


def began(step: str) -> Began:
    """A step opens."""
    return Began(step, "", (), ())


def ended(step: str) -> Ended:
    """A step closes."""
    return Ended(step, "", (), ())


def record(*rows: tuple[int, tuple[Event, ...]]) -> Record:
    """An example that went like this: the round after each line, and what happened in it."""
    return Record(
        example=Example(example="x", ruleset="duel", given={"red": ("Ash",), "blue": ("Elm",)}),
        ruleset=RULES,
        rows=tuple(Row(line=None, events=e, game=OVER, round=n) for n, e in rows),
    )


def test_each_chance_is_a_block_in_the_lane_of_its_side():
    """In the order in which they were spent."""
    played = record(
        (1, ()),
        (1, (chose("red", "activation", "Ash"), ended("activation"))),
        (1, (chose("blue", "activation", "Elm"), ended("activation"))),
    )

    spent = timeline_entries(played, NAMER)

    assert [(entry.side, entry.title) for entry in spent] == [(0, "Ash"), (1, "Elm")]


def test_what_is_done_inside_an_activation_belongs_to_its_block():
    """A reaction says whose it is."""
    played = record(
        (1, ()),
        (1, (chose("red", "activation", "Ash"), began("activation"))),
        (1, (chose("red", "charge", "Ash", target="Elm"),)),
        (1, (chose("blue", "strike", "Elm"), ended("activation"))),
        (1, (chose("blue", "activation", "Elm"),)),
    )

    spent = timeline_entries(played, NAMER)

    assert [entry.title for entry in spent] == ["Ash", "Elm"]
    assert spent[0].steps == ("Charge against Elm", "Elm: strike")


def test_an_ability_takes_nothing_of_what_comes_after_it():
    """It opens nothing, and so nothing is done inside it."""
    played = record(
        (1, ()),
        (1, (chose("red", "war_cry", "Ash"),)),
        (1, (chose("blue", "activation", "Elm"), began("activation"))),
    )

    spent = timeline_entries(played, NAMER)

    assert [(entry.side, entry.title) for entry in spent] == [(0, "Ash"), (1, "Elm")]


def test_a_chance_belongs_to_the_round_it_was_spent_in():
    """Even when it ends that round."""
    played = record(
        (1, ()),
        (2, (chose("red", "activation", "Ash"), ended("activation"))),
        (2, (chose("red", "activation", "Ash"), ended("activation"))),
    )

    spent = timeline_entries(played, NAMER)

    assert [entry.round for entry in spent] == [1, 2]


def test_a_pass_is_drawn_and_a_forced_one_is_not():
    """Only what somebody decided is worth a mark."""
    played = record((1, ()), (1, (Passed("red", False, ()),)), (1, (Passed("blue", True, ()),)))

    spent = timeline_entries(played, NAMER)

    assert [(entry.side, entry.title, entry.slight) for entry in spent] == [(0, "passes", True)]


def test_lanes_differ_without_colour():
    """The first side is filled and the second hatched."""
    played = record(
        (1, ()),
        (1, (chose("red", "activation", "Ash"), ended("activation"))),
        (1, (chose("blue", "activation", "Elm"), ended("activation"))),
    )

    timeline = timeline_of(played, NAMER)

    assert timeline is not None
    assert timeline.fills == ("filled", "hatched")
    assert timeline.sentences == (
        "Round 1, Red: Ash (Activation)",
        "Round 1, Blue: Elm (Activation)",
    )


def test_where_nobody_acts_there_is_nothing_to_draw():
    """An example of dice alone has no timeline."""
    assert timeline_of(record((1, ())), NAMER) is None


@pytest.mark.parametrize("count", [3, 4])
def test_every_side_has_a_lane_and_a_pattern_of_its_own(count: int):
    """However many sides there are."""
    sides = ("red", "blue", "green", "the long grey line")[:count]
    turns = tuple((chose(side, "activation", "Ash"), ended("activation")) for side in sides)
    played = Record(
        example=Example(example="x", ruleset="duel", given=dict.fromkeys(sides, ("Ash",))),
        ruleset=RULES,
        rows=tuple(Row(line=None, events=turn, game=OVER, round=1) for turn in turns),
    )

    timeline = timeline_of(played, NAMER)

    assert timeline is not None
    assert timeline.sides == tuple(side[:1].upper() + side[1:] for side in sides)
    assert [entry.side for entry in timeline.entries] == [*range(count)]
    assert len({*timeline.fills}) == count
