"""Effects: what abilities set going, whom it serves, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.parts import Scene
from turnwright.engine.program import SequencePart
from turnwright.engine.state import NOBODY, ActiveEffect, Frame, bits, mask_of
from turnwright.engine.transaction import Transaction
from turnwright.language.condition import Condition, Whose
from turnwright.language.effect import (
    DURING,
    Ability,
    Bearer,
    Boundary,
    ConditionsBind,
    Covers,
    CoversWhose,
    Effect,
    Next,
    WorkOf,
)
from turnwright.language.event import EffectStarted, EffectStopped

# Abilities


def ability_of(tx: Transaction, name: str) -> Ability:
    """An ability by its name."""
    return tx.program.ruleset.abilities[name]


def may_use(tx: Transaction, name: str, bearer: int, side: int) -> bool:
    """Whether the bearer of an ability may use it for a side now, as far as its words go."""
    if side != tx.roster.side_of[bearer] or not tx.alive >> bearer & 1:
        return False
    if ability_of(tx, name).impersonal:
        return True
    work = tx.says(tx.program.effects.work_of)
    if work is None or work is WorkOf.ARMY:
        return work is not None
    whose, acting = tx.says(tx.program.effects.bearer), tx.frame.units
    return whose is not None and bool(
        whose is Bearer.FRIENDLY or not acting or acting >> bearer & 1
    )


def abilities_of(tx: Transaction, mask: int) -> Iterator[tuple[str, int]]:
    """Every ability on the cards of these units, with its bearer."""
    for unit in bits(mask & tx.roster.able):
        for name in tx.roster.cards[unit].abilities:
            yield name, unit


def starting_abilities(tx: Transaction) -> list[tuple[str, int]]:
    """The abilities that may be used at the start of this step, with their bearers."""
    mission = ((name, NOBODY) for name in tx.rest.mission_abilities)
    found = []
    for name, bearer in (*abilities_of(tx, tx.alive), *mission):
        start = ability_of(tx, name).used.start
        here = tx.program.step(start) == tx.frame.step
        if here and (bearer == NOBODY or may_use(tx, name, bearer, tx.frame.side)):
            tx.note(*tx.program.symbols.read_by(start))
            found.append((name, bearer))
    return found


def ability_targets(tx: Transaction, name: str, bearer: int) -> int:
    """The units an ability may be used on."""
    known = ability_of(tx, name)
    pool = tx.on_table()
    side = tx.roster.side_of[bearer]
    if known.target in (Whose.FRIEND, Whose.SOURCE, Whose.OWN):
        pool &= tx.roster.units[side]
    elif known.target is Whose.ENEMY:
        pool &= ~tx.roster.units[side]
    needs = tx.program.abilities[name].target_needs
    if needs is not None:
        scene = Scene(1 << bearer, NOBODY, bearer, side, False)
        pool = needs(tx, pool, scene)
    return pool


# Effects that are going on


def start_effect(tx: Transaction, name: str, source: int, target: int) -> None:
    """What an ability sets going begins."""
    effect = ability_of(tx, name).effect
    assert effect is not None
    frame = tx.frame
    during = tx.open_frame(tx.program.step(effect.during))
    active = frame.units & tx.alive
    side = frame.side if source == NOBODY else tx.roster.side_of[source]
    changes = effect.changes
    amount = changes.by if changes is not None and isinstance(changes.by, int) else 0
    going = ActiveEffect(
        ability=name,
        source=source,
        side=side,
        target=target,
        made_in=during.serial if during else NOBODY,
        serial=tx.serial,
        beside=active & ~mask_of(source),
        served=_serving(tx, name, tx.alive, Scene(active, target, source, side, False)),
        value=changes.value if changes is not None else "",
        amount=amount,
    )
    tx.update(effects=(*tx.rest.effects, going))
    part, names = tx.program.effects, tx.roster.names
    by = (*tx.clauses(part.work_of.rulings), *tx.clauses(part.bearer.rulings))
    who, on = (names[it] if it != NOBODY else "" for it in (source, target))
    tx.events.append(EffectStarted(name, who, on, by))


def start_delayed(tx: Transaction, step: str) -> None:
    """Effects begin that wait for this step in what their ability has opened."""
    for frame in tuple(tx.stack):
        for name, source in frame.offered:
            known = ability_of(tx, name)
            waits = known.effect is not None and known.effect.begins == step
            if waits and known.opens == frame.step:
                start_effect(tx, name, source, frame.target)


def _serving(tx: Transaction, ability: str, pool: int, scene: Scene) -> int:
    """Those of the pool who meet the conditions that an ability's effect makes for itself."""
    serves = tx.program.abilities[ability].serves
    return pool if serves is None else serves(tx, pool, scene)


def stop(tx: Transaction, going: ActiveEffect, *by: str) -> None:
    """An effect is over."""
    kept = tuple(other for other in tx.rest.effects if other is not going)
    tx.update(effects=kept)
    source = tx.roster.names[going.source] if going.source != NOBODY else ""
    tx.events.append(EffectStopped(going.ability, source, by))


