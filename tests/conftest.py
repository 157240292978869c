"""Invented turn systems: small ones, said clause by clause, that tests change and play."""

import gc
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from turnwright.battle import library as bundled_library
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.language.example import Mission
from turnwright.language.input import Card
from turnwright.language.ruleset import KINDS, Ruleset
from turnwright.load.library import Library

Parts = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""What parts mean, by kind, part and clause: a key with a dot is a clause, any other a field."""

SIDES = ("attacker", "defender")

# The rulesets stay for the whole session, and looking for garbage in them takes a quarter of it.
gc.set_threshold(100_000, 50, 50)


def pytest_collection_finish() -> None:
    """What was read to find the tests stays, and need not be looked through any more."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the expected messages of tests/bad be written anew, for review in the diff."""
    parser.addoption(
        "--update-bad", action="store_true", help="write the expected messages of tests/bad anew"
    )


NOT_MEANT = {"follows", "advice", "equivalent", "means", "replaces", "removes"}
"""What a clause says beside, or instead of, what it means."""

RULES: dict[str, Ruleset] = {}
"""The rulesets read so far, by their text."""


def merged(old: Any, new: Any) -> Any:
    """What was said, with something said anew; `null` takes it away."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    both = {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
    return {key: value for key, value in both.items() if value is not None}


def spelled_out(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part as an author writes it: each clause with an id and a sentence."""
    fields = {key: value for key, value in part.items() if "." not in key}
    clauses = [
        {"id": key, "text": f"The rule {key}."} | clause(said)
        for key, said in part.items()
        if "." in key
    ]
    return {"title": "A part", **fields, **({"clauses": clauses} if clauses else {})}


def clause(said: Mapping[str, Any]) -> dict[str, Any]:
    """A clause as an author writes it: words of its meaning may stand beside what else it says."""
    beside = {key: said[key] for key in said if key in NOT_MEANT and key != "equivalent"}
    meaning = {key: value for key, value in said.items() if key not in NOT_MEANT}
    if meaning or not beside:
        beside["means"] = beside.get("means", {}) | meaning
    return beside


def spelled_out_all(parts: Mapping[str, Any]) -> dict[str, Any]:
    """All parts of a system or an option, as an author writes them."""
    return {
        kind: {name: spelled_out(part) for name, part in named.items()} if kind in KINDS else named
        for kind, named in parts.items()
    }


def taken_away(rules: Ruleset, clauses: Collection[str]) -> Ruleset:
    """A ruleset without these clauses, by short or full id."""
    gone = {*clauses}
    return replace(
        rules,
        **{
            kind: {
                name: replace(
                    part,
                    clauses=tuple(c for c in part.clauses if not {c.id, c.full_id} & gone),
                )
                for name, part in getattr(rules, kind).items()
            }
            for kind in KINDS
        },
    )


