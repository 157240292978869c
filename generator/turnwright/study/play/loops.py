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
    """There is one thing to do, or one unit that does anything: there is only one loop."""
    FREE = "free"
    """One step deals all of it, so units and things come in any order."""
    MIXED = "mixed"
    """Units come back, and so do the things they do."""


def outer_loop(deeds: Sequence[Deed], side: int) -> Loop:
    """Which loop is outside in the deeds of a side."""
    own = [deed for deed in deeds if deed.side == side and not deed.reaction]
    units = [deed.units for deed in own]
    steps = [deed.during for deed in own]
    if len({deed.does for deed in own}) < 2 or len(set(units)) == len(own):
        return Loop.SINGLE
    if _is_in_one_piece(units) and len({deed.act for deed in own}) < len(own):
        return Loop.UNIT
    if len(set(steps)) == 1:
        return Loop.FREE
    return Loop.PHASE if _is_in_one_piece(steps) else Loop.MIXED


def _is_in_one_piece(listed: Sequence[object]) -> bool:
    """True when nothing comes back after something else has come."""
    return len([key for key, _ in groupby(listed)]) == len(set(listed))
