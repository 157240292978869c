"""Mutants: a clause with its meaning turned round, or shifted by one."""

from dataclasses import replace

import pytest

from turnwright.language.condition import Condition, Sum, Whose
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import First, OrderKey, Until, Was
from turnwright.load.json_schema import adapter
from turnwright.proof import mutants
from turnwright.proof.additions import conditions_added
from turnwright.proof.substitutes import substitutes_of

RULES = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [dawn, turns, dusk]}, rounds.order: {order: fixed}}
      dawn: {}
      dusk: {}
      turns:
        turns.once: {limit: {per: round, times: 2}}
        turns.first: {first: fewest}
        turns.tie: {ties: {roll: 1d6}}
        turns.again: {ties: again}
        turns.each: {each: [dawn]}
        turns.may: {passing: allowed}
        turns.pass: {passed: turns}
        turns.check: {check: luck}
        turns.none: {when: {fact: keen}, check: none}
        turns.risk: {risky: true}
        turns.fit: {needs: {count: {of: own, also: gone, that: {fact: keen}, share: 1/2}}}
        turns.near: {bars: {within: {inches: 6, of: enemy}}}
        turns.keen: {sets: {fact: keen, until: this}}
        turns.order: {first: {roll: 1d6, lowest: true}}
        turns.costs: {costs: {value: orders, amount: 2}}
        turns.tires: {sets: {fact: tired, of: enemy, until: {end: round, which: next, whose: side}}}
        turns.rests: {ends: {fact: tired, of: {of: friend, that: {fact: keen}}, at: dusk}}
        turns.drains: {changes: {value: orders, by: -1, until: turns}}
        turns.fills: {changes: {value: orders, to: quality}}
        turns.low: {bars: {level: {value: {value: quality, of: enemy, take: highest}, below: 3}}}
        turns.draws: {draws: {container: bag, count: 2}}
        turns.box: {draws: bag}
        turns.pays: {passing: {opens: dawn}}
        turns.row: {chances: {count: own, per: 2, rounded: up}}
        turns.over: {until: none_left}
        turns.out: {until: {fact: keen}}
        turns.again: {ties: again}
        turns.known: {each_ability: unit}
        turns.together: {group: shared}
        turns.on: {result: {outcome: [good], then: carry_out}}
    checks:
      luck:
        luck.dice: {roll: 2d6}
        luck.bad: {band: {outcome: bad, low: 2, high: 6}}
        luck.good: {band: {outcome: good, low: 7, high: 12}}
      fate: {fate.dice: {roll: 1d6}, fate.all: {band: {outcome: done, low: 1, high: 6}}}
      skill:
        skill.dice: {roll: {count: {count: {of: own, that: {fact: keen}}}, faces: 6}}
        skill.each: {judged: each_die}
        skill.hit: {band: {outcome: good, low: quality}}
    facts: {keen: {}, tired: {tired.leaves: {leaves: {end: dusk}}}}
    values:
      quality: {quality.bounds: {bounds: {at_least: 2, at_most: 6}}}
      orders: {of: side}
    containers:
      bag:
        bag.full: {fills: {start: round}}
        bag.all: {contains: {of: sides, count: 2}}
        bag.blind: {drawn: blind}
      box: {box.full: {fills: {start: round}}, box.all: {contains: {of: sides}}}
