"""The two invented systems that most tests of the engine start from."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from turnwright.engine.decision import Awaits, Refused
from turnwright.examples.replay import rules_of
from turnwright.language.example import Example, Mission
from turnwright.language.input import Card, Choice, Declaration, Draw, Roll
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library

Invent = Callable[..., Any]

LANGUAGE = Path(__file__).parents[2] / "content" / "language"

SKIRMISH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [act]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
        turns.may-pass: {passing: allowed}
        turns.pass-is-final: {passed: round}
        turns.all-passed: {until: all_passed}
      act: {}
"""
"""Sides take turns; each unit acts once a round; who passes is out."""

DUEL = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [activation]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
      activation:
        actions.chances: {cadence: one_side, first: active}
        actions.active: {among: active, together: one}
        actions.known: {each: [strike, rest]}
        actions.done: {finish: allowed}
      strike: {}
      rest: {}
"""
"""Sides take turns; the unit that is active strikes and rests as it likes, until it is done."""


@pytest.fixture(scope="session")
def skirmish(system: Invent) -> Any:
    """Sides take turns; each unit acts once a round; who passes is out."""
    return system(SKIRMISH)


@pytest.fixture(scope="session")
def duel(system: Invent) -> Any:
    """Sides take turns; the unit that is active strikes and rests as it likes."""
    return system(DUEL)


EVERYTHING = """
    steps:
      round: {rounds.parts: {sequence: [musters, turns, extras]}}
      musters:
        muster.each: {cadence: each_player, first: fewest, ties: {roll: 1d6}, kept: musters}
        muster.what: {each: [muster], until: all_dealt, ties: again}
      muster:
        muster.check: {check: luck}
        muster.on: {result: {outcome: [good, bad], then: go_on}}
      turns:
        turns.one: {together: several, group: in_turn, group_counts: one}
        turns.rank: {rank: {value: speed, direction: descending}}
        turns.cannot: {unable: passes}
        turns.done: {finish: allowed}
        turns.pass: {passing: allowed, passed: for_now}
        turns.all: {until: all_passed}
      activation:
        actions.prayers: {each_ability: unit}
        actions.mission: {each_ability: mission}
        actions.order: {order: fixed}
      strike:
        strike.check: {check: luck, risky: true}
        strike.on: {result: {outcome: [good], then: carry_out}}
        strike.off: {result: {outcome: [bad], then: end, step: turns}}
        strike.or: {instead: {outcome: bad, step: flinch}}
        strike.at: {target: anyone, uses: blade}
        strike.kills: {sets: {fact: fallen, of: target, outcome: [good]}}
      flinch: {flinch.moves: {moves: {up_to: speed}, may_leave: melee}}
      rest:
        rest.more: {changes: {value: speed, by: 1d6, until: round}}
        rest.again: {changes: {value: speed, by: {roll: 2d6, plus: -1}, until: round}}
        rest.moves: {moves: {up_to: speed}, may_enter: melee}
      extras:
        extras.drawn: {cadence: draw, draws: bag, first: drawn, each: [rest], among: own}
        extras.more: {together: several, group: shared, group_counts: each, unable: passes}
        extras.pass: {passing: allowed, passed: extras, until: all_passed}
    checks:
      luck:
        luck.dice: {roll: 2d6}
        luck.from: {dice_from: [skill]}
        luck.bad: {band: {outcome: bad, low: 2, high: 6}}
        luck.good: {band: {outcome: good, low: 7, high: 12}}
        luck.plus: {bonus_dice: keep_highest}
        luck.minus: {penalty_dice: keep_lowest}
    containers:
      bag:
        bag.fills: {fills: {start: extras}, drawn: blind, draw_for: once}
        bag.units: {contains: {of: sides, count: {count: own}}}
        bag.rest: {placed: back, extra: picked, keeps_up: joined, of_passed: calls_back}
        bag.lost: {keeps_up: lost}
        bag.empties: {empties: {end: extras}}
    facts:
      fallen: {fallen.leaves: {leaves: at_once}}
      melee: {of: pair, melee.near: {within: 1}}
      slain: {of: models, slain.calls: {triggers: always}, slain.last: {leaves: last_model}}
    values: {speed: {speed.roll: {add: 1d6}, speed.more: {add: 2d3}}}
    effects:
      terms:
        terms.who: {work_of: unit, bearer: friendly, covers_whose: side, covers: same}
        terms.when: {covers_until: round, conditions_bind: always, next: source, boundary: step}
        terms.gone: {if_gone: round}
    abilities:
      knell: {text: A bell., used: {during: slain}, target: anyone}
      prayer:
        text: A prayer.
        used: {during: activation}
        target: friend
        effect: {changes: {value: speed, by: 1}, until: {start: activation}}
      dread:
        text: Dread.
        used: {start: activation}
        effect: {during: activation}
        opens: flinch
      leap: {text: A leap., used: {during: activation}, target: anyone, opens: strike, times: 2}
