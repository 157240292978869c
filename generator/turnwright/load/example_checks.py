"""Checks of examples: references to units, sides and words, and one input a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from turnwright.language.clause import Meaning, words_of
from turnwright.language.event import KINDS
from turnwright.language.example import SEVERAL, Claim, Example, Line
from turnwright.language.fact import Subject
from turnwright.language.input import GAINED, NO_NAMES, PLACED, Card, Declaration, Roll
from turnwright.load.confusable_names import check_seen_names
from turnwright.load.declared_names import check_unit_names, units_of
from turnwright.load.parsed_files import ExampleFile
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import CLAUSE
from turnwright.load.symbol_table import (
    BATTLE,
    BETWEEN_UNITS,
    DECLARED,
    NOBODY,
    TABLE,
    SymbolTable,
)
from turnwright.load.syntax_tree import Loc

AWAITED = ("choice", "roll", "draw", "end", "unsaid", "contradicted")

THEN = " then "
"""What joins two draws of which the odds are claimed together."""


def example_symbols(symbols: SymbolTable, file: ExampleFile) -> SymbolTable:
    """Symbol table of an example: that of its rules, with its own units, items and words."""
    example = file.example
    units = (*_starting_units(example), *_joining_units(example))
    sides, markers = symbols.known("side"), symbols.known("marker")
    held = (*sides, *units, *markers)
    containers = symbols.known("container")
    boxes = (*containers, *(f"{side}.{name}" for side in sides for name in containers))
    own: dict[str, Collection[str]] = {
        "unit": units,
        "item": tuple(item for card in _cards(example) for item in card.carries),
        "declaration": (*symbols.known("fact"), GAINED, PLACED),
        # What is in a container may be picked out of it.
        "action": (*symbols.known("action"), *(held if containers else ())),
        "drawable": (*sides, *units, *markers, *symbols.known("numbered_marker")),
        "outcome_or_drawable": (*symbols.known("outcome"), *sides, *units),
        "unit_or_side": (*units, *sides),
        "next_side": (*sides, NOBODY),
        "side_or_battle": (*sides, BATTLE),
        "bearer": (*units, *sides, BATTLE),
        "holder": (*held, TABLE, *boxes, *(f"{box}.{one}" for box in boxes for one in held)),
        "choice": (*symbols.known("action"), SEVERAL),
        "input": AWAITED,
        "box": boxes,
        "word": _every_word(),
        "word_or_value": (*_every_word(), *symbols.known("value")),
    }
    return symbols.with_own(own, file.diagnostics)


@cache
def _every_word() -> tuple[str, ...]:
    """Every word of the language."""
    every = (word for meaning in Meaning.__subclasses__() for word in words_of(meaning))
    return tuple(dict.fromkeys(every))


class ExampleChecker:
    """Checker of what the fields of an example do not declare."""

    def __init__(self, file: ExampleFile, symbols: SymbolTable) -> None:
        self._diagnostics = file.diagnostics
        self._symbols = symbols
        self._example = file.example

    def check(self) -> None:
        """Check the whole example and add its diagnostics."""
        self._check_given()
        if self._example.start is not None:
            self._check_claim(self._example.start, ("start",))
        for position, line in enumerate(self._example.play):
            loc: Loc = ("play", position)
            for number, die in enumerate(line.input.dice if isinstance(line.input, Roll) else ()):
                if die < 1:
                    where = (*loc, "roll", number)
                    self._diagnostics.note(where, f"A die never shows {die}.")
            for where, declared in _declarations(line, loc):
                self._check_declaration(declared, where)
            if line.then is not None:
                self._check_claim(line.then, (*loc, "then"))

    def _check_given(self) -> None:
        """Check the starting forces: unique names of units, that mean nothing else."""
        self._check_taking_part()
        reserved = {
            *NO_NAMES,
            *self._symbols.known("side"),
            *self._symbols.known("marker"),
        }
        joining = [
            ((*loc, "unit"), said.unit, False)
            for position, line in enumerate(self._example.play)
            for loc, said in _declarations(line, ("play", position))
            if said.fact == GAINED
        ]
        placed = [*units_of("given", self._example.given)]
        check_seen_names(self._diagnostics, (*placed, *joining))
        check_unit_names(self._diagnostics, placed, reserved)

    def _check_taking_part(self) -> None:
        """Check that all that is said of sides is said of sides that take part."""
        given, mission = self._example.given, self._example.mission
        absent = {*self._symbols.known("side")} - {*given} if len(given) > 1 else set()
        said: list[tuple[Loc, str]] = [(("mission", "first"), mission.first)]
        said += [(("mission", "neutral", n), side) for n, side in enumerate(mission.neutral)]
        for number, team in enumerate(mission.teams):
            said += [
                (("mission", "teams", number, "sides", n), it) for n, it in enumerate(team.sides)
            ]
        said += [(("facts", side), side) for side in self._example.facts]
        said += [(("values", side), side) for side in self._example.values]
        said += [(("mission", "holds", box), box.partition(".")[0]) for box in mission.holds]
        for loc, side in said:
            if side in absent:
                message = f"{quoted(side)} takes no part: `given` does not list it."
                self._diagnostics.note(loc, message)

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
            hint = "Say in `to_unit` which is the other." if subject in BETWEEN_UNITS else DECLARED
            at = where if subject in BETWEEN_UNITS else (*loc, "to_unit")
            self._diagnostics.note(at, message, hint, key=True)
        if declared.models is not None and subject is not Subject.MODELS:
            message = f"{quoted(declared.fact)} is not about models that are lost."
            self._diagnostics.note((*loc, "models"), message, key=True)

    def _check_events(self, claim: Claim, loc: Loc) -> None:
        """Check the events of a claim: known kinds, and what is claimed of each."""
        listed = [("happened", it) for it in enumerate(claim.happened or ())]
        listed += [("not_happened", it) for it in enumerate(claim.not_happened or ())]
        for word, (position, event) in listed:
            where: Loc = (*loc, word, position)
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
        self._check_events(claim, loc)
        for step, units in (claim.skipped or {}).items():
            for unit, clause in units.items():
                self._check_name((*loc, "skipped", step, unit), CLAUSE, clause)
        for drawn in claim.odds or {}:
            for name in drawn.split(THEN):
                self._check_name((*loc, "odds", drawn), "outcome_or_drawable", name, key=True)
        for key, clause in (claim.by or {}).items():
            unit, dot, does = key.rpartition(".")
            is_unit = not dot or key in self._symbols.known("unit")
            self._check_name((*loc, "by", key), "unit", key if is_unit else unit, key=True)
            if not is_unit:
                self._check_name((*loc, "by", key), "action", does, key=True)
            self._check_name((*loc, "by", key), CLAUSE, clause)
        for key in claim.value or {}:
            who, dot, value = key.rpartition(".")
            where = (*loc, "value", key)
            if not dot:
                message = f"{quoted(key)} does not say whose value."
                self._diagnostics.note(where, message, "Write it as Unit.value.", key=True)
                continue
            self._check_name(where, "bearer", who, key=True)
            self._check_name(where, "value", value, key=True)

    def _check_name(self, loc: Loc, kind: str, name: str, *, key: bool = False) -> None:
        """Diagnostic for an unresolved name."""
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


def _cards(example: Example) -> Iterator[Card]:
    """Cards of an example."""
    for units in example.given.values():
        if isinstance(units, Mapping):
            yield from units.values()
    for line in example.play:
        yield from (it.card for _, it in _declarations(line, ()) if it.card is not None)
