"""Symbol table: the names that a ruleset declares, by what they are names of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from typing import Any

from turnwright.language.check import CheckMeaning
from turnwright.language.condition import THIS, Sum
from turnwright.language.container import ContainerMeaning, Contents
from turnwright.language.effect import DURING
from turnwright.language.example import NOTHING
from turnwright.language.fact import Holder, Subject, ValueMeaning
from turnwright.language.ruleset import Body, Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.traversal import subvalues
from turnwright.language.turn_order import FOR_NOW
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import (
    CLAUSE,
    REFUSAL,
)
from turnwright.load.syntax_tree import Diagnostics, Loc
from turnwright.load.validation import MOST_NUMBERS

BATTLE, NOBODY, TABLE = "battle", "nobody", "table"
"""Reserved words in place of a unit or a side."""

BETWEEN_UNITS = (Subject.PAIR, Subject.SIGHT)
"""Subjects of facts that are between two units."""
DECLARED = "If it is meant to be, say `of: pair` of it under `facts`."
"""What helps whoever means a fact to be between two units."""

ANSWERS = ("pass", "done")
"""What a side may do with its chance beside steps and abilities."""

_NOUNS = {
    "step_or_this": "step",
    "step_or_phrase": "step",
    "step_or_for_now": "step",
    "step_or_during": "step",
    "action_or_count": "step",
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
    "heading": "heading for dice",
    "profile": "number of a profile",
    "not_covered": "entry of not_covered",
}
_PLURALS = {
    "number of a profile": "numbers of a profile",
    "ability": "abilities",
    "heading for dice": "headings for dice",
    "entry of not_covered": "entries of not_covered",
    "unit or side": "units or sides",
    "word of the language": "words of the language",
    "word of the language or value": "words of the language and values",
    "side, unit or marker": "sides, units and markers",
    "outcome, side, unit or marker": "outcomes, sides, units and markers",
}


def known_label(noun: str) -> str:
    """Label of a list of known names in a hint."""
    return f"Known {_PLURALS.get(noun, f'{noun}s')}"


class SymbolTable:
    """Symbol table of a ruleset: the declared names, by kind."""

    def __init__(self, graph: RulesetGraph, ruleset: str, rules: Ruleset | None = None) -> None:
        """`rules` are effective ones: only their names are known then, not those of all patches."""
        self.ruleset = ruleset
        self._rules = rules
        self._of_rules = self
        """The table without the names of an example's own."""
        self.chain = graph.chain(ruleset)
        self.resolver = graph.resolver(ruleset)
        self._diagnostics = [graph.files[below.ruleset].diagnostics for below in self.chain]

    def known(self, kind: str) -> Collection[str]:
        """Declared names of a kind."""
        return self._of_rules._profiles if kind == "profile" else self._by_kind[kind]

    def with_own(
        self, kinds: Mapping[str, Collection[str]], diagnostics: Diagnostics
    ) -> SymbolTable:
        """The same table with the names of a document's own; what was removed in it may be one."""
        table = copy(self)
        table._by_kind = {**self._by_kind, **kinds}
        table._possible_names = self._possible_names.union(diagnostics.removed_words())
        return table

    def allows_this(self, kind: str) -> bool:
        """True for a kind of name for which `this` may stand."""
        return kind in ("step_or_this", "step_or_phrase", "step_or_for_now")

    def check(
        self, diagnostics: Diagnostics, loc: Loc, kind: str, name: str, *, key: bool = False
    ) -> None:
        """Diagnostic for an undeclared name."""
        if kind in (CLAUSE, REFUSAL):
            if kind == CLAUSE or name != NOTHING:
                self.check_clause(diagnostics, loc, name, key=key)
            return
        known = self.known(kind)
        if kind == "action" and (step := name.rpartition(" "))[2].isdigit() and step[0]:
            name = step[0]  # The number that is chosen there, or that a marker bears.
        if name not in known and name not in self._possible_names and not diagnostics.is_full:
            noun = _NOUNS.get(kind, kind)
            hint = self.patch_hint(name) or did_you_mean(name, known, known_label(noun))
            diagnostics.note(loc, f"There is no {noun} {quoted(name)}.", hint, key=key)

    def patch_hint(self, name: str) -> str:
        """Hint for a name that only options and readings declare, which are not chosen."""
        patches = [
            f"{'reading' if ':' in of else 'option'} {quoted(of)}"
            for of in (self.patches.get(name, ()) if self._rules is not None else ())
        ]
        return f"It comes with {' or '.join(patches)}." if patches else ""

    @cached_property
    def patches(self) -> Mapping[str, tuple[str, ...]]:
        """The options and alternatives of readings that declare each name."""
        found: dict[str, tuple[str, ...]] = {}
        for ruleset in self.chain:
            for layer in ruleset.layers()[1:]:
                for name in _declared_by(layer.body):
                    found[name] = (*found.get(name, ()), layer.of)
        return found

    def check_clause(
        self, diagnostics: Diagnostics, loc: Loc, reference: str, *, key: bool = False
    ) -> bool:
        """Diagnostic for an unknown clause id; true when it resolves."""
        found = self.resolver.resolve(reference) is not None
        if not found and reference not in self._possible_names and not diagnostics.is_full:
            hint = did_you_mean(reference, self.resolver.known(reference), "Known clauses")
            diagnostics.note(loc, f"There is no clause {quoted(reference)}.", hint, key=key)
        return found

    @cached_property
    def subjects(self) -> Mapping[str, Subject]:
        """What each fact is true of; an overlay that leaves it out changes nothing."""
        known: dict[str, Subject] = {}
        for body in self._bodies:
            for name, fact in body.facts.items():
                if fact.of is not Subject.UNIT or name not in known:
                    known[name] = fact.of
        return known

    @cached_property
    def holders(self) -> Mapping[str, Holder]:
        """Whose number each value is; of a number that only cards have, a unit's."""
        known = dict.fromkeys(self.known("value"), Holder.UNIT)
        for body in self._bodies:
            for name, value in body.values.items():
                if value.of is not Holder.UNIT:
                    known[name] = value.of
        return known

    @cached_property
    def _bodies(self) -> list[Body]:
        """Bodies of all layers of the chain, the base first."""
        if self._rules is not None:
            return [self._rules]
        return [layer.body for ruleset in self.chain for layer in ruleset.layers()]

    @cached_property
    def _possible_names(self) -> frozenset[str]:
        """Words in nodes removed as invalid, which may have declared names."""
        return frozenset(
            word for diagnostics in self._diagnostics for word in diagnostics.removed_words()
        )

    @property
    def _meanings(self) -> list[Any]:
        """What the clauses mean."""
        parts = (part for body in self._bodies for _, _, part in body.parts())
        return [clause.means for part in parts for clause in part.clauses]

    @cached_property
    def _profiles(self) -> Collection[str]:
        """Numbers of profiles that some amount is; looked for when they are asked for."""
        inside = (it for meaning in self._meanings for it in subvalues(meaning))
        return _ordered_set(it.profile for it in inside if isinstance(it, Sum) and it.profile)

    @cached_property
    def _by_kind(self) -> dict[str, Collection[str]]:
        """Declared names by kind."""
        bodies = self._bodies
        meanings = self._meanings
        steps = _ordered_set(name for body in bodies for name in body.steps)
        terms = _ordered_set(name for body in bodies for name in body.effects)
        losses = _ordered_set(
            name for body in bodies for name in body.facts if body.facts[name].of is Subject.MODELS
        )
        counted = [m.counts_as for m in meanings if isinstance(m, StepMeaning) and m.counts_as]
        checks = [m for m in meanings if isinstance(m, CheckMeaning)]
        outcomes = [band.outcome for m in checks for band in (m.band, m.also) if band]
        contents = [m.contains for m in meanings if isinstance(m, ContainerMeaning) and m.contains]
        markers = [name for it in contents for name in it.named or numbers_of(it)]
        numbered = [f"{name} {n}" for it in contents for name in it.named for n in numbers_of(it)]
        bases = [m.base for m in meanings if isinstance(m, ValueMeaning) and m.base]
        values = _ordered_set(name for body in bodies for name in body.values)
        abilities = self._of_rulesets("abilities")
        sides = next((below.sides for below in reversed(self.chain) if below.sides), ())
        return {
            "step": steps,
            "step_or_this": _ordered_set(steps, THIS),
            "step_or_phrase": _ordered_set((*steps, *terms, *losses), THIS),
            "step_or_for_now": _ordered_set(steps, FOR_NOW, THIS),
            "step_or_during": _ordered_set(steps, DURING),
            "action_or_count": _ordered_set((*steps, *counted, *abilities), *ANSWERS),
            "check": _ordered_set((name for body in bodies for name in body.checks), "none"),
            "fact": _ordered_set(name for body in bodies for name in body.facts),
            # A base that no clause defines is a value on the unit's card.
            "value": _ordered_set((*values, *bases)),
            "container": _ordered_set(name for body in bodies for name in body.containers),
            "ability": abilities,
            "outcome": _ordered_set((*outcomes, *markers)),
            "marker": _ordered_set(markers),
            "numbered_marker": numbered,
            "heading": _ordered_set(name for check in checks for name in check.dice_from or ()),
            "action": _ordered_set((*steps, *abilities), *ANSWERS, "first"),
            "document": self._of_rulesets("documents"),
            "option": self._of_rulesets("options"),
            "reading": self._of_rulesets("readings"),
            "not_covered": self._of_rulesets("not_covered"),
            "side": sides,
            "gap": [gap.name for below in self.chain for gap in below.gaps if gap.name],
            "chapter": (),  # They are a book's own.
        }

    def _of_rulesets(self, kind: str) -> Collection[str]:
        """Names that the rulesets of the chain list under a key."""
        return _ordered_set(name for below in self.chain for name in getattr(below, kind))


