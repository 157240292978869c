"""Desk: what a page asks of the engine, as JSON, and what it is answered.

A page holds one desk in a worker. Every answer is either what was asked for, or `refused` with a
message and the rules behind it: whatever a page is handed, a desk answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from turnwright.engine.decision import Reason, Refused
from turnwright.language.example import Example
from turnwright.play.ask import answers, question_from, questions
from turnwright.play.kept import battle_from, plain_battle, read, written
from turnwright.play.kit import Kit, unpacked
from turnwright.play.plain import NotPlain, input_of, to_plain
from turnwright.play.reasons import refused_here, told, why_not
from turnwright.play.session import Session
from turnwright.play.setup import agreements, own_battle
from turnwright.play.table import sheet, table

Asked = Mapping[str, Any]


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
                return _refused(str(refused))
            return {"refused": told(self.session, refused)}
        except (NotPlain, ValueError, TypeError, RecursionError) as problem:
            return _refused(str(problem))

    def _kit(self) -> Kit:
        if self.kit is None:
            raise NotPlain("there are no rules yet")
        return self.kit

    def _table(self) -> Session:
        if self.session is None:
            raise NotPlain("there is no battle yet")
        return self.session

    def begin(self, asked: Asked) -> Any:
        """Set up a battle: a ready one, one's own, or one that was kept, at one of its moments."""
        session = Session(self._kit(), self._battle(asked))
        if type(at := asked.get("at")) is int:
            session.go_to(at)
        self.session = session
        return table(session)

    def _battle(self, asked: Asked) -> Example:
        kit = self._kit()
        if "text" in asked:
            return read(str(asked["text"]))
        if "battle" in asked:
            return battle_from(asked["battle"])
        if "example" in asked:
            if asked["example"] not in (*kit.examples,):
                raise NotPlain("there is no such example here")
            return kit.examples[asked["example"]]
        chosen = {"options": asked.get("options", []), "readings": asked.get("readings", {})}
        sides = asked.get("own")
        if isinstance(sides, dict) and all(isinstance(each, str) for each in sides.values()):
            own = own_battle(kit, sides, chosen["options"], chosen["readings"])
            return battle_from(plain_battle(own))
        army = asked.get("army", 0)
        if type(army) is not int or not 0 <= army < len(kit.armies):
            raise NotPlain("there are no such armies")
        ready = plain_battle(kit.armies[army].battle)
        if asked.get("agreed"):
            ready |= chosen
            ready.pop("params", None)
        return battle_from(ready)

    def say(self, asked: Asked) -> Any:
        """Go on by an input; with `finish`, also through all that it opens, as short as can be."""
        session = self._table()
        said = input_of(asked.get("input"))
        before = session.game.state.serial
        session.do(said)
        if asked.get("finish"):
            opened = {f.serial for f in session.game.state.stack if f.serial > before}
            session.finish(opened)
        return table(session)

    def roll(self, asked: Asked) -> Any:
        """Roll the dice, or draw the marker, that is awaited, by a seed."""
        session = self._table()
        session.do(session.chance(str(asked.get("seed", ""))))
        return table(session)

    def move(self, asked: Asked) -> Any:
        """Go back or on through what was done."""
        session = self._table()
        if asked["ask"] == "undo":
            session.undo()
        elif asked["ask"] == "redo":
            session.redo()
        elif type(at := asked.get("at")) is int:
            session.go_to(at)
        return table(session)

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
        return found

    def why(self, asked: Asked) -> Any:
        """Why the rules refuse an input now; nothing where they allow it."""
        session = self._table()
        refused = session.refusal(input_of(asked.get("input")))
        return told(session, refused) if refused else {}

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
        return answers(self._kit(), question_from(self._kit(), asked))

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
    "say": Desk.say,
    "roll": Desk.roll,
    "undo": Desk.move,
    "redo": Desk.move,
    "go": Desk.move,
    "unit": Desk.unit,
    "why": Desk.why,
    "keep": Desk.keep,
    "keep_all": Desk.keep_all,
    "may": Desk.may,
    "can_be_asked": Desk.can_be_asked,
}
"""What a page can ask, by the word with which it asks."""
