"""Scene: where in an example of a system a unit does something that a house rule could forbid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from turnwright.examples.record import Record
from turnwright.examples.replay import Replayer, battle_of
from turnwright.language.example import Example
from turnwright.language.input import Choice, Input
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step
from turnwright.load.formatting import flow
from turnwright.load.library import Library
from turnwright.play.battle_file import plain_battle
from turnwright.play.json_values import to_plain
from turnwright.play.kit_builder import plain_words

MOST_CLAUSES = 6
"""Most clauses of a step that are listed."""
MOST_EXAMPLES = 40
"""Most examples that are looked through, the shortest first."""
WIDTH = 100
FACT = "dazed"
"""The fact of the template."""


@dataclass(frozen=True, kw_only=True)
class ScaffoldScene:
    """A unit about to do something, as lines of files."""

    step: str
    """What it is about to do."""
    verb: str
    opening: tuple[str, ...]
    """The armies, and the lines up to there."""
    held_up: tuple[str, ...]
    """The same, with the fact that holds the unit up on its card."""
    action: str
    """The line in which it does so."""
    refused: tuple[str, ...]
    """The same, refused, and that other units are free to."""
    clauses: tuple[str, ...]
    """Clauses about that step, as comments."""


def scene_of(library: Library, base: str) -> ScaffoldScene | None:
    """Scene of a system: where a side chooses between units, of what is done most often.

    Where it can be, one in which nothing else is said; None where no unit does anything.
    """
    own = [each for each in library.examples if each.ruleset == base]
    plain = [each for each in own if not (each.options or each.readings or each.params)]
    plain = sorted(plain, key=lambda each: len(each.play))[:MOST_EXAMPLES]
    inputs = (line.input for each in own for line in each.play)
    often = Counter(given.does for given in inputs if isinstance(given, Choice))
    replayer = Replayer(library)
    found = [each for example in plain for each in _scenes(replayer.replay(example))]
    best = max(found, key=lambda each: (*each[1:], often[each[0].step]), default=None)
    return best[0] if best else None


def _scenes(record: Record) -> Iterator[tuple[ScaffoldScene, bool, bool]]:
    """Scenes of an example, each with what speaks for it.

    That nothing more is said, and that another unit of that side could do the same.
    """
    rules, done = record.ruleset, list[Input]()
    for before, row in zip(record.rows, record.rows[1:], strict=False):
        assert row.line is not None, "only the first row has none"
        given = row.line.input
        if row.refused:
            continue
        if isinstance(given, Choice) and given.unit and given.does in rules.steps:
            is_bare = {*to_plain(given)} <= {"side", "does", "unit"}
            able = [legal for legal in before.decision.legal if legal.units]
            here = [name for legal in able if legal.does == given.does for name in legal.units]
            others = [name for name in here if name != given.unit]
            held = _held(given, others, is_alone=len(able) == 1, is_bare=is_bare)
            yield _scene(record.example, rules, done, given, held), is_bare, bool(others)
        done.append(given)


def _held(given: Choice, others: list[str], *, is_alone: bool, is_bare: bool) -> tuple[str, ...]:
    """A choice as lines, refused, and what shows that the other units are free to make it."""
    line = {**_line(given), "refused": f"{FACT}.held"}
    if others and is_alone:
        return (flow(line | {"then": {"may": others}}),)
    if others and is_bare:
        other = replace(given, units=(others[0],))
        return flow(line), "  # Nobody else is held up.", f"  - {flow(_line(other))}"
    return (flow(line),)


def _scene(
    example: Example, rules: Ruleset, done: list[Input], given: Choice, held: tuple[str, ...]
) -> ScaffoldScene:
    data = plain_battle(battle_of(example))
    play = ("play:", *(f"  - {flow(_line(each))}" for each in done))
    return ScaffoldScene(
        step=given.does,
        verb=_verb(rules.steps[given.does]),
        opening=(*_opening(data), *play),
        held_up=(*_opening(_with_fact(data, given.unit)), *play),
        action=flow(_line(given)),
        refused=held,
        clauses=tuple(_listed(rules, given.does)),
    )


def _opening(data: Mapping[str, Any]) -> Iterator[str]:
    """What an example says before its lines."""
    for key, value in data.items():
        if key == "given":
            yield "given:"
            yield from (f"  {side}: {flow(units)}" for side, units in value.items())
        elif key not in ("example", "ruleset"):
            yield f"{key}: {flow(value)}"


def _with_fact(data: Mapping[str, Any], held: str) -> dict[str, Any]:
    """The same battle, with the fact on the card of a unit."""
    given: dict[str, Any] = {}
    for side, units in data["given"].items():
        given[side] = units
        if held in units:
            cards = dict(units) if isinstance(units, dict) else {name: {} for name in units}
            cards[held] = {**cards[held], "facts": [*cards[held].get("facts", ()), FACT]}
            given[side] = {name: card or {"models": 1} for name, card in cards.items()}
    return {**data, "given": given}


def _line(given: Input) -> dict[str, Any]:
    """An input as authors write it, with the side first."""
    plain = to_plain(given)
    return {key: plain[key] for key in sorted(plain, key=lambda key: key != "side")}


def _verb(step: Step) -> str:
    """What a unit does in a step, as players say it, and without its target."""
    said = re.sub(r" *\([^)]*\)", "", step.verb).strip()
    return said or f"go through {plain_words(step.title)}"


def _listed(rules: Ruleset, step: str) -> Iterator[str]:
    """Clauses of a step and of the steps that deal it, each under its step, as comments."""
    dealing = (
        name
        for name, part in rules.steps.items()
        if any(clause.means and step in (clause.means.each or ()) for clause in part.clauses)
    )
    found = ((name, clause) for name in (step, *dealing) for clause in rules.steps[name].clauses)
    above = ""
    for _, (name, clause) in zip(range(MOST_CLAUSES), found, strict=False):
        if name != above:
            yield f"#   in the step {name}:"
        above = name
        line = f"#     {clause.full_id}: {' '.join(clause.text.split())}"
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 1].rpartition(' ')[0]} …"
