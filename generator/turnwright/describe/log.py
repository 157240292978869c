"""Narration: inputs, events and decisions as sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names
from turnwright.engine.inputs import DONE, FIRST, GAINED, PASS, PLACED, Awaits, ChoiceKind, Decision
from turnwright.engine.program import BATTLE
from turnwright.language import event as happened
from turnwright.language.action import Then
from turnwright.language.event import Event
from turnwright.language.example import Cause, Line


@dataclass(frozen=True)
class Sentence:
    """Narrated event, with the ids of the clauses that decided it."""

    text: str
    by: tuple[str, ...] = ()
    implied: bool = False
    """True when the next decision implies it, so that only its clauses are of interest."""


def describe_input(line: Line, namer: Labels) -> str:
    """Narrate the input of a line, with what it causes."""
    caused = "; ".join(_describe_declaration(cause, namer) for cause in line.causes)
    return _describe_input(line, namer) + (f"; it causes: {caused}" if caused else "")


def _describe_input(line: Line, namer: Labels) -> str:
    side = f"{heading(line.side)}: " if line.side else ""
    if line.roll is not None:
        return f"Dice: {', '.join(map(str, line.roll)) or 'none'}"
    if line.draw:
        return f"Drawn: {drawn_marker(line.draw, line.number or 0, namer)}"
    if line.declare:
        return _capitalized(f"{side}declared: {_describe_declaration(line, namer)}")
    if line.does == PASS:
        return f"{side}pass"
    if line.does == DONE:
        return f"{side}done"
    if line.does == FIRST:
        return f"{side}{heading(line.first)} goes first"
    words = [namer.within(line.does)]
    if line.unit or line.units:
        words.append(f"with {join_names(line.units or (line.unit,))}")
    if line.target:
        words.append(namer.aimed(line.does, line.target).strip())
    if line.using:
        words.append(f"using {line.using}")
    if line.to:
        words.append(f"to {place_text(line.to)}")
    if line.places:
        words.append(f"model by model to {join_names(map(place_text, line.places))}")
    if line.inches is not None:
        words.append(counted(line.inches, "inch"))
    return _capitalized(side + " ".join(words))


def place_text(place: tuple[float, float]) -> str:
    """A place on the table as text."""
    return f"({place[0]:g}, {place[1]:g})"


def _capitalized(text: str) -> str:
    """Capitalize the first letter only."""
    return text[:1].upper() + text[1:]


def _describe_declaration(declared: Line | Cause, namer: Labels) -> str:
    who = declared.unit or declared.side or "the battle"
    if declared.declare == GAINED:
        joined = f" {heading(declared.side)}" if declared.unit and declared.side else ""
        return f"{who} joins{joined}"
    if declared.declare == PLACED:
        return f"{who}, its models at {join_names(map(place_text, declared.places))}"
    with_whom = f" with {declared.to_unit}" if declared.to_unit else ""
    models = f", {counted(declared.models, 'model')}" if declared.models is not None else ""
    number = f" {declared.value:+d}" if declared.value is not None else ""
    no_longer = "no longer " if declared.ends else ""
    named = (namer.within if declared.value is None else namer.value)(declared.declare)
    return f"{who}, {no_longer}{named}{number}{with_whom}{models}"


def drawn_marker(what: str, number: int, namer: Labels) -> str:
    """Text of what was drawn: a marker of a side or a unit, or one with a name or a number."""
    named = {
        name
        for container in namer.ruleset.containers.values()
        for clause in container.clauses
        if clause.means and clause.means.contains
        for name in clause.means.contains.named
    }
    if what in named or number:
        return as_words(what) + (f" {number}" if number else "")
    if what in namer.ruleset.sides:
        return f"a marker of {heading(what)}"
    return f"the marker of {what}"


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
    return Sentence(WORDING[type(each)](each, namer), each.by, isinstance(each, happened.WentFirst))


def _title(who: str) -> str:
    """Name of a unit, a side or the battle at the beginning of a sentence."""
    return "The battle" if who == BATTLE else heading(who)


def judged(outcomes: tuple[str, ...], also: tuple[str, ...] = ()) -> str:
    """Outcomes of dice that are judged one by one, counted, with those that came up beside."""
    beside = f", with {judged(also)}" if also else ""
    counted = {outcome: outcomes.count(outcome) for outcome in outcomes}
    listed = join_names(f"{number} {as_words(outcome)}" for outcome, number in counted.items())
    return listed + beside


def _dice_title(what: str, namer: Labels) -> str:
    """What dice are for, inside a sentence: a check, a value or something else."""
    return namer.within(what, "checks" if what in namer.ruleset.checks else "values")


def _with_article(title: str) -> str:
    """A title inside a sentence, with its article."""
    return title if title.startswith("the ") else f"the {title}"


def _rolled(event: happened.Rolled, namer: Labels) -> str:
    kept = join_names(map(str, event.kept))
    what = _dice_title(event.what, namer)
    if event.what not in namer.ruleset.checks and event.what in namer.ruleset.values:
        what = f"dice for {_with_article(what)}"  # What is rolled need not be all of it.
    if not event.dice:
        return f"{_capitalized(what)}: no dice"
    if event.outcomes:
        return f"{_capitalized(what)}: {kept}: {judged(event.outcomes, event.also)}"
    return (
        f"{_capitalized(what)}: {event.total}"
        + (f" (kept {kept})" if sorted(event.kept) != sorted(event.dice) else "")
        + "".join(f", {as_words(one)}" for one in (event.outcome, *event.also) if one)
    )


def _skipped(event: happened.Skipped, namer: Labels) -> str:
    """Why a step was passed over, unit by unit; units with the same reasons share them."""
    text = f"Passed over: {namer.within(event.step)}"
    together: dict[tuple[str, ...], list[str]] = {}
    for who, clauses in event.because:
        together.setdefault(clauses, []).append(_title(who))
    reasons = (
        f"{join_names(names)}: {join_names(map(_as_reason, clauses)) or 'nothing to do'}"
        for clauses, names in together.items()
    )
    return ". ".join(filter(None, (text, "; ".join(reasons))))


def _as_reason(clause: str) -> str:
    """A clause in as few words as there are: the name in its id, in quotes."""
    name = clause.rpartition(".")[2].replace("-", " ")
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


_RESULTS = {
    Then.CARRY_OUT: "it is done",
    Then.GO_ON: "it is not done",
    Then.END: "a step ends at once",
    Then.HAND_OVER: "the next chance is for the next side",
    Then.LOSE: "the battle is lost",
}
"""Wording of what an outcome leads to."""

_MARKERS = {
    "filled": "is filled",
    "emptied": "is emptied",
    "drawn": "after a draw",
    "placed": "after a draw",
    "back": "has its marker back",
    "picked": "gives a marker that was picked out",
    "put": "takes in what was drawn",
    "gained": "takes in a marker",
    "gone": "loses a marker",
}
"""Wording of why the contents of a container changed."""

WORDING: Mapping[type, Callable[[Any, Labels], str]] = {
    happened.Chose: lambda e, n: (
        f"{heading(e.side)} chooses {n.within(e.does)}"
        + (f" with {join_names(e.units)}" if e.units else "")
        + n.aimed(e.does, e.target)
        + (f" using {e.using}" if e.using else "")
    ),
    happened.Passed: lambda e, n: (
        f"{heading(e.side)} has to pass" if e.forced else f"{heading(e.side)} passes"
    ),
    happened.Finished: lambda e, n: f"{heading(e.side)} is done with {n.within(e.step)}",
    happened.WentFirst: lambda e, n: f"{heading(e.side)} goes first in {n.within(e.step)}",
    happened.Rolled: _rolled,
    happened.Resulted: lambda e, n: _capitalized(
        f"{as_words(e.outcome)}: {_RESULTS[e.then]}" if e.outcome else _RESULTS[e.then]
    ),
    happened.Drew: lambda e, n: (
        _capitalized(drawn_marker(e.what, e.number, n))
        + " is drawn"
        + (" and ignored" if e.ignored else "")
    ),
    happened.Markers: lambda e, n: (
        f"{n.title(e.container)} {_MARKERS[e.why]}: "
        + (join_names(f"{count} {as_words(whose)}" for whose, count in e.holds if count) or "empty")
    ),
    happened.BecameTrue: lambda e, n: (
        f"{_title(e.who)}: {n.within(e.fact)}" + (f" with {e.to_unit}" if e.to_unit else "")
    ),
    happened.NoLonger: lambda e, n: (
        f"{_title(e.who)}: no longer {n.within(e.fact)}"
        + (f" with {e.to_unit}" if e.to_unit else "")
    ),
    happened.ValueChanged: lambda e, n: f"{_title(e.who)}: {n.value(e.value)} {e.amount:+d}",
    happened.Moved: lambda e, n: (
        f"{e.unit}: moved" + (f" {counted(e.inches, 'inch')}" if e.inches else "")
    ),
    happened.LostModels: lambda e, n: (
        f"{e.unit}: {e.models} lost ({n.within(e.fact)}), {e.left} left"
        + (", and abilities that wait for a loss may be used" if e.called else "")
    ),
    happened.Gone: lambda e, n: f"{e.unit}: gone",
    happened.Joined: lambda e, n: f"{e.unit}: joined {heading(e.side)}",
    happened.EffectStarted: lambda e, n: (
        f"{heading(e.ability)} of {e.source} begins" + (f", on {e.target}" if e.target else "")
    ),
    happened.EffectStopped: lambda e, n: f"{heading(e.ability)} of {e.source} is over",
    happened.Lost: lambda e, n: f"{heading(e.side)} has lost",
    happened.Won: lambda e, n: f"{heading(e.side)} has won",
    happened.HandedOver: lambda e, n: (
        f"The next chance in {n.within(e.step)} is for {heading(e.side)}"
    ),
    happened.PutOff: lambda e, n: (
        f"{n.title(e.does)}"
        + (f" of {join_names(e.units)}" if e.units else f" of {heading(e.side)}")
        + n.aimed(e.does, e.target)
        + f" is carried out later, in {n.within(e.later)}"
    ),
    happened.Skipped: _skipped,
    happened.Stuck: lambda e, n: f"The round stops: no rule says `{e.word}` for {n.within(e.step)}",
    happened.Contradicted: lambda e, n: (
        f"The round stops: rules contradict each other about `{e.word}` for {n.within(e.step)}"
    ),
}
"""Wording of each kind of event, except those of steps that open and close."""


def describe_decision(decision: Decision, namer: Labels) -> tuple[str, tuple[str, ...]]:
    """Narrate a decision: who decides, and the choices, one a line."""
    if decision.awaits is Awaits.END:
        return "The battle is over", ()
    if decision.awaits is Awaits.UNSAID:
        return f"The round stops: no rule says `{decision.unsaid}`", ()
    if decision.awaits is Awaits.CONTRADICTED:
        return f"The round stops: rules contradict each other about `{decision.unsaid}`", ()
    if decision.awaits is Awaits.DRAW:
        container = _with_article(namer.within(decision.what, "containers"))
        return f"A marker is drawn from {container}", ()
    if decision.awaits is Awaits.ROLL:
        rollers = f", for {join_names(decision.rollers)}" if decision.rollers else ""
        what = f" for {_dice_title(decision.what, namer)}" if decision.what else ""
        return f"Dice: {decision.dice}{what}{rollers}", ()
    if decision.kind is ChoiceKind.FIRST:
        sides = tuple(f"{heading(action.does)} goes first" for action in decision.legal)
        return f"{heading(decision.side)} decides", sides
    who = f"{heading(decision.side)} in {namer.within(decision.step)}"
    shared = len({action.units for action in decision.legal}) == 1 < len(decision.legal)
    if shared and decision.legal[0].units:
        who += f", with {join_names(decision.legal[0].units)}"
    title = namer.title if decision.kind is not ChoiceKind.MARKER else as_words
    choices = [
        title(action.does)
        + (f" with {join_names(action.units)}" if action.units and not shared else "")
        for action in decision.legal
    ]
    choices += ["Pass"] * decision.can_pass + ["Done"] * decision.can_finish
    return who, tuple(choices)
