"""Policies: how sides choose when nobody plays them."""

from __future__ import annotations

from enum import StrEnum

from turnwright.engine.decision import ChoiceKind
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.lab.offers import singly
from turnwright.language.input import DONE, PASS, Choice, Input

Tried = tuple[tuple[int, tuple[tuple[str, str, int], ...]], ...]
"""What was tried in each open step, by its serial: what, with which unit, and how often."""


class Policy(StrEnum):
    """How sides choose."""

    FIRST_LISTED = "first_listed"
    """The first thing that the step has seen least often, with the first unit that may do it.

    Who may say who goes first names itself. Nobody passes, or is done, before every unit that
    may act has done everything it may."""
    RANDOM_LEGAL = "random_legal"
    """Any thing that the step has seen least often, with any unit, each as likely as any other."""


def tried_here(state: State, tried: Tried) -> dict[tuple[str, str], int]:
    """What was tried in the step that asks, and how often."""
    serial = state.stack[-1].serial
    return {(does, unit): many for at, those in tried for does, unit, many in those if at == serial}


def note_tried(state: State, tried: Tried, given: Choice) -> Tried:
    """What was tried, after a chance was spent; steps that are closed are forgotten."""
    here = tried_here(state, tried)
    what = (given.does, ",".join(given.units))
    here[what] = here.get(what, 0) + 1
    serial = state.stack[-1].serial
    others = tuple(entry for entry in tried if entry[0] != serial)
    counted = tuple(sorted((does, unit, many) for (does, unit), many in here.items()))
    return (*others, (serial, counted))


def open_steps(state: State, tried: Tried) -> Tried:
    """What was tried in steps that are still open."""
    serials = {frame.serial for frame in state.stack}
    return tuple(entry for entry in tried if entry[0] in serials)


def candidates(program: Program, state: State, tried: Tried) -> list[list[Input]]:
    """Inputs that a side may try, in groups: a group is tried when all before it are refused."""
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
    here = tried_here(state, tried)
    by_count: dict[int, list[Input]] = {}
    for way in ways:
        assert isinstance(way, Choice)
        many = here.get((way.does, ",".join(way.units)), 0)
        by_count.setdefault(many, []).append(way)
    leave: list[list[Input]] = []
    if ask.finish is not None:
        leave.append([Choice(DONE)])
    elif ask.passing is not None:
        leave.append([Choice(PASS)])
    fresh = by_count.pop(0, [])
    again: list[list[Input]] = [by_count[many] for many in sorted(by_count)]
    return [group for group in (fresh, *leave, *again) if group]