"""


def decoded(system):
    """The rules of a system as they are written, whether or not they make sense together."""
    return adapter(Ruleset).validate_json(f"[{system.text}]")[0]


@pytest.fixture
def turned(system):
    """All ways to turn one clause of an invented system round: what they mean then.

    Its clauses are each about something else and make no system together, so it is not loaded.
    """
    rules = decoded(system(RULES))

    def ways(name):
        clause = next(c for c in rules.clauses() if c.id == name)
        found = [mutant.clause for mutant in mutants.mutants_of(clause, rules)]
        assert all(other.id == clause.id and other != clause for other in found)
        return [other.means for other in found]

    return ways


def test_an_enum_becomes_each_of_its_other_members(turned):
    """Fixed becomes free, and side by side one after the other."""
    assert [m.order for m in turned("rounds.order")] == ["free"]
    assert [m.group for m in turned("turns.together")] == ["in_turn"]


def test_a_number_becomes_one_more_and_one_less(turned):
    """Twice becomes three times and once."""
    limits = [(m.limit.per, m.limit.times) for m in turned("turns.once")]

    assert ("round", 3) in limits
    assert ("round", 1) in limits


def test_a_list_loses_and_swaps_neighbours(turned):
    """Every step can be left out, and every two that follow each other can change places."""
    orders = [m.sequence for m in turned("rounds.parts")]

    assert ("turns", "dawn", "dusk") in orders
    assert ("dawn", "dusk", "turns") in orders
    assert ("turns", "dusk") in orders
    assert ("dawn", "turns") in orders


def test_dice_become_one_die_more_or_fewer(turned):
    """A single die is never none."""
    assert [m.roll for m in turned("luck.dice")] == ["3d6", "1d6"]
    assert "2d6" in {m.ties.roll for m in turned("turns.tie") if hasattr(m.ties, "roll")}


def test_a_span_becomes_one_step_longer(turned):
    """Until the end of the turns becomes until the end of the round, in which they are."""
    assert {m.passed for m in turned("turns.pass")} == {"round", "for_now"}


def test_this_step_becomes_one_step_longer(turned):
    """Until this ends becomes until the round ends."""
    assert "round" in {m.sets.until for m in turned("turns.keen")}


def test_a_span_becomes_one_step_shorter_on_the_way_to_its_rule(turned):
    """What is counted in a round, in a rule of the turns, is counted in the turns."""
    assert {m.limit.per for m in turned("turns.once")} == {"battle", "round", "turns"}


def test_a_span_of_a_step_that_others_are_like_is_longer_where_those_are(system):
    """A rule that two steps share counts in what is around either of them."""
    rules = decoded(
        system(
            """
            steps:
              battle: {rounds.follow: {repeats: round}}
              round: {rounds.parts: {sequence: [day, night]}}
              day: {day.each: {each: [act]}}
              night: {night.each: {each: [act]}}
              any: {any.once: {limit: {per: this}}}
              act: {}
            """
        )
    )
    steps = {**rules.steps, "day": replace(rules.steps["day"], like="any")}
    rules = replace(rules, steps=steps)
    (clause,) = (c for c in rules.clauses() if c.id == "any.once")

    spans = {mutant.clause.means.limit.per for mutant in mutants.mutants_of(clause, rules)}

    assert spans == {"this", "round"}


def test_a_tie_that_is_rolled_again_is_broken_without_a_roll(turned):
    """By what the ruleset lists first, or any other word that puts sides in order."""
    assert {"listed_first", "listed_second"} <= {m.ties for m in turned("turns.again")}


def test_a_check_becomes_another_or_none(turned):
    """And none becomes one."""
    assert {m.check for m in turned("turns.check")} == {"none", "fate", "skill"}
    assert {"luck", "fate"} <= {m.check for m in turned("turns.none")}


def test_a_truth_becomes_its_opposite(turned):
    """Risky becomes safe."""
    assert [m.risky for m in turned("turns.risk")] == [False]


def test_a_condition_is_denied_and_shifted(turned):
    """Not so; a greater share or a smaller one; an inch more or less; somebody else."""
    denied = [m.needs for m in turned("turns.fit") if m.needs.not_]
    shares = {m.needs.count.share for m in turned("turns.fit") if m.needs.count}
    inches = {m.bars.within.inches for m in turned("turns.near") if m.bars.within}

    assert len(denied) == 1
    assert {"2/2", "1/3"} <= shares
    assert {5, 6, 7} == inches


def test_a_condition_is_dropped(turned):
    """What needs a condition needs nothing; what counts some counts all."""
    assert any(m.when is None and m.check == "none" for m in turned("turns.none"))
    assert any(m.needs.count and m.needs.count.that is None for m in turned("turns.fit"))


def test_a_change_is_named_as_an_author_would_cite_it(system):
    """By the path to what is changed, what it was, and what it is."""
    rules = decoded(system(RULES))

    def changes(name):
        clause = next(c for c in rules.clauses() if c.id == name)
        return {mutant.change for mutant in mutants.mutants_of(clause, rules)}

    assert "limit.times 2 -> 3" in changes("turns.once")
    assert {"bars denied", "bars.within.inches 6 -> 7"} <= changes("turns.near")
    assert {"sequence dawn and turns swapped", "sequence without dusk"} <= changes("rounds.parts")
    assert "when dropped" in changes("turns.none")


def test_what_is_no_order_is_not_swapped(turned):
    """Which of two outcomes is listed first says nothing; which step comes first does."""
    outcomes = [m.result.outcome for m in turned("turns.on")]

    assert {("bad",), ("done",)} <= set(outcomes)
    assert ("dawn", "turns", "dusk") not in {m.sequence for m in turned("rounds.parts")}


def test_words_that_mean_the_same_are_no_change(turned):
    """Who acts is who is asked; a side has no friends but its own units."""
    assert "itself" not in {m.sets.of for m in turned("turns.keen")}


def test_a_guard_is_turned_round_too(turned):
    """What holds only then, holds only otherwise."""
    assert any(m.when and m.when.not_ and m.check == "none" for m in turned("turns.none"))


def test_a_band_moves_at_either_end_and_gets_another_outcome(turned):
    """One up, one down, and the name of another."""
    bands = {(m.band.outcome, m.band.low, m.band.high) for m in turned("luck.bad")}

    ends = {("bad", 3, 6), ("bad", 1, 6), ("bad", 2, 7), ("bad", 2, 5)}
    assert bands == ends | {("good", 2, 6), ("done", 2, 6)}


def test_a_band_that_begins_at_a_value_begins_one_above_or_below_it(turned):
    """And an end that is open stays open."""
    bands = [m.band for m in turned("skill.hit") if m.band.outcome == "good"]

    assert [band.low for band in bands] == [
        Sum(value="quality", plus=1),
        Sum(value="quality", less=1),
    ]
    assert {band.high for band in bands} == {None}


def test_dice_that_are_counted_have_another_count_or_other_faces(turned):
    """One die more, one fewer; a face more, a face fewer; somebody else's, or of others."""
    dice = [m.roll for m in turned("skill.dice")]

    assert {5, 7} <= {d.faces for d in dice}
    assert any(d.count.plus == 1 for d in dice)
    assert any(d.count.less == 1 for d in dice)
    assert Whose.ENEMY in {d.count.count.of for d in dice}
    assert any(d.count.count.that and d.count.count.that.not_ for d in dice)


