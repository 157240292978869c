"""Cards of a hand: each is offered by itself, and what is not there is not offered."""

import pytest

from turnwright.engine.decision import Refused

HANDS = """
    steps:
      round: {rounds.parts: {sequence: [turns]}}
      turns: {turns.acts: {each: [act, discard]}, turns.once: null, turns.more: {chances: 3}}
      discard: {discard.card: {draws: {container: hand, number: last}}}
    containers:
      hand:
        of: side
        hand.fills: {fills: {start: battle}, contains: {named: [hearts, spades], low: 2, high: 3}}
        hand.seen: {drawn: seen}
    values: {last: {of: side, last.none: {starts: 0}}}
"""
"""Each side has the two and the three of two suits in hand, and puts one down after another."""


def offered(game):
    """What may be taken now."""
    return [it.does for it in game.decision.legal]


def test_cards_of_one_suit_are_offered_one_by_one(skirmish):
    """By suit and number; the one that is named is taken, and no other."""
    game = skirmish.but(HANDS).battle("Ash", "Dorn").choose("discard", "Ash")

    assert offered(game) == ["hearts 2", "hearts 3", "spades 2", "spades 3"]
    for card, number in (("hearts 3", 3), ("spades 2", 2)):
        taken = game.choose(card)
        assert taken.value("attacker.last") == number
        again = taken.choose("act", "Dorn").choose("discard", "Ash")
        assert offered(again) == [it for it in offered(game) if it != card]


def test_a_suit_alone_is_one_of_several(skirmish):
    """It has to be said which; with its number it may be drawn as before."""
    game = skirmish.but(HANDS).battle("Ash", "Dorn").choose("discard", "Ash")

    with pytest.raises(Refused, match="several hearts"):
        game.choose("hearts")
    assert game.draw("hearts", number=2).value("attacker.last") == 2


def test_from_an_empty_hand_nothing_is_taken(skirmish):
    """With the last card gone there is nothing to put down; the other side has its own hand."""
    one = "{contains: {named: [hearts], low: null, high: null}}"
    rules = skirmish.but(HANDS).but(f"containers: {{hand: {{hand.fills: {one}}}}}")
    game = rules.battle("Ash", "Dorn")

    assert "discard" in game.can
    game = game.choose("discard", "Ash").choose("hearts")
    assert "discard" in game.can
    game = game.choose("act", "Dorn")
    assert "discard" not in game.can
    assert game.refuses("discard", "Ash") == ("discard.card",)


def test_a_hand_that_is_filled_again_is_taken_from_again(skirmish):
    """Where nothing is left, what was put away comes back: so there is something to take."""
    rules = skirmish.but(HANDS).but(
        """
        steps: {discard: {discard.card: {draws: {container: hand, into: pile, number: null}}}}
        containers:
          hand:
            hand.fills: {fills: {start: battle}, contains: {named: [hearts], low: null, high: null}}
            hand.again: {refills: pile}
          pile: {of: side}
        """
    )
    game = rules.battle("Ash", "Dorn").choose("discard", "Ash").choose("hearts")

    assert "discard" in game.choose("act", "Dorn").can
