"""Who, what, limits: where on the sheet a clause of a step belongs, by the words it uses."""

from collections.abc import Iterable
from itertools import groupby

from turnwright.language.step import StepClause

DEALT = (
    "cadence",
    "container",
    "first",
    "decides",
    "kept",
    "ties",
    "tied_roll",
    "swaps",
    "rank",
)
"""Words that say whose chance it is."""
DONE = (
    "sequence",
    "order",
    "each",
    "each_ability",
    "repeats",
    "counts_as",
    "check",
    "risky",
    "result",
    "instead",
    "target",
    "target_needs",
    "uses",
    "moves",
    "route",
    "may_enter",
    "may_leave",
    "sets",
    "gives",
)
"""Words that say what is done."""
PICKED = ("among", "needs", "together", "group_needs", "group", "group_counts")
"""Words that say which units may be picked for it."""
BOUND = (
    "bars",
    "limit",
    "until",
    "until_fact",
    "passing",
    "passed",
    "passed_for",
    "finish",
    "uneven",
    "unable",
)
"""Words that say how often, how long, and what is ruled out."""

LABELS = ("Who", "What", "Limits")
ORDER = {
    **dict.fromkeys(DEALT, 0),
    # An exception stands beside what it is an exception to.
    "waives": 2,
    **dict.fromkeys(DONE, 1),
    **dict.fromkeys(PICKED, 0),
    **dict.fromkeys(BOUND, 2),
}
"""The word that comes first here decides where a clause goes."""


def grouped(clauses: Iterable[StepClause]) -> tuple[tuple[str, tuple[StepClause, ...]], ...]:
    """The clauses of a step under Who, What and Limits, each in the order of the file."""
    placed = sorted(clauses, key=_place)
    return tuple((LABELS[place], tuple(some)) for place, some in groupby(placed, key=_place))


def _place(clause: StepClause) -> int:
    """Where a clause goes: the first of these words that it uses decides."""
    return next((place for word, place in ORDER.items() if getattr(clause.means, word, None)), 1)
