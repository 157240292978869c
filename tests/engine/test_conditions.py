"""What is true of units: every condition there is; and their values."""

from itertools import product

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.conditions import compile_condition
from turnwright.engine.decision import Stop
from turnwright.engine.parts import Scene
from turnwright.engine.state import NOBODY
from turnwright.engine.transaction import Transaction
from turnwright.examples.replay import initial_game
from turnwright.language.condition import Condition
from turnwright.load.references import inner_values

ARMY = {
    "Ash": {"facts": ("keen", "tall"), "has": {"nerve": 7}, "carries": {"sword": ("blade",)}},
    "Birch": {"facts": ("keen",), "has": {"nerve": 5}},
    "Cedar": {"facts": ("tall",), "has": {}},
}

EITHER = "{any_of: [{fact: keen}, {fact: tall}]}"

FACTS = """
    facts: {keen: {}, tall: {}, lost: {}, proud: {of: side}, night: {of: battle}}
    values: {nerve: {}}
"""


def may(skirmish, condition, army=ARMY, **rest):
    """Who may act when this is needed of a unit."""
    rules = skirmish.but(FACTS).but(f"steps: {{act: {{act.needs: {{needs: {condition}}}}}}}")
    game = rules.battle(army, "Dorn", **rest)
    return tuple(name for name in ARMY if game.next == "attacker" and name in game.may)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{fact: keen}", ("Ash", "Birch")),
        ("{all_of: [{fact: keen}, {fact: tall}]}", ("Ash",)),
        ("{any_of: [{fact: keen}, {fact: tall}]}", ("Ash", "Birch", "Cedar")),
        ("{not: {fact: keen}}", ("Cedar",)),
        ("{not: {any_of: [{fact: keen}, {fact: tall}]}}", ()),
        (f"{{every: {{of: own, that: {EITHER}}}}}", ("Ash", "Birch", "Cedar")),
        ("{every: {of: own, that: {fact: keen}}}", ()),
        ("{every: {of: friend, that: {fact: tall}}}", ("Birch",)),
        ("{every: {of: {of: own, that: {fact: lost}}, that: {fact: keen}}}", tuple(ARMY)),
        ("{count: {of: own, that: {fact: keen}, equals: 2}}", tuple(ARMY)),
        ("{count: {of: friend, that: {fact: keen}, equals: 1}}", ("Ash", "Birch")),
        ("{level: {value: {models: itself}, equals: 2}}", ()),
        ("{carries: blade}", ("Ash",)),
        ("{count: {of: own, also: gone, that: {fact: keen}, share: 2/3}}", tuple(ARMY)),
        ("{count: {of: own, also: gone, that: {fact: keen}, share: 3/4}}", ()),
        (f"{{count: {{of: own, also: gone, that: {EITHER}, share: 1/1}}}}", tuple(ARMY)),
    ],
)
def test_what_may_be_asked_of_a_unit(skirmish, condition, expected):
    """Facts, joined as one likes; items; shares of a side."""
    assert may(skirmish, condition) == expected


@pytest.mark.parametrize(("side", "expected"), [("attacker", 3), ("defender", 0)])
def test_a_fact_of_its_side_is_asked_of_a_unit(skirmish, side, expected):
    """It holds for all units of the side."""
    assert len(may(skirmish, "{fact: proud}", facts={side: ("proud",)})) == expected


# History


def acting(duel, condition):
    """A duel in which resting needs this."""
    return duel.but(f"steps: {{rest: {{rest.needs: {{needs: {condition}}}}}}}")


def test_whether_it_did_something_since_a_step_began(duel):
    """A strike of the activation before does not count."""
    rules = acting(duel, "{did: {action: strike, this: activation}}")

    game = rules.battle("Ash", "").choose("activation", "Ash")
    struck = game.choose("strike")

    assert ("rest" in game.can, "rest" in struck.can) == (False, True)
    assert "rest" not in struck.choose("done").choose("activation", "Ash").can


@pytest.mark.parametrize(
    ("times", "expected"), [(0, "yes no no"), (1, "no yes no"), (2, "no no yes")]
)
def test_exactly_how_often_it_did_it(duel, times, expected):
    """Never, once, twice: not more and not less."""
    rules = acting(duel, f"{{did: {{action: strike, this: activation, times: {times}}}}}")

    game = rules.battle("Ash", "").choose("activation", "Ash")
    seen = []
    for _ in range(3):
        seen.append("yes" if "rest" in game.can else "no")
        game = game.choose("strike")

    assert " ".join(seen) == expected


