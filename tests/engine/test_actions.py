"""Spending a chance: on what, with which units, on whom and with which item."""

import pytest

from turnwright.engine.decision import Refused

# Alone and together

TOGETHER = """
    steps:
      turns:
        turns.one: {together: several}
        turns.group: {group: shared, group_counts: each}
      act: {act.parts: {sequence: [march, shoot]}}
      march: {}
      shoot: {}
"""


def steps_of(game):
    """The steps that the last input opened, with the units in them."""
    return [(e.step, e.units) for e in game.events if type(e).__name__ == "Began"]


def test_one_unit_at_a_time(skirmish):
    """Two are refused by the clause that says so."""
    game = skirmish.battle("Ash Birch", "Dorn")

    assert game.refuses("act", units=["Ash", "Birch"]) == ("turns.one",)


def test_how_many_at_once_is_not_guessed(skirmish):
    """One or several has to be said before anybody picks."""
    assert skirmish.without("turns.one").battle("Ash", "Dorn").unsaid == "together"


def test_several_units_act_together(skirmish):
    """They share a chance, and go through it side by side."""
    game = skirmish.but(TOGETHER).battle("Ash Birch Cedar", "Dorn")

    acted = game.choose("act", units=["Ash", "Birch"])

    assert game.decision.several
    assert steps_of(acted) == [
        ("act", ("Ash", "Birch")),
        ("march", ("Ash", "Birch")),
        ("shoot", ("Ash", "Birch")),
    ]
    assert acted.next == "defender"


def test_a_group_may_go_one_after_the_other(skirmish):
    """One goes through all of it, then the next does, in the order in which they were named."""
    rules = skirmish.but(TOGETHER).but(
        "steps: {turns: {turns.group: {group: in_turn, group_counts: each}}}"
    )

    acted = rules.battle("Ash Birch Cedar", "Dorn").choose("act", units=["Birch", "Ash"])

    assert steps_of(acted) == [
        ("act", ("Birch",)),
        ("march", ("Birch",)),
        ("shoot", ("Birch",)),
        ("act", ("Ash",)),
        ("march", ("Ash",)),
        ("shoot", ("Ash",)),
    ]
    assert acted.next == "defender"


def test_a_group_may_be_as_large_as_an_army(skirmish):
    """Each of a thousand acts, one after the other, upon one choice."""
    army = [f"A{number}" for number in range(1000)]
    rules = skirmish.but(
        """
        steps:
          turns: {turns.one: {together: several}, turns.group: {group: in_turn, group_counts: each}}
          act: {acts.marks: {sets: {fact: done}}}
        facts: {done: {}}
        """
    )

    game = rules.battle(" ".join(army), "Dorn").choose("act", units=army)

    assert (game.next, game.facts(army[-1])) == ("defender", ("done",))


def test_one_after_the_other_they_do_it_to_the_same_target(skirmish):
    """Two strike, and each takes one away."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: in_turn, group_counts: each}
          act: {act.at: {target: enemy}, act.hurts: {changes: {value: health, by: -1, of: target}}}
        values: {health: {health.full: {starts: 5}}}
        """
    )

    game = rules.battle("Ash Birch", "Dorn").choose("act", units=["Ash", "Birch"], target="Dorn")

    assert game.value("Dorn.health") == 3


@pytest.mark.parametrize(("counts", "left"), [("each", ("Cedar",)), ("one", ("Birch", "Cedar"))])
def test_which_units_of_a_group_are_used_up(skirmish, counts, left):
    """Every one, or only the one that was named first."""
    rules = skirmish.but(TOGETHER).but(
        f"steps: {{turns: {{turns.group: {{group: shared, group_counts: {counts}}}}}}}"
    )

    game = rules.battle("Ash Birch Cedar", "").choose("act", units=["Ash", "Birch"])

    assert game.may == left


def test_not_everybody_may_act_together(skirmish):
    """What is asked of a group is asked of every unit in it, and of no unit alone."""
    rules = skirmish.but(TOGETHER).but(
        "{steps: {turns: {turns.drilled: {group_needs: {fact: drilled}}}}, facts: {drilled: {}}}"
    )

    game = rules.battle({"Ash": {"facts": ("drilled",)}, "Birch": {}}, "")

    assert game.refuses("act", units=["Ash", "Birch"]) == ("turns.drilled",)
    assert game.refuses("act", "Birch") == ()


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("{group: shared, group_counts: null}", "group_counts"),
        ("{group: null, group_counts: each}", "group"),
        ("null", "group"),
    ],
)
def test_how_a_group_acts_is_not_guessed(skirmish, said, word):
    """The round stops once a group wants to act; one unit alone is no question."""
    rules = skirmish.but(TOGETHER).but(f"steps: {{turns: {{turns.group: {said}}}}}")

    game = rules.battle("Ash Birch", "Dorn")

    assert game.choose("act", "Ash").next == "defender"
    assert game.choose("act", units=["Ash", "Birch"]).unsaid == word


