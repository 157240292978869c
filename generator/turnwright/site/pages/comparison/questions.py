"""Questions of players, each with the function that finds the clauses which answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from turnwright.describe.clause_words import Statement, Statements
from turnwright.describe.step_tree import Branch, BranchKind, build_tree
from turnwright.engine.program import Program, TurnsPart
from turnwright.language.action import Then
from turnwright.language.change import Moment
from turnwright.language.condition import Selection, Whose
from turnwright.language.container import Drawn
from turnwright.language.effect import ConditionsBind
from turnwright.language.ruleset import Ruleset
from turnwright.language.traversal import texts_in
from turnwright.language.turn_order import Cadence, First, Uneven

SMALL = 4
"""How many times larger the largest step of a round is than one that is beside the matter."""


@dataclass(frozen=True, kw_only=True)
class DealingSteps:
    """The steps that deal chances, the one with most beneath it first."""

    round: tuple[str, ...] = ()
    """The round itself, and what it stands in."""
    outer: tuple[str, ...] = ()
    """Those around everything else: they deal turns, or activations."""
    main: tuple[str, ...] = ()
    """Those of them that most of the round stands in, and not what is only settled at its end."""
    inner: tuple[str, ...] = ()
    """Those inside a turn, or a unit's command over others, that pick units."""
    reactions: tuple[str, ...] = ()
    """Those inside somebody's turn or activation in which other sides have chances."""
    reacting: tuple[str, ...] = ()
    """What those deal."""
    settling: tuple[str, ...] = ()
    """The steps that settle the order of the sides for others."""


def find_dealing_steps(program: Program, statements: Statements) -> DealingSteps:
    """Find the steps of a ruleset that deal chances, and what each is for."""
    tree = build_tree(program.ruleset)
    if tree is None:
        return DealingSteps()
    around = _path(tree, program.round) if program.round else (tree,)
    found = _Found(program, statements)
    found.sort(around[-1], _Inside.ROUND)
    beneath = {branch.name: [each.name for each in branch.walk()] for branch in tree.walk()}
    sizes = {name: len(names) for name, names in beneath.items()}
    largest = max((sizes[name] for name in found.outer), default=0)
    main = [name for name in found.outer if sizes[name] * SMALL >= largest]
    in_main = {name for outer in main for name in beneath[outer]}

    def largest_first(names: list[str]) -> tuple[str, ...]:
        return tuple(sorted(dict.fromkeys(names), key=lambda name: -sizes.get(name, 0)))

    reacting = [name for step in found.reactions for name in program.turns(step).children]
    return DealingSteps(
        round=tuple(branch.name for branch in reversed(around)),
        outer=largest_first(found.outer),
        main=largest_first(main),
        inner=largest_first([name for name in found.inner if name in in_main]),
        reactions=largest_first(found.reactions),
        reacting=largest_first(reacting),
        settling=tuple(branch.name for branch in tree.walk() if branch.settles),
    )


def _path(branch: Branch, name: str) -> tuple[Branch, ...]:
    """The steps from a branch to the one of this name."""
    if branch.name == name:
        return (branch,)
    below = (_path(child, name) for child in branch.branches)
    return next(((branch, *path) for path in below if path), ())


class _Inside(IntEnum):
    """What a step stands in: the round, a side's turn, or what a unit does."""

    ROUND = 0
    TURN = 1
    UNIT = 2


