"""Holding what an author claims against what is so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.language.example import Claim
from turnwright.proof.record import Mismatch

Names = tuple[str, ...]


def disagreements(claim: Claim, game: Game, line: int) -> Iterator[Mismatch]:
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


Found = Iterator[tuple[str, str]]
"""Claims that do not hold: what was claimed, and what is so."""


def listed(names: Iterable[object]) -> str:
    """Names as an author would write them."""
    return "[" + ", ".join(str(name) for name in names) + "]"


def same(attribute: str) -> Callable[[Game, object], Found]:
    """A claim that something is exactly this."""

    def check(game: Game, claimed: object) -> Found:
        happened = getattr(game, attribute)
        if happened != claimed:
            yield str(claimed), str(happened) if happened != "" else "nothing"

    return check


def same_set(attribute: str) -> Callable[[Game, Names], Found]:
    """A claim that exactly these are so, in any order."""

    def check(game: Game, claimed: Names) -> Found:
        happened: Names = getattr(game, attribute)
        if set(happened) != set(claimed):
            yield listed(claimed), listed(happened)

    return check


def in_order(attribute: str) -> Callable[[Game, Names], Found]:
    """A claim that these are among what happened, in this order; or that nothing happened."""

    def check(game: Game, claimed: Names) -> Found:
        happened = iter(getattr(game, attribute))
        if not all(name in happened for name in claimed) or (not claimed and any(happened)):
            yield listed(claimed), listed(getattr(game, attribute))

    return check


def among(attribute: str, holds: bool) -> Callable[[Game, Names], Found]:
    """A claim that each of these is, or is not, so."""

    def check(game: Game, claimed: Names) -> Found:
        happened = getattr(game, attribute)
        for name in claimed:
            if (name in happened) is not holds:
                yield name, listed(happened)

    return check


def each(
    ask: Callable[[Game, str], Names], holds: bool
) -> Callable[[Game, Mapping[str, Names]], Found]:
    """A claim that for each key these are, or are not, so."""

    def check(game: Game, claimed: Mapping[str, Names]) -> Found:
        for key, names in claimed.items():
            happened = ask(game, key)
            for name in names:
                if (name in happened) is not holds:
                    yield f"{key}: {name}", f"{key}: {listed(happened)}"

    return check


def number(
    ask: Callable[[Game, str], Fraction | int | None],
) -> Callable[[Game, Mapping[str, int | str]], Found]:
    """A claim that for each key the number is exactly this; fractions are written as text."""

    def check(game: Game, claimed: Mapping[str, int | str]) -> Found:
        for key, said in claimed.items():
            happened = ask(game, key)
            if happened != Fraction(said):
                yield f"{key}: {said}", f"{key}: {happened}"

    return check


def ruled_out_by(game: Game, claimed: Mapping[str, str]) -> Found:
    """A claim that a clause rules a unit out."""
    for unit, clause in claimed.items():
        why = game.why(unit)
        if clause not in why and clause.partition(".")[2] not in why:
            yield f"{unit}: {clause}", f"{unit}: {listed(why)}"


def targets(game: Game, claimed: Mapping[str, Names]) -> Found:
    """A claim that something may be done to exactly these."""
    for does, names in claimed.items():
        if set(game.targets(does)) != set(names):
            yield f"{does}: {listed(names)}", f"{does}: {listed(game.targets(does))}"


CHECKS: Mapping[str, Callable[..., Found]] = {
    "next": same("next"),
    "step": same("step"),
    "round": same("round"),
    "may": same_set("may"),
    "may_not": among("may", False),
    "by": ruled_out_by,
    "can": among("can", True),
    "cannot": among("can", False),
    "targets": targets,
    "active": same_set("active"),
    "awaits": same("awaits"),
    "dice": same("dice"),
    "outcome": same("outcome"),
    "ended": in_order("ended"),
    "began": in_order("began"),
    "facts": each(Game.facts, True),
    "no_facts": each(Game.facts, False),
    "value": number(Game.value),
    "serves": each(Game.serves, True),
    "no_serves": each(Game.serves, False),
    "lasts": among("lasts", True),
    "stopped": among("lasts", False),
    "holds": number(Game.holds),
    "odds": number(Game.odds),
    "winner": same("winner"),
    "unsaid": same("unsaid"),
}
"""How each claim is held against the game."""
