"""Invariants: what a ruleset claims of every moment, asked of a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnwright.engine.conditions import BATTLE, compile_condition, compile_who
from turnwright.engine.decision import Stop
from turnwright.engine.parts import InvariantPart
from turnwright.engine.program import Program
from turnwright.engine.rulings import Symbols
from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction
from turnwright.language.ruleset import Invariant


class InvariantAnswer(NamedTuple):
    """Answer of a state to an invariant."""

    name: str
    whom: tuple[str, ...]
    """Who was asked."""
    broken_by: tuple[str, ...]
    """Those of whom it is not as claimed."""
    unknown: str = ""
    """What nobody has said, so that it cannot be asked here."""


def compile_invariant(
    name: str, said: Invariant, symbols: Symbols, is_always: bool
) -> InvariantPart:
    """Compile an invariant, which is asked of those whom the battle sees."""
    who = compile_who(said.of, symbols)
    return InvariantPart(name, is_always, who, compile_condition(said.that, symbols))


def asked(program: Program, state: State) -> Iterator[InvariantAnswer]:
    """The answer of a state to each invariant of the ruleset."""
    if not program.invariants:
        return
    tx = Transaction(program, state)
    named = tx.roster.names

    def names(mask: int) -> tuple[str, ...]:
        return tuple(name for number, name in enumerate(named) if mask >> number & 1)

    for part in program.invariants:
        try:
            pool = part.who(tx, BATTLE, tx.scene())
            so = part.test(tx, pool, tx.scene()) if pool else 0
        except Stop as stop:
            yield InvariantAnswer(part.name, (), (), stop.word)
            continue
        yield InvariantAnswer(part.name, names(pool), names(pool & ~so if part.is_always else so))
