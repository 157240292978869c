"""What lasts: facts and values that hold for a span, and effects with their own terms."""

from __future__ import annotations

from turnwright.engine.ability import ability
from turnwright.engine.event import EffectStarted, EffectStopped
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Change, Frame, Going, Span
from turnwright.engine.table import Table
from turnwright.engine.truth import Scene, holds
from turnwright.language.action import Holder, Sets, Which
from turnwright.language.condition import Condition, Who
from turnwright.language.effect import Bearer, Boundary, Covers, Effect, Next, Whose


def set_for_a_span(table: Table, sets: Sets, clause: str) -> int:
    """A fact becomes true, and it is noted when that ends; the mask of those it is true of."""
    frame = table.top
    mask = {
        Holder.UNIT: frame.units & table.alive,
        Holder.TARGET: 1 << frame.target if frame.target >= 0 else 0,
        Holder.SIDE: 1 << frame.side + 1 if frame.side >= 0 else 0,
        Holder.BATTLE: 1,
    }[sets.of]
    table.set_fact(sets.fact, mask, (clause,))
    if sets.until:
        left = 2 if sets.which is Which.NEXT else 1
        step = table.meant(sets.until)
        again = {(sets.fact, who) for who in bits(mask)}
        table.spans = (
            *(span for span in table.spans if (span.fact, span.who) not in again),
            *(Span(sets.fact, who, step, left, clause) for who in bits(mask)),
        )
    return mask


def step_ended(table: Table, frame: Frame) -> None:
    """End what lasts until the end of this step."""
    name = frame.plan.name
    if table.spans:
        spans = []
        for span in table.spans:
            if span.step != name:
                spans.append(span)
            elif span.left > 1:
                spans.append(span._replace(left=span.left - 1))
            else:
                table.end_fact(span.fact, 1 << span.who, (span.by,))
        table.spans = tuple(spans)
    if table.changes:
        table.changes = tuple(change for change in table.changes if change.step != name)
    if table.passes:
        table.passes = tuple(kept for kept in table.passes if kept.this != name)
    if table.kept:
        table.kept = tuple(kept for kept in table.kept if kept.this != name)
    if table.going:
        effects_at_the_end(table, frame)


def change_value(table: Table, change: Change) -> None:
    """A value is different until a step ends."""
    table.changes = (*table.changes, change)


def start_effect(table: Table, name: str, source: int, target: int) -> None:
    """What an ability sets going begins."""
    effect = ability(table, name).effect
    if effect is None:
        return
    frame = table.top
    during = table.open_step(table.meant(effect.during)) if effect.during else None
    active = frame.units & table.alive
    side = frame.side if source == NOBODY else table.roster.side_of[source]
    scene = Scene(active, target, source, side, False)
    served = holds(table, effect.serves, table.alive, scene) if effect.serves else table.alive
    table.going = (
        *table.going,
        Going(
            ability=name,
            source=source,
            side=side,
            target=target,
            made_in=during.serial if during else 0,
            serial=table.serial,
            beside=active & ~(1 << source) if source >= 0 else active,
            served=served,
        ),
    )
    names = table.roster.names
    table.events.append(
        EffectStarted(
            name,
            names[source] if source >= 0 else "",
            names[target] if target >= 0 else "",
            clauses(table, "work_of", "bearer"),
        )
    )


def clauses(table: Table, *words: str) -> tuple[str, ...]:
    """The effect clauses that speak about these words."""
    return tuple(
        ruling.clause for word in words for ruling in table.every(table.program.effects, word)
    )


def stop(table: Table, going: Going, *by: str) -> None:
    """An effect is over."""
    table.going = tuple(other for other in table.going if other is not going)
    source = table.roster.names[going.source] if going.source >= 0 else ""
    table.note(*by)
    table.events.append(EffectStopped(going.ability, source, by))


def terms(table: Table, going: Going) -> Effect:
    """In what words an effect that is going on was made."""
    return ability(table, going.ability).effect or Effect()


