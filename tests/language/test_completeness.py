"""What the language declares is explained, and hangs together."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import turnwright.language
from turnwright.language.clause import Combine, Guard, Meaning, Word, words_of
from turnwright.language.ruleset import Body, Ruleset
from turnwright.language.step import DEALS, UNDEALT, StepMeaning
from turnwright.language.turn_order import IDLE_WORDS, Cadence

SOURCES = sorted(Path(turnwright.language.__path__[0]).glob("*.py"))
MEANINGS = sorted(Meaning.__subclasses__(), key=lambda cls: cls.__name__)


def bare_names(path: Path) -> list[str]:
    """Fields of classes, and members of enums, without a docstring below them."""
    bare = []
    for part in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(part, ast.ClassDef) or "NamedTuple" in ast.dump(part):
            continue
        for field, below in zip(part.body, [*part.body[1:], None], strict=True):
            explained = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                bare += [] if explained else [f"{part.name}.{field.target.id}"]
            if isinstance(field, ast.Assign) and isinstance(field.targets[0], ast.Name):
                bare += [] if explained else [f"{part.name}.{field.targets[0].id}"]
    return bare


def test_there_are_six_kinds_of_meaning():
    """One for each kind of part, so that the tests below miss none."""
    assert len(MEANINGS) == len(fields(Body)) == 6
    assert issubclass(Ruleset, Body)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_field_and_member_is_explained(path: Path):
    """The reference and the schema show what stands below a field, so none may be bare."""
    bare = [name for name in bare_names(path) if not name.endswith("__")]

    assert bare == ([] if path.stem != "clause" else ["Word.combine", "Word.guard"])


@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda cls: cls.__name__)
def test_every_field_of_a_meaning_is_declared_as_a_word(meaning: type[Meaning]):
    """Whatever a clause says is combined and guarded as declared; only `when` is the guard."""
    words = words_of(meaning)

    assert {field.name for field in fields(meaning)} - {"when"} == words.keys()
    assert all(isinstance(word, Word) for word in words.values())
    assert all(word.combine in Combine and word.guard in Guard for word in words.values())


@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda cls: cls.__name__)
def test_a_word_is_beside_and_apart_from_words_of_the_same_part(meaning: type[Meaning]):
    """A word that was renamed is renamed there too."""
    words = words_of(meaning)

    for name, word in words.items():
        assert {*word.beside, *word.apart} <= words.keys() - {name}
        assert not {*word.beside} <= {*word.apart} or not word.beside


def test_bodies_of_steps_are_apart_from_each_other():
    """A step has one body: a sequence, a step that comes again, or chances."""
    words = words_of(StepMeaning)

    for name in (*DEALS, *UNDEALT):
        others = {*DEALS, *UNDEALT} - ({*DEALS} if name in DEALS else {name})
        assert {*words[name].apart} == others


@pytest.mark.parametrize("cadence", Cadence)
def test_words_that_mean_nothing_beside_a_cadence_are_words_of_a_step(cadence: Cadence):
    """Every cadence says which words it has no use for."""
    assert {*IDLE_WORDS.get(cadence, ())} < words_of(StepMeaning).keys() - {"cadence", "each"}
