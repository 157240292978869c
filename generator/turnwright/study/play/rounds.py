"""Rounds: the acts of a first round, and of the first moment of the next."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

from turnwright.study.play.acts import Act
from turnwright.study.play.chance import TooMany
from turnwright.study.play.mustering import Armies
from turnwright.study.play.playing import (
    MAX_INPUTS,
    Moment,
    Step,
    branches,
    endless,
    sampled,
)
from turnwright.study.play.policies import Policy

BUDGET = 4500
"""Limit of the inputs that are played to go through a round exactly."""
MAX_NEW = 400
"""Limit of the moments that come about side by side and were not met before."""
MAX_PATHS = 20000
"""Limit of the ways into a round that are gone through side by side."""


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


def exact_rounds(
    armies: Armies, policy: Policy, budget: int = BUDGET
) -> dict[Round, Fraction] | None:
    """Every way a first round may go, with how likely it is; None when that takes too long.

    Paths that have come to equal moments after equal acts are one. Raises PlayStopped.
    """
    first = begins(armies)
    going: dict[Moment, dict[Round, Fraction]] = {first.moment: {first.done: Fraction(1)}}
    found: dict[Round, Fraction] = {}
    # Many orders of acts lead to one moment, and what may follow is played once for each.
    known: dict[Moment, list[tuple[Fraction, Step]]] = {}
    inputs = 0
    for _ in range(MAX_INPUTS):
        following: dict[Moment, dict[Round, Fraction]] = {}
        new = sum(moment not in known for moment in going)
        if new > MAX_NEW:
            return None
        for moment, rounds in going.items():
            onward = known.get(moment)
            if onward is None:
                try:
                    onward = known[moment] = branches(armies, moment, policy)
                except TooMany:
                    return None
                inputs += len(onward)
                new -= 1
                # What comes side by side is much alike, so the rest of it takes about as much.
                if inputs + new * len(onward) > budget:
                    return None
            for share, step in onward:
                still = following.setdefault(step.moment, {})
                for done, weight in rounds.items():
                    after = goes_on(armies, Path(moment, done), step)
                    into = found if is_whole(after) else still
                    part = weight if len(onward) == 1 else weight * share
                    into[after.done] = into[after.done] + part if after.done in into else part
        going = {moment: rounds for moment, rounds in following.items() if rounds}
        if sum(map(len, going.values())) > MAX_PATHS:
            return None
        if not going:
            return found
    raise endless()


def sampled_round(armies: Armies, policy: Policy, random: Random) -> Round:
    """One first round, chosen by the policy and by chance. Raises PlayStopped."""
    path = begins(armies)
    for _ in range(MAX_INPUTS):
        if is_whole(path):
            return path.done
        path = goes_on(armies, path, sampled(armies, path.moment, policy, random))
    raise endless()
