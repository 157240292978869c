"""View model of an attack form: the rolls of an attack, with exact odds for every number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from turnwright.describe.check_model import CheckModel, check_models
from turnwright.describe.labels import Labels
from turnwright.language.book import AttackRoll
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class AskedNumber:
    """A number that somebody fills in."""

    title: str
    least: int
    most: int
    number: int
    """What it is at first."""


@dataclass(frozen=True, kw_only=True)
class FormRoll:
    """A roll of an attack."""

    title: str
    outcome: str
    """The outcome with which the attack goes on."""
    numbers: tuple[AskedNumber, ...]
    chances: str
    """JSON: the chance of that outcome for all numbers, the last one running fastest."""


def attack_form(
    rules: Ruleset, rolls: Iterable[AttackRoll], at_most: Mapping[str, int] | None = None
) -> tuple[FormRoll, ...]:
    """The rolls of an attack; nothing where one of them looks at more than numbers.

    `at_most` is the highest number of a value that players meet.
    """
    found = []
    for roll in rolls:
        model = next(check_models(rules, roll.check, at_most), None)
        if model is None:
            return ()
        found.append(_form_roll(model, roll, Labels(rules)))
    return tuple(found)


def _form_roll(model: CheckModel, roll: AttackRoll, labels: Labels) -> FormRoll:
    places = range(len(model.characteristics))
    ranges = [model.range(place) for place in places]
    known = [model.chances(numbers) or {} for numbers in product(*ranges)]
    return FormRoll(
        title=labels.title(roll.check, "checks"),
        outcome=roll.outcome,
        numbers=tuple(
            AskedNumber(
                title=model.characteristics[place].title(labels),
                least=ranges[place].start,
                most=ranges[place].stop - 1,
                number=_at_first(model.ordinary[place], ranges[place]),
            )
            for place in places
        ),
        chances=json.dumps([str(chances.get(roll.outcome, 0)) for chances in known]),
    )


def _at_first(ordinary: int | None, numbers: range) -> int:
    """The ordinary number, or one in the middle."""
    if ordinary is not None:
        return ordinary
    return 0 if 0 in numbers else numbers[len(numbers) // 2]
