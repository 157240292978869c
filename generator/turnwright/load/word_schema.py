"""Schemas with words: the JSON Schema of a file in which names of rulesets complete as well.

A name that is not among the words fits all the same, for it may be declared a moment later;
`check` tells of those that nobody declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

from turnwright.language.example import NOTHING, Example
from turnwright.language.field import plain_key, rules_of
from turnwright.language.ruleset import KINDS, Pack, Ruleset
from turnwright.load.decoding import branches_of, field_types
from turnwright.load.example_checks import example_symbols
from turnwright.load.example_syntax import WrittenDeclaration, WrittenLine, stands_for
from turnwright.load.files import File
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.json_schema import FILES, Json, file_schema
from turnwright.load.parsed_files import ExampleFile
from turnwright.load.references import AMOUNT, CLAUSE, REFUSAL, references_of
from turnwright.load.symbol_table import SymbolTable
from turnwright.load.syntax_tree import Diagnostics
from turnwright.load.syntax_tree import Mapping as MappingTree

Words = dict[str, str]
"""Names of one kind, each with what it stands for."""

WORDS = "words_"
"""What the name of a list of words begins with among the definitions of a schema."""

RULESET, ALTERNATIVE, VALUE = "ruleset", "alternative", "value"

OTHERS: Mapping[tuple[str, str], tuple[str, str]] = {
    (Example.__name__, "ruleset"): (RULESET, ""),
    (Example.__name__, "options"): ("option", ""),
    (Example.__name__, "readings"): ("reading", ALTERNATIVE),
    (Pack.__name__, "options"): ("option", ""),
    (Pack.__name__, "readings"): ("reading", ALTERNATIVE),
    (Ruleset.__name__, "extends"): (RULESET, ""),
    (Ruleset.__name__, "uses"): (RULESET, ""),
    ("Line", "declare"): ("declaration", ""),
    ("Declaration", "declare"): ("declaration", ""),
    ("Claim", "by"): ("unit", CLAUSE),
    ("Claim", "odds"): ("outcome_or_drawable", ""),
    ("Entry", "only_with"): ("option", ""),
    ("Entry", "not_with"): ("option", ""),
}
"""Names in fields that declare no kind of name, by class and key, and those of their values."""


def schema_with_words(what: str, graph: RulesetGraph, names: Iterable[str]) -> Json:
    """JSON Schema of a kind of file, with the words of these rulesets and all underneath."""
    schema, found = file_schema(what), _Vocabulary(graph, names)
    cls = FILES[what][0]
    for each in _classes_in(cls, {}).values():
        declared = schema if each is cls else schema["$defs"].get(each.__name__, {})
        for key, (kind, inner) in _names_of(each).items():
            if key in declared.get("properties", {}):
                said = declared["properties"][key]
                declared["properties"][key] = found.completed(said, kind, inner)
    schema["$defs"] |= found.definitions()
    del schema["title"]  # Editors put it above every explanation.
    return schema


def _classes_in(kind: object, found: dict[str, type]) -> dict[str, type]:
    """Data classes that a value of a type may hold, itself among them, by name."""
    if isinstance(kind, type) and is_dataclass(kind):
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            for inner in field_types(kind).values():
                _classes_in(inner, found)
    else:
        for inner in (*branches_of(kind), *get_args(kind)):
            if inner is not kind:
                _classes_in(inner, found)
    return found


def _names_of(cls: type) -> dict[str, tuple[str, str]]:
    """Kinds of name in the fields of a class, by key: its own, and that of values of a mapping."""
    is_written = cls in (WrittenLine, WrittenDeclaration)
    owners = stands_for(cls) if is_written else {it.name: ((cls, it.name),) for it in fields(cls)}
    found: dict[str, tuple[str, str]] = {}
    for key, said in owners.items():
        for owner, name in said:
            if kind := references_of(owner).get(name):
                found[plain_key(key)] = kind, _values_of(owner, name)
    others = {key: kinds for (name, key), kinds in OTHERS.items() if name == cls.__name__}
    return found | others


def _values_of(owner: type, name: str) -> str:
    """Kind of name that the values of a mapping refer to."""
    return rules_of(owner)[name].values if name in rules_of(owner) else ""


class _Vocabulary:
    """Vocabulary of rulesets: their names by kind, and what each stands for."""

    def __init__(self, graph: RulesetGraph, names: Iterable[str]) -> None:
        self._graph = graph
        self._names = [name for name in names if graph.is_complete(name)]
        self._tables = [_example_table(graph, name) for name in self._names]
        self._told = {name: text for it in self._names for name, text in _explained(graph, it)}
        self._used: dict[str, Words] = {}

    def completed(self, schema: Json, kind: str, inner: str = "") -> Json:
        """Schema of a field in which names of these kinds complete."""
        kind = VALUE if kind == AMOUNT else kind
        if "anyOf" in schema:
            branches = [self.completed(branch, kind, inner) for branch in schema["anyOf"]]
            return {**schema, "anyOf": branches}
        if schema.get("type") == "array":
            return {**schema, "items": self.completed(schema["items"], kind, inner)}
        if schema.get("type") == "object" and "additionalProperties" in schema:
            value = schema["additionalProperties"]
            value = self.completed(value, inner) if inner and value else value
            keys = {
                name: {**value, "description": text} if text else value
                for name, text in self._words(kind).items()
            }
            return {**schema, "properties": keys, "additionalProperties": value}
        if schema.get("type") != "string" or not self._words(kind):
            return schema
        rest = {name: schema[name] for name in schema.keys() - {"type"}}
        reference = {"$ref": f"#/$defs/{WORDS}{kind}"}
        return {**rest, "anyOf": [{"type": "string"}, reference]}

    def definitions(self) -> dict[str, Json]:
        """The lists of words that were used, as definitions of a schema."""
        return {
            f"{WORDS}{kind}": {
                "type": "string",
                "anyOf": [
                    {"const": name, **({"description": text} if text else {})}
                    for name, text in words.items()
                ],
            }
            for kind, words in sorted(self._used.items())
            if words
        }

    def _words(self, kind: str) -> Words:
        """Names of a kind, with what they stand for."""
        if kind not in self._used:
            self._used[kind] = {name: self._told.get(name, "") for name in self._known(kind)}
        return self._used[kind]

    def _known(self, kind: str) -> Iterator[str]:
        if kind == RULESET:
            yield from sorted(self._graph.rulesets)
        elif kind == ALTERNATIVE:
            for name in self._names:
                for ruleset in self._graph.chain(name):
                    yield from (
                        it for each in ruleset.readings.values() for it in each.alternatives
                    )
        elif kind in (CLAUSE, REFUSAL):
            yield from (NOTHING,) if kind == REFUSAL else ()
            for table in self._tables:
                yield from table.resolver.known("")
        else:
            for table in self._tables:
                yield from table.known(kind)


def _example_table(graph: RulesetGraph, name: str) -> SymbolTable:
    """Symbol table of an example of a ruleset that names nobody yet."""
    example = Example(example="", ruleset=name)
    diagnostics = Diagnostics(File("", "", ()), MappingTree(1, 1), [])
    file = ExampleFile(Path(), diagnostics, example, example)
    return example_symbols(SymbolTable(graph, name), file)


def _explained(graph: RulesetGraph, name: str) -> Iterator[tuple[str, str]]:
    """Names of a ruleset and of those underneath, with what they stand for."""
    for ruleset in graph.chain(name):
        yield ruleset.ruleset, ruleset.title
        # What is told last holds: of names of several kinds, that of the step.
        for body in reversed(ruleset.bodies()):
            for kind in reversed(KINDS):
                for part, said in getattr(body, kind).items():
                    texts = [it.text for it in said.clauses if not it.machine]
                    yield part, _text(said.title, getattr(said, "text", "") or " ".join(texts))
            yield from ((clause.id, clause.text.strip()) for clause in body.clauses())
        for key, option in ruleset.options.items():
            yield key, _text(option.title, option.text)
        for key, reading in ruleset.readings.items():
            yield key, reading.question
            yield from ((it, text.text) for it, text in reading.alternatives.items())
        for key, document in ruleset.documents.items():
            yield key, document.title


def _text(title: str, text: Any) -> str:
    """A title with what stands below it, shortened."""
    told = ". ".join(filter(None, (title.rstrip("."), " ".join(str(text).split()))))
    return told if len(told) <= MOST_LETTERS else f"{told[:MOST_LETTERS]}…"


MOST_LETTERS = 400
"""Letters of an explanation: editors show it in a small box."""
