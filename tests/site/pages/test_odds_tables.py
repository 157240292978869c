"""Tables of exact odds, against a second opinion that counts on its own."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from turnwright.language.book import AttackRoll
from turnwright.site.pages.odds.attack import attack_form
from turnwright.site.pages.odds.odds_tables import ChanceTable, chance_tables

CHECK = """
steps:
  battle: {battle.again: {repeats: round}}
  round: {round.nerve: {check: nerve}}
checks:
  nerve:
    title: Nerve
    nerve.dice: {roll: 2d6}
"""


def tables(invented: Any) -> Mapping[str, ChanceTable]:
    """The tables of a system, by their titles."""
    return {table.title: table for table in chance_tables(invented.program)}


def chances(table: ChanceTable) -> Mapping[str, tuple[Fraction, ...]]:
    """The rows of a table."""
    return {row.label: row.chances for row in table.rows}


def test_a_check_has_a_column_for_each_bonus_and_penalty_die(system: Callable[..., Any]):
    """Two dice of three or four, highest or lowest, fall by fall."""
    invented = system(CHECK).but("""
    checks:
      nerve:
        nerve.more: {bonus_dice: keep_highest, penalty_dice: keep_lowest, dice_from: [nerve]}
        nerve.low: {band: {outcome: shaken, high: 6}}
        nerve.high: {band: {outcome: calm, low: 7}}
    """)
    table = tables(invented)["Nerve"]

    def calm(many: int, *, highest: bool) -> Fraction:
        falls = list(product(range(1, 7), repeat=many))
        kept = [sorted(fall, reverse=highest)[:2] for fall in falls]
        return Fraction(sum(sum(pair) >= 7 for pair in kept), len(falls))

    assert table.columns == ("\N{MINUS SIGN}2", "\N{MINUS SIGN}1", "plain", "+1", "+2")
    assert chances(table)["Calm (7 or more)"] == (
        calm(4, highest=False),
        calm(3, highest=False),
        Fraction(21, 36),
        calm(3, highest=True),
        calm(4, highest=True),
    )


def test_a_check_against_a_number_has_a_column_for_each_number(system: Callable[..., Any]):
    """Seven or more with two dice is 21 in 36, and whatever fails is the rest."""
    invented = system(CHECK).but("""
    checks:
      nerve:
        nerve.calm: {band: {outcome: calm, low: courage}}
        nerve.shaken: {band: {outcome: shaken, high: {value: courage, less: 1}}}
    values:
      courage: {title: Courage}
    """)
    table = tables(invented)["Nerve"]
    calm, shaken = (row.chances for row in table.rows)

    assert table.columns == tuple(map(str, range(2, 13)))
    assert calm[table.columns.index("7")] == Fraction(21, 36)
    assert all(one + other == 1 for one, other in zip(calm, shaken, strict=True))


def test_dice_judged_one_by_one_are_told_by_how_many_hit(system: Callable[..., Any]):
    """With three dice, at least two fives or sixes: 7 in 27."""
    invented = system(CHECK).but("""
    checks:
      nerve:
        nerve.dice: {roll: {count: courage, faces: 6}, judged: each_die}
        nerve.low: {band: {outcome: miss, high: 4}}
        nerve.high: {band: {outcome: hit, low: 5}}
    values:
      courage: {title: Courage}
    """)
    found = chances(tables(invented)["Nerve: hit"])

    hits = [sum(die >= 5 for die in fall) for fall in product(range(1, 7), repeat=3)]
    assert found["2 or more"][2] == Fraction(sum(many >= 2 for many in hits), len(hits))
    assert found["2 or more"][2] == Fraction(7, 27)


def test_the_draw_of_three_against_ten_is_three_in_thirteen(lanterns: Any):
    """A marker for each unit, and nobody looks into the bag."""
    drawn = lanterns.but("""
    steps:
      round:
        round.alternate: {cadence: draw}
        round.first: {first: drawn}
        round.ties: null
        round.bag: {draws: bag}
        round.rest: {uneven: runs_on}
    containers:
      bag:
        title: The bag
        bag.full: {fills: {start: round}}
        bag.markers: {contains: {of: sides, count: {count: own}}}
        bag.blind: {drawn: blind, draw_for: each_chance}
    """)
    found = chances(tables(drawn)["The bag"])

    assert found["3"][9] == Fraction(3, 13)
    assert found["10"][2] == Fraction(10, 13)
    assert found["4"][3] == Fraction(1, 2)


def test_a_roll_off_is_won_lost_or_tied(lanterns: Any):
    """One of two sides is alone highest in 15 of 36 falls, and tied in 6."""
    found = chances(tables(lanterns)["Watch: who is first"])

    three = list(product(range(1, 7), repeat=3))
    alone = Fraction(sum(a > max(b, c) for a, b, c in three), len(three))
    shared = Fraction(sum(a == max(b, c) for a, b, c in three), len(three))
    assert found["You alone are first"] == (Fraction(15, 36), alone)
    assert found["You are first with somebody"] == (Fraction(6, 36), shared)
    assert found["Others are first"] == (Fraction(15, 36), 1 - alone - shared)


STRENGTH = """
steps:
  round: {round.wounds: {sequence: [blow]}}
  blow: {title: Blow, blow.wounds: {check: wound}}
checks:
  wound:
    title: Wound
    wound.die: {roll: 1d6}
    wound.each: {judged: each_die}
    wound.enough: {band: {outcome: wounded, low: needed}}
    wound.less: {band: {outcome: safe, high: {value: needed, less: 1}}}
    wound.more: {add: luck}
