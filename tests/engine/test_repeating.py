"""Repeating: a step comes again and again, and how often is counted."""

MARKET = """
    steps:
      battle:
        market.days: {repeats: day}
        market.over: {until: {did: {action: day, this: battle, times: 3}}}
      day:
        day.stalls: {cadence: each_player, each: [stall], until: all_dealt}
        day.first: {first: listed_first}
      stall:
        stall.deals: {repeats: deal}
        stall.closes: {until: {did: {action: deal, this: stall, times: 2}}}
      deal: {deal.luck: {check: luck, result: {outcome: [sold], then: carry_out}}}
    checks: {luck: {luck.die: {roll: 1d6}, luck.sold: {band: {outcome: sold, low: 1}}}}
"""
"""Three days of market; each side has a stall, and makes two deals a day."""


def test_a_step_is_over_after_so_many_of_what_it_repeats(system):
    """Each stall closes after two deals, and the market after three days of four deals."""
    game = system(MARKET).battle("Ash", "Dorn")

    for deals in range(12):
        assert (game.awaits, game.round) == ("roll", deals // 4 + 1)
        game = game.roll(4)

    assert game.awaits == "end"


def test_what_one_side_repeats_is_not_what_the_other_does(system):
    """The second stall opens with no deal made, whatever the first has sold."""
    game = system(MARKET).battle("Ash", "Dorn").roll(1).roll(2)

    assert game.began[-2:] == ("stall", "deal")
    assert game.roll(3).awaits == "roll"
    assert game.roll(3).round == 1
