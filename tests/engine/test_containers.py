"""Drawing: a marker says whose chance is next."""

from collections import Counter
from fractions import Fraction

import pytest

from turnwright.engine.decision import Reason, Refused
from turnwright.language.input import Card, Choice, Draw

LOTTERY = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.drawn: {cadence: draw, draws: bag}
        turns.first: {first: drawn}
        turns.acts: {each: [act]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.over: {until: none_left}
        turns.may-pass: {passing: allowed, passed: round}
        turns.all-passed: {until: all_passed}
      act: {}
    containers:
      bag:
        bag.filled: {fills: {start: round}}
        bag.units: {contains: {of: sides, count: {count: own}}}
        bag.blind: {drawn: blind}
        bag.each: {draw_for: each_chance}
        bag.placed: {placed: on_unit}
        bag.passed: {of_passed: ignored}
    facts:
      fallen: {fallen.leaves: {leaves: at_once}}
      hidden: {hidden.away: {away: off_table}}
"""
"""A marker for each unit goes into a bag; whose is drawn has the next chance."""


@pytest.fixture
def lottery(system):
    """A marker for each unit goes into a bag; whose is drawn has the next chance."""
    return system(LOTTERY)


def held(game):
    """What is in the bag, and what lies on the table."""
    return game.holds("attacker"), game.holds("defender"), game.holds("table")


def test_a_marker_that_is_drawn_is_told(lottery):
    """From which container, whose it is, and that it counts."""
    game = lottery.battle("Ash", "Dorn").draw("defender")

    drew = [event for event in game.events if type(event).__name__ == "Drew"]
    assert [(it.container, it.what, it.ignored) for it in drew] == [("bag", "defender", False)]


def test_a_name_that_is_drawn_is_told(lottery):
    """It is nobody's chance, and leads to what its clause says."""
    rules = lottery.but(
        """
        containers: {bag: {bag.tea: {contains: {named: [tea]}}}}
        steps: {turns: {turns.tea: {result: {outcome: [tea], then: end, step: turns}}}}
        """
    )

    game = rules.battle("Ash", "Dorn").draw("tea")

    drew = [event for event in game.events if type(event).__name__ == "Drew"]
    assert [(it.container, it.what) for it in drew] == [("bag", "tea")]
    assert (game.round, game.outcome) == (2, "tea")


def test_the_side_that_is_drawn_has_the_chance(lottery):
    """Not the one whose turn it would be."""
    game = lottery.battle("Ash Birch", "Dorn")

    drawn = game.draw("defender")

    assert (game.awaits, game.next) == ("draw", "nobody")
    assert (drawn.next, drawn.may) == ("defender", ("Dorn",))


def test_a_marker_for_each_unit_goes_in(lottery):
    """Three and four: that is the chance each side has, too."""
    game = lottery.battle("A1 A2 A3", "D1 D2 D3 D4")

    assert held(game) == (3, 4, 0)
    assert (game.odds("attacker"), game.odds("defender")) == (Fraction(3, 7), Fraction(4, 7))


def test_a_side_may_put_in_one_marker_only(lottery):
    """However many units it has; it is drawn once, and then not again."""
    rules = lottery.but(
        """
        steps: {turns: {turns.rest: {unable: waits}}}
        containers:
          bag: {bag.units: {contains: {of: sides, count: null}}, bag.each: {draw_for: once}}
        """
    )

    game = rules.battle("A1 A2", "D1 D2 D3").draw("defender").choose("act", "D1")

    assert held(rules.battle("A1 A2", "D1 D2 D3")) == (1, 1, 0)
    assert (game.awaits, game.next) == ("choice", "defender")
    assert game.choose("act", "D2").choose("act", "D3").awaits == "draw"


def test_three_sides_and_one_of_them_empty(lottery):
    """A side without units has no marker, so nobody ever waits for it."""
    game = lottery.with_sides("north", "east", "south").battle("N1", "", "S1 S2")

    assert [game.odds(side) for side in ("north", "east", "south")] == [
        Fraction(1, 3),
        Fraction(0),
        Fraction(2, 3),
    ]
    with pytest.raises(Refused, match="no marker of east"):
        game.draw("east")
    game = game.draw("south").choose("act", "S1").draw("north").choose("act", "N1")
    assert game.draw("south").choose("act", "S2").round == 2


def test_three_against_ten(lottery):
    """All of the small side may be drawn first; the large one then goes on alone."""
    game = lottery.battle("A1 A2 A3", " ".join(f"D{n}" for n in range(10)))

    for side in ("attacker",) * 3 + ("defender",) * 10:
        assert game.round == 1
        game = game.draw(side)
        game = game.choose("act", game.may[0])

    assert game.round == 2


def test_a_marker_is_drawn_for_every_chance(lottery):
    """After the unit has acted, another is drawn."""
    game = lottery.battle("A1 A2", "D1").draw("attacker").choose("act", "A1")

    assert (game.awaits, held(game)) == ("draw", (1, 1, 1))


def test_who_is_drawn_with_nobody_left_is_not_passed_over_by_guess(lottery):
    """A marker may outlast its unit; what that means is for a clause to say."""
    bereft = lottery.battle("A1 A2", "D1").declare("fallen", "A2").draw("attacker")

    game = bereft.choose("act", "A1").draw("attacker")

    assert (game.awaits, game.unsaid) == ("unsaid", "uneven")


def test_a_drawn_marker_may_go_back(lottery):
    """Then the bag is never emptier."""
    rules = lottery.but("containers: {bag: {bag.placed: {placed: back}}}")

    game = rules.battle("A1 A2", "D1").draw("attacker").choose("act", "A1")

    assert held(game) == (2, 1, 0)


def test_what_is_not_in_the_bag_cannot_be_drawn(lottery):
    """No marker of that side is left, or there is no such side."""
    game = lottery.battle("A1", "D1").draw("attacker").choose("act", "A1")

    with pytest.raises(Refused, match="no marker of attacker"):
        game.draw("attacker")
    with pytest.raises(Refused, match="no marker of nobody"):
        game.draw("nobody")


@pytest.mark.parametrize("drawn", ["blind", "seen"])
def test_what_was_all_drawn_is_refused_by_the_clause_that_says_how_much_there_is(lottery, drawn):
    """Be it drawn unseen or chosen; what never was in there is a slip."""
    rules = lottery.but(f"containers: {{bag: {{bag.blind: {{drawn: {drawn}}}}}}}")
    taking = Draw if drawn == "blind" else Choice
    game = rules.battle("A1", "D1").apply(taking("attacker")).choose("act", "A1")

    drawn_out = game.refusal(taking("attacker"))
    slip = game.refusal(taking("defendr"))

    assert (drawn_out.reason, game.short(drawn_out.by)) == (Reason.RULED_OUT, ("bag.units",))
    assert (slip.reason, slip.by) == (Reason.UNCLEAR, ())
    assert "did you mean defender?" in slip.message


def test_the_first_side_may_look_and_choose(lottery):
    """Then drawing is a choice, and no chance."""
    rules = lottery.but("containers: {bag: {bag.blind: {drawn: seen}}}")

    game = rules.battle("A1", "D1")

    assert (game.awaits, game.next, game.can) == ("choice", "attacker", ("attacker", "defender"))
    assert game.choose("defender").next == "defender"


def test_whichever_side_is_first_looks_and_chooses(lottery):
    """The smaller one, or the one that is listed second."""
    rules = lottery.but("containers: {bag: {bag.blind: {drawn: seen}}}")

    def choosing(who):
        first = rules.but(f"steps: {{turns: {{turns.first: {{first: {who}}}}}}}")
        return first.battle("A1 A2", "D1").next

    assert (choosing("fewest"), choosing("most")) == ("defender", "attacker")
    assert (choosing("listed_second"), choosing("listed_first")) == ("defender", "attacker")


@pytest.mark.parametrize(("said", "next_side"), [("ignored", "nobody"), ("calls_back", "attacker")])
def test_a_marker_of_a_side_that_has_passed(lottery, said, next_side):
    """It means nothing and another is drawn, or it calls the side back."""
    rules = lottery.but(f"containers: {{bag: {{bag.passed: {{of_passed: {said}}}}}}}")

    passed = rules.battle("A1 A2", "D1 D2").draw("attacker").choose("pass")
    game = passed.draw("attacker")

    assert game.next == next_side
    assert game.holds("attacker") == 0
    assert passed.odds("attacker") == (Fraction(0) if said == "ignored" else Fraction(1, 3))


@pytest.mark.parametrize(("said", "markers"), [("joined", 2), ("lost", 1)])
def test_the_marker_of_a_unit_that_is_lost(lottery, said, markers):
    """It stays in the bag or is taken out."""
    rules = lottery.but(f"containers: {{bag: {{bag.lost: {{keeps_up: {said}}}}}}}")

    game = rules.battle("A1", "D1 D2").declare("fallen", "D1")

    assert game.holds("defender") == markers


LAGGARDS = """
    containers:
      bag:
        bag.lost: {when: {fact: late}, keeps_up: lost}
        bag.joins: {when: {fact: late}, keeps_up: joined}
    facts: {late: {title: late}}
"""


@pytest.mark.parametrize(("late", "markers"), [((), 2), (("late",), 1)])
def test_the_marker_of_a_unit_may_go_only_with_some_units(lottery, late, markers):
    """Whether it is one of them is asked of the unit that is lost, not of whoever acts."""
    armies = {"A1": {}}, {"D1": {"facts": late}, "D2": {}}

    game = lottery.but(LAGGARDS).battle(*armies).declare("fallen", "D1")

    assert game.holds("defender") == markers


@pytest.mark.parametrize(("late", "markers"), [((), 1), (("late",), 2)])
def test_the_marker_of_a_unit_may_come_only_with_some_units(lottery, late, markers):
    """Whether it is one of them is asked of the unit that joins."""
    game = lottery.but(LAGGARDS).battle("A1", "D1")

    game = game.declare("gained", "D2", side="defender", card=Card(facts=late))

    assert game.holds("defender") == markers


@pytest.mark.parametrize(("said", "markers"), [("joined", 2), ("lost", 1)])
def test_the_marker_of_a_unit_that_joins(lottery, said, markers):
    """It goes in at once, or with the next filling."""
    rules = lottery.but(f"containers: {{bag: {{bag.joins: {{keeps_up: {said}}}}}}}")

    game = rules.battle("A1", "D1").declare("gained", "D2", side="defender")

    assert game.holds("defender") == markers


@pytest.mark.parametrize(("counted", "markers"), [(True, 2), (False, 1)])
def test_units_that_are_away_count_only_if_that_is_said(lottery, counted, markers):
    """A unit that is not on the table yet has no marker of itself."""
    rules = lottery.but(
        """
        containers:
          bag:
            bag.away:
              contains: {of: sides, count: {count: {of: own, also: away, that: {fact: hidden}}}}
        """
    )
    rules = rules if counted else rules.without("bag.away")

    game = rules.battle("A1", {"D1": {}, "D2": {"facts": ("hidden",)}})

    assert game.holds("defender") == markers


def test_after_a_side_is_done_the_next_marker_is_drawn(lottery):
    """It was drawn for all its chances, and nobody has to say what becomes of those given up."""
    rules = lottery.but("steps: {turns: {turns.done: {finish: allowed}}}")
    rules = rules.but("containers: {bag: {bag.each: {draw_for: once}}}")

    game = rules.battle("A1 A2", "D1").draw("attacker").choose("done")

    assert game.awaits == "draw"
    assert game.draw("defender").may == ("D1",)


def test_a_bag_may_be_emptied(lottery):
    """What was left in it or lies beside units is taken away."""
    rules = lottery.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, pause]}}
          pause: {pause.first: {cadence: one_side, first: listed_first, each: [act], among: own}}
        containers: {bag: {bag.emptied: {empties: {end: turns}}}}
        """
    ).but("steps: {pause: {pause.one: {together: one, until: one_chance}}}")

    game = rules.battle("A1 A2", "D1").draw("attacker").choose("act", "A1")
    over = game.draw("attacker").choose("pass").draw("defender").choose("pass")

    assert held(game) == (1, 1, 1)
    assert (over.step, held(over)) == ("pause", (0, 0, 0))


def test_a_bag_that_is_put_away_takes_no_marker(lottery):
    """A unit that joins then has its marker with the next filling."""
    rules = lottery.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, pause]}}
          pause: {pause.first: {cadence: one_side, first: listed_first, each: [act], among: own}}
        containers: {bag: {bag.emptied: {empties: {end: turns}}, bag.joins: {keeps_up: joined}}}
        """
    ).but("steps: {pause: {pause.one: {together: one, until: one_chance}}}")

    game = rules.battle("A1", "D1").draw("attacker").choose("pass").draw("defender").choose("pass")
    joined = game.declare("gained", "A2", side="attacker")

    assert (joined.step, held(joined)) == ("pause", (0, 0, 0))
    assert held(joined.choose("act", "A1")) == (2, 1, 0)


