"""Holding what an author claims against what is so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.language.example import Claim
from turnwright.proof.record import Mismatch

Names = tuple[str, ...]


def claim_mismatches(claim: Claim, game: Game, line: int) -> Iterator[Mismatch]:
    """Every claim that does not hold, with what is so instead and the clauses that decide it."""
    for name, check in CHECKS.items():
        claimed = getattr(claim, name)
        if claimed is None:
            continue
        try:
            found = list(check(game, claimed))
        except Refused as refused:
            # A unit that is claimed about may not have joined yet.
            found = [(str(claimed), refused.message)]
        for said, happened in found:
            yield Mismatch(
                line=line,
                claimed=f"{name}: {said}",
                happened=happened,
                clauses=game.decision.by,
            )


Failures = Iterator[tuple[str, str]]
"""Claims that do not hold: what was claimed, and what is so."""


def format_list(names: Iterable[object]) -> str:
    """Names as an author would write them."""
    return "[" + ", ".join(str(name) for name in names) + "]"


def equals(attribute: str) -> Callable[[Game, object], Failures]:
    """A claim that something is exactly this."""

    def check(game: Game, claimed: object) -> Failures:
        happened = getattr(game, attribute)
        if happened != claimed:
            yield str(claimed), str(happened) if happened != "" else "nothing"

    return check


def equals_set(attribute: str) -> Callable[[Game, Names], Failures]:
    """A claim that exactly these are so, in any order."""

    def check(game: Game, claimed: Names) -> Failures:
        happened: Names = getattr(game, attribute)
        if set(happened) != set(claimed):
            yield format_list(claimed), format_list(happened)

    return check


def occurs_in_order(attribute: str) -> Callable[[Game, Names], Failures]:
    """A claim that these are among what happened, in this order; or that nothing happened."""

    def check(game: Game, claimed: Names) -> Failures:
        happened = iter(getattr(game, attribute))
        if not all(name in happened for name in claimed) or (not claimed and any(happened)):
            yield format_list(claimed), format_list(getattr(game, attribute))

    return check


def contains(attribute: str, holds: bool) -> Callable[[Game, Names], Failures]:
    """A claim that each of these is, or is not, so."""

    def check(game: Game, claimed: Names) -> Failures:
        happened = getattr(game, attribute)
        for name in claimed:
            if (name in happened) is not holds:
                yield name, format_list(happened)

    return check


def contains_for_each(
    ask: Callable[[Game, str], Names], holds: bool
) -> Callable[[Game, Mapping[str, Names]], Failures]:
    """A claim that for each key these are, or are not, so."""

    def check(game: Game, claimed: Mapping[str, Names]) -> Failures:
        for key, names in claimed.items():
            happened = ask(game, key)
            for name in names:
                if (name in happened) is not holds:
                    yield f"{key}: {name}", f"{key}: {format_list(happened)}"

    return check


def equals_number(
    ask: Callable[[Game, str], Fraction | int | None],
) -> Callable[[Game, Mapping[str, int | str]], Failures]:
    """A claim that for each key the number is exactly this; fractions are written as text."""

    def check(game: Game, claimed: Mapping[str, int | str]) -> Failures:
        for key, said in claimed.items():
            happened = ask(game, key)
            if happened != Fraction(said):
                yield f"{key}: {said}", f"{key}: {happened}"

    return check


def is_ruled_out_by(game: Game, claimed: Mapping[str, str]) -> Failures:
    """A claim that a clause rules a unit out."""
    for unit, clause in claimed.items():
        why = game.why(unit)
        if clause not in why and clause.partition(".")[2] not in why:
            yield f"{unit}: {clause}", f"{unit}: {format_list(why)}"


def has_targets(game: Game, claimed: Mapping[str, Names]) -> Failures:
    """A claim that something may be done to exactly these."""
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
"""How each claim is held against the game."""
