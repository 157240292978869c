"""Labels: the display names of parts, steps and units."""

from collections.abc import Iterable
from dataclasses import dataclass

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

    def title(self, name: str, first: str = "") -> str:
        """Title of a part: its own, the ruleset's word for it, or its name.

        A value may have the name of a step; `first` is the kind of part that is meant then.
        """
        for kind in (first, *KINDS) if first else KINDS:
            part = getattr(self.ruleset, kind).get(name)
            if part is not None and part.title:
                return str(part.title)
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
