"""Terminal: a battle at the keyboard, a line for each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any

from turnwright.engine.decision import ChoiceKind, Refused, did_you_mean
from turnwright.language.input import PLACED, Choice, Declaration, Draw, Input, Roll
from turnwright.play.battle_file import written
from turnwright.play.reasons import not_offered, refused_here, told, why_not
from turnwright.play.session import Session
from turnwright.play.slots import complete
from turnwright.play.table import Plain, sheet, table

Echo = Callable[[str], object]
HELP = """\
A number      do what stands beside it
Enter         roll the dice, or draw; or type what came up: 3 5
undo, redo    take back, and do again
why UNIT      why it may not be picked now, and what it may not do
why UNIT X    why it may not do X now, whatever X is
UNIT          all that is so of it
is UNIT FACT  state that something is so that the rules cannot tell; not UNIT FACT: no longer
lost UNIT N   it loses so many models
at UNIT X Y   where it stands, in inches, each of its models
log           what was done
save FILE     keep the battle; `turnwright check` plays it again
back          leave a question; all of these leave it as well
quit          end"""
COMMANDS = (
    "help",
    "undo",
    "u",
    "redo",
    "why",
    "is",
    "not",
    "lost",
    "at",
    "log",
    "save",
    "quit",
    "q",
)

QUESTIONS = {"units": "who", "using": "with what", "target": "against whom"}


def numbers_in(line: str) -> list[float]:
    """The numbers of a line; none where anything in it is no number that can be measured."""
    try:
        found = [float(word) for word in line.replace(",", " ").split()]
    except ValueError:
        return []
    return found if all(map(isfinite, found)) else []


class Left(Exception):
    """Raised when the player goes back from a question to the one before it, or ends."""


class Terminal:
    """Terminal: asks a player by lines, until there are no more."""

    def __init__(self, session: Session, lines: Iterator[str], echo: Echo, seed: int) -> None:
        self.session = session
        self.lines = lines
        self.echo = echo
        self.seed = seed

    def play(self) -> None:
        """Go on until the player ends it, or says no more."""
        self.echo("Type help for all that can be said.")
        shown = asked = -1
        while True:
            now = table(self.session)
            if self.session.at != shown:
                self.show(now)
                shown = self.session.at
            # Where a move goes is asked at once, and not again of whoever left the question.
            moving = now["kind"] == ChoiceKind.MOVE and [len(it["units"]) for it in now["actions"]]
            goes_on = moving == [1] and asked != self.session.at
            line = "1" if goes_on else next(self.lines, None)
            asked = self.session.at
            if line is None or line.strip() in ("quit", "q"):
                return
            try:
                self.obey(line.strip(), now)
            except Refused as refused:
                self.refuse(refused)
                asked = -1 if goes_on else asked
            except Left:
                shown = -1

    def show(self, now: Plain) -> None:
        """What happened last, and what may be done now."""
        self.echo("")
        for sentence in now["log"][-1]:
            self.echo(f"  {sentence}")
        self.echo(now["where"])
        self.echo(now["who"] + (":" if now["actions"] or now["markers"] else "."))
        for number, action in enumerate(now["actions"], start=1):
            units = f": {', '.join(action['units'])}" if action["units"] else ""
            of = f": {action['of']}" if "of" in action else ""
            self.echo(f"{number:>3}  {action['title']}{units}{of}")
        if now["lacks"]:
            who, title = now["lacks"]["who"], now["lacks"]["title"]
            self.echo(f"Nobody has said the {title} of {who}: type it.")
        if now["settle"]:
            names = ", ".join(now["settle"]["units"])
            word = "not" if now["settle"]["ends"] else "is"
            self.echo(f"Settle it: {word} UNIT {now['settle']['title']}, with one of {names}.")
        if now["markers"]:
            held = (f"{each['what']} ({each['many']})" for each in now["markers"])
            self.echo(f"     {', '.join(held)}")

    def refuse(self, refused: Refused) -> None:
        """Why something cannot be done."""
        answer = told(self.session, refused)
        message = answer["message"]
        self.echo(f"No. {message}" if message.endswith("?") else f"No. {message}.")
        for each in answer["because"]:
            self.echo(f"  - {each['text']} ({each['clauses'][0]})")

    def obey(self, line: str, now: Plain) -> None:
        """Do what a line says. Raises Refused, and Left."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word:
            case "help":
                self.echo(HELP)
            case "undo" | "u":
                self.session.undo()
            case "redo":
                self.session.redo()
            case "why":
                self.why(rest)
            case "log":
                for moment in self.session.past:
                    self.echo("  " + " ".join(moment.told))
            case "save":
                self.save(rest)
            case "at":
                self.place(rest)
            case "is" | "not" | "lost":
                self.state(word, rest)
            case _:
                self.answer(line, now)

    def answer(self, line: str, now: Plain) -> None:
        """Dice, a marker, a number of what is offered, or the name of a unit."""
        if now["dice"] and not any(letter.isalpha() for letter in line):
            self.session.do(self.dice(line))
        elif now["markers"]:
            self.session.do(self.marker(line, now))
        elif now["lacks"] and line and not any(letter.isalpha() for letter in line):
            self.session.do(self.given(now["lacks"], line))
        elif line.isdecimal() and now["actions"]:
            self.session.do(self.choice(self.picked(now["actions"], line)))
        elif line:
            self.tell(sheet(self.session, self.unit(line)))

    def dice(self, line: str) -> Input:
        """The dice that were typed, or dice that are rolled."""
        if not line:
            return self.session.chance(f"{self.seed} {self.session.at}")
        return Roll(tuple(int(each) for each in line.replace(",", " ").split() if each.isdecimal()))

    def given(self, lacks: Plain, line: str) -> Declaration:
        """The number, or the place, that was typed for what nobody has said."""
        numbers = numbers_in(line)
        if not numbers:
            raise Refused("type a number")
        if not lacks["places"]:
            whose = {"unit": lacks["unit"], "side": lacks["side"]}
            return Declaration(lacks["fact"], **whose, value=int(numbers[0]))
        places = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        return Declaration(lacks["fact"], lacks["unit"], places=places)

    def marker(self, line: str, now: Plain) -> Input:
        """The marker that was named, or one that is drawn."""
        if not line:
            return self.session.chance(f"{self.seed} {self.session.at}")
        named = [each["what"] for each in now["markers"]]
        if line not in named:
            raise Refused(f"{line} is not in it{did_you_mean(line, named)}")
        held = now["markers"][named.index(line)]
        return Draw(line, held["number"])

    def choice(self, action: Plain) -> Choice:
        """What was picked, with all that is asked for before it can be done."""
        said: Plain = {"does": action["does"], "first": action.get("first", "")}
        while True:
            slot, choice = complete(self.session, said)
            if choice is not None:
                return choice
            assert slot is not None
            if lacks := slot.get("lacks"):
                title = f"{lacks['title']} of {lacks['unit']}"
                number = self.numbers(f"Nobody has said the {title}: what does its card say?", 1)
                self.session.do(self.given(lacks, f"{(number or [0])[0]}"))
                continue
            said = slot["so_far"] | {slot["slot"]: self.fill(slot)}

    def fill(self, slot: Plain) -> Any:
        """What a player says to fill a slot. Raises Left."""
        match slot["slot"]:
            case "move":
                return self.move(slot)
            case "which":
                listed = " ".join(map(str, slot["names"]))
                found = self.numbers(f"{slot['title']}: which models of {listed}? Or Enter: all")
                return [int(number) for number in found]
            case name if slot.get("several"):
                return self.some_of(f"{slot['title']}: {QUESTIONS[name]}", slot["names"])
            case name:
                return [self.one_of(f"{slot['title']}: {QUESTIONS[name]}", slot["names"])]

    def move(self, slot: Plain) -> Plain:
        """Where a move goes: a place where places are known, else how far, and to whom."""
        places, title = slot["places"], slot["title"]
        if "arrives" in slot:
            found = self.numbers(f"{title}: where does it arrive? Or Enter: nobody says", 2)
            return {"to": found} if found else {}
        if len(places) == 1:
            at = f"{places[0][0]:g} {places[0][1]:g}"
            found = self.numbers(f"{title}: where to, from {at}? Or Enter: it stays", 2)
            return {"to": found or places[0]}
        if places:
            many = len(places)
            question = f"{title}: where does each of {many} models end? Or Enter: they stay"
            found = self.numbers(question, 2 * many)
            ends = list(zip(found[::2], found[1::2], strict=True))
            return {"places": [list(end) for end in ends] or places}
        return self.far(slot)

    def far(self, slot: Plain) -> Plain:
        """How many inches a move has, and what else is so then, as far as anybody says it."""
        (unit,) = slot["so_far"]["units"]
        near = {
            f"{each['title']} {other}".lower(): (each["fact"], other)
            for each in slot["near"]
            for other in each["units"]
        }
        then = f", or with what is so then: 6, {next(iter(near))}" if near else ""
        while True:
            self.echo(f"{slot['title']}: how many inches? Or Enter: it stays{then}.")
            inches, *said = (part.strip().lower() for part in self.line().split(","))
            wrong = next((part for part in said if part.removeprefix("not ") not in near), None)
            if wrong is not None:
                self.echo(f"Nobody knows what {wrong} is{did_you_mean(wrong, near)}.")
                continue
            many = numbers_in(inches or "0")
            if not many:
                self.echo("Type a number, or back.")
                continue
            found: Plain = {"inches": many[0]}
            for part in said:
                fact, other = near[part.removeprefix("not ")]
                ends = {"ends": True} if part.startswith("not ") else {}
                causes = found.setdefault("causes", [])
                causes.append({"declare": fact, "unit": unit, "to_unit": other, **ends})
            return found

    def numbers(self, question: str, many: int = 0) -> list[float]:
        """So many numbers of a player, or any number of them; none for an empty line."""
        while True:
            self.echo(question if question.endswith("?") else f"{question}.")
            line = self.line()
            found = numbers_in(line)
            if line and not found:
                self.echo("Type numbers, or back.")
                continue
            if not found or not many or len(found) == many:
                return found
            self.echo(f"Type {many} number{'s' * (many > 1)}, or back.")

    def some_of(self, question: str, names: list[str]) -> list[str]:
        """Some of several names, by their numbers."""
        listed = "  ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
        while True:
            self.echo(f"{question}?  {listed}  (several numbers)")
            words = self.line().replace(",", " ").split()
            known = all(each.isdecimal() and 1 <= int(each) <= len(names) for each in words)
            if known and words:
                return [names[int(each) - 1] for each in dict.fromkeys(words)]

    def one_of(self, question: str, names: list[str]) -> str:
        """One of several names; the only one without a question."""
        if len(names) < 2:
            return names[0] if names else ""
        listed = "  ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
        while True:
            self.echo(f"{question}?  {listed}")
            line = self.line()
            if line in names:
                return line
            if line.isdecimal() and 1 <= int(line) <= len(names):
                return names[int(line) - 1]
            self.echo("Type the number of one of them, or back.")

    def line(self) -> str:
        """The next line. Raises Left for `back`, for a command, and where there are no more."""
        line = next(self.lines, "back").strip()
        if line.partition(" ")[0] in COMMANDS:
            self.lines = chain([line], self.lines)
            raise Left
        if line == "back":
            raise Left
        return line

    def picked(self, actions: list[Plain], line: str) -> Plain:
        """The action of a number. Raises Refused."""
        if not 1 <= int(line) <= len(actions):
            raise Refused(f"there is no {line} here")
        return actions[int(line) - 1]

    def unit(self, name: str) -> str:
        """The unit of this name, however it is spelt. Raises Refused."""
        known = {each["name"].lower(): each["name"] for each in table(self.session)["units"]}
        if name.lower() in known:
            return str(known[name.lower()])
        raise Refused(f"there is no unit {name}{did_you_mean(name.lower(), known)}")

    def why(self, rest: str) -> None:
        """Why a unit may not be picked, what it may not do, or why not this one thing."""
        if not rest:
            raise Refused("say of which unit: why UNIT")
        name, said = self.named(rest)
        unit = name or self.unit(rest)
        if said:
            others = {each["title"].lower(): each for each in not_offered(self.session, unit)}
            if said.lower() not in others:
                hint = did_you_mean(said.lower(), others)
                raise Refused(f"{said} is nothing that may not be done{hint}")
            asked = others[said.lower()]
            units = (unit,) if asked["by"] == "unit" else ()
            refused = self.session.refusal(Choice(asked["does"], units))
            self.refuse(refused or Refused("it may, once you say on whom or with what"))
            return
        found = why_not(self.session, unit)
        for each in found:
            self.echo(f"  - {each['text']} ({each['clauses'][0]})")
        if found:
            return
        for does, refused in refused_here(self.session, unit):
            self.echo(f"{unit} cannot {self.session.labels.within(does)}:")
            self.refuse(refused)

    def named(self, rest: str) -> tuple[str, str]:
        """The unit with whose name a line begins, and what stands behind it."""
        names = sorted((each["name"] for each in table(self.session)["units"]), key=len)
        begins = (name for name in reversed(names) if f"{rest} ".startswith(f"{name} "))
        name = next(begins, "")
        return name, rest[len(name) :].strip() if name else ""

    def tell(self, known: Plain) -> None:
        """All that is so of a unit."""
        self.echo(f"{known['name']} of {known['side']}, models: {known['models']}")
        for title, listed in (
            ("Is", known["is"]),
            ("Did", known["did"]),
            ("Has", [f"{each['title']} {each['number']}" for each in known["has"]]),
            ("Carries", known["carries"]),
        ):
            if listed:
                self.echo(f"  {title}: {', '.join(listed)}")

    def state(self, word: str, rest: str) -> None:
        """State something that the rules cannot tell. Raises Refused."""
        name, said = self.named(rest)
        if not name:
            raise Refused(f"say of which unit: {word} UNIT ...")
        known = sheet(self.session, name)
        if word == "lost":
            if not known["losses"]:
                raise Refused("nothing here loses models; say what became of it with is")
            if said and not said.isdecimal():
                raise Refused(f"say how many models: lost {name} 2")
            many = int(said or 1)
            self.session.do(Declaration(known["losses"][0]["fact"], name, models=many))
            return
        facts = {each["title"].lower(): each["fact"] for each in known["facts"]}
        facts |= {each["fact"]: each["fact"] for each in known["facts"]}
        pairs = {
            f"{each['title'].lower()} {other['unit'].lower()}": (each["fact"], other["unit"])
            for each in known["near"]
            for other in each["with"]
        }
        ends = word == "not"
        if said.lower() in pairs:
            fact, other = pairs[said.lower()]
            self.session.do(Declaration(fact, name, other, ends=ends))
        elif said.lower() in facts:
            self.session.do(Declaration(facts[said.lower()], name, ends=ends))
        else:
            raise Refused(f"nobody knows what {said} is{did_you_mean(said, (*facts, *pairs))}")

    def place(self, rest: str) -> None:
        """State where the models of a unit stand. Raises Refused."""
        name, said = self.named(rest)
        if not name:
            raise Refused("say of which unit: at UNIT 4 10.5")
        self.session.do(self.given({"fact": PLACED, "unit": name, "side": "", "places": 1}, said))

    def save(self, name: str) -> None:
        """Keep the battle in a file."""
        if not name:
            raise Refused("say in which file: save battle.yaml")
        path = Path(name)
        text = written(self.session.kept(path.stem if path.stem.isprintable() else ""))
        try:
            ours = text.partition("\n")[0]
            if path.exists() and not path.read_text("utf-8", "replace").startswith(ours):
                raise Refused(f"{name} is another file; say another name")
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise Refused(f"{name} cannot be written: {error.strerror}") from None
        self.echo(f"Kept in {name}.")
