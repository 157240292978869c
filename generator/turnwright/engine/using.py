"""Using an ability: on whom, and the effect it sets going."""

from __future__ import annotations

from turnwright.engine.ability import ability, targets
from turnwright.engine.dealing import chance_used
from turnwright.engine.decision import Offer, Refused
from turnwright.engine.drawing import lay_marker
from turnwright.engine.event import Chose
from turnwright.engine.inputs import Choice
from turnwright.engine.lasting import start_effect
from turnwright.engine.opening import begin, count_step
from turnwright.engine.reasons import unit_number
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Ask, Frame
from turnwright.engine.table import Table


def use_ability(
    table: Table, frame: Frame, ask: Ask, choice: Choice, units: tuple[int, ...]
) -> Ask | None:
    """A unit, or the mission, uses an ability."""
    name = choice.does
    mask = dict(ask.chances)[name]
    bearers = units or tuple(bits(mask))
    if len(bearers) > 1:
        raise Refused(f"{name} is used by one unit; say by which")
    bearer = bearers[0]
    source = bearer if bearer > table.roster.sides else NOBODY
    known = ability(table, name)
    target = NOBODY
    if known.target is None and choice.target:
        raise Refused(f"{name} is not used on anybody")
    if known.target is not None:
        if not choice.target:
            raise Refused(f"say on whom {name} is used")
        target = unit_number(table, choice.target)
        if not targets(table, name, bearer) >> target & 1:
            raise Refused(f"{choice.target} cannot be the target of {name}")
    if ask.offer is Offer.START:
        table.change_top(offered=(*frame.offered, (name, source)))
    elif ask.offer is Offer.CALL:
        table.calls = tuple(c for c in table.calls if c != (name, bearer))
    else:
        table.count(name, 1 << bearer)
        lay_marker(table, frame)
        chance_used(table, frame)
    who = (table.roster.names[bearer],) if source >= 0 else ()
    table.events.append(
        Chose(table.roster.side(ask.side), name, who, choice.target, choice.using, ask.by)
    )
    start_effect(table, name, source, target)
    if known.opens:
        opened = table.program.steps[known.opens]
        count_step(table, opened, 1 << bearer)
        acting = 1 << source if source >= 0 else 0
        begin(table, known.opens, ask.side, acting, ask.by, target, choice.using)
    return None
