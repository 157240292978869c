"""Loops: whether a unit goes through all it does before the next, or all units through each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby

from turnwright.study.play.walk import Deed


class Loop(StrEnum):
    """Which loop is outside."""

    UNIT = "unit"
    """A unit does everything before the next one."""
    PHASE = "phase"
    """Every unit does one thing before any does the next."""
    SINGLE = "single"
    """Each unit does one thing: there is only one loop."""
    MIXED = "mixed"
    """Units come back to what others have done meanwhile."""


def outer_loop(deeds: Sequence[Deed], side: int) -> Loop:
    """Which loop is outside in the deeds of a side."""
    own = [(deed.units, deed.does) for deed in deeds if deed.side == side and not deed.reaction]
    units = [units for units, _ in own]
    things = [does for _, does in own]
    if len(set(units)) == len(own) or len(set(things)) == 1:
        return Loop.SINGLE
    if _is_in_one_piece(units):
        return Loop.UNIT
    return Loop.PHASE if _is_in_one_piece(things) else Loop.MIXED


def _is_in_one_piece(listed: Sequence[object]) -> bool:
    """True when nothing comes back after something else has come."""
    return len([key for key, _ in groupby(listed)]) == len(set(listed))
