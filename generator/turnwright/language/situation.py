"""Situations: what may have happened to a unit, so that players ask what it may do now."""

from dataclasses import dataclass

from turnwright.language.field import ruled


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Something that happened to a unit."""

    text: str
    """What happened, in a few words that begin with no name: `It Advanced`."""
    facts: tuple[str, ...] = ruled((), names="fact")
    """Facts that are true: of the unit, of it and an enemy, of its side or of the battle."""
    did: tuple[str, ...] = ruled((), names="step")
    """What it has done since the round began: steps that are dealt to it."""
    passed: str = ruled("", names="step")
    """The step in which its side has passed."""
