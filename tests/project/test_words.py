"""The words of the language can be written in YAML and in Python alike."""

import dataclasses
import importlib
import keyword
import pkgutil
from enum import StrEnum

import turnwright.language

MODULES = [
    importlib.import_module(f"turnwright.language.{module.name}")
    for module in pkgutil.iter_modules(turnwright.language.__path__)
]
CLASSES = [
    thing
    for module in MODULES
    for thing in vars(module).values()
    if isinstance(thing, type) and thing.__module__ == module.__name__
]
KEYS = {
    (thing.__name__, field.name)
    for thing in CLASSES
    if dataclasses.is_dataclass(thing)
    for field in dataclasses.fields(thing)
}
CLOSED = {
    (thing.__name__, member.value)
    for thing in CLASSES
    if issubclass(thing, StrEnum)
    for member in thing
}

NOT_TEXT = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""What YAML 1.1 takes for something other than text, whatever the case."""


def test_the_words_are_found():
    """No words would let every other claim here pass."""
    assert len(KEYS) > 100
    assert len(CLOSED) > 50


def test_every_key_is_a_legal_python_name():
    """A key of the YAML is the field of the same name, so it cannot be `from` or `pass`."""
    illegal = {
        (owner, key) for owner, key in KEYS if not key.isidentifier() or keyword.iskeyword(key)
    }

    assert illegal == set()


def test_every_key_is_lower_case_with_underscores():
    """One spelling, so that nobody has to remember which."""
    assert {(owner, key) for owner, key in KEYS if key != key.lower()} == set()


def test_no_word_is_a_boolean_to_yaml():
    """`on` and `no` mean true and false to half of the world's YAML readers."""
    assert {(owner, word) for owner, word in KEYS | CLOSED if word.lower() in NOT_TEXT} == set()
