"""Labels: the display names of parts, steps and units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property

from turnwright.language.check import Dice
from turnwright.language.clause import Clause
from turnwright.language.condition import Rounded, Sum, Take
from turnwright.language.ruleset import KINDS, Ruleset


def as_words(name: str) -> str:
    """Words of an identifier: `activation_phase` is "activation phase"."""
    return name.replace("_", " ")


def heading(name: str) -> str:
    """Heading of an identifier: its words, capitalised."""
    words = as_words(name)
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Labels:
    """Labels of the parts of a ruleset."""

    ruleset: Ruleset

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the ruleset by their full ids."""
        return {clause.full_id: clause for clause in self.ruleset.clauses()}

    def title(self, name: str, first: str = "") -> str:
        """Title of a part: its own, the ruleset's word for it, or its name.

        A value may have the name of a step; `first` is the kind of part that is meant then.
        """
        for kind in (first, *KINDS) if first else KINDS:
            part = getattr(self.ruleset, kind).get(name)
            if part is not None and part.title:
                return str(part.title)
            if part is not None and kind == first:
                break
        return heading(self.ruleset.words.get(name, name))

    def value(self, name: str) -> str:
        """Title of a value inside a sentence."""
        return self.within(name, "values")

    def aimed(self, name: str, target: str) -> str:
        """Whom a step is taken against, or an ability used on; nothing without a target."""
        if not target:
            return ""
        return f" {'on' if name in self.ruleset.abilities else 'against'} {target}"

    def within(self, name: str, first: str = "") -> str:
        """Title of a part inside a sentence."""
        title = self.title(name, first)
        # A title with further capitals is a proper name and keeps its first one.
        return title if title[1:] != title[1:].lower() else title[:1].lower() + title[1:]


def join_names(units: Iterable[str]) -> str:
    """Join names to a list in a sentence."""
    listed = tuple(units)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def place_text(place: tuple[float, float]) -> str:
    """A place on the table as text."""
    return f"({place[0]:g}, {place[1]:g})"


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
    elif amount.doing is not None:
        text = "models that do it"
    elif amount.doing_within is not None:
        text = f"models that do it within {phrase(amount.doing_within.inches, name)} inches"
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
