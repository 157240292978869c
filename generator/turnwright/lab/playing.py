"""Playing: a battle that goes on by a policy and by chance, one input after another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from turnwright.engine import chance_tree
from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.state import State
from turnwright.lab.activations import Act, Counted, act_of
from turnwright.lab.armies import Armies, PlayStopped
from turnwright.lab.offers import settling
from turnwright.lab.policies import Policy, Tried, candidates, note_tried, open_steps
from turnwright.language.input import Choice, Input

MAX_INPUTS = 5000
"""Limit of the inputs of one play; a system that takes more does not end under its policy."""


class Moment(NamedTuple):
    """Moment of a play: the state of the battle, with what the policy and the figures remember."""

    state: State
    tried: Tried = ()
    counted: Counted = frozenset()

    @property
    def is_over(self) -> bool:
        """True when the battle is over."""
        return self.state.ask.awaits is Awaits.END


class Step(NamedTuple):
    """Step of a play: an input, and what comes of it."""

    given: Input
    moment: Moment
    act: Act | None
    """The act that it begins, if it begins one."""


def going_on(armies: Armies, moment: Moment, given: Input) -> Step:
    """Go on by one input. Raises Refused when the rules do not allow it."""
    before = moment.state
    after, _ = apply(armies.program, before, given)
    act, counted = act_of(armies.program, before, given, after, moment.counted)
    tried = moment.tried
    if isinstance(given, Choice) and before.stack:
        tried = note_tried(before, tried, given)
    return Step(given, Moment(after, open_steps(after, tried), counted), act)


def sampled(armies: Armies, moment: Moment, policy: Policy, random: Random) -> Step:
    """Go on by one input, chosen by the policy or by chance. Raises PlayStopped."""
    state = moment.state
    if state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
        return going_on(armies, moment, chance_tree.outcome(armies.program, state, random))
    if settled := settling(armies.program, state):
        return going_on(armies, moment, random.choice(settled))
    for group in groups(armies, moment):
        if policy is Policy.RANDOM_LEGAL:
            random.shuffle(group)
        for given in group:
            try:
                return going_on(armies, moment, given)
            except Refused:
                continue
    raise stopped(state)


def groups(armies: Armies, moment: Moment) -> Iterator[list[Input]]:
    """Inputs that may be tried, in groups; none where no side can go on."""
    if moment.state.ask.awaits is Awaits.CHOICE:
        yield from candidates(armies.program, moment.state, moment.tried)


def stopped(state: State) -> PlayStopped:
    """The stop of a play that cannot go on, as a sentence."""
    ask = state.ask
    if ask.awaits is Awaits.UNSAID and not ask.what:
        return PlayStopped(f"It stops in `{ask.step}`: no rule says `{ask.unsaid}`.")
    if ask.awaits is Awaits.UNSAID:
        return PlayStopped(f"It stops in `{ask.step}`: steps open each other again and again.")
    if ask.awaits is Awaits.CONTRADICTED:
        return PlayStopped(f"It stops in `{ask.step}`: two rules say `{ask.unsaid}` differently.")
    return PlayStopped(f"It stops in `{ask.step}`: nothing that is listed there can be done.")


def endless(inputs: int = MAX_INPUTS) -> PlayStopped:
    """The stop of a play that does not end, as a sentence."""
    return PlayStopped(f"It does not end under this policy: a round takes over {inputs} inputs.")


class Round(NamedTuple):
    """Round of a battle: the acts in it, and the first of the next."""

    acts: tuple[Act, ...] = ()
    next_first: Act | None = None

    def with_act(self, act: Act, is_next: bool) -> Round:
        """The round with one more act, or with the first act of the next round."""
        return self._replace(next_first=act) if is_next else Round((*self.acts, act))


class Path(NamedTuple):
    """Path into a round: where the battle is, and what was done so far."""

    moment: Moment
    done: Round = Round()


def begins(armies: Armies) -> Path:
    """Path before the first input."""
    return Path(Moment(armies.begin()[0]))


def goes_on(armies: Armies, path: Path, step: Step) -> Path:
    """Path after one more step."""
    done = path.done
    if step.act is not None:
        done = done.with_act(step.act, is_next_round(armies, path, step))
    return Path(step.moment, done)


def is_next_round(armies: Armies, path: Path, step: Step) -> bool:
    """True for an act of the next round.

    Where a system has no rounds, as many acts as there are units make one.
    """
    if armies.program.round:
        return path.moment.state.round > 1
    return len(path.done.acts) >= path.moment.state.roster.everybody.bit_count()


def is_whole(path: Path) -> bool:
    """True when nothing of the round is left to be seen."""
    return path.done.next_first is not None or path.moment.is_over


def sampled_round(armies: Armies, policy: Policy, random: Random) -> Round:
    """One first round, chosen by the policy and by chance. Raises PlayStopped."""
    path = begins(armies)
    for _ in range(MAX_INPUTS):
        if is_whole(path):
            return path.done
        path = goes_on(armies, path, sampled(armies, path.moment, policy, random))
    raise endless()
