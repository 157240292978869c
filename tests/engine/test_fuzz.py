"""Whatever anybody puts in: the engine answers or refuses, and never falls over or hangs.

Seeded, so that a failure can be played again.
"""

import random

import pytest

from turnwright.engine.codec import from_json, to_json
from turnwright.engine.decision import Refused
from turnwright.engine.program import compile_ruleset
from turnwright.engine.rulings import Conflict
from turnwright.language.example import Mission
from turnwright.load.patch import replace_clause
from turnwright.proof.mutants import mutants_of
from turnwright.proof.replay import initial_game
from turnwright.proof.runner import rules_of


def look(game):
    """Look at everything there is to look at."""
    names = game.state.roster.names
    for name in names:
        game.facts(name), game.why(name)
    for side in game.program.sides:
        game.holds(side), game.odds(side)
    for ability in game.program.ruleset.abilities:
        game.serves(ability)
    for value in game.program.values:
        for name in names:
            game.value(f"{name}.{value}")
    for does in game.can:
        game.targets(does)
    return game.next, game.may, game.active, game.lasts, game.winner, game.holds("table")


def play(game, fuzz, inputs=40):
    """Try this many inputs; whatever is not refused brings the game on."""
    sound = fuzz.chance.choice((0.5, 0.9, 1))
    for _ in range(inputs):
        given = fuzz.sound(game) if fuzz.chance.random() < sound else fuzz.nonsense()
        before = game.state
        try:
            game = game.apply(given)
        except Refused:
            assert game.state is before
            continue
        look(game)
        assert from_json(to_json(game.state)) == game.state
        if game.awaits == "choice":
            assert game.can, "somebody is asked, and has nothing to choose from"


@pytest.mark.parametrize("seed", range(60))
def test_the_rulesets_that_are_here(library, fuzz, seed):
    """From where their examples begin."""
    example = random.Random(seed).choice(library.examples)

    game = initial_game(example, rules_of(library, example))
    play(game, fuzz(seed, game))


@pytest.mark.parametrize("seed", range(100))
def test_rulesets_that_mean_something_else(library, fuzz, seed):
    """One clause turned round, as a proof would have it."""
    chance = random.Random(seed)
    example = chance.choice(library.examples)
    rules = rules_of(library, example)
    clause = chance.choice([c for c in rules.clauses() if getattr(c, "means", None)])
    others = list(mutants_of(clause, rules))
    if not others:
        return
    try:
        program = compile_ruleset(
            replace_clause(rules, clause.full_id, chance.choice(others).clause)
        )
    except Conflict:
        return

    game = initial_game(example, program)
    play(game, fuzz(seed, game), inputs=25)


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
        bag.rest: {placed: back, extra: picked, gained: adds, gone: leaves, of_passed: calls_back}
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


@pytest.mark.parametrize("seed", range(60))
def test_a_system_with_something_of_everything(duel, fuzz, seed):
    """Invented, and not very sensible."""
    rules = duel.but(EVERYTHING)
    chance = random.Random(seed)
    armies = [
        {
            f"{side}{n}": {
                "has": {"speed": chance.randint(3, 7)},
                "models": chance.randint(1, 3),
                "dice": {"skill": chance.choice((-1, 0, 0, 1))},
                "carries": {"sword": ("blade",)} if chance.random() < 0.8 else {},
                "abilities": tuple(chance.sample(("knell", "prayer", "dread", "leap"), 3)),
                **({"at": (n * 2, chance.randint(0, 9))} if chance.random() < 0.6 else {}),
            }
            for n in range(chance.randint(0, 4))
        }
        for side in "ad"
    ]

    game = rules.battle(*armies, mission=Mission(abilities=("prayer", "leap")))
    play(game, fuzz(seed, game))


@pytest.mark.parametrize("seed", range(20))
def test_three_sides(skirmish, fuzz, seed):
    """Of different sizes, one of them possibly empty."""
    chance = random.Random(seed)
    rules = skirmish.with_sides("north", "east", "south")
    armies = [" ".join(f"{s}{n}" for n in range(chance.randint(0, 3))) for s in "nes"]

    game = rules.battle(*armies)
    play(game, fuzz(seed, game))
