"""Decoding: a syntax tree to a ruleset, an example or a roster, by the declared types.

What does not fit its type is noted and left out, and the rest is decoded all the same, so that
whoever wrote the file is told of everything at once. That is why it is done by hand: pydantic gives
nothing of a file with one mistake, and is imported in the time that it takes to read a system.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from turnwright.language.field import first_sentence, plain_key, rules_of
from turnwright.load.problem import did_you_mean, printable, quoted
from turnwright.load.scalars import is_too_large, parse_dice, suggested_spelling
from turnwright.load.syntax_tree import Diagnostics, Mapping, Node, Scalar, Sequence

Decoded = TypeVar("Decoded")

INVALID: Final = object()
"""In place of a value that does not fit its type, which is noted."""


def branches_of(kind: object) -> tuple[object, ...]:
    """Members of a union, without None; of another type, the type itself."""
    # Not cached: unions are equal whatever their order, and messages list members in theirs.
    if get_origin(kind) not in (Union, UnionType):
        return (kind,)
    return tuple(branch for branch in get_args(kind) if branch is not NoneType)


@cache
def field_types(cls: type) -> dict[str, object]:
    """Types of a class's fields."""
    return get_type_hints(cls)


@cache
def loader_fields(cls: type) -> frozenset[str]:
    """Fields of a class that the loader fills in, and that files may not set."""
    return frozenset(name for name, rule in rules_of(cls).items() if rule.filled)


def keys_of(kind: object) -> tuple[str, ...]:
    """Keys of a dataclass; none for other types."""
    if isinstance(kind, type) and is_dataclass(kind):
        return tuple(plain_key(f.name) for f in fields(kind) if f.name not in loader_fields(kind))
    return ()


class _Key(NamedTuple):
    """Key of a mapping that stands for a data class."""

    name: str
    kind: object


class _Keys(NamedTuple):
    """Keys of a data class."""

    written: dict[str, _Key]
    """By how authors write them; without those that only the loader sets."""
    required: list[_Key]
    filled: frozenset[str]
    """Those that the loader sets, and no file may."""


@cache
def _keys(cls: type) -> _Keys:
    """Keys of a data class, those that the loader fills in among them."""
    types, filled = field_types(cls), loader_fields(cls)
    keys = {each.name: _Key(each.name, types[each.name]) for each in fields(cls)}
    return _Keys(
        {plain_key(name): key for name, key in keys.items() if name not in filled},
        [
            keys[each.name]
            for each in fields(cls)
            if each.default is MISSING and each.default_factory is MISSING
        ],
        filled,
    )


def decode_document(shape: type[Decoded], diagnostics: Diagnostics) -> Decoded | None:
    """Decode a document; what is wrong is added to its diagnostics.

    Invalid nodes are removed from the tree, so that the checks of what it means pass over them;
    the result is None when nothing useful is left.
    """
    found = _Decoder(diagnostics).value(shape, diagnostics.root)
    if found is INVALID or diagnostics.is_full:
        return None
    decoded: Decoded = found
    return decoded


