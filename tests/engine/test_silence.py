"""Take a clause away and what it gave is gone; nothing that nobody said is guessed."""

import pytest

GONE = {
    "turns.alternate": "cadence",
    "turns.first": "first",
    "turns.one": "together",
    "turns.uneven": "uneven",
    "turns.over": "until",
    "turns.pass-is-final": "passed",
    "turns.all-passed": "until",
    "turns.own": "among",
    "turns.acts": "until",
    "rounds.parts": "until",
}
"""The clauses without which a round gets stuck, and the word that is then missing."""

ELSE = {
    "rounds.follow": "the battle is over at once",
    "turns.once": "units act again and again",
    "turns.may-pass": "nobody may pass",
}
"""The clauses without which it goes differently."""


def played(rules):
    """What a player sees of rounds in which some act, some pass, and some run out of units."""
    lines = [
        ["act Ash", "act Dorn", "act Elm", "act Ash"],
        ["act Ash", "act Dorn", "pass", "pass"],
        ["pass", "act Dorn", "pass", "act Ash"],
        ["pass", "pass"],
    ]
    seen = []
    for line in lines:
        game = rules.battle("Ash", "Dorn Elm")
        seen.append((game.next, game.may, game.unsaid))
        for said in line:
            does, _, unit = said.partition(" ")
            if does in game.can and (not unit or unit in game.may):
                game = game.choose(does, unit)
                seen.append((said, game.round, game.next, game.may, game.can, game.unsaid))
            else:
                seen.append((said, "refused"))
    return seen


def test_every_clause_is_needed(skirmish):
    """The two lists name all of them."""
    assert set(skirmish.clauses) == {*GONE, *ELSE}


@pytest.mark.parametrize("clause", [*GONE, *ELSE])
def test_without_a_clause_it_goes_differently(skirmish, clause):
    """A player would notice."""
    assert played(skirmish.without(clause)) != played(skirmish)


@pytest.mark.parametrize("clause", GONE)
def test_what_is_needed_and_not_said_stops_the_round(skirmish, clause):
    """And the round says which word it is."""
    words = {row[-1] for row in played(skirmish.without(clause)) if row[-1] != "refused"}

    assert GONE[clause] in words


@pytest.mark.parametrize("clause", ELSE)
def test_what_is_not_needed_is_simply_gone(skirmish, clause):
    """No word is missing, beyond those that were missing before."""
    before = {row[-1] for row in played(skirmish)}

    assert {row[-1] for row in played(skirmish.without(clause))} <= before | {"refused"}


def test_with_no_clauses_nothing_is_allowed(system):
    """A battle of which nothing is said is over before it began."""
    game = system("steps: {battle: {}}").battle("Ash", "Dorn")

    assert (game.awaits, game.can) == ("end", ())
