"""Desk: what a page asks of the engine, as JSON, and what it is answered.

A page holds one desk in a worker. Every answer is either what was asked for, or `refused` with a
message and the rules behind it: whatever a page is handed, a desk answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from turnwright.engine.decision import ChoiceKind, Reason, Refused
from turnwright.language.example import Example
from turnwright.language.input import GAINED, Declaration, Input
from turnwright.play.ask import answers
from turnwright.play.battle_file import (
    MOST_LETTERS,
    battle_from,
    plain_battle,
    read,
    titles,
    written,
)
from turnwright.play.json_values import NotPlain, from_plain, input_of, to_plain
from turnwright.play.kit import Kit, unpacked
from turnwright.play.question import battle_of_question, question_from, questions
from turnwright.play.reasons import not_offered, refused_here, told, why_not
from turnwright.play.session import WRONG, Session, least
from turnwright.play.setup import agreements, own_battle, units_of
from turnwright.play.slots import complete, farthest
from turnwright.play.table import sheet, table, whole

Asked = Mapping[str, Any]
AGREED: Mapping[str, Any] = {"options": [], "readings": {}, "params": {}}
"""What players agree on before a battle, and nothing of it."""


class Desk:
    """Desk: a kit, and the battle that is on the table."""

    def __init__(self) -> None:
        self.kit: Kit | None = None
        self.session: Session | None = None

    def open(self, data: bytes) -> str:
        """Take up a kit of this very build, and tell what can be agreed on."""
        self.kit = unpacked(data)
        return json.dumps(agreements(self.kit), ensure_ascii=False)

    def answer(self, text: str) -> str:
        """The answer to what is asked, both as JSON."""
        return json.dumps(self._answer(text), ensure_ascii=False)

    def _answer(self, text: str) -> Any:
        try:
            asked = json.loads(text)
            if not isinstance(asked, dict) or asked.get("ask") not in ANSWERS:
                raise NotPlain("nobody knows what is asked")
            return ANSWERS[asked["ask"]](self, asked)
        except Refused as refused:
            if self.session is None:
                return _refused(refused.message)
            return {"refused": told(self.session, refused)}
        except (NotPlain, RecursionError, *WRONG) as problem:
            return _refused(str(problem))

    def _kit(self) -> Kit:
        if self.kit is None:
            raise NotPlain("there are no rules yet")
        return self.kit

    def _table(self) -> Session:
        if self.session is None:
            raise NotPlain("there is no battle yet")
        return self.session

    def _shown(self) -> Any:
        """The table; with a move that goes on, the `slot` in which it is asked where to."""
        session = self._table()
        shown = table(session)
        match shown["kind"], shown["actions"]:
            case ChoiceKind.MOVE, [{"does": does, "units": [_]}]:
                shown["slot"], _ = complete(session, {"does": does})
        return shown

    def begin(self, asked: Asked) -> Any:
        """Set up a battle: a ready one, one's own, or one that was kept, at one of its moments.

        Of a text with several it is asked first which, by their `titles`.
        """
        if "text" in asked and "number" not in asked:
            found = titles(str(asked["text"])[:MOST_LETTERS])
            if len(found) > 1:
                return {"titles": found}
        session = Session(self._kit(), self._battle(asked))
        if type(at := asked.get("at")) is int:
            session.go_to(at)
        self.session = session
        return self._shown()

    def _battle(self, asked: Asked) -> Example:
        kit = self._kit()
        if "text" in asked:
            number = asked.get("number", 0)
            return read(str(asked["text"]), number if type(number) is int else 0)
        if "battle" in asked:
            return battle_from(asked["battle"])
        if "example" in asked:
            if asked["example"] not in (*kit.examples,):
                raise NotPlain("there is no such example here")
            return kit.examples[asked["example"]]
        chosen = {key: asked.get(key, empty) for key, empty in AGREED.items()}
        sides = asked.get("own")
        if isinstance(sides, dict) and all(isinstance(each, str) for each in sides.values()):
            return battle_from(plain_battle(own_battle(kit, sides)) | chosen)
        army = asked.get("army", 0)
        if type(army) is not int or not 0 <= army < len(kit.armies):
            raise NotPlain("there are no such armies")
        ready = plain_battle(kit.armies[army].battle)
        if asked.get("agreed"):
            ready |= chosen
        return battle_from(ready)

    def choose(self, asked: Asked) -> Any:
        """Go on by what was picked; or the `slot` that has to be filled before."""
        picked = asked.get("picked")
        if not isinstance(picked, dict):
            raise NotPlain("say what is to be done")
        slot, choice = complete(self._table(), picked)
        return {"slot": slot} if choice is None else self._goes_on(choice, asked)

    def say(self, asked: Asked) -> Any:
        """Go on by an input; with `finish`, also through all that it opens, as short as can be.

        Only a move goes as far as it may.
        """
        return self._goes_on(input_of(asked.get("input")), asked)

    def _goes_on(self, said: Input, asked: Asked) -> Any:
        session = self._table()
        before = session.game.state.serial
        session.do(said)
        if asked.get("finish"):
            opened = {f.serial for f in session.game.state.stack if f.serial > before}
            session.finish(opened, lambda: least(session.game) or farthest(session))
        return self._shown()

    def roll(self, asked: Asked) -> Any:
        """Roll the dice, or draw the marker, that is awaited, by a seed."""
        session = self._table()
        causes = from_plain(tuple[Declaration, ...], asked.get("causes", []))
        session.do(replace(session.chance(str(asked.get("seed", ""))), causes=causes))
        return self._shown()

    def move(self, asked: Asked) -> Any:
        """Go back or on through what was done."""
        session = self._table()
        if asked["ask"] == "undo":
            session.undo()
        elif asked["ask"] == "redo":
            session.redo()
        elif type(at := asked.get("at")) is int:
            session.go_to(at)
        return self._shown()

    def unit(self, asked: Asked) -> Any:
        """All that is so of a unit: what it may do, what not, and why."""
        session, name = self._table(), _name(asked)
        found = sheet(session, name)
        found["may"] = [each.does for each in session.game.decision.legal if name in each.units]
        found["why_not"] = [] if found["may"] else why_not(session, name)
        # Of a unit that may not be picked at all the reasons say enough.
        barred = refused_here(session, name) if found["may"] else ()
        found["may_not"] = [
            {"does": does, "title": session.labels.title(does), **told(session, refused)}
            for does, refused in barred
        ]
        found["others"] = list(not_offered(session, name))
        return found

    def why(self, asked: Asked) -> Any:
        """Why the rules refuse an input now; nothing where they allow it."""
        session = self._table()
        refused = session.refusal(input_of(asked.get("input")))
        return told(session, refused) if refused else {}

    def state(self, _: Asked) -> Any:
        """What is so of the battle and of its sides."""
        return whole(self._table())

    def join(self, asked: Asked) -> Any:
        """A unit joins a side, as a line of an army is written."""
        session, side = self._table(), str(asked.get("side"))
        taken = {*session.game.state.roster.names}
        for name, card in units_of(self._kit(), side, str(asked.get("unit")), taken):
            said = Declaration(GAINED, name, side=side, card=card)
            session.do(said)
        return self._shown()

    def keep(self, asked: Asked) -> Any:
        """The battle up to this moment: as the text of a file, and as data."""
        session = self._table()
        title = asked.get("title")
        battle = session.kept(title if isinstance(title, str) and title.isprintable() else "")
        return {"text": written(battle), "battle": plain_battle(battle), "at": session.at}

    def keep_all(self, _: Asked) -> Any:
        """The battle with what was taken back, for a page that is opened again."""
        session = self._table()
        lines = [each.row.line.input for each in session.moments if each.row.line]
        data = plain_battle(session.battle) | {"play": [to_plain(said) for said in lines]}
        return {"battle": data, "at": session.at}

    def may(self, asked: Asked) -> Any:
        """What a unit may do, as far as it is described."""
        kit = self._kit()
        question = question_from(kit, asked)
        try:
            return answers(kit, question)
        except Refused as refused:
            session = Session(kit, battle_of_question(kit, question))
            return {"refused": told(session, refused)}

    def can_be_asked(self, _: Asked) -> Any:
        """What can be said of a unit in a question."""
        return questions(self._kit())


def _name(asked: Asked) -> str:
    name = asked.get("unit")
    if not isinstance(name, str):
        raise NotPlain("say which unit")
    return name


def _refused(message: str) -> dict[str, Any]:
    return {
        "refused": {"message": message, "reason": Reason.UNCLEAR.value, "because": []},
    }


ANSWERS: Mapping[str, Callable[[Desk, Asked], Any]] = {
    "begin": Desk.begin,
    "choose": Desk.choose,
    "say": Desk.say,
    "roll": Desk.roll,
    "undo": Desk.move,
    "redo": Desk.move,
    "go": Desk.move,
    "unit": Desk.unit,
    "why": Desk.why,
    "state": Desk.state,
    "join": Desk.join,
    "keep": Desk.keep,
    "keep_all": Desk.keep_all,
    "may": Desk.may,
    "can_be_asked": Desk.can_be_asked,
}
"""What a page can ask, by the word with which it asks."""
