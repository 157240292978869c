"""Who may be picked for what: every clause narrows, and each can say whom it rules out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from turnwright.engine.ability import abilities_of, ability, may_use, targets
from turnwright.engine.passing import passed
from turnwright.engine.plan import Plan, Ruling
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import Scene, holds, value_of
from turnwright.language.chance import Among, Direction, Limit, Order, Rank

UNIT = "unit"
MISSION = "mission"
"""Where abilities come from: the unit's card, or the mission."""


def whose(table: Table, among: Among, side: int, active: int) -> int:
    """The units that are somebody's."""
    if among is Among.OWN:
        return table.roster.units[side]
    if among is Among.ENEMY:
        return ~table.roster.units[side]
    return active if among is Among.ACTIVE else -1


def out_by(
    table: Table, word: str, ruling: Ruling[Any], pool: int, scene: Scene, counted: str
) -> int:
    """The units of the pool that one clause rules out."""
    if word == "among":
        out = pool & ~whose(table, ruling.value, scene.side, scene.active)
    elif word == "limit":
        limit: Limit = ruling.value
        out = pool & table.did(counted, limit.per, limit.times)
    elif word == "bars":
        out = holds(table, ruling.value, pool, scene)
    else:
        out = pool & ~holds(table, ruling.value, pool, scene)
    if not out:
        return 0
    if ruling.when is not None:
        out = holds(table, ruling.when, out, scene)
    for waiver in table.program.waives.get(ruling.clause, ()):
        waived = out if waiver.when is None else holds(table, waiver.when, out, scene)
        if waived:
            table.note(waiver.clause)
            out &= ~waived
    if out and table.record is not None:
        table.record.add(ruling.clause)
    return out


def ruled_out(
    table: Table, plan: Plan, words: tuple[str, ...], pool: int, scene: Scene, counted: str = ""
) -> Iterator[tuple[str, int]]:
    """Each clause of a step that rules units of the pool out, with the units."""
    for word, ruling in plan.narrowing(words):
        if out := out_by(table, word, ruling, pool, scene, counted):
            yield ruling.clause, out


def left(
    table: Table, plan: Plan, words: tuple[str, ...], pool: int, scene: Scene, counted: str = ""
) -> int:
    """The units of the pool that no clause of a step rules out."""
    for word, ruling in plan.narrowing(words):
        pool &= ~out_by(table, word, ruling, pool, scene, counted)
    return pool


DEALT = ("among", "needs", "bars")
"""What narrows everything that a step deals."""
LIMIT = ("limit",)
"""What narrows it further, thing by thing."""
OWN = ("needs", "bars", "limit")
"""What narrows one thing that is dealt."""


def scene_of(frame: Frame, side: int) -> Scene:
    """Whom the conditions of a chance look at."""
    return Scene(frame.units, frame.target, NOBODY, side, frame.risky)


def for_child(
    table: Table, frame: Frame, side: int, name: str, pool: int
) -> Iterator[tuple[str, int]]:
    """Each clause that rules units of the pool out of one thing this step deals."""
    scene = scene_of(frame, side)
    child = table.program.steps[name]
    yield from ruled_out(table, frame.plan, LIMIT, pool, scene, child.counts_as)
    yield from ruled_out(table, child, OWN, pool, scene, child.counts_as)
    yield from unfit(table, frame, side, child, pool)


def unfit(
    table: Table, frame: Frame, side: int, child: Plan, pool: int
) -> Iterator[tuple[str, int]]:
    """Each clause by which it is too late, or units lack an item or a target, for one thing."""
    order = table.say(frame.plan, "order")
    if order and order.value is Order.FIXED and frame.plan.children.index(child.name) < frame.at:
        yield order.clause, pool
    for unit in bits(pool) if "uses" in child.words else ():
        ruling = table.say(child, "uses", 1 << unit)
        if ruling and not table.roster.carries.get(ruling.value, 0) >> unit & 1:
            yield ruling.clause, 1 << unit
    if "target" in child.words or "target_needs" in child.words:
        for unit in bits(pool):
            for clause in without_target(table, frame, child, unit, side):
                yield clause, 1 << unit


def target_clauses(child: Plan) -> tuple[str, ...]:
    """The clauses that say on whom a step may be done."""
    return tuple(
        ruling.clause for word in ("target_needs", "target") for ruling in child.words.get(word, ())
    )


def targets_of(table: Table, frame: Frame, child: Plan, unit: int, side: int) -> int:
    """The units on which this unit may do something that the step deals."""
    pool = table.on_table() & ~(1 << unit)
    for _, out in not_targets(table, frame, child, unit, side, pool):
        pool &= ~out
    return pool


def without_target(
    table: Table, frame: Frame, child: Plan, unit: int, side: int
) -> tuple[str, ...]:
    """Every clause that leaves a unit without a target; none when there is one."""
    pool = left = table.on_table() & ~(1 << unit)
    said = tuple(not_targets(table, frame, child, unit, side, pool))
    for _, out in said:
        left &= ~out
    if left:
        return ()
    # That friends are no targets is no reason while there are enemies.
    target = table.say(child, "target", 1 << unit)
    meant = pool & whose(table, target.value, side, frame.units) if target else pool
    by = tuple(clause for clause, out in said if out & meant)
    return by or target_clauses(child)[-1:]


