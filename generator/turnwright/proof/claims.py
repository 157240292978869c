"""Claims: assertions of an example, evaluated against the state of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.language.example import Claim
from turnwright.proof.record import Mismatch

Names = tuple[str, ...]


def claim_mismatches(claim: Claim, game: Game, line: int) -> Iterator[Mismatch]:
    """Mismatches of a claim: what was claimed, the actual value, and the deciding clauses."""
    for name, check in CHECKS.items():
        claimed = getattr(claim, name)
        if claimed is None:
            continue
        try:
            failures = list(check(game, claimed))
        except Refused as refused:
            # The unit of a claim may not have joined yet.
            failures = [(str(claimed), refused.message)]
        for expected, actual in failures:
            yield Mismatch(
                line=line,
                claimed=f"{name}: {expected}",
                happened=actual,
                clauses=game.decision.by,
            )


Failures = Iterator[tuple[str, str]]
"""Failed assertions: what was claimed, and the actual value."""


def format_list(names: Iterable[object]) -> str:
    """Format names as a YAML list."""
    return "[" + ", ".join(str(name) for name in names) + "]"


def equals(attribute: str) -> Callable[[Game, object], Failures]:
    """Assertion of equality."""

    def check(game: Game, claimed: object) -> Failures:
        actual = getattr(game, attribute)
        if actual != claimed:
            yield str(claimed), str(actual) if actual != "" else "nothing"

    return check


def equals_set(attribute: str) -> Callable[[Game, Names], Failures]:
    """Assertion of set equality."""

    def check(game: Game, claimed: Names) -> Failures:
        actual: Names = getattr(game, attribute)
        if set(actual) != set(claimed):
            yield format_list(claimed), format_list(actual)

    return check


def occurs_in_order(attribute: str) -> Callable[[Game, Names], Failures]:
    """Assertion of a subsequence: these happened, in this order; if empty, that nothing did."""

    def check(game: Game, claimed: Names) -> Failures:
        actual = iter(getattr(game, attribute))
        if not all(name in actual for name in claimed) or (not claimed and any(actual)):
            yield format_list(claimed), format_list(getattr(game, attribute))

    return check


def contains(attribute: str, holds: bool) -> Callable[[Game, Names], Failures]:
    """Assertion of membership of each name, or of its absence."""

    def check(game: Game, claimed: Names) -> Failures:
        actual = getattr(game, attribute)
        for name in claimed:
            if (name in actual) is not holds:
                yield name, format_list(actual)

    return check


def contains_for_each(
    ask: Callable[[Game, str], Names], holds: bool
) -> Callable[[Game, Mapping[str, Names]], Failures]:
    """Assertion of membership for each key, or of absence."""

    def check(game: Game, claimed: Mapping[str, Names]) -> Failures:
        for key, names in claimed.items():
            actual = ask(game, key)
            for name in names:
                if (name in actual) is not holds:
                    yield f"{key}: {name}", f"{key}: {format_list(actual)}"

    return check


def equals_number(
    ask: Callable[[Game, str], Fraction | int | None],
) -> Callable[[Game, Mapping[str, int | str]], Failures]:
    """Assertion of a number for each key; fractions are written as text."""

    def check(game: Game, claimed: Mapping[str, int | str]) -> Failures:
        for key, expected in claimed.items():
            actual = ask(game, key)
            if actual != Fraction(expected):
                yield f"{key}: {expected}", f"{key}: {actual}"

    return check


def is_ruled_out_by(game: Game, claimed: Mapping[str, str]) -> Failures:
    """Assertion that a clause rules a unit out."""
    for unit, clause in claimed.items():
        why = game.why(unit)
        if clause not in why and clause.partition(".")[2] not in why:
            yield f"{unit}: {clause}", f"{unit}: {format_list(why)}"


def has_targets(game: Game, claimed: Mapping[str, Names]) -> Failures:
    """Assertion of the exact targets of an action."""
    for does, names in claimed.items():
        if set(game.targets(does)) != set(names):
            yield f"{does}: {format_list(names)}", f"{does}: {format_list(game.targets(does))}"


CHECKS: Mapping[str, Callable[..., Failures]] = {
    "next": equals("next"),
    "step": equals("step"),
    "round": equals("round"),
    "may": equals_set("may"),
    "may_not": contains("may", False),
    "by": is_ruled_out_by,
    "can": contains("can", True),
    "cannot": contains("can", False),
    "targets": has_targets,
    "active": equals_set("active"),
    "awaits": equals("awaits"),
    "dice": equals("dice"),
    "outcome": equals("outcome"),
    "ended": occurs_in_order("ended"),
    "began": occurs_in_order("began"),
    "facts": contains_for_each(Game.facts, True),
    "no_facts": contains_for_each(Game.facts, False),
    "value": equals_number(Game.value),
    "serves": contains_for_each(Game.serves, True),
    "no_serves": contains_for_each(Game.serves, False),
    "lasts": contains("lasts", True),
    "stopped": contains("lasts", False),
    "holds": equals_number(Game.holds),
    "odds": equals_number(Game.odds),
    "winner": equals("winner"),
    "unsaid": equals("unsaid"),
}
"""Assertion of each kind of claim."""
