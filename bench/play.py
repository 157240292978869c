"""Inputs applied per second, beside boardgame.io on the same alternating round.

Ours is `apply` on the ruleset in `alternating/`, theirs the game in `boardgame.js`. Both are
loaded, set up and warm before the clock starts, and nobody looks at the state while it runs.
Before that both play rounds with every kind of wrong input in them, and have to agree after each.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter

from bench.ratio import Ratio, in_turn
from turnwright.engine.apply import apply, awaiting, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Refused
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.language.input import Card, Choice
from turnwright.load.library import Library

HERE = Path(__file__).parent
SIDES = ("red", "blue")
ROUNDS = 5
SIZES = (10, 50)
TIMED = 4000
"""Inputs that are timed at once: a fraction of a second's worth."""
REPETITIONS = 15

Armies = list[list[str]]
"""The units of each side, in the order of `SIDES`."""
Said = tuple[int | None, str]
"""The number of a side, or None for whoever's turn it is, and the unit it activates."""
Seen = list[object]
"""The number of the side that is next, the round, and the units it may activate."""


def measured(packages: Path, repetitions: int = REPETITIONS) -> Iterator[Ratio]:
    """How many times as many inputs a second as boardgame.io; `packages` is what npm filled."""
    program = compile_ruleset(Library.read(HERE / "alternating").effective("alternating"))
    with opponent(packages) as other:
        agree(program, other)
        for size in SIZES:
            armies = armies_of(size, size)
            for what, said, aim in (
                ("applied", whole_rounds(armies), "more than 1"),
                ("refused", refusals(armies), "more than 1"),
            ):
                battles = TIMED // len(said)
                ours = partial(seconds, program, armies, list(map(choice, said)), battles)
                theirs = partial(other.play, armies, said, battles)
                in_turn(2, ours, theirs)  # Both are quicker once they are warm.
                slow, quick = in_turn(repetitions, theirs, ours)
                told = f"inputs {what} per second, {size} units a side, beside boardgame.io"
                yield Ratio.of(told, slow, quick, aim)


def armies_of(*sizes: int) -> Armies:
    """Sides of so many units each."""
    return [
        [f"{side} {number}" for number in range(size)]
        for side, size in zip(SIDES, sizes, strict=True)
    ]


def whole_rounds(armies: Armies) -> list[Said]:
    """Every unit once a round, the sides in turn, the longer one alone at the end."""
    said: list[Said] = []
    for _ in range(ROUNDS):
        for number in range(max(map(len, armies))):
            said += [(None, side[number]) for side in armies if number < len(side)]
    return said


def refusals(armies: Armies) -> list[Said]:
    """The first side tries to move the units of the other: nothing of it is allowed."""
    return [(None, unit) for unit in armies[1]]


def mistaken_rounds(armies: Armies) -> list[Said]:
    """The same rounds, where all that is wrong is tried before each input that is right."""
    said: list[Said] = []
    everybody = sum(map(len, armies))
    for number, (_, unit) in enumerate(right := whole_rounds(armies)):
        mine = next(side for side, units in enumerate(armies) if unit in units)
        activated = right[number - number % everybody : number]
        said += [(mine, other) for other in armies[1 - mine]]
        said += [(1 - mine, other) for other in armies[1 - mine]]
        said += [(mine, other) for _, other in activated]
        said += [(mine, "nobody"), (mine, unit)]
    return said


def choice(said: Said) -> Choice:
    """What is said to both, as our engine takes it."""
    side, unit = said
    return Choice("activation", (unit,), "" if side is None else SIDES[side])


def opening(program: Program, armies: Armies) -> State:
    """A battle before the first input."""
    cards = {side: dict.fromkeys(units, Card()) for side, units in zip(SIDES, armies, strict=True)}
    return start(program, cards)[0]


def seconds(program: Program, armies: Armies, choices: list[Choice], battles: int) -> float:
    """How long it takes to play these inputs, so many battles long."""
    before = opening(program, armies)
    begun = perf_counter()
    for _ in range(battles):
        state = before
        for given in choices:
            try:
                state, _ = apply(program, state, given)
            except Refused:
                continue
    return perf_counter() - begun


def audited(program: Program, armies: Armies, said: list[Said]) -> tuple[list[Seen], list[int]]:
    """What is seen after each input, and the numbers of those that were refused."""
    state = opening(program, armies)
    states: list[Seen] = []
    refused = []
    for number, each in enumerate(said):
        try:
            state, _ = apply(program, state, choice(each))
        except Refused:
            refused.append(number)
        decision = awaiting(program, state)
        units = sorted(unit for action in decision.legal for unit in action.units)
        states.append([SIDES.index(decision.side), state.round, units])
    return states, refused


class Opponent:
    """The Node process in which boardgame.io plays."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(
        self, armies: Armies, inputs: list[Said], battles: int, audit: bool
    ) -> dict[str, object]:
        """What `boardgame.js` answers to this."""
        assert self.process.stdin
        assert self.process.stdout
        said = {"armies": armies, "inputs": inputs, "battles": battles, "audit": audit}
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()
        answer: dict[str, object] = json.loads(self.process.stdout.readline())
        return answer

    def play(self, armies: Armies, inputs: list[Said], battles: int) -> float:
        """How long it takes to play these inputs, so many battles long."""
        took = self.ask(armies, inputs, battles, False)["seconds"]
        assert isinstance(took, float)
        return took


@contextmanager
def opponent(packages: Path) -> Iterator[Opponent]:
    """Boardgame.io, in a process of its own."""
    with subprocess.Popen(
        ["node", HERE / "boardgame.js"],
        env=os.environ | {"NODE_PATH": str(packages)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Opponent(process)
        assert process.stdin
        process.stdin.close()


def agree(program: Program, other: Opponent) -> None:
    """Nothing is timed before both refuse the same inputs, and stand where the other stands."""
    for armies in (armies_of(3, 3), armies_of(2, 4), armies_of(4, 2)):
        said = mistaken_rounds(armies)
        states, refused = audited(program, armies, said)
        answer = other.ask(armies, said, 1, True)
        if (states, refused) != (answer["states"], answer["refused"]):
            raise AssertionError(f"the two engines do not play the same game: {armies}")
        if not refused or len(said) - len(refused) != len(whole_rounds(armies)):
            raise AssertionError("what is wrong was not refused, or what is right was")
