"""Discards: what was played comes back when nothing is left to draw."""

import pytest

LULLABIES = """
    steps:
      battle: {nights.follow: {repeats: night}}
      night: {night.song: {draws: {container: songbook, number: verses, into: sung}}}
    containers:
      songbook:
        songbook.begins: {fills: {start: battle}}
        songbook.songs: {contains: {named: [lark, owl], low: 2, high: 2}}
        songbook.blind: {drawn: blind}
        songbook.again: {refills: sung}
      sung: {}
    values: {verses: {of: battle}}
"""
"""Every night has a song; when all were sung, they are sung again."""


def test_what_was_drawn_comes_back_when_nothing_is_left(system):
    """Not before: the second night has the song that is left."""
    game = system(LULLABIES).battle("Ash", "Dorn")

    second = game.draw("owl")
    third = second.draw("lark")

    assert (second.odds("owl"), second.odds("lark")) == (0, 1)
    assert third.odds("owl") == third.odds("lark")
    assert third.draw("lark").draw("owl").round == 5


def test_without_that_the_nights_are_silent(system):
    """Nothing is drawn, and night follows night without anything to do."""
    game = system(LULLABIES).without("songbook.again").battle("Ash", "Dorn")

    assert game.draw("owl").draw("lark").unsaid == "until"


def test_a_pile_of_each_side_goes_back_to_that_side(system):
    """What one side has sung is nothing to the other."""
    rules = system(LULLABIES).but(
        """
        steps:
          night:
            night.song: null
            night.each: {cadence: each_player, each: [song], first: listed_first, until: all_dealt}
          song: {song.drawn: {draws: {container: songbook, number: verses, into: sung}}}
        containers:
          songbook: {of: side, songbook.songs: {contains: {named: [lark, owl]}}}
          sung: {of: side}
        """
    )
    game = rules.battle("Ash", "Dorn").draw("owl").draw("lark").draw("lark").draw("owl")

    assert game.round == 3
    assert game.draw("lark").draw("lark").draw("owl").round == 4


def test_at_a_moment_it_comes_back_to_what_is_left(system):
    """With each dusk the song of the night is shuffled into a book that is not empty."""
    rules = system(LULLABIES).but(
        """
        containers: {songbook: {songbook.again: {refills: {container: sung, at: {end: night}}}}}
        """
    )
    first = rules.battle("Ash", "Dorn")

    second = first.draw("owl")

    assert second.round == 2
    assert second.odds("owl") == first.odds("owl") == second.odds("lark")
    assert second.draw("owl").draw("owl").odds("lark") == first.odds("lark")


def test_only_while_a_condition_holds(system):
    """The book is shuffled after an owl, as a joker says of a deck, and not after a lark."""
    rules = system(LULLABIES).but(
        """
        steps:
          night:
            night.song: null
            night.parts: {sequence: [song, dusk]}
          song: {song.drawn: {draws: {container: songbook, into: sung}}}
          dusk: {dusk.owl: {needs: {was: {outcome: owl, after: song}}}}
        containers: {songbook: {songbook.again: {refills: {container: sung, at: {start: dusk}}}}}
        """
    )
    first = rules.battle("Ash", "Dorn")

    assert first.draw("lark").odds("lark") == 0
    assert first.draw("owl").odds("owl") == first.odds("owl")


def test_a_hand_is_put_away_whole_when_its_side_has_had_its_turn(system):
    """One pile for both: with the end of a turn the hand of that side goes there, not the other."""
    rules = system(
        """
        steps:
          battle: {battle.turns: {repeats: both}}
          both:
            both.each: {cadence: each_player, each: [turn], first: listed_first, until: all_dealt}
          turn: {turn.draw: {draws: {container: deck, count: 2, into: hand}}}
        containers:
          deck:
            deck.cards: {fills: {start: battle}, contains: {named: [ace, king], count: 3}}
            deck.blind: {drawn: blind}
          hand:
            of: side
            hand.odd: {fills: {start: battle}, contains: {named: [ten]}}
          pile: {pile.hands: {refills: {container: hand, at: {end: turn}}}}
        """
    )
    game = rules.battle("Ash", "Dorn")

    game = game.draw("ace").draw("king")

    first, second = game.state.roster.side(0), game.state.roster.side(1)
    held = {box: game.holds(box) for box in (f"{first}.hand", f"{second}.hand", "pile", "deck")}
    assert held == {f"{first}.hand": 0, f"{second}.hand": 1, "pile": 3, "deck": 4}


def test_all_piles_come_back_to_a_deck_that_is_everybodys(system):
    """Each side has a pile of its own; when the deck is empty, both become the deck."""
    rules = system(LULLABIES).but(
        """
        steps:
          night:
            night.song: null
            night.each: {cadence: each_player, each: [song], first: listed_first, until: all_dealt}
          song: {song.drawn: {draws: {container: songbook, number: verses, into: sung}}}
        containers: {sung: {of: side}}
        """
    )
    game = rules.battle("Ash", "Dorn").draw("owl").draw("lark")

    assert game.odds("owl") == game.odds("lark") != 0


def test_what_was_drawn_says_where_it_goes(system):
    """An owl goes back into the book, a lark is out of it."""
    rules = system(LULLABIES).but(
        """
        steps:
          night: {night.song: null, night.parts: {sequence: [song]}}
          song: {song.drawn: {draws: songbook}}
        containers: {songbook: {songbook.owl: {means: {placed: back, when: {was: owl}}}}}
        """
    )
    first = rules.battle("Ash", "Dorn")

    assert first.draw("owl").odds("owl") == first.odds("owl")
    assert first.draw("lark").odds("lark") < first.odds("lark")


@pytest.mark.parametrize(("drawn", "asleep"), [("owl", True), ("lark", False)])
def test_what_was_drawn_for_a_step_is_known_by_name_inside_it(system, drawn, asleep):
    """Whether the step goes on or is over."""
    rules = system(LULLABIES).but(
        """
        steps:
          night: {night.song: null, night.parts: {sequence: [song, dusk]}}
          song: {song.drawn: {draws: songbook, sequence: [listen]}}
          listen:
            listen.sleeps: {sets: {fact: asleep}, needs: {was: {outcome: owl, after: song}}}
          dusk: {dusk.still: {sets: {fact: dark}, needs: {was: {outcome: owl, after: song}}}}
        facts: {asleep: {of: battle}, dark: {of: battle}}
        """
    )

    game = rules.battle("Ash", "Dorn").draw(drawn)

    assert {"asleep", "dark"} & {*game.facts("battle")} == ({"asleep", "dark"} if asleep else set())
