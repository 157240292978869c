"""Actions: using a chance on a step or an ability, with which units, on whom, with which item."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine import items_and_targets, refusals
from turnwright.engine.cadence import use_chance
from turnwright.engine.cadence.chances import turns_of
from turnwright.engine.changes import away_by, left_by, pay
from turnwright.engine.decision import ChoiceKind, Reason, Refused
from turnwright.engine.drawing import lay_marker, take_extra_markers
from turnwright.engine.effects import ability_of, ability_targets, start_effect
from turnwright.engine.movement import move_at_once
from turnwright.engine.parts import Ruling
from turnwright.engine.program import StepPart, TurnsPart
from turnwright.engine.state import NOBODY, Frame, PendingDecision, PutOff, bits, mask_of, side_bit
from turnwright.engine.steps import count_step, open_step
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.eligibility import Counts, Gathers, Group, Together
from turnwright.language.event import Chose
from turnwright.language.event import PutOff as WasPutOff
from turnwright.language.input import Choice
from turnwright.language.turn_order import Sequencing


def act(
    tx: Transaction,
    frame: Frame,
    ask: PendingDecision,
    choice: Choice,
    units: tuple[int, ...],
    mask: int,
) -> PendingDecision | None:
    """Use a chance on a step, with one unit or several, or by the side itself."""
    part = tx.program.turns(frame.step)
    child = tx.program.steps[choice.does]
    units = units or bits(mask)
    if len(units) > 1 and not choice.units:
        raise Refused(f"say which unit does {choice.does}")
    by: tuple[str, ...] = ask.by
    together: Ruling[Together] | None = None
    if child.deals or not child.among_side:
        together = tx.rule_for(part.together, frame, ask.side)
        if together is None:
            return stuck(frame, "together")
        by = (*by, together.clause)
    by += tuple(r.clause for r in part.each if choice.does in r.value)
    group = group_of(tx, units)
    item, target = picked(tx, frame, child, ask, choice, units)
    counted, later = group, units[:0]
    if len(units) > 1 and together is not None:
        several = act_together(tx, frame, part, ask, units, together)
        if isinstance(several, PendingDecision):
            return several
        by += several.by
        later = () if several.shared else units[1:]
        counted = group if several.each else 1 << units[0]
    acting = group if units[0] > tx.roster.sides else 0
    by = tuple(dict.fromkeys(by))
    side, names = tx.roster.side(ask.side), tx.roster.named(acting)
    tx.events.append(Chose(side, choice.does, names, choice.target, item, by))
    spend(tx, frame, ask.side, child, acting, counted)
    if item:
        count_item(tx, child, units[0], item, counted)
    if child.put_off and put_off(tx, child, ask.side, acting, target, item, by):
        return None
    if later:
        acting = 1 << units[0]
        tx.update_body(
            turns_of(tx.frame)._replace(
                waiting=tuple(1 << unit for unit in later),
                waiting_step=choice.does,
                waiting_target=target,
                waiting_item=item,
                because_waiting=by,
            )
        )
    open_step(tx, choice.does, ask.side, acting, by, target, item)
    if choice.moves:
        move_at_once(tx, choice)
    return None


def group_of(tx: Transaction, units: tuple[int, ...]) -> int:
    """The mask of units that are named together. Raises Refused when one is named twice."""
    group = 0
    for unit in units:
        if group >> unit & 1:
            raise Refused(f"{tx.roster.names[unit]} is named twice")
        group |= 1 << unit
    return group


def picked(
    tx: Transaction,
    frame: Frame,
    child: StepPart,
    ask: PendingDecision,
    choice: Choice,
    units: tuple[int, ...],
) -> tuple[str, int]:
    """The item and the target that are picked. Raises Refused, in full, when they may not be."""
    try:
        if len(units) > 1:
            allow_together(tx, frame, ask, choice, units)
        try:
            item = chosen_item(tx, child, choice, units)
        except Refused as refused:
            if refused.reason is Reason.UNCLEAR:
                # A target that no item is for is ruled out, whichever would be named.
                chosen_target(tx, frame, child, ask, choice, units, "")
            raise
        return item, chosen_target(tx, frame, child, ask, choice, units, item)
    except Refused as refused:
        raise refusals.in_full(tx, ask, choice, units, refused) from None


def spend(
    tx: Transaction, frame: Frame, side: int, child: StepPart, acting: int, counted: int
) -> None:
    """The chance is spent on a step: what it costs is paid, and it counts as done."""
    part = tx.program.turns(frame.step)
    lay_marker(tx, frame, part)
    pay(tx, child, counted, part)
    # It counts as done before the next chance is dealt, which may depend on who is left.
    count_step(tx, child, counted)
    use_chance(tx, frame, acting)
    order = tx.rule_for(part.order, frame, side)
    if order and order.value is Sequencing.FIXED:
        tx.update_body(turns_of(tx.frame)._replace(last=child.name))


def count_item(tx: Transaction, child: StepPart, unit: int, item: str, counted: int) -> None:
    """An item was used: it is counted for what the step counts as, and against its limits."""
    for keyword in tx.roster.cards[unit].carries.get(item, ()):
        for what in dict.fromkeys((child.name, child.counts_as)):
            tx.count(f"{what} using {keyword}", counted)
    # Two clauses may limit the same; then it is counted once.
    limits = {(limit.value.per, limit.value.counted): None for limit in child.item_limits}
    used = items_and_targets.whole_item(tx, unit, item)
    uses = tuple((per, of, unit, used) for per, of in limits)
    tx.rest = tx.rest._replace(used=(*tx.rest.used, *uses))


def put_off(
    tx: Transaction,
    child: StepPart,
    side: int,
    units: int,
    target: int,
    item: str,
    by: tuple[str, ...],
) -> bool:
    """Note an action that is carried out in a later step; whether it is put off at all."""
    ruling = tx.rule_of(child.put_off, units or side_bit(side))
    if ruling is None:
        return False
    place, gathered = place_in_line(tx, ruling.value, units, target, item)
    by = (ruling.clause, *gathered, *by)
    waiting = PutOff(ruling.value, child.name, side, units, target, item, by)
    line = tx.rest.put_off
    tx.rest = tx.rest._replace(put_off=(*line[:place], waiting, *line[place:]))
    name = tx.roster.names[target] if target != NOBODY else ""
    tx.events.append(
        WasPutOff(tx.roster.side(side), child.name, tx.roster.named(units), name, ruling.value, by)
    )
    return True


def place_in_line(
    tx: Transaction, later: str, units: int, target: int, item: str
) -> tuple[int, tuple[str, ...]]:
    """Where an action that is put off stands among those that wait; the clauses that say so.

    It is last, or follows those with which it shares most of what the later step gathers by.
    """
    part = tx.program.steps[later]
    rulings = tuple(tx.held(part.gathers)) if isinstance(part, TurnsPart) else ()
    mine = shared_by(tx, rulings, units, target, item)
    place, most = len(tx.rest.put_off), 0
    for number, other in enumerate(tx.rest.put_off):
        if other.step != later:
            continue
        theirs = shared_by(tx, rulings, other.units, other.target, other.item)
        pairs = enumerate(zip(mine, theirs, strict=True))
        alike = next((n for n, (own, its) in pairs if own != its), len(rulings))
        if alike and alike >= most:
            place, most = number + 1, alike
    moved = place < len(tx.rest.put_off)
    return place, tuple(ruling.clause for ruling in rulings[:most]) if moved else ()


def shared_by(
    tx: Transaction, rulings: tuple[Ruling[Gathers], ...], units: int, target: int, item: str
) -> tuple[object, ...]:
    """What actions must have alike to be gathered, as each clause says."""
    card = tx.roster.cards[units.bit_length() - 1]
    profile = (card.profiles.get(item, {}), {*card.carries.get(item, ())})
    return tuple(target if ruling.value is Gathers.TARGET else profile for ruling in rulings)


class Several(NamedTuple):
    """How a chance starts several units."""

    shared: bool
    """They go through what follows side by side, and not one after the other."""
    each: bool
    """Every one of them is used up, and not only the first."""
    by: tuple[str, ...]


def allow_together(
    tx: Transaction, frame: Frame, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> None:
    """Raises Refused when these units may not all be started by one chance."""
    part = tx.program.turns(frame.step)
    offer = tx.program.offer(frame.step, choice.does)
    assert offer is not None
    found = (
        *refusals.not_together(tx, frame, ask, units),
        *refusals.too_many(tx, frame, part, offer, ask, units),
    )
    if found:
        raise Refused("these units may not act together now", tuple(dict.fromkeys(found)))


def act_together(
    tx: Transaction,
    frame: Frame,
    part: TurnsPart,
    ask: PendingDecision,
    units: tuple[int, ...],
    together: Ruling[Together],
) -> Several | PendingDecision:
    """Start several units with one chance."""
    needs = tuple(tx.held(part.group_needs))
    how = tx.rule_for(part.group, frame, ask.side)
    counts = tx.rule_for(part.group_counts, frame, ask.side)
    if how is None or counts is None:
        return stuck(frame, "group" if how is None else "group_counts", together.clause)
    if lacking := take_extra_markers(tx, frame, part, ask.side, len(units) - 1):
        return lacking
    return Several(
        shared=how.value is Group.SHARED,
        each=counts.value is Counts.EACH,
        by=(*(ruling.clause for ruling in needs), how.clause, counts.clause),
    )


def chosen_target(
    tx: Transaction,
    frame: Frame,
    child: StepPart,
    ask: PendingDecision,
    choice: Choice,
    units: tuple[int, ...],
    item: str,
) -> int:
    """The unit that was picked as the target. Raises Refused when it may not be."""
    if not child.target:
        if choice.target:
            raise Refused(f"{choice.does} is not done on anybody")
        return NOBODY
    if not choice.target:
        message = f"say on whom {choice.does} is done"
        raise Refused(message, items_and_targets.target_clauses(child), Reason.UNCLEAR)
    target = tx.roster.unit_number(choice.target)
    for unit in units:
        if target == unit:
            raise Refused(f"{choice.target} cannot be its own target")
        if not tx.on_table() >> target & 1:
            refuse_absent(tx, target)
        found = items_and_targets.not_this_target(tx, frame, child, unit, ask.side, target, item)
        if found:
            raise Refused(f"{choice.target} cannot be the target", found)
    tx.note(*items_and_targets.target_clauses(child))
    return target


def refuse_absent(tx: Transaction, unit: int) -> None:
    """Raises Refused for a unit that is gone or away, with the clause by which it is."""
    name = tx.roster.names[unit]
    if not tx.alive >> unit & 1:
        raise Refused(f"{name} is gone", left_by(tx, unit))
    raise Refused(f"{name} is not on the table", away_by(tx, unit))


def chosen_item(tx: Transaction, child: StepPart, choice: Choice, units: tuple[int, ...]) -> str:
    """The item that is used. Raises Refused when it is not the kind that is needed."""
    if not child.uses and not choice.using:
        return ""
    ruling = tx.rule_of(child.uses, 1 << units[0])
    if ruling is None and not choice.using:
        return ""
    if ruling is None:
        if choice.using not in tx.roster.cards[units[0]].carries:
            raise Refused(f"{tx.roster.names[units[0]]} carries no {choice.using}")
        return choice.using
    fitting = items_and_targets.fitting_items(tx, child, units[0])
    if not choice.using and len(fitting) == 1:
        return fitting[0]
    if choice.using in items_and_targets.items_with(tx, units[0], ruling.value):
        if used_up := items_and_targets.used_up(tx, child, units[0], choice.using):
            raise Refused(f"{choice.using} is used up", (used_up,))
    elif choice.using not in fitting:
        wanted = f"not {choice.using}" if choice.using else "say which"
        reason = Reason.RULED_OUT if choice.using else Reason.UNCLEAR
        message = f"{choice.does} needs a {' '.join(ruling.value)} item: {wanted}"
        raise Refused(message, (ruling.clause,), reason)
    return choice.using


def use_ability(
    tx: Transaction, frame: Frame, ask: PendingDecision, choice: Choice, units: tuple[int, ...]
) -> PendingDecision | None:
    """A unit uses an ability; without one, the mission does, or the only unit that may."""
    name = choice.does
    mask = dict(ask.legal)[name]
    bearers = units or bits(mask & side_bit(ask.side) or mask)
    if len(bearers) > 1:
        raise Refused(f"{name} is used by one unit; say by which")
    bearer = bearers[0]
    source = bearer if bearer > tx.roster.sides else NOBODY
    known = ability_of(tx, name)
    target = NOBODY
    if known.target is None and choice.target:
        raise Refused(f"{name} is not used on anybody")
    if known.target is not None:
        if not choice.target:
            raise Refused(f"say on whom {name} is used")
        target = tx.roster.unit_number(choice.target)
        if not ability_targets(tx, name, bearer) >> target & 1:
            raise Refused(f"{choice.target} cannot be the target of {name}")
    if ask.kind is ChoiceKind.START:
        tx.update_frame(offered=(*frame.offered, (name, source)))
    elif ask.kind is ChoiceKind.CALL:
        calls = tuple(call for call in tx.rest.calls if call != (name, bearer))
        tx.rest = tx.rest._replace(calls=calls)
    else:
        tx.count(name, 1 << bearer)
        lay_marker(tx, frame, tx.program.steps[frame.step])
        use_chance(tx, tx.frame, mask_of(source))
    who = (tx.roster.names[bearer],) if source != NOBODY else ()
    tx.events.append(
        Chose(tx.roster.side(ask.side), name, who, choice.target, choice.using, ask.by)
    )
    if known.effect is not None and not known.effect.begins:
        start_effect(tx, name, source, target)
    if known.opens:
        opened = tx.program.steps[known.opens]
        count_step(tx, opened, 1 << bearer)
        pay(tx, opened, 1 << bearer)
        acting = mask_of(source)
        open_step(tx, known.opens, ask.side, acting, ask.by, target, choice.using)
        if known.effect is not None and known.effect.begins:
            tx.update_frame(offered=((name, source),))
    return None
