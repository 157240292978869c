"""Moments: when something happens, by the steps that start, end or go on."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.field import ruled


class Which(StrEnum):
    """Which of several goings of a step is meant."""

    THIS = "this"
    """The one that is going on, or the first that comes."""
    NEXT = "next"
    """The one after that."""


class Anchor(StrEnum):
    """Whose step is meant."""

    ANYONE = "anyone"
    """Anybody's."""
    SIDE = "side"
    """One of the same side."""
    UNIT = "unit"
    """One in which the unit itself acts."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """When something happens: the start or the end of a step, or any time during it."""

    start: str = ruled("", one_of=True, names="step_or_phrase")
    """The step whose start it is; `this` is the step that says so."""
    end: str = ruled("", one_of=True, names="step_or_phrase")
    """The step whose end it is; `this` is the step that says so."""
    during: str = ruled("", one_of=True, names="step_or_phrase")
    """The step during which it may be used, or the loss that calls for it."""
    which: Which = ruled(Which.THIS, apart=("during",))
    """Whether it is the one that is going on, or the next."""
    whose: Anchor = ruled(Anchor.ANYONE, apart=("during",))
    """Whose step it is, seen from whoever it is about."""


When = str | Moment
"""When: a moment. The name of a step alone, or `this`, is its end."""
