"""What was done: by units, by sides, and by nobody, such as rounds."""

import pytest

ONCE_MORE = """
    steps:
      turns: {turns.acts: {each: [act, charge]}}
      act: {act.when: {needs: CONDITION}}
      charge: {}
"""


def who_can(game, does="act"):
    """Who may do something now."""
    return {unit for it in game.decision.legal if it.does == does for unit in it.units}


@pytest.mark.parametrize(
    ("condition", "rounds"),
    [
        ("{did: {action: round, this: battle, times: 1}}", [1]),
        ("{not: {did: {action: round, this: battle, times: 1}}}", [2, 3, 4]),
        ("{did: {action: round, this: battle, times: 3}}", [3]),
    ],
)
def test_rounds_are_done_by_whoever_is_asked(skirmish, condition, rounds):
    """In the first round only, or from the second round on, in a line: asked of a unit."""
    rules = skirmish.but(ONCE_MORE.replace("CONDITION", condition))
    game = rules.but("steps: {turns: {turns.chances: {chances: 1}}}").battle("Ash", "")

    found = []
    for number in range(1, 5):
        assert game.round == number
        found += [number] if who_can(game) else []
        game = game.choose("charge", "Ash")
    assert found == rounds


SIDE = "{count: {of: side, that: {did: {action: charge, this: round}}}}"


def test_a_side_did_what_any_of_its_units_did(skirmish):
    """Somebody of the side has charged; so all of it may act, until the round is over."""
    rules = skirmish.but(ONCE_MORE.replace("CONDITION", SIDE)).but(
        "steps: {turns: {turns.once: null, turns.chances: {chances: 3}}}"
    )
    game = rules.battle("Ash Birch", "Dorn Elm")

    assert who_can(game) == set()
    game = game.choose("charge", "Ash")
    assert (game.next, who_can(game)) == ("defender", set())
    game = game.choose("charge", "Dorn")
    assert (game.next, who_can(game)) == ("attacker", {"Ash", "Birch"})
    assert game.did("attacker") == ("charge",)
    for unit in ("Birch", "Elm", "Birch", "Elm"):
        game = game.choose("act", unit)
    assert (game.round, who_can(game)) == (2, set())


def test_how_often_a_side_did_it_is_how_often_its_units_did(skirmish):
    """Exactly twice: not after one charge, after the second, and not after the third."""
    twice = SIDE.replace("this: round", "this: round, times: 2")
    rules = skirmish.but(ONCE_MORE.replace("CONDITION", twice)).but(
        "steps: {turns: {turns.once: null}}"
    )
    game, found = rules.battle("Ash Birch", ""), []

    for unit in ("Ash", "Birch", "Ash"):
        game = game.choose("charge", unit)
        found.append(who_can(game))
    assert found == [set(), {"Ash", "Birch"}, set()]


def test_what_a_unit_did_another_did_not(skirmish):
    """Nor did a unit do what its side passed."""
    rules = skirmish.but(
        ONCE_MORE.replace("CONDITION", "{did: {action: charge, this: battle}}")
    ).but("steps: {turns: {turns.once: null}}")

    game = rules.battle("Ash Birch", "").choose("charge", "Ash")

    assert who_can(game) == {"Ash"}


RELAY = """
    steps:
      turns:
        turns.acts: {each: [act, rest]}
        turns.once: null
        turns.rest: {passed: for_now}
        turns.over: {until: {fact: dusk}}
        turns.pass-is-final: null
        turns.all-passed: null
      act: {act.after-rest: {needs: {did: {action: rest, this: round, last: true}}}}
      rest: {}
    facts: {dusk: {of: battle}}
"""


def test_the_last_go_is_the_last_one_and_no_other(skirmish):
    """Whoever rested may act once, and then not before it rests again; a pass is a go, too."""
    game = skirmish.but(RELAY).battle("Ash Birch", "Dorn")

    def refused(game):
        return game.refuses("act", "Ash") == ("act.after-rest",)

    rested = game.choose("rest", "Ash").choose("rest", "Dorn")
    acted = rested.choose("act", "Ash").choose("act", "Dorn")
    passed = rested.choose("pass").choose("rest", "Dorn")

    again = acted.choose("rest", "Ash").choose("rest", "Dorn")
    games = (game, rested, acted, passed, again)
    assert [*map(refused, games)] == [True, False, True, True, False]


def test_the_last_go_is_that_of_the_side(skirmish):
    """What another unit of the side did counts, and what the enemy did does not."""
    game = skirmish.but(RELAY).battle("Ash Birch", "Dorn")

    rested = game.choose("rest", "Birch").choose("pass")

    assert rested.choose("act", "Ash").refuses("act", "Dorn") == ("act.after-rest",)
