"""Policies: how sides choose when nobody plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from random import Random

from turnwright.engine.decision import ChoiceKind
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.lab.legal_moves import singly
from turnwright.language.input import DONE, PASS, Choice, Input

Tried = dict[int, Counter[tuple[str, tuple[str, ...]]]]
"""What was tried in each step, by its serial: what, with which units, and how often."""


class Policy(StrEnum):
    """How sides choose."""

    FIRST_LISTED = "first_listed"
    """The first thing that the step has seen least often, with the first unit that may do it.

    Who may say who goes first names itself. Nobody passes, or is done, before every unit that
    may act has done everything it may."""
    RANDOM_LEGAL = "random_legal"
    """Any thing that the step has seen least often, with any unit, each as likely as any other."""


def note_tried(state: State, tried: Tried, given: Choice) -> None:
    """Note that a choice was made in the step that asks."""
    tried.setdefault(state.stack[-1].serial, Counter())[given.does, given.units] += 1


def candidates(
    program: Program, state: State, policy: Policy, tried: Tried, random: Random
) -> Iterator[Input]:
    """Inputs that a side tries by its policy, one after another until one is not refused."""
    for group in _groups(program, state, tried):
        if policy is Policy.RANDOM_LEGAL:
            random.shuffle(group)
        yield from group


def _groups(program: Program, state: State, tried: Tried) -> list[list[Input]]:
    """The same in groups: a group is tried when all before it are refused."""
    ask = state.ask
    ways = [*singly(program, state)]
    if ask.kind is ChoiceKind.CHANCE:
        return _chances(state, ways, tried)
    # Abilities are left alone: a roster has none, and a mission that brings some is not needed.
    declined: list[Input] = [Choice(PASS)] if ask.passing is not None else []
    return [group for group in (declined, ways) if group]


def _chances(state: State, ways: list[Input], tried: Tried) -> list[list[Input]]:
    """Ways to spend a chance, those that were tried least often first; then to pass."""
    ask = state.ask
    here = tried.get(state.stack[-1].serial, Counter())
    by_count: dict[int, list[Input]] = {}
    for way in ways:
        assert isinstance(way, Choice)
        by_count.setdefault(here[way.does, way.units], []).append(way)
    leave: list[list[Input]] = []
    if ask.finish is not None:
        leave.append([Choice(DONE)])
    elif ask.passing is not None:
        leave.append([Choice(PASS)])
    fresh = by_count.pop(0, [])
    again: list[list[Input]] = [by_count[many] for many in sorted(by_count)]
    return [group for group in (fresh, *leave, *again) if group]