def effective_symbols(graph: RulesetGraph, rules: Ruleset) -> SymbolTable:
    """Symbol table of effective rules: made once, as the graph keeps the rules."""
    if id(rules) not in graph.symbol_tables:
        graph.symbol_tables[id(rules)] = SymbolTable(graph, rules.ruleset, rules)
    found: SymbolTable = graph.symbol_tables[id(rules)]
    return found


def numbers_of(contents: Contents) -> Iterator[str]:
    """What markers are called that bear a number and no name."""
    if contents.low is not None:
        high = contents.low if contents.high is None else contents.high
        yield from map(str, range(contents.low, min(high, contents.low + MOST_NUMBERS) + 1))


def _declared_by(body: Body) -> set[str]:
    """Names of the parts, outcomes and markers that a body declares."""
    names = {name for _, name, _ in body.parts()}
    for _, _, part in body.parts():
        for clause in part.clauses:
            means = clause.means
            if isinstance(means, CheckMeaning):
                names.update(band.outcome for band in (means.band, means.also) if band)
            if isinstance(means, ContainerMeaning) and means.contains:
                names.update(means.contains.named)
    return names


def _ordered_set(names: Iterable[str], *more: str) -> Collection[str]:
    """Ordered set of names."""
    return dict.fromkeys((*names, *more)).keys()
