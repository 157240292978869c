"""Equivalences: changes of clauses that no example can tell apart, as a file beside the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from turnwright.language.field import ruled


@dataclass(frozen=True, kw_only=True)
class Equivalent:
    """Why taking a clause away, or changing it in some ways, makes no difference."""

    to: str = ruled("", names="clause")
    """The clause that says the same: one of the two can be taken away."""
    changes: tuple[str, ...] = ()
    """Changes of the meaning that make no difference, as `turnwright prove` names them."""
    why: str
    """Why it makes none, for a reader who doubts it."""


@dataclass(frozen=True, kw_only=True)
class Equivalences:
    """What proof cannot tell apart in the ruleset beside it."""

    equivalent: Mapping[str, tuple[Equivalent, ...]]
    """By clause: where another one says the same, or a change of its meaning makes no
    difference."""