def serves(table: Table, going: Going) -> int:
    """The units an effect serves at this moment."""
    effect = terms(table, going)
    if not effect.during:
        return (1 << going.target if going.target >= 0 else 0) & table.alive
    frame = table.open_step(table.meant(effect.during))
    plan = table.program.effects
    whose = table.say(plan, "covers_whose")
    if frame is None or whose is None:
        return 0
    if whose.value is Whose.SIDE and frame.side != going.side:
        return 0
    acting = frame.units & table.alive
    candidates = acting or table.roster.units[frame.side] & table.on_table()
    # Where nobody acts on its own, or the effect is the army's, the step is everybody's.
    alone = 1 << going.source if going.source >= 0 and acting else -1
    if ability(table, going.ability).impersonal:
        alone = -1
    pool = 0
    for ruling in table.every(plan, "covers"):
        if ruling.value is Covers.SAME and frame.serial == going.made_in:
            pool |= candidates & alone
        elif ruling.value is Covers.TOGETHER:
            pool |= candidates & going.beside
        elif ruling.value is Covers.LATER and frame.serial > max(going.made_in, going.serial):
            pool |= candidates & ~going.beside
    own = table.say(plan, "own_needs")
    if effect.serves is not None and own is not None:
        if own.value is Bearer.ACTIVE:
            scene = Scene(acting, going.target, going.source, going.side, False)
            pool = holds(table, effect.serves, pool, scene)
        else:
            pool &= going.served
    return pool


def step_began(table: Table, frame: Frame) -> None:
    """End the effects that last until the start of this step."""
    for going in table.going:
        effect = terms(table, going)
        if effect.until and effect.until.start:
            step = table.meant(effect.until.start)
            boundary = table.say(table.program.effects, "boundary")
            if boundary is None:
                continue
            if boundary.value is Boundary.STEP:
                reached = frame.plan.name == step
            else:
                reached = any(step in r.value for r in frame.plan.words.get("sequence", ()))
            if reached and frame.serial > going.serial and (by := is_next(table, going, frame)):
                stop(table, going, by, boundary.clause)


def is_next(table: Table, going: Going, frame: Frame) -> str:
    """The clause by which this is the next such step of an effect's owner; empty when it is not."""
    ruling = table.say(table.program.effects, "next")
    if ruling is None or frame.side != going.side:
        return ""
    if ruling.value is Next.SOURCE and not (going.source >= 0 and frame.units >> going.source & 1):
        return ""
    return str(ruling.clause)


def effects_at_the_end(table: Table, frame: Frame) -> None:
    """End the effects that stop with the end of this step."""
    name = frame.plan.name
    for going in table.going:
        effect = terms(table, going)
        this = table.say(table.program.effects, "covers_this")
        if effect.until and effect.until.end and table.meant(effect.until.end) == name:
            if by := is_next(table, going, frame):
                stop(table, going, by)
        elif not effect.until and this and table.meant(this.value) == name:
            stop(table, going, this.clause)
        elif going.ends_with and going.ends_with == name:
            stop(table, going, *clauses(table, "if_gone"))


def source_gone(table: Table, gone: int) -> None:
    """What the loss of units does to the effects they made."""
    for going in table.going:
        if going.source < 0 or not gone >> going.source & 1:
            continue
        effect = terms(table, going)
        own = table.say(table.program.effects, "own_needs")
        if effect.serves and own and own.value is Bearer.ACTIVE and on_source(effect.serves):
            stop(table, going, own.clause)
            continue
        ruling = table.say(table.program.effects, "if_gone")
        if ruling is not None:
            step = table.meant(ruling.value)
            later = going._replace(ends_with=step)
            table.going = tuple(later if other is going else other for other in table.going)


def on_source(condition: Condition) -> bool:
    """Whether a condition looks at the source of the effect."""
    if condition.within and condition.within.of is Who.SOURCE:
        return True
    if condition.pair and condition.pair.to is Who.SOURCE:
        return True
    parts = (condition.all_of or ()) + (condition.any_of or ())
    return any(on_source(part) for part in parts)