def terms(tx: Transaction, going: ActiveEffect) -> Effect:
    """In what words an effect that is going on was made."""
    return ability_of(tx, going.ability).effect or Effect()


def serves(tx: Transaction, going: ActiveEffect) -> int:
    """The units an effect serves at this moment."""
    effect = terms(tx, going)
    if not effect.during:
        return mask_of(going.target) & tx.alive
    frame = tx.open_frame(tx.program.step(effect.during))
    part = tx.program.effects
    whose = tx.rule(part.covers_whose)
    if frame is None or whose is None:
        return 0
    if whose.value is CoversWhose.SIDE and frame.side != going.side:
        return 0
    acting = frame.units & tx.alive
    everybody = tx.roster.units[frame.side] if frame.side != NOBODY else tx.roster.everybody
    candidates = acting or everybody & tx.on_table()
    # Where nobody acts on its own, or the effect is the army's, the step is everybody's.
    alone = candidates
    if going.source != NOBODY and acting and not ability_of(tx, going.ability).impersonal:
        alone &= 1 << going.source
    pool = 0
    for ruling in tx.held(part.covers):
        if ruling.value is Covers.SAME and frame.serial == going.made_in:
            pool |= alone
        elif ruling.value is Covers.TOGETHER:
            pool |= candidates & going.beside
        elif ruling.value is Covers.LATER and frame.serial > max(going.made_in, going.serial):
            pool |= candidates & ~going.beside
    bind = tx.rule(part.conditions_bind)
    if effect.serves is not None and bind is not None:
        if bind.value is ConditionsBind.ALWAYS:
            scene = Scene(acting, going.target, going.source, going.side, False)
            pool = _serving(tx, going.ability, pool, scene)
        else:
            pool &= going.served
    return pool


def step_began(tx: Transaction, frame: Frame) -> None:
    """End the effects that last until the start of this step."""
    for going in tx.rest.effects:
        effect = terms(tx, going)
        if effect.until and effect.until.start:
            here = begins_with(tx, frame, tx.program.step(effect.until.start))
            if here and (by := is_next(tx, going, frame)):
                stop(tx, going, by, here)


def begins_with(tx: Transaction, frame: Frame, step: str) -> str:
    """The clause by which the start of this step is that of another; empty when it is not."""
    boundary = tx.rule(tx.program.effects.boundary)
    if boundary is None:
        return ""
    part = tx.program.steps[frame.step]
    if boundary.value is Boundary.STEP:
        begins = frame.step == step
    else:
        begins = isinstance(part, SequencePart) and step in part.opens
    return boundary.clause if begins else ""


def is_next(tx: Transaction, going: ActiveEffect, frame: Frame) -> str:
    """The clause by which this is the next such step of an effect's owner; empty when it is not."""
    ruling = tx.rule(tx.program.effects.next)
    if ruling is None or frame.side not in (going.side, NOBODY):
        return ""
    acts = not frame.units or frame.units & mask_of(going.source)
    return ruling.clause if acts or ruling.value is not Next.SOURCE else ""


def step_ended(tx: Transaction, frame: Frame) -> None:
    """End the effects that stop with the end of this step."""
    part = tx.program.effects
    for going in tx.rest.effects:
        effect = terms(tx, going)
        covers_until = tx.rule(part.covers_until)
        over = covers_until.value if covers_until else ""
        if over == DURING:
            over = tx.program.step(effect.during)
        if effect.until and tx.program.step(effect.until.end) == frame.step:
            # The one in which it was made is not the next.
            if frame.serial > going.serial and (by := is_next(tx, going, frame)):
                stop(tx, going, by)
        elif not effect.until and covers_until and over == frame.step:
            stop(tx, going, covers_until.clause)
        elif going.ends_with == frame.step:
            stop(tx, going, *tx.clauses(part.if_gone.rulings))


def source_gone(tx: Transaction, gone: int) -> None:
    """What the loss of units does to the effects they made."""
    part = tx.program.effects
    for going in tx.rest.effects:
        if going.source == NOBODY or not gone >> going.source & 1:
            continue
        effect = terms(tx, going)
        bind = tx.rule(part.conditions_bind)
        always = bind is not None and bind.value is ConditionsBind.ALWAYS
        if bind is not None and always and effect.serves and looks_at_source(effect.serves):
            stop(tx, going, bind.clause)
        elif (ruling := tx.rule(part.if_gone)) is not None:
            later = going._replace(ends_with=ruling.value)
            kept = tuple(later if other is going else other for other in tx.rest.effects)
            tx.update(effects=kept)


def looks_at_source(condition: Condition) -> bool:
    """Whether a condition looks at the source of the effect."""
    if condition.within and condition.within.of is Whose.SOURCE:
        return True
    if condition.pair and condition.pair.to is Whose.SOURCE:
        return True
    parts = (*(condition.all_of or ()), *(condition.any_of or ()))
    parts += (condition.not_,) if condition.not_ else ()
    return any(looks_at_source(part) for part in parts)
