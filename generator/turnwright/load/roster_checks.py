"""Checks of rosters: who is in them, and the numbers that systems ask of their units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from turnwright.language.roster import Roster, missing_numbers
from turnwright.language.ruleset import Ruleset
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.problem import quoted
from turnwright.load.source_files import RosterFile
from turnwright.load.symbols import BATTLE, NOBODY, TABLE
from turnwright.load.syntax_tree import Loc


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
