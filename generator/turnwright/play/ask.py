"""Ask: what may my unit do? A round is gone through in which everybody does the least.

Wherever the rules deal something to the unit, it is noted what it may do there and what not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from turnwright.describe.step_tree import build_tree
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import NO_CHECK, Program
from turnwright.lab.legal_moves import singly
from turnwright.language.event import Skipped
from turnwright.language.input import (
    PLACED,
    Choice,
    Declaration,
    Draw,
    Input,
    Roll,
)
from turnwright.play.kit import Kit
from turnwright.play.question import (
    HERE,
    MINE,
    UnitQuestion,
    battle_of_question,
    nearer,
    places,
)
from turnwright.play.reasons import reasons, refused_here
from turnwright.play.session import Session, least

MOST = 160
"""Most inputs that are tried for one question."""
SEED = "ask"
AWAY = 3.0
"""How many inches a unit moves from its enemies where it may not stay."""


def answers(kit: Kit, question: UnitQuestion) -> list[dict[str, Any]]:
    """What the unit may do and may not do, by the step in which it is asked. Raises Refused."""
    asking = _Asking(Session(kit, battle_of_question(kit, question)), question)
    found = asking.found()
    for before in nearer(kit, question) if asking.missing() else ():
        other = _Asking(Session(kit, battle_of_question(kit, before)), question, before)
        told = other.found()
        if not other.missing():
            return told
    return found


class _Asking:
    """A walk through a round, and what was found on the way."""

    def __init__(
        self, session: Session, question: UnitQuestion, before: UnitQuestion | None = None
    ) -> None:
        self.session = session
        self.question = question
        self.before = before
        """What is so until all is done that the question says, where that is not the same."""
        self.seen: dict[str, dict[str, Any]] = {}
        """What was found in each step, by its name."""
        self.passed_over: dict[str, dict[str, Any]] = {}
        """What was found of steps that were passed over after dice, by their names."""
        self.looked_at: dict[str, int] = {}
        """The steps in which it was looked, and in which round."""
        self.skipped_in: dict[str, int] = {}
        """The steps that were passed over, likewise."""
        self.entered: set[str] = set()
        self.is_lucky: bool | None = None
        """Whether the dice show the highest or the lowest; None where they are rolled."""
        self.left = MOST

    def found(self) -> list[dict[str, Any]]:
        """Everything that was found, in the order of the round."""
        begun = self.session.game.round
        for said in self.stated(self.session.game):
            self.session.do(said)
        self.note_skipped(self.session)
        self.walk(self.session, lambda game: game.round > begun + 1)
        tree = build_tree(self.session.labels.ruleset)
        listed = [branch.name for branch in tree.walk()] if tree else []
        place = {name: number for number, name in reversed([*enumerate(listed)])}
        noted = self.passed_over | self.seen
        told = sorted(noted.items(), key=lambda item: place.get(item[0], len(listed)))
        found = [each for _, each in told if each["yes"] or each["no"]]
        return [*self.not_done(found), *found]

    def not_done(self, found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """What the question says that it did, and cannot have done, with why not."""
        why = {each["does"]: each["because"] for step in found for each in step["no"]}
        title = self.session.labels.title
        if missing := self.missing():
            listed = [
                {"does": does, "title": title(does), "because": why.get(does, [])}
                for does in missing
            ]
            yield {"step": "What it cannot have done", "yes": [], "no": listed}

    def missing(self) -> list[str]:
        """What the question says that it did, and that was not done."""
        done = {what for moment in self.session.past for what in moment.row.game.did(MINE)}
        return [does for does in self.question.did if does not in done]

    def is_done(self, game: Game) -> bool:
        """Whether all is over that the question says that it did."""
        going = {frame.step for frame in game.state.stack}
        return {*self.question.did} <= {*game.did(MINE)} and going.isdisjoint(self.question.did)

    def come_to_the_question(self) -> None:
        """From now on all stand as the question says."""
        session, was, self.before = self.session, self.before, None
        stand = places(self.question) if session.kit.measured else {}
        said = [Declaration(PLACED, name, places=(place,)) for name, place in stand.items()]
        said += [Declaration(PLACED, MINE, places=(HERE,))] if stand else []
        named = zip(self.question.named().items(), was.enemies if was else (), strict=False)
        for (name, now), then in named:
            ended = (fact for fact in then.near if fact not in now.near)
            said += [Declaration(fact, MINE, name, ends=True) for fact in ended]
        for each in said:
            if session.refusal(each) is None:
                session.do(each)

    def walk(self, session: Session, over: Callable[[Game], bool]) -> None:
        """Go on from here with as little as can be done, until it is over."""
        begun = session.at
        while self.left > 0 and not over(session.game):
            if self.before and session is self.session and self.is_done(session.game):
                self.come_to_the_question()
            ask = session.game.state.ask
            number = session.game.number(MINE)
            alive = session.game.state.alive >> number & 1
            mine = ask.side == session.game.state.roster.side_of[number]
            if ask.awaits is Awaits.CHOICE and ask.kind is ChoiceKind.CHANCE and mine and alive:
                self.look(session, begun if session is not self.session else None)
            for said in (*self.wanted(session.game), *self.onward(session)):
                self.left -= 1
                try:
                    session.do(with_causes(said, self.stated(session.game)))
                except Refused:
                    continue
                self.note_skipped(session, begun if session is not self.session else None)
                break
            else:
                return

    def wanted(self, game: Game) -> Iterator[Input]:
        """What the unit can do now of what the question says that it did, or begin for it."""
        number, program, ask = game.number(MINE), game.program, game.state.ask
        if ask.awaits is not Awaits.CHOICE or ask.kind is not ChoiceKind.CHANCE:
            return
        left = {*self.question.did} - {*game.did(MINE)}
        for does, mask in ask.legal:
            known = mask >> number & 1 and does in program.steps
            if known and (does in left or left & leads_to(program, does)):
                yield from ways(game, does)

    def look(self, session: Session, begun: int | None) -> None:
        """Note what the unit may do in the step that is open, and go into what it may begin.

        What is so only because of dice that came up since it begun is no answer.
        """
        here, ask = session, session.game.state.ask
        step, round_now, number = ask.step, here.game.round, here.game.number(MINE)
        program, labels = here.game.program, here.labels
        legal = [does for does, mask in ask.legal if mask >> number & 1]
        note = self.seen.setdefault(step, {"step": labels.title(step), "yes": [], "no": []})
        known = {each["does"] for each in note["yes"]}
        is_first = step not in self.looked_at
        # Its time may come later in the round, when others have acted; not in the next round.
        first_round = self.looked_at.get(step, self.skipped_in.get(step, round_now))
        if first_round != round_now or (not is_first and known.issuperset(legal)):
            return
        self.looked_at[step] = round_now
        by_chance = _was_rolled(here, begun)
        offers = {offer.name: offer for offer in program.offers.get(step, ())}
        note["no"] = [each for each in note["no"] if not is_first and each["does"] not in legal]
        for does in (does for does in legal if does not in known):
            by = offers[does].by if does in offers else ()
            note["yes"].append(
                {
                    "does": does,
                    "title": labels.title(does),
                    "but": [*["if the dice let it"] * by_chance, *self.provisos(here, does)],
                    "because": reasons(here, by)[:1],
                }
            )
        for does, refused in refused_here(here, MINE) if is_first and not by_chance else ():
            because = reasons(here, refused.by)
            if because:
                note["no"].append({"does": does, "title": labels.title(does), "because": because})
        told = {said.does for said in self.wanted(here.game) if isinstance(said, Choice)}
        for does in told or legal:
            if does in program.steps and does not in self.entered:
                self.entered.add(does)
                self.enter(here, does)

    def stated(self, game: Game) -> tuple[Declaration, ...]:
        """What the question says and is not so at this moment."""
        number, alive, known = game.number(MINE), game.state.alive, game.state.rest.pairs
        if not alive >> number & 1:
            return ()
        question = self.before or self.question
        own = {
            fact: bool(game.state.facts[game.program.fact(fact).number] >> number & 1)
            for fact in self.question.facts
        }
        near = {
            (fact, name): known.isdisjoint({(fact, number, enemy), (fact, enemy, number)})
            for name, each in question.named().items()
            for enemy in (game.number(name),)
            for fact in each.near
            if alive >> enemy & 1
        }
        return (
            *(Declaration(fact, MINE) for fact, holds in own.items() if not holds),
            *(Declaration(fact, MINE, name) for (fact, name), lacks in near.items() if lacks),
        )

    def note_skipped(self, session: Session, begun: int | None = None) -> None:
        """Note the steps that were passed over because nobody could use them.

        What dice had a part in is noted only where no other dice let the unit do it.
        """
        program, labels = session.game.program, session.labels
        noted = self.passed_over if _was_rolled(session, begun) else self.seen
        for event in session.game.events:
            if not isinstance(event, Skipped) or event.step in self.seen:
                continue
            because = dict(event.because).get(MINE)
            if not because:
                continue
            self.skipped_in.setdefault(event.step, session.game.round)
            found = reasons(session, because)
            offered = [offer.name for offer in program.offers.get(event.step, ())]
            noted[event.step] = {
                "step": labels.title(event.step),
                "yes": [],
                "no": [
                    {"does": does, "title": labels.title(does), "because": found}
                    for does in offered or [event.step]
                    if found
                ],
            }

    def enter(self, session: Session, does: str) -> None:
        """Begin something, and look at what may be done inside it, by high dice and by low ones."""
        before = self.is_lucky
        for self.is_lucky in (True, False) if before is None else (before,):
            inside = session.branch()
            serial = inside.game.state.serial
            for said in ways(inside.game, does):
                try:
                    inside.do(said)
                except Refused:
                    continue
                self.left -= 1
                self.walk(inside, _until_over(inside.game, serial))
                break
            if inside.inputs and not _was_rolled(inside, session.at):
                break
        self.is_lucky = before

    def onward(self, session: Session) -> Iterator[Input]:
        """Inputs that go on with as little as can be done, the least first."""
        game, ask = session.game, session.game.state.ask
        if ask.awaits is Awaits.ROLL and self.is_lucky is not None and not ask.rollers:
            yield Roll((ask.faces if self.is_lucky else 1,) * ask.many)
        if ask.awaits in (Awaits.ROLL, Awaits.DRAW):
            yield session.chance(f"{SEED} {session.at}")
            return
        if (said := least(game)) is not None:
            yield said
        # Nobody is attacked where something else will do.
        others = sorted(singly(game.program, game.state), key=_has_target)
        yield from others
        if ask.kind is ChoiceKind.MOVE and session.kit.measured:
            away = (HERE[0] - AWAY, HERE[1])
            yield from (replace(said, to=away) for said in others if isinstance(said, Choice))

    def provisos(self, session: Session, does: str) -> Iterator[str]:
        """What a yes depends on: a roll, or the items or targets that it can be done with."""
        game, labels = session.game, session.labels
        part = game.program.steps.get(does)
        action = next(each for each in game.decision.legal if each.does == does)
        if part is not None and part.check and part.check.says:
            check = next(iter(part.check.rulings)).value
            if check != NO_CHECK:
                yield f"after a roll: {labels.within(check, 'checks')}"
        carried = self.question.card.carries
        if action.using and set(action.using) != set(carried):
            yield f"only with {' or '.join(action.using)}"
        targets = dict(action.targets).get(MINE, ())
        if targets and not {*self.question.named()}.issubset(targets):
            yield f"only with {' or '.join(targets)} as the target"


def _until_over(game: Game, serial: int) -> Callable[[Game], bool]:
    """Whether all is over that was opened after a step of this number."""
    opened = {frame.serial for frame in game.state.stack if frame.serial > serial}
    return lambda later: opened.isdisjoint(frame.serial for frame in later.state.stack)


def leads_to(program: Program, step: str) -> set[str]:
    """The steps that a step can open, at once or through others."""
    found: set[str] = set()
    waiting = [step]
    while waiting:
        name = waiting.pop()
        below = (*program.steps[name].opens, *(offer.name for offer in program.offers[name]))
        new = set(below) - found
        found |= new
        waiting += new
    return found


def with_causes(said: Input, causes: tuple[Declaration, ...]) -> Input:
    """An input that also brings this about."""
    return said if isinstance(said, Declaration) else replace(said, causes=causes)


def ways(game: Game, does: str) -> Iterator[Input]:
    """Ways in which the unit can begin something, each with a target and item that may do."""
    for said in singly(game.program, game.state):
        if isinstance(said, Choice) and said.does == does and said.units == (MINE,):
            yield said


def _has_target(said: Input) -> bool:
    """Whether something is done to somebody."""
    return isinstance(said, Choice) and bool(said.target)


def _was_rolled(session: Session, begun: int | None) -> bool:
    """Whether dice, or markers, came up since this moment; not where nothing has begun."""
    later = session.inputs[begun:] if begun is not None else ()
    return any(isinstance(said, Roll | Draw) for said in later)
