"""In which order sides and units are listed is no rule, unless a clause says so.

One in eight of the examples and samples of the language is played again with its sides and its
units listed the other way round, and with `listed_first` and `listed_second` exchanged.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.game import Game
from turnwright.examples.replay import replay, row
from turnwright.language.example import Mission
from turnwright.language.input import Card, Roll
from turnwright.language.ruleset import KINDS
from turnwright.language.turn_order import Cadence, First

GROUPS = 20
EXCHANGED = {
    First.LISTED_FIRST: First.LISTED_SECOND,
    First.LISTED_SECOND: First.LISTED_FIRST,
}


def exchanged(value, words):
    """What a clause means, with the words for the sides exchanged."""
    if isinstance(value, First):
        return words.get(value, value)
    if isinstance(value, tuple):
        return tuple(exchanged(one, words) for one in value)
    if is_dataclass(value):
        new = {it.name: exchanged(getattr(value, it.name), words) for it in fields(value)}
        return replace(value, **new)
    return value


def mirrored_rules(rules):
    """A ruleset that lists its two sides the other way round, or its last one first."""
    words, sides = EXCHANGED, rules.sides[::-1]
    if len(rules.sides) > 2:
        # Nothing names the third of a list, so these rules may only speak of the first.
        words, sides = {First.LISTED_FIRST: First.LISTED_SECOND}, turned(rules.sides)
    return replace(
        rules,
        sides=sides,
        **{
            kind: {
                name: replace(
                    part,
                    clauses=tuple(
                        replace(clause, means=exchanged(clause.means, words))
                        for clause in part.clauses
                    ),
                )
                for name, part in getattr(rules, kind).items()
            }
            for kind in KINDS
        },
    )


def turned(listed):
    """A list that begins with its last member."""
    return (*listed[-1:], *listed[:-1])


def mirrored_line(line, before):
    """A line of play; where both sides roll, with the dice of each in the new order."""
    sides = len(before.decision.rollers)
    if not isinstance(line.input, Roll) or sides != 2 or len(line.input.dice) % sides:
        return line
    dice = line.input.dice
    each = len(dice) // sides
    return replace(line, input=replace(line.input, dice=(*dice[each:], *dice[:each])))


def mirrored_army(army):
    """An army with its units in the other order."""
    units = army if isinstance(army, Mapping) else dict.fromkeys(army, Card())
    return dict(reversed(units.items()))


def deals_to_units(rules):
    """Whether units that tie have something dealt to them, which goes by how they are listed."""
    means = [clause.means for step in rules.steps.values() for clause in step.clauses]
    return any(said is not None and said.cadence is Cadence.EACH_UNIT for said in means)


@pytest.fixture(scope="session")
def programs():
    """The rules as they are, and in the mirror; compiled once."""
    made = {}

    def programs_of(rules):
        if id(rules) not in made:
            new = mirrored_rules(rules) if len(rules.sides) == 2 else rules
            made[id(rules)] = compile_ruleset(rules), compile_ruleset(new)
        return made[id(rules)]

    return programs_of


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_is_claimed_is_so_in_the_mirror(all_examples, programs, seen, group):
    """Whoever is listed first; none of these examples is said otherwise elsewhere."""
    for example, rules in all_examples[1::8][group::GROUPS]:
        lines, given = example.play, example.given
        program, mirror = programs(rules)
        rows = replay(example, rules, program).rows
        if len(rules.sides) == 2:
            lines = tuple(map(mirrored_line, lines, rows))
        if not deals_to_units(rules):
            given = {side: mirrored_army(army) for side, army in given.items()}

        record = replay(replace(example, play=lines, given=given), mirror.ruleset, mirror)

        assert record.mismatches == (), example.example
        assert seen(rows) == seen(record.rows), example.example


def mirrored_game(game):
    """The same battle, listed otherwise."""
    roster, rest = game.state.roster, game.state.rest
    armies = {
        name: {
            roster.names[unit]: roster.cards[unit]
            for unit in reversed(range(roster.sides + 1, len(roster.names)))
            if roster.side_of[unit] == side
        }
        for side, name in enumerate(game.program.sides)
    }
    program = compile_ruleset(mirrored_rules(game.program.ruleset))
    return Game.begin(program, armies, Mission(abilities=rest.mission_abilities))


def mirrored_dice(given, game, other):
    """A roll of sides, each of which keeps its dice."""
    rollers = game.decision.rollers
    many = len(given.dice) // len(rollers)
    if len(given.dice) != many * len(rollers):
        return given
    dice = {
        side: given.dice[many * place : many * (place + 1)] for place, side in enumerate(rollers)
    }
    return replace(given, dice=sum((dice[side] for side in other.decision.rollers), ()))


@pytest.mark.parametrize("seed", range(30))
def test_a_random_play_goes_as_it_goes_in_the_mirror(everything, fuzz, seen, seed):
    """Of a system with something of everything; every third time, three sides play it."""
    game = everything(seed, 2 + (seed % 3 == 0))
    other = mirrored_game(game)
    trying = fuzz(seed, game)
    for _ in range(30):
        assert seen([row(None, game)]) == seen([row(None, other)])
        given = trying.sound(game) if trying.chance.random() < 0.9 else trying.nonsense()
        again = given
        if isinstance(given, Roll) and game.decision.rollers:
            again = mirrored_dice(given, game, other)
        refused = [it.refusal(to) for it, to in ((game, given), (other, again))]
        assert (refused[0] is None) is (refused[1] is None), given
        if refused[0] is None:
            game, other = game.apply(given), other.apply(again)
