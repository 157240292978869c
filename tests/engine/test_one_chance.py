"""A step that ends with one chance, however chances are dealt."""

import pytest

MUSTER = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [musters, turns]}}
      musters: {musters.what: {each: [muster], until: one_chance}}
      muster: {muster.pays: {changes: {value: coins, by: 1}}}
    values: {coins: {coins.none: {starts: 0}}, speed: {}}
"""


def coins(game, *names):
    """What each of these has."""
    return [game.value(f"{name}.coins") for name in names]


def mustered(game):
    """Who had the step, one after another."""
    return [
        e.units or e.side for e in game.events if type(e).__name__ == "Began" and e.step == "muster"
    ]


def test_of_each_unit_only_the_first_has_it(skirmish):
    """The fastest; the next round it is the fastest again."""
    rules = skirmish.but(MUSTER).but(
        """
        steps:
          musters:
            musters.who: {cadence: each_unit, among: anyone, together: one, first: listed_first}
            musters.rank: {rank: {value: speed, direction: descending}}
        """
    )
    army = {"Ash": {"has": {"speed": 3}}, "Birch": {"has": {"speed": 5}}}
    game = rules.battle(army, {"Dorn": {"has": {"speed": 4}}})

    assert (coins(game, "Ash", "Birch", "Dorn"), game.step) == ([0, 1, 0], "turns")
    for unit in ("Ash", "Dorn", "Birch"):
        game = game.choose("act", unit)
    assert (coins(game, "Ash", "Birch", "Dorn"), game.round) == ([0, 2, 0], 2)


def test_of_each_player_only_the_first_has_it(skirmish):
    """The side that is first."""
    rules = skirmish.but(MUSTER).but(
        """
        steps: {musters: {musters.who: {cadence: each_player, first: listed_second}}}
        values: {coins: {of: side}}
        """
    )
    game = rules.battle("Ash", "Dorn")

    assert (coins(game, "attacker", "defender"), game.step) == ([0, 1], "turns")
    game = game.choose("act", "Ash").choose("act", "Dorn")
    assert (coins(game, "attacker", "defender"), game.round) == ([0, 2], 2)


def test_of_what_was_put_off_one_is_carried_out(skirmish):
    """The others wait for the next time."""
    rules = skirmish.but(MUSTER).but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, musters]}}
          musters: {musters.who: {cadence: put_off}}
          muster: {muster.later: {put_off: musters}}
          turns: {turns.acts: {each: [muster]}}
          act: null
        """
    )
    game = rules.battle("Ash", "Dorn")

    game = game.choose("muster", "Ash").choose("muster", "Dorn")
    assert (coins(game, "Ash", "Dorn"), game.round) == ([1, 0], 2)
    game = game.choose("muster", "Ash").choose("muster", "Dorn")
    assert (coins(game, "Ash", "Dorn"), game.round) == ([1, 1], 3)


@pytest.mark.parametrize(
    ("who", "word"), [("each_unit", "none_left"), ("each_player", "all_dealt")]
)
def test_where_nobody_may_have_it_another_word_ends_it(skirmish, who, word):
    """Nobody is brave: one chance never comes, and it is over because nobody is left."""
    said = f"cadence: {who}, needs: {{count: {{of: own, that: {{fact: brave}}}}}}"
    among = ", among: own" if who == "each_unit" else ""
    rules = skirmish.but(MUSTER).but(
        f"""
        steps:
          musters:
            musters.who: {{{said}, first: listed_first{among}, together: one}}
            musters.none: {{until: {word}}}
        facts: {{brave: {{}}}}
        values: {{coins: {{of: side}}}}
        """.replace(", together: one" if who == "each_player" else "\0", "")
    )

    nobody = rules.battle("Ash", "Dorn")
    one = rules.battle("Ash", {"Dorn": {"facts": ("brave",)}})

    assert (coins(nobody, "attacker", "defender"), nobody.step) == ([0, 0], "turns")
    assert (coins(one, "attacker", "defender"), one.step) == ([0, 1], "turns")
