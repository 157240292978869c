"""Corrections: what a claim that disagrees would have to say, changed as little as can be.

None leaves the claim out. Nothing here writes a claim: whoever reads it decides who is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.examples.claims import is_cited, is_event
from turnwright.examples.likelihood import claimed_likelihood
from turnwright.examples.record import Mismatch, Record
from turnwright.language.event import Event
from turnwright.language.example import NOTHING, Line

Correction = Callable[[Game, Any], Any]

REFUSED = "refused"
"""Key of a line that the rules refuse."""


def correction(record: Record, mismatch: Mismatch) -> Any:
    """What the key of a mismatch would have to say; None where it would have to go."""
    row = record.rows[mismatch.row]
    if mismatch.key == REFUSED:
        return _refusal(row.line, row.game, row.refused_by) if row.refused else None
    claim = record.example.start if row.line is None else row.line.then
    if claim is None:
        return None
    try:
        if mismatch.key == "likelihood":
            play = record.example.play[: mismatch.row]
            found = claimed_likelihood(claim, play, lambda n: record.rows[n].game, claim.rolls)
            return str(found)
        return CORRECTIONS[mismatch.key](row.game, getattr(claim, mismatch.key))
    except Refused:
        return None


def _refusal(line: Line | None, game: Game, by: tuple[str, ...]) -> Any:
    """The clauses that are rightly claimed to refuse a line; else one that does, or `nothing`."""
    actual = game.with_followers(by)
    claimed = line.refused if line is not None and line.refused is not None else ()
    cited = (claimed,) if isinstance(claimed, str) else claimed
    kept = [one for one in cited if is_cited(one, actual)]
    if len(kept) > 1:
        return tuple(kept)
    return next(iter((*kept, *game.short(by))), NOTHING)


def _actual(attribute: str) -> Correction:
    """What is so of the battle."""
    return lambda game, _: None if (now := getattr(game, attribute)) == "" else now


def _those_in(attribute: str, holds: bool) -> Correction:
    """The names of which it is so."""

    def right(game: Game, claimed: tuple[str, ...]) -> Any:
        actual = getattr(game, attribute)
        return tuple(name for name in claimed if (name in actual) is holds) or None

    return right


def _in_order(attribute: str) -> Correction:
    """The names that come in this order; all there are, where none was claimed."""

    def right(game: Game, claimed: tuple[str, ...]) -> Any:
        names = getattr(game, attribute)
        actual = iter(names)
        return tuple(name for name in claimed if name in names and name in actual) or names

    return right


def _for_each(ask: Callable[[Game, str], tuple[str, ...]], holds: bool) -> Correction:
    """For each key the names of which it is so, without the keys that have none."""

    def right(game: Game, claimed: Mapping[str, tuple[str, ...]]) -> Any:
        kept = {
            key: tuple(name for name in names if (name in ask(game, key)) is holds)
            for key, names in claimed.items()
        }
        return {key: names for key, names in kept.items() if names} or None

    return right


def _numbers(ask: Callable[[Game, str], Fraction | int | None]) -> Correction:
    """For each key its number, without the keys that have none."""

    def right(game: Game, claimed: Mapping[str, int | str]) -> Any:
        actual = {key: ask(game, key) for key in claimed}
        found = {
            key: str(now) if isinstance(now, Fraction) else now
            for key, now in actual.items()
            if now is not None
        }
        return found or None

    return right


def _by(game: Game, claimed: Mapping[str, str]) -> Any:
    """For each unit a clause that rules it out: the one that is claimed, or else the first."""
    found: dict[str, str] = {}
    for unit, clause in claimed.items():
        why = game.why(unit)
        kept = [one for one in why if one in (clause, clause.partition(".")[2])]
        found |= {unit: clause} if kept else {unit: why[0]} if why else {}
    return found or None


def _targets(game: Game, claimed: Mapping[str, tuple[str, ...]]) -> Any:
    """For each action the units that it may be done to."""
    return {does: game.targets(does) for does in claimed}


def _done(game: Game, claimed: Mapping[str, tuple[str, ...]]) -> Any:
    """For each unit or side all that it counts as having done."""
    return {who: game.did(who) for who in claimed}


def _happened(game: Game, claimed: tuple[Mapping[str, Any], ...]) -> Any:
    """The events in their order; one that is only like a claimed one is told as it was."""
    found, at = [], 0
    for wanted in claimed:
        later = game.events[at:]
        alike = {"event": wanted.get("event")}
        match = next((event for event in later if is_event(event, wanted)), None)
        match = match or next((event for event in later if is_event(event, alike)), None)
        if match is not None:
            at += later.index(match) + 1
            found.append(wanted if is_event(match, wanted) else _as_it_was(match, wanted))
    return tuple(found) or None


def _as_it_was(event: Event, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What is claimed of an event, as it was."""
    return {
        name: value if name == "event" else getattr(event, name) for name, value in wanted.items()
    }


def _not_happened(game: Game, claimed: tuple[Mapping[str, Any], ...]) -> Any:
    """The events that did not happen."""
    return tuple(
        one for one in claimed if not any(is_event(event, one) for event in game.events)
    ) or None  # fmt: skip


def _skipped(game: Game, claimed: Mapping[str, Mapping[str, str]]) -> Any:
    """The steps that were passed over, each with a clause that barred the unit."""
    found = {}
    for step, units in claimed.items():
        if step in game.skipped:
            barred = {unit: game.with_followers(game.skipped[step].get(unit, ())) for unit in units}
            found[step] = {
                unit: units[unit] if is_cited(units[unit], why) else game.short(why)[0]
                for unit, why in barred.items()
                if why
            }
    return {step: units for step, units in found.items() if units} or None


CORRECTIONS: Mapping[str, Correction] = {
    **{
        name: _actual(name)
        for name in (
            *("next", "step", "round", "may", "only", "active", "awaits", "dice", "outcome"),
            *("total", "winner", "unsaid", "contradicted"),
        )
    },
    "can_only": _actual("can"),
    "may_not": _those_in("may", False),
    "can": _those_in("can", True),
    "cannot": _those_in("can", False),
    "lasts": _those_in("lasts", True),
    "stopped": _those_in("lasts", False),
    "ended": _in_order("ended"),
    "began": _in_order("began"),
    "by": _by,
    "targets": _targets,
    "did": _done,
    "happened": _happened,
    "not_happened": _not_happened,
    "skipped": _skipped,
    "facts": _for_each(Game.facts, True),
    "no_facts": _for_each(Game.facts, False),
    "serves": _for_each(Game.serves, True),
    "no_serves": _for_each(Game.serves, False),
    "value": _numbers(Game.value),
    "holds": _numbers(Game.holds),
    "odds": _numbers(Game.odds),
}
"""Correction of each kind of claim."""
