"""Policies: how sides choose when nobody plays them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import product

from turnwright.engine.apply import legal_action
from turnwright.engine.chance_tree import held_markers
from turnwright.engine.decision import ChoiceKind
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.language.input import DONE, FIRST, PASS, Choice, Draw, Input

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
    if ask.kind is ChoiceKind.CHANCE:
        return _chances(program, state, tried)
    if ask.kind is ChoiceKind.FIRST:
        sides = (state.roster.side(side) for side in _sides_from(state, ask.side))
        return [[Choice(FIRST, first=side) for side in sides]]
    if ask.kind is ChoiceKind.MARKER:
        return [[Draw(*marker) for marker in held_markers(program, state)]]
    declined: list[Input] = [Choice(PASS)] if ask.passing is not None else []
    plain: list[Input] = []
    for does, mask in ask.legal:
        legal = legal_action(program, state, does, mask)
        units = legal.units or ("",)
        if ask.kind is ChoiceKind.PUT_OFF:
            plain += [
                Choice(does, (unit,), target=target, using=item)
                for unit, targets in legal.targets
                for target in targets or ("",)
                for item in legal.using or ("",)
            ]
        elif ask.kind is ChoiceKind.MOVE:
            plain += [Choice(does, (unit,), inches=0) for unit in units]
        else:
            plain += [Choice(does, (unit,) if unit else ()) for unit in units]
    # Abilities are left alone: a roster has none, and a mission that brings some is not needed.
    return [group for group in (declined, plain) if group]


def _chances(program: Program, state: State, tried: Tried) -> list[list[Input]]:
    """Ways to spend a chance, those that were tried least often first; then to pass."""
    ask = state.ask
    here = tried_here(state, tried)
    by_count: dict[int, list[Input]] = {}
    for choice in _ways(program, state):
        many = here.get((choice.does, ",".join(choice.units)), 0)
        by_count.setdefault(many, []).append(choice)
    leave: list[list[Input]] = []
    if ask.finish is not None:
        leave.append([Choice(DONE)])
    elif ask.passing is not None:
        leave.append([Choice(PASS)])
    fresh = by_count.pop(0, [])
    again: list[list[Input]] = [by_count[many] for many in sorted(by_count)]
    return [group for group in (fresh, *leave, *again) if group]


def _ways(program: Program, state: State) -> Iterator[Choice]:
    """All ways to spend a chance, in the order in which they are listed."""
    for does, mask in state.ask.legal:
        action = legal_action(program, state, does, mask)
        targets = dict(action.targets)
        for unit in action.units or ("",):
            units = (unit,) if unit else ()
            on = targets.get(unit or state.roster.side(state.ask.side), ()) or ("",)
            for target, item in product(on, action.using or ("",)):
                yield Choice(does, units, target=target, using=item)


def _sides_from(state: State, side: int) -> Iterator[int]:
    """All sides, beginning with this one."""
    many = state.roster.sides
    yield from ((side + step) % many for step in range(many))
