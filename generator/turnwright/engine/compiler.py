"""The compiler: what the clauses of one part say, made into rulings, policies and amounts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from turnwright.engine.conditions import compile_amount, compile_condition
from turnwright.engine.draft import Policy, Quantity, Ruling
from turnwright.engine.rulings import Gathered, RawRuling
from turnwright.engine.symbols import Symbols
from turnwright.language.change import Moment
from turnwright.language.condition import Amount


@dataclass(frozen=True, eq=False)
class Context:
    """What the compilation of every part shares."""

    symbols: Symbols
    waivers: Mapping[str, tuple[Ruling[Any], ...]]
    abilities: frozenset[str]

    def remembers(self, step: str) -> bool:
        """Whether a clause asks who was what the last time this step was gone through."""
        remembered = self.symbols.remembered
        return bool(remembered) and (step in remembered or "*" in remembered)


class Compiler:
    """Compiles the clauses of one part, word by word."""

    def __init__(self, said: Gathered, context: Context) -> None:
        self.said = {name: rulings for name, (_, rulings) in said.items()}
        self.symbols = context.symbols
        self.waivers = context.waivers
        self._amounts: dict[Amount, Quantity] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.said

    def ruling(self, raw: RawRuling, value: Any) -> Ruling[Any]:
        """One ruling with its guard and its exceptions."""
        when = compile_condition(raw.when, self.symbols) if raw.when is not None else None
        return Ruling(value, raw.clause, when, self.waivers.get(raw.clause, ()))

    def rulings(
        self, name: str, convert: Callable[[Any], Any] | None = None
    ) -> tuple[Ruling[Any], ...]:
        """Every ruling on a word."""
        return tuple(
            self.ruling(raw, convert(raw.value) if convert else raw.value)
            for raw in self.said.get(name, ())
        )

    def policy(self, name: str, convert: Callable[[Any], Any] | None = None) -> Policy[Any]:
        """A word that one clause decides."""
        return Policy(name, self.rulings(name, convert))

    def amount(self, amount: Amount) -> Quantity:
        """An amount; the same for equal ones, so that clauses that say the same are seen to."""
        if amount not in self._amounts:
            self._amounts[amount] = compile_amount(amount, self.symbols)
        return self._amounts[amount]

    def bound(self, name: str, end: str) -> Policy[Quantity]:
        """One end of the limits that a word sets."""
        return Policy(
            name,
            tuple(
                self.ruling(raw, self.amount(limit))
                for raw in self.said.get(name, ())
                if (limit := getattr(raw.value, end)) is not None
            ),
        )

    def step(self, name: str) -> str:
        """The step that a name means."""
        return self.symbols.step(name)


def moment_of(value: str | Moment | None, said_step: Callable[[str], str]) -> Moment | None:
    """A moment with the steps that are meant; a name alone is the end of that step."""
    if value is None:
        return None
    if isinstance(value, str):
        return Moment(end=said_step(value))
    return replace(
        value,
        start=said_step(value.start) if value.start else "",
        end=said_step(value.end) if value.end else "",
    )
