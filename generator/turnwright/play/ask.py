"""Ask: what may my unit do? A round is gone through in which everybody does the least.

Wherever the rules deal something to the unit, it is noted what it may do there and what not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from turnwright.describe.step_tree import build_tree
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.game import Game
from turnwright.engine.state import bits
from turnwright.lab.legal_moves import singly
from turnwright.language.event import Began, Chose, Ended, Skipped
from turnwright.language.fact import Subject
from turnwright.language.input import PLACED, Choice, Declaration, Input, Roll
from turnwright.play import findings
from turnwright.play.findings import Found
from turnwright.play.kit import Kit
from turnwright.play.question import (
    FRIEND,
    HERE,
    MINE,
    UnitQuestion,
    battle_of_question,
    carrying,
    nearer,
    places,
    targets_of,
)
from turnwright.play.reasons import reasons
from turnwright.play.session import Session, least
from turnwright.play.walk import (
    Inside,
    away,
    has_target,
    leads_to,
    until_over,
    was_rolled,
    ways,
    with_causes,
)

MOST = 160
"""Most inputs that are tried for one question."""
SEED = "ask"
HELD = "not away from the enemy"
"""What is said of a move that keeps a unit with an enemy."""
NEVER = "it does not come to that"
"""What is said of something for which the unit never had the chance."""


def answers(kit: Kit, question: UnitQuestion) -> list[Found]:
    """What the unit may do and may not do, by the step in which it is asked. Raises Refused.

    Where nobody has said what it carries, it is asked with each thing that one can carry, too.
    """
    found = _answers(kit, question)
    if kit.items and not question.card.carries:
        armed = (carrying(kit, question, [item]) for item in kit.items)
        findings.left_open(found, (step for each in armed for step in _answers(kit, each)))
    return found


def _answers(kit: Kit, question: UnitQuestion) -> list[Found]:
    """What is found of the unit as it is described."""
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
        self.seen: dict[str, Found] = {}
        """What was found in each step, by its name."""
        self.passed_over: dict[str, Found] = {}
        """What was found of steps that were passed over after dice, by their names."""
        self.earlier: dict[str, Found] = {}
        """What was found of steps before all was done that the question says."""
        self.is_earlier = bool(question.did)
        """Whether that is still to be done."""
        self.looked_at: set[str] = set()
        """The steps in which it was looked."""
        self.met_in: dict[str, int] = {}
        """The steps that came up, or were passed over, and in which round."""
        self.entered: set[str] = set()
        self.is_lucky: bool | None = None
        """Whether the dice show the highest or the lowest; None where they are rolled."""
        self.others: list[Session] = []
        """Moments at which the other side could begin something."""
        self.answering = ""
        """What the other side does and the unit could answer; empty where it does the least."""
        self.known: set[str] = set()
        """What was noted before others did more than the least."""
        self.left = MOST

    def found(self) -> list[Found]:
        """Everything that was found, in the order of the round."""
        begun = self.session.game.round
        for said in self.stated(self.session.game):
            self.session.do(said)
        self.note_events(self.session)
        self.walk(self.session, lambda game: game.round > begun + 1)
        self.known = {*self.seen, *self.passed_over}
        self.left += MOST
        for session in self.others:
            self.provoke(session)
        tree = build_tree(self.session.labels.ruleset)
        listed = [branch.name for branch in tree.walk()] if tree else []
        place = {name: number for number, name in reversed([*enumerate(listed)])}
        noted = self.passed_over | self.seen
        told = sorted(noted.items(), key=lambda item: place.get(item[0], len(listed)))
        found = [each for _, each in told if each["yes"] or each["no"]]
        return [*self.not_done(found), *found, *self.over(noted)]

    def not_done(self, found: list[Found]) -> Iterator[Found]:
        """What the question says that it did, and cannot have done, with why not."""
        program, title = self.session.game.program, self.session.labels.title
        every = {each["does"]: each["because"] for step in found for each in step["no"]}
        # What is never come to is kept from the unit by what keeps it from the way there.
        way = {does: by for before, by in every.items() for does in leads_to(program, before)}
        why = way | every
        if missing := self.missing():
            listed = [
                {"does": does, "title": title(does), "but": [], "because": why[does]}
                if why.get(does)
                else findings.allowed(self.session, does, [NEVER], self.not_opened(does))
                for does in missing
            ]
            yield {"step": "What it cannot have done", "yes": [], "no": listed}

    def not_opened(self, does: str) -> list[str]:
        """The clauses that open the first step on the way to something that never opened."""
        program = self.session.game.program
        events = (event for moment in self.session.past for event in moment.row.events)
        begun = {event.step for event in events if isinstance(event, Began)}
        ways = pairwise(program.graph.path(program.round, does))
        closed = next(((above, step) for above, step in ways if step not in begun), None)
        return [ruling.clause for ruling in program.graph.rulings(*closed)] if closed else []

    def over(self, noted: Collection[str]) -> Iterator[Found]:
        """The steps that came before all was done that the question says, and not again."""
        past = [
            {"does": step, "title": each["step"], "but": [], "because": []}
            for step, each in self.earlier.items()
            if step not in noted and each["yes"]
        ]
        if past:
            yield {"step": "Over by then", "yes": [], "no": past}

    def left_to_do(self, session: Session) -> set[str]:
        """What the question says that it did, and that was not done."""
        done = (said for said in session.inputs if isinstance(said, Choice))
        return {*self.question.did} - {said.does for said in done if MINE in said.units}

    def missing(self) -> list[str]:
        """What the question says that it did, and that was not done, in its order."""
        left = self.left_to_do(self.session)
        return [does for does in self.question.did if does in left]

    def is_done(self, session: Session) -> bool:
        """Whether all is over that the question says that it did."""
        going = {frame.step for frame in session.game.state.stack}
        return not self.left_to_do(session) and going.isdisjoint(self.question.did)

    def come_to_the_question(self) -> None:
        """From now on it is noted what may be done, and all stand as the question says."""
        session, was, self.before = self.session, self.before, None
        self.is_earlier, self.earlier = False, self.seen
        self.seen, self.passed_over, self.looked_at, self.entered = {}, {}, set(), set()
        self.met_in = dict.fromkeys(self.met_in, session.game.round)
        self.note_events(session)
        if was is None:
            return
        stand = places(self.question) if session.kit.measured else {}
        said = [Declaration(PLACED, name, places=(place,)) for name, place in stand.items()]
        said += [Declaration(PLACED, MINE, places=(HERE,))] if stand else []
        named = zip(self.question.named().items(), was.enemies, strict=False)
        for (name, now), then in named:
            ended = (fact for fact in then.near if fact not in now.near)
            said += [Declaration(fact, MINE, name, ends=True) for fact in ended]
        for each in said:
            if session.refusal(each) is None:
                session.do(each)

    def walk(
        self, session: Session, over: Callable[[Game], bool], inside: Inside | None = None
    ) -> None:
        """Go on from here with as little as can be done, until it is over."""
        while self.left > 0 and not over(session.game):
            if self.is_earlier and session is self.session and self.is_done(session):
                self.come_to_the_question()
            ask = session.game.state.ask
            number = session.game.number(MINE)
            alive = session.game.state.alive >> number & 1
            mine = ask.side == session.game.state.roster.side_of[number]
            if ask.awaits is Awaits.CHOICE and ask.kind is ChoiceKind.CHANCE and alive:
                if mine:
                    self.look(session, inside)
                elif self.answering:
                    self.provoke(session)
                elif not inside and not self.is_earlier:
                    self.others.append(session.branch())
            if inside and ask.kind is ChoiceKind.MOVE and mine and alive:
                self.note_held(session, inside)
            for said in (*self.wanted(session), *self.onward(session)):
                self.left -= 1
                try:
                    session.do(with_causes(said, tuple(self.stated(session.game))))
                except Refused:
                    continue
                self.note_events(session, inside)
                break
            else:
                return

    def wanted(self, session: Session) -> Iterator[Input]:
        """What the unit can do now of what the question says that it did, or begin for it."""
        game = session.game
        number, program, ask = game.number(MINE), game.program, game.state.ask
        if ask.awaits is not Awaits.CHOICE or ask.kind is not ChoiceKind.CHANCE:
            return
        left, upon = self.left_to_do(session), targets_of(self.question)
        for does, mask in ask.legal:
            known = mask >> number & 1 and does in program.steps
            if known and (does in left or left & leads_to(program, does)):
                wanted = upon.get(does)
                meant = (said for said in ways(game, does) if wanted in (None, said.target))
                yield from meant

    def look(self, session: Session, inside: Inside | None) -> None:
        """Note what the unit may do in the step that is open, and go into what it may begin.

        What is so only because of dice that came up since it begun is no answer.
        """
        here, ask = session, session.game.state.ask
        step, round_now, number = ask.step, here.game.round, here.game.number(MINE)
        legal = [does for does, mask in ask.legal if mask >> number & 1]
        if step in self.known:
            return
        note = self.seen.setdefault(step, findings.nothing_yet(here, step))
        known = {each["does"] for each in note["yes"]}
        is_first = step not in self.looked_at
        # Its time may come later in the round, when others have acted; not in the next round.
        is_later = self.met_in.setdefault(step, round_now) != round_now
        if is_later or (not is_first and known.issuperset(legal)):
            return
        self.looked_at.add(step)
        by_chance = was_rolled(here, inside)
        offers = {offer.name: offer for offer in here.game.program.offers.get(step, ())}
        note["no"] = [each for each in note["no"] if not is_first and each["does"] not in legal]
        for does in (does for does in legal if does not in known):
            by = offers[does].by if does in offers else ()
            but = [self.answering] if self.answering else ["if the dice let it"] * by_chance
            but += findings.provisos(here, self.question, does)
            note["yes"].append(findings.allowed(here, does, but, by))
        if is_first and not by_chance:
            note["no"] += findings.refused_in(here, step)
        for does in () if self.is_earlier else legal:
            if does in here.game.program.steps and does not in self.entered:
                self.entered.add(does)
                self.enter(here, step, does)

    def stated(self, game: Game) -> Iterator[Declaration]:
        """What the question says and is not so at this moment."""
        number = game.number(MINE)
        if not game.state.alive >> number & 1:
            return
        question = self.before or self.question
        for fact in self.question.facts:
            if not game.state.facts[game.program.fact(fact).number] >> number & 1:
                yield Declaration(fact, MINE)
        stated = (
            (fact, who, name)
            for name, each in question.named().items()
            for who, facts in ((MINE, each.near), (FRIEND, each.friends))
            for fact in facts
        )
        alive, known = game.state.alive, game.state.rest.pairs
        for fact, who, name in stated:
            one, other = game.number(who), game.number(name)
            lacks = known.isdisjoint({(fact, one, other), (fact, other, one)})
            if lacks and alive >> one & alive >> other & 1:
                yield Declaration(fact, who, name)

    def note_events(self, session: Session, inside: Inside | None = None) -> None:
        """Note what the unit did without a choice, and the steps that nobody could use.

        What dice had a part in is noted only where no other dice let the unit do it, and of a
        branch nothing that came after what it is inside of.
        """
        if self.answering:
            return
        noted = self.passed_over if was_rolled(session, inside) else self.seen
        chosen = {event.does for event in session.game.events if isinstance(event, Chose)}
        for event in session.game.events:
            if isinstance(event, Ended) and inside and event.step == inside.does:
                return
            if isinstance(event, Began) and MINE in event.units and event.step not in chosen:
                for step, found in findings.unasked(session, event):
                    noted.setdefault(step, found)
            if isinstance(event, Skipped) and event.step not in self.seen:
                self.note_skipped(session, event, noted)

    def note_skipped(self, session: Session, event: Skipped, noted: dict[str, Found]) -> None:
        """Note a step that nobody could use, and what kept the unit from it."""
        if found := findings.passed_over(session, event):
            self.met_in.setdefault(event.step, session.game.round)
            noted[event.step] = found

    def note_held(self, session: Session, inside: Inside) -> None:
        """Note of a move that it does not lead away from an enemy that the unit is with."""
        game, facts = session.game, session.labels.ruleset.facts
        number = game.number(MINE)
        pairs = self.session.game.state.rest.pairs
        met = any(number in one[1:] and facts[one[0]].of is Subject.PAIR for one in pairs)
        if not met or not session.kit.measured:
            return
        for said in map(away, singly(game.program, game.state)):
            refused = session.refusal(said)
            because = reasons(session, refused.by) if refused else []
            for each in (each for note in self.seen.values() for each in note["yes"]):
                if because and each["does"] == inside.does and HELD not in each["but"]:
                    each["but"].append(HELD)
                    each["because"] = because

    def enter(self, session: Session, step: str, does: str) -> None:
        """Begin something, and look at what may be done inside it, by high dice and by low ones."""
        before, branch = self.is_lucky, None
        for self.is_lucky in (True, False) if before is None else (before,):
            branch = self.begun(session, ways(session.game, does))
            if branch and not was_rolled(branch, Inside(does, session.at)):
                break
        self.is_lucky = before
        empty = findings.empty(session, branch, does) if branch else None
        for each in self.seen[step]["yes"] if empty else ():
            if empty and each["does"] == does:
                each["but"].append(findings.without(empty))
                each["because"] = empty["no"][0]["because"]

    def provoke(self, session: Session) -> None:
        """Let the other side begin what it may, and look at what the unit may do about it."""
        game, before = session.game, self.answering
        for does, mask in game.state.ask.legal:
            if does not in game.program.steps or f"{does} of others" in self.entered:
                continue
            self.entered.add(f"{does} of others")
            who = (game.state.roster.names[number] for number in bits(mask))
            others = [name for name in who if name in self.question.named()]
            said = [each for name in others for each in ways(game, does, name)]
            if said:
                self.answering = f"in answer to {others[0]}: {session.labels.title(does)}"
                self.begun(session, sorted(said, key=lambda each: each.target != MINE))
        self.answering = before

    def begun(self, session: Session, said: Iterable[Choice]) -> Session | None:
        """A branch in which the first of these that can be done is done, and gone through."""
        for each in said if self.left > 0 else ():
            branch = session.branch()
            try:
                branch.do(each)
            except Refused:
                continue
            self.left -= 1
            inside = Inside(each.does, branch.at)
            self.note_events(branch, inside)
            over = until_over(branch.game, session.game.state.serial, each.does)
            self.walk(branch, over, inside)
            return branch
        return None

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
        others = sorted(singly(game.program, game.state), key=has_target)
        yield from others
        if ask.kind is ChoiceKind.MOVE and session.kit.measured:
            yield from map(away, others)
