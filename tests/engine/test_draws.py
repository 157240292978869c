"""Drawing as a part of what is done: cards, tokens, a hand."""

from fractions import Fraction

import pytest

from turnwright.engine.decision import Refused

SIDES = ("north", "east", "south")

CARDS = """
    steps:
      turns: {turns.acts: {each: [act, play]}}
      act: {act.draws: {draws: {container: deck, number: points, rank: suit}}}
      play: {play.card: {draws: hand}, play.as: {counts_as: act}}
    containers:
      deck:
        deck.filled: {fills: {start: battle}}
        deck.cards: {contains: {named: [hearts, spades], low: 2, high: 4}}
        deck.how: {drawn: blind}
      hand: {of: side, hand.how: {drawn: seen}}
    values: {points: {}, suit: {}}
"""


@pytest.fixture
def cards(skirmish):
    """Whoever acts draws a card, whose number and suit become its own."""
    return skirmish.but(CARDS).with_sides(*SIDES)


def test_each_name_has_every_number(cards):
    """Two suits from 2 to 4 are six cards."""
    game = cards.battle("N1", "E1", "S1").choose("act", "N1")

    assert (game.awaits, game.holds("hearts"), game.holds("spades")) == ("draw", 3, 3)
    assert game.odds("hearts") == Fraction(1, 2)


def test_what_is_drawn_is_written_down(cards):
    """The number it bears, and the place of its name among those that are listed."""
    game = cards.battle("N1", "E1", "S1").choose("act", "N1").draw("spades", 4)

    assert (game.value("N1.points"), game.value("N1.suit")) == (4, 2)
    assert (game.next, game.holds("spades")) == ("east", 2)


def test_a_marker_that_is_in_no_list_has_no_place_in_it(cards):
    """That of a side, among the cards."""
    rules = cards.but("containers: {deck: {deck.sides: {contains: {of: sides}}}}")

    game = rules.battle("N1", "E1", "S1").choose("act", "N1").draw("east")

    assert (game.value("N1.points"), game.value("N1.suit")) == (0, 0)


def test_a_card_is_drawn_once(cards):
    """It is out until the deck is filled again."""
    game = cards.battle("N1", "E1", "S1").choose("act", "N1").draw("spades", 4)

    with pytest.raises(Refused, match="no marker of spades"):
        game.choose("act", "E1").draw("spades", 4)
    with pytest.raises(Refused, match="say which"):
        game.choose("act", "E1").draw("spades")


def test_a_card_may_be_taken_into_a_hand(cards):
    """Everybody's own; it is played from there by choice."""
    rules = cards.but("steps: {act: {act.draws: {draws: {into: hand}}}}")
    game = rules.battle("N1 N2", "E1", "S1")

    game = game.choose("act", "N1").draw("hearts", 3)
    game = game.choose("act", "E1").draw("spades", 2).choose("act", "S1").draw("hearts", 2)
    playing = game.choose("play", "N2")

    assert (playing.awaits, playing.next, playing.can) == ("choice", "north", ("hearts 3",))
    played = playing.choose("hearts 3")
    assert (played.round, played.holds("hearts")) == (2, 2)


def test_from_an_empty_hand_nobody_plays(cards):
    """By the clause that says from where; whoever has a card may."""
    game = cards.but("steps: {act: {act.draws: {draws: {into: hand}}}}").battle("N1 N2", "E1", "S1")

    assert game.refuses("play", "N1") == ("play.card",)
    drawn = game.choose("act", "N1").draw("hearts", 3)
    assert drawn.refuses("play", "E1") == ("play.card",)
    assert (
        "play"
        in drawn.choose("act", "E1").draw("hearts", 2).choose("act", "S1").draw("spades", 2).can
    )


def test_a_sequence_goes_on_where_nothing_is_left_to_draw(cards):
    """The draw is one of its steps, and gives nothing."""
    rules = cards.but(
        """
        steps:
          turns: {turns.acts: {each: [act, seek]}}
          act: {act.draws: null, act.parts: {sequence: [play, rest]}}
          seek: {seek.draws: {draws: deck}}
          rest: {rest.well: {changes: {value: points, to: 7}}}
        """
    )

    game = rules.battle("N1", "E1", "S1").choose("act", "N1")

    assert (game.next, game.value("N1.points")) == ("east", 7)


