"""What was done and what happened, in words."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from turnwright.describe.labels import Labels, join_names
from turnwright.describe.story import deciding_clauses, line_sentence, narrate
from turnwright.describe.wording import SILENT, WORDING, describe_decision
from turnwright.engine.decision import Awaits, Decision, LegalAction
from turnwright.examples.record import Row
from turnwright.examples.replay import replay, rules_of
from turnwright.language.container import Container, ContainerClause, ContainerMeaning, Contents
from turnwright.language.event import (
    KINDS,
    Began,
    Contradicted,
    Drew,
    Ended,
    Event,
    Lost,
    Markers,
    Passed,
    PutOff,
    Resulted,
    Rolled,
    ValueChanged,
    WentFirst,
)
from turnwright.language.example import Line
from turnwright.language.fact import Value
from turnwright.language.input import Choice, Declaration, Draw, Roll
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step, StepClause
from turnwright.load.library import Library

NAMER = Labels(
    Ruleset(
        ruleset="duel",
        language=2,
        title="Duel",
        sides=("red", "blue", "green"),
        words={"round": "Watch"},
        steps={
            "fight": Step(title="Fight phase"),
            "attack": Step(title="Ranged Attack"),
        },
        values={"fight": Value(title="Fighting spirit")},
        containers={
            "deck": Container(
                title="The deck",
                clauses=(
                    ContainerClause(
                        id="deck.cards",
                        text="There are cups.",
                        means=ContainerMeaning(contains=Contents(named=("cups", "tea_break"))),
                    ),
                ),
            )
        },
    )
)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Line(input=Choice("pass", side="red")), "Red passes."),
        (Line(input=Choice("walk_on", ("Ash",), "red")), "Ash chooses walk on."),
        (
            Line(input=Choice("attack", ("Ash", "Elm"), target="Yew")),
            "Ash and Elm choose Ranged Attack against Yew.",
        ),
        (Line(input=Roll((3, 4))), "3 and 4 are rolled."),
        (Line(input=Draw("blue")), "A marker of Blue is drawn."),
        (Line(input=Draw("Ash")), "The marker of Ash is drawn."),
        (Line(input=Draw("tea_break")), "Tea break is drawn."),
        (Line(input=Draw("cups", number=7)), "Cups 7 is drawn."),
        (Line(input=Declaration("fight", side="red", value=-2)), "Red: fighting spirit -2."),
        (Line(input=Declaration("engaged", unit="Ash", to_unit="Yew")), "Ash: engaged with Yew."),
        (Line(input=Declaration("gained", unit="Ash", side="red")), "Red gains Ash."),
        (
            Line(input=Declaration("placed", unit="Ash", places=((0, 0), (1.5, 2)))),
            "The models of Ash have new places.",
        ),
    ],
)
def test_a_line_is_told_as_somebody_would_say_it(line: Line, words: str):
    """Whatever kind of input it is."""
    ended: Any = SimpleNamespace(decision=Decision(awaits=Awaits.END))
    row = Row(line=line, game=ended)

    assert line_sentence(row, None, NAMER) == words


def test_the_rules_behind_a_line_are_those_that_players_know():
    """Each once, and none that only keeps the machine's books."""
    clauses = tuple(
        StepClause(id=f"walk.{name}", text="", ruleset="duel", machine=name == "counted")
        for name in ("far", "counted")
    )
    rules = Ruleset(ruleset="duel", language=2, title="", steps={"walk": Step(clauses=clauses)})
    began = Began("walk", "", (), ("duel.walk.far", "duel.walk.counted"))

    assert deciding_clauses((began, began), Labels(rules)) == ("duel.walk.far",)


def test_steps_that_open_and_close_are_not_told():
    """Nor who goes first in them; what happens next says it."""
    events = (Ended("walk", "", (), ()), Began("fight", "", (), ()), WentFirst("fight", "red", ()))

    assert narrate(events, NAMER) == ()


def test_which_dice_count_is_told():
    """With their total, and what it comes to."""
    rolled = Rolled("luck", (2, 5, 6), (5, 6), 11, "success", (), (), ())

    assert narrate((rolled,), NAMER) == (
        "2, 5 and 6 are rolled for the luck, of which 5 and 6 count, 11 in all: success.",
    )


def test_a_pass_that_was_forced_says_so():
    """Nobody chose it."""
    assert narrate((Passed("blue", True, ()),), NAMER) == ("Blue has to pass.",)


