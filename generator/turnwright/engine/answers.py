"""Answers: what an input does once the rules allow it, and the reasons when they do not."""

from __future__ import annotations

from turnwright.engine import doing, markers, moving, picking
from turnwright.engine.dealing import chance_used
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.drawing import drew, lay_marker, take_extra_markers
from turnwright.engine.event import Chose, Finished, Passed, Rolled
from turnwright.engine.initiative import ROLL_OFF, keep_first, rolled_off
from turnwright.engine.inputs import DONE, FIRST, PASS, Choice, Draw, Roll
from turnwright.engine.opening import begin, close, count_step
from turnwright.engine.passing import record_pass
from turnwright.engine.reasons import (
    here,
    not_offered,
    not_their_chance,
    ruled_out_by,
    side_number,
    unit_number,
)
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Ask, Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import holds
from turnwright.engine.using import use_ability
from turnwright.language.chance import Cadence, Counts, Group, Order, Together


def roll(table: Table, ask: Ask, given: Roll) -> Ask | None:
    """Dice came up. Raises Refused when they are not the dice that are awaited."""
    frame = expect(table, ask, Awaits.ROLL)
    dice = given.dice
    if len(dice) != ask.many:
        kind = "few" if len(dice) < ask.many else "many"
        wanted = ask.dice if not ask.rollers else f"{ask.dice} for each of {ask.many} sides"
        raise Refused(f"too {kind} dice: {wanted} for {ask.what}, not {len(dice)}", ask.by)
    for die in dice:
        if not 1 <= die <= ask.faces:
            raise Refused(f"a D{ask.faces} has no face {die}", ask.by)
    table.note(*ask.by)
    if ask.rollers:
        table.events.append(Rolled(ROLL_OFF, dice, dice, max(dice), "", ask.by))
        return rolled_off(table, ask, dice)
    if frame.stage == "checks":
        return doing.checked(table, frame, ask.what, dice)
    table.events.append(Rolled(ask.what, dice, dice, sum(dice), "", ask.by))
    if frame.stage == "settles":
        table.change_top(rolled=frame.rolled + sum(dice))
    table.change_top(rolled_for=(*frame.rolled_for, sum(dice)))
    return None


def draw(table: Table, ask: Ask, given: Draw) -> Ask | None:
    """A marker was drawn. Raises Refused when none of that side is in the container."""
    frame = expect(table, ask, Awaits.DRAW)
    side = side_number(table, given.side)
    store = markers.store(table, ask.what)
    if not store.markers or not store.markers[side]:
        raise Refused(f"no marker of {given.side} is left in {ask.what}", ask.by)
    table.note(*ask.by)
    return drew(table, frame, ask.what, side)


def expect(table: Table, ask: Ask, awaits: Awaits) -> Frame:
    """The step that awaits an input of this kind. Raises Refused when another kind is awaited."""
    if ask.awaits is Awaits.END:
        raise Refused("the battle is over")
    if ask.awaits is Awaits.UNSAID:
        raise Refused(f"the rules do not say `{ask.unsaid}` here, so nobody can go on", ask.by)
    if ask.awaits is not awaits or ask.frame is None:
        wanted = {
            Awaits.CHOICE: f"a choice of {table.roster.side(ask.side)} is awaited",
            Awaits.ROLL: f"{ask.dice} for {ask.what} is awaited",
            Awaits.DRAW: f"a draw from {ask.what} is awaited",
        }[ask.awaits]
        raise Refused(wanted, here(ask))
    return table.top


def choose(table: Table, ask: Ask, choice: Choice) -> Ask | None:
    """A side chooses. Raises Refused, with the clauses, when the rules do not allow it."""
    frame = expect(table, ask, Awaits.CHOICE)
    units = tuple(unit_number(table, name) for name in choice.units)
    if choice.side and side_number(table, choice.side) != ask.side:
        raise Refused(
            f"it is for {table.roster.side(ask.side)} to decide",
            not_their_chance(table, ask, choice, units),
        )
    table.note(*ask.by)
    if ask.what == FIRST:
        return says_first(table, frame, ask, choice)
    if choice.does == PASS:
        return passes(table, frame, ask)
    if choice.does == DONE:
        return finishes(table, frame, ask)
    offered = dict(ask.chances)
    if choice.does not in offered:
        raise Refused(f"{choice.does} cannot be done now", not_offered(table, ask, choice, units))
    mask = offered[choice.does]
    for unit in units:
        if not mask >> unit & 1:
            raise Refused(
                f"{table.roster.names[unit]} cannot do {choice.does} now",
                ruled_out_by(table, ask, unit, choice.does),
            )
    if ask.what in ("start", "call") or choice.does in table.program.ruleset.abilities:
        return use_ability(table, frame, ask, choice, units)
    if ask.what in table.program.containers:
        return drew(table, frame, ask.what, side_number(table, choice.does))
    if ask.what == "instead":
        doing.chosen_instead(table, frame, choice.does)
        return None
    if ask.what == "move":
        movers = units or tuple(bits(mask))
        if len(movers) > 1:
            raise Refused("say which unit moves")
        moving.move(table, frame, choice, movers[0])
        return None
    if ask.what == "order":
        from turnwright.engine.walk import open_child

        sequence = table.say(frame.plan, "sequence")
        assert sequence is not None
        table.change_top(spent=frame.spent | 1 << sequence.value.index(choice.does))
        open_child(table, table.top, choice.does, ask.by)
        return None
    return pick(table, frame, ask, choice, units, mask)


