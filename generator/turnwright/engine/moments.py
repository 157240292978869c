"""Moments: the start or end of a step, as it is meant for somebody."""

from __future__ import annotations

from turnwright.engine.draft import Draft
from turnwright.engine.state import NOBODY, Ending, Frame
from turnwright.language.change import Anchor, Moment, Which


def ending_of(draft: Draft, moment: Moment, who: int) -> Ending:
    """The moment that is meant for whoever has this number."""
    step = moment.start or moment.end
    side = unit = NOBODY
    if moment.whose is Anchor.SIDE:
        side = draft.roster.side_of[who]
    elif moment.whose is Anchor.UNIT:
        unit = who
    left = 2 if moment.which is Which.NEXT else 1
    return Ending(step, bool(moment.start), left, side, unit)


def reached(ending: Ending, frame: Frame, starts: bool) -> bool:
    """Whether this start or end of a step is one of the moments that are meant."""
    return (
        ending.step == frame.step
        and ending.starts is starts
        and ending.side in (NOBODY, frame.side)
        and (ending.unit == NOBODY or bool(frame.units >> ending.unit & 1))
    )
