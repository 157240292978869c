"""Unused names: steps that nothing opens, and parts and abilities that nothing mentions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset
from turnwright.load.idle_words import opened_by
from turnwright.load.inheritance import EXTERNAL, RulesetGraph
from turnwright.load.problem import quoted
from turnwright.load.references import AMOUNT, references_of
from turnwright.load.source_files import ExampleFile, RulesetFile, patch_layers
from turnwright.load.symbols import BATTLE
from turnwright.load.syntax_tree import Loc
from turnwright.load.traversal import walk

_NOUNS = {"facts": "fact", "values": "value", "containers": "container", "checks": "check"}


def check_unused_names(
    graph: RulesetGraph, examples: Iterable[ExampleFile], whole: Collection[Path]
) -> None:
    """Diagnostics for names that mean nothing, in rulesets without other problems.

    `whole` are the ruleset files whose examples have all been read: only of those it is known
    that no example mentions a name.
    """
    played = [file.example for file in examples]
    for ruleset, file in graph.files.items():
        if graph.is_clean(ruleset) and file.ruleset.extends != EXTERNAL:
            related = _related(graph, ruleset)
            names = {below.ruleset for below in related}
            of_these = [example for example in played if example.ruleset in names]
            _check_steps(file, related)
            is_whole = file.source in whole and any(it.ruleset == ruleset for it in of_these)
            _check_names(file, related, of_these, is_whole)


def _related(graph: RulesetGraph, ruleset: str) -> tuple[Ruleset, ...]:
    """A ruleset with all that it extends, and all that extend it."""
    chains = [graph.chain(name) for name in graph.rulesets]
    above = [below for chain in chains if graph.rulesets[ruleset] in chain for below in chain]
    return tuple({below.ruleset: below for below in above}.values())


def _check_steps(file: RulesetFile, related: tuple[Ruleset, ...]) -> None:
    """Diagnostics for steps that nothing opens and that no step is like."""
    opened: dict[str, set[str]] = {}
    likes: dict[str, set[str]] = {}
    for ruleset in related:
        for layer in patch_layers(ruleset):
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
    file: RulesetFile, related: tuple[Ruleset, ...], examples: list[Example], is_whole: bool
) -> None:
    """Diagnostics for parts and abilities that nothing mentions."""
    mentioned = {mention for ruleset in related for mention in _mentions(ruleset)}
    words = {word for example in examples for word in _words(example)}
    for loc, kind, name in _declared(file.ruleset):
        noun = _NOUNS.get(kind)
        if noun is None or (noun, name) in mentioned or name in words:
            continue
        if kind in ("facts", "values") and (not is_whole or _has_meaning(related, kind, name)):
            continue
        file.diagnostics.note(
            (*loc, kind, name),
            f"Nothing mentions the {noun} {quoted(name)}.",
            "Take it away, or say in a clause what it is for.",
            key=True,
        )
    on_cards = {name for example in examples for name in _abilities(example)}
    for name in file.ruleset.abilities if is_whole else ():
        if name not in on_cards:
            file.diagnostics.note(
                ("abilities", name),
                f"No example has the ability {quoted(name)} on a card or in its mission.",
                "Show it in an example, or take it away.",
                key=True,
            )


def _has_meaning(related: tuple[Ruleset, ...], kind: str, name: str) -> bool:
    """True when some clause of a fact means something by itself."""
    return kind == "facts" and any(
        clause.means is not None
        for ruleset in related
        for layer in patch_layers(ruleset)
        for clause in getattr(layer.body.facts.get(name), "clauses", ())
    )


def _declared(ruleset: Ruleset) -> Iterator[tuple[Loc, str, str]]:
    """Parts of all layers of a ruleset's own file: the layer's path, the kind and the name."""
    for layer in patch_layers(ruleset):
        for kind, name, _ in layer.body.parts():
            yield layer.loc, kind, name


def _mentions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Names that a ruleset's clauses and abilities mention, each with its kind."""
    for _, value in walk(ruleset):
        for field, what in references_of(type(value)).items():
            names = getattr(value, field)
            kind = "value" if what == AMOUNT else what
            for name in names if isinstance(names, tuple) else (names,):
                if isinstance(name, str):
                    yield kind, name
                    if what == "step_or_phrase":
                        yield "fact", name


def _words(value: object) -> Iterator[str]:
    """Names anywhere in an example; of `Unit.value`, also the part behind the dot."""
    if isinstance(value, str):
        yield value
        yield value.rpartition(".")[2]
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _words(key)
            yield from _words(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _words(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _words(getattr(value, field.name))


def _abilities(example: Example) -> Iterator[str]:
    """Abilities on the cards of an example, and in its mission."""
    for _, value in walk(example):
        yield from getattr(value, "abilities", ())
