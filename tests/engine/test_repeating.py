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


def test_what_is_done_to_somebody_is_done_to_them_each_time(duel):
    """Three blows with the spiked club at the one that was picked, and none at anybody else."""
    rules = duel.but(
        """
        steps:
          strike:
            strike.enemy: {target: enemy}
            strike.club: {uses: club}
            strike.blows: {repeats: blow}
            strike.three: {until: {did: {action: blow, this: strike, times: 3}}}
          blow:
            blow.hurts: {changes: {value: health, of: target, by: -1}}
            blow.spikes: {changes: {value: armour, of: target, by: -1}, when: {using: spiked}}
        values: {health: {}, armour: {}}
        """
    )
    ash = {"Ash": {"carries": {"club": ("club", "spiked")}}}
    enemies = {name: {"has": {"health": 9, "armour": 5}} for name in ("Dorn", "Ember")}

    game = rules.battle(ash, enemies).choose("activation", "Ash").choose("strike", target="Dorn")

    assert (game.value("Dorn.health"), game.value("Dorn.armour")) == (6, 2)
    assert (game.value("Ember.health"), game.value("Ember.armour")) == (9, 5)


def test_rounds_in_which_only_numbers_are_chosen_do_not_go_in_circles(system):
    """Somebody decides in each of them: which number."""
    rules = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round: {round.each: {cadence: each_player, first: listed_first, each: [bid]}}
          bid: {bid.any: {chooses: {value: offer, at_most: 2}}}
        values: {offer: {of: side}}
        """
    ).but("steps: {round: {round.over: {until: all_dealt}}}")

    game = rules.battle("Ash", "Dorn").choose("bid 2").choose("bid 1")

    assert (game.round, game.next) == (2, "attacker")