class _Decoder:
    """Decoder of one document."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics

    def value(self, kind: object, node: Node) -> Any:
        """Value of a node by its declared type."""
        if isinstance(node, Scalar):
            return self._scalar(kind, node)
        for branch in branches_of(kind):
            if isinstance(node, Sequence):
                if get_origin(branch) is tuple:
                    return self._items(get_args(branch), node)
            elif get_origin(branch) is MappingType:
                return self._entries(get_args(branch)[1], node)
            elif isinstance(branch, type) and is_dataclass(branch):
                return self._fields(branch, node)
        self._diagnostics.note_at(node, *_refusal(kind, node))
        self._pass_over(node)
        return INVALID

    def _scalar(self, kind: object, node: Scalar) -> Any:
        """A text, a number, a truth value or a word."""
        if node.ambiguity:
            meant = _meant_type(kind, node)
            self._diagnostics.note_at(node, *_ambiguity(node, meant))
        value = node.value
        if kind is type(value):
            return value
        for branch in branches_of(kind):
            if branch is type(value):
                return value
            if branch is float and type(value) is int:
                return float(value)
            if isinstance(branch, type) and issubclass(branch, StrEnum):
                with suppress(ValueError):
                    return branch(str(value))
        if not node.ambiguity:
            self._diagnostics.note_at(node, *_refusal(kind, node))
        return INVALID

    def _items(self, kinds: tuple[object, ...], node: Sequence) -> Any:
        """The items of a list: any number of one type, or one of each."""
        is_open = kinds[-1] is Ellipsis
        made = [self.value(kinds[0], item) for item in node.items]
        fits = is_open or len(made) == len(kinds)
        if not fits:
            self._diagnostics.note_at(node, "Two numbers belong here.", "Write them as [3, 4.5].")
        if INVALID in made:
            found = [*zip(node.items, made, strict=True)]
            node.removed += [item for item, it in found if it is INVALID]
            node.items = [item for item, it in found if it is not INVALID]
            fits = fits and is_open
        return tuple(it for it in made if it is not INVALID) if fits else INVALID

    def _entries(self, kind: object, node: Mapping) -> dict[str, Any]:
        """The entries of a mapping with keys of its author's own."""
        self._check_keys(node)
        made = {name: self.value(kind, inner) for name, inner in node.values.items()}
        for name in [name for name, it in made.items() if it is INVALID]:
            node.removed[name] = node.values.pop(name)
            del made[name]
        return made

    def _fields(self, cls: type, node: Mapping) -> Any:
        """A value of a data class."""
        self._check_keys(node)
        made: dict[str, Any] = {}
        keys, values = _keys(cls), node.values
        # `not` is `not_` from here on; where somebody wrote that, both are unknown keys.
        known = {
            written: key
            for written in values
            if (key := keys.written.get(written))
            and (key.name == written or key.name not in values)
        }
        if any(key.name != written for written, key in known.items()):
            node.values = {
                known[it].name if it in known else it: inner for it, inner in values.items()
            }
        is_whole = True
        for written, key in known.items():
            found = self.value(key.kind, values[written])
            if found is INVALID:
                node.removed[key.name] = node.values.pop(key.name)
            else:
                made[key.name] = found
        for key in keys.required:
            if key.name in made:
                continue
            if key.name not in node.removed:
                hint = first_sentence(cls, key.name)
                self._diagnostics.note_at(node, f"{quoted(key.name)} is missing here.", hint)
            if node is self._diagnostics.root and key.kind in (str, int):
                # A document is checked without it as well.
                made[key.name] = "" if key.kind is str else 0
                node.values[key.name] = Scalar(node.line, node.column, "", made[key.name])
            else:
                is_whole = False
        if len(node.values) > len(made):
            self._refuse_keys(cls, node, [name for name in node.values if name not in made])
        if "line" in keys.filled:
            made["line"] = node.line
        return cls(**made) if is_whole else INVALID

    def _refuse_keys(self, cls: type, node: Mapping, names: list[str]) -> None:
        """Diagnostics for keys that a class does not have, or that only the loader sets."""
        for name in names:
            self._pass_over(node.values[name])
            node.removed[name] = node.values.pop(name)
            key = node.keys[name]
            if name in loader_fields(cls):
                message = f"{quoted(name)} is filled in when the file is loaded."
                self._diagnostics.note_at(key, message, "Leave it out.")
            elif not key.ambiguity:
                self._diagnostics.note_at(key, *_unknown_key(name, cls))

    def _check_keys(self, node: Mapping) -> None:
        """Diagnostics for keys that are ambiguous."""
        for key in node.keys.values():
            if key.ambiguity:
                self._diagnostics.note_at(key, *_ambiguity(key, None))

    def _pass_over(self, node: Node) -> None:
        """Diagnostics for what is ambiguous in a node that is not decoded."""
        for scalar in _ambiguous(node):
            self._diagnostics.note_at(scalar, *_ambiguity(scalar, None))


def _ambiguous(node: Node) -> Iterator[Scalar]:
    """Ambiguous scalars and keys of a tree."""
    if isinstance(node, Scalar):
        yield from (node,) if node.ambiguity else ()
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _ambiguous(item)
    else:
        for inner in (*node.keys.values(), *node.values.values()):
            yield from _ambiguous(inner)


def _meant_type(kind: object, scalar: Scalar) -> object:
    """Type of which an ambiguous scalar was meant: a number where it is like one."""
    branches = branches_of(kind)
    if bool in branches and suggested_spelling(scalar.text, bool):
        return bool
    if int in branches and "number" in scalar.ambiguity:
        return int
    texts = (branch for branch in branches if isinstance(branch, type) and issubclass(branch, str))
    return next(texts, branches[-1])


