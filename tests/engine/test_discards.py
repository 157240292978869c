"""Discards: what was played comes back when nothing is left to draw."""

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
