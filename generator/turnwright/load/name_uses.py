"""Uses of names: what clauses name and is not there with a choice, and what nothing mentions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from turnwright.language.clause import Clause
from turnwright.language.condition import THIS
from turnwright.language.effect import DURING
from turnwright.language.example import Example
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.traversal import subvalues
from turnwright.language.turn_order import FOR_NOW
from turnwright.load.conflicts import Key, RuleConflict, parts_of
from turnwright.load.document import Loc
from turnwright.load.formats import is_dice_like
from turnwright.load.idle_words import NO_CHECK
from turnwright.load.inheritance import EXTERNAL, RulesetGraph
from turnwright.load.names import BATTLE, SymbolTable
from turnwright.load.problem import enumerated, quoted
from turnwright.load.references import AMOUNT, inner_values, references_in
from turnwright.load.source_files import ExampleFile, RulesetFile
from turnwright.load.step_graph import opened_by

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


_PART_NOUNS = {"facts": "fact", "values": "value", "containers": "container", "checks": "check"}


def check_unused_names(
    graph: RulesetGraph, examples: Iterable[ExampleFile], whole: Collection[Path]
) -> None:
    """Diagnostics for names that mean nothing, in rulesets without other problems.

    `whole` are the ruleset files whose examples have all been read: only of those it is known
    that no example mentions a name.
    """
    said: dict[str, _Said] = {}
    for played in examples:
        said.setdefault(played.example.ruleset, _Said(set(), set())).add(played.example)
    mentions: dict[int, set[tuple[str, str]]] = {}
    made: dict[int, set[str]] = {}
    above = _above(graph)
    for ruleset, file in graph.files.items():
        if graph.is_clean(ruleset) and file.ruleset.extends != EXTERNAL:
            chains = (graph.chain(name) for name in above[ruleset])
            related = tuple({it.ruleset: it for chain in chains for it in chain}.values())
            for it in related:
                if id(it) not in mentions:
                    mentions[id(it)] = {*_mentions(it)}
                    made[id(it)] = {*_made_facts(it)}
            mentioned = [mentions[id(it)] for it in related]
            of_these = [said[it.ruleset] for it in related if it.ruleset in said]
            _check_steps(file, related)
            is_whole = file.source in whole and ruleset in said
            _check_names(file, related, mentioned, of_these, is_whole)
            if is_whole:
                facts = {fact for it in related for fact in made[id(it)] if fact}
                _check_facts(file, facts, mentioned, of_these)


class _Said(NamedTuple):
    """What the examples of a ruleset say."""

    words: set[str]
    on_cards: set[str]
    """Abilities on their cards and in their missions."""

    def add(self, example: Example) -> None:
        """Add what an example says."""
        inside = subvalues(example)
        self.words.update(_words(inside))
        self.on_cards.update(*(getattr(value, "abilities", ()) for value in inside))


def _above(graph: RulesetGraph) -> dict[str, list[str]]:
    """For each ruleset, those that stand on it: itself, and all that extend it."""
    found: dict[str, list[str]] = {name: [] for name in graph.rulesets}
    for name in graph.rulesets:
        for below in graph.chain(name):
            # Of a library only what is used is in a chain.
            if below == graph.rulesets[below.ruleset]:
                found[below.ruleset].append(name)
    return found


def _check_steps(file: RulesetFile, related: tuple[Ruleset, ...]) -> None:
    """Diagnostics for steps that nothing opens and that no step is like."""
    opened: dict[str, set[str]] = {}
    likes: dict[str, set[str]] = {}
    for ruleset in related:
        for layer in ruleset.layers():
            for name, step in layer.body.steps.items():
                opened.setdefault(name, set()).update(opened_by(step.clauses))
                likes.setdefault(name, set()).update({step.like} - {""})
    if BATTLE not in opened:
        return
    abilities = (it for ruleset in related for it in ruleset.abilities.values())
    waiting = [BATTLE, *(ability.opens for ability in abilities if ability.opens)]
    reached: set[str] = set()
    while waiting:
        below = waiting.pop()
        if below not in reached:
            reached.add(below)
            for alike in _with_likes(below, likes):
                waiting += opened.get(alike, ())
    templates = {template for found in likes.values() for template in found}
    unreached = opened.keys() - reached - templates
    by_these = {below for above in unreached for below in opened[above] - {above}}
    # What only such a step opens comes right with it, unless they all open each other.
    wrong = unreached - by_these or unreached
    for loc, kind, name in _declared(file.ruleset):
        if kind == "steps" and name in wrong:
            file.diagnostics.note(
                (*loc, kind, name),
                f"Nothing opens {quoted(name)}, and no step is like it.",
                "Name it where it comes, such as in `sequence` or `each`, or take it away.",
                key=True,
            )


def _with_likes(step: str, likes: Mapping[str, set[str]]) -> set[str]:
    """A step, and all steps that it is like."""
    found, waiting = set[str](), [step]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += likes.get(name, ())
    return found


def _check_names(
    file: RulesetFile,
    related: tuple[Ruleset, ...],
    mentioned: Sequence[Collection[tuple[str, str]]],
    examples: Sequence[_Said],
    is_whole: bool,
) -> None:
    """Diagnostics for parts and abilities that nothing mentions."""
    for loc, kind, name in _declared(file.ruleset):
        noun = _PART_NOUNS.get(kind)
        if noun is None or any((noun, name) in names for names in mentioned):
            continue
        if any(name in said.words for said in examples):
            continue
        if kind in ("facts", "values") and (not is_whole or _has_meaning(related, kind, name)):
            continue
        file.diagnostics.note(
            (*loc, kind, name),
            f"Nothing mentions the {noun} {quoted(name)}.",
            "Take it away, or say in a clause what it is for.",
            key=True,
        )
    for name in file.ruleset.abilities if is_whole else ():
        if not any(name in said.on_cards for said in examples):
            file.diagnostics.note(
                ("abilities", name),
                f"No example has the ability {quoted(name)} on a card or in its mission.",
                "Show it in an example, or take it away.",
                key=True,
            )


def _check_facts(
    file: RulesetFile,
    made: Collection[str],
    mentioned: Sequence[Collection[tuple[str, str]]],
    examples: Sequence[_Said],
) -> None:
    """Diagnostics for facts that nothing makes true, where another that is has nearly that name."""
    for loc, kind, name in _declared(file.ruleset):
        if kind != "facts" or name in made or any(name in said.words for said in examples):
            continue
        near = get_close_matches(name, made, cutoff=0.7)
        if near and any(("fact", name) in names for names in mentioned):
            file.diagnostics.note(
                (*loc, kind, name),
                f"Nothing makes the fact {quoted(name)} true, and no example has it.",
                f"Did you mean {enumerated(near, 'or')}?",
                key=True,
            )


def _made_facts(ruleset: Ruleset) -> Iterator[str]:
    """The facts that clauses make true, or that a roster's units have."""
    for layer in ruleset.layers():
        for _, name, part in layer.body.parts():
            for clause in part.clauses:
                means = clause.means
                if isinstance(means, FactMeaning):
                    if means.whenever is not None or means.within is not None:
                        yield name
                    yield means.counts_as or ""
                elif isinstance(means, ValueMeaning):
                    yield means.runs_out or ""
                elif isinstance(means, StepMeaning):
                    yield from (it.fact for it in (means.sets, means.changes) if it)
                    yield from filter(None, (means.may_enter,))
    for _, value in inner_values(ruleset.muster):
        for _, what, name, _ in references_in(value):
            if what == "fact":
                yield name


def _has_meaning(related: tuple[Ruleset, ...], kind: str, name: str) -> bool:
    """True when some clause of a fact means something by itself."""
    return kind == "facts" and any(
        clause.means is not None
        for ruleset in related
        for layer in ruleset.layers()
        for clause in getattr(layer.body.facts.get(name), "clauses", ())
    )


def _declared(ruleset: Ruleset) -> Iterator[tuple[Loc, str, str]]:
    """Parts of all layers of a ruleset's own file: the layer's path, the kind and the name."""
    for layer in ruleset.layers():
        for kind, name, _ in layer.body.parts():
            yield layer.loc, kind, name


def _mentions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Names that a ruleset's clauses and abilities mention, each with its kind."""
    for _, value in inner_values(ruleset):
        for _, what, name, _ in references_in(value):
            yield "value" if what == AMOUNT else what, name
            if what == "step_or_phrase":
                yield "fact", name


def _words(values: Iterable[object]) -> Iterator[str]:
    """Names anywhere in an example; of `Unit.value`, also the part behind the dot."""
    for value in values:
        for text in value if isinstance(value, Mapping) else (value,):
            if isinstance(text, str):
                yield text
                yield text.rpartition(".")[2]
