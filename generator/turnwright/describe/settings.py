"""Settings: what players may agree on in a system, and the numbers that sheets call it by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True)
class Setting:
    """An option, or an alternative of a reading that is not its default."""

    name: str
    alternative: str = ""
    """Alternative of a reading; nothing for an option."""

    @property
    def key(self) -> str:
        """Key in addresses, and in `of` of the clauses that it brings."""
        return f"{self.name}:{self.alternative}" if self.alternative else self.name


def with_needs(
    rules: Ruleset, choices: Iterable[Setting]
) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Options and readings of some choices; what an option needs is on as well."""
    options: dict[str, None] = {}
    readings: dict[str, str] = {}
    for choice in choices:
        if choice.alternative:
            readings[choice.name] = choice.alternative
            continue
        waiting = [choice.name]
        while waiting:
            name = waiting.pop(0)
            if name not in options:
                options[name] = None
                waiting += [each for each in rules.options[name].needs if each in rules.options]
    return tuple(options), readings


OPTION, READING, GAP, ASSUMED = "O", "R", "G", "A"
"""What the numbers of each kind begin with."""


def option_numbers(rules: Ruleset) -> Mapping[str, str]:
    """Number of each option, by name."""
    return {name: f"{OPTION}{number}" for number, name in enumerate(rules.options, start=1)}


def reading_numbers(rules: Ruleset) -> Mapping[str, str]:
    """Number of each reading, by name."""
    return {name: f"{READING}{number}" for number, name in enumerate(rules.readings, start=1)}


def gap_numbers(rules: Ruleset) -> tuple[str, ...]:
    """Number of each gap."""
    return tuple(f"{GAP}{number}" for number in range(1, len(rules.gaps) + 1))


def assumed_clauses(rules: Ruleset, idle: Collection[str] = ()) -> Mapping[str, Clause]:
    """Assumed clauses that the round uses, each by its number."""
    clauses = rules.clauses()
    used = (clause for clause in clauses if clause.assumed and clause.full_id not in idle)
    return {f"{ASSUMED}{number}": clause for number, clause in enumerate(used, start=1)}