def test_whether_it_always_used_such_an_item(duel):
    """One strike with the bow, and it no longer holds."""
    rules = acting(duel, "{did: {action: strike, this: activation, using: blade}}")
    army = {"Ash": {"carries": {"sword": ("blade",), "bow": ("ranged",)}}}

    game = rules.battle(army, "").choose("activation", "Ash")
    sword = game.choose("strike", using="sword")

    assert "rest" not in game.can
    assert "rest" in sword.can
    assert "rest" in sword.choose("strike", using="sword").can
    assert "rest" not in sword.choose("strike", using="bow").can


def test_what_it_counts_as_is_remembered_too(duel):
    """Striking counts as an effort; asked for either, it was done."""
    rules = acting(duel, "{did: {action: effort, this: activation}}").but(
        "steps: {strike: {strike.as: {counts_as: effort}}}"
    )

    game = rules.battle("Ash", "").choose("activation", "Ash").choose("strike")

    assert "rest" in game.can


def test_whether_it_lost_models_since_a_step_began(skirmish):
    """In this round, and not in the one before."""
    rules = skirmish.but("facts: {slain: {of: models}, fresh: {}}").but(
        "steps: {act: {act.who: {needs: {any_of: [{lost_models: round}, {fact: fresh}]}}}}"
    )

    game = rules.battle({"Ash": {"models": 3}, "Birch": {"facts": ("fresh",)}}, "")
    lost = game.declare("slain", "Ash", models=1)

    assert (game.may, lost.may) == (("Birch",), ("Ash", "Birch"))
    assert lost.choose("act", "Ash").choose("act", "Birch").may == ("Birch",)


# Measured


PLACES = {
    "Ash": {"at": (0, 0), "facts": ("keen",)},
    "Birch": {"at": (0, 5)},
    "Cedar": {"at": (0, 30)},
    "Drift": {},
}


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        ("{inches: 6, of: friend}", {"Ash", "Birch"}),
        ("{inches: 6, of: friend, that: {fact: keen}}", {"Birch"}),
        ("{inches: 4, of: enemy}", {"Cedar"}),
        ("{inches: 5, of: anyone}", {"Ash", "Birch", "Cedar"}),
        ("{inches: 100, of: active}", set()),
        ("{inches: 100, of: target}", set()),
        ("{inches: 100, of: source}", set()),
    ],
)
def test_how_near_it_is_to_somebody(skirmish, within, expected):
    """From base to base; whoever stands nowhere is near nobody, and nobody is near itself."""
    rules = skirmish.but(FACTS).but(
        f"steps: {{act: {{act.near: {{needs: {{within: {within}}}}}}}}}"
    )

    game = rules.battle(PLACES, {"Dorn": {"at": (0, 33)}})

    assert {*game.may} - {"Dorn"} == (expected if game.next == "attacker" else set())


@pytest.mark.parametrize(
    ("inches", "expected"),
    [
        ("{number: 5, per: 2}", {"Ash", "Birch"}),
        ("{number: 5, per: 2, rounded: down}", set()),
        ("{number: 5, per: 2, rounded: up}", {"Ash", "Birch", "Cedar"}),
        ("{number: 5, per: 2, less: 1, at_least: 2}", set()),
    ],
)
def test_half_of_a_distance_keeps_its_half_inch(skirmish, inches, expected):
    """Half of 5 inches is 2.5, unless a rule rounds it."""
    rules = skirmish.but(
        f"steps: {{act: {{act.near: {{needs: {{within: {{inches: {inches}, of: friend}}}}}}}}}}"
    )
    places = {"Ash": {"at": (0, 0)}, "Birch": {"at": (0, 2.4)}, "Cedar": {"at": (0, 5.1)}}

    game = rules.battle(places, {"Dorn": {"at": (0, 40)}})

    assert {*game.may} - {"Dorn"} == (expected if game.next == "attacker" else set())


def test_whoever_is_away_is_near_nobody(skirmish):
    """Its place is not asked, and a place that it will have does not count yet."""
    rules = skirmish.but("facts: {hidden: {hidden.away: {away: off_table}}}").but(
        "steps: {act: {act.near: {needs: {within: {inches: 6, of: friend}}}}}"
    )
    hidden = {"facts": ("hidden",)}

    game = rules.battle(
        {"Ash": {"at": (0, 0)}, "Birch": hidden, "Cedar": {"at": (0, 30)}, "Drift": {"at": (0, 35)}}
        | {"Elm": {"at": (0, 1), **hidden}},
        {"Dorn": {"at": (0, 90)}},
    )

    assert game.may == ("Cedar", "Drift")


def test_how_near_it_is_to_the_unit_that_acts(duel):
    """Asked of a target, the active unit is the one that picks it."""
    rules = duel.but(
        """
        steps:
          strike:
            strike.foe: {target: enemy}
            strike.reach: {target: {that: {within: {inches: 2, of: active}}}}
        """
    )
    foes = {"Dorn": {"at": (2, 0)}, "Elm": {"at": (3, 0)}}

    game = rules.battle({"Ash": {"at": (0, 0)}}, foes).choose("activation", "Ash")

    assert game.targets("strike") == ("Dorn",)


