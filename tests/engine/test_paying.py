"""What doing something costs: it needs so much, and takes it away."""

import pytest

from turnwright.engine.decision import Reason
from turnwright.language.input import Choice

SIDES = ("north", "east", "south")

ORDERS = """
    steps:
      turns: {turns.acts: {each: [act, sprint, beg]}}
      act: {}
      sprint: {sprint.costs: {costs: {value: breath, amount: 2}}, sprint.as: {counts_as: act}}
      beg: {beg.side: {among: side}, beg.costs: {costs: {value: orders}}}
    values:
      breath: {breath.start: {starts: 3}}
      orders: {of: side, orders.start: {starts: 1}}
"""


@pytest.fixture
def orders(skirmish):
    """Sprinting costs two breaths of the unit, begging an order of the side."""
    return skirmish.but(ORDERS)


def test_what_is_done_takes_what_it_costs(orders):
    """From whoever does it, and from nobody else."""
    game = orders.battle("Ash Birch", "Dorn").choose("sprint", "Ash")

    assert (game.value("Ash.breath"), game.value("Birch.breath")) == (1, 3)


def test_whoever_has_not_enough_may_not_do_it(orders):
    """Exactly enough is enough."""
    tired = {"Ash": {"has": {"breath": 1}}, "Birch": {"has": {"breath": 2}}}

    game = orders.battle(tired, "Dorn")

    assert game.refuses("sprint", "Ash") == ("sprint.costs",)
    assert game.choose("sprint", "Birch").value("Birch.breath") == 0


def test_a_side_pays_with_its_own(orders):
    """Each of three sides has one order; whoever has begged begs no more."""
    game = orders.with_sides(*SIDES).battle("N1 N2", "E1", "S1")

    begged = game.choose("beg")

    assert [begged.value(f"{side}.orders") for side in SIDES] == [0, 1, 1]
    later = begged.choose("act", "E1").choose("act", "S1")
    assert (later.next, later.can) == ("north", ("act", "sprint", "pass"))
    assert set(later.refuses("beg")) == {"turns.once", "beg.costs"}


def test_a_cost_of_the_dealing_step_is_that_of_all_it_deals(skirmish):
    """The step in which chances are dealt says it once, for acting and for sprinting."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.costs: {costs: {value: breath}}}}
        values: {breath: {breath.start: {starts: 2}}}
        """
    )

    game = rules.battle({"Ash": {}, "Birch": {"has": {"breath": 0}}}, "Dorn")

    assert game.choose("act", "Ash").value("Ash.breath") == 1
    assert game.refuses("act", "Birch") == ("turns.costs",)


def test_there_must_be_enough_for_all_of_a_group(skirmish):
    """One order is enough for one unit, and not for two; two are."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
          act: {act.costs: {costs: {value: orders}}}
        values: {orders: {of: side}}
        """
    )

    poor = rules.battle("Ash Birch", "Dorn", values={"attacker": {"orders": 1}})
    rich = rules.battle("Ash Birch", "Dorn", values={"attacker": {"orders": 2}})

    assert poor.may == ("Ash", "Birch")
    assert poor.refuses("act", units=["Ash", "Birch"]) == ("act.costs",)
    paid = rich.choose("act", units=["Ash", "Birch"])
    assert paid.value("attacker.orders") == 0


def test_a_limit_of_a_side_is_one_for_all_of_a_group(skirmish):
    """Two actions a round for the whole side: two units together have them both."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
            turns.two: {limit: {per: round, times: 2, by: side}}
        """
    )

    game = rules.battle("Ash Birch Cedar", "Dorn")

    assert game.refuses("act", units=["Ash", "Birch", "Cedar"]) == ("turns.two",)
    assert game.choose("act", units=["Ash", "Birch"]).choose("act", "Dorn").round == 2


@pytest.mark.parametrize(
    ("by", "who"), [("unit", "N1 E1 S1"), ("side", "N1 E1 S1"), ("battle", "N1")]
)
def test_whose_doings_a_limit_counts_together(skirmish, by, who):
    """Once for each unit, once for each side, or once for everybody."""
    rules = skirmish.but(f"steps: {{turns: {{turns.once: {{limit: {{per: round, by: {by}}}}}}}}}")

    game = rules.with_sides(*SIDES).battle("N1 N2", "E1", "S1")
    done = []
    while game.round == 1:
        done.append(game.may[0])
        game = game.choose("act", game.may[0])

    assert done == who.split() + (["N2"] if by == "unit" else [])


def test_an_amount_may_be_worked_out(orders):
    """An order for every two units that the side has, rounded up."""
    rules = orders.but(
        """
        steps: {beg: {beg.costs: {costs: {amount: {count: own, per: 2, rounded: up}}}}}
        """
    )

    three = rules.battle("A1 A2 A3", "Dorn", values={"attacker": {"orders": 2}})

    assert three.choose("beg").value("attacker.orders") == 0
    assert rules.battle("A1 A2 A3", "Dorn").refusal(Choice("beg")).reason is Reason.RULED_OUT


def test_what_is_bought_by_a_step_in_a_sequence_is_paid_too(skirmish):
    """Whoever cannot pay for that part of it goes without."""
    rules = skirmish.but(
        """
        steps:
          act: {act.parts: {sequence: [aim, shoot]}}
          aim: {aim.costs: {costs: {value: breath}}}
          shoot: {}
        values: {breath: {breath.start: {starts: 1}}}
        """
    )

    game = rules.battle({"Ash": {}, "Birch": {"has": {"breath": 0}}}, "Dorn")
    fresh = game.choose("act", "Ash")
    tired = game.choose("act", "Birch")

    assert (fresh.began, fresh.value("Ash.breath")) == (("act", "aim", "shoot"), 0)
    assert tired.began == ("act", "shoot")
    assert tired.skipped == {"aim": {"Birch": ("invented.aim.costs",)}}


