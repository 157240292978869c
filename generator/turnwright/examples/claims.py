"""Claims: assertions of an example, evaluated against the state of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import cast

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.examples.record import Mismatch
from turnwright.language.event import KINDS, Event
from turnwright.language.example import Claim

UnitNames = tuple[str, ...]


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
                key=name,
            )


def holds_without_labels(claim: Claim, game: Game) -> bool:
    """True when a claim holds, whichever clauses are behind it.

    That a clause decided something is a label: it fails of itself where the clause is gone. So is
    what an outcome leads to: that it was carried out shows in what follows.
    """
    for name, check in CHECKS.items():
        claimed = getattr(claim, name)
        if claimed is None:
            continue
        try:
            if any(UNLABELLED.get(name, check)(game, claimed)):
                return False
        except Refused:
            return False
    return True


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


def is_outcome(game: Game, claimed: str) -> Failures:
    """Assertion of the outcome of the last check, or of one that came beside it."""
    if claimed not in game.outcomes:
        yield claimed, game.outcome or "nothing"


def is_unsaid(game: Game, claimed: str) -> Failures:
    """Assertion of what is unsaid: a word, or a value, whosever it is."""
    if claimed not in (game.unsaid, game.unsaid.partition(" of ")[0]):
        yield str(claimed), game.unsaid or "nothing"


def equals_set(attribute: str) -> Callable[[Game, UnitNames], Failures]:
    """Assertion of set equality."""

    def check(game: Game, claimed: UnitNames) -> Failures:
        actual: UnitNames = getattr(game, attribute)
        if set(actual) != set(claimed):
            yield format_list(claimed), format_list(actual)

    return check


def occurs_in_order(attribute: str) -> Callable[[Game, UnitNames], Failures]:
    """Assertion of a subsequence: these happened, in this order; if empty, that nothing did."""

    def check(game: Game, claimed: UnitNames) -> Failures:
        actual = iter(getattr(game, attribute))
        if not all(name in actual for name in claimed) or (not claimed and any(actual)):
            yield format_list(claimed), format_list(getattr(game, attribute))

    return check


def contains(attribute: str, holds: bool) -> Callable[[Game, UnitNames], Failures]:
    """Assertion of membership of each name, or of its absence."""

    def check(game: Game, claimed: UnitNames) -> Failures:
        actual = getattr(game, attribute)
        for name in claimed:
            if (name in actual) is not holds:
                yield name, format_list(actual)

    return check


def contains_for_each(
    ask: Callable[[Game, str], UnitNames], holds: bool
) -> Callable[[Game, Mapping[str, UnitNames]], Failures]:
    """Assertion of membership for each key, or of absence."""

    def check(game: Game, claimed: Mapping[str, UnitNames]) -> Failures:
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
                yield f"{key}: {expected}", f"{key}: {'nothing' if actual is None else actual}"

    return check


def is_cited(clause: str, clauses: UnitNames) -> bool:
    """True when a clause is among these, whether it is cited by its full id or a shorter one."""
    return any(clause == full or clause == full.partition(".")[2] for full in clauses)


def is_ruled_out_by(game: Game, claimed: Mapping[str, str]) -> Failures:
    """Assertion that a clause rules a unit out."""
    for unit, clause in claimed.items():
        why = game.why(unit)
        if clause not in why and clause.partition(".")[2] not in why:
            yield f"{unit}: {clause}", f"{unit}: {format_list(why)}"


def has_targets(game: Game, claimed: Mapping[str, UnitNames]) -> Failures:
    """Assertion of the exact targets of an action."""
    for does, names in claimed.items():
        if set(game.targets(does)) != set(names):
            yield f"{does}: {format_list(names)}", f"{does}: {format_list(game.targets(does))}"


def is_whole_choice(game: Game, claimed: Mapping[str, UnitNames]) -> Failures:
    """Assertion of everything that may be done, and by whom."""
    actual = game.only
    for does in dict.fromkeys((*claimed, *actual)):
        units, able = claimed.get(does), actual.get(does)
        if set(units or ()) != set(able or ()) or (units is None) is not (able is None):
            expected = "nobody" if units is None else format_list(units)
            yield (
                f"{does}: {expected}",
                f"{does}: {'nobody' if able is None else format_list(able)}",
            )


def happened(game: Game, claimed: tuple[Mapping[str, object], ...]) -> Failures:
    """Assertion that these events are among those of the line, in this order.

    If empty, that no rule brought about any: what a line declares is not what a rule does.
    """
    actual = iter(game.events)
    for wanted in claimed:
        if not any(is_event(event, wanted) for event in actual):
            yield format_fields(wanted), format_list(map(format_event, game.events))
            return
    by_rules = [event for event in game.events if event.by]
    if not claimed and by_rules:
        yield "[]", format_list(map(format_event, by_rules))


def did_not_happen(game: Game, claimed: tuple[Mapping[str, object], ...]) -> Failures:
    """Assertion that none of these events is among those of the line."""
    for unwanted in claimed:
        if any(is_event(event, unwanted) for event in game.events):
            yield format_fields(unwanted), format_list(map(format_event, game.events))


def is_event(event: Event, wanted: Mapping[str, object]) -> bool:
    """True when all that is claimed of an event is so; of its clauses, any may be cited.

    Units do something together in no order.
    """
    if type(event) is not KINDS.get(str(wanted.get("event"))):
        return False
    for name, value in wanted.items():
        if name == "by":
            cited = value if isinstance(value, tuple) else (str(value),)
            if not all(is_cited(clause, event.by) for clause in cited):
                return False
        elif name == "units":
            if {*getattr(event, name)} != {*cast(UnitNames, value)}:
                return False
        elif name != "event" and getattr(event, name) != value:
            return False
    return True


def format_event(event: Event) -> str:
    """Format an event as an author would claim it, without its clauses."""
    kind = next(name for name, known in KINDS.items() if known is type(event))
    given = {name: value for name, value in event._asdict().items() if name != "by" and value}
    return format_fields({"event": kind, **given})


def format_fields(fields: Mapping[str, object]) -> str:
    """Format fields as a YAML mapping."""
    given = (
        f"{name}: {format_list(value) if isinstance(value, tuple) else value}"
        for name, value in fields.items()
    )
    return "{" + ", ".join(given) + "}"


def was_skipped_by(game: Game, claimed: Mapping[str, Mapping[str, str]]) -> Failures:
    """Assertion that a step was passed over, and that a clause barred each unit."""
    for step, units in claimed.items():
        if step not in game.skipped:
            yield step, format_list(game.skipped)
            continue
        for unit, clause in units.items():
            why = game.with_followers(game.skipped[step].get(unit, ()))
            if not is_cited(clause, why):
                yield f"{step}: {unit}: {clause}", f"{step}: {unit}: {format_list(why)}"


def has_done(game: Game, claimed: Mapping[str, UnitNames]) -> Failures:
    """Assertion of all that somebody counts as having done."""
    for who, actions in claimed.items():
        if set(game.did(who)) != set(actions):
            yield f"{who}: {format_list(actions)}", f"{who}: {format_list(game.did(who))}"


CHECKS: Mapping[str, Callable[..., Failures]] = {
    "next": equals("next"),
    "step": equals("step"),
    "round": equals("round"),
    "can_only": equals_set("can"),
    "may": equals_set("may"),
    "may_not": contains("may", False),
    "by": is_ruled_out_by,
    "can": contains("can", True),
    "cannot": contains("can", False),
    "only": is_whole_choice,
    "targets": has_targets,
    "active": equals_set("active"),
    "awaits": equals("awaits"),
    "dice": equals("dice"),
    "outcome": is_outcome,
    "total": equals("total"),
    "happened": happened,
    "not_happened": did_not_happen,
    "skipped": was_skipped_by,
    "did": has_done,
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
    "unsaid": is_unsaid,
    "contradicted": equals("contradicted"),
}
"""Assertion of each kind of claim."""


def is_ruled_out(game: Game, claimed: Mapping[str, str]) -> Failures:
    """Assertion that a unit is ruled out, by whatever clause."""
    for unit in claimed:
        if not game.why(unit):
            yield unit, "nothing"


LABELS = ("by", "then")
"""What events say besides what happened: who decided it, and what a meaning calls it."""


def happened_somehow(game: Game, claimed: tuple[Mapping[str, object], ...]) -> Failures:
    """Assertion that events happened, by whatever clauses, and whatever the engine calls it."""
    unlabelled = ({k: v for k, v in event.items() if k not in LABELS} for event in claimed)
    return happened(game, tuple(unlabelled))


def was_skipped(game: Game, claimed: Mapping[str, Mapping[str, str]]) -> Failures:
    """Assertion that a step was passed over and that each unit was barred, by whatever clause."""
    for step, units in claimed.items():
        if step not in game.skipped:
            yield step, format_list(game.skipped)
            continue
        for unit in units:
            if not game.skipped[step].get(unit):
                yield unit, "nothing"


UNLABELLED: Mapping[str, Callable[..., Failures]] = {
    "by": is_ruled_out,
    "happened": happened_somehow,
    "skipped": was_skipped,
}
"""Assertions of the claims that name clauses, without these."""