def test_what_is_asked_about_the_target_is_asked_within_what_is_done_to_it(duel):
    """A second blow needs to be near the one that was struck."""
    rules = duel.but(
        """
        steps:
          strike: {strike.foe: {target: enemy}, strike.parts: {sequence: [blow, again]}}
          blow: {}
          again:
            again.near: {needs: {within: {inches: 2, of: target}}}
            again.bound: {bars: {pair: {fact: bound, to: target}}}
        facts: {bound: {of: pair}}
        """
    )
    foes = {"Dorn": {"at": (2, 0)}, "Elm": {"at": (9, 0)}}

    game = rules.battle({"Ash": {"at": (0, 0)}}, foes).choose("activation", "Ash")
    tied = game.declare("bound", "Ash", to_unit="Dorn")

    assert "again" in game.choose("strike", "Ash", target="Dorn").began
    assert "again" not in game.choose("strike", "Ash", target="Elm").began
    assert "again" not in tied.choose("strike", "Ash", target="Dorn").began


# Pairs


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("enemy", ("Ash",)),
        ("friend", ("Birch", "Cedar")),
        ("anyone", ("Ash", "Birch", "Cedar")),
        ("active", ()),
        ("source", ()),
    ],
)
def test_what_holds_between_two_units(skirmish, to, expected):
    """Both ways, and only towards those that are meant."""
    rules = skirmish.but("facts: {bound: {of: pair}}").but(
        f"steps: {{act: {{act.bound: {{needs: {{pair: {{fact: bound, to: {to}}}}}}}}}}}"
    )
    army = {"Ash": {"pairs": {"bound": ("Dorn",)}}, "Birch": {}, "Cedar": {}}

    game = rules.battle(army, "Dorn").declare("bound", "Birch", to_unit="Cedar")

    assert tuple(n for n in ("Ash", "Birch", "Cedar") if n in game.may) == expected


@pytest.mark.parametrize("keen", ["Ash", "Birch", "Ash Birch", "Cedar Dorn"])
def test_what_holds_between_two_may_count_as_another_for_some(skirmish, keen):
    """When both are keen, a bond counts as a chain."""
    rules = skirmish.but(
        """
        facts:
          keen: {}
          chained: {of: pair}
          bound: {of: pair, bound.as: {when: {fact: keen}, counts_as: chained}}
        steps: {act: {act.chained: {needs: {pair: {fact: chained, to: friend}}}}}
        """
    )
    game = rules.battle("Ash Birch Cedar", "Dorn").declare("bound", "Ash", to_unit="Birch")
    for unit in keen.split():
        game = game.declare("keen", unit)

    assert ("Ash" in game.may) == (keen == "Ash Birch")
    assert ("invented.bound.as" in game.consulted) == (keen == "Ash Birch")


def test_sight_goes_one_way(duel):
    """Ash sees Dorn; that Dorn sees Ash is another matter."""
    rules = duel.but(
        """
        steps:
          strike:
            strike.foe: {target: enemy}
            strike.sees: {target: {that: {pair: {fact: sees, to: active}}}}
        facts: {sees: {of: sight}}
        """
    )

    game = rules.battle("Ash", "Dorn").declare("sees", "Ash", to_unit="Dorn")

    assert "strike" in game.choose("activation", "Ash").can
    answer = game.choose("activation", "Ash").choose("done").choose("activation", "Dorn")
    assert "strike" not in answer.can


def test_whoever_sees_those_who_act_is_not_who_is_seen_by_them(duel):
    """Elm watches Ash, and Ash watches Fir: Elm may shout when Ash strikes, and Fir may not."""
    rules = duel.but(
        """
        steps:
          strike: {strike.heard: {sequence: [shouts]}}
          shouts:
            shouts.others: {cadence: one_side, first: other, among: own, together: one}
            shouts.watching: {each: [shout], needs: {pair: {fact: sees, to: active}}}
            shouts.over: {finish: allowed, until: none_left}
          shout: {}
        facts: {sees: {of: sight}}
        """
    )
    game = rules.battle("Ash", "Elm Fir").declare("sees", "Elm", to_unit="Ash")
    game = game.declare("sees", "Ash", to_unit="Fir")

    assert game.choose("activation", "Ash").choose("strike").may == ("Elm",)


# Facts that count as others, and guards on facts


def test_a_fact_may_count_as_another(skirmish):
    """Whoever is asleep counts as tired."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {bars: {fact: tired}}}}
        facts: {tired: {}, asleep: {asleep.is: {counts_as: tired}}}
        """
    )

    game = rules.battle({"Ash": {"facts": ("asleep",)}, "Birch": {}}, "")

    assert game.may == ("Birch",)
    assert set(game.facts("Ash")) == {"tired", "asleep"}