def _ambiguity(scalar: Scalar, kind: object) -> tuple[str, str]:
    """Message and hint for an ambiguous scalar where a value of this type is expected."""
    if kind in (int, float) and is_too_large(scalar.text):
        return "This number is too large.", "Numbers have at most 15 digits."
    if kind in (int, float, bool) and isinstance(kind, type):
        return scalar.ambiguity, (
            f"Write {suggested_spelling(scalar.text, kind) or _NAMES[kind].replace('`', '')}."
        )
    if words := _words(kind):
        return scalar.ambiguity, did_you_mean(scalar.text, words, "Words known here")
    return scalar.ambiguity, f'Quote it: "{scalar.text}".'


_NAMES = {int: "a whole number", float: "a number", bool: "`true` or `false`", str: "a text"}


def _words(kind: object) -> tuple[str, ...]:
    """Values of an enum, or of all enums of a union; none for other types."""
    return tuple(
        word.value
        for branch in branches_of(kind)
        if isinstance(branch, type) and issubclass(branch, StrEnum)
        for word in branch
    )


def _refusal(kind: object, node: Node) -> tuple[str, str]:
    """Message and hint for a node that does not fit its type."""
    branches = branches_of(kind)
    if isinstance(node, Scalar) and isinstance(node.value, str) and _words(kind):
        message = f"{quoted(node.text)} is not a word that can stand here."
        return message, _word_hint(node.text, kind)
    *others, last = dict.fromkeys(map(_expected, branches))
    belongs = " or ".join(filter(None, (", ".join(others), last)))
    message = f"{belongs[:1].upper()}{belongs[1:]} belongs here, not {_describe(node)}."
    if isinstance(node, Scalar) and "a list" in (*others, last):
        return message, f"Write it in brackets: [{printable(node.text)[:60]}]."
    return message, _hint(branches[0], node) if len(branches) == 1 else ""


def _expected(branch: object) -> str:
    """Description of what a member of a union is written as."""
    if get_origin(branch) is tuple:
        return "a list"
    if get_origin(branch) is not None or is_dataclass(branch):
        return "a mapping"
    return _NAMES.get(branch, "a word") if isinstance(branch, type) else "a word"


def _describe(node: Node) -> str:
    """Description of a node in a message."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node.value, str):
        return f"the text {quoted(node.text)}" if node.text else "an empty text"
    if isinstance(node.value, bool):
        return f"the truth value {quoted(node.text)}"
    return f"the number {quoted(node.text)}"


def _hint(kind: object, node: Node) -> str:
    """Hint with the correct spelling, or with the keys that are known."""
    if isinstance(node, Scalar) and kind is str:
        return f'Quote it: "{printable(node.text)}".'
    text = node.value if isinstance(node, Scalar) else None
    number = next((it for it in (bool, int, float) if it is kind), None)
    if number and isinstance(text, str) and (plainly := suggested_spelling(text, number)):
        return f"Write it without quotes: {plainly}."
    keys = keys_of(kind)
    return did_you_mean("", keys, "Keys known here") if keys else ""


def _word_hint(text: str, union: object) -> str:
    """Hint for a text that is no word of a union's enums."""
    for branch in branches_of(union):
        if "roll" in keys_of(branch) and parse_dice(text):
            return f"Write it as {{roll: {text}}}."
    hint = did_you_mean(text, _words(union), "Words known here")
    keys = next((keys for branch in branches_of(union) if (keys := keys_of(branch))), ())
    if keys and not hint.startswith("Did"):
        return f"{hint} {did_you_mean('', keys, 'Or a mapping with one of these keys')}".strip()
    return hint


def _unknown_key(key: str, cls: type) -> tuple[str, str]:
    """Message and hint for an unknown key."""
    known = keys_of(cls)
    message = f"There is no key {quoted(key)} here."
    meaning = branches_of(field_types(cls)["means"])[0] if "means" in known else None
    inner = keys_of(meaning)
    if key in inner:
        return message, f"It goes under `means`: {{{key}: …}}."
    hint = did_you_mean(key, known, "Keys known here")
    below = did_you_mean(key, inner)
    if not hint.startswith("Did") and below.startswith("Did"):
        return message, f"{below} It goes under `means`."
    return message, hint
