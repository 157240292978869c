"""An invented system with little in it, for questions to be asked of."""

from collections.abc import Callable
from typing import Any

import pytest

from turnwright.site.pages.comparison.view import Cell, column

LANTERNS = """
steps:
  battle:
    battle.again: {repeats: round}
  round:
    title: Watch
    round.alternate: {cadence: alternate}
    round.first: {first: fewest}
    round.ties: {ties: {roll: 1d6}}
    round.each: {each: [activation]}
    round.own: {among: own}
    round.one: {together: one}
    round.once: {limit: {per: round}}
    round.end: {until: none_left}
  activation:
    title: Activation
"""


@pytest.fixture(scope="session")
def lanterns(system: Callable[..., Any]) -> Any:
    """A system in which sides alternate."""
    return system(LANTERNS)


@pytest.fixture(scope="session")
def answers() -> Callable[[Any, str], list[str]]:
    """The clauses by which a system answers a question."""

    def ask(invented: Any, question: str) -> list[str]:
        cell: Cell = column(invented.rules).cells[question]
        return [clause.id for each in cell.answers for clause in each.clauses]

    return ask
