"""Actions: using a chance on a step or an ability, with which units, on whom, with which item."""

from __future__ import annotations

from turnwright.engine import items_and_targets, refusals
from turnwright.engine.changes import pay
from turnwright.engine.decision import ChoiceKind, Reason, Refused
from turnwright.engine.deferred_actions import do_or_put_off, put_off
from turnwright.engine.draws import lay_marker, take_extra_markers
from turnwright.engine.effects import ability_of, ability_targets, start_effect
from turnwright.engine.losses import away_by, left_by
from turnwright.engine.movement import move_at_once
from turnwright.engine.program import StepPart
from turnwright.engine.single_models import note_deed, picked_models, tells_apart, whole_item
from turnwright.engine.state import NOBODY, Doing, bits, mask_of, side_bit
from turnwright.engine.steps import count_step, open_step
from turnwright.engine.transaction import Transaction
from turnwright.engine.turn_order import use_chance
from turnwright.language.eligibility import Counts, Group, Items
from turnwright.language.event import Chose
from turnwright.language.input import Choice
from turnwright.language.turn_order import Sequencing


def act(tx: Transaction, choice: Choice, units: tuple[int, ...], mask: int) -> None:
    """Use a chance on a step, with one unit or several, or by the side itself."""
    ask, part, child = tx.ask, tx.dealing, tx.program.steps[choice.does]
    units = units or bits(mask)
    if len(units) > 1 and not choice.units:
        raise Refused(f"say which unit does {choice.does}")
    by: tuple[str, ...] = ask.by
    if child.deals or not child.among_side:
        by = (*by, tx.demand(part.together, side=ask.side).clause)
    by += tuple(r.clause for r in part.each if choice.does in r.value)
    group = group_of(tx, units)
    items, target = picked(tx, child, choice, units)
    item = items[0]
    models = 0
    if child.tells_models_apart or choice.which:
        if len(units) > 1 and any(tells_apart(tx, child, unit) for unit in units):
            raise Refused("their models have places of their own: name one unit after another")
        models = picked_models(tx, child, units[0], target, item, choice.which)
    counted, later = group, units[:0]
    if len(units) > 1:
        how, counts, clauses = act_together(tx, len(units) - 1)
        by += clauses
        later = () if how is Group.SHARED else units[1:]
        counted = group if counts is Counts.EACH else 1 << units[0]
    acting = group if units[0] > tx.roster.sides else 0
    by = tuple(dict.fromkeys(by))
    side, names = tx.roster.side(ask.side), tx.roster.named(acting)
    which = tuple(model + 1 for model in bits(models))
    used = " and ".join(items)
    tx.events.append(Chose(side, choice.does, names, choice.target, used, by, which))
    spend(tx, child, acting, counted)
    for each in filter(None, items):
        count_item(tx, child, units[0], each, counted)
    if models:
        note_deed(tx, child, units[0], models, item)
    doing = Doing(choice.does, ask.side, acting, by, target, item, models)
    if child.put_off and put_off(tx, doing):
        return
    if later:
        doing = doing._replace(units=1 << units[0])
        side_of = tx.roster.side_of
        waiting = (doing._replace(side=side_of[unit], units=1 << unit, models=0) for unit in later)
        tx.update_turns(waiting=tuple(waiting))
    open_step(tx, doing)
    if choice.moves:
        move_at_once(tx, choice)


def group_of(tx: Transaction, units: tuple[int, ...]) -> int:
    """The mask of units that are named together. Raises Refused when one is named twice."""
    group = 0
    for unit in units:
        if group >> unit & 1:
            raise Refused(f"{tx.roster.names[unit]} is named twice")
        group |= 1 << unit
    return group


def picked(
    tx: Transaction, child: StepPart, choice: Choice, units: tuple[int, ...]
) -> tuple[tuple[str, ...], int]:
    """The items and the target that are picked. Raises Refused, in full, when they may not be."""
    try:
        if len(units) > 1:
            allow_together(tx, choice, units)
        try:
            items = chosen_items(tx, child, choice, units)
        except Refused as refused:
            if refused.reason is Reason.UNCLEAR:
                # A target that no item is for is ruled out, whichever would be named.
                chosen_target(tx, child, choice, units, "")
            raise
        targets = [chosen_target(tx, child, choice, units, item) for item in items]
        return items, targets[0]
    except Refused as refused:
        raise refusals.in_full(tx, choice, units, refused) from None


