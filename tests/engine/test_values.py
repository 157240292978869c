"""Values: of a unit, a side or the battle; what they start from, and how far they go."""

import pytest

SIDES = ("north", "east", "south")


def test_a_value_starts_from_the_card_or_from_what_a_clause_says(skirmish):
    """The card comes first."""
    rules = skirmish.but("values: {nerve: {nerve.start: {starts: 4}}}").but(
        "steps: {act: {act.needs: {needs: {level: {value: nerve, at_least: 1}}}}}"
    )

    game = rules.battle({"Ash": {"has": {"nerve": 7}}, "Birch": {}}, "Dorn")

    assert (game.value("Ash.nerve"), game.value("Birch.nerve")) == (7, 4)


def test_a_value_that_nothing_gives_stops_the_round(skirmish):
    """It names the value and the card."""
    rules = skirmish.but(
        """
        steps: {act: {act.needs: {needs: {level: {value: nerve, at_least: 1}}}}}
        values: {nerve: {}}
        """
    )

    game = rules.battle({"Ash": {"has": {"nerve": 7}}, "Birch": {}}, "Dorn")

    assert (game.awaits, game.unsaid) == ("unsaid", "nerve of Birch")
    assert game.declare("nerve", "Birch", value=1).unsaid != "nerve of Birch"


@pytest.mark.parametrize("until", ["", ", until: round"])
def test_a_value_that_nothing_gives_does_not_go_up(skirmish, until):
    """Nobody knows from where, so the round stops; it goes on where somebody declares it."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.brave: {{changes: {{value: nerve, by: 1{until}}}}}}}}}
        values: {{nerve: {{}}}}
        """
    )
    game = rules.battle({"Ash": {}}, "Dorn")

    assert game.choose("act", "Ash").unsaid == "nerve of Ash"
    assert game.declare("nerve", "Ash", value=2).choose("act", "Ash").value("Ash.nerve") == 3


@pytest.mark.parametrize(("by", "now"), [(3, 6), (9, 6), (-2, 2), (-9, 0)])
def test_a_value_stays_within_its_bounds(skirmish, by, now):
    """From 0 to 6, whatever is added."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.moves: {{changes: {{value: nerve, by: {by}}}}}}}}}
        values:
          nerve:
            nerve.start: {{starts: 4}}
            nerve.bounds: {{bounds: {{at_least: 0, at_most: 6}}}}
        """
    )

    assert rules.battle("Ash", "Dorn").choose("act", "Ash").value("Ash.nerve") == now


def test_a_bound_may_be_another_value(skirmish):
    """Nobody has more wounds than it can bear."""
    rules = skirmish.but(
        """
        steps: {act: {act.hurts: {changes: {value: wounds, by: 5}}}}
        values:
          wounds: {wounds.none: {starts: 0}, wounds.most: {bounds: {at_most: size}}}
          size: {}
        """
    )

    game = rules.battle({"Ash": {"has": {"size": 3}}}, "Dorn").choose("act", "Ash")

    assert game.value("Ash.wounds") == 3


def test_the_value_of_a_side_and_of_the_battle(skirmish):
    """Asked of a unit, it is that of its side, or the one there is."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.scores: {changes: {value: score, by: 1}}
            act.warms: {changes: {value: heat, by: 1}}
        values:
          score: {of: side, score.none: {starts: 0}}
          heat: {of: battle, heat.none: {starts: 0}}
        """
    ).with_sides(*SIDES)

    game = rules.battle("N1", "E1", "S1").choose("act", "N1").choose("act", "E1")

    assert [game.value(f"{side}.score") for side in SIDES] == [1, 1, 0]
    assert (game.value("N1.score"), game.value("S1.score")) == (1, 0)
    assert [game.value(f"{who}.heat") for who in ("battle", "north", "S1")] == [2, 2, 2]


def test_a_value_of_a_unit_is_not_asked_of_a_side(skirmish):
    """It would be a guess whose is meant, so the round stops."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.more: {when: {level: {value: nerve, at_least: 1}}, passing: never}}}
        values: {nerve: {nerve.start: {starts: 4}}}
        """
    )

    assert rules.battle("Ash", "Dorn").unsaid == "nerve of attacker"


def test_a_fact_of_a_unit_is_not_asked_of_a_side(skirmish):
    """Nor is a fact."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.more: {when: {fact: keen}, passing: never}}}
        facts: {keen: {}}
        """
    )

    assert rules.battle("Ash", "Dorn").unsaid == "keen of attacker"


