"""Phrases: amounts, conditions and selections as words, generically by their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass

from turnwright.language.check import Dice
from turnwright.language.condition import Rounded, Sum, Take
from turnwright.study.labels import as_words

Name = Callable[[str], str]
"""Function that gives the title of a part, as it stands inside a sentence."""


def phrase(value: object, name: Name = as_words) -> str:
    """Phrase of a value of the language: its words one after another."""
    if isinstance(value, Sum):
        return _sum(value, name)
    if isinstance(value, Dice):
        return f"D{value.faces} \N{MULTIPLICATION SIGN} {phrase(value.count, name)}"
    if is_dataclass(value):
        return " ".join(
            f"{as_words(field.name)} {phrase(said, name)}".strip()
            for field in fields(value)
            if (said := getattr(value, field.name)) not in (None, "", (), field.default)
        )
    if isinstance(value, dict):
        return " ".join(f"{as_words(str(key))} {phrase(item, name)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " and ".join(phrase(item, name) for item in value)
    if isinstance(value, bool):
        return "" if value else "not"
    if isinstance(value, int | float):
        return f"{value:g}"
    return name(str(value))


def _sum(amount: Sum, name: Name) -> str:
    """Phrase of a sum, in the order in which it is worked out."""
    if amount.number is not None:
        text = str(amount.number)
    elif amount.value is not None:
        take = "" if amount.take is Take.TOTAL else f"{amount.take} "
        text = take + name(amount.value) + (f" of {phrase(amount.of, name)}" if amount.of else "")
    elif amount.count is not None:
        text = f"number of {phrase(amount.count, name).removeprefix('of ')}"
    elif amount.outcome is not None:
        text = f"dice with {name(amount.outcome)}"
    elif amount.profile is not None:
        text = f"the item's {as_words(amount.profile)}"
    elif amount.models is not None:
        text = f"models of {phrase(amount.models, name)}"
    elif amount.lost_models is not None:
        text = f"models lost since the start of {name(amount.lost_models)}"
    else:
        text = amount.roll or "total of the roll"
    if amount.times != 1:
        text += f" \N{MULTIPLICATION SIGN} {phrase(amount.times, name)}"
    if amount.per is not None:
        rounded = "up" if amount.rounded is Rounded.UP else "down"
        text += f" / {phrase(amount.per, name)} (rounded {rounded})"
    if amount.plus is not None:
        text += f" + {phrase(amount.plus, name)}"
    if amount.less is not None:
        text += f" \N{MINUS SIGN} {phrase(amount.less, name)}"
    if amount.at_least is not None:
        text += f", at least {phrase(amount.at_least, name)}"
    if amount.at_most is not None:
        text += f", at most {phrase(amount.at_most, name)}"
    return text
