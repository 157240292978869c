"""Suggestions: of the names that are known, those that somebody may have meant."""

from collections.abc import Iterable, Set
from difflib import SequenceMatcher, get_close_matches

from turnwright.load.problem import enumerated, printable

_MAX_CANDIDATES = 2000
"""Among more names none is looked for: that would take too long."""


def did_you_mean(name: str, known: Iterable[str], what: str = "Known") -> str:
    """Hint for an unknown name: the closest matches, or all known names when they are few."""
    names = sorted(known) if isinstance(known, Set) else list(dict.fromkeys(known))
    near = _close_matches(name, names)
    if near:
        return f"Did you mean {enumerated(near, 'or')}?"
    if names and len(", ".join(names)) <= 160:
        return f"{what}: {', '.join(f'`{printable(other)}`' for other in names)}."
    return ""


def _close_matches(name: str, names: list[str]) -> list[str]:
    """Closest matches of a name; or the dotted names that end in it."""
    if len(names) > _MAX_CANDIDATES:
        return []
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    likeness = [SequenceMatcher(None, name, other).ratio() for other in near]
    if near:
        return [other for other, it in zip(near, likeness, strict=True) if it > likeness[0] - 0.1]
    return [other for other in names if other.rpartition(".")[2] == name]