def test_a_group_names_nobody_twice(skirmish):
    """Ash and Ash are one unit."""
    game = skirmish.but(TOGETHER).battle("Ash Birch", "Dorn")

    with pytest.raises(Refused, match="named twice"):
        game.choose("act", units=["Ash", "Ash"])


def test_the_unit_may_be_left_out_where_there_is_only_one(skirmish):
    """With two of them, one has to say which."""
    assert skirmish.battle("Ash", "Dorn").choose("act").next == "defender"
    with pytest.raises(Refused, match="say which unit"):
        skirmish.battle("Ash Birch", "Dorn").choose("act")


def test_a_loss_does_not_stop_those_who_wait_in_a_group(skirmish):
    """The first falls, the second has its turn; a unit that fell before has none."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: in_turn, group_counts: each}
          act: {act.ask: {cadence: one_side, first: active, among: active, together: one}}
        facts: {fallen: {fallen.leaves: {leaves: at_once}}}
        """
    ).but("steps: {act: {act.what: {each: [halt], until: one_chance}}, halt: {}}")

    game = rules.battle("Ash Birch Cedar", "").choose("act", units=["Ash", "Birch", "Cedar"])
    game = game.declare("fallen", "Birch").declare("fallen", "Ash")

    assert game.may == ("Cedar",)


# What it counts as


def test_a_thing_counts_as_itself(duel):
    """Two things have a limit each."""
    rules = duel.but("steps: {activation: {actions.once: {limit: {per: activation}}}}")

    game = rules.battle("Ash", "").choose("activation", "Ash").choose("strike")

    assert game.can == ("rest", "done")


def test_two_things_may_count_as_one(duel):
    """Whoever did one of them has used up both."""
    rules = duel.but(
        """
        steps:
          activation: {actions.once: {limit: {per: activation}}}
          strike: {strike.as: {counts_as: effort}}
          rest: {rest.as: {counts_as: effort}}
        """
    )

    game = rules.battle("Ash", "").choose("activation", "Ash").choose("strike")

    assert game.can == ("done",)
    assert game.refuses("rest", "Ash") == ("actions.once",)


# Items

ARMED = """
    steps: {strike: {strike.weapon: {uses: blade}}}
    facts: {wild: {}}
"""


def armed(**items):
    """A unit that carries these items, each with its keyword."""
    return {"Ash": {"carries": {name: (keyword,) for name, keyword in items.items()}}}


def test_an_item_of_the_right_kind_must_be_used(duel):
    """Whoever has none cannot do it, by the clause that wants it."""
    rules = duel.but(ARMED)

    unarmed = rules.battle(armed(bow="ranged"), "").choose("activation", "Ash")
    sword = rules.battle(armed(bow="ranged", sword="blade"), "").choose("activation", "Ash")

    assert unarmed.can == ("rest", "done")
    assert unarmed.refuses("strike", "Ash") == ("strike.weapon",)
    with pytest.raises(Refused, match="not bow"):
        sword.choose("strike", "Ash", using="bow")
    assert sword.refuses("strike", "Ash", using="bow") == ("strike.weapon",)
    assert sword.decision.legal[0].using == ("sword",)


def test_what_is_lifted_for_some_items_still_bars_the_others(duel):
    """The tired strike with a blade alone: with a bow they are kept from it as all tired ones."""
    rules = duel.but("""
        steps:
          strike:
            strike.weapon: {uses: weapon}
            strike.fresh: {bars: {fact: tired}}
            strike.anyway: {when: {fact: tired}, uses: blade, waives: [strike.fresh]}
        facts: {tired: {}}
    """)
    carries = {"bow": ("weapon",), "sword": ("weapon", "blade")}

    fresh = rules.battle({"Ash": {"carries": carries}}, "").choose("activation", "Ash")
    tired = rules.battle({"Ash": {"carries": carries, "facts": ["tired"]}}, "")
    tired = tired.choose("activation", "Ash")

    assert fresh.refuses("strike", "Ash", using="bow") == ()
    assert tired.refuses("strike", "Ash", using="sword") == ()
    assert set(tired.refuses("strike", "Ash", using="bow")) == {"strike.anyway", "strike.fresh"}


def test_the_only_item_that_fits_needs_no_mention(duel):
    """With two of them, one has to say which."""
    rules = duel.but(ARMED)

    one = rules.battle(armed(sword="blade"), "").choose("activation", "Ash").choose("strike")
    two = rules.battle(armed(sword="blade", axe="blade"), "").choose("activation", "Ash")

    assert one.events[0].using == "sword"
    with pytest.raises(Refused, match="say which"):
        two.choose("strike", "Ash")
    assert two.refuses("strike", "Ash") == ("strike.weapon",)
    assert two.choose("strike", using="axe").events[0].using == "axe"


