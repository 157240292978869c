"""What holds in every play, whatever is played: states are values, and what is offered can be done.

Random plays with seeds, of every ruleset that comes with Turnwright and of one with everything.
"""

import random

import pytest

from turnwright.engine.apply import apply
from turnwright.engine.codec import from_json, to_json
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.program import compile_ruleset
from turnwright.proof.replay import initial_game
from turnwright.proof.runner import rules_of

SEEDS = range(60)


@pytest.fixture(scope="session")
def beginning(library):
    """The beginning of a battle: `beginning(seed)`, of an example picked by it."""
    programs = {}

    def begin(seed):
        example = random.Random(seed).choice(library.examples)
        rules = rules_of(library, example)
        if id(rules) not in programs:
            programs[id(rules)] = rules, compile_ruleset(rules)
        return initial_game(example, programs[id(rules)][1])

    return begin


def plays(game, fuzz, inputs=25):
    """The games of a random play, each with the input that led to it."""
    yield game, None
    for _ in range(inputs):
        given = fuzz.sound(game) if fuzz.chance.random() < 0.9 else fuzz.nonsense()
        try:
            game = game.apply(given)
        except Refused:
            continue
        yield game, given


def offers(game):
    """Every choice that is offered, with a unit, a target and an item where they are wanted."""
    for action in game.decision.legal:
        for unit in action.units or ("",):
            targets = dict(action.targets).get(unit, ("",))
            for target in targets:
                carries = game.state.roster.cards[game.number(unit)].carries if unit else {}
                using = next((item for item in action.using if item in carries), "")
                yield Choice(action.does, (unit,) if unit else (), target=target, using=using)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_a_value(beginning, fuzz, seed):
    """Played again it is equal and has the same hash; written and read it is the same state."""
    game = beginning(seed)
    again = game.state

    for now, given in plays(game, fuzz(seed, game)):
        if given is not None:
            again, _ = apply(game.program, again, given)
        assert again == now.state
        assert hash(again) == hash(now.state)
        assert from_json(to_json(now.state)) == now.state
        assert hash(from_json(to_json(now.state))) == hash(now.state)
        assert "\n" not in repr(now.state)
        assert "\n" not in repr(now)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_refused_leaves_the_state_alone(beginning, fuzz, seed):
    """And a refusal says why in one line."""
    game = beginning(seed)
    trying = fuzz(seed, game)

    for now, _ in plays(game, trying, inputs=10):
        before = to_json(now.state)
        for _ in range(5):
            refused = now.refusal(trying.nonsense())
            assert refused is None or (refused.message and "\n" not in str(refused))
        assert to_json(now.state) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_offered_can_be_done(beginning, fuzz, seed):
    """Every unit that may be picked, on every target that it may pick."""
    game = beginning(seed)

    for now, _ in plays(game, fuzz(seed, game), inputs=12):
        decision = now.decision
        if decision.awaits is not Awaits.CHOICE or decision.kind is ChoiceKind.FIRST:
            continue
        if decision.kind is ChoiceKind.MOVE:
            continue  # Where to is for the player to say.
        for choice in offers(now):
            assert now.refusal(choice) is None, (now, choice)
        for does in ("pass", "done"):
            assert (does in now.can) is (now.refusal(Choice(does)) is None)


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_may_be_picked_is_ruled_out_by_nothing(beginning, fuzz, seed):
    """Nobody is asked why it may not do what it may."""
    game = beginning(seed)

    for now, _ in plays(game, fuzz(seed, game), inputs=12):
        for unit in now.may:
            assert now.why(unit) == ()


def test_it_is_forgotten_who_acted_first_where_no_clause_asks(skirmish):
    """Ash and then Birch, or Birch and then Ash: in the end all is the same."""
    game = skirmish.battle("Ash Birch Cedar", "Dorn Elm Fir").choose("act", "Ash")

    one = game.choose("act", "Dorn").choose("act", "Birch").choose("act", "Elm")
    other = game.choose("act", "Elm").choose("act", "Birch").choose("act", "Dorn")

    assert one.state == other.state
