"""Questions of players, each with the function that finds the clauses which answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turnwright.describe.statements import Statement, Statements
from turnwright.language.action import Then
from turnwright.language.container import Drawn
from turnwright.language.effect import ConditionsBind
from turnwright.language.moment import Moment
from turnwright.language.ruleset import Ruleset
from turnwright.language.traversal import texts_in
from turnwright.language.turn_order import Uneven
from turnwright.site.pages.comparison.dealing_steps import DealingSteps

DICE = re.compile(r"\d+d\d+")
"""Dice, such as `2d6`."""

Found = Iterator[Statement]
"""What clauses say that answers a question."""


@dataclass(frozen=True)
class RulesAsked:
    """A ruleset that questions are asked of."""

    statements: Statements
    dealing: DealingSteps

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.statements.ruleset

    def say(self, steps: tuple[str, ...], *words: str) -> Found:
        """What is said of these steps with these words: step by step, word by word."""
        for step in steps:
            yield from self.statements.of_step(step, *words)

    @property
    def picking(self) -> tuple[str, ...]:
        """The steps in which it is somebody's chance to act with a unit, or a side's turn."""
        return (*self.dealing.main, *self.dealing.inner)


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
    yield from asked.say(asked.picking, "cadence", "rank", "draws")
    for statement in asked.say(tuple(asked.rules.steps), "result"):
        if statement.value.then is Then.HAND_OVER:
            yield statement


def _what(asked: RulesAsked) -> Found:
    yield from asked.say(asked.picking, "each")


def _many(asked: RulesAsked) -> Found:
    yield from asked.say(
        asked.picking, "together", "group_needs", "group", "group_counts", "chances"
    )
    yield from asked.statements.of_kind("containers", "extra")


def _often(asked: RulesAsked) -> Found:
    dealt = [name for statement in _what(asked) for name in statement.value]
    yield from asked.say((*asked.picking, *dict.fromkeys(dealt)), "limit", "costs")


def _first(asked: RulesAsked) -> Found:
    yield from asked.say(
        (*asked.dealing.settling, *asked.picking), "first", "decides", "ties", "kept"
    )


def _pass(asked: RulesAsked) -> Found:
    yield from asked.say(asked.picking, "passing", "passed", "finish")
    yield from asked.statements.of_kind("containers", "of_passed")


def _fewer(asked: RulesAsked) -> Found:
    yield from asked.say(asked.picking, "uneven", "unable")


def _react(asked: RulesAsked) -> Found:
    steps, dealt = asked.dealing.reactions, asked.dealing.reacting
    yield from asked.say(steps, "each")
    yield from asked.say((*steps, *dealt), "limit", "chances", "costs", "counts_as")


def _end(asked: RulesAsked) -> Found:
    yield from asked.say((*asked.dealing.outer, *asked.dealing.round), "until", "chances")
    for statement in asked.say(asked.dealing.outer, "uneven"):
        if statement.value is Uneven.STOPS:
            yield statement


def _effects(asked: RulesAsked) -> Found:
    yield from asked.statements.of_kind(
        "effects",
        *("next", "boundary"),
        *("covers", "covers_whose", "covers_until", "conditions_bind"),
    )
    for step in asked.rules.steps:
        for statement in asked.statements.of_step(step, "sets", "changes"):
            until = statement.value.until
            moment = until if isinstance(until, Moment) else Moment(end=until or step)
            # What lasts for the step itself only hands something on inside it.
            if moment.end != step:
                yield statement
    yield from asked.statements.of_kind("containers", "empties")


def _maker(asked: RulesAsked) -> Found:
    yield from asked.statements.of_kind("effects", "if_gone")
    for statement in asked.statements.of_kind("effects", "conditions_bind"):
        if statement.value is ConditionsBind.ALWAYS:
            yield statement


def _random(asked: RulesAsked) -> Found:
    yield from asked.statements.of_kind("checks", "roll")
    for statement in asked.statements.of_kind("containers", "drawn"):
        if statement.value is Drawn.BLIND:
            yield statement
    every = (
        *(found for step in asked.rules.steps for found in asked.statements.of_step(step)),
        *asked.statements.of_kind("values"),
    )
    yield from (
        statement for statement in every if any(map(DICE.fullmatch, texts_in(statement.value)))
    )


def _gone(asked: RulesAsked) -> Found:
    yield from asked.statements.of_kind("containers", "keeps_up")
    yield from asked.statements.of_kind("facts", "leaves", "away")


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