def test_each_item_may_be_used_so_many_times(duel):
    """Each of them twice a round."""
    rules = duel.but(ARMED).but(
        "steps: {strike: {strike.dull: {limit: {per: round, by: item, times: 2}}}}"
    )

    game = rules.battle(armed(sword="blade", axe="blade"), "").choose("activation", "Ash")
    game = game.choose("strike", using="sword").choose("strike", using="sword")
    spent = game.choose("strike", using="axe").choose("strike")

    assert game.decision.legal[0].using == ("axe",)
    assert game.refuses("strike", "Ash", using="sword") == ("strike.dull",)
    assert (spent.can, spent.refuses("strike", "Ash")) == (("rest", "done"), ("strike.dull",))


def test_whoever_names_an_item_is_told_what_is_wrong_with_that_one(duel):
    """The sword is dull, the maul is too heavy for anybody, and nothing is left to strike with."""
    rules = duel.but(ARMED).but(
        """
        steps:
          strike:
            strike.dull: {limit: {per: round, by: item}}
            strike.at: {target: enemy}
            strike.light: {target: {of: anyone, that: {not: {using: heavy}}}}
        """
    )
    carries = {"sword": ("blade",), "maul": ("blade", "heavy"), "bow": ("ranged",)}
    game = rules.battle({"Ash": {"carries": carries}}, "Dorn").choose("activation", "Ash")

    spent = game.choose("strike", using="sword", target="Dorn")

    assert spent.can == ("rest", "done")
    for aimed in ({}, {"target": "Dorn"}):
        assert spent.refuses("strike", "Ash", using="sword", **aimed) == ("strike.dull",)
        assert spent.refuses("strike", "Ash", using="maul", **aimed) == ("strike.light",)
        assert spent.refuses("strike", "Ash", using="bow", **aimed) == ("strike.weapon",)


def test_two_limits_of_an_item_count_each_use_once(duel):
    """Twice a round whatever it is; a brittle one as often as its profile says, others not."""
    rules = duel.but(ARMED).but(
        """
        steps:
          strike:
            strike.dull: {limit: {per: round, by: item, times: 2}}
            strike.brittle:
              limit: {per: round, by: item, times: {profile: blows}}
              when: {using: brittle}
        """
    )
    carries = {"sword": ("blade",), "shard": ("blade", "brittle"), "glass": ("blade", "brittle")}
    profiles = {"shard": {"blows": 1}, "glass": {"blows": 3}}

    game = rules.battle({"Ash": {"carries": carries, "profiles": profiles}}, "")
    game = game.choose("activation", "Ash")
    for item in ("sword", "shard", "glass"):
        game = game.choose("strike", using=item)

    assert game.decision.legal[0].using == ("sword", "glass")
    assert game.refuses("strike", "Ash", using="shard") == ("strike.brittle",)
    game = game.choose("strike", using="glass")
    assert game.refuses("strike", "Ash", using="glass") == ("strike.dull",)


def test_an_item_may_need_several_keywords(duel):
    """Two items with one of them each are not enough."""
    rules = duel.but("steps: {strike: {strike.weapon: {uses: [blade, light]}}}")
    dagger = {"sword": ("blade",), "dagger": ("blade", "light")}
    club = {"sword": ("blade",), "club": ("light",)}

    armed = rules.battle({"Ash": {"carries": dagger}}, "").choose("activation", "Ash")
    ill_armed = rules.battle({"Ash": {"carries": club}}, "").choose("activation", "Ash")

    assert armed.refuses("strike", "Ash", using="sword") == ("strike.weapon",)
    assert armed.choose("strike").events[0].using == "dagger"
    assert ill_armed.refuses("strike", "Ash") == ("strike.weapon",)


def test_an_exception_may_want_another_item(duel):
    """The guarded clause is asked first; where it holds, the plain one does not bind."""
    rules = duel.but(ARMED).but("steps: {strike: {strike.wild: {when: {fact: wild}, uses: club}}}")
    army = {"Ash": {"carries": {"stick": ("club",)}, "facts": ("wild",)}}

    game = rules.battle(army, "").choose("activation", "Ash")

    assert game.choose("strike").events[0].using == "stick"


def test_an_exception_on_items_is_asked_of_the_unit_that_is_picked(skirmish):
    """Also where that unit is not active yet."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.weapon: {uses: blade}
            act.wild: {when: {fact: wild}, uses: club}
        facts: {wild: {}}
        """
    )
    army = {
        "Ash": {"carries": {"stick": ("club",)}, "facts": ("wild",)},
        "Birch": {"carries": {"stick": ("club",)}},
    }

    assert rules.battle(army, "").may == ("Ash",)
    assert rules.battle(army, "").choose("act", "Ash").events[0].using == "stick"


def test_nobody_uses_what_it_does_not_carry(skirmish):
    """Also where no item is asked for."""
    with pytest.raises(Refused, match="carries no sword"):
        skirmish.battle("Ash", "Dorn").choose("act", "Ash", using="sword")
