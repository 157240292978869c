"""Parts other than steps, compiled: checks, containers, effects, facts and values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from turnwright.engine.compiler import Compiler, moment_of
from turnwright.engine.conditions import compile_who, dice_of
from turnwright.engine.draft import FactPart, Policy, Quantity, Ruling, Selector, ValuePart
from turnwright.language.change import Moment
from turnwright.language.check import Band, Dice, Judged, Keep, Mixed
from turnwright.language.container import (
    Contents,
    DrawFor,
    Drawn,
    Extra,
    Gained,
    Gone,
    Kept,
    OfPassed,
    Placed,
)
from turnwright.language.effect import (
    Bearer,
    Boundary,
    ConditionsBind,
    Covers,
    CoversWhose,
    Next,
    WorkOf,
)
from turnwright.language.fact import Subject


class CheckPart:
    """A check, compiled."""

    def __init__(self, name: str, said: Compiler) -> None:
        self.name = name
        self.roll: Policy[str | Dice] = said.policy("roll")
        self.dice_count: Policy[Quantity] = said.policy(
            "roll",
            lambda roll: said.amount(roll.count if isinstance(roll, Dice) else _notation(roll)[0]),
        )
        self.faces: Policy[int] = said.policy(
            "roll", lambda roll: roll.faces if isinstance(roll, Dice) else _notation(roll)[1]
        )
        self.add: tuple[Ruling[Quantity], ...] = said.rulings("add", said.amount)
        self.cap_low: Policy[Quantity] = said.bound("cap", "at_least")
        self.cap_high: Policy[Quantity] = said.bound("cap", "at_most")
        self.bonus_dice: Policy[Keep] = said.policy("bonus_dice")
        self.penalty_dice: Policy[Keep] = said.policy("penalty_dice")
        self.mixed_dice: Policy[Mixed] = said.policy("mixed_dice")
        self.dice_from: tuple[Ruling[tuple[str, ...]], ...] = said.rulings("dice_from")
        self.judged: Policy[Judged] = said.policy("judged")
        self.bands: tuple[Ruling[CompiledBand], ...] = said.rulings(
            "band", lambda band: _compile_band(band, said)
        )
        self.also: tuple[Ruling[CompiledBand], ...] = said.rulings(
            "also", lambda band: _compile_band(band, said)
        )


@dataclass(frozen=True, eq=False)
class CompiledBand:
    """The totals that give an outcome, compiled."""

    band: Band
    low: Quantity | None
    high: Quantity | None


def _compile_band(band: Band, said: Compiler) -> CompiledBand:
    """A band with its ends compiled."""
    low, high = (None if end is None else said.amount(end) for end in (band.low, band.high))
    return CompiledBand(band, low, high)


def _notation(dice: str) -> tuple[int, int]:
    """How many dice of how many faces: `2d6` is (2, 6)."""
    count, _, faces = dice.partition("d")
    return int(count), int(faces)


class CompiledContents(NamedTuple):
    """What is put into a container, compiled."""

    contents: Contents
    of: Selector | None
    many: Quantity


class ContainerPart:
    """A container, compiled."""

    def __init__(self, name: str, kept: Kept, said: Compiler) -> None:
        self.name = name
        self.of_side = kept is Kept.SIDE
        moment = lambda value: moment_of(value, said.step)  # noqa: E731
        self.fills: tuple[Ruling[Moment], ...] = said.rulings("fills", moment)
        self.refills: Policy[str] = said.policy("refills")
        self.empties: Policy[Moment] = said.policy("empties", moment)
        self.contains: tuple[Ruling[CompiledContents], ...] = said.rulings(
            "contains",
            lambda contents: CompiledContents(
                contents,
                compile_who(contents.of, said.symbols) if contents.of is not None else None,
                said.amount(contents.count),
            ),
        )
        self.drawn: Policy[Drawn] = said.policy("drawn")
        self.draw_for: Policy[DrawFor] = said.policy("draw_for")
        self.placed: Policy[Placed] = said.policy("placed")
        self.extra: Policy[Extra] = said.policy("extra")
        self.gained: Policy[Gained] = said.policy("gained")
        self.gone: Policy[Gone] = said.policy("gone")
        self.of_passed: Policy[OfPassed] = said.policy("of_passed")


class EffectsPart:
    """What phrases of effects mean, compiled: all effect clauses together."""

    def __init__(self, said: Compiler) -> None:
        self.bearer: Policy[Bearer] = said.policy("bearer")
        self.work_of: Policy[WorkOf] = said.policy("work_of")
        self.covers: tuple[Ruling[Covers], ...] = said.rulings("covers")
        self.covers_whose: Policy[CoversWhose] = said.policy("covers_whose")
        self.covers_until: Policy[str] = said.policy("covers_until", said.step)
        self.next: Policy[Next] = said.policy("next")
        self.boundary: Policy[Boundary] = said.policy("boundary")
        self.if_gone: Policy[str] = said.policy("if_gone", said.step)
        self.conditions_bind: Policy[ConditionsBind] = said.policy("conditions_bind")


def fact_part(name: str, said: Compiler, also: tuple[tuple[int, Ruling[str]], ...]) -> FactPart:
    """A fact, compiled."""
    symbols = said.symbols
    subject, within = symbols.subject(name), said.policy("within")
    return FactPart(
        name=name,
        number=symbols.facts[name],
        subject=subject,
        also=also,
        counts_as=said.rulings("counts_as"),
        ends=said.rulings("ends"),
        within=within,
        triggers=said.policy("triggers"),
        leaves=said.policy(
            "leaves",
            lambda value: moment_of(value, said.step) if isinstance(value, Moment) else value,
        ),
        away=said.policy("away"),
        by_word=subject is not Subject.SIGHT and not also and not within,
    )


def value_part(name: str, said: Compiler) -> ValuePart:
    """A value, compiled."""
    raw = said.said.get("add", ())
    add = [(said.ruling(written, said.amount(written.value)), written.value) for written in raw]
    low, high = said.bound("bounds", "at_least"), said.bound("bounds", "at_most")
    base, starts = said.policy("base"), said.policy("starts", said.amount)
    from_number = all(isinstance(written.value, int) for written in said.said.get("starts", ()))
    return ValuePart(
        name=name,
        holder=said.symbols.holder(name),
        base=base,
        starts=starts,
        add=tuple(ruling for ruling, _ in add),
        dice=tuple((notation, ruling) for ruling, amount in add for notation in dice_of(amount)),
        bounds=tuple((policy, keep) for policy, keep in ((low, max), (high, min)) if policy),
        runs_out=said.policy("runs_out"),
        excess=said.policy("excess"),
        is_plain=from_number
        and starts.constant
        and not (base.says or add or low.says or high.says),
    )