WHO = ("Ash",)
WHAT_HAPPENS = (
    (
        Rolled("luck", (6, 5, 1), (6, 5, 1), 12, "", ("hit", "hit", "miss"), (), ()),
        "2 hit and 1 miss",
    ),
    (
        Rolled("luck", (6, 1), (6, 1), 7, "", ("hit", "miss"), ("wild",), ()),
        "1 hit and 1 miss, with wild",
    ),
    (Rolled("luck", (), (), 0, "", (), (), ()), "No dice are rolled for the luck."),
    (Rolled("fight", (4,), (4,), 4, "", (), (), ()), "4 is rolled for the fighting spirit."),
    (Drew("deck", "tea_break", 0, False, ()), "Tea break is drawn"),
    (Drew("deck", "cups", 12, False, ()), "Cups 12 is drawn"),
    (
        Drew("deck", "green", 0, True, ()),
        "A marker of Green is drawn; it means nothing now, and another is drawn.",
    ),
    (Markers("deck", (("green", 2), ("red", 0)), "filled", ()), "The deck is filled: 2 green"),
    (ValueChanged("green", "fight", 3, ()), "Green: fighting spirit +3"),
    (ValueChanged("battle", "fight", -1, ()), "The battle: fighting spirit -1"),
    (Resulted("failure", "lose", WHO, ()), "The battle is lost."),
    (Resulted("", "go_on", WHO, ()), "Nothing comes of it, and play goes on."),
    (Lost("green", ()), "Green has lost"),
    (
        PutOff("red", "attack", WHO, "Yew", "fight", ()),
        "Ranged Attack of Ash against Yew is carried out later, in fight phase",
    ),
    (
        PutOff("red", "attack", (), "", "fight", ()),
        "Ranged Attack of Red is carried out later, in fight phase",
    ),
    (
        Contradicted("fight", "uneven", ()),
        "The round stops: rules contradict each other about `uneven` for fight phase",
    ),
)


@pytest.mark.parametrize(("event", "words"), WHAT_HAPPENS, ids=lambda one: type(one).__name__)
def test_what_happened_is_told_in_a_sentence(event: Event, words: str):
    """In the words of somebody at the table."""
    (told,) = narrate((event,), NAMER)

    assert words in told


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_of_event_can_be_told(kind: type[Event]):
    """A new one is given a sentence, and does not stop the site."""
    assert (kind in SILENT) != (kind in WORDING) or kind is WentFirst


def test_who_decides_is_told_with_the_choices():
    """Each thing that may be done, and with whom."""
    decision = Decision(
        awaits=Awaits.CHOICE,
        step="fight",
        side="red",
        legal=(LegalAction("attack", ("Ash",)), LegalAction("wait", ("Ash", "Elm"))),
        can_pass=True,
    )

    assert describe_decision(decision, NAMER) == (
        "Red chooses",
        ("Ranged Attack: Ash", "Wait: Ash or Elm", "Pass"),
    )


def test_one_unit_with_several_choices_is_named_once():
    """It is the unit that is active."""
    legal = (LegalAction("attack", ("Ash",)), LegalAction("wait", ("Ash",)))
    decision = Decision(awaits=Awaits.CHOICE, step="fight", side="red", legal=legal)

    assert describe_decision(decision, NAMER) == (
        "Red chooses",
        ("Ash: Ranged Attack or Wait",),
    )


def test_a_round_that_is_stuck_says_which_word_is_missing():
    """So that its author knows what to write."""
    decision = Decision(awaits=Awaits.UNSAID, unsaid="uneven")

    assert describe_decision(decision, NAMER) == ("The round stops: no rule says `uneven`", ())


def test_a_round_in_which_rules_contradict_each_other_says_about_what():
    """So that players can agree."""
    decision = Decision(awaits=Awaits.CONTRADICTED, unsaid="first")

    assert describe_decision(decision, NAMER) == (
        "The round stops: rules contradict each other about `first`",
        (),
    )


def test_what_is_drawn_or_rolled_for_is_named():
    """A container keeps its article, and a value is not taken for a step of the same name."""
    draw = Decision(awaits=Awaits.DRAW, what="deck")
    roll = Decision(awaits=Awaits.ROLL, dice="1d6", what="fight")

    assert describe_decision(draw, NAMER)[0] == "A marker is drawn from the deck"
    assert describe_decision(roll, NAMER)[0] == "Roll 1D6 for the fighting spirit"


@pytest.mark.parametrize(
    ("listed", "said"),
    [((), ""), (("Ash",), "Ash"), (("Ash", "Elm", "Yew"), "Ash, Elm and Yew")],
)
def test_names_are_listed_with_an_and(listed: tuple[str, ...], said: str):
    """As in a sentence."""
    assert join_names(listed) == said


def test_which_models_do_it_is_told_where_not_all_do():
    """Of a unit whose models stand apart; what is wanted and refused is told, too."""
    library = Library.read_samples(Path(__file__).parents[2] / "content" / "language")
    example = next(it for it in library.examples if it.ruleset == "step_models")
    record = replay(example, rules_of(library, example))

    told = [
        line_sentence(row, before, Labels(record.ruleset))
        for before, row in pairwise((None, *record.rows))
        if row.line is not None
    ]

    assert told[:2] == [
        "Ash wants to choose throw against Birch (model 3 of its 3).",
        "Ash chooses throw against Birch (model 1 of its 3).",
    ]


def test_a_move_without_a_unit_is_told_where_nobody_may_do_anything():
    """It was refused, and no unit that it could have been is left to measure from."""
    library = Library.read_samples(Path(__file__).parents[2] / "content" / "language")
    example = next(it for it in library.examples if it.ruleset == "check_roll")
    record = replay(example, rules_of(library, example))
    before = next(row for row in record.rows if not row.decision.legal)
    line = Line(input=Choice("walk_on", side="red", to=(3, 4)))

    row = Row(line=line, game=before.game, refused="nobody may")

    assert line_sentence(row, before, NAMER) == "Red wants to choose walk on."
