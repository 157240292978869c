"""Clause groups of a step: Who, What and Limits, assigned by the words a clause uses."""

from collections.abc import Iterable
from itertools import groupby

from turnwright.language.step import StepClause

TURN_WORDS = (
    "cadence",
    "first",
    "decides",
    "kept",
    "ties",
    "in_a_row",
    "draws",
    "rank",
    "asks",
    "if_gone",
)
"""Words about whose turn it is."""
ACTION_WORDS = (
    "sequence",
    "order",
    "each",
    "each_ability",
    "repeats",
    "counts_as",
    "put_off",
    "gathers",
    "check",
    "risky",
    "result",
    "instead",
    "target",
    "uses",
    "costs",
    "moves",
    "route",
    "held",
    "may_enter",
    "may_leave",
    "may_stay",
    "must_end",
    "sets",
    "ends",
    "changes",
)
"""Words about what an action does."""
ELIGIBILITY_WORDS = ("among", "needs", "together", "group_needs", "group", "group_counts")
"""Words about which units are eligible."""
LIMIT_WORDS = (
    "bars",
    "limit",
    "chances",
    "until",
    "passing",
    "passed",
    "finish",
    "uneven",
    "unable",
)
"""Words about frequency, duration and exclusion."""

WHO, WHAT, LIMITS = LABELS = ("Who", "What", "Limits")
HEADING_OF_WORD = {
    **dict.fromkeys(TURN_WORDS, 0),
    # An exception belongs next to the rule it waives.
    "waives": 2,
    **dict.fromkeys(ACTION_WORDS, 1),
    **dict.fromkeys(ELIGIBILITY_WORDS, 0),
    **dict.fromkeys(LIMIT_WORDS, 2),
}
"""Heading index by word; the first entry that a clause uses decides."""


def group_by_heading(
    clauses: Iterable[StepClause],
) -> tuple[tuple[str, tuple[StepClause, ...]], ...]:
    """Group the clauses of a step by heading, each group in the order of the file."""
    ordered = sorted(clauses, key=_heading_index)
    return tuple(
        (LABELS[index], tuple(some)) for index, some in groupby(ordered, key=_heading_index)
    )


def _heading_index(clause: StepClause) -> int:
    """Heading index of a clause."""
    return next(
        (index for word, index in HEADING_OF_WORD.items() if getattr(clause.means, word, None)), 1
    )
