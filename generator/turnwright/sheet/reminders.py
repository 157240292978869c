"""Reminders: markers for everything that outlasts the step in which it comes about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from turnwright.describe.labels import Labels, phrase
from turnwright.describe.step_tree import Branch, BranchKind, reachable_steps
from turnwright.engine.program import Program
from turnwright.language.change import Change
from turnwright.language.condition import Selection, Who, Whose
from turnwright.language.eligibility import Limit, Tally
from turnwright.language.fact import Holder, Subject
from turnwright.language.moment import Anchor, Moment, Which
from turnwright.language.ruleset import Ruleset
from turnwright.sheet.content import Reminder

WHOSE_STEP = {Anchor.ANYONE: "", Anchor.SIDE: "its side's ", Anchor.UNIT: "its own "}


def reminders(
    program: Program, tree: Branch, namer: Labels, places: Mapping[str, str]
) -> Iterator[Reminder]:
    """Reminders for changes that last, and for limits per round or battle.

    `places` has the number of the step that each clause is printed with, by full id.
    """
    rounds = {b.name for b in tree.walk() if b.how in (BranchKind.ROOT, BranchKind.REPEATS)}
    reachable = reachable_steps(program.ruleset)
    seen: set[tuple[str, str]] = set()
    for name, part in program.steps.items():
        if name not in reachable:
            continue
        for _, ruling in part.changes:
            change = ruling.value.change
            moment = ruling.value.until
            if moment is None or moment.end == name:
                continue
            until = end_of(moment, namer)
            what = changed(change, namer)
            if (what, until) not in seen:
                seen.add((what, until))
                beside = place_of(change, program.ruleset, namer)
                yield Reminder(
                    what=what, beside=beside, until=until, at=places.get(ruling.clause, "")
                )
        for raw in part.raw_limits:
            limit: Limit = raw.value
            for done in [option.name for option in program.offers[name]] or (name,):
                # What counts as the same has one marker.
                counted = program.steps[done].counts_as
                if limit.per in rounds and (counted, limit.per) not in seen and limit.times == 1:
                    seen.add((counted, limit.per))
                    yield Reminder(
                        what=f"{namer.title(counted)}, done",
                        beside=counted_beside(program, done, limit.by, namer),
                        until=f"{namer.title(limit.per)} ends",
                        at=places.get(raw.clause, ""),
                    )


def changed(change: Change, namer: Labels) -> str:
    """Text of a change: the fact, or the value and by how much."""
    if change.fact:
        return namer.title(change.fact)
    title = namer.title(change.value, "values")
    if isinstance(change.by, int):
        return f"{title} {change.by:+d}"
    amount = change.to if change.by is None else change.by
    sign = "" if change.by is None else "+"
    return f"{title} {sign}{phrase(amount, namer.value)}"


def end_of(moment: Moment, namer: Labels) -> str:
    """Text of the moment at which something ends."""
    which = WHOSE_STEP[moment.whose] + ("next " if moment.which is Which.NEXT else "")
    step = namer.title(moment.start or moment.end)
    text = f"{which}{step} {'starts' if moment.start else 'ends'}"
    return text[:1].upper() + text[1:] if moment.whose is not Anchor.ANYONE else text


def place_of(change: Change, ruleset: Ruleset, namer: Labels) -> str:
    """Place of the marker of a change: beside a unit, a side, or on the table."""
    subject: Subject | Holder
    if change.fact:
        fact = ruleset.facts.get(change.fact)
        subject = fact.of if fact else Subject.UNIT
    else:
        value = ruleset.values.get(change.value)
        subject = value.of if value else Holder.UNIT
    if subject in (Subject.BATTLE, Holder.BATTLE):
        return "the table"
    if subject in (Subject.SIDE, Holder.SIDE):
        return namer.title("side")
    return "the target" if whose(change.of) is Whose.TARGET else namer.title("unit")


def whose(who: Who) -> Whose:
    """Word of a selection, without its condition."""
    return who.of if isinstance(who, Selection) else who


def counted_beside(program: Program, done: str, by: Tally, namer: Labels) -> str:
    """Place of the marker that something was done: beside whoever may not do it again."""
    options = [o for found in program.offers.values() for o in found if o.name == done]
    if by is Tally.BATTLE:
        return "the table"
    if by is Tally.UNIT and options and not all(option.by_side for option in options):
        return namer.title("unit")
    return namer.title("side")
