"""Whatever anybody puts in: the engine answers or refuses, and never falls over or hangs.

Seeded, so that a failure can be played again.
"""

import random

import pytest

from turnwright.engine.codec import from_json, to_json
from turnwright.engine.decision import Refused
from turnwright.engine.program import compile_ruleset
from turnwright.engine.rulings import Conflict
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


@pytest.mark.parametrize("seed", range(60))
def test_a_system_with_something_of_everything(everything, fuzz, seed):
    """Invented, and not very sensible."""
    game = everything(seed)
    play(game, fuzz(seed, game))


@pytest.mark.parametrize("seed", range(20))
def test_three_sides(skirmish, fuzz, seed):
    """Of different sizes, one of them possibly empty."""
    chance = random.Random(seed)
    rules = skirmish.with_sides("north", "east", "south")
    armies = [" ".join(f"{s}{n}" for n in range(chance.randint(0, 3))) for s in "nes"]

    game = rules.battle(*armies)
    play(game, fuzz(seed, game))
