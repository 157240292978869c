"""Who, what, limits: where on the sheet a clause of a step belongs, by the words it uses."""

from collections.abc import Iterable
from itertools import groupby

from turnwright.language.step import StepClause

TURN_WORDS = (
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
ACTION_WORDS = (
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
ELIGIBILITY_WORDS = ("among", "needs", "together", "group_needs", "group", "group_counts")
"""Words that say which units may be picked for it."""
LIMIT_WORDS = (
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
HEADING_OF_WORD = {
    **dict.fromkeys(TURN_WORDS, 0),
    # An exception stands beside what it is an exception to.
    "waives": 2,
    **dict.fromkeys(ACTION_WORDS, 1),
    **dict.fromkeys(ELIGIBILITY_WORDS, 0),
    **dict.fromkeys(LIMIT_WORDS, 2),
}
"""The word that comes first here decides where a clause goes."""


def group_by_heading(
    clauses: Iterable[StepClause],
) -> tuple[tuple[str, tuple[StepClause, ...]], ...]:
    """The clauses of a step under Who, What and Limits, each in the order of the file."""
    ordered = sorted(clauses, key=_heading_index)
    return tuple(
        (LABELS[index], tuple(some)) for index, some in groupby(ordered, key=_heading_index)
    )


def _heading_index(clause: StepClause) -> int:
    """Where a clause goes: the first of these words that it uses decides."""
    return next(
        (index for word, index in HEADING_OF_WORD.items() if getattr(clause.means, word, None)), 1
    )