AMOUNTS = [
    ("3", 3),
    ("strength", 4),
    ("{value: strength, times: 2}", 8),
    ("{value: strength, per: 3}", 1),
    ("{value: strength, per: 3, rounded: up}", 2),
    ("{value: strength, plus: 2}", 6),
    ("{value: strength, less: 6}", -2),
    ("{value: strength, less: 6, at_least: 0}", 0),
    ("{value: strength, at_most: 3}", 3),
    ("{count: own}", 2),
    ("{count: enemy}", 2),
    ("{count: {of: own, that: {level: {value: strength, above: 3}}}}", 2),
    ("{value: strength, of: enemy}", 5),
    ("{value: strength, of: enemy, take: highest}", 3),
    ("{value: strength, of: enemy, take: lowest}", 2),
    ("{count: sides}", 3),
    ("{count: other_sides}", 2),
    ("{number: 10, less: strength}", 6),
]


@pytest.mark.parametrize(("amount", "worth"), AMOUNTS)
def test_how_much_an_amount_is(skirmish, amount, worth):
    """Seen from N1, which has a strength of 4; the enemies have 2 and 3."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.counts: {{changes: {{value: result, to: {amount}}}}}}}}}
        values:
          strength: {{strength.start: {{starts: 5}}}}
          result: {{result.none: {{starts: 0}}}}
        """
    ).with_sides(*SIDES)
    if "strength" not in amount:
        rules = rules.but("values: {strength: null}")

    def strong(strength):
        return {"has": {"strength": strength}}

    game = rules.battle({"N1": strong(4), "N2": strong(4)}, {"E1": strong(2)}, {"S1": strong(3)})

    assert game.choose("act", "N1").value("N1.result") == worth


@pytest.mark.parametrize(("said", "now"), [("by: 1", 7), ("by: -2", 4), ("to: 9", 9)])
def test_a_value_to_which_something_is_added_changes_by_what_is_said(skirmish, said, now):
    """What is added counts once: 4 on the card and 2 more are 6."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.moves: {{changes: {{value: nerve, {said}}}}}}}}}
        values: {{nerve: {{nerve.more: {{add: 2}}}}}}
        """
    )
    game = rules.battle({"Ash": {"has": {"nerve": 4}}}, "Dorn")

    assert game.value("Ash.nerve") == 6
    assert game.choose("act", "Ash").value("Ash.nerve") == now


def test_a_value_that_changes_twice_changes_by_both(skirmish):
    """From what it was the last time, round after round."""
    rules = skirmish.but(
        """
        steps: {act: {act.moves: {changes: {value: nerve, by: 1}}}}
        values: {nerve: {nerve.more: {add: 2}}}
        """
    )
    game = rules.battle({"Ash": {"has": {"nerve": 4}}}, "")

    found = []
    for _ in range(3):
        game = game.choose("act", "Ash")
        found.append(game.value("Ash.nerve"))

    assert found == [7, 8, 9]


@pytest.mark.parametrize(("per", "worth"), [(0, 5), (1, 5), (2, 2), (5, 1), (6, 0)])
def test_nothing_is_divided_by_less_than_1(skirmish, per, worth):
    """Divided by 0, a number stays what it is."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.counts: {{changes: {{value: result, to: {{number: 5, per: size}}}}}}}}}}
        values:
          result: {{result.none: {{starts: 0}}}}
          size: {{size.start: {{starts: {per}}}}}
        """
    )

    assert rules.battle("Ash", "Dorn").choose("act", "Ash").value("Ash.result") == worth


@pytest.mark.parametrize(("enemies", "may_rest"), [("Dorn", False), ("Dorn Elm", True)])
def test_an_amount_of_the_unit_that_acts_is_its_own_also_when_it_is_asked(duel, enemies, may_rest):
    """Ash rests if there are as many enemies as it wants to see; it is asked, and it acts."""
    rules = duel.but(
        """
        steps:
          rest: {rest.few: {bars: {count: {of: enemy, below: {value: wanted, of: active}}}}}
        values: {wanted: {}}
        """
    )

    game = rules.battle({"Ash": {"has": {"wanted": 2}}}, enemies).choose("activation", "Ash")

    assert ("rest" in game.can) is may_rest


PURSE = """
    steps:
      act: {act.takes: {changes: {value: coins, by: -1}}}
      gift: {gift.gives: {changes: {value: coins, by: 3}}}
      curse: {curse.sets: {sets: {fact: cursed}}}
      pray: {pray.ends: {ends: {fact: cursed}}}
      turns: {turns.acts: {each: [act, gift, curse, pray]}, turns.once: null}
    facts: {cursed: {}, small: {}}
    values:
      coins:
        coins.start: {starts: 1}
        coins.least: {bounds: {at_least: 0, at_most: 5}}
"""
"""A purse: coins go out one by one, and come in by threes."""


