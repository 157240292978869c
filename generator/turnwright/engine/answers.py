"""Answers: what an input does once the rules allow it, and the reasons when they do not."""

from __future__ import annotations

from turnwright.engine import doing, markers, moving, walk
from turnwright.engine.ability import waiting
from turnwright.engine.dealing import chance_used
from turnwright.engine.decision import Awaits, Offer, Refused
from turnwright.engine.drawing import drew
from turnwright.engine.event import Finished, Passed, Rolled
from turnwright.engine.initiative import ROLL_OFF, keep_first, rolled_off
from turnwright.engine.inputs import DONE, FIRST, PASS, Choice, Draw, Roll
from turnwright.engine.opening import close
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
from turnwright.engine.spending import spend
from turnwright.engine.state import Ask, Frame
from turnwright.engine.table import Table
from turnwright.engine.using import use_ability
from turnwright.language.chance import Cadence


def roll(table: Table, ask: Ask, given: Roll) -> Ask | None:
    """Dice came up. Raises Refused when they are not the dice that are awaited."""
    frame = expect(table, ask, Awaits.ROLL)
    dice = given.dice
    if len(dice) != ask.many:
        kind = "few" if len(dice) < ask.many else "many"
        wanted = ask.dice if not ask.rollers else f"{ask.dice} for each of {ask.many} sides"
        raise Refused(f"too {kind} dice: {wanted} for {ask.what}, not {len(dice)}", ask.by)
    for die in dice:
        if type(die) is not int or not 1 <= die <= ask.faces:
            raise Refused(f"a D{ask.faces} has no face {die}", ask.by)
    table.note(*ask.by)
    if ask.rollers:
        table.events.append(Rolled(ROLL_OFF, dice, dice, max(dice), "", ask.by))
        return rolled_off(table, frame, ask, dice)
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
    if ask.offer is Offer.FIRST:
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
    if ask.offer in (Offer.START, Offer.CALL) or choice.does in table.program.ruleset.abilities:
        return use_ability(table, frame, ask, choice, units)
    if ask.offer is Offer.MARKER:
        return drew(table, frame, ask.what, side_number(table, choice.does))
    if ask.offer is Offer.INSTEAD:
        doing.chosen_instead(table, frame, choice.does, ask.by)
        return None
    if ask.offer is Offer.MOVE:
        movers = units or tuple(bits(mask))
        if len(movers) > 1:
            raise Refused("say which unit moves")
        moving.move(table, frame, choice, movers[0])
        return None
    if ask.offer is Offer.ORDER:
        return walk.chosen_next(table, frame, choice.does, ask.by)
    return spend(table, frame, ask, choice, units, mask)


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
    if ask.offer is Offer.START:
        table.change_top(offered=tuple(waiting(table, frame)))
    elif ask.offer is Offer.INSTEAD:
        table.change_top(spent=1)
        return doing.suffer(table, table.top)
    elif ask.offer is Offer.CALL:
        mine = ask.side
        table.calls = tuple(c for c in table.calls if table.roster.side_of[c[1]] != mine)
    else:
        asked = record_pass(table, frame, ask.side, False, ask.passing.clause)
        if asked is None:
            chance_gone_by(table, frame)
        return asked
    table.events.append(Passed(side, False, ()))
    return None


def chance_gone_by(table: Table, frame: Frame) -> None:
    """A chance was used without anybody acting: it goes on, but a pass for now stays."""
    kept = table.passes
    chance_used(table, frame)
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
        chance_gone_by(table, table.change_top(spent=frame.spent | 1 << ask.side, fresh=True))
    return None
