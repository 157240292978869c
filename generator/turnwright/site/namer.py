"""What things are called where people read of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from turnwright.language.ruleset import KINDS, Ruleset
from turnwright.site.sentence import heading


@dataclass(frozen=True)
class Namer:
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


def names(units: Iterable[str]) -> str:
    """Several names as a list in a sentence."""
    listed = tuple(units)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"