def not_targets(
    table: Table, frame: Frame, child: Plan, unit: int, side: int, pool: int
) -> Iterator[tuple[str, int]]:
    """Each clause that rules units of the pool out as targets of this unit."""
    target = table.say(child, "target", 1 << unit)
    if target is None:
        # Nobody has said whose unit may be the target, so none may.
        yield target_clauses(child)[0], pool
        return
    scene = Scene(1 << unit, NOBODY, unit, side, False)
    out = pool & ~whose(table, target.value, side, frame.units)
    if out:
        yield target.clause, out
    yield from ruled_out(table, child, ("target_needs",), pool, scene)


def children(table: Table, plan: Plan) -> tuple[str, ...]:
    """The steps a chance may be spent on now."""
    if plan.always:
        return plan.children
    return tuple(dict.fromkeys(n for r in table.every(plan, "each") for n in r.value))


def chances(table: Table, frame: Frame, side: int) -> tuple[tuple[str, int], ...]:
    """What a side may do in this step, with the units that may do it."""
    plan = frame.plan
    if "among" not in plan.words:
        return ()
    pool = table.alive
    scene = scene_of(frame, side)
    pool = left(table, plan, DEALT, pool, scene)
    found = []
    for name in children(table, plan):
        child = table.program.steps[name]
        mask = left(table, plan, LIMIT, pool, scene, child.counts_as)
        mask = left(table, child, OWN, mask, scene, child.counts_as)
        for _, out in unfit(table, frame, side, child, mask):
            mask &= ~out
        if mask:
            found.append((name, mask))
    for ruling in table.every(plan, "each_ability"):
        found += abilities_here(table, frame, side, pool, ruling.value)
    return tuple(found)


def abilities_here(
    table: Table, frame: Frame, side: int, pool: int, whence: str
) -> list[tuple[str, int]]:
    """The abilities that may be used in this step now."""
    found: dict[str, int] = {}
    if whence == UNIT:
        owners = abilities_of(table, pool)
    else:
        # The mission's abilities are the side's; its bit stands for it.
        owners = iter([(name, side + 1) for name in table.mission_abilities])
    acting = frame._replace(side=side)
    for name, owner in owners:
        known = ability(table, name)
        during = known.used.during
        step = table.meant(during) if during else ""
        open_now = step == frame.plan.name or table.open_step(step) is not None
        if not during or not open_now or table.did(name, frame.plan.name, known.times) >> owner & 1:
            continue
        if whence == UNIT and not may_use(table, name, owner, acting):
            continue
        if known.target is None or targets(table, name, owner):
            found[name] = found.get(name, 0) | 1 << owner
    return list(found.items())


def ranked(table: Table, frame: Frame, everybody: int) -> tuple[int, str]:
    """Of all units that could be picked, those whose rank comes first; and the clause."""
    ruling = table.say(frame.plan, "rank")
    if ruling is None or not everybody:
        return everybody, ""
    rank: Rank = ruling.value
    levels: dict[int, int] = {}
    having = table.fact(rank.fact) if rank.fact else 0
    for unit in bits(everybody):
        if rank.fact:
            level = having >> unit & 1
        else:
            amount, _ = value_of(table, rank.value, unit)
            level = amount or 0
        levels[level] = levels.get(level, 0) | 1 << unit
    best = max(levels) if rank.direction is Direction.DESCENDING else min(levels)
    return levels[best], ruling.clause


Offers = Mapping[int, tuple[tuple[str, int], ...]]
"""For each side, what it may do and the units that may do it."""


def contenders(table: Table, frame: Frame, offers: Offers) -> int:
    """The units that are ranked against each other: those of sides that have not passed."""
    everybody = 0
    for side, offered in offers.items():
        if not passed(table, frame, side):
            for _, mask in offered:
                everybody |= mask
    return everybody


def reasons(table: Table, frame: Frame, side: int, unit: int, does: str = "") -> tuple[str, ...]:
    """Every clause that rules a unit out of what a side may do here (of one thing, if named)."""
    pool = 1 << unit
    found = [
        clause for clause, _ in ruled_out(table, frame.plan, DEALT, pool, scene_of(frame, side))
    ]
    names = (does,) if does in frame.plan.children else frame.plan.children
    apart = [[clause for clause, _ in for_child(table, frame, side, name, pool)] for name in names]
    # With several things to do, a clause of one of them rules the unit out only if all are barred.
    if apart and all(apart):
        found += [clause for barred in apart for clause in barred]
    offers = {other: chances(table, frame, other) for other in range(table.roster.sides)}
    everybody = contenders(table, frame, offers)
    best, clause = ranked(table, frame, everybody)
    if clause and everybody & pool and not best & pool:
        found.append(clause)
    return tuple(dict.fromkeys(found))
