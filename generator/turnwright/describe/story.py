"""Story: a line of play, and what followed from it, told as a player would.

What a line did is told once and in one wording: `line_sentence` has the line, `followed` what a
player would mention of what came of it, and `narrate` all of it, with the clauses that decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from turnwright.describe.battlefield import Battlefield, contact_facts, places_of, way_of
from turnwright.describe.event_wording import (
    OPENINGS,
    WORDING,
    are_rolled,
    deed,
    does,
    drawn_marker,
    rolled,
    steps_text,
    title_of,
)
from turnwright.describe.grammar import agree, as_sentence, counted, with_article
from turnwright.describe.labels import Labels
from turnwright.engine.initiative import ROLL_OFF
from turnwright.engine.measure import length
from turnwright.language import event as happened
from turnwright.language.action import Then
from turnwright.language.event import Event, LostModels, ValueChanged
from turnwright.language.example import Line
from turnwright.language.fact import Subject
from turnwright.language.input import (
    DONE,
    FIRST,
    GAINED,
    PASS,
    PLACED,
    Choice,
    Declaration,
    Draw,
    Input,
    Roll,
)
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Row


def line_sentence(row: Row, before: Row | None, labels: Labels) -> str:
    """A line of play as one sentence; for one that is refused, what was wanted."""
    if row.line is None:
        both = row.game is not None and len(Battlefield(row.game).sides) == 2
        return f"{'Both sides are' if both else 'Everybody is'} ready."
    return as_sentence(_told(row.line.input, row, before, labels))


def _told(said: Input, row: Row, before: Row | None, labels: Labels) -> str:
    match said:
        case Roll():
            events = [e for e in row.events if isinstance(e, happened.Rolled) and e.dice]
            purpose = before.decision.what if before else ""
            shown = (rolled(event, labels) for event in events)
            return "; ".join(shown) or are_rolled(said.dice, purpose, labels)
        case Draw():
            return f"{drawn_marker(said.what, said.number or 0, labels)} is drawn"
        case Declaration():
            return _declared(said, row, labels)
        case Choice():
            return _chosen(said, row, before, labels)


def _chosen(choice: Choice, row: Row, before: Row | None, labels: Labels) -> str:
    side = choice.side or (before.decision.side if before else "")
    wants = bool(row.refused)
    if choice.does == PASS:
        return does(side, "want to pass" if wants else "pass")
    if choice.does == DONE:
        where = before.decision.step if before else ""
        done = does(side, "want to stop" if wants else "be done")
        return done + (f" with {labels.title(where)}" if where else "")
    if choice.does == FIRST and choice.first == side:
        return does(side, "want to go first" if wants else "choose to go first")
    if choice.does == FIRST:
        lets = "want to let" if wants else "let"
        return does(side, f"{lets} {title_of(choice.first)} go first")
    units = choice.units or _acting(row, before)
    return deed(choice, units, side, labels, wants=wants) + _how_far(choice, row, before)


def _acting(row: Row, before: Row | None) -> tuple[str, ...]:
    """The units that act where a line names none."""
    for event in row.events:
        if isinstance(event, happened.Chose) and event.units:
            return event.units
        if isinstance(event, happened.Moved):
            return (event.unit,)
    legal = before.decision.legal if before else ()
    return legal[0].units if len(legal) == 1 else ()


def _how_far(choice: Choice, row: Row, before: Row | None) -> str:
    inches = choice.inches
    if inches is None and (choice.to is not None or choice.places):
        moved = [event.inches for event in row.events if isinstance(event, happened.Moved)]
        inches = moved[0] if moved else _wanted_inches(choice, before)
    if not inches:
        return ""
    most = "up to " if choice.places else ""
    return f"{', ' if choice.target else ' '}{most}{counted(inches, 'inch')}"


def _wanted_inches(choice: Choice, before: Row | None) -> float | None:
    """How far a move that was refused would have gone."""
    unit = choice.unit or next(iter(before.decision.legal[0].units if before else ()), "")
    way = way_of(choice, places_of(before).get(unit, ()))
    return length(way) if way else None


def _declared(said: Declaration, row: Row, labels: Labels) -> str:
    """What no plan can tell: the first of its consequences, which is what was declared."""
    told = next(consequences(row, labels), "")
    if told and not row.refused:
        return told
    who = with_article(said.unit) if said.unit else title_of(said.side)
    if said.fact == GAINED:
        side = f" {title_of(said.side)}" if said.side else ""
        return f"{who} {agree('join', (said.unit,))}{side}"
    if said.fact == PLACED:
        return f"the models of {who} have new places"
    named = labels.within(said.fact) if said.value is None else labels.value(said.fact)
    amount = f" {said.value:+d}" if said.value is not None else ""
    others = f" with {with_article(said.to_unit)}" if said.to_unit else ""
    return f"{who}: {'no longer ' if said.ends else ''}{named}{amount}{others}"


# What a player would mention


def followed(row: Row, before: Row | None, labels: Labels) -> tuple[str, ...]:
    """What followed from a line, without what the line already tells."""
    told = list(consequences(row, labels))
    is_declared = row.line is not None and isinstance(row.line.input, Declaration)
    if is_declared and told and not row.refused:
        told = told[1:]
    if before is not None and row.round > before.round:
        told.append(f"{round_name(row.round, labels)} begins.")
    return tuple(told)


def consequences(row: Row, labels: Labels) -> Iterator[str]:
    """What followed from a line, a sentence each; steps that open and close are not among it."""
    sentences = (
        as_sentence(WORDING[type(event)](event, labels)) for event in _notable(row, labels)
    )
    yield from dict.fromkeys(sentences)


def round_name(number: int, labels: Labels) -> str:
    """A round with its number, by the word for it where that is one word."""
    title = labels.title("round")
    return f"{title if ' ' not in title else 'Round'} {number}"


_UNMENTIONED = (
    happened.Began,
    happened.Ended,
    happened.Chose,
    happened.Finished,
    happened.Rolled,
    happened.Markers,
    happened.Moved,
    happened.Skipped,
)
"""Events that the line has told, or that are only for whoever wants to know it exactly."""


def _notable(row: Row, labels: Labels) -> Iterator[Event]:
    """The events that a player would mention."""
    contacts = contact_facts(labels.ruleset)
    said = row.line.input if row.line else None
    lost = {event.fact for event in row.events if isinstance(event, happened.LostModels)}
    began = {_fact(event) for event in row.events if isinstance(event, happened.BecameTrue)}
    ended = {_fact(event) for event in row.events if isinstance(event, happened.NoLonger)}
    dice_for = [event.what for event in row.events if isinstance(event, happened.Rolled)]
    by_chance = isinstance(said, Draw) or (said is not None and ROLL_OFF in dice_for)
    for event in sum_up(row.events, labels.ruleset):
        if isinstance(event, _UNMENTIONED):
            continue
        match event:
            case happened.Drew(ignored=False):
                continue  # The line tells it.
            case LostModels():
                event = event._replace(called=False)  # The decision tells it.
            case happened.Gone() if any(
                w == event.unit and fact not in lost for fact, w, _ in began
            ):
                continue  # The fact that became true of it has told it.
            case happened.WentFirst() if not by_chance:
                continue  # It is so by an earlier rule, or the line tells it.
            case happened.Passed(forced=False):
                continue
            case happened.Resulted(then=Then.CARRY_OUT) if event.outcome:
                continue  # The dice have told it.
            case happened.BecameTrue() | happened.NoLonger():
                fact = labels.ruleset.facts.get(event.fact)
                between = bool(event.to_unit) and fact is not None and fact.of is Subject.PAIR
                if event.fact in lost or (between and event.fact not in contacts):
                    continue
                if _fact(event) in began & ended:
                    continue  # It was so for this line only.
                of_line = event.who in _named(said)
                if isinstance(event, happened.NoLonger) and not between and not of_line:
                    continue  # It is over as time goes on.
        yield event


def _named(said: Input | None) -> tuple[str, ...]:
    """Who acts by an input, or of whom something is declared."""
    match said:
        case Choice():
            return (said.side, *said.units)
        case Declaration():
            return (said.side, said.unit)
    return ()


def _fact(event: Any) -> tuple[str, str, str]:
    return event.fact, event.who, event.to_unit


def sum_up(events: Iterable[Event], ruleset: Ruleset) -> tuple[Event, ...]:
    """Sum up the changes of a value, and the models that a unit loses by the same fact.

    What a value lost before it ran out is left out: the model that it cost tells of it.
    """
    running_out = dict(values_that_run_out(ruleset))
    summed: list[Event] = []
    for event in events:
        if isinstance(event, LostModels):
            for one in tuple(summed):
                if isinstance(one, ValueChanged) and one.who == event.unit:
                    if running_out.get(one.value) == event.fact:
                        summed.remove(one)
                elif isinstance(one, LostModels) and _same_loss(one, event):
                    summed.remove(one)
                    event = event._replace(models=one.models + event.models)
        elif isinstance(event, ValueChanged):
            for one in tuple(summed):
                if isinstance(one, ValueChanged) and _same_change(one, event):
                    summed.remove(one)
                    event = event._replace(amount=one.amount + event.amount)
            if not event.amount:
                continue
        summed.append(event)
    return tuple(summed)


def values_that_run_out(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Values that cost a model when they run out, each with the fact by which it is lost."""
    for name, value in ruleset.values.items():
        for clause in value.clauses:
            if clause.means is not None and clause.means.runs_out is not None:
                yield name, clause.means.runs_out


