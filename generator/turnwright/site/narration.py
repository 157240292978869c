"""Narration: inputs, events and decisions as sentences."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any, NamedTuple

from turnwright.engine import event as happened
from turnwright.engine.decision import Awaits, Decision, Offer
from turnwright.engine.event import Event
from turnwright.engine.inputs import DONE, FIRST, GAINED, PASS
from turnwright.language.example import Claim, Line
from turnwright.study.labels import Labels, as_words, heading, join_names


@dataclass(frozen=True)
class Sentence:
    """Narrated event, with the ids of the clauses that decided it."""

    text: str
    by: tuple[str, ...] = ()
    implied: bool = False
    """True when the next decision implies it, so that only its clauses are of interest."""


def describe_input(line: Line, namer: Labels) -> str:
    """Narrate the input of a line."""
    side = f"{heading(line.side)}: " if line.side else ""
    if line.roll is not None:
        return f"Dice: {', '.join(map(str, line.roll)) or 'none'}"
    if line.draw:
        return f"Drawn: a marker of the {line.draw}"
    if line.declare:
        return _capitalized(side + _describe_declaration(line, namer))
    if line.does == PASS:
        return f"{side}pass"
    if line.does == DONE:
        return f"{side}done"
    if line.does == FIRST:
        return f"{side}{line.first} goes first"
    words = [namer.within(line.does)]
    if line.unit or line.units:
        words.append(f"with {join_names(line.units or (line.unit,))}")
    if line.target:
        words.append(f"against {line.target}")
    if line.using:
        words.append(f"using {line.using}")
    if line.to:
        words.append(f"to ({line.to[0]:g}, {line.to[1]:g})")
    if line.inches is not None:
        words.append(f"{line.inches:g} inches")
    return _capitalized(side + " ".join(words))


def _capitalized(text: str) -> str:
    """Capitalize the first letter only."""
    return text[:1].upper() + text[1:]


def _describe_declaration(line: Line, namer: Labels) -> str:
    who = line.unit or line.side or "the battle"
    if line.declare == GAINED:
        return f"declared: {who} joined"
    with_whom = f" with {line.to_unit}" if line.to_unit else ""
    models = f", {line.models} models" if line.models is not None else ""
    no_longer = "no longer " if line.ends else ""
    return f"declared: {who}, {no_longer}{namer.within(line.declare)}{with_whom}{models}"


def deciding_clauses(line: Line | None, events: Iterable[Event]) -> tuple[str, ...]:
    """Ids of the clauses that allow the input of a line."""
    return next((event.by for event in events if _restates(event, line)), ())


def _restates(event: Event, line: Line | None) -> bool:
    """True when an event only restates the input."""
    if line is None:
        return False
    if isinstance(event, happened.Chose):
        return event.does == line.does
    if isinstance(event, happened.Began):
        return event.step == line.does and event.units == (line.units or (line.unit,))
    if isinstance(event, happened.WentFirst):
        return line.does == FIRST
    return isinstance(event, happened.Passed) and line.does == PASS and not event.forced


def narrate(line: Line | None, events: Iterable[Event], namer: Labels) -> tuple[Sentence, ...]:
    """Narrate the remaining events; consecutive steps that open or close share a sentence."""
    sentences: list[Sentence] = []
    others = tuple(event for event in events if not _restates(event, line))
    for kind, run in groupby(_fold_empty_steps(others), key=_event_type):
        if kind in _GROUPED_VERBS:
            sentences.append(_narrate_steps(_GROUPED_VERBS[kind], tuple(run), namer))
        else:
            sentences += [_narrate_one(each, namer) for each in run]
    return tuple(sentences)


class EmptyStep(NamedTuple):
    """Pseudo-event: a step that opened and closed with no action in between."""

    step: str
    units: tuple[str, ...]
    by: tuple[str, ...]


_GROUPED_VERBS = {happened.Began: "Begins", happened.Ended: "Ends", EmptyStep: "Nothing to do"}
"""Verb for grouped events of each type."""

_UNEVENTFUL = (happened.Began, happened.Ended, happened.WentFirst)


def _event_type(event: Event | EmptyStep) -> type:
    return type(event)


def _fold_empty_steps(events: tuple[Event, ...]) -> Iterator[Event | EmptyStep]:
    """Fold each step without actions into one pseudo-event."""
    at = 0
    while at < len(events):
        event = events[at]
        end = _end_of(events, at) if isinstance(event, happened.Began) else None
        if isinstance(event, happened.Began) and end is not None:
            clauses = dict.fromkeys(clause for each in events[at : end + 1] for clause in each.by)
            yield EmptyStep(event.step, event.units, tuple(clauses))
            at = end
        else:
            yield event
        at += 1


def _end_of(events: tuple[Event, ...], start: int) -> int | None:
    """Index of the end of the step opened at `start`, or None if anything happens in it."""
    depth = 0
    for at in range(start, len(events)):
        event = events[at]
        if not isinstance(event, _UNEVENTFUL):
            return None
        depth += isinstance(event, happened.Began) - isinstance(event, happened.Ended)
        if depth == 0:
            return at
    return None


def _narrate_steps(verb: str, events: tuple[Any, ...], namer: Labels) -> Sentence:
    """Narrate steps that open, outermost first, or close, innermost first."""
    steps = []
    for units, run in groupby(events, key=lambda each: each.units):
        listed = ", ".join(dict.fromkeys(namer.within(each.step) for each in run))
        steps.append(listed + (f" of {join_names(units)}" if units else ""))
    clauses = dict.fromkeys(clause for each in events for clause in each.by)
    return Sentence(f"{verb}: {'; '.join(steps)}", tuple(clauses))


def _narrate_one(each: Any, namer: Labels) -> Sentence:
    return Sentence(
        _WORDING[type(each)](each, namer), each.by, isinstance(each, happened.WentFirst)
    )


_WORDING: dict[type, Callable[[Any, Labels], str]] = {
    happened.Chose: lambda e, n: (
        f"{heading(e.side)} chooses {n.within(e.does)}"
        + (f" with {join_names(e.units)}" if e.units else "")
        + (f" against {e.target}" if e.target else "")
        + (f" using {e.using}" if e.using else "")
    ),
    happened.Passed: lambda e, n: (
        f"{heading(e.side)} has to pass" if e.forced else f"{heading(e.side)} passes"
    ),
    happened.Finished: lambda e, n: f"{heading(e.side)} is done with {n.within(e.step)}",
    happened.WentFirst: lambda e, n: f"{heading(e.side)} goes first in {n.within(e.step)}",
    happened.Rolled: lambda e, n: (
        f"{n.title(e.what)}: {e.total}"
        + (f" (kept {join_names(map(str, e.kept))})" if sorted(e.kept) != sorted(e.dice) else "")
        + (f", {as_words(e.outcome)}" if e.outcome else "")
    ),
    happened.Resulted: lambda e, n: f"{heading(e.outcome)}: {as_words(e.then)}",
    happened.Drew: lambda e, n: (
        f"A marker of the {e.side} is drawn" + (" and ignored" if e.ignored else "")
    ),
    happened.Markers: lambda e, n: (
        f"{n.title(e.container)} {e.why}: "
        + (join_names(f"{count} {side}" for side, count in e.holds) or "empty")
    ),
    happened.BecameTrue: lambda e, n: (
        f"{heading(e.who)}: {n.within(e.fact)}" + (f" with {e.to_unit}" if e.to_unit else "")
    ),
    happened.NoLonger: lambda e, n: (
        f"{heading(e.who)}: no longer {n.within(e.fact)}"
        + (f" with {e.to_unit}" if e.to_unit else "")
    ),
    happened.ValueChanged: lambda e, n: f"{e.unit}: {n.within(e.value)} {e.amount:+d}",
    happened.Moved: lambda e, n: (
        f"{e.unit}: moved {e.inches:.3g} inches" if e.inches else f"{e.unit}: moved"
    ),
    happened.LostModels: lambda e, n: (
        f"{e.unit}: {e.models} lost ({n.within(e.fact)}), {e.left} left"
        + (", and what waits for a loss is called" if e.called else "")
    ),
    happened.Gone: lambda e, n: f"{e.unit}: gone",
    happened.Joined: lambda e, n: f"{e.unit}: joined the {e.side}",
    happened.EffectStarted: lambda e, n: (
        f"{heading(e.ability)} of {e.source} begins" + (f", on {e.target}" if e.target else "")
    ),
    happened.EffectStopped: lambda e, n: f"{heading(e.ability)} of {e.source} is over",
    happened.Won: lambda e, n: f"{heading(e.side)} has won",
    happened.Stuck: lambda e, n: f"The round stops: no rule says `{e.word}` for {n.within(e.step)}",
}


def describe_decision(decision: Decision, namer: Labels) -> tuple[str, tuple[str, ...]]:
    """Narrate a decision: who decides, and the choices, one a line."""
    if decision.awaits is Awaits.END:
        return "The battle is over", ()
    if decision.awaits is Awaits.UNSAID:
        return f"The round stops: no rule says `{decision.unsaid}`", ()
    if decision.awaits is Awaits.DRAW:
        return f"A marker is drawn from the {namer.within(decision.what)}", ()
    if decision.awaits is Awaits.ROLL:
        rollers = f", for {join_names(decision.rollers)}" if decision.rollers else ""
        what = f" for {namer.within(decision.what)}" if decision.what else ""
        return f"Dice: {decision.dice}{what}{rollers}", ()
    if decision.offer is Offer.FIRST:
        sides = tuple(f"{chance.does} goes first" for chance in decision.chances)
        return f"{heading(decision.side)} decides", sides
    who = f"{heading(decision.side)} in {namer.within(decision.step)}"
    shared = len({chance.units for chance in decision.chances}) == 1 < len(decision.chances)
    if shared and decision.chances[0].units:
        who += f", with {join_names(decision.chances[0].units)}"
    choices = [
        namer.title(chance.does)
        + (f" with {join_names(chance.units)}" if chance.units and not shared else "")
        for chance in decision.chances
    ]
    choices += ["Pass"] * decision.can_pass + ["Done"] * decision.can_finish
    return who, tuple(choices)


def describe_claims(claim: Claim | None) -> Iterator[str]:
    """Narrate the claims of a line, in the words of the file."""
    if claim is None:
        return
    for field in fields(claim):
        value = getattr(claim, field.name)
        if value is not None:
            yield f"{as_words(field.name)}: {_value_text(value)}"


def _value_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(as_words(str(item)) for item in value) or "nobody"
    if hasattr(value, "items"):
        return "; ".join(f"{as_words(str(key))} {_value_text(item)}" for key, item in value.items())
    return as_words(str(value))
