"""Semantic checks: everything that can only be checked once all files are parsed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from turnwright.language.clause import Clause
from turnwright.language.container import Contents
from turnwright.language.example import Example
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.load.circles import GuardGraph
from turnwright.load.conflicts import (
    ClauseWords,
    Key,
    RuleConflict,
    band_conflicts,
    option_conflicts,
)
from turnwright.load.declared_names import (
    check_counted_cycles,
    check_follow_cycles,
    check_gap_names,
    check_ids,
    check_like_cycles,
    check_marker_names,
    check_marker_owners,
    check_names,
    check_now_covered,
    check_patch_names,
    check_synonyms,
)
from turnwright.load.example_checks import ExampleChecker, example_symbols
from turnwright.load.files import File, decode_text
from turnwright.load.idle_words import idle_words
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.parsed_files import ExampleFile
from turnwright.load.patch import homes_of, replace_clause
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import inner_values
from turnwright.load.step_graph import StepGraph
from turnwright.load.subject_checks import SubjectChecker, check_params, check_subjects
from turnwright.load.symbol_table import BATTLE, SymbolTable, effective_symbols
from turnwright.load.syntax_tree import Diagnostics, Loc
from turnwright.load.unknown_names import MissingNames, check_references, check_values
from turnwright.load.unused_names import check_unused_names


def check_all(
    graph: RulesetGraph,
    examples: Collection[ExampleFile],
    nearby: Collection[str],
    whole: Collection[Path],
) -> None:
    """Semantic checks of all rulesets and examples that could be parsed.

    `nearby` are the ids of further rulesets that an author may have meant, and `whole` the
    ruleset files whose examples have all been read.
    """
    symbols = {ruleset: SymbolTable(graph, ruleset) for ruleset in graph.rulesets}
    for ruleset, file in graph.files.items():
        file.diagnostics.next_pass()
        # Without its base nothing is known of what a ruleset names.
        if graph.is_complete(ruleset):
            check_ruleset(file.diagnostics, symbols[ruleset], file.ruleset)
    # Base rulesets first: a ruleset is skipped while anything in its chain has a problem.
    for ruleset in sorted(graph.rulesets, key=lambda name: len(graph.chain(name))):
        if graph.is_clean(ruleset):
            check_effective_rules(graph, ruleset)
    for example in examples:
        example.diagnostics.next_pass()
        known = symbols.get(example.example.ruleset)
        if known is not None:
            if graph.is_complete(known.ruleset):
                check_example(graph, example, known)
        elif example.example.ruleset not in nearby:
            # A nearby ruleset that failed to load has diagnostics of its own.
            report_unknown_ruleset(example, {*graph.rulesets, *nearby})
    if not any(example.diagnostics.problems for example in examples):
        check_unused_names(graph, examples, whole)


def report_unknown_ruleset(file: ExampleFile, known: set[str]) -> None:
    """Diagnostic for an example whose ruleset does not exist."""
    name = file.example.ruleset
    hint = did_you_mean(name, known, "Known rulesets")
    file.diagnostics.note(("ruleset",), f"There is no ruleset {quoted(name)}.", hint)


def check_ruleset(diagnostics: Diagnostics, symbols: SymbolTable, ruleset: Ruleset) -> None:
    """Checks of one ruleset as written: ids, names, references, values."""
    check_ids(diagnostics, ruleset)
    check_names(diagnostics, ruleset)
    check_patch_names(diagnostics, ruleset)
    check_now_covered(diagnostics, ruleset)
    check_gap_names(diagnostics, ruleset)
    check_like_cycles(diagnostics, symbols, ruleset)
    check_follow_cycles(diagnostics, symbols, ruleset)
    check_counted_cycles(diagnostics, symbols, ruleset)
    values = [*inner_values(ruleset)]
    check_params(diagnostics, ruleset, values)
    check_subjects(diagnostics, symbols, ruleset)
    check_synonyms(diagnostics, ruleset)
    check_values(diagnostics, symbols, values)
    for loc, value in values:
        if isinstance(value, Contents):
            check_marker_names(diagnostics, symbols, value, loc)
            check_marker_owners(diagnostics, symbols, value, loc)


def check_example(graph: RulesetGraph, file: ExampleFile, symbols: SymbolTable) -> None:
    """Checks of one example: references, values, inputs, options and readings."""
    diagnostics, example = file.diagnostics, file.example
    # What only another option or reading declares is not there in this example.
    rules, _ = graph.effective(symbols.ruleset, example.options, example.readings)
    symbols = effective_symbols(graph, rules)
    symbols.check(diagnostics, ("ruleset",), "step", BATTLE)  # where every battle begins
    if not symbols.known("side"):
        message = f"{quoted(symbols.ruleset)} has no sides, and nobody plays without."
        diagnostics.note(("ruleset",), message, "List them in its `sides`, such as [north, south].")
    symbols = example_symbols(symbols, file)
    check_values(diagnostics, symbols, inner_values(file.written))
    ExampleChecker(file, symbols).check()
    check_choices(graph, diagnostics, symbols, example, ())


def check_effective_rules(graph: RulesetGraph, ruleset: str) -> None:
    """Checks of the effective rules: the defaults, then what each choice changes in them."""
    whole, conflicts = graph.effective(ruleset)
    conflicts = _all_conflicts(graph, whole, conflicts)
    graph.report(ruleset, conflicts)
    if conflicts:
        return
    # Options and readings that are inherited are checked only where something chooses them.
    own = graph.rulesets[ruleset]
    reported: set[RuleConflict] = set()
    choices: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
        (f"option {quoted(name)}", _with_required_options(whole, name), {}) for name in own.options
    ]
    choices += [
        (f"reading {quoted(f'{name}: {choice}')}", (), {name: choice})
        for name, reading in own.readings.items()
        for choice in reading.alternatives
        if choice != reading.default
    ]
    for said, options, readings in choices:
        found = _changed_conflicts(graph, ruleset, options, readings)
        graph.report(ruleset, _with_choice(found, said, reported))
    symbols, diagnostics = SymbolTable(graph, ruleset), graph.files[ruleset].diagnostics
    for word in ("always", "never"):
        # What only an option declares is not there without it.
        for loc, value in inner_values(getattr(own, word), (word,)):
            check_references(diagnostics, effective_symbols(graph, whole), value, loc)
    for name, pack in own.packs.items():
        check_choices(graph, diagnostics, symbols, pack, ("packs", name))


def check_choices(
    graph: RulesetGraph,
    diagnostics: Diagnostics,
    symbols: SymbolTable,
    chosen: Example | Pack,
    loc: Loc,
) -> None:
    """Checks of chosen options, readings and params: they exist and do not conflict."""
    before = len(diagnostics.problems)
    whole, bare = graph.effective(symbols.ruleset)
    for position, option in enumerate(chosen.options):
        symbols.check(diagnostics, (*loc, "options", position), "option", option)
    for name, choice in chosen.readings.items():
        where: Loc = (*loc, "readings", name)
        symbols.check(diagnostics, where, "reading", name, key=True)
        if name in whole.readings and choice not in (known := whole.readings[name].alternatives):
            hint = did_you_mean(choice, known, "Alternatives")
            diagnostics.note(where, f"{quoted(choice)} is not among the alternatives.", hint)
    nothing = not (chosen.options or chosen.readings or chosen.params)
    if nothing or len(diagnostics.problems) > before:
        return
    bare = _all_conflicts(graph, whole, bare)
    conflicts = (
        *option_conflicts(whole, chosen.options, chosen.params),
        *_conflicts_with(graph, symbols.ruleset, chosen),
    )
    for conflict in conflicts:
        if conflict not in bare:
            place = (
                "params" if conflict.about_params else "options" if chosen.options else "readings"
            )
            where = (*loc, place) if diagnostics.has((*loc, place)) else (*loc, "options")
            diagnostics.note(
                where,
                conflict.message,
                (conflict.hint + graph.locations(conflict)).strip(),
                key=True,
            )


class RuleChecks:
    """Checks of effective rules: as a whole, or of what a choice changes in those underneath."""

    def __init__(
        self,
        symbols: SymbolTable,
        rules: Ruleset,
        base: RuleChecks | None = None,
        keys: Collection[Key] | None = None,
        statements: ClauseWords | None = None,
    ) -> None:
        """`keys` are the parts that differ from the rules of `base`, which have no conflicts."""
        self.symbols = symbols
        self._rules = rules
        self._keys = keys
        self.names: MissingNames = MissingNames(symbols, rules, base.names if base else None, keys)
        steps = (name for kind, name in keys or () if kind == "steps")
        self.steps: StepGraph = StepGraph(rules, base.steps if base else None, steps, statements)
        self.guards: GuardGraph = GuardGraph(rules, base.guards if base else None, keys)

    def conflicts(self, found: Iterable[RuleConflict]) -> tuple[RuleConflict, ...]:
        """Conflicts of names, bands, steps and guards, after those that were found.

        Only without any of these: words that mean nothing, and rounds that go in circles.
        """
        known = (
            *(*found, *self.names.conflicts(), *band_conflicts(self._rules, self._keys)),
            *(*self.steps.conflicts(), *self.guards.conflicts()),
        )
        if known:
            return known
        spoken = self._keys
        if spoken is not None:
            reworded = (("steps", name) for name in self.steps.reworded)
            spoken = (*(key for key in spoken if key[0] != "steps"), *reworded)
        idle = idle_words(self._rules, self.steps, spoken)
        return idle or tuple(self.steps.idle_circles())


def _all_conflicts(
    graph: RulesetGraph, whole: Ruleset, conflicts: tuple[RuleConflict, ...]
) -> tuple[RuleConflict, ...]:
    """Conflicts of effective rules, after those that were found."""
    # The graph keeps effective rules, so the same choices are the same object.
    if id(whole) not in graph.checked:
        checks = RuleChecks(effective_symbols(graph, whole), whole, statements=graph.statements)
        graph.checked[id(whole)] = checks, checks.conflicts(conflicts)
    found: tuple[RuleConflict, ...] = graph.checked[id(whole)][1]
    return found


def _changed_conflicts(
    graph: RulesetGraph, ruleset: str, options: Collection[str], readings: Mapping[str, str]
) -> tuple[RuleConflict, ...]:
    """Conflicts that come with a choice, in rules that have none without it."""
    key = ruleset, frozenset(options), frozenset(readings.items())
    if key not in graph.checked:
        patched = graph.patched(ruleset)
        base: RuleChecks = graph.checked[id(patched.rules)][0]
        change = patched.change(options, readings)
        changed = RuleChecks(base.symbols, change.rules, base, change.parts)
        graph.checked[key] = None, changed.conflicts(change.conflicts)
    found: tuple[RuleConflict, ...] = graph.checked[key][1]
    return found


def _conflicts_with(
    graph: RulesetGraph, ruleset: str, chosen: Example | Pack
) -> tuple[RuleConflict, ...]:
    """Conflicts of the effective rules of an example or a pack."""
    whole, found = graph.effective(ruleset)
    if _all_conflicts(graph, whole, found) or chosen.params:
        whole, found = graph.effective(ruleset, chosen.options, chosen.readings, chosen.params)
        return _all_conflicts(graph, whole, found)
    return _changed_conflicts(graph, ruleset, chosen.options, chosen.readings)


def _with_choice(
    conflicts: Iterable[RuleConflict], choice: str, reported: set[RuleConflict]
) -> list[RuleConflict]:
    """Conflicts of a choice that were not reported before, which say with what they come."""
    fresh = [conflict for conflict in conflicts if conflict not in reported]
    reported.update(fresh)
    return [
        conflict
        if any(clause.of for clause in conflict.clauses)
        else replace(conflict, hint=f"{conflict.hint} It is so with {choice}.".strip())
        for conflict in fresh
    ]


def _with_required_options(whole: Ruleset, option: str) -> tuple[str, ...]:
    """Closure of an option under `needs`: the option with all that it requires."""
    chosen = [option]
    for name in chosen:
        chosen += [
            other
            for other in whole.options[name].needs
            if other in whole.options and other not in chosen
        ]
    return tuple(chosen)


MEANS: Loc = ("means",)
"""Where a clause says what it means."""


class ClauseChecker:
    """Checker of clauses that are changed in effective rules, one at a time."""

    def __init__(self, symbols: SymbolTable, rules: Ruleset) -> None:
        self._symbols = symbols
        self._rules = rules
        # The rules are as they were loaded but for one clause, so all else is looked at once.
        self._homes = homes_of(rules)
        self._steps = StepGraph(rules)
        self._guards = GuardGraph(rules)

    def refusal(self, clause: Clause) -> str:
        """Message of the first problem that a changed clause would have in a file; or nothing.

        What only shows in the bands of a check, or in the graph of steps, is left to the engine,
        which stops there.
        """
        # The YAML parser waits until it is needed: playing takes the standard library alone.
        from turnwright.load.yaml_parser import parse_documents

        (kind, name), _ = self._homes[clause.full_id]
        if message := self._conflict(clause, kind, name):
            return message
        meaning = getattr(clause, "means", None)
        file = decode_text(json.dumps({MEANS[0]: _as_written(meaning)}).encode(), clause.full_id)
        assert isinstance(file, File)
        roots, problems = parse_documents(file)
        diagnostics = Diagnostics(file, roots[0], problems)
        check_values(diagnostics, self._symbols, inner_values(meaning, MEANS))
        checker = SubjectChecker(diagnostics, self._symbols)
        asked = checker.guarded_by(meaning, kind, name) if meaning is not None else "unit"
        checker.visit(meaning, MEANS, asked)
        return problems[0].message if problems else ""

    def _conflict(self, clause: Clause, kind: str, name: str) -> str:
        """Message of a conflict with other words, of its part or of what they ask for."""
        rules = replace_clause(self._rules, clause.full_id, clause, (kind, name))
        graph = StepGraph(rules, self._steps, (name,) if kind == "steps" else ())
        parts = [(kind, it) for it in graph.affected] if kind == "steps" else [(kind, name)]
        guards = GuardGraph(rules, self._guards, ((kind, name),))
        for conflict in (*guards.conflicts(), *idle_words(rules, graph, parts)):
            if any(involved.full_id == clause.full_id for involved in conflict.clauses):
                return conflict.message
        return ""


def _as_written(value: Any) -> Any:
    """A value as plain data, without what nobody writes because it is meant anyway."""
    if isinstance(value, tuple):
        return [_as_written(item) for item in value]
    if is_dataclass(value):
        return {
            field.name: _as_written(part)
            for field in fields(value)
            if (part := getattr(value, field.name)) != field.default
        }
    return value