@dataclass
class _Found:
    """The dealing steps that were found so far."""

    program: Program
    statements: Statements
    outer: list[str] = field(default_factory=list)
    inner: list[str] = field(default_factory=list)
    reactions: list[str] = field(default_factory=list)

    def sort(self, branch: Branch, inside: _Inside) -> None:
        """Sort a step, and all beneath it, into the lists."""
        below = inside
        part = self.program.steps[branch.name]
        if isinstance(part, TurnsPart):
            self._sort_turns(branch, part, inside)
            children = [self.program.steps.get(name) for name in part.children]
            by_side = all(child is not None and child.among_side for child in children)
            by_side = by_side or branch.dealt == Cadence.EACH_PLAYER
            below = max(inside, _Inside.TURN if by_side else _Inside.UNIT)
        for child_branch in branch.branches:
            self.sort(child_branch, below if child_branch.how is BranchKind.EACH else inside)

    def _sort_turns(self, branch: Branch, part: TurnsPart, inside: _Inside) -> None:
        if inside == _Inside.ROUND:
            self.outer.append(branch.name)
            return
        among = [said.value for said in self.statements.of_step(branch.name, "among")]
        picked = [who.of if isinstance(who, Selection) else who for who in among]
        firsts = {ruling.value for ruling in part.first.rulings}
        others_too = First.OTHER in firsts or branch.dealt in (Cadence.ALTERNATE, Cadence.DRAW)
        reaction = others_too and bool(part.each)
        if reaction:
            self.reactions.append(branch.name)
        # The rest is what a unit does that acts already.
        by_itself = Whose.ACTIVE in picked or (inside is _Inside.UNIT and not picked)
        if not by_itself and (inside is _Inside.TURN or not reaction):
            self.inner.append(branch.name)


DICE = re.compile(r"\d+d\d+")
"""Dice, such as `2d6`."""

Answering = Iterator[Statement]
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

    def say(self, steps: tuple[str, ...], *words: str) -> Answering:
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
    answers: Callable[[RulesAsked], Answering]
    """What finds the clauses that answer it."""


def _next(asked: RulesAsked) -> Answering:
    yield from asked.say(asked.picking, "cadence", "rank", "draws")
    for statement in asked.say(tuple(asked.rules.steps), "result"):
        if statement.value.then is Then.HAND_OVER:
            yield statement


def _what(asked: RulesAsked) -> Answering:
    yield from asked.say(asked.picking, "each")


def _many(asked: RulesAsked) -> Answering:
    yield from asked.say(
        asked.picking, "together", "group_needs", "group", "group_counts", "chances"
    )
    yield from asked.statements.of_kind("containers", "extra")


def _often(asked: RulesAsked) -> Answering:
    dealt = [name for statement in _what(asked) for name in statement.value]
    yield from asked.say((*asked.picking, *dict.fromkeys(dealt)), "limit", "costs")


def _first(asked: RulesAsked) -> Answering:
    yield from asked.say(
        (*asked.dealing.settling, *asked.picking), "first", "decides", "ties", "kept"
    )


def _pass(asked: RulesAsked) -> Answering:
    own: list[Statement] = []
    for step in asked.picking:
        said = [*asked.say((step,), "passing", "passed", "finish")]
        dealt = [*asked.say((step,), "cadence")]
        if any(it.value is Cadence.ONE_SIDE for it in dealt):
            # Whoever stops here passes to nobody.
            own += said
        elif said or step in asked.dealing.main:
            yield from said
        else:
            # In somebody's turn both pick, one after the other, whether they like it or not.
            yield from (it for it in dealt if it.value is Cadence.ALTERNATE)
    yield from asked.statements.of_kind("containers", "of_passed")
    yield from own


def _fewer(asked: RulesAsked) -> Answering:
    yield from asked.say(asked.picking, "uneven", "unable")


def _react(asked: RulesAsked) -> Answering:
    steps, dealt = asked.dealing.reactions, asked.dealing.reacting
    yield from asked.say(steps, "each")
    yield from asked.say((*steps, *dealt), "limit", "chances", "costs", "counts_as")


def _end(asked: RulesAsked) -> Answering:
    yield from asked.say((*asked.dealing.outer, *asked.dealing.round), "until", "chances")
    for statement in asked.say(asked.dealing.outer, "uneven"):
        if statement.value is Uneven.STOPS:
            yield statement


def _effects(asked: RulesAsked) -> Answering:
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


def _maker(asked: RulesAsked) -> Answering:
    yield from asked.statements.of_kind("effects", "if_gone")
    for statement in asked.statements.of_kind("effects", "conditions_bind"):
        if statement.value is ConditionsBind.ALWAYS:
            yield statement


def _random(asked: RulesAsked) -> Answering:
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


def _gone(asked: RulesAsked) -> Answering:
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