def test_an_order_is_turned_upside_down_and_asked_of_other_dice(turned):
    """The lowest first becomes the highest first."""
    orders = [m.first for m in turned("turns.order")]

    rolled = {(order.roll, order.lowest) for order in orders if isinstance(order, OrderKey)}
    assert rolled == {("1d6", False), ("2d6", True)}
    assert {First.LISTED_FIRST, First.LISTED_SECOND} <= set(orders)


def test_what_was_becomes_something_else_that_was(system):
    """Who went last the last time becomes who went first, or won the roll."""
    rules = decoded(system(RULES).but("steps: {turns: {turns.first: {first: {was: went_last}}}}"))
    (clause,) = (c for c in rules.clauses() if c.id == "turns.first")

    orders = [m.clause.means.first for m in mutants.mutants_of(clause, rules)]

    asked = {order.was for order in orders if isinstance(order, OrderKey)}
    assert asked >= set(Was) - {Was.WENT_LAST}


def test_a_cost_is_one_more_or_one_less(turned):
    """Two orders become three, or one."""
    assert [m.costs.amount for m in turned("turns.costs")] == [3, 1]


def test_a_change_is_one_more_or_one_less_and_lasts_otherwise(turned):
    """By -1 becomes by 0 or by -2; until one step becomes until another."""
    changes = [m.changes for m in turned("turns.drains")]

    assert {-2, 0} <= {c.by for c in changes}
    assert "round" in {c.until for c in changes}
    assert {Sum(value="quality", plus=1), Sum(value="quality", less=1)} <= {
        m.changes.to for m in turned("turns.fills")
    }


