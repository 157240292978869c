"""Every word of the language has a user among the invented systems, and a reader in the engine."""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
import yaml

from turnwright.language.check import CheckMeaning
from turnwright.language.condition import Condition
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import Ability, EffectMeaning
from turnwright.language.example import Claim
from turnwright.language.fact import Fact, FactMeaning, ValueMeaning
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import Cadence
from turnwright.proof.claims import CHECKS

TESTS = Path(__file__).parent.parent
ENGINE = TESTS.parent / "generator" / "turnwright" / "engine"
MEANINGS = (
    StepMeaning,
    CheckMeaning,
    FactMeaning,
    ValueMeaning,
    ContainerMeaning,
    EffectMeaning,
)


def texts() -> Iterator[str]:
    """Every text in the tests of engine and proof that is not a docstring."""
    for path in (*TESTS.glob("engine/*.py"), *TESTS.glob("proof/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if id(node) in remarks or not isinstance(node, ast.Constant):
                continue
            if isinstance(node.value, str):
                yield node.value


def said(thing: Any) -> Iterator[tuple[str, Any]]:
    """Every key with its value, wherever it stands."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield str(key), value
            yield from said(value)
    if isinstance(thing, list):
        for part in thing:
            yield from said(part)


def used() -> tuple[set[str], set[str]]:
    """The keys and the plain values in all YAML of the tests, and texts that may be filled in."""
    keys, values = set(), set()
    for text in texts():
        values.add(text.strip("{} "))
        try:
            parsed = yaml.safe_load(text)
        except yaml.YAMLError:
            parsed = None
            # A text with gaps, to be filled in: its words count all the same.
            for word in text.replace("{", " ").replace("}", " ").replace(",", " ").split():
                (keys if word.endswith(":") else values).add(word.rstrip(":"))
        for key, value in said(parsed):
            keys.add(key)
            if isinstance(value, str):
                values.add(value)
            if isinstance(value, list):
                values.update(part for part in value if isinstance(part, str))
    return keys, values


KEYS, VALUES = used()


def kinds_in(hint: Any) -> Iterator[Any]:
    """The classes that a type hint names."""
    if get_origin(hint) in (Union, UnionType, tuple):
        for part in get_args(hint):
            yield from kinds_in(part)
    elif isinstance(hint, type):
        yield hint


def reached(kind: Any, seen: set[Any]) -> set[Any]:
    """A class and all that its fields are made of."""
    if kind in seen or not (is_dataclass(kind) or isinstance(kind, type)):
        return seen
    if is_dataclass(kind):
        seen.add(kind)
        for hint in get_type_hints(kind).values():
            for part in kinds_in(hint):
                reached(part, seen)
    elif issubclass(kind, StrEnum):
        seen.add(kind)
    return seen


PARTS: set[Any] = set()
for meaning in (*MEANINGS, Ability, Fact, Condition):
    reached(meaning, PARTS)
LEFT_OUT = {"title", "text", "source", "clauses"}
"""What parts say to people only."""
FIELDS = sorted(
    (kind.__name__, field.name)
    for kind in PARTS
    if is_dataclass(kind) and kind.__module__.startswith("turnwright.language")
    for field in fields(kind)
    if field.name not in LEFT_OUT and not kind.__name__.endswith("Clause")
    if kind.__name__ not in ("Source", "Clause", "Document", "Equivalent")
)
MEMBERS = sorted(
    (kind.__name__, member.value)
    for kind in PARTS
    if not is_dataclass(kind) and issubclass(kind, StrEnum)
    for member in kind
)


def test_the_lists_are_real() -> None:
    """All kinds of meaning were looked into, down to what conditions and moments are made of."""
    assert len(FIELDS) > 130
    assert len(MEMBERS) > 90
    assert ("Did", "using") in FIELDS
    assert ("Cadence", Cadence.DRAW.value) in MEMBERS


@pytest.mark.parametrize(("kind", "word"), FIELDS)
def test_every_word_has_a_user_among_the_invented_systems(kind: str, word: str) -> None:
    """Some test of engine or proof says it."""
    assert word in KEYS


@pytest.mark.parametrize(("kind", "member"), MEMBERS)
def test_every_member_has_a_user_among_the_invented_systems(kind: str, member: str) -> None:
    """Some test of engine or proof says it."""
    assert member in VALUES


@pytest.mark.parametrize(
    "word", sorted({f.name for kind in MEANINGS for f in fields(kind) if f.metadata})
)
def test_every_word_of_a_meaning_is_read_by_the_engine(word: str) -> None:
    """It is asked for by name."""
    sources = [path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py")]

    assert any(f'"{word}"' in source for source in sources)


@pytest.mark.parametrize("word", [f.name for f in fields(Condition) if f.name != "param"])
def test_every_condition_is_asked_by_the_engine(word: str) -> None:
    """All but the one that is filled in before a battle begins."""
    assert f"condition.{word}" in (ENGINE / "truth.py").read_text(encoding="utf-8")


def test_every_claim_is_held_against_the_game() -> None:
    """What an author may claim, and nothing else."""
    assert set(CHECKS) == {field.name for field in fields(Claim)}


def test_every_field_of_the_language_is_explained():
    """The glossary and the schema show what stands below a field, so none may be bare."""
    language = ENGINE.parent / "language"

    bare = [
        f"{part.name}.{field.target.id}"
        for path in language.glob("*.py")
        for part in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(part, ast.ClassDef)
        for field, below in zip(part.body, [*part.body[1:], None], strict=True)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if not (isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant))
    ]

    assert bare == []