def _same_loss(one: LostModels, other: LostModels) -> bool:
    return (one.unit, one.fact) == (other.unit, other.fact)


def _same_change(one: ValueChanged, other: ValueChanged) -> bool:
    """Whether two changes are of the same value, and in the same direction."""
    return (one.who, one.value) == (other.who, other.value) and one.amount * other.amount > 0


# All that happened, with the clauses


@dataclass(frozen=True)
class Sentence:
    """Narrated event, with the ids of the clauses that decided it."""

    text: str
    by: tuple[str, ...] = ()
    implied: bool = False
    """True when the next decision implies it, so that only its clauses are of interest."""


def deciding_clauses(line: Line | None, events: Iterable[Event]) -> tuple[str, ...]:
    """Ids of the clauses that allow the input of a line."""
    return next((event.by for event in events if _restates(event, line)), ())


def _restates(event: Event, line: Line | None) -> bool:
    """True when an event only restates the input."""
    said = line.input if line else None
    if not isinstance(said, Choice):
        return False
    if isinstance(event, happened.Chose):
        return event.does == said.does
    if isinstance(event, happened.Began):
        return bool(said.units) and (event.step, event.units) == (said.does, said.units)
    if isinstance(event, happened.WentFirst):
        return said.does == FIRST
    return isinstance(event, happened.Passed) and said.does == PASS and not event.forced