@dataclass(frozen=True)
class System:
    """An invented turn system."""

    parts: Parts
    sides: tuple[str, ...]
    folders: Iterator[Path]
    gone: tuple[str, ...] = ()
    """Clauses that are taken away after the file was read, so that it may be left with gaps."""

    def but(self, said: str) -> "System":
        """The system with more clauses, or others, written as its own; `null` takes one away."""
        new = yaml.safe_load(said)
        anew = {name for named in new.values() for part in named.values() for name in part or ()}
        gone = tuple(name for name in self.gone if name not in anew)
        return replace(self, parts=merged(self.parts, new), gone=gone)

    def without(self, *clauses: str) -> "System":
        """The system without these clauses."""
        assert {*self.clauses} >= {*clauses}, f"no such clause: {clauses}"
        return replace(self, gone=(*self.gone, *clauses))

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of its clauses."""
        return tuple(
            name
            for kind in KINDS
            for part in self.parts.get(kind, {}).values()
            for name in part
            if "." in name and name not in self.gone
        )

    def with_sides(self, *sides: str) -> "System":
        """The same system for other sides, or for more of them."""
        return replace(self, sides=sides)

    @property
    def text(self) -> str:
        """The file of its ruleset."""
        said: dict[str, Any] = {"ruleset": "invented", "language": 2}
        said |= {"title": "Invented", "sides": self.sides}
        said |= spelled_out_all(self.parts)
        said["options"] = {
            name: spelled_out_all(option) for name, option in said.get("options", {}).items()
        }
        return json.dumps({key: value for key, value in said.items() if value != {}})

    @property
    def proof(self) -> str:
        """The file of what no example can tell apart, if that is said of any clause."""
        found = {
            name: said["equivalent"]
            for kind in KINDS
            for part in self.parts.get(kind, {}).values()
            for name, said in part.items()
            if "." in name and "equivalent" in said
        }
        return json.dumps({"equivalent": found}) if found else ""

    @property
    def rules(self) -> Ruleset:
        """The ruleset, read from a file as any other; each text is read once."""
        if self.text not in RULES:
            path = next(self.folders) / "invented"
            path.mkdir(parents=True)
            (path / "ruleset.yaml").write_text(self.text, encoding="utf-8")
            RULES[self.text] = Library.read(path).effective("invented")
        return taken_away(RULES[self.text], self.gone) if self.gone else RULES[self.text]

    @property
    def program(self) -> Program:
        """The ruleset, ready to play."""
        return compile_ruleset(self.rules)

    def battle(
        self,
        *armies: Any,
        mission: Mission | None = None,
        facts: Mapping[str, tuple[str, ...]] | None = None,
        values: Mapping[str, Mapping[str, int]] | None = None,
    ) -> Game:
        """A battle of these armies, one for each side: `"Ash Birch"`, or cards by name."""
        given = {side: cards(army) for side, army in zip(self.sides, armies, strict=True)}
        return Game.begin(self.program, given, mission, facts, values)


def cards(army: Any) -> dict[str, Card]:
    """The units of a side: named in a line, or each with what its card says."""
    if isinstance(army, str):
        return {name: Card() for name in army.split()}
    return {name: Card(**says) for name, says in army.items()}


@pytest.fixture(scope="session")
def library() -> Library:
    """The rulesets that come with Turnwright, read once for all tests."""
    return bundled_library()


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for invented systems, each a new one."""
    root = tmp_path_factory.mktemp("systems")
    return (root / str(number) for number in count())


@pytest.fixture(scope="session")
def system(folders: Iterator[Path]) -> Callable[..., System]:
    """Invents a turn system: `system("steps: ...")`, two sides unless others are named."""

    def invent(said: str, sides: tuple[str, ...] = SIDES) -> System:
        return System(yaml.safe_load(said), sides, folders)

    return invent


SKIRMISH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns, dusk]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [act]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
      act: {}
      dusk: {}
"""


@pytest.fixture
def skirmish(system: Callable[..., Any]) -> Any:
    """Sides take turns; each unit acts once a round."""
    return system(SKIRMISH)


@pytest.fixture
def shelf(tmp_path: Path) -> Callable[..., Path]:
    """Puts a system and its examples into a folder."""

    def put(system: Any, *examples: str) -> Path:
        folder = tmp_path / "invented"
        (folder / "examples").mkdir(parents=True, exist_ok=True)
        (folder / "ruleset.yaml").write_text(system.text, encoding="utf-8")
        if system.proof:
            (folder / "proof.yaml").write_text(system.proof, encoding="utf-8")
        for number, example in enumerate(examples):
            path = folder / "examples" / f"example{number}.yaml"
            path.write_text(dedent(example).lstrip(), encoding="utf-8")
        return folder

    return put


@pytest.fixture
def written(shelf: Callable[..., Path]) -> Callable[..., Library]:
    """A system and its examples, read."""
    return lambda system, *examples: Library.read(shelf(system, *examples))
