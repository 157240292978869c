"""View model of attack calculators: what an attack costs for numbers that a reader enters.

The chance of each roll comes from the engine, for every number of its characteristics; the page
only multiplies them, and counts models.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from turnwright.engine.program import Program
from turnwright.study.attack_model import AttackModel, AttackRoll, attack_models
from turnwright.study.check_model import Role
from turnwright.study.labels import Labels, as_words, heading

MOST_ATTACKS = 200
"""The most attacks that can be entered."""
MOST = 20
"""The highest damage, number of models and number of a model that can be entered."""


@dataclass(frozen=True, kw_only=True)
class InputView:
    """View model of a number that a reader enters."""

    label: str
    low: int
    high: int
    value: int
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class CalculatorView:
    """View model of the calculator of one attack."""

    anchor: str
    title: str
    inputs: tuple[InputView, ...]
    data: str
    """The rolls with their chances, as JSON."""


def calculators(program: Program, anchor: str) -> Iterator[CalculatorView]:
    """The calculators of a ruleset: one for each kind of attack."""
    for number, model in enumerate(attack_models(program), 1):
        view = _calculator(program, model, f"{anchor}-{number}")
        if view:
            yield view


def _calculator(program: Program, model: AttackModel, anchor: str) -> CalculatorView | None:
    labels = Labels(program.ruleset)
    inputs = {"attacks": InputView(label="Attacks", low=1, high=MOST_ATTACKS, value=10)}
    for roll in model.rolls:
        for number, one in enumerate(roll.model.characteristics):
            numbers = _numbers(roll, number)
            inputs[one.key] = InputView(
                label=heading(one.title(labels)),
                low=numbers[0],
                high=numbers[-1],
                value=0 if numbers[0] <= 0 else (numbers[0] + numbers[-1]) // 2,
            )
    if isinstance(model.damage, str):
        inputs["damage"] = InputView(
            label=heading(as_words(model.damage)), low=1, high=MOST, value=1
        )
    inputs["value"] = InputView(
        label=f"{labels.title(model.value, 'values')} of a model", low=1, high=MOST, value=1
    )
    inputs["models"] = InputView(label="Models of the target", low=1, high=MOST, value=10)
    keys = list(inputs)
    rolls = [_roll(roll, keys) for roll in model.rolls]
    if not all(rolls):
        return None
    data = {
        "rolls": rolls,
        "damage": keys.index("damage") if "damage" in keys else -1,
        "always": model.damage if isinstance(model.damage, int) else 0,
        "carries": model.carries_over,
    }
    return CalculatorView(
        anchor=anchor,
        title=labels.title(model.step),
        inputs=tuple(
            replace(one, id=f"{anchor}-{number}") for number, one in enumerate(inputs.values())
        ),
        data=json.dumps(data, separators=(",", ":")),
    )


def _numbers(roll: AttackRoll, number: int) -> range:
    """The numbers that can be entered; a roll that no die reaches can be asked for as well."""
    numbers = roll.model.range(number)
    ends = roll.model.roles[number] is Role.END
    return range(numbers.start + 1, numbers.stop + 1) if ends else numbers


def _roll(roll: AttackRoll, keys: list[str]) -> dict[str, object] | None:
    """A roll: which inputs it looks at, and in how many of its faces it goes on for each."""
    model = roll.model
    ranges = [_numbers(roll, number) for number in range(len(model.characteristics))]
    faces = []
    for numbers in product(*ranges):
        chances = model.chances(numbers)
        if chances is None:
            return None
        faces.append(int(chances.get(roll.outcome, 0) * model.faces))
    return {
        "outcome": as_words(roll.outcome),
        "of": [keys.index(one.key) for one in model.characteristics],
        "sizes": [len(numbers) for numbers in ranges],
        "faces": model.faces,
        "go": faces,
    }
