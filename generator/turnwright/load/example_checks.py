"""Checks of examples: references to units, sides and words, and one input a line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from turnwright.language.clause import Meaning, words_of
from turnwright.language.event import KINDS
from turnwright.language.example import NOTHING, Claim, Example, Line
from turnwright.language.fact import Subject
from turnwright.language.input import GAINED, PLACED, Card, Declaration, Roll
from turnwright.language.roster import Roster, missing_numbers
from turnwright.language.ruleset import Ruleset
from turnwright.load.document import Diagnostics, Loc, removed_words
from turnwright.load.names import (
    BATTLE,
    BETWEEN_UNITS,
    CLAUSE,
    NOBODY,
    TABLE,
    SymbolTable,
    known_label,
    names_in,
)
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.source_files import ExampleFile, RosterFile

AWAITED = ("choice", "roll", "draw", "end", "unsaid", "contradicted")

THEN = " then "
"""What joins two draws of which the odds are claimed together."""

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
    "draw": "drawable",
    "refused": REFUSAL,
}
_DECLARATION: _FieldKinds = {"unit": "unit", "to_unit": "unit", "side": "side"}
_CLAIM: _FieldKinds = {
    "next": "next_side",
    "step": "step",
    "may": "unit",
    "may_not": "unit",
    "by": ("unit", CLAUSE),
    "can": "action",
    "cannot": "action",
    "can_only": "action",
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
    "did": ("unit_or_side", "deed"),
    "holds": ("holder", ""),
    "winner": "side",
    "unsaid": "word_or_value",
    "contradicted": "word",
}

_NOUNS = {
    "declaration": "fact",
    "next_side": "side",
    "side_or_battle": "side",
    "bearer": "unit or side",
    "holder": "side, unit or marker",
    "word": "word of the language",
    "word_or_value": "word of the language or value",
    "drawable": "side, unit or marker",
    "outcome_or_drawable": "outcome, side, unit or marker",
    "unit_or_side": "unit or side",
    "deed": "step",
}


class ExampleChecker:
    """Checker of one example."""

    def __init__(self, file: ExampleFile, names: SymbolTable) -> None:
        self._diagnostics = diagnostics = file.diagnostics
        self._symbols = names
        self._example = example = file.example
        self._written = file.written
        self._possible_names = frozenset(removed_words(diagnostics.root))
        units = (*_starting_units(example), *_joining_units(example))
        sides, markers = names.known("side"), names.known("marker")
        words = tuple(
            dict.fromkeys(
                word for meaning in Meaning.__subclasses__() for word in words_of(meaning)
            )
        )
        self._own: dict[str, Collection[str]] = {
            "unit": units,
            "item": tuple(item for _, card in _cards(example) for item in card.carries),
            "declaration": (*names.known("fact"), GAINED, PLACED),
            "drawable": (*sides, *units, *markers),
            "outcome_or_drawable": (*names.known("outcome"), *sides, *units),
            "unit_or_side": (*units, *sides),
            "deed": names.known("action_or_count"),
            "next_side": (*sides, NOBODY),
            "side_or_battle": (*sides, BATTLE),
            "bearer": (*units, *sides, BATTLE),
            "holder": (*sides, *units, *markers, TABLE),
            "input": AWAITED,
            "word": words,
            "word_or_value": (*words, *names.known("value")),
        }

    def check(self) -> None:
        """Check the whole example and add its diagnostics."""
        example = self._example
        self._check_given()
        for where, name, _ in names_in(example.shows, ("shows",)):
            self._symbols.check_clause(self._diagnostics, where, name)
        for who, numbers in example.values.items():
            self._check_name(("values", who), "side_or_battle", who, key=True)
            for value in numbers:
                self._check_name(("values", who, value), "value", value, key=True)
        for who, facts in example.facts.items():
            self._check_name(("facts", who), "side_or_battle", who, key=True)
            for position, fact in enumerate(facts):
                self._check_name(("facts", who, position), "fact", fact)
        if example.start is not None:
            self._check_claim(example.start, ("start",))
        for position, line in enumerate(example.play):
            self._check_line(line, self._written.play[position], ("play", position))

    def _check_given(self) -> None:
        """Check the starting forces: known sides, unique unit names."""
        seen: set[str] = set()
        reserved = {
            *(BATTLE, NOBODY, TABLE),
            *self._symbols.known("side"),
            *self._symbols.known("marker"),
        }
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
            for item, whole in card.modes.items():
                self._check_name((*loc, "modes", item), "item", item, key=True)
                self._check_name((*loc, "modes", item), "item", whole)
            for item, numbers in card.profiles.items():
                self._check_name((*loc, "profiles", item), "item", item, key=True)
                for name in numbers:
                    where = (*loc, "profiles", item, name)
                    self._check_name(where, "profile", name, key=True)

    def _check_line(self, line: Line, written: Any, loc: Loc) -> None:
        """Check the references of a line, under the keys by which it is written."""
        for position, die in enumerate(line.input.dice if isinstance(line.input, Roll) else ()):
            if die < 1:
                self._diagnostics.note((*loc, "roll", position), f"A die never shows {die}.")
        self._check_fields(written, loc, _LINE)
        for where, declared in _declarations(line, loc):
            self._check_declaration(declared, where)
            self._check_fields(declared, where, _DECLARATION)
        if line.then is not None:
            self._check_claim(line.then, (*loc, "then"))

    def _check_declaration(self, declared: Declaration, loc: Loc) -> None:
        """Check a declaration: a fact, a unit that joins, or a value."""
        where = (*loc, "declare")
        if declared.fact == GAINED and not (declared.unit and declared.side):
            message = "A unit that joins needs a `unit` and its `side`."
            self._diagnostics.note(where, message, key=True)
        if declared.fact == PLACED and not (declared.unit and declared.places):
            message = "Where models stand now needs a `unit` and its `places`."
            self._diagnostics.note(where, message, key=True)
        elif declared.places and declared.fact != PLACED:
            message = f"{quoted(declared.fact)} is not about where models stand."
            hint = "That is declared with `placed`."
            self._diagnostics.note((*loc, "places"), message, hint, key=True)
        kind = "declaration" if declared.value is None else "value"
        self._check_name(where, kind, declared.fact)
        subject = self._symbols.subjects.get(declared.fact)
        if declared.value is not None or subject is None:
            return
        if (subject in BETWEEN_UNITS) != bool(declared.to_unit):
            message = (
                f"{quoted(declared.fact)} is between two units."
                if subject in BETWEEN_UNITS
                else f"{quoted(declared.fact)} is not between two units."
            )
            hint = "Say in `to_unit` which is the other." if subject in BETWEEN_UNITS else ""
            at = where if subject in BETWEEN_UNITS else (*loc, "to_unit")
            self._diagnostics.note(at, message, hint, key=True)
        if declared.models is not None and subject is not Subject.MODELS:
            message = f"{quoted(declared.fact)} is not about models that are lost."
            self._diagnostics.note((*loc, "models"), message, key=True)

    def _check_events(self, claim: Claim, loc: Loc) -> None:
        """Check the events of a claim: known kinds, and what is claimed of each."""
        for position, event in enumerate(claim.happened or ()):
            where: Loc = (*loc, "happened", position)
            kind = event.get("event")
            if kind is None:
                hint = "Write it as {event: passed, side: north}."
                self._diagnostics.note(where, "This does not say in `event` what happened.", hint)
            elif not isinstance(kind, str) or kind not in KINDS:
                hint = did_you_mean(str(kind), KINDS, "Kinds of event")
                message = f"There is no kind of event {quoted(kind)}."
                self._diagnostics.note((*where, "event"), message, hint)
            else:
                known = KINDS[kind]._fields
                for field in event:
                    if field not in (*known, "event"):
                        message = f"{quoted(field)} is not known of {quoted(kind)}."
                        hint = did_you_mean(field, known, "Known of it")
                        self._diagnostics.note((*where, field), message, hint, key=True)

    def _check_claim(self, claim: Claim, loc: Loc) -> None:
        """Check the references of a claim."""
        self._check_fields(claim, loc, _CLAIM)
        self._check_events(claim, loc)
        for step, units in (claim.skipped or {}).items():
            where: Loc = (*loc, "skipped", step)
            self._check_name(where, "step", step, key=True)
            for unit, clause in units.items():
                self._check_name((*where, unit), "unit_or_side", unit, key=True)
                self._check_name((*where, unit), CLAUSE, clause)
        for drawn in claim.odds or {}:
            for name in drawn.split(THEN):
                self._check_name((*loc, "odds", drawn), "outcome_or_drawable", name, key=True)
        for key in claim.value or {}:
            who, dot, value = key.rpartition(".")
            where = (*loc, "value", key)
            if not dot:
                message = f"{quoted(key)} does not say whose value."
                self._diagnostics.note(where, message, "Write it as Unit.value.", key=True)
                continue
            self._check_name(where, "bearer", who, key=True)
            self._check_name(where, "value", value, key=True)

    def _check_fields(self, value: Any, loc: Loc, table: _FieldKinds) -> None:
        """Check the references in the fields of a written line, a declaration or a claim."""
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
                hint = self._symbols.patch_hint(name) or did_you_mean(
                    name, known, known_label(noun)
                )
                self._diagnostics.note(loc, f"There is no {noun} {quoted(name)}.", hint, key=key)
        else:
            self._symbols.check(self._diagnostics, loc, kind, name, key=key)


def _starting_units(example: Example) -> Iterator[str]:
    """Units that the example begins with."""
    for units in example.given.values():
        yield from units


def _joining_units(example: Example) -> Iterator[str]:
    """Units that join during the example."""
    for line in example.play:
        for _, declared in _declarations(line, ()):
            if declared.fact == GAINED and declared.unit:
                yield declared.unit


def _declarations(line: Line, loc: Loc) -> Iterator[tuple[Loc, Declaration]]:
    """What a line declares, or declares that it causes, each with its path."""
    if isinstance(line.input, Declaration):
        yield loc, line.input
    else:
        for position, cause in enumerate(line.input.causes):
            yield (*loc, "causes", position), cause


def _cards(example: Example) -> Iterator[tuple[Loc, Card]]:
    """Cards of an example, each with its path."""
    for side, units in example.given.items():
        if isinstance(units, Mapping):
            for name, card in units.items():
                yield ("given", side, name), card
    for position, line in enumerate(example.play):
        for loc, declared in _declarations(line, ("play", position)):
            if declared.card is not None:
                yield (*loc, "card"), declared.card


def check_roster(file: RosterFile) -> None:
    """Checks of one roster by itself: two sides at least, units, names, numbers of models."""
    diagnostics, roster = file.diagnostics, file.roster
    diagnostics.next_pass()
    if not roster.roster.strip() and not diagnostics.has_removed(()):
        diagnostics.note(("roster",), "This roster has no name.")
    if len(roster.sides) < 2 and not diagnostics.has_removed(("sides",)):
        diagnostics.note(("sides",), "A roster has two sides or more.")
    for side, units in roster.sides.items():
        if not units and not diagnostics.has_removed(("sides", side)):
            diagnostics.note(("sides", side), f"{quoted(side)} has no units.", key=True)
    seen: set[str] = set()
    for loc, name, is_key in _unit_names(roster):
        if name in seen:
            diagnostics.note(loc, f"There are two units {quoted(name)}.", key=is_key)
        if name in (BATTLE, NOBODY, TABLE) or not name.strip():
            diagnostics.note(loc, f"No unit can be called {quoted(name)}.", key=is_key)
        seen.add(name)
    _check_models(diagnostics, ("each",), roster.each.models)
    for side, units in roster.sides.items():
        for name, unit in units.items() if isinstance(units, Mapping) else ():
            _check_models(diagnostics, ("sides", side, name), unit.models)


def check_numbers(file: RosterFile, rulesets: Iterable[Ruleset]) -> None:
    """Diagnostics for the numbers that these rulesets, as they are played, miss in a roster."""
    roster = file.roster
    file.diagnostics.next_pass()
    for rules in rulesets:
        if rules.muster is None:
            continue
        for side, name, number, value in missing_numbers(rules.muster, roster):
            units = roster.sides[side]
            listed = isinstance(units, tuple)
            last = units.index(name) if isinstance(units, tuple) else name
            file.diagnostics.note(
                ("sides", side, last),
                f"{quoted(name)} has no number {quoted(number)}, which "
                f"{quoted(rules.ruleset)} needs for {quoted(value)}.",
                f"Give it `has: {{{number}: 3}}`, or say it of every unit in `each`.",
                key=not listed,
            )


def _unit_names(roster: Roster) -> Iterable[tuple[Loc, str, bool]]:
    """Names of the units, each with its path, and whether it is a key."""
    for side, units in roster.sides.items():
        if isinstance(units, Mapping):
            yield from ((("sides", side, name), name, True) for name in units)
        else:
            yield from ((("sides", side, n), name, False) for n, name in enumerate(units))


def _check_models(diagnostics: Diagnostics, loc: Loc, models: int | None) -> None:
    """Diagnostic for a unit without models."""
    if models is not None and models < 1:
        diagnostics.note((*loc, "models"), f"This is at least 1, not {models}.")
