"""Altered rules: the rules of some examples with one clause changed or taken away, compiled."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.program import Program
from turnwright.engine.rulings import Conflict
from turnwright.examples.record import Record
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.companion_checks import ABILITY, READING
from turnwright.load.library import Library
from turnwright.load.patch import homes_of, replace_clause
from turnwright.load.problem import SourceError
from turnwright.load.symbol_table import ANSWERS
from turnwright.proof.additions import Addable, additions_to
from turnwright.proof.mutants import Mutant, ability_mutants, mutants_of
from turnwright.proof.narrowings import Narrowings
from turnwright.proof.proof import REMOVED
from turnwright.proof.substitutes import Substitutes, alike_in, substitutes_of
from turnwright.proof.verdicts import said_by


class Altered(NamedTuple):
    """Rules with one clause changed or taken away."""

    change: str
    """As an author would cite it."""
    program: Program | None
    """None where clauses are in conflict, or cannot be put together."""
    clause: Clause | None = None
    """The clause as it was changed; None where it was taken away."""
    on_condition: bool = False
    """A condition was added: it is a change only where somebody meets it."""


def words_of_ruleset(library: Library, ruleset: str) -> frozenset[str]:
    """The names that a ruleset and those that it extends give to parts, abilities and items."""
    return frozenset(
        name
        for rules in library.chain(ruleset)
        for body in rules.bodies()
        for name in (*names_in(body), *rules.abilities)
    )


def names_in(body: Body) -> Iterator[str]:
    """The names of the parts of a ruleset, of its abilities, and of what its clauses speak of."""
    yield from (name for _, name, _ in body.parts())
    yield from getattr(body, "abilities", ())
    for names in alike_in(body):
        yield from names


class _Home(NamedTuple):
    """Home of clauses: what whoever wrote them knows, whatever stands on it."""

    rules: Ruleset
    words: frozenset[str]
    names: Substitutes
    """What can be exchanged in a clause there."""
    names_here: Substitutes
    """Those of it that the rules that are played have, too."""
    narrowings: Narrowings
    """In which steps a clause there is asked."""


class AlterableRules:
    """The rules of some examples, of which one clause at a time is changed or taken away.

    What all changes have in common is looked up once.
    """

    def __init__(self, library: Library, record: Record) -> None:
        """`record` is that of any example that was played by these rules."""
        self._library = library
        self._record = record
        self._rules = record.ruleset
        self._homes = homes_of(self._rules)
        self._here = frozenset(names_in(self._rules))
        self._written: dict[str, _Home] = {}
        self._waived = {name for clause in self._rules.clauses() for name in clause.waived}

    def with_changes(
        self, full_id: str, addable: Addable, only: str = "", skip: Collection[str] = ()
    ) -> Iterator[Altered]:
        """The rules with each change of a clause, its removal first; of an ability; of a reading.

        `addable` is what can be added. With `only`, just the one with this change; never
        those of `skip`.
        """
        named = full_id.partition(".")[2]
        ability, reading = named.removeprefix(ABILITY), named.removeprefix(READING)
        if full_id not in self._homes and reading in self._rules.readings and reading != named:
            for change, program in self._with_other_answers(reading):
                if only in ("", change) and change not in skip:
                    yield Altered(change, program)
            return
        if full_id not in self._homes and ability in self._rules.abilities:
            names = self._written_in(full_id.partition(".")[0]).names_here
            for change, changed in ability_mutants(self._rules.abilities[ability], names):
                if only in ("", change) and change not in skip:
                    abilities = {**self._rules.abilities, ability: changed}
                    yield Altered(change, self._compiled(replace(self._rules, abilities=abilities)))
            return
        if only in ("", REMOVED) and REMOVED not in skip:
            yield Altered(REMOVED, self.without(full_id))
        own = self._clause(full_id)
        for mutant in self._mutants(own, addable) if own else ():
            if only in ("", mutant.change) and mutant.change not in skip:
                home, _ = self._homes[full_id]
                rules = replace_clause(self._rules, full_id, mutant.clause, home)
                program = self._compiled(rules)
                yield Altered(mutant.change, program, mutant.clause, mutant.on_condition)

    def _with_other_answers(self, name: str) -> Iterator[tuple[str, Program | None]]:
        """The rules with each other answer of a reading, where that is other rules."""
        reading, example = self._rules.readings[name], self._record.example
        now = [said_by(clause) for clause in self._rules.clauses()]
        for answer in reading.alternatives:
            if answer == reading.default:
                continue
            try:
                rules = self._library.effective(
                    example.ruleset,
                    example.options,
                    {**example.readings, name: answer},
                    example.params,
                )
            except SourceError:
                continue
            if [said_by(clause) for clause in rules.clauses()] != now:
                yield f"default {reading.default} -> {answer}", self._compiled(rules)

    def _mutants(self, clause: Clause, addable: Addable) -> Iterator[Mutant]:
        """Mutants of a clause in the words of whoever wrote it, who knows no overlay."""
        home = self._written_in(clause.ruleset)
        here = {*self._rules.steps, *self._rules.facts, *self._rules.abilities, *ANSWERS}
        fitting = {
            label: it
            for label, it in addable.conditions.items()
            if {*label.split()[1::2]} <= home.words & (self._here if it.carries else here)
        }
        mutants = mutants_of(clause, self._rules, home.names_here)
        if home.rules is self._rules:
            yield from mutants
        else:
            # An overlay, or a user of a part, knows no further changes of it.
            known = {each.change for each in mutants_of(clause, home.rules, home.names)}
            yield from (each for each in mutants if each.change in known)
        asked_in = home.narrowings.of_part(*self._homes[clause.full_id][0])
        steps = [step for step in asked_in if step in addable.steps]
        yield from additions_to(clause, self._rules, fitting, steps)

    def _written_in(self, ruleset: str) -> _Home:
        """The home of the clauses of a ruleset."""
        if ruleset not in self._written:
            words = words_of_ruleset(self._library, ruleset)
            is_own = ruleset == self._record.example.ruleset
            rules = self._rules if is_own else self._library.effective(ruleset)
            names = substitutes_of(rules)
            known = names.known_in(words), names.known_in(words & self._here)
            self._written[ruleset] = _Home(rules, words, *known, Narrowings(rules))
        return self._written[ruleset]

    def without(self, full_id: str, also: str = "") -> Program | None:
        """Program without a clause, or two; None when it is invalid."""
        own, example = self._clause(full_id), self._record.example
        if own is not None and not own.replaces and not own.removes and full_id not in self._waived:
            # Nothing else hangs on it: all other parts are as they are.
            rules = replace_clause(self._rules, full_id, None, self._homes[full_id][0])
        else:
            try:
                rules = self._library.effective(
                    example.ruleset, example.options, example.readings, example.params, full_id
                )
            except SourceError:
                return None
        if also and also in homes_of(rules):
            rules = replace_clause(rules, also, None)
        return self._compiled(rules)

    def is_refused(self, altered: Altered) -> bool:
        """True for what is no rule at all: the loader would refuse the clause as it was changed."""
        return altered.clause is not None and bool(
            self._library.refusal_of(self._rules, altered.clause)
        )

    def _clause(self, full_id: str) -> Clause | None:
        """The clause, where it is one of these rules."""
        if full_id not in self._homes:
            return None
        (kind, name), position = self._homes[full_id]
        clause: Clause = getattr(self._rules, kind)[name].clauses[position]
        return clause

    def _compiled(self, rules: Ruleset) -> Program | None:
        """Altered rules, compiled; None when their clauses are in conflict."""
        try:
            return compile_ruleset(rules, self._record.program)
        except Conflict:
            return None
