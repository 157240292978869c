"""Confusable names: those that nobody can tell apart, or that have blanks which nobody sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from turnwright.load.problem import quoted
from turnwright.load.syntax_tree import Diagnostics, Loc

_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухѵԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧονıаіο",  # noqa: RUF001
    "ABESIJKMHOPCTYXaesijopcyxvdqwhABEZHIKMNOPTYXoviaio",
)
"""Letters of other alphabets as the Latin ones that they look like."""


def visible(name: str) -> str:
    """What is seen of a name: no blanks but one space between two words."""
    return " ".join("".join(c for c in name if not _is_unseen(c)).split())


def skeleton(name: str) -> str:
    """What a name looks like: the same for two that look the same."""
    return visible(unicodedata.normalize("NFKC", name).translate(_LATIN))


def _is_unseen(char: str) -> bool:
    """True for what joins letters, or says how they look, and is not seen itself."""
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"


def check_seen_names(diagnostics: Diagnostics, names: Iterable[tuple[Loc, str, bool]]) -> None:
    """Diagnostics for names with blanks that nobody sees, and for two that look the same.

    Each has its path, and whether it is the key of a mapping.
    """
    seen: dict[str, str] = {}
    for loc, name, is_key in names:
        odd = next((c for c in name if _is_unseen(c) or (c.isspace() and c != " ")), "")
        if odd:
            message = f"{quoted(name)} has a letter that nobody can tell: U+{ord(odd):04X}."
            diagnostics.note(loc, message, "Write a plain space, or nothing.", key=is_key)
        elif name != " ".join(name.split()):
            message = f"{quoted(name)} has more spaces than anybody sees."
            diagnostics.note(loc, message, "Write one between two words.", key=is_key)
        elif (other := seen.setdefault(skeleton(name), name)) != name:
            message = f"{quoted(name)} looks like {quoted(other)}, and is another name."
            diagnostics.note(loc, message, "Write them so that they can be told apart.", key=is_key)
