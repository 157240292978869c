"""Summary: the events of a line summed up, as a player does who tells them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from turnwright.describe.battlefield import contact_facts, places_of, row_sides, way_of
from turnwright.describe.grammar import (
    agree,
    as_sentence,
    counted,
    for_target,
    list_units,
    with_article,
)
from turnwright.describe.labels import Labels, as_words, heading, join_names
from turnwright.describe.log import drawn_marker, judged
from turnwright.engine.initiative import ROLL_OFF
from turnwright.engine.inputs import DONE, FIRST, GAINED, PASS, PLACED
from turnwright.engine.measure import length
from turnwright.engine.program import BATTLE
from turnwright.language import event as happened
from turnwright.language.action import Then
from turnwright.language.event import Event, LostModels, ValueChanged
from turnwright.language.example import Line
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Row


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


def line_sentence(row: Row, before: Row | None, namer: Labels) -> str:
    """A line of play as one sentence; for one that is refused, what was wanted."""
    line = row.line
    if line is None:
        return as_sentence(_ready(row))
    return as_sentence(_told(line, row, before, namer))


def _ready(row: Row) -> str:
    return "Both sides are ready" if len(row_sides(row)) == 2 else "Everybody is ready"


def _told(line: Line, row: Row, before: Row | None, namer: Labels) -> str:
    side = line.side or (before.decision.side if before else "")
    if line.roll is not None:
        return _dice(line, row, before, namer)
    if line.draw:
        return f"{drawn_marker(line.draw, line.number or 0, namer)} is drawn"
    if line.declare:
        return _declared(line, row, namer)
    if line.does == PASS:
        return _does(side, "want to pass" if row.refused else "pass")
    if line.does == DONE:
        where = before.decision.step if before else ""
        wanted = _does(side, "want to stop" if row.refused else "be done")
        return wanted + (f" with {namer.title(where)}" if where else "")
    if line.does == FIRST:
        return _first(side, line.first, refused=bool(row.refused))
    return _action(line, row, before, side, namer)


def _side(name: str) -> str:
    return heading(name) if name else "The battle"


def _does(side: str, verb: str) -> str:
    """What a side does."""
    return f"{_side(side)} {agree(verb, (side,))}"


def _first(side: str, first: str, *, refused: bool) -> str:
    if side == first:
        return _does(side, "want to go first" if refused else "choose to go first")
    return _does(side, f"{'want to let' if refused else 'let'} {_side(first)} go first")


def _action(line: Line, row: Row, before: Row | None, side: str, namer: Labels) -> str:
    """What a unit, or a side, does or wants to do."""
    units = line.units or ((line.unit,) if line.unit else _acting(row, before))
    step = namer.ruleset.steps.get(line.does)
    if step is not None and (verb := _verb(line.does, namer)):
        verb = for_target(verb, has_target=bool(line.target))
        target = f" {with_article(line.target)}" if line.target else ""
    elif line.does in namer.ruleset.abilities:
        verb = f"use {namer.title(line.does)}"
        target = f" on {with_article(line.target)}" if line.target else ""
    else:
        verb = f"choose {namer.within(line.does)}"
        target = f" against {with_article(line.target)}" if line.target else ""
    if row.refused:
        verb = f"want to {verb}"
    how = _how(line, row, before, apart=", " if target else " ")
    doing = agree(verb, units or (side,)) + target + how
    return f"{list_units(units) if units else _side(side)} {doing}"


def _verb(name: str, namer: Labels) -> str:
    """The verb of a step, or of the one that it is like."""
    seen: set[str] = set()
    while (step := namer.ruleset.steps.get(name)) is not None and name not in seen:
        if step.verb:
            return step.verb
        seen.add(name)
        name = step.like
    return ""


def _acting(row: Row, before: Row | None) -> tuple[str, ...]:
    """The units that act where a line names none."""
    for event in row.events:
        if isinstance(event, happened.Chose) and event.units:
            return event.units
        if isinstance(event, happened.Moved):
            return (event.unit,)
    legal = before.decision.legal if before else ()
    return legal[0].units if len(legal) == 1 else ()


def _how(line: Line, row: Row, before: Row | None, apart: str) -> str:
    using = f" with {line.using}" if line.using else ""
    inches = line.inches
    if inches is None and (line.to is not None or line.places):
        moved = [event.inches for event in row.events if isinstance(event, happened.Moved)]
        inches = moved[0] if moved else _wanted_inches(line, before)
    far = counted(inches, "inch") if inches else ""
    return using + (f"{apart}{'up to ' if line.places else ''}{far}" if far else "")


def _wanted_inches(line: Line, before: Row | None) -> float | None:
    """How far a move that was refused would have gone."""
    unit = line.unit or next(iter(before.decision.legal[0].units if before else ()), "")
    way = way_of(line, places_of(before).get(unit, ()))
    return length(way) if way else None


def _dice(line: Line, row: Row, before: Row | None, namer: Labels) -> str:
    rolled = [e for e in row.events if isinstance(e, happened.Rolled) and e.dice]
    if not rolled:
        return _are_rolled(line.roll or (), before.decision.what if before else "", namer)
    return "; ".join(_rolled(event, namer) for event in rolled)


def _are_rolled(dice: tuple[int, ...], what: str, namer: Labels) -> str:
    shown = f"{join_names(map(str, dice))} {'is' if len(dice) == 1 else 'are'} rolled"
    if not what:
        return shown
    purpose = namer.within(what, "checks" if what in namer.ruleset.checks else "values")
    return f"{shown} for {'' if purpose.startswith('the ') else 'the '}{purpose}"


def _rolled(event: happened.Rolled, namer: Labels) -> str:
    text = _are_rolled(event.dice, event.what, namer)
    if event.outcomes:
        return f"{text}: {judged(event.outcomes, event.also)}"
    if sorted(event.kept) != sorted(event.dice):
        text += f", of which {join_names(map(str, event.kept))} {_counts(event.kept)}"
    of_one = len(event.kept) == 1 and event.total == event.kept[0]
    if event.outcome and not of_one:
        text += f", {event.total} in all"
    came_to = " and ".join(as_words(one) for one in (event.outcome, *event.also) if one)
    return text + (f": {came_to}" if came_to else "")


def _counts(kept: tuple[int, ...]) -> str:
    return "counts" if len(kept) == 1 else "count"


def _declared(line: Line, row: Row, namer: Labels) -> str:
    """What no plan can tell: the first of its consequences, which is what was declared."""
    told = next(consequences(row, namer), "")
    if told and not row.refused:
        return told
    who = with_article(line.unit) if line.unit else _side(line.side)
    if line.declare == GAINED:
        return f"{who} {agree('join', (line.unit,))}" + (
            f" {_side(line.side)}" if line.side else ""
        )
    if line.declare == PLACED:
        return f"the models of {who} have new places"
    named = namer.within(line.declare) if line.value is None else namer.value(line.declare)
    amount = f" {line.value:+d}" if line.value is not None else ""
    others = f" with {with_article(line.to_unit)}" if line.to_unit else ""
    return f"{who}: {'no longer ' if line.ends else ''}{named}{amount}{others}"


# What followed


def consequences(row: Row, namer: Labels) -> Iterator[str]:
    """What followed from a line, a sentence each; steps that open and close are not among it."""
    seen: set[str] = set()
    for event in _notable(row, namer):
        wording = WORDING.get(type(event))
        text = as_sentence(wording(event, namer)) if wording else ""
        if text and text not in seen:
            seen.add(text)
            yield text


def followed(row: Row, before: Row | None, namer: Labels) -> tuple[str, ...]:
    """What followed from a line, without what the line already tells."""
    told = list(consequences(row, namer))
    if row.line is not None and row.line.declare and told and not row.refused:
        told = told[1:]
    if before is not None and row.round > before.round:
        told.append(f"{round_name(row.round, namer)} begins.")
    return tuple(told)


def round_name(number: int, namer: Labels) -> str:
    """A round with its number, by the word for it where that is one word."""
    title = namer.title("round")
    return f"{title if ' ' not in title else 'Round'} {number}"


def _notable(row: Row, namer: Labels) -> Iterator[Event]:
    """The events that a player would mention."""
    contacts = contact_facts(namer.ruleset)
    line = row.line
    lost = {event.fact for event in row.events if isinstance(event, happened.LostModels)}
    began = {_fact(event) for event in row.events if isinstance(event, happened.BecameTrue)}
    ended = {_fact(event) for event in row.events if isinstance(event, happened.NoLonger)}
    rolled = [event.what for event in row.events if isinstance(event, happened.Rolled)]
    by_chance = line is not None and (bool(line.draw) or ROLL_OFF in rolled)
    for event in sum_up(row.events, namer.ruleset):
        match event:
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
                fact = namer.ruleset.facts.get(event.fact)
                between = bool(event.to_unit) and fact is not None and fact.of is Subject.PAIR
                if event.fact in lost or (between and event.fact not in contacts):
                    continue
                if _fact(event) in began & ended:
                    continue  # It was so for this line only.
                of_line = line is not None and event.who in (line.unit, line.side, *line.units)
                if isinstance(event, happened.NoLonger) and not between and not of_line:
                    continue  # It is over as time goes on.
        yield event


def _fact(event: Any) -> tuple[str, str, str]:
    return event.fact, event.who, event.to_unit


def _became(event: Any, namer: Labels) -> str:
    fact = namer.ruleset.facts.get(event.fact)
    title = namer.within(event.fact)
    if event.to_unit and (fact is None or fact.of is Subject.PAIR):
        names = list_units(tuple(sorted((event.who, event.to_unit))))
        return f"{names} are now {_lower(title)}"
    if event.who == BATTLE:
        return title
    other = f" {with_article(event.to_unit)}" if event.to_unit else ""
    return f"{_who(event.who)}: {title}{other}"


def _no_longer(event: Any, namer: Labels) -> str:
    title = namer.within(event.fact)
    if event.to_unit:
        names = list_units(tuple(sorted((event.who, event.to_unit))))
        return f"{names} are no longer {_lower(title)}"
    return f"{_who(event.who)}: no longer {title}"


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _who(name: str) -> str:
    return "The battle" if name == BATTLE else heading(name)


_OUTCOMES = {
    Then.CARRY_OUT: "it is carried out",
    Then.GO_ON: "nothing comes of it, and play goes on",
    Then.END: "that ends the step at once",
    Then.HAND_OVER: "nothing comes of it, and the next side has its chance",
    Then.LOSE: "the battle is lost",
}
"""Wording of what an outcome leads to."""


def _lost_models(event: Any, _: Labels) -> str:
    left = f"and {agree('have', (event.unit,))} {event.left} left" if event.left else "and none is"
    lose = agree("lose", (event.unit,))
    gone = counted(event.models, "model")
    if not event.left:
        return f"{with_article(event.unit)} {lose} the last {gone if event.models > 1 else 'model'}"
    return f"{with_article(event.unit)} {lose} {gone} {left}"


WORDING: Mapping[type, Callable[[Any, Labels], str]] = {
    happened.Passed: lambda e, _: _does(e.side, "have to pass"),
    happened.WentFirst: lambda e, n: _does(e.side, "go first in") + f" {n.title(e.step)}",
    happened.Resulted: lambda e, _: _OUTCOMES[e.then],
    happened.Drew: lambda e, _: "it means nothing now, and another is drawn" if e.ignored else "",
    happened.BecameTrue: _became,
    happened.NoLonger: _no_longer,
    happened.ValueChanged: lambda e, n: f"{_who(e.who)}: {n.value(e.value)} {e.amount:+d}",
    happened.LostModels: _lost_models,
    happened.Gone: lambda e, _: (
        f"{with_article(e.unit)} {agree('be', (e.unit,))} out of the battle"
    ),
    happened.Joined: lambda e, _: (
        f"{with_article(e.unit)} {agree('join', (e.unit,))} {_side(e.side)}"
    ),
    happened.EffectStarted: lambda e, n: (
        f"{n.title(e.ability)}{f' of {with_article(e.source)}' if e.source else ''} begins"
        + (f", on {with_article(e.target)}" if e.target else "")
    ),
    happened.EffectStopped: lambda e, n: (
        f"{n.title(e.ability)}{f' of {with_article(e.source)}' if e.source else ''} ends"
    ),
    happened.Lost: lambda e, _: _does(e.side, "have lost"),
    happened.Won: lambda e, _: _does(e.side, "have won"),
    happened.HandedOver: lambda e, _: (
        f"the next chance is {_side(e.side)}\N{RIGHT SINGLE QUOTATION MARK}s"
    ),
    happened.PutOff: lambda e, n: (
        f"{n.within(e.does)} is carried out later, in {n.within(e.later)}"
    ),
    happened.Stuck: lambda e, _: f"the round stops: no rule says `{e.word}`",
    happened.Contradicted: lambda e, _: (
        f"the round stops: rules contradict each other about `{e.word}`"
    ),
}
"""Wording of the events that a player would mention; the log has the others."""