def test_further_units_of_a_group_take_a_marker_each(lottery):
    """Picked out on purpose, and put beside them."""
    rules = lottery.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
        containers: {bag: {bag.extra: {extra: picked}}}
        """
    )

    game = rules.battle("A1 A2 A3", "D1").draw("attacker")

    assert held(game.choose("act", units=["A1", "A2"])) == (1, 1, 2)


@pytest.mark.parametrize(
    ("said", "expected"),
    [("bag.extra: {extra: nothing}", (2, 1, 1)), ("bag.extra: null", "extra")],
)
def test_further_units_may_need_none_but_that_has_to_be_said(lottery, said, expected):
    """One marker for the group, or the round stops for want of the word."""
    rules = lottery.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
        """
    ).but(f"containers: {{bag: {{{said}}}}}")

    game = rules.battle("A1 A2 A3", "D1").draw("attacker").choose("act", units=["A1", "A2"])

    assert (game.unsaid or held(game)) == expected


def test_without_enough_markers_there_is_no_such_group(lottery):
    """The clause that wants them refuses it."""
    rules = lottery.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
        containers:
          bag: {bag.units: {contains: {of: sides, count: null}}, bag.extra: {extra: picked}}
        """
    )

    game = rules.battle("A1 A2 A3", "D1").draw("attacker")

    assert game.refuses("act", units=["A1", "A2"]) == ("bag.extra",)


@pytest.mark.parametrize(
    ("clause", "word", "draws"),
    [
        ("bag.filled", "fills", ()),
        ("bag.units", "contains", ()),
        ("bag.blind", "drawn", ()),
        ("bag.each", "draw_for", ("attacker",)),
        ("turns.first", "first", ("attacker",)),
        ("bag.passed", "of_passed", ("attacker", "pass", "attacker")),
    ],
)
def test_nothing_about_the_bag_is_guessed(lottery, clause, word, draws):
    """Each word is missed when it is needed, and not before."""
    game = lottery.without(clause).battle("A1 A2", "D1")

    for draw in draws:
        assert game.unsaid == ""
        game = game.choose("pass") if draw == "pass" else game.draw(draw)

    assert game.unsaid == word


def test_one_has_to_say_what_is_drawn_from(lottery):
    """A draw needs a container."""
    rules = lottery.but("steps: {turns: {turns.from: {draws: bag}, turns.drawn: {draws: null}}}")
    rules = rules.without("turns.from")

    assert rules.battle("A1", "D1").unsaid == "draws"


@pytest.mark.parametrize(("uneven", "rounds"), [("runs_on", 1), ("stops", 2)])
def test_a_side_that_is_drawn_and_has_nobody_left(lottery, uneven, rounds):
    """Another marker is drawn for whoever runs on, or it is over."""
    rules = lottery.but(
        f"""
        steps: {{turns: {{turns.uneven: {{uneven: {uneven}}}}}}}
        containers: {{bag: {{bag.placed: {{placed: back}}}}}}
        """
    )

    game = rules.battle("A1", "D1").draw("attacker").choose("act", "A1").draw("attacker")

    assert (game.awaits, game.round) == ("draw", rounds)


@pytest.mark.parametrize(("until", "unsaid"), [("none_left", ""), ("all_passed", "until")])
def test_from_a_bag_that_is_empty_nobody_is_picked(lottery, until, unsaid):
    """A unit is left and no marker: with nobody to pick the turns end, where a rule says so."""
    rules = lottery.but(
        f"""
        steps: {{turns: {{turns.over: {{until: {until}}}}}}}
        containers: {{bag: {{bag.units: {{contains: {{of: sides, count: null}}}}}}}}
        """
    )

    game = rules.battle("A1 A2", "D1").draw("attacker").choose("act", "A1")
    game = game.draw("defender").choose("act", "D1")

    assert (game.unsaid, game.round) == (unsaid, 1 if unsaid else 2)


def test_a_side_that_is_never_drawn_again_may_be_unable(lottery):
    """Where being unable means a pass, that ends the step."""
    rules = lottery.but(
        """
        steps: {turns: {turns.cannot: {unable: passes}}}
        containers: {bag: {bag.units: {contains: {of: sides, count: null}}}}
        """
    )

    game = rules.battle("A1 A2", "D1").draw("attacker").choose("act", "A1")
    game = game.draw("defender").choose("act", "D1")

    assert game.round == 2


def test_every_order_of_three_against_four(lottery):
    """All ways to draw: as many as there are, never fewer markers than units, odds that add up."""
    sides = {"attacker": 3, "defender": 4}
    seen = Counter()

    def draw_on(game, order, chance):
        left = {side: number - order.count(side[0]) for side, number in sides.items()}
        if not any(left.values()):
            assert game.round == 2
            seen[order] += chance
            return
        assert sum(game.odds(side) for side in sides) == 1
        for side, units in left.items():
            assert game.holds(side) == units
            assert game.odds(side) == Fraction(units, sum(left.values()))
            if units:
                drawn = game.draw(side)
                again = drawn.choose("act", drawn.may[0])
                draw_on(again, order + side[0], chance * game.odds(side))

    draw_on(lottery.battle("A1 A2 A3", "D1 D2 D3 D4"), "", Fraction(1))

    assert len(seen) == 35  # 7 over 3
    assert set(seen.values()) == {Fraction(1, 35)}


@pytest.mark.parametrize("name", ["move", "start", "first", "order"])
def test_a_container_may_be_named_as_its_author_likes(lottery, name):
    """No name means anything to the engine, not even one that it uses itself."""
    said = LOTTERY.replace("draws: bag", f"draws: {name}").replace("bag:", f"{name}:")
    named = lottery.but("containers: {bag: null}").but(said)
    open_bag = named.but(f"containers: {{{name}: {{bag.blind: {{drawn: seen}}}}}}")

    drawn = named.battle("A1", "D1").draw("defender")
    taken = open_bag.battle("A1", "D1").choose("defender", side="attacker")

    assert (drawn.next, drawn.can[0]) == ("defender", "act")
    assert (taken.next, taken.can[0]) == ("defender", "act")


def test_the_marker_of_a_unit_that_can_do_nothing_ends_nothing(lottery):
    """Dorn is lost before its own marker comes up; Birch has still to act, and another is drawn."""
    rules = lottery.but(
        """
        steps: {turns: {turns.uneven: {uneven: runs_on}}}
        containers: {bag: {bag.units: {contains: {of: anyone, count: null}}}}
        """
    )
    game = rules.battle("Ash Birch", "Dorn").draw("Ash").choose("act", "Ash")

    game = game.declare("fallen", "Dorn").draw("Dorn")

    assert (game.round, game.step, game.awaits) == (1, "turns", "draw")
    assert game.draw("Birch").may == ("Birch",)


def test_of_markers_of_units_that_are_seen_the_units_may_be_picked(lottery):
    """Those whose markers are left."""
    rules = lottery.but(
        """
        steps: {turns: {turns.first: {first: listed_first}}}
        containers:
          bag: {bag.units: {contains: {of: {of: anyone}, count: 1}}, bag.blind: {drawn: seen}}
        """
    )
    game = rules.battle("Ash Birch", "Dorn")

    assert set(game.may) == set(game.can) == {"Ash", "Birch", "Dorn"}


def test_a_bag_that_was_filled_before_need_not_be_filled_again(lottery):
    """When it is empty, it is the end that is missing, and not the filling."""
    rules = lottery.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, turns]}}
          turns: {turns.over: null, turns.once: null, turns.may-pass: null, turns.all-passed: null}
        containers: {bag: {bag.filled: {when: {not: {fact: late}}}, bag.placed: null}}
        facts: {late: {of: battle}}
        """
    )
    game = rules.battle("Ash", "")

    game = game.draw("attacker").declare("late").choose("act", "Ash")

    assert game.unsaid == "until"


