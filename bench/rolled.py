"""A whole battle round with every attack rolled: what it takes, and how many `simulate` plays.

Ten units a side with models, weapons and places play both turns of a round of the `SYSTEM` by
themselves: all move, shoot and fight, half of each side charges, and whoever lost models tests
morale. What they do is found out first; then those inputs, dice included, are applied once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from bench.library import RULESETS
from bench.ratio import Ratio, worked
from turnwright.engine.apply import apply, awaiting, start
from turnwright.engine.decision import Awaits, Decision
from turnwright.engine.inputs import DONE, Choice, Input, Roll
from turnwright.engine.program import Program, compile_ruleset
from turnwright.engine.state import State
from turnwright.language.example import Card, Mission
from turnwright.load.library import Library
from turnwright.study.play.cases import Case
from turnwright.study.play.policies import Policy
from turnwright.study.play.simulation import simulate

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
SIMULATED = 40
"""Rounds that are simulated at once."""


def measured(repetitions: int = 9) -> Iterator[Ratio]:
    """Milliseconds of processor time for a round, and rounds that `simulate` plays a second."""
    library = Library.read(RULESETS)
    program = compile_ruleset(library.effective(SYSTEM))
    before = opening(program)
    inputs = played(program, before)

    def whole_round() -> None:
        state = before
        for given in inputs:
            state, _ = apply(program, state, given)

    spent = [worked(whole_round) * 1000 for _ in range(repetitions)]
    yield Ratio.of(
        f"a round of {SYSTEM}, {UNITS} units a side, {len(inputs)} inputs, all attacks rolled",
        spent,
        [1.0] * repetitions,
        aim="30 or less",
        unit="ms",
    )
    rules = library.effective(SYSTEM)
    roster = next(each for each in library.rosters.values() if len(each.sides) == 2)
    case = Case(SYSTEM, rules.title, rules, roster, Policy.RANDOM_LEGAL)
    rates = [
        SIMULATED / worked(lambda n=n: simulate([case], SIMULATED, n, workers=1, try_exact=False))
        for n in range(3)
    ]
    told = f"rounds of {SYSTEM} that `simulate` plays a second, {roster.title}"
    yield Ratio.of(told, rates, [1.0] * len(rates), unit="rounds")
