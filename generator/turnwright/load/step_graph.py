"""Step graph: which steps open which, and whether every one of them can end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import Any

from turnwright.language.change import Change
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.fact import Holder, Subject
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import DEALS, Step
from turnwright.language.turn_order import Cadence, OrderKey
from turnwright.load.circles import edges, find_cycle, format_cycle, rotated
from turnwright.load.conflicts import (
    ClauseWord,
    ClauseWords,
    RuleConflict,
    SaidWords,
    is_single,
)
from turnwright.load.problem import enumerated, quoted
from turnwright.load.references import inner_values
from turnwright.load.scalars import parse_dice
from turnwright.load.symbol_table import BETWEEN_UNITS

_EACH: dict[Cadence, str] = {Cadence.EACH_PLAYER: "each side", Cadence.EACH_UNIT: "each unit"}
"""Cadences that deal one step to everybody, and to whom."""
_UNASKED = frozenset({Cadence.EACH_PLAYER, Cadence.EACH_UNIT, Cadence.PUT_OFF})
"""Cadences in which nobody is asked."""

MAX_LIKE_DEPTH = 40
"""Limit of the depth of `like`."""

MAX_NESTED = 60
"""Limit of the steps that are open in one another before anything is done."""

MAX_CYCLES = 10
"""Limit of the cycles that are reported."""


def opened_by(clauses: Iterable[Clause]) -> Iterator[str]:
    """Steps that clauses of a step open."""
    for clause in clauses:
        meaning: Any = getattr(clause, "means", None)
        if meaning is None:
            continue
        yield from meaning.sequence or ()
        yield from meaning.each or ()
        for word in (meaning.repeats, meaning.put_off):
            if word:
                yield word
        for chosen, field in ((meaning.instead, "step"), (meaning.passing, "opens")):
            if opened := getattr(chosen, field, ""):
                yield opened


_WAYS = ("like", "opens", "ends", "points")
"""How a step leads to another."""
_NO_STEP = Step()


class StepGraph:
    """Graph of the steps of effective rules; or of what a choice makes of other rules.

    Only what a choice touches, and what stands on that, is then looked at; the rest is as in the
    graph of the rules underneath, `base`, which has no conflicts.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        base: StepGraph | None = None,
        touched: Iterable[str] = (),
        statements: ClauseWords | None = None,
    ) -> None:
        """`touched` are the steps that are not as in `base`."""
        self._ruleset = ruleset
        self.steps = ruleset.steps
        self.containers = ruleset.containers
        self._base = base
        self._touched = tuple(touched)
        self.statements: ClauseWords = base.statements if base else statements or ClauseWords()
        self._said: dict[str, SaidWords] = {}
        self._looked_into: dict[str, set[str]] = {}
        """For each step, those that come again and again and wait in it or beyond it."""

    @cached_property
    def affected(self) -> Collection[str]:
        """Steps that may say something else than in the base, in the order of the rules."""
        if self._base is None:
            return self._ruleset.steps.keys()
        found: dict[str, None] = {}
        waiting = list(self._touched)
        while waiting:
            if (name := waiting.pop()) not in found:
                found[name] = None
                waiting += self._base._sources["like"].get(name, ())
                waiting += [it for it in self._touched if self._part(it).like == name]
        return found.keys()

    @cached_property
    def reworded(self) -> Collection[str]:
        """Steps of which some word may mean something else than in the base."""
        found = dict.fromkeys(self.affected)
        if self._base is not None:
            for name in self.affected:
                found.update(dict.fromkeys(self._base._sources["points"].get(name, ())))
            for name in self._touched:
                parts = (self._part(name), self._base._part(name))
                opened = (below for part in parts for below in opened_by(part.clauses))
                for below in (*opened, *(part.like for part in parts)):
                    if self._base.is_template(below) != self.is_template(below):
                        found[below] = None
        return found.keys()

    def is_template(self, name: str) -> bool:
        """True for a step that others are like, and that nothing opens."""
        return self._leads("like", name) and not self.is_opened(name)

    def is_opened(self, name: str) -> bool:
        """True for a step that another opens."""
        return self._leads("opens", name)

    def _leads(self, how: str, name: str) -> bool:
        """True when some step leads to this one: is `like` it, `opens` it or `ends` it."""
        if self._base is None:
            return name in self._sources[how]
        return any(
            above not in self.affected for above in self._base._sources[how].get(name, ())
        ) or any(name in self._targets(how, above) for above in self.affected)

    @cached_property
    def _sources(self) -> dict[str, dict[str, list[str]]]:
        """The steps that lead to each step, by how they do."""
        found: dict[str, dict[str, list[str]]] = {how: {} for how in _WAYS}
        for how, sources in found.items():
            for name in self._ruleset.steps:
                for below in self._targets(how, name):
                    sources.setdefault(below, []).append(name)
        return found

    def _targets(self, how: str, name: str) -> Iterable[str]:
        """The steps to which a step leads: those that it opens, ends, points to, or is like."""
        part = self._part(name)
        if how == "like":
            return (part.like,) if part.like else ()
        if how == "opens":
            return {*opened_by(part.clauses)}
        if how == "ends":
            return {it.value.step for it in self._statements(name, "result")}
        orders = (
            it for word in ("first", "decides", "ties") for it in self._statements(name, word)
        )
        named = {getattr(it.value, "as_in", "") for it in orders}
        return named | {clause.means.put_off or "" for clause in part.clauses if clause.means}

    def unreached(self) -> Collection[str]:
        """Steps to which nothing leads from the battle or from an ability."""
        opened = (ability.opens for ability in self._ruleset.abilities.values())
        found: set[str] = set()
        waiting = ["battle", *opened]
        while waiting:
            if (name := waiting.pop()) not in found:
                found.add(name)
                waiting += [below for how in _WAYS for below in self._targets(how, name)]
        return self._ruleset.steps.keys() - found if "battle" in self._ruleset.steps else ()

    def _part(self, name: str) -> Step:
        """A step; an empty one when there is none."""
        return self._ruleset.steps.get(name, _NO_STEP)

    def conflicts(self) -> tuple[RuleConflict, ...]:
        """Conflicts that keep the round from being played."""
        alike: dict[str, dict[str, None]] = {}
        for name in self.affected:
            while (like := self._part(name).like) and name not in alike:
                alike[name] = {like: None}
                name = like
        if cycle := find_cycle(alike):
            first = next(name for name in self._ruleset.steps if name in cycle)
            around = format_cycle(rotated(cycle, first))
            return (RuleConflict(f"A step is like itself: {around}."),)
        if name := next(filter(self._exceeds_like_depth, self.affected), ""):
            return (
                RuleConflict(
                    f"Step {quoted(name)} is like more than {MAX_LIKE_DEPTH} others in a row."
                ),
            )
        if name := self._too_deep():
            return (
                RuleConflict(
                    f"Step {quoted(name)} stands in more than {MAX_NESTED} others that stand in "
                    "one another.",
                    "Let one step go through more of them.",
                ),
            )
        return (*self._ambiguous_dealing(), *self._endless_cycles())

    def _too_deep(self) -> str:
        """The first step that is too deep inside others; empty where none is."""
        seen, now = {"battle"}, ["battle"]
        for _ in range(MAX_NESTED + 1):
            below = dict.fromkeys(it for name in now for it in self._targets("opens", name))
            now = [name for name in below if name in self.steps and name not in seen]
            seen.update(now)
        return now[0] if now else ""

    def _exceeds_like_depth(self, name: str) -> bool:
        """True when a step inherits clauses through too many steps."""
        for _ in range(MAX_LIKE_DEPTH + 1):
            if not name:
                return False
            name = self._part(name).like
        return bool(name)

    def _ambiguous_dealing(self) -> Iterator[RuleConflict]:
        """Conflicts of a cadence that deals one step with more than one step to deal."""
        for name in self.affected:
            by = self._one_step_cadences(name)
            each = tuple(self._dealt_steps(name)) if by else ()
            dealt = dict.fromkeys(what for _, what in each)
            clauses = (
                statement.clause for statement in (*by, *(statement for statement, _ in each))
            )
            if len(dealt) > 1:
                yield RuleConflict(
                    f"`cadence: {by[0].value}` deals one step to {_EACH[by[0].value]} in "
                    f"{quoted(name)}, not {enumerated(dealt, 'and')}.",
                    "Put them into the `sequence` of one step.",
                    tuple(dict.fromkeys(clauses)),
                )

    def _endless_cycles(self) -> Iterator[RuleConflict]:
        """Conflicts for cycles of steps that always open each other."""
        opened = self._opened_from(self._restarted)
        for _ in range(MAX_CYCLES):
            if not (cycle := find_cycle(opened)):
                return
            clauses = [opened[above].pop(below) for above, below in edges(cycle)]
            # The problem is located at the patch that closes the cycle.
            clauses.sort(key=lambda it: (it.ruleset == self._ruleset.ruleset, bool(it.of)))
            yield RuleConflict(
                f"This step opens itself and can never end: {format_cycle(cycle)}.",
                "What comes again and again is what another step `repeats`.",
                tuple(dict.fromkeys(clauses)),
            )

    @cached_property
    def _restarted(self) -> Collection[str]:
        """Steps that may end or go on otherwise than in the base."""
        if self._base is None:
            return self.affected
        ended = (
            name
            for graph in (self._base, self)
            for above in self.affected
            for name in graph._targets("ends", above)
        )
        return dict.fromkeys((*self.affected, *ended)).keys()

    def _opened_from(self, start: Iterable[str]) -> dict[str, dict[str, Clause]]:
        """What these steps always open, and what that opens in turn, in the order of the rules."""
        found: dict[str, dict[str, Clause]] = {}
        waiting = [name for name in start if name in self._ruleset.steps]
        while waiting:
            if (name := waiting.pop()) not in found:
                found[name] = self._forced_successors(name)
                waiting += found[name]
        return {name: found[name] for name in self._ruleset.steps if name in found}

    def _forced_successors(self, name: str) -> dict[str, Clause]:
        """Edges without a choice: the steps that a step always opens, each with its clause."""
        if self._leads("ends", name) or self._ends_on_condition(name):
            return {}  # It can end before opening them.
        opened: dict[str, Clause] = {}
        for statement, below in self._successors(name):
            ruled_out = self._statements(below, "needs") or self._statements(below, "bars")
            if not statement.guarded and not ruled_out and below in self._ruleset.steps:
                opened.setdefault(below, statement.clause)
        return opened

    def _ends_on_condition(self, name: str) -> bool:
        """True when a step ends as soon as a condition holds."""
        return any(isinstance(it.value, Condition) for it in self._statements(name, "until"))

    def always_goes_on(self, outer: str, inner: str) -> bool:
        """True when a step of nobody, such as a round, goes on whenever another does."""

        def reached(ways: Callable[[str], Iterable[str]], without: str) -> set[str]:
            found: set[str] = set()
            waiting = ["battle"]
            while waiting:
                if (name := waiting.pop()) in self.steps and name not in {*found, without}:
                    found.add(name)
                    waiting += ways(name)
            return found

        def opens(name: str) -> Iterator[str]:
            while name:
                yield from self._targets("opens", name)
                name = self._part(name).like

        return (
            outer in reached(self._goes_through, "") - {"battle"}
            and inner in reached(opens, "")
            and inner not in reached(opens, outer)
        )

    def _goes_through(self, name: str) -> Iterator[str]:
        """The steps that a step opens for whoever has it, and for nobody where nobody has."""
        for word in ("sequence", "repeats"):
            for it in self._statements(name, word):
                yield from (it.value,) if isinstance(it.value, str) else it.value

    def _openers(self, name: str) -> list[str]:
        """The steps that open a step, by what they say or by what they are like."""
        if self._base is None:
            own = self._sources["opens"].get(name, [])
        else:
            before = self._base._sources["opens"].get(name, ())
            own = [it for it in before if it not in self.affected]
            own += [it for it in self.affected if name in self._targets("opens", it)]
        alike = (it for it in self.steps if self._part(it).like in own)
        return [*own, *alike]

    def is_of_nobody(self, name: str) -> bool:
        """True when a step is the battle, or only ever goes on in it and in others of nobody."""
        waiting, found = [name], set[str]()
        while waiting:
            below = waiting.pop()
            if below == "battle" or below in found:
                continue
            found.add(below)
            above = self._openers(below)
            if not above or any(below not in self._goes_through(it) for it in above):
                return False
            waiting += above
        return True

    def is_of_units(self, change: Change) -> bool:
        """True when what changes is a fact or a value of single units."""
        part = self._ruleset.facts.get(change.fact) or self._ruleset.values.get(change.value)
        return part is not None and part.of in (Subject.UNIT, *BETWEEN_UNITS, Holder.UNIT)

    def meant(self, name: str) -> str:
        """The step that a name means here: another one where a clause says how it is read."""
        effect = self._ruleset.effects.get(name)
        read = (it.means.reads_as for it in effect.clauses if it.means) if effect else ()
        return next(filter(None, read), name)

    def open_around(self, name: str) -> Collection[str]:
        """Steps that may be going on where it is asked whether something is done as a step says.

        All of them, where nobody can tell, as for a step that an ability opens.
        """
        abilities = self._ruleset.abilities.values()
        around, waiting = set[str](), [name]
        while waiting:
            below = waiting.pop()
            above = self._openers(below)
            if (not above and below != "battle") or any(it.opens == below for it in abilities):
                return self.steps
            waiting += (it for it in above if it not in around)
            around.update(above)
        return around | ({name} if {*DEALS} & self.said(name).keys() else set())

    def idle_circles(self) -> Iterator[RuleConflict]:
        """Conflicts for steps that come again and again with nothing to decide and no end."""
        for name in self._circling:
            repeats = [it for it in self._statements(name, "repeats") if not it.guarded]
            ends = self._leads("ends", name) or self._statements(name, "times")
            if not repeats or ends or self._ends_on_condition(name):
                continue
            seen: set[str] = set()
            waits = self._waits_inside(name, seen)
            for below in seen:
                self._looked_into.setdefault(below, set()).add(name)
            if not waits:
                below = repeats[0].value
                yield RuleConflict(
                    f"This goes in circles: {quoted(below)} comes again and again, and nothing in "
                    "it is chosen, rolled or drawn.",
                    f"Say in `until` when {quoted(name)} ends, "
                    f"or in {quoted(below)} who does what.",
                    (repeats[0].clause,),
                )

    @cached_property
    def _circling(self) -> Collection[str]:
        """Steps that may come again and again otherwise than in the base."""
        if self._base is None:
            return self.affected
        above = (
            name
            for below in self._restarted
            for name in sorted(self._base._looked_into.get(below, ()))
        )
        return dict.fromkeys((*self._restarted, *above)).keys()

    def _waits_inside(self, name: str, seen: set[str]) -> bool:
        """True when something is chosen, rolled or drawn in a step or in what it opens."""
        if name in seen or name not in self._ruleset.steps:
            return False
        seen.add(name)
        checks = self._statements(name, "check")
        if any(it.value != "none" for it in checks):
            return True
        words = ("chooses", "draws", "moves", "decides", "each_ability")
        if any(self._statements(name, word) for word in words) or self._rolls(name):
            return True
        dealt = [below for _, below in self._dealt_steps(name)]
        cadences = {it.value for it in self._statements(name, "cadence")}
        if dealt and not (cadences and cadences <= _UNASKED):
            return True
        body = [below for _, below in self._successors(name)]
        return any(self._waits_inside(below, seen) for below in (*body, *dealt))

    def _rolls(self, name: str) -> bool:
        """True when a step asks for dice in its order of sides, or in what it changes."""
        return any(
            isinstance(field, str) and parse_dice(field)
            for word in ("first", "ties", "changes")
            for it in self._statements(name, word)
            for _, value in inner_values(it.value)
            for field in vars(value).values()
        )

    def _successors(self, name: str) -> Iterator[tuple[ClauseWord, str]]:
        """Steps that a step opens without a player's choice, each with its statement."""
        if sequence := self._statements(name, "sequence"):
            for statement in sequence:
                yield from ((statement, below) for below in statement.value)
        elif repeats := self._statements(name, "repeats"):
            yield from ((statement, statement.value) for statement in repeats)
        elif any(it.value is Cadence.EACH_PLAYER for it in self._one_step_cadences(name)):
            yield from self._dealt_steps(name)

    def _one_step_cadences(self, name: str) -> list[ClauseWord]:
        """Statements by which a step deals one step to everybody."""
        if self._statements(name, "sequence") or self._statements(name, "repeats"):
            return []  # It does not deal turns.
        return [it for it in self._statements(name, "cadence") if it.value in _EACH]

    def _dealt_steps(self, name: str) -> Iterator[tuple[ClauseWord, str]]:
        """Steps and abilities that a step deals."""
        for statement in self._statements(name, "each"):
            yield from ((statement, below) for below in statement.value)
        for statement in self._statements(name, "each_ability"):
            yield statement, f"abilities of the {statement.value}"

    def said(self, name: str) -> SaidWords:
        """What a step says, word by word: by its own clauses, and by those it takes over."""
        if self._base is not None and name not in self.affected:
            return self._base.said(name)
        if name not in self._said:
            step = self._part(name)
            found = self.statements.by_word(step.clauses)
            for word, inherited in self.said(step.like).items() if step.like else ():
                # What it says of its own without a guard takes the place of what it would inherit.
                if not any(not it.guarded and is_single(it) for it in found.get(word, ())):
                    found[word] = [*found.get(word, ()), *inherited]
            self._said[name] = found
        return self._said[name]

    @cached_property
    def orders_taken_up(self) -> Collection[str]:
        """Steps of whose order, or of whose roll for it, another step or its own next time asks."""
        orders = ("first", "decides", "ties")
        keys = (
            it.value for step in self.steps for w in orders for it in self.said(step).get(w, ())
        )
        return {it for key in keys if isinstance(key, OrderKey) for it in (key.as_in, key.of)}

    def _statements(self, name: str, word: str) -> list[ClauseWord]:
        """Statements of a word of a step, own and inherited."""
        return self.said(name).get(word, [])
