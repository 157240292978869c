"""What may be asked: how many, how much, who, what came of it, what is going on; and when."""

import pytest

from turnwright.language.input import Declaration

SIDES = ("north", "east", "south")

CAMP = """
    steps: {act: {act.asks: {needs: %s}}}
    facts: {keen: {}, proud: {of: side}, night: {of: battle}}
    values: {nerve: {nerve.start: {starts: 5}}, supply: {of: side, supply.none: {starts: 0}}}
"""


def may(skirmish, condition, **more):
    """The units of three sides that could act, were it their chance, if this is needed of them."""
    rules = skirmish.but(CAMP % condition)
    for kind, names in (("facts", ("keen", "proud", "night")), ("values", ("nerve", "supply"))):
        for name in names:
            if name not in condition:
                rules = rules.but(f"{{{kind}: {{{name}: null}}}}")
    keen = {"facts": ("keen",)} if "keen" in condition else {}
    brave = {"has": {"nerve": 7}}
    north, east = {"N1": keen, "N2": brave}, {"E1": keen, "E2": {}, "E3": {}}
    found = []
    for sides in (SIDES, ("east", "south", "north"), ("south", "north", "east")):
        armies = {"north": north, "east": east, "south": {"S1": {}}}
        game = rules.with_sides(*sides).battle(*(armies[side] for side in sides), **more)
        if game.next == sides[0]:
            found += game.may
    return " ".join(sorted(found))


@pytest.mark.parametrize(
    ("condition", "units"),
    [
        ("{count: {of: own, at_least: 2}}", "E1 E2 E3 N1 N2"),
        ("{count: {of: own, above: 2}}", "E1 E2 E3"),
        ("{count: {of: friend, at_most: 1}}", "N1 N2 S1"),
        ("{count: {of: friend, below: 1}}", "S1"),
        ("{count: {of: enemy, at_least: 4, at_most: 4}}", "N1 N2"),
        ("{count: {of: friend, that: {fact: keen}}}", "E2 E3 N2"),
        ("{count: {of: own, that: {fact: keen}, share: 1/2}}", "N1 N2"),
        ("{count: {of: anyone, that: {fact: keen}, at_least: 2}}", "E2 E3 N2 S1"),
        ("{count: {of: enemy, above: {count: own}}}", "N1 N2 S1"),
        ("{level: {value: nerve, above: 5}}", "N2"),
        ("{level: {value: nerve, below: 7, at_least: 5}}", "E1 E2 E3 N1 S1"),
        ("{level: {value: {count: own}, at_most: 2}}", "N1 N2 S1"),
        ("{among: {of: anyone, that: {fact: keen}}}", "E1 N1"),
        ("{all_of: [{fact: keen}, {count: {of: own, above: 2}}]}", "E1"),
        ("{any_of: [{fact: keen}, {level: {value: nerve, at_least: 7}}]}", "E1 N1 N2"),
        ("{open: turns}", "E1 E2 E3 N1 N2 S1"),
        ("{open: act}", ""),
    ],
)
def test_what_is_asked_of_a_unit(skirmish, condition, units):
    """Two units in the north, three in the east, one in the south."""
    assert may(skirmish, condition) == units


def test_a_fact_or_value_of_its_side_is_asked_of_a_unit(skirmish):
    """It holds for all units of the side."""
    assert may(skirmish, "{fact: proud}", facts={"east": ("proud",)}) == "E1 E2 E3"
    supply = {"south": {"supply": 2}}
    assert may(skirmish, "{level: {value: supply, at_least: 2}}", values=supply) == "S1"


def test_what_is_true_of_the_battle_is_true_for_everybody(skirmish):
    """By night all may act."""
    assert may(skirmish, "{fact: night}") == ""
    assert may(skirmish, "{fact: night}", facts={"battle": ("night",)}) == "E1 E2 E3 N1 N2 S1"


RISK = """
    steps:
      act:
        act.check: {check: luck, result: {outcome: [good, bad], then: carry_out}}
        act.cheers: {when: {was: good}, sets: {fact: glad}}
        act.parts: {sequence: [sigh, laugh]}
      sigh: {sigh.why: {bars: {was: good}}}
      laugh: {laugh.why: {needs: {was: good}}}
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, high: 3}}
        luck.good: {band: {outcome: good, low: 4}}
    facts: {glad: {}}
"""


