"""Attack models: an attack as a chain of rolls, each of which is a function of characteristics.

A step rolls a die for each attack; of those that succeed, the next step rolls one each; and what is
left takes a value of the target down, until it runs out and a model is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from turnwright.engine.program import Program
from turnwright.engine.step_part import StepPart
from turnwright.language.check import Dice
from turnwright.language.condition import Amount, Sum
from turnwright.language.fact import Excess
from turnwright.study.check_model import CheckModel, model_of


@dataclass(frozen=True)
class AttackRoll:
    """One roll of an attack."""

    check: str
    outcome: str
    """The outcome that goes on to the next roll, or hurts."""
    model: CheckModel


@dataclass(frozen=True)
class AttackModel:
    """An attack: its rolls, and what each that gets through takes away."""

    step: str
    """The step that begins it."""
    rolls: tuple[AttackRoll, ...]
    value: str
    """The value of a model that is taken down."""
    damage: str | int
    """By how much: a number on the item's profile, or always so much."""
    carries_over: bool
    """True where what is left when a model is lost goes to the next one."""


def attack_models(program: Program) -> Iterator[AttackModel]:
    """Every attack of a ruleset whose rolls are functions of characteristics."""
    inner = {name for step in program.steps.values() for name in _sequence(step)}
    seen: list[AttackModel] = []
    for name, step in program.steps.items():
        model = _attack(program, name) if name not in inner and step.check.plain else None
        if model and all(replace(model, step=one.step) != one for one in seen):
            seen.append(model)
            yield model


def _attack(program: Program, name: str) -> AttackModel | None:
    first = program.steps[name]
    uses = _keywords(first)
    rolls: list[str] = []
    for part in _inside(program, first):
        if part.check.plain is not None:
            rolls.append(part.check.plain.value)
        for word, ruling in part.changes:
            change = ruling.value.change
            value = program.values.get(change.value)
            if word != "changes" or value is None or not value.runs_out:
                continue
            models = [model_of(program.ruleset.checks[roll], uses) for roll in rolls]
            outcomes = [*map(partial(_counted, program), rolls[1:]), _outcome(change.times)]
            damage = _damage(change.by)
            if not all(models) or not all(outcomes) or damage is None:
                return None
            excess = value.excess.plain
            return AttackModel(
                step=name,
                rolls=tuple(
                    AttackRoll(roll, outcome, model)
                    for roll, outcome, model in zip(rolls, outcomes, models, strict=True)
                    if model
                ),
                value=change.value,
                damage=damage,
                carries_over=excess is not None and excess.value is Excess.CARRIES_OVER,
            )
    return None


def _inside(program: Program, step: StepPart, above: tuple[str, ...] = ()) -> Iterator[StepPart]:
    """A step, and those that it goes through, in their order; none inside of itself again."""
    yield step
    for name in _sequence(step):
        if name not in (*above, step.name):
            yield from _inside(program, program.steps[name], (*above, step.name))


def _sequence(step: StepPart) -> tuple[str, ...]:
    return step.sequence.plain.value if step.sequence.plain is not None else ()


def _keywords(step: StepPart) -> tuple[str, ...]:
    """The keywords of the item that a step needs."""
    return step.uses.plain.value if step.uses.plain is not None else ()


def _counted(program: Program, check: str) -> str:
    """The outcome of the roll before, for each of which a check rolls a die; else nothing."""
    roll = program.checks[check].roll.plain
    return _outcome(roll.value.count) if roll and isinstance(roll.value, Dice) else ""


def _outcome(amount: Amount) -> str:
    return (amount.outcome or "") if isinstance(amount, Sum) else ""


def _damage(amount: Amount | None) -> str | int | None:
    """What is taken away, as a number on the profile or a plain one."""
    if isinstance(amount, int):
        return -amount
    if isinstance(amount, Sum) and amount.profile and amount.times == -1:
        return amount.profile
    return None
