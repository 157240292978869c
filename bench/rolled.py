"""A whole battle round with every attack rolled: what it takes, and how many `simulate` plays.

Ten units a side with models, weapons and places play both turns of a round of the `SYSTEM` by
themselves: they move, use a power, shoot, charge, fight and test morale, and all dice are rolled.
What they do is found out first; then those inputs, dice included, are applied again and timed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from bench.checking import RULESETS
from bench.ratio import Ratio, worked
from turnwright.engine.apply import apply, awaiting, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, Decision
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.lab.muster import Case
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import simulate
from turnwright.language.example import Mission
from turnwright.language.input import DONE, Card, Choice, Input, Roll
from turnwright.load.library import Library

SYSTEM = "wh40k9"
UNITS = 10
"""Units a side."""
APART = 6.0
"""Inches between two units of a side."""
LINES = (10.0, 27.0)
"""How far from the edge each side begins, in inches."""
PROFILES = {
    "Rifle": {"range": 24, "attacks": 1, "strength": 4, "ap": 0, "damage": 1},
    "Sword": {"strength": 4, "ap": -1, "damage": 1},
}
CARRIES = {"Rifle": ("ranged", "heavy"), "Sword": ("melee",)}
HAS = {
    "movement": 6,
    "ballistic_skill": 3,
    "weapon_skill": 3,
    "strength": 4,
    "toughness": 4,
    "wounds": 2,
    "attacks": 2,
    "save": 4,
    "leadership": 7,
    "powers": 1,
}
CHARGE = (6, 5)
"""Every charge roll, so that every charge arrives."""
ROSTER = "equal"
"""The roster that `simulate` plays; its units have neither weapons nor places."""
SIMULATED = 40
"""Rounds that are simulated at once."""


class Timed(NamedTuple):
    """What one engine took, repetition by repetition."""

    inputs: int
    """How many inputs the round has."""
    round: list[float]
    """Milliseconds of processor time for the round."""
    simulated: list[float]
    """Rounds that `simulate` played in a second."""


def measured(repetitions: int = 9) -> Iterator[Ratio]:
    """Milliseconds of processor time for a round, and rounds that `simulate` plays a second."""
    found = timed(repetitions)
    ones = [1.0] * repetitions
    told = f"a round of {SYSTEM}, {UNITS} units a side, {found.inputs} inputs, all attacks"
    yield replace(Ratio.of(told, found.round, ones), unit="ms")
    told = f"rounds of {SYSTEM} a second that `simulate` plays, the roster `{ROSTER}`"
    yield replace(Ratio.of(told, found.simulated, ones), unit="rounds")


def timed(repetitions: int) -> Timed:
    """How long the engine that is imported here takes."""
    library = Library.read(RULESETS)
    rules = library.effective(SYSTEM)
    program = compile_ruleset(rules)
    before = opening(program)
    inputs = played(program, before)
    roster = library.rosters[ROSTER]
    case = Case(SYSTEM, rules.title, rules, roster, Policy.RANDOM_LEGAL)

    def whole_round() -> None:
        state = before
        for given in inputs:
            state, _ = apply(program, state, given)

    def simulated() -> None:
        simulate([case], SIMULATED)

    times = range(repetitions)
    spent = [worked(whole_round) * 1000 for _ in times]
    rates = [SIMULATED / worked(simulated) for _ in times]
    return Timed(len(inputs), spent, rates)


def opening(program: Program) -> State:
    """A battle before the first input: two lines, each unit opposite one of the enemy."""
    armies = {
        side: {
            f"{side} {number}": Card(
                models=5,
                at=(number * APART, line),
                has=HAS,
                carries=CARRIES,
                profiles=PROFILES,
                facts=("psyker",) if number == UNITS - 1 else (),
            )
            for number in range(UNITS)
        }
        for side, line in zip(program.sides, LINES, strict=True)
    }
    mission = Mission(first=program.sides[0])
    return start(program, armies, mission, values={"battle": {"smite_charge": 5}})[0]


def played(program: Program, state: State) -> list[Input]:
    """The inputs of a round, dice included."""
    random = Random(0)
    inputs: list[Input] = []
    while state.round == 1:
        decision = awaiting(program, state)
        given = (
            dice(decision, random) if decision.awaits is Awaits.ROLL else chosen(program, decision)
        )
        inputs.append(given)
        state, _ = apply(program, state, given)
    return inputs


def dice(decision: Decision, random: Random) -> Roll:
    """Dice as they are asked for, by chance but for charge rolls."""
    if decision.what == "charge_roll":
        return Roll(CHARGE)
    found = re.fullmatch(r"(\d+)d6", decision.dice)
    assert found, decision.dice
    return Roll(tuple(random.randint(1, 6) for _ in range(int(found[1]))))


def chosen(program: Program, decision: Decision) -> Choice:
    """The first thing that a unit can do of what is wanted, to whoever is opposite if possible."""
    for action in decision.legal:
        if action.does not in WANTED:
            continue
        targets = dict(action.targets)
        for unit in action.units:
            line, number = place(program, unit)
            if action.does == "make_charge" and line != (number >= UNITS / 2):
                continue  # Half of each side charges, so that every unit is in one fight.
            onto = targets.get(unit, ("",))
            opposite = f"{program.sides[1 - line]} {number}"
            return Choice(
                action.does,
                (unit,),
                target=opposite if opposite in onto else onto[0],
                using=action.using[-1] if action.using else "",
                to=WANTED[action.does](line, number),
            )
    return Choice(DONE)


def place(program: Program, unit: str) -> tuple[int, int]:
    """The line in which a unit begins, and its number there."""
    side, number = unit.rsplit(" ", 1)
    return program.sides.index(side), int(number)


def nowhere(line: int, number: int) -> None:
    """No place: what is done is no move."""


def forward(line: int, number: int) -> tuple[float, float]:
    """Where a unit moves to: the first line steps forward, the second holds its ground."""
    return number * APART, (LINES[0] + HAS["movement"], LINES[1])[line]


def up_to_the_enemy(line: int, number: int) -> tuple[float, float]:
    """Where a charge ends: an inch from the unit opposite."""
    x, y = forward(1 - line, number)
    return x, y + (1 if line else -1)


WANTED: Mapping[str, Callable[[int, int], tuple[float, float] | None]] = {
    "normal_move": forward,
    "use_powers": nowhere,
    "smite": nowhere,
    "deny": nowhere,
    "shoot": nowhere,
    "shot": nowhere,
    "make_charge": nowhere,
    "charge_move": up_to_the_enemy,
    "melee": nowhere,
    "strike": nowhere,
    "morale_test": nowhere,
    "remove_model": nowhere,
}
"""What units do where they can, and where it leads."""


if __name__ == "__main__":
    print(json.dumps(timed(int(sys.argv[1]))))