@pytest.mark.parametrize("bearer", ["Ash", "Birch"])
def test_a_step_that_an_ability_opens_costs_its_bearer(duel, bearer):
    """And nobody beside it."""
    rules = duel.but(
        """
        steps:
          activation: {actions.feats: {each_ability: unit}}
          leap: {leap.costs: {costs: {value: breath, amount: 2}}}
        values: {breath: {breath.start: {starts: 3}}}
        effects: {terms: {terms.work: {work_of: unit}, terms.bearer: {bearer: active}}}
        abilities: {feat: {text: A leap., used: {during: activation}, opens: leap}}
        """
    )
    able = {"abilities": ("feat",)}
    game = rules.battle({"Ash": able, "Birch": able}, "Dorn").choose("activation", bearer)

    game = game.choose("feat", bearer)

    left = {name: game.value(f"{name}.breath") for name in ("Ash", "Birch", "Dorn")}
    assert left == {"Ash": 3, "Birch": 3, "Dorn": 3} | {bearer: 1}


def test_what_each_player_has_costs_that_player(system):
    """One after the other, each of its own; whoever has nothing to pay with has it not."""
    rules = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round:
            round.each: {cadence: each_player, first: listed_first, each: [turn]}
            round.ends: {until: all_dealt}
            round.costs: {costs: {value: orders}}
          turn:
            turn.one: {cadence: one_side, first: active, each: [act], until: one_chance}
            turn.own: {among: own, together: one}
          act: {}
        values: {orders: {of: side}}
        """
    ).with_sides(*SIDES)
    values = {"north": {"orders": 2}, "east": {"orders": 0}, "south": {"orders": 5}}
    game = rules.battle("N1", "E1", "S1", values=values)
    assert (game.next, [game.value(f"{side}.orders") for side in SIDES]) == ("north", [1, 0, 5])

    game = game.choose("act", "N1")

    assert (game.next, [game.value(f"{side}.orders") for side in SIDES]) == ("south", [1, 0, 4])


SEVERAL = """
    steps:
      turns: {turns.acts: {each: [act, climb]}, turns.once: null, turns.rest: {until: {fact: dusk}}}
      act: {act.mends: {changes: {value: breath, by: 1}}}
      climb: {climb.costs: {costs: {value: [breath, orders], amount: 2}}}
    facts: {dusk: {of: battle}}
    values: {breath: {breath.start: {starts: 1}}, orders: {of: side, orders.start: {starts: 2}}}
"""


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("climb", (0, 1)),
        ("act climb", (0, 2)),
        ("act act climb", (1, 2)),
        ("climb act climb", (0, 0)),
        ("climb act climb act act climb", (0, 0)),
    ],
)
def test_several_values_pay_one_after_another(skirmish, moves, left):
    """First what the unit has, then what is missing from its side; each time anew."""
    game = skirmish.but(SEVERAL).battle("Ash", "Dorn")

    for move in moves.split():
        game = game.choose(move, "Ash").choose("act", "Dorn")

    assert (game.value("Ash.breath"), game.value("attacker.orders")) == left


def test_several_values_together_are_not_enough(skirmish):
    """With 1 of 2 in all, nobody climbs; one breath more, and somebody does."""
    game = skirmish.but(SEVERAL).battle("Ash", "Dorn", values={"attacker": {"orders": 0}})

    assert game.refuses("climb", "Ash") == ("climb.costs",)
    assert game.choose("act", "Ash").choose("act", "Dorn").choose("climb", "Ash")


@pytest.mark.parametrize("step", ["turns", "act"])
def test_what_several_rules_take_is_taken_together(skirmish, step):
    """One order for a chance, or for an act, and one more for whoever is far away."""
    rules = skirmish.but(
        f"""
        steps:
          {step}: {{{step}.one: {{costs: {{value: orders}}}}}}
        values: {{orders: {{of: side}}}}
        facts: {{far: {{}}}}
        """
    ).but("steps: {act: {act.far: {when: {fact: far}, costs: {value: orders}}}}")
    army = {"Ash": {"facts": ("far",)}, "Birch": {}}

    poor = rules.battle(army, "Dorn", values={"attacker": {"orders": 1}})
    rich = rules.battle(army, "Dorn", values={"attacker": {"orders": 2}})

    assert poor.may == ("Birch",)
    assert poor.refuses("act", "Ash") == ("act.far",)
    assert rich.choose("act", "Ash").value("attacker.orders") == 0


def test_what_is_paid_out_of_two_purses_is_not_paid_twice(skirmish):
    """Breath first, and orders for the rest of it; what is still there has to do for the next."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.both: {costs: {value: [breath, orders], amount: 3}}
            act.order: {costs: {value: orders}}
        values: {orders: {of: side}, breath: {}}
        """
    )
    army = {"Ash": {"has": {"breath": 2}}, "Birch": {"has": {"breath": 3}}}

    game = rules.battle(army, "Dorn", values={"attacker": {"orders": 1}})

    assert game.may == ("Birch",)
    assert game.refuses("act", "Ash") == ("act.order",)
    assert game.choose("act", "Birch").value("attacker.orders") == 0
