"""Unknown names: what clauses name and nobody declares, or what is not there with a choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from turnwright.language.clause import Clause
from turnwright.language.condition import THIS
from turnwright.language.effect import DURING
from turnwright.language.fact import ValueMeaning
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.turn_order import FOR_NOW
from turnwright.load.conflicts import Key, RuleConflict, parts_of
from turnwright.load.idle_words import NO_CHECK
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import (
    AMOUNT,
    inner_values,
    names_in,
    references_in,
)
from turnwright.load.scalars import dice_error, is_dice_like, suggested_spelling
from turnwright.load.symbol_table import SymbolTable
from turnwright.load.syntax_tree import Diagnostics, Loc, Mapping
from turnwright.load.validation import validate


def check_values(
    diagnostics: Diagnostics,
    symbols: SymbolTable,
    values: Iterable[tuple[Loc, object]],
) -> None:
    """Diagnostics for values, each with its path: what fields declare, and what they refer to."""
    for loc, value in values:
        validate(diagnostics, value, loc)
        check_references(diagnostics, symbols, value, loc)


def check_references(
    diagnostics: Diagnostics, symbols: SymbolTable, value: object, loc: Loc
) -> None:
    """Diagnostics for the unresolved references of one value, without its children."""
    node = diagnostics.written(loc)
    # What is inherited from an enclosing node is checked there.
    written = node.values if isinstance(node, Mapping) else ()
    for where, what, name, is_key in references_in(value, loc, written):
        if not name:
            continue
        if what == AMOUNT and is_dice_like(name):
            if number := suggested_spelling(name, int):
                message = f"A whole number belongs here, not the text {quoted(name)}."
                diagnostics.note(where, message, f"Write it without quotes: {number}.")
            elif fault := dice_error(name):
                diagnostics.note(where, *fault)
        elif name == THIS and symbols.allows_this(what) and not _is_said_by_step(loc):
            message = "`this` is the step that says so, and here no step says it."
            diagnostics.note(where, message, "Name the step that is meant.")
        else:
            known = "value" if what == AMOUNT else what
            symbols.check(diagnostics, where, known, name, key=is_key)
    if isinstance(value, Clause):
        _check_citations(diagnostics, symbols, value, loc)


def _is_said_by_step(loc: Loc) -> bool:
    """True for the path of something in a clause of a step, also in an option or a reading."""
    return "steps" in (*loc[:1], *loc[2:3], *loc[4:5])


def _check_citations(
    diagnostics: Diagnostics, symbols: SymbolTable, clause: Clause, loc: Loc
) -> None:
    """Diagnostics for the unresolved citations of a clause."""
    for where, name, _ in names_in(clause.follows, (*loc, "follows")):
        if symbols.check_clause(diagnostics, where, name) and cites_itself(symbols, name, clause):
            diagnostics.note(where, "A clause cannot follow from itself.")
    for where, name, _ in names_in(clause.waived, (*loc, "means", "waives")):
        if cites_itself(symbols, name, clause):
            diagnostics.note(where, "A clause cannot be an exception to itself.")
    for field in ("replaces", "removes", "rereads"):
        for where, name, _ in names_in(getattr(clause, field), (*loc, field)):
            if symbols.resolver.patch_targets(name, clause):
                continue
            if name.endswith(".*"):
                groups = [f"{known.partition('.')[0]}.*" for known in symbols.resolver.known("")]
                message = f"There is no group {quoted(name)} to change here."
                diagnostics.note(where, message, did_you_mean(name, groups))
            elif symbols.check_clause(diagnostics, where, name):
                diagnostics.note(
                    where,
                    f"{quoted(name)} is not underneath this clause.",
                    "A clause changes those of the ruleset that its own extends;"
                    " one in an option or reading, also those of its own ruleset.",
                )


def cites_itself(symbols: SymbolTable, reference: str, clause: Clause) -> bool:
    """True when a clause cites itself."""
    return (
        symbols.resolver.resolve(reference) is symbols.resolver.resolve(clause.full_id) is not None
    )


_FIELDS = {
    "step": "steps",
    "step_or_this": "steps",
    "step_or_for_now": "steps",
    "step_or_during": "steps",
    "check": "checks",
    "fact": "facts",
    "value": "values",
    "container": "containers",
    AMOUNT: "values",
}
"""Kinds of reference that must resolve for a clause to mean anything: where they are declared."""


_WORDS_FOR: dict[str, tuple[str, ...]] = {
    "check": (NO_CHECK,),
    "step_or_this": (THIS,),
    "step_or_for_now": (THIS, FOR_NOW),
    "step_or_during": (DURING,),
}
"""Words of the language that stand for a name, by kind of reference."""


class MissingNames:
    """Clauses of effective rules that name what only options and readings declare.

    With `base`, only these parts are looked at, and what names something that is gone with the
    choice; the rest is as in the rules underneath. What nobody declares at all is a diagnostic
    of its own.
    """

    def __init__(
        self,
        symbols: SymbolTable,
        rules: Ruleset,
        base: MissingNames | None = None,
        keys: Collection[Key] | None = None,
    ) -> None:
        """`symbols` are those of the rules, or of the rules underneath."""
        self._symbols = symbols
        self._rules = rules
        self._base = base
        self._keys = keys

    @cached_property
    def _naming(self) -> dict[str, list[tuple[Key, int]]]:
        """The clauses that name something, by name: the part, and the identity of the clause."""
        found: dict[str, list[tuple[Key, int]]] = {}
        for kind, part_name, part in self._rules.parts():
            key = kind, part_name
            found.setdefault(getattr(part, "like", ""), []).append((key, 0))
            for clause in part.clauses:
                for name in {name for _, name in _names(clause)}:
                    found.setdefault(name, []).append((key, id(clause)))
        return found

    @cached_property
    def _bases(self) -> dict[str, set[Key]]:
        """The values that start from a number of cards, by the name of that."""
        found: dict[str, set[Key]] = {}
        for kind, name, part in parts_of(self._rules, self._keys):
            for base in _base_numbers(part):
                found.setdefault(base, set()).add((kind, name))
        return found

    def _is_known(self, what: str, name: str) -> bool:
        """True when these rules have what is named."""
        if name in getattr(self._rules, _FIELDS[what]):
            return True
        if _FIELDS[what] == "values":
            below = self._base._bases.get(name, ()) if self._base and self._keys else ()
            return name in self._bases or any(key not in (self._keys or ()) for key in below)
        return name in _WORDS_FOR.get(what, ())

    def _clauses(self) -> Iterator[tuple[str, Part, Iterable[Clause]]]:
        """The parts that may name what these rules do not have, and those of their clauses."""
        if self._base is None or self._keys is None:
            yield from ((name, part, part.clauses) for _, name, part in self._rules.parts())
            return
        below = self._base._rules
        gone = [name for kind, name in self._keys if name not in getattr(self._rules, kind)]
        for _, _, part in parts_of(below, self._keys):
            gone += [name for name in _base_numbers(part) if not self._is_known("value", name)]
        naming = {it: None for name in gone for it in self._base._naming.get(name, ())}
        again = {clause for _, clause in naming}
        keys = dict.fromkeys((*self._keys, *(key for key, _ in naming))).keys()
        for kind, name, part in parts_of(self._rules, keys):
            old = getattr(below, kind).get(name)
            # A clause that stood there before lacks nothing but what is gone.
            known = {id(clause) for clause in old.clauses} - again if old else ()
            yield name, part, [clause for clause in part.clauses if id(clause) not in known]

    def conflicts(self) -> Iterator[RuleConflict]:
        """Conflicts of steps and clauses that name what these rules do not have."""
        if not self._symbols.patches:
            return
        hint_for = self._symbols.patch_hint
        parts = [*self._clauses()]
        for name, part, _ in parts:
            like = getattr(part, "like", "")
            if like and like not in self._rules.steps and (hint := hint_for(like)):
                message = f"There is no step {quoted(like)} for {quoted(name)} to be like."
                yield RuleConflict(message, hint, part.clauses[:1])
        for _, _, clauses in parts:
            for clause in clauses:
                for what, name in _names(clause):
                    if not self._is_known(what, name) and (hint := hint_for(name)):
                        noun = _FIELDS[what].removesuffix("s")
                        message = f"There is no {noun} {quoted(name)} for {quoted(clause.id)}."
                        yield RuleConflict(message, hint, (clause,))


def _base_numbers(part: Part) -> Iterator[str]:
    """Numbers of cards that a value starts from."""
    for clause in part.clauses:
        if isinstance(clause.means, ValueMeaning) and clause.means.base:
            yield clause.means.base


def _names(clause: Clause) -> Iterator[tuple[str, str]]:
    """Names in a clause, each with its kind of reference."""
    for _, value in inner_values(clause):
        for _, what, name, _ in references_in(value):
            if what in _FIELDS and name and not is_dice_like(name):
                yield what, name