def test_several_may_be_drawn(cards):
    """As many as a value says, one after another."""
    rules = cards.but(
        """
        steps: {act: {act.draws: {draws: {count: skill}}}}
        values: {skill: {}}
        """
    )

    game = rules.battle({"N1": {"has": {"skill": 2}}}, "E1", "S1").choose("act", "N1")
    second = game.draw("hearts", 2)

    assert (game.awaits, second.awaits) == ("draw", "draw")
    assert second.draw("hearts", 3).next == "east"


def test_what_is_drawn_is_an_outcome(cards):
    """Hearts heal, spades end the turns at once."""
    rules = cards.but(
        """
        steps:
          act:
            act.heals: {changes: {value: points, by: 5, outcome: [hearts]}}
            act.ends: {result: {outcome: [spades], then: end, step: turns}}
        """
    )
    game = rules.battle("N1", "E1", "S1").choose("act", "N1")

    hearts, spades = game.draw("hearts", 2), game.draw("spades", 2)

    assert (hearts.value("N1.points"), hearts.next) == (7, "east")
    assert (spades.round, spades.ended) == (2, ("act", "turns", "round"))


# Whose chance it is


DECK = """
    steps:
      turns:
        turns.alternate: {cadence: draw, draws: deck, first: drawn}
        turns.first: null
        turns.uneven: null
        turns.tea: {result: {outcome: [tea_break], then: end, step: turns}}
        turns.rain: {sets: {fact: rain, of: battle, outcome: [cloud], until: round}}
    containers:
      deck:
        deck.filled: {fills: {start: round}}
        deck.units: {contains: {of: anyone}}
        deck.names: {contains: {named: [tea_break, cloud]}}
        deck.how: {drawn: blind, draw_for: each_chance, of_passed: ignored}
    facts:
      rain: {of: battle}
      slain: {slain.leaves: {leaves: at_once}}
"""


@pytest.fixture
def deck(skirmish):
    """A card for each unit, one for rain, and one that ends the round."""
    return skirmish.but(DECK).with_sides(*SIDES)


def test_the_unit_that_is_drawn_has_the_chance(deck):
    """Whosever it is, and no other of its side."""
    game = deck.battle("N1 N2", "E1", "S1").draw("N2")

    assert (game.next, game.may) == ("north", ("N2",))
    assert game.choose("act", "N2").draw("S1").may == ("S1",)


def test_a_name_that_is_drawn_ends_the_round(deck):
    """Whoever was not drawn does not act."""
    game = deck.battle("N1", "E1", "S1").draw("S1").choose("act", "S1").draw("tea_break")

    assert (game.round, game.ended) == (2, ("turns", "round"))
    assert game.holds("tea_break") == 1


def test_a_name_that_leads_to_nothing_is_followed_by_another(deck):
    """It begins to rain, and the drawing goes on."""
    game = deck.battle("N1", "E1", "S1").draw("cloud")

    assert (game.awaits, game.facts("battle"), game.holds("cloud")) == ("draw", ("rain",), 0)


def test_every_card_is_as_likely_as_any_other(deck):
    """Four units and two names."""
    game = deck.battle("N1 N2", "E1", "S1")

    assert game.odds("N1") == Fraction(1, 6)
    assert game.odds("tea_break then S1") == Fraction(1, 30)


@pytest.mark.parametrize(("gone", "left"), [("lost", 0), ("joined", 1)])
def test_the_card_of_a_unit_that_is_lost(deck, gone, left):
    """It is taken out, or stays in."""
    rules = deck.but(f"containers: {{deck: {{deck.gone: {{keeps_up: {gone}}}}}}}")

    assert rules.battle("N1", "E1", "S1").declare("slain", "E1").holds("E1") == left


OWN_BAGS = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round:
        round.players: {cadence: each_player, first: listed_first, each: [turn]}
        round.over: {until: all_dealt}
      turn:
        turn.drawn: {cadence: draw, draws: bag, first: drawn, among: own, together: one}
        turn.acts: {each: [act], until: one_chance, uneven: runs_on}
      act: {}
    containers:
      bag:
        of: side
        bag.filled: {fills: {start: battle}}
        bag.units: {contains: {of: own}}
        bag.blind: {drawn: blind, draw_for: each_chance}
        bag.back: {placed: back}