def spend(tx: Transaction, child: StepPart, acting: int, counted: int) -> None:
    """The chance is spent on a step: what it costs is paid, and it counts as done."""
    part = tx.dealing
    lay_marker(tx)
    pay(tx, child, counted, part)
    # It counts as done before the next chance is dealt, which may depend on who is left.
    count_step(tx, child, counted)
    tx.note_go(tx.ask.side, child.name, child.counts_as)
    use_chance(tx, acting)
    if tx.says(part.order, tx.ask.side) is Sequencing.FIXED:
        tx.update_turns(last=child.name)


def count_item(tx: Transaction, child: StepPart, unit: int, item: str, counted: int) -> None:
    """An item was used: it is counted for what the step counts as, and against its limits."""
    for keyword in tx.roster.cards[unit].carries.get(item, ()):
        for what in dict.fromkeys((child.name, child.counts_as)):
            tx.count(f"{what} using {keyword}", counted)
    # Two clauses may limit the same; then it is counted once.
    limits = {(limit.value.per, limit.value.counted): None for limit in child.item_limits}
    used = whole_item(tx, unit, item)
    uses = tuple((per, of, unit, used) for per, of in limits)
    tx.update(used=(*tx.rest.used, *uses))


def allow_together(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> None:
    """Raises Refused when these units may not all be started by one chance."""
    offer = tx.program.offer(tx.frame.step, choice.does)
    assert offer is not None
    found = (*refusals.not_together(tx, units), *refusals.too_many(tx, offer, units))
    if found:
        raise Refused("these units may not act together now", tuple(dict.fromkeys(found)))


def act_together(tx: Transaction, more: int) -> tuple[Group, Counts, tuple[str, ...]]:
    """How several units act that are started by one chance, which of them it counts for; why."""
    part, side = tx.dealing, tx.ask.side
    needs = tx.clauses(part.group_needs)
    together = tx.demand(part.together, side=side).clause
    how, counts = tx.rule(part.group, side), tx.rule(part.group_counts, side)
    if how is None or counts is None:
        raise tx.unsaid("group" if how is None else "group_counts", together)
    take_extra_markers(tx, side, more)
    return how.value, counts.value, (*needs, how.clause, counts.clause)


def chosen_target(
    tx: Transaction, child: StepPart, choice: Choice, units: tuple[int, ...], item: str
) -> int:
    """The unit that was picked as the target. Raises Refused when it may not be."""
    if not child.target:
        if choice.target:
            raise Refused(f"{choice.does} is not done on anybody")
        return NOBODY
    clauses = items_and_targets.target_clauses(child)
    if not choice.target:
        raise Refused(f"say on whom {choice.does} is done", clauses, Reason.UNCLEAR)
    target = tx.roster.unit_number(choice.target)
    for unit in units:
        if target == unit:
            raise Refused(f"{choice.target} cannot be its own target")
        if not tx.on_table() >> target & 1:
            refuse_absent(tx, target)
        found = items_and_targets.not_this_target(tx, child, unit, tx.ask.side, target, item)
        if choice.which:  # Whether these models can is told of them, and not of all others.
            of_models = {
                *(it.clause for it in child.models),
                *(it.clause for it in child.model_limits),
            }
            found = tuple(clause for clause in found if clause not in of_models)
        if found:
            using = f" with {item}" if item else ""
            raise Refused(f"{choice.target} cannot be the target{using}", found)
    tx.note(*clauses)
    return target


def refuse_absent(tx: Transaction, unit: int) -> None:
    """Raises Refused for a unit that is gone or away, with the clause by which it is."""
    name = tx.roster.names[unit]
    if not tx.alive >> unit & 1:
        raise Refused(f"{name} is gone", left_by(tx, unit))
    raise Refused(f"{name} is not on the table", away_by(tx, unit))


def chosen_items(
    tx: Transaction, child: StepPart, choice: Choice, units: tuple[int, ...]
) -> tuple[str, ...]:
    """The items that are used, an empty one for none. Raises Refused when these may not be."""
    named = choice.items
    if len(named) > 1:
        if len(set(named)) < len(named):
            raise Refused("an item is named twice")
        allowed, needed = (
            tx.rule_of(child.items, 1 << units[0]),
            tx.rule_of(child.uses, 1 << units[0]),
        )
        if allowed is None or allowed.value is Items.ONE:
            by = tuple(rule.clause for rule in (allowed or needed,) if rule is not None)
            raise Refused(f"{choice.does} is done with one item", by)
    return tuple(chosen_item(tx, child, choice, units[0], item) for item in named or ("",))


def chosen_item(tx: Transaction, child: StepPart, choice: Choice, unit: int, named: str) -> str:
    """The item that is used. Raises Refused when it is not the kind that is needed."""
    if not child.uses and not named:
        return ""
    ruling = tx.rule_of(child.uses, 1 << unit)
    if ruling is None and not named:
        return ""
    if ruling is None:
        if named not in tx.roster.cards[unit].carries:
            raise Refused(f"{tx.roster.names[unit]} carries no {named}")
        return named
    fitting = items_and_targets.fitting_items(tx, child, unit)
    if not named and len(fitting) == 1:
        return fitting[0]
    if named in items_and_targets.items_with(tx, unit, ruling.value):
        if used_up := items_and_targets.used_up(tx, child, unit, named):
            raise Refused(f"{named} is used up", (used_up,))
    elif named not in fitting:
        wanted = f"not {named}" if named else "say which"
        reason = Reason.RULED_OUT if named else Reason.UNCLEAR
        message = f"{choice.does} needs a {' '.join(ruling.value)} item: {wanted}"
        raise Refused(message, (ruling.clause,), reason)
    return named


def use_ability(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> None:
    """A unit uses an ability; without one, the mission does, or the only unit that may."""
    ask, name = tx.ask, choice.does
    mask = dict(ask.legal)[name]
    bearers = units or bits(mask & side_bit(ask.side) or mask)
    if len(bearers) > 1:
        raise Refused(f"{name} is used by one unit; say by which")
    bearer = bearers[0]
    source = bearer if bearer > tx.roster.sides else NOBODY
    known = ability_of(tx, name)
    target = target_of_ability(tx, choice, bearer)
    opened = tx.program.steps[known.opens] if known.opens else None
    items = chosen_items(tx, opened, choice, (bearer,)) if opened else ()
    if ask.kind is ChoiceKind.START:
        tx.update_frame(offered=(*tx.frame.offered, (name, source)))
    elif ask.kind is ChoiceKind.CALL:
        tx.update(calls=tuple(call for call in tx.rest.calls if call != (name, bearer)))
    else:
        tx.count(name, 1 << bearer)
        lay_marker(tx)
        use_chance(tx, mask_of(source))
    who = tx.roster.named(mask_of(source))
    side = tx.roster.side(ask.side)
    used = " and ".join(items or choice.items)
    tx.events.append(Chose(side, name, who, choice.target, used, ask.by))
    begins = known.effect is not None and known.effect.begins
    if known.effect is not None and not begins:
        start_effect(tx, name, source, target)
    if opened:
        count_step(tx, opened, 1 << bearer)
        for item in filter(None, items):
            count_item(tx, opened, bearer, item, 1 << bearer)
        pay(tx, opened, 1 << bearer)
        acting = mask_of(source)
        do_or_put_off(tx, Doing(known.opens, ask.side, acting, ask.by, target, items[0]))
        if begins:
            tx.update_frame(offered=((name, source),))


def target_of_ability(tx: Transaction, choice: Choice, bearer: int) -> int:
    """On whom an ability is used, if on anybody. Raises Refused when it may not be."""
    name = choice.does
    if ability_of(tx, name).target is None:
        if choice.target:
            raise Refused(f"{name} is not used on anybody")
        return NOBODY
    if not choice.target:
        raise Refused(f"say on whom {name} is used")
    target = tx.roster.unit_number(choice.target)
    if not tx.on_table() >> target & 1:
        refuse_absent(tx, target)
    if not ability_targets(tx, name, bearer) >> target & 1:
        says = " ".join(tx.program.ruleset.abilities[name].text.split())
        because = f": {says}" if says else ""
        raise Refused(f"{choice.target} cannot be the target of {name}{because}")
    return target
