"""Trials: a battle of small armies that is tried out, input by input, and what was seen in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from turnwright.engine.apply import ruled_out, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.invariants import asked
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.examples.programs import once_for_ruleset
from turnwright.examples.replay import armies
from turnwright.lab.legal_moves import offered, settling
from turnwright.lab.muster import packed_rules, unpacked_rules
from turnwright.lab.playing import Act, stopped
from turnwright.language.event import Began, Event
from turnwright.language.example import Example
from turnwright.language.input import Input
from turnwright.language.ruleset import Ruleset

PLACE = "place"
"""What the engine asks for that does not know where somebody stands."""


class LineOfPlay(NamedTuple):
    """Line of play: all that was said since a battle began."""

    said: tuple[Input, ...] = ()
    trial: int = 0
    """The number of the trial whose battle it is."""

    def and_then(self, given: Input) -> LineOfPlay:
        """The line with one more input."""
        return LineOfPlay((*self.said, given), self.trial)


@once_for_ruleset
def claimed_program(rules: Ruleset) -> Program:
    """Program of a ruleset that knows what is claimed of every moment."""
    return compile_ruleset(rules, invariants=True)


@dataclass(frozen=True)
class Trial:
    """Trial of a system: its effective rules, and a battle to begin. Can be sent to a process."""

    rules: Ruleset
    battle: Example
    rounds: int = 1
    """How many rounds of the battle are played."""

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked, (packed_rules(self.rules), self.battle, self.rounds)

    @property
    def program(self) -> Program:
        """The rules, ready to be played."""
        return claimed_program(self.rules)

    def begin(self, record: set[str]) -> tuple[State, tuple[Event, ...]]:
        """Begin the battle."""
        it = self.battle
        return start(self.program, armies(it), it.mission, it.facts, record, it.values)

    def is_over(self, state: State, acts: int) -> bool:
        """Whether the last round is over; without rounds, when all units could have acted."""
        if state.ask.awaits is Awaits.END:
            return True
        if self.program.round:
            return state.round > self.rounds
        return acts >= self.rounds * state.roster.everybody.bit_count()


def _unpacked(packed: bytes, battle: Example, rounds: int) -> Trial:
    """Trial as it comes to another process."""
    return Trial(unpacked_rules(packed), battle, rounds)


@dataclass
class Seen:
    """What was seen in trials of a system."""

    reached: set[str] = field(default_factory=set)
    """The steps that opened."""
    used: set[str] = field(default_factory=set)
    """Full ids of the clauses that were consulted."""
    asked: set[str] = field(default_factory=set)
    """The claims that were asked of somebody."""
    unknown: dict[str, str] = field(default_factory=dict)
    """Claims that could not be asked, each with what nobody has said."""
    broken: dict[str, LineOfPlay] = field(default_factory=dict)
    """For each claim that was broken, the shortest line that does it."""
    stuck: dict[str, LineOfPlay] = field(default_factory=dict)
    """For each way to get stuck, as a sentence, the shortest line that leads there."""
    waits: dict[int, tuple[int, LineOfPlay]] = field(default_factory=dict)
    """For each side of the first trial, the most acts of others that it sits through, and a line to
    the end of it."""
    untried: set[str] = field(default_factory=set)
    """What could have been done and was not tried, as sentences."""
    lacking: set[str] = field(default_factory=set)
    """What nobody has said, so that a battle came to a stop there, as sentences."""
    rounds: int = 0
    """How many battles were played at random."""
    ended: int = 0
    """How many of them came to an end."""
    longest: int = 0
    """The most inputs that one of these took."""

    def note(
        self, program: Program, state: State, events: tuple[Event, ...], line: LineOfPlay
    ) -> None:
        """Note a state that was come to."""
        self.note_opened(events)
        for answer in asked(program, state):
            if answer.whom:
                self.asked.add(answer.name)
            if answer.unknown:
                self.unknown.setdefault(answer.name, answer.unknown)
            if answer.broken_by:
                keep(self.broken, answer.name, line)
        ask = state.ask
        if ask.awaits in (Awaits.UNSAID, Awaits.CONTRADICTED) and not settling(program, state):
            value, _, whose = ask.unsaid.partition(" of ")
            if whose and value == PLACE:
                self.lacking.add("What needs to know where a unit stands that has no place.")
            elif whose and value in program.symbols.holders:
                self.lacking.add(f"What needs `{value}`, which no card and no rule says.")
            else:
                keep(self.stuck, str(stopped(state)), line)

    def note_opened(self, events: tuple[Event, ...]) -> None:
        """Note the steps that opened."""
        self.reached.update(event.step for event in events if isinstance(event, Began))

    def note_excluded(self, program: Program, state: State, every: int) -> None:
        """Note the clauses that rule somebody out, unless all clauses were seen at work."""
        if len(self.used) < every:
            ruled_out(program, state, self.used)

    def note_nothing_goes(self, state: State, line: LineOfPlay) -> None:
        """Note a choice of which everything that was tried is refused."""
        if state.ask.kind is ChoiceKind.MOVE:
            self.untried.add("A move that has to go somewhere: it was left there.")
        else:
            keep(self.stuck, str(stopped(state)), line)

    def note_wait(self, side: int, acts: int, line: LineOfPlay) -> None:
        """Note how many acts of others a side sits through."""
        known = self.waits.get(side, (0, LineOfPlay()))
        if not line.trial and (-acts, len(line.said)) < (-known[0], len(known[1].said)):
            self.waits[side] = acts, line

    def add(self, other: Seen) -> None:
        """Add what was seen elsewhere."""
        self.reached |= other.reached
        self.used |= other.used
        self.asked |= other.asked
        self.untried |= other.untried
        self.lacking |= other.lacking
        self.unknown = other.unknown | self.unknown
        self.rounds += other.rounds
        self.ended += other.ended
        self.longest = max(self.longest, other.longest)
        for mine, theirs in ((self.broken, other.broken), (self.stuck, other.stuck)):
            for name, line in theirs.items():
                keep(mine, name, line)
        for side, (acts, line) in other.waits.items():
            self.note_wait(side, acts, line)


def keep(lines: dict[str, LineOfPlay], name: str, line: LineOfPlay) -> None:
    """Keep a line if there is no shorter one of this name."""
    known = lines.get(name)
    if known is None or (len(line.said), line.trial) < (len(known.said), known.trial):
        lines[name] = line


def ways_on(program: Program, state: State) -> Iterator[Input]:
    """Every input that is tried at a choice, or where the table settles what is left open."""
    yield from settling(program, state)
    yield from offered(program, state)


def after_act(waited: int, side: int, act: Act) -> int:
    """How many acts of others a side has sat through after one more."""
    if act.side == side:
        return 0
    return waited if act.reaction else waited + 1
