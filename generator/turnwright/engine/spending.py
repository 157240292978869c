"""Spending a chance: on what, with which units, on whom and with which item."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine import doing, picking
from turnwright.engine.dealing import chance_used
from turnwright.engine.decision import Refused
from turnwright.engine.drawing import lay_marker, take_extra_markers
from turnwright.engine.event import Chose
from turnwright.engine.initiative import stuck
from turnwright.engine.inputs import Choice
from turnwright.engine.opening import begin, count_step
from turnwright.engine.plan import Ruling
from turnwright.engine.reasons import unit_number
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Ask, Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import holds
from turnwright.language.chance import Counts, Group, Order, Together


def spend(
    table: Table, frame: Frame, ask: Ask, choice: Choice, units: tuple[int, ...], mask: int
) -> Ask | None:
    """A chance is spent on a step, with one unit or several."""
    plan = frame.plan
    if not units:
        units = tuple(bits(mask))
        if len(units) > 1:
            raise Refused(f"say which unit does {choice.does}")
    together = table.say(plan, "together")
    if together is None:
        return stuck(frame, "together")
    by = [*ask.by, together.clause]
    by += [r.clause for r in plan.words["each"] if choice.does in r.value]
    group = 0
    for unit in units:
        if group >> unit & 1:
            raise Refused(f"{table.roster.names[unit]} is named twice")
        group |= 1 << unit
    counted, shared = group, True
    if len(units) > 1:
        several = act_together(table, frame, ask, units, together)
        if isinstance(several, Ask):
            return several
        by += several.by
        shared = several.shared
        counted = group if several.each else 1 << units[0]
    child = table.program.steps[choice.does]
    target = the_target(table, ask, choice, units)
    using = the_item(table, choice, units)
    names = tuple(table.roster.names[unit] for unit in units)
    clauses = tuple(dict.fromkeys(by))
    table.note(*clauses)
    table.events.append(
        Chose(table.roster.side(ask.side), choice.does, names, choice.target, using, clauses)
    )
    lay_marker(table, frame)
    chance_used(table, frame)
    order = table.say(plan, "order")
    if order and order.value is Order.FIXED:
        table.change_top(at=plan.children.index(choice.does))
    count_step(table, child, counted)
    for keyword in table.roster.cards[units[0]].carries.get(using, ()):
        for what in dict.fromkeys((child.name, child.counts_as)):
            table.count(f"{what} using {keyword}", counted)
    if not shared:
        table.change_top(
            queue=tuple(1 << unit for unit in units[1:]), queued=choice.does, settled=clauses
        )
        group = 1 << units[0]
    begin(table, choice.does, ask.side, group, clauses, target, using)
    if choice.to is not None or choice.inches is not None:
        doing.move_at_once(table, choice)
    return None


class Several(NamedTuple):
    """What it means that one chance starts several units."""

    shared: bool
    """They go through what follows side by side, and not one after the other."""
    each: bool
    """Every one of them is used up, and not only the first."""
    by: tuple[str, ...]


def act_together(
    table: Table, frame: Frame, ask: Ask, units: tuple[int, ...], together: Ruling[Together]
) -> Several | Ask:
    """Start several units with one chance. Raises Refused when one of them may not join in."""
    if together.value is Together.ONE:
        raise Refused("one unit at a time", (together.clause,))
    group = sum(1 << unit for unit in units)
    scene = picking.scene_of(frame, ask.side)
    needs = table.every(frame.plan, "group_needs")
    for ruling in needs:
        missing = group & ~holds(table, ruling.value, group, scene)
        if missing:
            name = table.roster.named(missing)[0]
            raise Refused(f"{name} may not act together with others now", (ruling.clause,))
    how, counts = table.say(frame.plan, "group"), table.say(frame.plan, "group_counts")
    if how is None or counts is None:
        return stuck(frame, "group" if how is None else "group_counts", together.clause)
    if lacking := take_extra_markers(table, frame, ask.side, len(units) - 1):
        return lacking
    return Several(
        shared=how.value is Group.SHARED,
        each=counts.value is Counts.EACH,
        by=(*(ruling.clause for ruling in needs), how.clause, counts.clause),
    )


def the_target(table: Table, ask: Ask, choice: Choice, units: tuple[int, ...]) -> int:
    """The unit that was picked as the target. Raises Refused when it may not be."""
    child = table.program.steps[choice.does]
    if "target" not in child.words:
        if choice.target:
            raise Refused(f"{choice.does} is not done on anybody")
        return NOBODY
    if not choice.target:
        raise Refused(f"say on whom {choice.does} is done", picking.target_clauses(child))
    target = unit_number(table, choice.target)
    for unit in units:
        found = [
            clause
            for clause, _ in picking.not_targets(
                table, table.top, child, unit, ask.side, 1 << target
            )
        ]
        if found:
            raise Refused(f"{choice.target} cannot be the target", tuple(found))
    table.note(*picking.target_clauses(child))
    return target


def the_item(table: Table, choice: Choice, units: tuple[int, ...]) -> str:
    """The item that is used. Raises Refused when it is not the kind that is needed."""
    ruling = table.say(table.program.steps[choice.does], "uses", 1 << units[0])
    if ruling is None and not choice.using:
        return ""
    carries = table.roster.cards[units[0]].carries
    if ruling is None:
        if choice.using not in carries:
            raise Refused(f"{table.roster.names[units[0]]} carries no {choice.using}")
        return choice.using
    fitting = [name for name, keywords in carries.items() if ruling.value in keywords]
    if not choice.using and len(fitting) == 1:
        return fitting[0]
    if choice.using not in fitting:
        wanted = f"not {choice.using}" if choice.using else "say which"
        raise Refused(f"{choice.does} needs a {ruling.value} item: {wanted}", (ruling.clause,))
    return choice.using
