"""Settings: what players may agree on in a system, and what each does to the clauses that hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from turnwright.describe.applicability import idle_clauses
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import SourceError


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


@dataclass(frozen=True)
class ClauseChanges:
    """What settings change: full ids of the clauses that hold with them, and of those without."""

    holds: frozenset[str]
    lapses: frozenset[str]

    def __or__(self, other: ClauseChanges) -> ClauseChanges:
        return ClauseChanges(self.holds | other.holds, self.lapses | other.lapses)


@dataclass(frozen=True, kw_only=True)
class ChosenRules:
    """Effective rules with some choices, and the effect of these."""

    rules: Ruleset
    effect: ClauseChanges


def settings_of(rules: Ruleset) -> tuple[Setting, ...]:
    """Everything that players may choose in effective rules, in the order of its page."""
    others = (
        Setting(name, which)
        for name, reading in rules.readings.items()
        for which in reading.alternatives
        if which != reading.default
    )
    return (*map(Setting, rules.options), *others)


def text_of(rules: Ruleset, choice: Setting) -> str:
    """Title of an option, or the answer that is chosen, in inline Markdown."""
    if choice.alternative:
        return rules.readings[choice.name].alternatives[choice.alternative].text
    return rules.options[choice.name].title


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


class SettingEffects:
    """Effects of the choices of one system, alone and in pairs.

    What an option needs is chosen with it.
    """

    def __init__(self, library: Library, system: str) -> None:
        self.whole = library.effective(system)
        self.choices = settings_of(self.whole)
        self._library = library

    @cached_property
    def alone(self) -> Mapping[Setting, ChosenRules | None]:
        """What each choice does; None where it does not go with what holds by default."""
        return {choice: self.together(choice) for choice in self.choices}

    @cached_property
    def _held(self) -> frozenset[str]:
        """Full ids of the clauses that hold without any choice."""
        return _held(self.whole)

    def needs(self, choice: Setting) -> tuple[str, ...]:
        """Names of the options that a choice needs, those that these need included."""
        options, _ = with_needs(self.whole, (choice,))
        return tuple(name for name in options if name != choice.name)

    def together(self, *choices: Setting) -> ChosenRules | None:
        """Effective rules with some choices; None where they do not go together."""
        options, readings = with_needs(self.whole, choices)
        params = {
            name: Condition(param=name)
            for option in options
            for name in self.whole.options[option].params
        }
        try:
            rules = self._library.effective(self.whole.ruleset, options, readings, params)
        except SourceError:
            return None
        held = _held(rules)
        return ChosenRules(rules=rules, effect=ClauseChanges(held - self._held, self._held - held))

    def pairs(self) -> Iterator[tuple[Setting, Setting, ChosenRules | None]]:
        """Pairs of choices that do not go together, or do otherwise than each alone.

        Pairs that are not here do what the two do, one as well as the other.
        """
        for one, other in self.meeting():
            both = self.together(one, other)
            first, second = self.alone[one], self.alone[other]
            if both is None:
                yield one, other, None
            elif not first or not second or first.effect | second.effect != both.effect:
                yield one, other, both

    def meeting(self) -> Iterator[tuple[Setting, Setting]]:
        """Pairs of choices that exclude each other, or speak of one part of the rules.

        Only these are worth compiling: the others cannot do otherwise together than alone.
        """
        order = {choice: number for number, choice in enumerate(self.choices)}
        speaking: dict[tuple[str, str], list[Setting]] = {}
        for choice in self.choices:
            for part in self._touched_by(choice):
                speaking.setdefault(part, []).append(choice)
        meeting = {pair for some in speaking.values() for pair in combinations(some, 2)}
        for one, other in sorted(meeting, key=lambda pair: (order[pair[0]], order[pair[1]])):
            # Players tick one answer of a reading or the other.
            if not (one.alternative and one.name == other.name):
                yield one, other

    def _touched_by(self, choice: Setting) -> frozenset[tuple[str, str]]:
        """Kind and name of all that a choice and what it needs speak of, replace or exclude."""
        names, _ = with_needs(self.whole, (choice,))
        options = [self.whole.options[name] for name in names]
        touched = {("options", name) for name in names}
        touched |= {("options", name) for option in options for name in option.excludes}
        bodies: list[Body] = [*options]
        if choice.alternative:
            bodies.append(self.whole.readings[choice.name].alternatives[choice.alternative])
        for kind, name, part in (each for body in bodies for each in body.parts()):
            touched.add((kind, name))
            for clause in part.clauses:
                for displaced in (*clause.replaces, *clause.removes):
                    touched.update(self._places.get(displaced, ()))
        return frozenset(touched)

    @cached_property
    def _places(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Kind and name of the parts with a clause, by its full id and by its id."""
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for kind, name, part in self.whole.parts():
            for clause in part.clauses:
                for key in {clause.full_id, clause.id}:
                    found[key] = (*found.get(key, ()), (kind, name))
        return found


def clauses_among(rules: Ruleset, full_ids: Collection[str]) -> Iterator[tuple[str, str, Clause]]:
    """Clauses with these full ids, each with the kind and name of its part."""
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            if clause.full_id in full_ids:
                yield kind, name, clause


def _held(rules: Ruleset) -> frozenset[str]:
    """Full ids of the clauses of effective rules that something in the round asks for."""
    return frozenset(clause.full_id for clause in rules.clauses()) - idle_clauses(rules)


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


def choice_number(rules: Ruleset, choice: Setting) -> str:
    """Number of the option or reading that a choice is about."""
    numbers = reading_numbers(rules) if choice.alternative else option_numbers(rules)
    return numbers[choice.name]
