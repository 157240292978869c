"""Random search: battles in which each input on offer is as likely as any other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.odds import random_input
from turnwright.engine.state import State
from turnwright.lab.playing import MAX_INPUTS, act_of, endless
from turnwright.lab.trials import LineOfPlay, Seen, Trial, after_act, keep, ways_on
from turnwright.language.input import Input


def play_at_random(trials: Sequence[Trial], first: int, numbers: range, seed: int) -> Seen:
    """Play battles of these numbers at random, in whatever process: what was seen in them.

    The trials take turns, from that of the number `first` on.
    """
    seen = Seen()
    for number in numbers:
        at = first + number % (len(trials) - first)
        _Random(trials[at], seen, Random(f"{seed} {number}"), at).play()
        seen.rounds += 1
    return seen


class _Random:
    """A battle that is played at random: each input on offer is as likely as any other."""

    def __init__(self, trial: Trial, seen: Seen, random: Random, at: int) -> None:
        self.trial, self.seen, self.random = trial, seen, random
        self.program = trial.program
        self.every = len(trial.rules.clauses())
        self.line = LineOfPlay((), at)
        self.acts = 0
        self.counted: frozenset[int] = frozenset()
        self.waiting: dict[int, int] = dict.fromkeys(range(len(trial.rules.sides)), 0)
        """For each side, how many acts of others it sits through."""

    def play(self) -> None:
        """Play it to the end of its last round."""
        state, events = self.trial.begin(self.seen.used)
        self.seen.note(self.program, state, events, self.line)
        for _ in range(MAX_INPUTS):
            if self.trial.is_over(state, self.acts):
                self.seen.ended += 1
                self.seen.longest = max(self.seen.longest, len(self.line.said))
                break
            after = self.goes_on(state)
            if after is None:
                break
            state = after
        else:
            keep(self.seen.stuck, str(endless()), self.line)

    def goes_on(self, state: State) -> State | None:
        """The state after one more input; None where nothing can be done."""
        if state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
            return self.does(state, random_input(self.program, state, self.random))
        self.seen.note_excluded(self.program, state, self.every)
        ways = [*ways_on(self.program, state)]
        self.random.shuffle(ways)
        for given in ways:
            try:
                return self.does(state, given)
            except Refused:
                continue
        if state.ask.awaits is Awaits.CHOICE:
            self.seen.note_nothing_goes(state, self.line)
        return None

    def does(self, state: State, given: Input) -> State:
        """The state after an input. Raises Refused."""
        after, events = apply(self.program, state, given, self.seen.used)
        self.line = self.line.and_then(given)
        act, self.counted = act_of(self.program, state, given, after, self.counted)
        if act is not None and not self.trial.is_over(state, self.acts):
            self.acts += not act.reaction
            for side in self.waiting:
                self.waiting[side] = after_act(self.waiting[side], side, act)
                self.seen.note_wait(side, self.waiting[side], self.line)
        self.seen.note(self.program, after, events, self.line)
        return after
