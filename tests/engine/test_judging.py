"""Judging dice: how many there are, one by one or together, against values."""

import pytest

ATTACK = """
    steps:
      act:
        act.check: {check: attack}
        act.hit: {result: {outcome: [hit], then: carry_out}}
        act.miss: {result: {outcome: [miss], at_least: 1, then: carry_out}}
        act.at: {target: enemy}
        act.wounds: {changes: {value: wounds, by: {outcome: hit}, of: target}}
    checks:
      attack:
        attack.dice: {roll: {count: attacks, faces: 6}}
        attack.each: {judged: each_die}
        attack.hits: {band: {outcome: hit, low: skill}}
        attack.misses: {when: {not: {fact: blessed}}, band: {outcome: miss, high: 3}}
    facts: {blessed: {}}
    values:
      attacks: {}
      skill: {skill.start: {starts: 4}}
      wounds: {wounds.none: {starts: 0}}
"""


def attacker(attacks, **more):
    """A unit with so many attacks."""
    return {"Ash": {"has": {"attacks": attacks, **more}}}


def test_how_many_dice_there_are_may_be_a_value(skirmish):
    """As many as the unit has attacks."""
    game = skirmish.but(ATTACK).battle(attacker(3), "Dorn").choose("act", "Ash", target="Dorn")

    assert game.dice == "3d6"


@pytest.mark.parametrize(("dice", "wounds"), [((1, 2, 3), 0), ((4, 1, 6), 2), ((4, 5, 6), 3)])
def test_each_die_is_judged_by_itself(skirmish, dice, wounds):
    """From 4 it hits; every hit is a wound."""
    game = skirmish.but(ATTACK).battle(attacker(3), "Dorn").choose("act", "Ash", target="Dorn")

    game = game.roll(*dice)

    assert game.value("Dorn.wounds") == wounds
    rolled = next(event for event in game.events if type(event).__name__ == "Rolled")
    assert rolled.outcomes == tuple("hit" if die >= 4 else "miss" for die in dice)


def test_no_dice_are_no_roll(skirmish):
    """Whoever has no attacks hits nobody, and nobody waits for dice."""
    game = skirmish.but(ATTACK).battle(attacker(0), "Dorn").choose("act", "Ash", target="Dorn")

    assert (game.next, game.value("Dorn.wounds")) == ("defender", 0)


def test_the_end_of_a_band_may_be_a_value(skirmish):
    """Whoever hits from 2 hits with a 3, where others miss."""
    rules = skirmish.but(ATTACK).but(
        """
        checks:
          attack:
            attack.misses: {when: null, band: {outcome: miss, high: {value: skill, less: 1}}}
        facts: {blessed: null}
        """
    )

    game = rules.battle(attacker(1, skill=2), "Dorn").choose("act", "Ash", target="Dorn")

    assert game.roll(2).value("Dorn.wounds") == 1
    assert game.roll(1).value("Dorn.wounds") == 0


def test_what_is_added_has_its_part_in_the_roll(skirmish):
    """The clause is named by what is told of the roll."""
    rules = skirmish.but(
        """
        steps: {act: {act.check: {check: luck}, act.any: {result: {outcome: [good, bad],
          then: carry_out}}}}
        checks:
          luck:
            luck.die: {roll: 1d6}
            luck.plus: {add: 1}
            luck.good: {band: {outcome: good, low: 4}}
            luck.bad: {band: {outcome: bad, high: 3}}
        """
    )

    rolled = rules.battle("Ash", "Dorn").choose("act", "Ash").roll(3).events[0]

    assert (rolled.total, rolled.outcome) == (4, "good")
    assert {*rolled.by} == {"invented.luck.die", "invented.luck.plus", "invented.luck.good"}


def test_what_is_added_is_added_to_each_die(skirmish):
    """One more on each."""
    rules = skirmish.but(ATTACK).but("checks: {attack: {attack.plus: {add: 1}}}")

    game = rules.battle(attacker(2), "Dorn").choose("act", "Ash", target="Dorn").roll(3, 2)

    assert game.value("Dorn.wounds") == 1


def test_a_number_that_no_band_holds_stops_the_round(skirmish):
    """The blessed do not miss, and what a 2 is for them nobody says."""
    army = {"Ash": {"has": {"attacks": 1}, "facts": ("blessed",)}}

    game = skirmish.but(ATTACK).battle(army, "Dorn").choose("act", "Ash", target="Dorn").roll(2)

    assert (game.awaits, game.unsaid) == ("unsaid", "band")


SUM = """
    steps:
      act:
        act.check: {check: nerve}
        act.holds: {result: {outcome: [holds, flees], then: carry_out}}
    checks:
      nerve:
        nerve.dice: {roll: 2d6}
        nerve.plus: {add: bravery}
        nerve.less: {when: {fact: shaken}, add: -2}
        nerve.holds: {band: {outcome: holds, low: 8}}
        nerve.flees: {band: {outcome: flees, high: 7}}
    facts: {shaken: {}}
    values: {bravery: {bravery.none: {starts: 0}}}
"""


@pytest.mark.parametrize(
    ("card", "total", "outcome"),
    [
        ({}, 7, "flees"),
        ({"has": {"bravery": 1}}, 8, "holds"),
        ({"has": {"bravery": 2}, "facts": ("shaken",)}, 7, "flees"),
    ],
)
def test_amounts_are_added_to_the_total(skirmish, card, total, outcome):
    """Of whoever rolls; every clause that holds adds its own."""
    game = skirmish.but(SUM).battle({"Ash": card}, "Dorn").choose("act", "Ash").roll(3, 4)

    assert (game.total, game.outcome) == (total, outcome)


def test_two_bands_that_hold_at_once_contradict_each_other(skirmish):
    """The round stops and names both clauses."""
    rules = skirmish.but(SUM).but(
        """
        checks:
          nerve:
            nerve.shaken: {when: {fact: shaken}, band: {outcome: flees, low: 8}}
            nerve.holds: {when: {fact: loyal}}
        facts: {loyal: {}}
        """
    )
    army = {"Ash": {"facts": ("shaken", "loyal")}}

    game = rules.battle(army, "Dorn").choose("act", "Ash").roll(6, 6)

    assert (game.awaits, game.contradicted) == ("contradicted", "band")
    assert set(game.decision.by) == {"invented.nerve.shaken", "invented.nerve.holds"}


def test_two_exceptions_that_say_different_things_stop_the_round(skirmish):
    """Neither is better than the other."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.day: {when: {fact: day}, first: listed_first}
            turns.night: {when: {fact: night}, first: listed_second}
        facts: {day: {of: battle}, night: {of: battle}}
        """
    )

    assert rules.battle("Ash", "Dorn", facts={"battle": ("night",)}).next == "defender"
    both = rules.battle("Ash", "Dorn", facts={"battle": ("day", "night")})
    assert (both.awaits, both.contradicted) == ("contradicted", "first")
