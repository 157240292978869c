"""Walks: one round as it is played out, deed by deed, for a timeline."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from turnwright.engine.inputs import Choice
from turnwright.study.play.acts import deed_of
from turnwright.study.play.cases import Case
from turnwright.study.play.playing import MAX_INPUTS, endless, sampled
from turnwright.study.play.rounds import begins, goes_on, is_whole


@dataclass(frozen=True)
class Deed:
    """Deed: what units do with a chance."""

    side: int
    """The number of their side in the roster."""
    units: tuple[str, ...]
    does: str
    """The step that they go through."""
    during: str
    """The step that dealt the chance."""
    act: int
    """The number of the act that it belongs to, from 0."""
    reaction: bool


def walk(case: Case, seed: int = 0) -> tuple[Deed, ...]:
    """The deeds of one first round, where the roster's first side is listed first.

    Raises PlayStopped where nobody can go on.
    """
    armies = case.first_seat()
    random = Random(seed)
    path = begins(armies)
    deeds: list[Deed] = []
    act = -1
    for _ in range(MAX_INPUTS):
        if is_whole(path):
            return tuple(deeds)
        before = path.moment.state
        step = sampled(armies, path.moment, case.policy, random)
        path = goes_on(armies, path, step)
        if path.done.next_first is not None:
            return tuple(deeds)
        deed = deed_of(armies.program, before, step.given)
        if deed is None or not isinstance(step.given, Choice):
            continue
        units = step.given.units
        of_these = next((one for one in reversed(deeds) if one.units == units), None)
        reaction = deed.reaction
        if step.act is not None or of_these is None:
            act += 1
            number = act
        else:
            number, reaction = of_these.act, of_these.reaction
        deeds.append(Deed(deed.side, units, step.given.does, before.ask.step, number, reaction))
    raise endless()


def without_openings(deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Deeds without those that only open an act, in which the unit then does other things."""
    return tuple(
        deed
        for number, deed in enumerate(deeds)
        if not (
            number + 1 < len(deeds)
            and deeds[number + 1].act == deed.act
            and deeds[number + 1].units == deed.units
            and (number == 0 or deeds[number - 1].act != deed.act)
            and deeds[number + 1].during != deed.during
        )
    )