def pick(
    table: Table, frame: Frame, ask: Ask, choice: Choice, units: tuple[int, ...], mask: int
) -> Ask | None:
    """A chance is spent on a step, with one unit or several."""
    plan = frame.plan
    if not units:
        units = tuple(bits(mask))
        if len(units) > 1:
            raise Refused(f"say which unit does {choice.does}")
    together = table.say(plan, "together")
    assert together is not None
    by = [*ask.by, together.clause]
    by += [r.clause for r in plan.words["each"] if choice.does in r.value]
    group = 0
    for unit in units:
        group |= 1 << unit
    counted = group
    shared = True
    if len(units) > 1:
        if together.value is Together.ONE:
            raise Refused("one unit at a time", (together.clause,))
        scene = picking.scene_of(frame, ask.side)
        for ruling in table.every(plan, "group_needs"):
            missing = group & ~holds(table, ruling.value, group, scene)
            if missing:
                name = table.roster.named(missing)[0]
                raise Refused(f"{name} may not act together with others now", (ruling.clause,))
            by.append(ruling.clause)
        how, counts = table.say(plan, "group"), table.say(plan, "group_counts")
        if how is None or counts is None:
            raise Refused("the rules do not say how several units act together", (together.clause,))
        by += [how.clause, counts.clause]
        shared = how.value is Group.SHARED
        counted = group if counts.value is Counts.EACH else 1 << units[0]
        take_extra_markers(table, frame, ask.side, len(units) - 1)
    child = table.program.steps[choice.does]
    target = the_target(table, ask, choice, units) if "target" in child.words else NOBODY
    using = the_item(table, choice, units)
    names = tuple(table.roster.names[unit] for unit in units)
    clauses = tuple(dict.fromkeys(by))
    table.note(*clauses)
    table.events.append(
        Chose(table.roster.side(ask.side), choice.does, names, choice.target, using, clauses)
    )
    lay_marker(table, frame)
    cadence = table.say(plan, "cadence")
    assert cadence is not None
    chance_used(table, frame, cadence.value)
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


def the_target(table: Table, ask: Ask, choice: Choice, units: tuple[int, ...]) -> int:
    """The unit that was picked as the target. Raises Refused when it may not be."""
    child = table.program.steps[choice.does]
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
    ruling = table.say(table.program.steps[choice.does], "uses")
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


def says_first(table: Table, frame: Frame, ask: Ask, choice: Choice) -> Ask | None:
    """The side that decides says who goes first."""
    if choice.does != FIRST or not choice.first:
        raise Refused(
            "who goes first is to be said, with `does: first` and `first: <side>`", ask.by
        )
    keep_first(table, frame, side_number(table, choice.first), ask.by)
    return None


def passes(table: Table, frame: Frame, ask: Ask) -> Ask | None:
    """A side passes. Raises Refused when nothing lets it."""
    if ask.passing is None:
        ruling = table.say(frame.plan, "passing")
        raise Refused("nobody may pass here", (ruling.clause,) if ruling else here(ask))
    side = table.roster.side(ask.side)
    if ask.what == "start":
        table.change_top(offered=-1)
    elif ask.what == "instead":
        table.change_top(spent=1)
        return doing.suffer(table, table.top)
    elif ask.what == "call":
        mine = ask.side
        table.calls = tuple(c for c in table.calls if table.roster.side_of[c[1]] != mine)
    else:
        asked = record_pass(table, frame, ask.side, False, ask.passing.clause)
        if asked is None:
            chance_used_by_pass(table, frame)
        return asked
    table.events.append(Passed(side, False, ()))
    return None


def chance_used_by_pass(table: Table, frame: Frame) -> None:
    """After a pass the chance goes on as after an activation, except that a pass for now stays."""
    cadence = table.say(frame.plan, "cadence")
    if cadence is not None:
        kept = table.passes
        chance_used(table, frame, cadence.value)
        table.passes = kept


def finishes(table: Table, frame: Frame, ask: Ask) -> Ask | None:
    """A side has done all it wants here. Raises Refused when nothing lets it."""
    if ask.finish is None:
        ruling = table.say(frame.plan, "finish")
        raise Refused("nobody may stop here", (ruling.clause,) if ruling else here(ask))
    by = (ask.finish.clause,)
    table.events.append(Finished(table.roster.side(ask.side), frame.plan.name, by))
    cadence = table.say(frame.plan, "cadence")
    if cadence and cadence.value is Cadence.ONE_SIDE:
        close(table, by)
    else:
        table.change_top(spent=frame.spent | 1 << ask.side, fresh=True)
        assert cadence is not None
        chance_used(table, table.top, cadence.value)
    return None