def test_a_change_is_of_somebody_else(turned):
    """Of enemies becomes of friends, of the target; a condition is denied."""
    assert {Whose.FRIEND, Whose.TARGET, Whose.ACTIVE} <= {m.sets.of for m in turned("turns.tires")}
    selected = [m.ends.of for m in turned("turns.rests")]
    assert Whose.ENEMY in {who.of for who in selected}
    assert any(who.that and who.that.not_ for who in selected)


def test_a_moment_is_another_one(turned):
    """The start for the end, this one for the next, anybody's for the side's, another step's."""
    moments = [m.sets.until for m in turned("turns.tires")]
    told = {(m.start, m.end, m.which, m.whose) for m in moments}

    assert ("round", "", "next", "side") in told
    assert ("", "round", "this", "side") in told
    assert {"anyone", "unit"} <= {m.whose for m in moments}
    assert ("", "battle", "next", "side") in told
    assert "round" in {m.ends.at for m in turned("turns.rests")}
    assert {(m.leaves.start, m.leaves.end) for m in turned("tired.leaves")} >= {("dusk", "")}


def test_a_bound_moves_and_what_is_compared_changes(turned):
    """Below 3 becomes below 4 or 2; the highest becomes the lowest, or the total."""
    levels = [m.bars.level for m in turned("turns.low") if m.bars.level]

    assert {4, 2} <= {level.below for level in levels}
    assert {"lowest", "total"} <= {level.value.take for level in levels}
    assert Whose.OWN in {level.value.of for level in levels}


def test_the_ends_of_a_value_move(turned):
    """At least 2 becomes 3 or 1; at most 6 becomes 7 or 5."""
    ends = {(m.bounds.at_least, m.bounds.at_most) for m in turned("quality.bounds")}

    assert ends == {(3, 6), (1, 6), (2, 7), (2, 5)}


def test_an_amount_that_is_worked_out_is_worked_out_otherwise(turned):
    """Divided by more, rounded down, counted among others, and one more or less of it."""
    amounts = [m.chances for m in turned("turns.row")]

    assert {3, 1} <= {a.per for a in amounts}
    assert "down" in {a.rounded for a in amounts}
    assert Whose.ENEMY in {a.count for a in amounts}
    assert any(a.plus == 1 for a in amounts)
    assert any(a.less == 1 for a in amounts)


def test_more_or_less_is_drawn_and_from_something_else(turned):
    """Two markers become three, or one; the bag becomes the box."""
    draws = {(m.draws.container, m.draws.count) for m in turned("turns.draws")}

    assert draws == {("bag", 3), ("bag", 1), ("box", 2)}
    assert [m.draws for m in turned("turns.box")] == ["box"]


def test_where_a_word_or_more_may_stand_the_word_becomes_another(turned):
    """A tie is rolled again, or decided as any order is; an ending by a word ends otherwise."""
    assert {m.ties for m in turned("turns.again")} == set(First)
    assert {m.until for m in turned("turns.over")} == set(Until) - {Until.NONE_LEFT}
    assert {m.passing.opens for m in turned("turns.pays")} == {"battle", "round"}


def test_a_word_beside_names_is_among_them(turned):
    """A pass is for now; abilities are the mission's."""
    assert "for_now" in {m.passed for m in turned("turns.pass")}
    assert {m.each_ability for m in turned("turns.known")} == {"mission"}