def test_it_may_do_so_for_some_only(skirmish):
    """The undead sleep and are not tired."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {bars: {fact: tired}}}}
        facts:
          tired: {}
          undead: {}
          asleep: {asleep.is: {when: {not: {fact: undead}}, counts_as: tired}}
        """
    )

    game = rules.battle(
        {"Ash": {"facts": ("asleep",)}, "Birch": {"facts": ("asleep", "undead")}}, ""
    )

    assert game.may == ("Birch",)


def test_two_enemies_may_be_paired_by_measure(skirmish):
    """Within an inch they are in melee; friends are not, however near."""
    rules = skirmish.but(
        """
        steps: {act: {act.free: {bars: {pair: {fact: melee, to: anyone}}}}}
        facts: {melee: {of: pair, melee.near: {within: 1}}}
        """
    )
    army = {"Ash": {"at": (0, 0)}, "Birch": {"at": (9, 0)}, "Cedar": {"at": (9.5, 0)}}

    game = rules.battle(army, {"Dorn": {"at": (1, 0)}})

    assert game.may == ("Birch", "Cedar")
    assert game.facts("Ash") == ("melee",)


def test_measuring_may_be_for_some_only(skirmish):
    """It takes two that do not fly."""
    rules = skirmish.but(
        """
        steps: {act: {act.free: {bars: {pair: {fact: melee, to: enemy}}}}}
        facts:
          flies: {}
          melee: {of: pair, melee.near: {when: {not: {fact: flies}}, within: 1}}
        """
    )
    army = {"Ash": {"at": (0, 0), "facts": ("flies",)}, "Birch": {"at": (2, 0)}}

    game = rules.battle(army, {"Dorn": {"at": (1, 0)}})

    assert game.may == ("Ash",)


# Values


def test_a_value_is_what_the_card_says(skirmish):
    """Unless a clause takes another number; a card may have none."""
    rules = skirmish.but("values: {nerve: {}, courage: {courage.is: {base: nerve}}}")

    game = rules.battle({"Ash": {"has": {"nerve": 7}}}, "Dorn")

    assert (game.value("Ash.nerve"), game.value("Ash.courage")) == (7, 7)
    assert game.value("Dorn.nerve") is None


def test_what_is_added_adds_up(skirmish):
    """Each clause for those for whom it holds, whoever acts at the moment."""
    rules = skirmish.but(
        """
        facts: {proud: {}, tired: {}}
        values:
          nerve:
            nerve.one: {add: 1}
            nerve.proud: {when: {fact: proud}, add: 2}
            nerve.tired: {when: {fact: tired}, add: -4}
        """
    )
    army = {
        "Ash": {"has": {"nerve": 7}},
        "Birch": {"has": {"nerve": 7}, "facts": ("proud",)},
        "Cedar": {"has": {"nerve": 7}, "facts": ("proud", "tired")},
    }

    game = rules.battle(army, "")

    assert [game.value(f"{name}.nerve") for name in army] == [8, 10, 6]


def test_the_number_a_value_starts_from_may_depend(skirmish):
    """The exception beats the rule, for the unit that it is about."""
    rules = skirmish.but(
        """
        facts: {mounted: {}}
        values:
          speed:
            speed.foot: {base: walk}
            speed.horse: {when: {fact: mounted}, base: ride}
        """
    )
    numbers = {"walk": 4, "ride": 9}
    army = {"Ash": {"has": numbers}, "Birch": {"has": numbers, "facts": ("mounted",)}}

    game = rules.battle(army, "")

    assert (game.value("Ash.speed"), game.value("Birch.speed")) == (4, 9)


def test_a_condition_is_never_true_of_whoever_was_not_asked(all_examples):
    """Of some units it is true or not, at the start of examples; of nobody else."""
    asked = 0
    by_rules = {id(rules): (example, rules) for example, rules in all_examples}
    for example, rules in [*by_rules.values()][::3]:
        program = compile_ruleset(rules)
        tx = Transaction(program, initial_game(example, program).state)
        units = tx.roster.everybody
        conditions = {
            value
            for clause in rules.clauses()
            for _, value in inner_values(clause)
            if isinstance(value, Condition)
        }
        for condition in conditions:
            holds = compile_condition(condition, program.symbols)
            for pool in (units, units & -units, 0):
                for side, risky in product(tx.sides(), (True, False)):
                    try:
                        found = holds(tx, pool, Scene(pool, NOBODY, NOBODY, side, risky))
                    except Stop:
                        continue
                    assert found & ~pool == 0, (rules.ruleset, condition)
                    asked += 1
    assert asked > 1000
