"""What somebody wants printed: a system, the paper, and what players agreed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, did_you_mean, quoted

SAID = "what was asked for"
"""Where problems are that are not in a file."""


class Paper(StrEnum):
    """The paper that a sheet is cut for."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def label(self) -> str:
        """What people call it."""
        return "A4" if self is Paper.A4 else "US Letter"


@dataclass(frozen=True, kw_only=True)
class Order:
    """One sheet."""

    system: str
    paper: str = Paper.A4
    pack: str = ""
    """A pack whose options and readings hold; what is said besides goes first."""
    options: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, str] = field(default_factory=dict)
    """What was agreed where an option leaves something to players, in their words."""


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """The rules that hold, and what is to be told of how they were chosen."""

    rules: Ruleset
    title: str
    chosen: tuple[str, ...]
    """As sentences, with inline Markdown."""


def agree(library: Library, order: Order) -> Agreed:
    """The rules that an order asks for. Raises SourceError with all that is wrong with it."""
    problems = list(_unknown(library, order))
    if problems:
        raise SourceError(problems)
    written = library.rulesets[order.system]
    pack = written.packs.get(order.pack)
    options = tuple(dict.fromkeys((*(pack.options if pack else ()), *order.options)))
    readings = {**(pack.readings if pack else {}), **order.readings}
    whole = library.effective(order.system)
    wanted = {
        name: what
        for option in options
        if option in whole.options
        for name, what in whole.options[option].params.items()
    }
    # A sheet tells what was agreed in the players' own words, so nothing has to be decided by it.
    params = {name: Condition(param=name) for name in wanted}
    rules = library.effective(order.system, options, readings, params)
    if strange := [name for name in order.params if name not in wanted]:
        raise SourceError(
            _said(f"No chosen option wants to be told {quoted(name)}.", did_you_mean(name, wanted))
            for name in strange
        )
    return Agreed(
        rules=rules,
        title=pack.title if pack else written.title,
        chosen=tuple(_chosen(whole, options, readings, {**wanted, **order.params}, order.params)),
    )


def _unknown(library: Library, order: Order) -> Iterator[Problem]:
    """What is asked for and is not there."""
    if order.paper not in list(Paper):
        yield _said(f"There is no paper {quoted(order.paper)}.", did_you_mean(order.paper, Paper))
    if order.system not in library.rulesets:
        hint = did_you_mean(order.system, library.rulesets)
        yield _said(f"There is no system {quoted(order.system)}.", hint)
    elif order.pack and order.pack not in (packs := library.rulesets[order.system].packs):
        hint = did_you_mean(order.pack, packs)
        yield _said(f"{quoted(order.system)} has no pack {quoted(order.pack)}.", hint)


def _said(message: str, hint: str = "") -> Problem:
    return Problem(path=SAID, message=message, hint=hint)


def _chosen(
    whole: Ruleset,
    options: tuple[str, ...],
    readings: Mapping[str, str],
    params: Mapping[str, str],
    told: Mapping[str, str],
) -> Iterator[str]:
    for name in options:
        yield f"**Option:** {whole.options[name].title}."
    for name, text in params.items():
        said = text if name in told else f"as agreed before the battle ({text.strip().rstrip('.')})"
        yield f"**{name.replace('_', ' ').capitalize()}:** {said.strip().rstrip('.')}."
    for name, choice in readings.items():
        reading = whole.readings[name]
        if choice != reading.default:
            yield f"**Reading:** {reading.question} {reading.alternatives[choice].text}"