def test_no_mutant_comes_twice(turned):
    """Each change of a clause is tried once."""
    for clause in ("turns.fit", "turns.row", "turns.tires"):
        found = turned(clause)
        assert len(set(found)) == len(found)


def test_what_says_nothing_has_no_mutants(system):
    """A clause that follows from others, or only advises."""
    rules = decoded(system(RULES).but("steps: {dawn: {dawn.so: {follows: [rounds.parts]}}}"))
    clause = next(c for c in rules.clauses() if c.id == "dawn.so")

    assert list(mutants.mutants_of(clause, rules)) == []


def test_who_is_first_becomes_whoever_is_listed_first_or_second(skirmish):
    """A roll, an amount or an earlier order gives way to a side that nothing has to settle."""
    rules = skirmish.but("steps: {turns: {turns.first: {first: {roll: 1d6}, ties: again}}}").rules
    clause = next(c for c in rules.clauses() if c.id == "turns.first")

    firsts = [mutant.clause.means.first for mutant in mutants.mutants_of(clause, rules)]

    assert {"listed_first", "listed_second"} <= {*filter(lambda f: isinstance(f, str), firsts)}


NAMESAKES = """
    steps:
      battle: {battle.turns: {each: [lift], check: lift}}
      lift: {lift.tires: {sets: {fact: lift, outcome: [lift]}}}
    checks:
      lift: {lift.band: {band: {outcome: lift, low: 2}}}
      fate: {fate.band: {band: {outcome: battle, low: 2}}}
    facts: {lift: {}}
"""


def test_only_names_of_its_own_kind_stand_in_for_a_name(system):
    """A step, a check, a fact and an outcome may share a name; none is taken for another."""
    rules = decoded(system(NAMESAKES))

    def ways(name):
        clause = next(c for c in rules.clauses() if c.id == name)
        return [mutant.clause.means for mutant in mutants.mutants_of(clause, rules)]

    assert {m.check for m in ways("battle.turns")} == {"none", "fate"}
    assert {m.each for m in ways("battle.turns")} == {("lift",)}
    assert {m.sets.fact for m in ways("lift.tires")} == {"lift"}
    assert {m.sets.outcome for m in ways("lift.tires")} == {("lift",), ("battle",)}


def test_a_rank_by_who_acted_is_not_one_by_nothing(system):
    """That they acted is all it says, so only the direction can be another."""
    rules = decoded(
        system(
            "steps: {battle: {battle.queue: {rank: {value: {acted: true}, direction: ascending}}}}"
        )
    )
    (clause,) = rules.clauses()

    (other,) = mutants.mutants_of(clause, rules)

    assert (other.clause.means.rank.value.acted, other.clause.means.rank.direction) == (
        True,
        "descending",
    )


def test_what_a_loss_calls_for_is_called_for_by_another(system):
    """An ability that is used when models are slain is used when they flee."""
    rules = decoded(
        system(
            """
            facts: {slain: {}, fled: {}}
            abilities: {knell: {text: It tolls., used: {during: slain}}}
            """
        )
    )

    found = mutants.ability_mutants(rules.abilities["knell"], substitutes_of(rules))

    assert {ability.used.during for _, ability in found} == {"fled"}


def test_what_is_added_does_not_hang_on_the_name_of_the_ruleset(system):
    """Who renames a ruleset has the same mutants, of so many that could be tried."""
    rules = decoded(system("steps: {act: {act.fit: {bars: {fact: tired}}}}"))
    (clause,) = rules.steps["act"].clauses
    seen = {f"fact f{n}": Condition(fact=f"f{n}") for n in range(30)}

    def added(clause):
        return [change for change, _ in conditions_added(clause, seen)]

    assert len(added(clause)) == 2
    assert added(replace(clause, ruleset="renamed")) == added(clause)