values:
  needed:
    title: Needed
    needed.equal: {starts: 4}
    needed.more:
      starts: 3
      when: {level: {value: {profile: strength}, above: {value: toughness, of: target}}}
    needed.less:
      starts: 5
      when: {level: {value: {profile: strength}, below: {value: toughness, of: target}}}
  toughness: {title: Toughness}
  luck: {title: Luck, luck.none: {starts: 0}}
"""
"""What wounds depends on two numbers, and luck is 0 unless a rule says otherwise."""


def needed(strength: int, toughness: int) -> int:
    """What a die has to show, as a player reads it off the table."""
    return 4 if strength == toughness else 3 if strength > toughness else 5


def test_a_value_that_compares_two_numbers_has_a_row_and_a_column_for_each(
    system: Callable[..., Any],
):
    """Strength against Toughness."""
    found = chances(tables(system(CHECK).but(STRENGTH))["Wound: wounded"])

    for strength in range(1, 11):
        expected = tuple(Fraction(7 - needed(strength, tough), 6) for tough in range(1, 11))
        assert found[str(strength)] == expected


def test_an_attack_goes_through_its_rolls_with_every_number(system: Callable[..., Any]):
    """The chance of each, by its numbers, the last one running fastest."""
    rules = system(CHECK).but(STRENGTH).rules

    (roll,) = attack_form(rules, [AttackRoll(check="wound", outcome="wounded")])

    titles = [number.title for number in roll.numbers]
    assert titles == ["strength", "Toughness of the target", "Luck"]
    assert [number.number for number in roll.numbers][2] == 0
    luck = range(roll.numbers[2].least, roll.numbers[2].most + 1)
    asked = product(range(1, 11), range(1, 11), luck)
    expected = [
        Fraction(sum(die + more >= needed(one, other) for die in range(1, 7)), 6)
        for one, other, more in asked
    ]
    assert [Fraction(chance) for chance in json.loads(roll.chances)] == expected


def test_odds_go_no_further_than_the_numbers_that_players_meet(system: Callable[..., Any]):
    """Nobody is as tough as 10 here: the book says 6 at most, and the rest is as it was."""
    invented = system(CHECK).but(STRENGTH)
    every = chances(tables(invented)["Wound: wounded"])

    met = chance_tables(invented.program, frozenset({("toughness", 6)}))
    (roll,) = attack_form(
        invented.rules, [AttackRoll(check="wound", outcome="wounded")], {"toughness": 6}
    )

    (table,) = (one for one in met if one.title == "Wound: wounded")
    assert table.columns == tuple("123456")
    assert chances(table) == {row: found[:6] for row, found in every.items()}
    assert [number.most for number in roll.numbers][:2] == [10, 6]


def test_where_nothing_is_rolled_or_drawn_there_are_no_odds(lanterns: Any):
    """Without the die for ties, nothing is left to chance."""
    assert tables(lanterns.without("round.ties")) == {}


def test_a_check_that_compares_two_numbers_has_a_row_for_one_and_a_column_for_the_other(
    system: Callable[..., Any],
):
    """Twice as strong wounds on 2, stronger on 3, as strong on 4, else on 5; a 6 always does."""
    invented = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round: {round.wound: {check: wound}}
    checks:
      wound:
        title: Wound
        wound.dice: {roll: {count: {profile: shots}, faces: 6}, judged: each_die}
        wound.not: {band: {outcome: bounced, high: 4}}
        wound.lower: {band: {outcome: wounded, low: 5}}
        wound.equal:
          band: {outcome: wounded, low: 4}
          when: {level: {value: {profile: strength}, at_least: {value: toughness, of: target}}}
        wound.above:
          band: {outcome: wounded, low: 3}
          when: {level: {value: {profile: strength}, above: {value: toughness, of: target}}}
        wound.twice:
          band: {outcome: wounded, low: 2}
          when:
            level: {value: {profile: strength}, at_least: {value: toughness, of: target, times: 2}}
        wound.six: {band: {outcome: wounded, low: 6, natural: true}}
        wound.poison: {add: 1, when: {using: poison}}
    values: {toughness: {title: Toughness}}
    """)
    table = tables(invented)["Wound: wounded"]

    def wounded(strength: int, toughness: int) -> Fraction:
        need = (
            2 if strength >= 2 * toughness else 5 - (strength >= toughness) - (strength > toughness)
        )
        return Fraction(sum(die >= need for die in range(1, 7)), 6)

    assert (table.down, table.across) == ("strength", "Toughness of the target")
    assert table.columns == tuple(map(str, range(1, 11)))
    assert chances(table) == {
        str(strength): tuple(wounded(strength, toughness) for toughness in range(1, 11))
        for strength in range(1, 11)
    }


def test_a_roll_that_something_is_added_to_has_a_column_for_each_modifier(
    system: Callable[..., Any],
):
    """No modifier counts for more than 1, and a 1 always misses."""
    invented = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round: {round.hit: {check: hit}}
    checks:
      hit:
        title: Hit
        hit.dice: {roll: 1d6}
        hit.hits: {band: {outcome: hit, low: {value: skill}}}
        hit.misses: {band: {outcome: miss, high: {value: skill, less: 1}}}
        hit.one: {band: {outcome: miss, high: 1, natural: true}}
        hit.modifier: {add: to_hit}
        hit.cap: {cap: {at_least: -1, at_most: 1}}
    values: {skill: {title: Skill}, to_hit: {title: Modifier}}
    """)
    table = tables(invented)["Hit: hit"]

    def hit(skill: int, modifier: int) -> Fraction:
        extra = max(-1, min(1, modifier))
        return Fraction(sum(die > 1 and die + extra >= skill for die in range(1, 7)), 6)

    assert (table.down, table.across) == ("Skill", "Modifier")
    assert chances(table) == {
        str(skill): tuple(hit(skill, modifier) for modifier in range(-4, 5))
        for skill in range(1, 7)
    }