def worth(rules, *does):
    """The coins of Ash after each thing that it does."""
    game, found = rules.battle("Ash", ""), []
    for name in does:
        game = game.choose(name, "Ash")
        found.append(game.value("Ash.coins"))
    return found


def test_what_would_go_past_a_bound_is_lost(skirmish):
    """Whoever has nothing owes nothing, and a full purse takes no more; so back and forth."""
    rules = skirmish.but(PURSE)

    assert worth(rules, *["act"] * 3, "gift") == [0, 0, 0, 3]
    assert worth(rules, *["gift"] * 3, *["act"] * 6, "gift") == [4, 5, 5, 4, 3, 2, 1, 0, 0, 3]


def test_what_is_always_added_counts_towards_a_bound(skirmish):
    """With two more it begins with 3, goes down to 0 and from there up."""
    rules = skirmish.but(PURSE).but("values: {coins: {coins.more: {add: 2}}}")

    assert worth(rules, *["act"] * 5, "gift", "gift", "act") == [2, 1, 0, 0, 0, 3, 5, 4]


def test_what_is_added_for_a_while_is_not_kept(skirmish):
    """A curse that takes ten hides the coins, and takes none of them for good."""
    rules = skirmish.but(PURSE).but(
        "values: {coins: {coins.curse: {when: {fact: cursed}, add: -10}}}"
    )

    assert worth(rules, "gift", "curse", "act", "pray") == [4, 0, 0, 4]
    assert worth(rules, "curse", "gift", "pray", "act") == [0, 0, 4, 3]


def test_a_bound_that_comes_nearer_counts_from_then_on(skirmish):
    """Five coins in a purse that takes only two are two, and one less is one."""
    rules = skirmish.but(PURSE).but(
        """
        steps: {shrink: {shrink.sets: {sets: {fact: small}}}, turns: {turns.more: {each: [shrink]}}}
        values: {coins: {coins.small: {when: {fact: small}, bounds: {at_most: 2}}}}
        """
    )

    assert worth(rules, "gift", "gift", "shrink", "act", "act", "gift") == [4, 5, 2, 1, 0, 2]


def test_what_a_value_becomes_is_within_its_bounds(skirmish):
    """Set to 9 it is 5, and one less is 4."""
    rules = skirmish.but(PURSE).but("steps: {gift: {gift.gives: {changes: {by: null, to: 9}}}}")

    assert worth(rules, "gift", "act", "gift", "act") == [5, 4, 5, 4]


POOL = """
    steps:
      turns: {turns.once: null}
      act:
        act.points: {changes: {value: points, to: 3, until: this}}
        act.does: {sequence: [deeds]}
      deeds:
        deeds.many: {cadence: one_side, first: active, among: active, together: one}
        deeds.which: {each: [step, drill], until: none_left}
      step: {step.costs: {costs: {value: points}}}
      drill:
        drill.more: {costs: {value: points, amount: 2}}
        drill.adds: {changes: {value: points, by: 1}}
    values: {points: {}}
"""
"""Whoever acts has three points while it does; a step costs one, a drill two and wins one back."""


def test_what_it_has_for_a_while_is_spent(skirmish):
    """A number that is there for this act alone goes down and up, and is gone with the act."""
    game = skirmish.but(POOL).battle("Ash", "Dorn").choose("act", "Ash")
    points = [game.value("Ash.points")]
    for does in ("step", "drill", "step"):
        game = game.choose(does)
        points.append(game.value("Ash.points"))

    assert points == [3, 2, 1, None]
    assert game.next == "defender"


def test_what_changes_for_good_is_there_when_the_while_is_over(skirmish):
    """Five, for this act three: two are spent, so one is left of it, and three afterwards."""
    rules = skirmish.but(POOL).but("values: {points: {points.five: {starts: 5}}}")
    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("step").choose("step")

    assert game.value("Ash.points") == 1
    assert game.choose("step").value("Ash.points") == 2


def test_what_is_set_for_good_counts_at_once(skirmish):
    """Whatever it was to be for a while; and it does not come back."""
    rules = skirmish.but(POOL).but("steps: {step: {step.all: {changes: {value: points, to: 1}}}}")
    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("step")

    assert game.value("Ash.points") == 1
    assert game.choose("step").value("Ash.points") == 1
