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


@pytest.mark.parametrize(
    ("taken", "may"),
    [("", True), ("5", True), ("5 4", False), ("5 4 1", False), ("1 2", True), ("1 2 3", True)],
)
def test_the_numbers_in_a_hand_add_up(system, taken, may):
    """Of coins from 1 to 5, what is left has to come to 8 before anybody boasts."""
    rules = system("""
        steps:
          battle:
            battle.turns: {cadence: one_side, first: listed_first, each: [give, boast]}
            battle.who: {among: own, together: one, until: none_left}
          give: {give.coin: {draws: purse}}
          boast:
            boast.rich: {needs: {level: {value: {in_container: purse, numbers: total}, above: 7}}}
        containers:
          purse:
            of: side
            purse.filled: {fills: {start: battle}, drawn: seen, contains: {low: 1, high: 5}}
    """)
    game = rules.battle("Ash", "Dorn")

    for coin in taken.split():
        game = game.choose("give", "Ash").draw(coin, int(coin))

    assert ("boast" in game.can) is may


@pytest.mark.parametrize(("which", "most"), [("highest", 5), ("lowest", 2)])
def test_the_highest_or_lowest_number_in_a_hand(system, which, most):
    """A unit reaches as far as that coin says, and nowhere when nothing is left."""
    counted = f"{{in_container: purse, numbers: {which}}}"
    rules = system(f"""
        steps:
          battle:
            battle.turns: {{cadence: one_side, first: listed_first, each: [give, count]}}
            battle.who: {{among: own, together: one, until: none_left}}
          give: {{give.coin: {{draws: purse}}}}
          count: {{count.coins: {{changes: {{value: seen, to: {counted}}}}}}}
        containers:
          purse:
            of: side
            purse.filled: {{fills: {{start: battle}}, drawn: seen}}
            purse.coins: {{contains: {{low: 2, high: 3}}}}
            purse.more: {{contains: {{low: 5, high: 5}}}}
        values: {{seen: {{}}}}
    """)
    game = rules.battle("Ash", "Dorn")

    full = game.choose("count", "Ash")
    for coin in ("2", "5", "3"):
        game = game.choose("give", "Ash").draw(coin, int(coin))
    empty = game.choose("count", "Ash")

    assert (full.value("Ash.seen"), empty.value("Ash.seen")) == (most, 0)


@pytest.mark.parametrize(("card", "place"), [("squire", 1), ("king", 3)])
def test_the_place_of_a_card_in_hand_is_that_in_the_pack_it_came_from(skirmish, card, place):
    """A hand has no list of its own, and a king in it is a king."""
    rules = skirmish.but(HANDS).but(
        """
        steps:
          act: {act.fetches: {draws: {container: pack, into: hand}}}
          discard: {discard.card: {draws: {container: hand, rank: last}}}
        containers:
          pack:
            pack.cards: {fills: {start: battle}, contains: {named: [squire, queen, king]}}
            pack.blind: {drawn: blind}
          hand: {hand.fills: null}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Ash").draw(card).choose("act", "Dorn")
    game = game.draw("queen").choose("discard", "Ash").draw(card)

    assert game.value("attacker.last") == place


def test_whoever_lacks_a_card_draws_none_out_of_an_empty_pack(skirmish):
    """How many are drawn is worked out: with a full hand that is none, and no pack is needed."""
    rules = skirmish.but(HANDS).but(
        """
        steps:
          discard: {discard.card: null, discard.fill: {draws: FILL}}
        containers:
          pack:
            pack.cards: {fills: {start: battle}, contains: {named: [squire, queen, king]}}
            pack.blind: {drawn: blind}
          hand: {hand.fills: null}
        values: {last: null}
        """.replace(
            "FILL",
            "{container: pack, into: hand, count: {number: 2, less: {in_container: hand}}}",
        )
    )
    game = rules.battle("Ash", "Dorn").choose("discard", "Ash").draw("king").draw("queen")
    game = game.choose("discard", "Dorn").draw("squire")

    assert game.next == "attacker"
    assert "discard" in game.can
    game = game.choose("act", "Ash")
    assert game.next == "defender"
    assert "discard" not in game.can
    assert game.refuses("discard", "Dorn") == ("discard.fill",)
