"""Checks of examples: references to units, sides and words, and one input a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields

from turnwright.language.example import NOTHING, Card, Claim, Example, Line
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.step import StepMeaning
from turnwright.load.diagnostics import Diagnostics, removed_words
from turnwright.load.problem import did_you_mean, enumerated, quoted
from turnwright.load.references import CLAUSE, names_in
from turnwright.load.symbols import BATTLE, NOBODY, TABLE, SymbolTable, known_label
from turnwright.load.syntax_tree import Loc

GAINED = "gained"
"""Declaration that a unit joins."""

INPUTS = ("does", "roll", "draw", "declare")
AWAITED = ("choice", "roll", "draw", "end", "unsaid")

REFUSAL = "refusal"
_FieldKinds = dict[str, str | tuple[str, str]]
# Kind of symbol that each field refers to; for a mapping, the kinds of its keys and values.
_LINE: _FieldKinds = {
    "side": "side",
    "does": "action",
    "unit": "unit",
    "units": "unit",
    "target": "unit",
    "to_unit": "unit",
    "using": "item",
    "first": "side",
    "draw": "side",
    "declare": "declaration",
    "refused": REFUSAL,
}
_CLAIM: _FieldKinds = {
    "next": "next_side",
    "step": "step",
    "may": "unit",
    "may_not": "unit",
    "by": ("unit", CLAUSE),
    "can": "action",
    "cannot": "action",
    "targets": ("action", "unit"),
    "active": "unit",
    "awaits": "input",
    "outcome": "outcome",
    "ended": "step",
    "began": "step",
    "facts": ("bearer", "fact"),
    "no_facts": ("bearer", "fact"),
    "serves": ("ability", "unit"),
    "no_serves": ("ability", "unit"),
    "lasts": "ability",
    "stopped": "ability",
    "holds": ("holder", ""),
    "odds": ("side", ""),
    "winner": "side",
    "unsaid": "word",
}

_NOUNS = {
    "declaration": "fact",
    "next_side": "side",
    "side_or_battle": "side",
    "bearer": "unit or side",
    "holder": "side",
    "word": "word of the language",
}


class ExampleChecker:
    """Checker of one example."""

    def __init__(self, diagnostics: Diagnostics, names: SymbolTable, example: Example) -> None:
        self._diagnostics = diagnostics
        self._symbols = names
        self._example = example
        self._possible_names = frozenset(removed_words(diagnostics.root))
        units = (*_starting_units(example), *_joining_units(example))
        sides = names.known("side")
        self._own: dict[str, Collection[str]] = {
            "unit": units,
            "item": tuple(item for _, card in _cards(example) for item in card.carries),
            "declaration": (*names.known("fact"), GAINED),
            "next_side": (*sides, NOBODY),
            "side_or_battle": (*sides, BATTLE),
            "bearer": (*units, *sides, BATTLE),
            "holder": (*sides, TABLE),
            "input": AWAITED,
            "word": tuple(
                field.name
                for meaning in (StepMeaning, FactMeaning, ValueMeaning)
                for field in fields(meaning)
            ),
        }

    def check(self) -> None:
        """Check the whole example and add its diagnostics."""
        example = self._example
        self._check_given()
        for where, name, _ in names_in(example.shows, ("shows",)):
            self._symbols.check_clause(self._diagnostics, where, name)
        for who, facts in example.facts.items():
            self._check_name(("facts", who), "side_or_battle", who, key=True)
            for position, fact in enumerate(facts):
                self._check_name(("facts", who, position), "fact", fact)
        if example.start is not None:
            self._check_claim(example.start, ("start",))
        for position, line in enumerate(example.play):
            self._check_line(line, ("play", position))

    def _check_given(self) -> None:
        """Check the starting forces: known sides, unique unit names."""
        seen: set[str] = set()
        reserved = {BATTLE, NOBODY, TABLE, *self._symbols.known("side")}
        for side, units in self._example.given.items():
            self._check_name(("given", side), "side", side, key=True)
            for where, unit, key in names_in(units, ("given", side)):
                if unit in seen:
                    self._diagnostics.note(where, f"There are two units {quoted(unit)}.", key=key)
                if unit in reserved or not unit.strip():
                    self._diagnostics.note(where, f"No unit can be called {quoted(unit)}.", key=key)
                seen.add(unit)
        for loc, card in _cards(self._example):
            for fact, others in card.pairs.items():
                for position, unit in enumerate(others):
                    self._check_name((*loc, "pairs", fact, position), "unit", unit)

    def _check_line(self, line: Line, loc: Loc) -> None:
        """Check a line: exactly one input, resolved references."""
        inputs = [word for word in INPUTS if self._diagnostics.has((*loc, word))]
        if not inputs and not self._diagnostics.has_removed(loc):
            self._diagnostics.note(loc, f"This line needs one of {enumerated(INPUTS, 'or')}.")
        if len(inputs) > 1:
            self._diagnostics.note(
                (*loc, inputs[1]),
                f"A line is one input, not {enumerated(inputs, 'and')}.",
                "Put each on a line of its own.",
                key=True,
            )
        if line.unit and line.units:
            self._diagnostics.note((*loc, "units"), "Give either `unit` or `units`.", key=True)
        for position, die in enumerate(line.roll or ()):
            if die < 1:
                self._diagnostics.note((*loc, "roll", position), f"A die never shows {die}.")
        if line.declare == GAINED and not (line.unit and line.side):
            self._diagnostics.note(
                (*loc, "declare"), "A unit that joins needs a `unit` and its `side`.", key=True
            )
        self._check_fields(line, loc, _LINE)
        if line.then is not None:
            self._check_claim(line.then, (*loc, "then"))

    def _check_claim(self, claim: Claim, loc: Loc) -> None:
        """Check the references of a claim."""
        self._check_fields(claim, loc, _CLAIM)
        for who in claim.value or {}:
            unit, dot, value = who.rpartition(".")
            if not dot:
                self._diagnostics.note(
                    (*loc, "value", who),
                    f"{quoted(who)} does not say whose value.",
                    "Write it as Unit.value.",
                    key=True,
                )
                continue
            self._check_name((*loc, "value", who), "unit", unit, key=True)
            self._check_name((*loc, "value", who), "value", value, key=True)

    def _check_fields(self, value: Line | Claim, loc: Loc, table: _FieldKinds) -> None:
        """Check the references in the fields of a line or claim."""
        for field, kind in table.items():
            names = getattr(value, field)
            of_key, of_value = kind if isinstance(kind, tuple) else (kind, "")
            for where, name, key in names_in(names, (*loc, field)):
                if name:
                    self._check_name(where, of_key, name, key=key)
                if key and of_value:
                    for inner, other, _ in names_in(names[name], where):
                        self._check_name(inner, of_value, other)

    def _check_name(self, loc: Loc, kind: str, name: str, *, key: bool = False) -> None:
        """Diagnostic for an unresolved name."""
        if kind == REFUSAL and name == NOTHING:
            return
        if kind in (CLAUSE, REFUSAL):
            self._symbols.check_clause(self._diagnostics, loc, name)
        elif kind in self._own:
            known = self._own[kind]
            if (
                name not in known
                and name not in self._possible_names
                and not self._diagnostics.is_full
            ):
                noun = _NOUNS.get(kind, kind)
                hint = did_you_mean(name, known, known_label(noun))
                self._diagnostics.note(loc, f"There is no {noun} {quoted(name)}.", hint, key=key)
        else:
            self._symbols.check(self._diagnostics, loc, kind, name, key=key)


def _starting_units(example: Example) -> Iterator[str]:
    """Units that the example begins with."""
    for units in example.given.values():
        yield from units


def _joining_units(example: Example) -> Iterator[str]:
    """Units that join during the example."""
    return (line.unit for line in example.play if line.declare == GAINED and line.unit)


def _cards(example: Example) -> Iterator[tuple[Loc, Card]]:
    """Cards of an example, each with its path."""
    for side, units in example.given.items():
        if isinstance(units, Mapping):
            for name, card in units.items():
                yield ("given", side, name), card
    for position, line in enumerate(example.play):
        if line.card is not None:
            yield ("play", position, "card"), line.card