"""
"""In its turn each side draws one of its units out of its own bag, and that unit acts."""


def test_a_chance_is_drawn_out_of_the_bag_of_the_side_whose_turn_it_is(system):
    """The names of the other sides are not in it."""
    game = system(OWN_BAGS).with_sides("north", "east", "south").battle("N1 N2", "E1", "S1")

    assert (game.awaits, game.odds("N1"), game.odds("E1")) == ("draw", Fraction(1, 2), 0)
    game = game.draw("N2")
    assert (game.next, game.may) == ("north", ("N2",))
    game = game.choose("act", "N2")
    assert (game.awaits, game.odds("E1"), game.odds("N2")) == ("draw", 1, 0)


def test_a_marker_goes_back_into_the_bag_it_came_from(system):
    """When its unit has acted."""
    game = system(OWN_BAGS).battle("N1 N2", "E1").draw("N2")

    assert game.holds("N2") == 0
    assert game.choose("act", "N2").holds("N2") == 1


FILLED_UP = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round:
        round.players: {cadence: each_player, first: listed_first, each: [fill_up]}
        round.over: {until: all_dealt}
      fill_up:
        hand.full: {draws: {container: deck, into: hand, count: {number: 3, less: held}}}
    containers:
      deck:
        of: side
        deck.filled: {fills: {start: battle}, contains: {named: [sun], count: 9}}
        deck.blind: {drawn: blind}
      hand: {of: side, hand.seen: {drawn: seen}}
    values: {held: {of: side, held.hand: {starts: {in_container: hand}}}}
"""
"""Each round each side fills its hand up to three cards, out of a deck of its own."""


def test_a_hand_is_filled_up_to_as_many_as_it_should_have(system):
    """How many are missing is asked once, and not anew after each card."""
    game = system(FILLED_UP).battle("Ash", "Dorn")
    for side in ("attacker", "defender"):
        for held in range(3):
            assert (game.next, game.holds(f"{side}.hand")) == (side, held)
            game = game.draw("sun")


def test_it_is_said_out_of_whose_deck_is_drawn(system):
    """Also to somebody who does something else."""
    game = system(FILLED_UP).battle("Ash", "Dorn")

    assert game.next == "attacker"
    with pytest.raises(Refused, match="a draw from deck of attacker is awaited"):
        game.roll(3)


ORDERS = """
    steps:
      battle: {rounds.follow: {sequence: [dealing, playing]}}
      dealing:
        dealing.each: {cadence: each_player, first: listed_first, each: [deal], until: all_dealt}
      deal: {deal.all: {draws: {container: deck, count: 3, into: hand}}}
      playing:
        playing.each: {cadence: each_player, first: listed_second, each: [turn], until: all_dealt}
      turn:
        turn.card: {cadence: draw, draws: {container: hand, into: pile}, first: drawn}
        turn.acts: {each: [act], among: own, together: one, uneven: runs_on}
        turn.over: {until: none_left}
      act: {}
    containers:
      deck:
        of: side
        deck.cards: {fills: {start: battle}, contains: {of: own}, drawn: blind}
      hand: {of: side, hand.seen: {drawn: seen, draw_for: each_chance}}
      pile: {of: side}
"""
"""In its turn a side plays cards of its hand: the unit that is named acts, the card is put away."""


@pytest.fixture
def orders(system):
    """Both have all their cards in hand, and the side that is listed second plays first."""
    game = system(ORDERS).battle("Ash Birch", "Dorn")
    for card in ("Ash", "Birch", "Dorn"):
        game = game.draw(card)
    return game


def test_a_side_plays_cards_of_its_own_hand(orders):
    """Out of the other hand nothing is offered; what was played lies on the side's own pile."""
    assert (orders.next, [it.does for it in orders.decision.legal]) == ("defender", ["Dorn"])
    game = orders.choose("Dorn")

    assert (game.may, game.holds("defender.pile"), game.holds("attacker.pile")) == (("Dorn",), 1, 0)
    game = game.choose("act", "Dorn")
    assert (game.next, [it.does for it in game.decision.legal]) == ("attacker", ["Ash", "Birch"])


def test_a_turn_is_over_with_the_last_card(orders):
    """Nothing is left to draw, so nobody can be picked."""
    game = orders
    for card in ("Dorn", "Birch", "Ash"):
        assert game.awaits == "choice"
        game = game.choose(card).choose("act", card)

    assert game.awaits == "end"


def test_it_is_said_that_nothing_is_left_to_draw(system):
    """Where no clause says what becomes of the turn then."""
    rules = system(ORDERS).but("steps: {turn: {turn.over: null}}")
    game = rules.battle("Ash", "Dorn").draw("Ash").draw("Dorn").choose("Dorn").choose("act", "Dorn")

    with pytest.raises(Refused, match=r"do not say `until` here.*nothing is left to draw"):
        game.choose("act", "Ash")
