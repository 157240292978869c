"""Unused names: those that are declared and that nothing mentions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from turnwright.language.container import Refill
from turnwright.language.example import Example, Mission
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.traversal import subvalues
from turnwright.load.inheritance import EXTERNAL, RulesetGraph
from turnwright.load.parsed_files import ExampleFile, RulesetFile
from turnwright.load.problem import enumerated, quoted
from turnwright.load.references import AMOUNT, inner_values, references_in
from turnwright.load.step_graph import opened_by
from turnwright.load.symbol_table import BATTLE
from turnwright.load.syntax_tree import Loc

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
        self.on_cards.update(*(it.abilities for it in inside if isinstance(it, Card | Mission)))


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
    for layer in ruleset.layers():
        for name, box in layer.body.containers.items():
            said = (clause.means.refills for clause in box.clauses if clause.means)
            if any(isinstance(it, Refill) and it.at for it in said):  # What it takes is put away.
                yield "container", name


def _words(values: Iterable[object]) -> Iterator[str]:
    """Names anywhere in an example; of `Unit.value`, also the part behind the dot."""
    for value in values:
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                yield text
                if "." in text:
                    yield text.rpartition(".")[2]
