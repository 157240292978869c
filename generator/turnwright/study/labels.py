"""What things are called where people read of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from turnwright.language.ruleset import KINDS, Ruleset


def as_words(name: str) -> str:
    """A name of the language as words: `activation_phase` is "activation phase"."""
    return name.replace("_", " ")


def heading(name: str) -> str:
    """A name of the language as the first word of a heading."""
    words = as_words(name)
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Labels:
    """What a system calls its parts, for people."""

    ruleset: Ruleset

    def title(self, name: str) -> str:
        """The heading of a part: its title, the system's own word, or its name."""
        for kind in KINDS:
            part = getattr(self.ruleset, kind).get(name)
            if part is not None and part.title:
                return str(part.title)
        return heading(self.ruleset.words.get(name, name))

    def within(self, name: str) -> str:
        """A part named inside a sentence."""
        title = self.title(name)
        # A name with further capitals is meant to be written with them.
        return title if title[1:] != title[1:].lower() else title[:1].lower() + title[1:]


def join_names(units: Iterable[str]) -> str:
    """Several names as a list in a sentence."""
    listed = tuple(units)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"