def narrate(line: Line | None, events: Iterable[Event], labels: Labels) -> tuple[Sentence, ...]:
    """Narrate the remaining events; consecutive steps that open or close share a sentence."""
    sentences: list[Sentence] = []
    others = tuple(event for event in events if not _restates(event, line))
    by_kind: Iterator[tuple[type, Iterator[Any]]] = groupby(_fold_empty_steps(others), key=type)
    for kind, run in by_kind:
        if verb := _VERBS.get(kind):
            steps = tuple(run)
            clauses = dict.fromkeys(clause for each in steps for clause in each.by)
            text = steps_text(verb, ((each.step, each.units) for each in steps), labels)
            sentences.append(Sentence(as_sentence(text), tuple(clauses)))
        else:
            sentences += [
                Sentence(
                    as_sentence(WORDING[kind](each, labels)),
                    each.by,
                    implied=isinstance(each, happened.WentFirst),
                )
                for each in run
            ]
    return tuple(sentences)


class EmptyStep(NamedTuple):
    """Pseudo-event: a step that opened and closed with no action in between."""

    step: str
    units: tuple[str, ...]
    by: tuple[str, ...]


_VERBS = {**OPENINGS, EmptyStep: "nothing to do"}
"""Verb of events that are told several at once."""

_UNEVENTFUL = (happened.Began, happened.Ended, happened.WentFirst)


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