@pytest.mark.parametrize("unable", ["passes", "waits"])
def test_whoever_is_never_drawn_again_passes_or_there_is_no_end(lottery, unable):
    """It had nothing that it could do: nobody asked it to pass."""
    rules = lottery.but(
        f"""
        steps:
          turns: {{turns.over: null, turns.once: null, turns.cannot: {{unable: {unable}}}}}
        containers: {{bag: {{bag.placed: null}}}}
        """
    )
    game = rules.battle("Ash", "").draw("attacker").choose("act", "Ash")

    if unable == "waits":
        assert game.unsaid == "until"
        assert game.refusal(Choice("act")).message.startswith("the rules do not say `until`")
    else:
        passed = [event for event in game.events if type(event).__name__ == "Passed"]
        assert {event.side for event in passed if event.forced} == {"attacker", "defender"}
        assert all(event.forced for event in passed)


def test_a_pile_is_shuffled_in_again_with_all_that_is_left_of_it(lottery):
    """Some of its cards are out: what is there is put in."""
    rules = lottery.but(
        """
        steps:
          turns: {turns.once: null, turns.over: null}
        containers:
          bag:
            bag.units: {contains: {of: null, named: [king], count: 1}}
            bag.blind: {drawn: blind, refills: pile}
            bag.placed: null
          pile: {pile.filled: {fills: {start: round}, contains: {named: [ace, king], count: 1}}}
        """
    )
    game = rules.battle("Ash", "Dorn")

    game = game.draw("king")

    assert game.awaits == "draw"
    assert (game.holds("ace"), game.holds("king")) == (1, 1)
    game = game.draw("king")
    assert (game.holds("ace"), game.holds("king")) == (1, 0)


def test_markers_without_a_name_are_counted_by_their_number(lottery):
    """There are three that say 2 and three that say 3, so not one of them is there four times."""
    rules = lottery.but(
        """
        steps:
          turns: {turns.acts: {each: [act, rest]}}
          act: {act.twos: {needs: {level: {value: {in_container: pile, named: "2"}, above: 2}}}}
          rest: {rest.twos: {needs: {level: {value: {in_container: pile, named: "2"}, above: 3}}}}
        containers:
          pile: {pile.filled: {fills: {start: round}, contains: {low: 2, high: 3, count: 3}}}
        """
    )

    game = rules.battle("Ash", "Dorn").draw("attacker")

    assert game.can == ("act", "pass")
    assert game.refuses("rest", "Ash") == ("rest.twos",)