@pytest.mark.parametrize(
    ("die", "facts", "opened", "skipped"),
    [
        (5, ("glad",), ("laugh",), {"sigh": {"Ash": ("invented.sigh.why",)}}),
        (2, (), ("sigh",), {"laugh": {"Ash": ("invented.laugh.why",)}}),
    ],
)
def test_what_came_of_the_check_may_be_asked(skirmish, die, facts, opened, skipped):
    """While the step in which it was rolled is going on; what is skipped says why."""
    game = skirmish.but(RISK).battle("Ash", "Dorn").choose("act", "Ash").roll(die)

    assert (game.facts("Ash"), game.began, game.skipped) == (facts, opened, skipped)


# When a unit leaves


@pytest.mark.parametrize(
    ("leaves", "gone"),
    [
        ("at_once", (True, True, True)),
        ("{end: act}", (False, True, True)),
        ("{end: round}", (False, False, True)),
        ("{end: round, which: next}", (False, False, False)),
    ],
)
def test_when_a_unit_leaves(skirmish, leaves, gone):
    """As soon as it falls, or at a moment that the clause names."""
    rules = skirmish.but(f"facts: {{fallen: {{fallen.when: {{leaves: {leaves}}}}}}}")
    game = rules.battle("Ash", "Dorn Elm").declare("fallen", "Elm")

    seen = [game]
    for unit in ("Ash", "Dorn"):
        seen.append(seen[-1].choose("act", unit))
    if "act" in seen[-1].can and seen[-1].round == 1:
        seen[-1] = seen[-1].choose("act", "Elm")

    assert tuple("Elm" not in present(game) for game in seen) == gone
    assert seen[-1].round == 2


def present(game):
    """The units that are in the battle."""
    return game.state.roster.named(game.state.alive)


# What a line causes


def test_what_an_input_causes_is_so_before_anything_goes_on(skirmish):
    """The last unit of the other side falls to it, so nobody asks that side."""
    rules = skirmish.but("facts: {fallen: {fallen.when: {leaves: at_once}}}")
    game = rules.battle("Ash Birch", "Dorn")

    slain = game.choose("act", "Ash", causes=[Declaration("fallen", "Dorn")])

    assert (slain.next, slain.may) == ("attacker", ("Birch",))


def test_what_dice_cause_is_so_before_the_step_goes_on(skirmish):
    """Whoever falls to the roll does not go on with what comes after it."""
    rules = skirmish.but(RISK).but("facts: {fallen: {fallen.when: {leaves: at_once}}}")

    game = rules.battle("Ash", "Dorn").choose("act", "Ash")
    game = game.roll(5, causes=[Declaration("fallen", "Ash")])

    assert "laugh" not in game.began
    assert game.next == "defender"


# Every unit in turn, and units that tie


TIED = """
    steps:
      turns:
        turns.alternate: {cadence: each_unit}
        turns.fast: {rank: {value: speed, direction: descending}}
        turns.brave: {rank: {fact: brave, direction: descending}}
        turns.own: {among: anyone}
        turns.over: {until: all_dealt}
        turns.acts: {each: [wave]}
        turns.one: null
        turns.once: null
        turns.uneven: null
        turns.may-pass: null
        turns.pass-is-final: null
        turns.all-passed: null
      wave:
        wave.how: {cadence: alternate, each: [act], among: active, together: one}
        wave.first: {first: listed_first, uneven: runs_on, until: none_left}
        wave.own: {among: own}
        wave.once: {limit: {per: round}}
    facts: {brave: {}}
    values: {speed: {}}
"""


def unit(speed, *facts):
    """A unit that is so fast."""
    return {"has": {"speed": speed}, "facts": facts}


def test_one_clause_after_another_ranks_units(skirmish):
    """The fastest; of equally fast ones the brave; of those whoever's side is listed first."""
    rules = skirmish.but(TIED).with_sides(*SIDES)
    game = rules.battle({"N1": unit(4), "N2": unit(5)}, {"E1": unit(5, "brave")}, {"S1": unit(5)})

    seen = []
    while game.round == 1 and game.awaits == "choice":
        seen.append(*game.may)
        game = game.choose("act", game.may[0])

    assert seen == ["E1", "N2", "S1", "N1"]


def test_units_that_tie_may_have_it_together(skirmish):
    """The step opens once for all of them, and deals them chances."""
    rules = skirmish.but(TIED).but("steps: {turns: {turns.tied: {together: tied}}}")
    game = rules.with_sides(*SIDES).battle(
        {"N1": unit(4), "N2": unit(5)}, {"E1": unit(5)}, {"S1": unit(5, "brave")}
    )

    assert game.active == ("S1",)
    game = game.choose("act", "S1")
    assert game.active == ("N2", "E1")
    assert (game.next, game.may) == ("north", ("N2",))
    game = game.choose("act", "N2")
    assert (game.next, game.may) == ("east", ("E1",))
    assert game.choose("act", "E1").active == ("N1",)
