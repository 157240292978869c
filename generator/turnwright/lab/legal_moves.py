"""Legal moves: every input by which whoever decides may go on, as the rules list them.

Where something goes, which models do it, and with which several items at once is not listed:
there is no end to that. Who moves, stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from turnwright.engine.apply import apply, legal_action
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.odds import held_markers
from turnwright.engine.program import Program
from turnwright.engine.state import State, bits
from turnwright.language.input import DONE, FIRST, PASS, Choice, Declaration, Draw, Input

MOST_TOGETHER = 4
"""Units of which all groups are listed that one chance may start; of more, only pairs."""


def offered(program: Program, state: State) -> Iterator[Input]:
    """All inputs that are on offer, those that give the chance up last; nothing for dice."""
    ask = state.ask
    if ask.awaits is not Awaits.CHOICE:
        return
    yield from singly(program, state)
    if ask.several:
        yield from _together(program, state)
    if ask.finish is not None:
        yield Choice(DONE)
    if ask.passing is not None:
        yield Choice(PASS)


def singly(program: Program, state: State) -> Iterator[Input]:
    """What may be done, by one unit at a time, in the order in which it is listed."""
    ask = state.ask
    if ask.kind is ChoiceKind.FIRST:
        many = state.roster.sides
        sides = (state.roster.side((ask.side + step) % many) for step in range(many))
        yield from (Choice(FIRST, first=side) for side in sides)
        return
    if ask.kind is ChoiceKind.MARKER:
        yield from (Draw(*marker) for marker in held_markers(program, state))
        return
    for does, mask in ask.legal:
        action = legal_action(program, state, does, mask)
        targets = dict(action.targets)
        for unit in action.units or ("",):
            if ask.kind is ChoiceKind.MOVE:
                yield _staying(state, does, unit)
                continue
            on = targets.get(unit or state.roster.side(ask.side), ()) or ("",)
            for target, item in product(on, action.using or ("",)):
                yield Choice(does, (unit,) if unit else (), target=target, using=item)


def settling(program: Program, state: State) -> list[Declaration]:
    """What the table may declare where no rule says who of equals is first, and it goes on then.

    Which fact that is, says how the ruleset takes up a roster.
    """
    muster = program.ruleset.muster
    if state.ask.awaits is not Awaits.UNSAID or not muster or not muster.settles:
        return []
    held = state.facts[program.fact(muster.settles).number]
    for ends, mask in ((False, state.alive & ~held), (True, state.alive & held)):
        units = [state.roster.names[unit] for unit in bits(mask) if unit > state.roster.sides]
        said = [Declaration(muster.settles, unit, ends=ends) for unit in units]
        # Only units that are equal to another settle anything.
        if onward := [each for each in said if _goes_on(program, state, each)]:
            return onward
    return []


def _goes_on(program: Program, state: State, said: Declaration) -> bool:
    try:
        return apply(program, state, said)[0].ask.awaits is not Awaits.UNSAID
    except Refused:
        return False


def _staying(state: State, does: str, unit: str) -> Choice:
    """The move of a unit that stays where it is."""
    places = state.rest.places.get(state.roster.number[unit], ()) if unit else ()
    units = (unit,) if unit else ()
    if len(places) > 1:
        return Choice(does, units, places=tuple(places))
    return Choice(does, units, to=places[0]) if places else Choice(does, units, inches=0)


def _together(program: Program, state: State) -> Iterator[Choice]:
    """Groups of units that one chance may start."""
    for does, mask in state.ask.legal:
        units = legal_action(program, state, does, mask).units
        most = len(units) if len(units) <= MOST_TOGETHER else 2
        for many in range(2, most + 1):
            yield from (Choice(does, group) for group in combinations(units, many))
