"""Changes of a fact or a value: of whom, how much, until when; and moments of the round."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.condition import Amount, Who, Whose
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


MOST_TIMES = 1000
"""Limit of how many times something changes at once: each is a change of its own."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A fact becomes true or stops being true, or a value goes up, down or to an amount."""

    fact: str = ruled("", names="fact")
    """The fact that changes."""
    value: str = ruled("", names="value")
    """The value that changes."""
    by: Amount | None = None
    """How much is added to the value, asked of whoever has it; below 0, taken away. With a fact
    about models, how many are lost."""
    to: Amount | None = None
    """What the value becomes, asked of whoever has it."""
    times: Amount = ruled(1, most=MOST_TIMES)
    """So often the value changes, one change after another; asked of those who act."""
    of: Who = Whose.ACTIVE
    """Of whom. A fact or value of a side is that of the side of the units that act, whoever picked
    them; where none does, that of the side whose step it is."""
    towards: Who | None = None
    """The other unit, for a fact between two."""
    outcome: tuple[str, ...] = ruled((), names="outcome")
    """Only if the check, or the draw, had one of these outcomes."""
    at: When | None = ruled(None, names="step_or_this")
    """When it takes effect. Without it, at once. Who is meant, and how much it is, is asked then;
    its dice are rolled at once, for those who are meant now."""
    until: When | None = ruled(None, names="step_or_this")
    """What ends it. Without it, it stays."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What doing something takes: it needs so much, and takes it away."""

    value: str | tuple[str, ...] = ruled(names="value")
    """The value that pays, of whoever does it or of its side; of several, each pays what it has, in
    this order, until all is paid."""
    amount: Amount = ruled(1, least=1)
    """How much it takes."""