"""
"""Something of everything; invented, and not very sensible."""


@pytest.fixture(scope="session")
def everything(duel: Any) -> Any:
    """A battle in which there is something of everything: `everything(seed)`, of 2 or 3 sides."""
    rules = duel.but(EVERYTHING)

    def begin(seed: Any, sides: int = 2) -> Any:
        chance = seed if isinstance(seed, random.Random) else random.Random(seed)

        def stands(n: int, models: int) -> dict[str, Any]:
            """How many models a unit has, and where it, or each of them, stands if anywhere."""
            spots = tuple((n * 2, chance.randint(0, 9)) for _ in range(models))
            where = chance.choice(({}, {}, {"at": spots[0]}, {"at": spots[0]}, {"places": spots}))
            return {"models": models, **where}

        armies = [
            {
                f"{side}{n}": {
                    "has": {"speed": chance.randint(3, 7)},
                    **stands(n, chance.randint(1, 3)),
                    "dice": {"skill": chance.choice((-1, 0, 0, 1))},
                    "carries": {"sword": ("blade",)} if chance.random() < 0.8 else {},
                    "abilities": tuple(chance.sample(("knell", "prayer", "dread", "leap"), 3)),
                }
                for n in range(chance.randint(0, 4))
            }
            for side in "ade"[:sides]
        ]
        names = ("attacker", "defender", "elder")[:sides]
        return rules.with_sides(*names).battle(
            *armies, mission=Mission(abilities=("prayer", "leap"))
        )

    return begin


CARDS = (None, Card(), Card(facts=("nonsense",)), Card(pairs={"nonsense": ("Nobody",)}))
INCHES = (None, None, None, -1.0, 0, 3.5, 100, float("nan"), float("inf"))


class Fuzz:
    """Somebody who tries things, some of them sound.

    What is tried is chosen by a seed, or by a `Random`, such as one that Hypothesis can shrink.
    """

    def __init__(self, seed, game):
        self.chance = seed if isinstance(seed, random.Random) else random.Random(seed)
        program = game.program
        self.sides = (*program.sides, "Nobody", "")
        self.does = (*program.steps, *program.ruleset.abilities, "pass", "done", "first", "odd", "")
        self.facts = (*program.ruleset.facts, "gained", "placed", "nonsense")
        self.names = (*game.state.roster.names, "Nobody", "")
        self.items = ("", "nothing", *(i for c in game.state.roster.cards for i in c.carries))

    def point(self):
        """Somewhere on the table, or off it."""
        return (self.chance.uniform(-5, 30), self.chance.uniform(-5, 30))

    def places(self):
        """Where a few models might stand."""
        return tuple(self.point() for _ in range(self.chance.randint(1, 3)))

    def nonsense(self):
        """Any input at all."""
        pick = self.chance.choice
        kind = self.chance.random()
        if kind < 0.6:
            names = tuple(pick(self.names) for _ in range(pick((0, 1, 1, 1, 2, 3))))
            to, path = pick((None, None, self.point())), pick(((), (self.point(),)))
            first, inches = pick(self.names), pick(INCHES)
            target, using = pick((pick(self.names), "")), pick(self.items)
            side = pick((pick(self.sides), ""))
            places = pick(((), (), (), self.places()))
            paths = pick(((), (), ((), self.places())))
            move = (to, path, inches, first)
            does = pick(self.does)
            return Choice(does, names, side, target, using, *move, places=places, paths=paths)
        if kind < 0.7:
            return Roll(tuple(pick(range(-1, 9)) for _ in range(pick(range(5)))))
        if kind < 0.8:
            return Draw(pick(self.names))
        fact, unit, other, side = (
            pick(n) for n in (self.facts, self.names, self.names, self.sides)
        )
        return Declaration(
            fact,
            unit,
            other,
            side,
            models=pick((None, 0, 1, 2, -1)),
            value=pick((None, None, 1, -1, 3)),
            ends=self.chance.random() < 0.2,
            card=pick(CARDS),
            places=pick(((), self.places())),
        )

    def sound(self, game):
        """Something that is awaited."""
        pick, decision = self.chance.choice, game.decision
        if decision.awaits is Awaits.ROLL:
            ask = game.state.ask
            return Roll(tuple(self.chance.randint(1, ask.faces) for _ in range(ask.many)))
        if decision.awaits is Awaits.DRAW:
            return Draw(pick(game.program.sides))
        if decision.awaits is not Awaits.CHOICE:
            return self.nonsense()
        open_to = (
            *decision.legal,
            *("pass",) * decision.can_pass,
            *("done",) * decision.can_finish,
        )
        chosen = pick(open_to)
        if isinstance(chosen, str):
            return Choice(chosen)
        if "first" in game.can:
            return Choice("first", first=pick(game.program.sides))
        many = 2 if decision.several and len(chosen.units) > 1 and self.chance.random() < 0.5 else 1
        units = tuple(self.chance.sample(chosen.units, min(many, len(chosen.units))))
        targets = dict(chosen.targets).get(units[0], ()) if units else ()
        to, inches = pick(((None, None), (self.point(), None), (None, self.chance.uniform(0, 7))))
        target, using = pick(targets or ("",)), pick(chosen.using or ("",))
        here = game.state.rest.places.get(game.number(units[0]), ()) if units else ()
        if len(here) > 1 and (to or inches is not None):
            near = [(x + self.chance.uniform(-5, 5), y) for x, y in here]
            ends = tuple(pick(both) for both in zip(here, near, strict=True))
            return Choice(chosen.does, units, "", target, using, places=ends)
        return Choice(chosen.does, units, "", target, using, to, (), inches)


@pytest.fixture(scope="session")
def fuzz() -> Any:
    """Somebody who tries things in a game: `fuzz(seed, game)`."""
    return Fuzz


@pytest.fixture(scope="session")
def samples() -> Library:
    """The samples of the language."""
    return Library.read_samples(LANGUAGE)


@pytest.fixture(scope="session")
def all_examples(library: Library, samples: Library) -> list[tuple[Example, Ruleset]]:
    """Every example that comes with Turnwright, and every sample, each with its rules."""
    return [
        (example, rules_of(read, example))
        for read in (library, samples)
        for example in read.examples
    ]


def unordered(value):
    """A value in which nothing goes by how it is listed."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return frozenset(Counter(map(unordered, value)).items())
    if isinstance(value, tuple):
        return type(value).__name__, *map(unordered, value)
    if is_dataclass(value):
        return tuple(unordered(getattr(value, it.name)) for it in fields(value))
    return value


def answer(ask: Any, about: str) -> Any:
    """What is answered; where it rests on what nobody has said, that this is so."""
    try:
        return ask(about)
    except Refused as refused:
        return str(refused)


def seen_in(rows: Any) -> list[Any]:
    """What is seen after each line of a record, and what is so in the end."""
    # Of several targets that lack as little, any may be the one that is missed.
    shown = [
        (
            unordered((row.decision, row.events, row.refused_by)),
            {n: len(by) for n, by in row.ruled_out},
        )
        for row in rows
    ]
    game = rows[-1].game
    names = game.state.roster.names
    values = [f"{name}.{value}" for value in game.program.values for name in names]
    return [
        *shown,
        {ability: unordered(game.serves(ability)) for ability in game.program.ruleset.abilities},
        {value: game.value(value) for value in values},
        {name: unordered(answer(game.facts, name)) for name in names},
        {name: unordered(game.did(name)) for name in names},
    ]


@pytest.fixture
def seen() -> Any:
    """All that is seen of the rows of a record: `seen(rows)`; in the end, what was done."""
    return seen_in
