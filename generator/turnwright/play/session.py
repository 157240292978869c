"""Session: a battle that is gone through input by input, and back again as often as one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from random import Random

from turnwright.describe.labels import Labels
from turnwright.describe.story import followed, line_sentence
from turnwright.engine.decision import Awaits, Reason, Refused
from turnwright.engine.game import Game
from turnwright.engine.odds import random_input
from turnwright.examples.record import Row
from turnwright.examples.replay import battle_of, initial_game
from turnwright.language.event import Began, Ended
from turnwright.language.example import Example, Line
from turnwright.language.input import DONE, PASS, Choice, Input
from turnwright.play.battle_file import inputs_of
from turnwright.play.kit import Kit
from turnwright.play.out_of_turn import in_words

LONGEST_TURN = 400
"""Most inputs that are made for a player at once."""
WRONG = (KeyError, IndexError, ValueError, TypeError, AttributeError, OverflowError)
"""What the engine raises for names and numbers that no file of examples could have."""


@dataclass(frozen=True)
class SessionMoment:
    """A moment of a session: the row of its line, and the line as it is told."""

    row: Row
    told: tuple[str, ...]
    """The line, and what followed from it, a sentence each."""
    group: int
    """Lines of one group are taken back together."""
    over: frozenset[str] = frozenset()
    """The steps of the round that are over."""


class Session:
    """Session: a battle with all its moments, also those that were taken back."""

    def __init__(self, kit: Kit, battle: Example) -> None:
        """Sets a battle up and goes through its inputs. Raises Refused."""
        self.kit = kit
        self.battle = battle_of(battle)
        program = kit.program(battle)
        self.labels = Labels(program.ruleset)
        unknown = [side for side in battle.given if side not in program.sides]
        if unknown or not battle.given:
            raise Refused(f"there is no side {unknown[0]}" if unknown else "nobody fights")
        try:
            game = initial_game(self.battle, program)
        except WRONG as error:
            raise Refused(f"this battle cannot be set up: {error}", (), Reason.UNCLEAR) from None
        game = replace(game, consulted=None)
        row = Row(line=None, events=game.events, round=game.round, game=game)
        told = (line_sentence(row, None, self.labels),)
        self.moments = [SessionMoment(row, told, 0, steps_over(frozenset(), game))]
        self.at = 0
        for number, said in enumerate(inputs_of(battle), start=1):
            try:
                self.do(said)
            except Refused as refused:
                message = f"line {number} does not go: {refused.message}"
                raise Refused(message, refused.by, refused.reason) from None

    def branch(self) -> Session:
        """Another session that goes on from this moment by itself."""
        other = copy(self)
        other.moments = self.moments[: self.at + 1]
        return other

    @property
    def game(self) -> Game:
        """The battle at this moment."""
        return self.moments[self.at].row.game

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All that was said up to this moment."""
        return tuple(moment.row.line.input for moment in self.past if moment.row.line)

    @property
    def past(self) -> list[SessionMoment]:
        """The moments up to this one."""
        return self.moments[: self.at + 1]

    def do(self, said: Input, *, together: bool = False) -> None:
        """Go on by an input; what was taken back before is gone. Raises Refused.

        `together` with the one before it, an undo takes both back.
        """
        before = self.moments[self.at]
        try:
            game = before.row.game.apply(said)
        except WRONG as error:
            raise Refused(f"that cannot be done: {error}", (), Reason.UNCLEAR) from None
        except Refused as refused:
            raise self._in_words(said, refused) from None
        row = Row(line=Line(input=said), events=game.events, round=game.round, game=game)
        told = (
            line_sentence(row, before.row, self.labels),
            *followed(row, before.row, self.labels),
        )
        group = before.group if together else self.at + 1
        over = steps_over(before.over, game)
        self.moments[self.at + 1 :] = [SessionMoment(row, told, group, over)]
        self.at += 1

    def refusal(self, said: Input) -> Refused | None:
        """Why the rules refuse an input now; None when they allow it."""
        refused = self.game.refusal(said)
        return refused and self._in_words(said, refused)

    def _in_words(self, said: Input, refused: Refused) -> Refused:
        return in_words(self.game, self.labels, self.moments[self.at].over, said, refused)

    def undo(self) -> None:
        """Take the last line back, with those of its group."""
        group = self.moments[self.at].group
        while self.at and self.moments[self.at].group == group:
            self.at -= 1

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.at + 1 < len(self.moments):
            group = self.moments[self.at + 1].group
            while self.at + 1 < len(self.moments) and self.moments[self.at + 1].group == group:
                self.at += 1

    def go_to(self, at: int) -> None:
        """Go to a moment by its number."""
        self.at = max(0, min(at, len(self.moments) - 1))

    def chance(self, seed: str) -> Input:
        """The dice or the marker that comes up, by a seed. Raises Refused when none is awaited."""
        if self.game.state.ask.awaits not in (Awaits.ROLL, Awaits.DRAW):
            raise Refused("no dice and no marker are awaited", (), Reason.NOT_NOW)
        return random_input(self.game.program, self.game.state, Random(seed))

    def finish(self, serials: Iterable[int], say: Callable[[], Input | None]) -> None:
        """Do in the open steps of these numbers what is said for a player, until they are over.

        Nobody rolls for a player: it stops where dice, or anything else, have to be said.
        """
        waiting = set(serials)
        for _ in range(LONGEST_TURN):
            if not waiting.intersection(frame.serial for frame in self.game.state.stack):
                return
            said = say()
            if said is None:
                return
            try:
                self.do(said, together=True)
            except Refused:
                return

    def kept(self, title: str = "") -> Example:
        """The battle with all that was done up to this moment."""
        named = replace(self.battle, example=title or self.battle.example)
        return battle_of(named, self.inputs)


def steps_over(before: frozenset[str], game: Game) -> frozenset[str]:
    """The steps of the round that are over after the last input, where these were before it."""
    over = set(before)
    for event in game.events:
        if isinstance(event, Began) and event.step == game.program.round:
            over.clear()
        elif isinstance(event, Began):
            over.discard(event.step)
        elif isinstance(event, Ended):
            over.add(event.step)
    return frozenset(over)


def least(game: Game) -> Input | None:
    """The least that whoever decides can do: be done, or pass; None where it is open."""
    ask = game.state.ask
    if ask.awaits is not Awaits.CHOICE:
        return None
    if ask.finish is not None:
        return Choice(DONE)
    if ask.passing is not None:
        return Choice(PASS)
    return None
