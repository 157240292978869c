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


@pytest.mark.parametrize(
    ("means", "asks"),
    [
        ("steps: {act: {act.gold: {changes: {value: gold, by: worth}}}}", "act.gold"),
        ("steps: {act: {act.gold: {changes: {value: gold, by: 1, times: worth}}}}", "act.gold"),
        (
            "steps: {act: {act.gold: {means: {changes: {value: gold, by: 1}, when: RICH}}}}",
            "act.gold",
        ),
        ("steps: {act: {act.all: {sets: {fact: rich, of: {of: own, that: RICH}}}}}", "act.all"),
        ("steps: {act: {act.bid: {chooses: {value: gold, at_most: worth}}}}", "act.bid"),
        ("steps: {act: {act.times: {repeats: dig, times: worth}}, dig: {}}", "act.times"),
        (
            "steps: {turns: {turns.rank: {rank: {value: worth, direction: ascending}}}}",
            "turns.rank",
        ),
        ("steps: {act: {act.gold: {changes: {value: gold, by: {profile: worth}}}}}", "act.gold"),
        ("values: {gold: {gold.most: {bounds: {at_most: worth}}}}", "gold.most"),
        ("values: {gold: {gold.more: {add: worth}}}", "gold.more"),
    ],
)
def test_a_number_that_nobody_said_is_missed_by_the_clause_that_asks_for_it(skirmish, means, asks):
    """Who wrote the rule sees which of the rules it is."""
    rules = skirmish.but(
        """
        steps: {act: {act.pays: {changes: {value: gold, by: 1}}}}
        facts: {rich: {}}
        values: {gold: {gold.none: {starts: 0}}, worth: {}}
        """
    ).but(means.replace("RICH", "{level: {value: worth, above: 1}}"))

    game = rules.battle("Ash", "Dorn")
    game = game.choose("act", "Ash") if game.awaits == "choice" else game

    assert (game.awaits, game.unsaid.split()[0]) == ("unsaid", "worth")
    assert game.short(game.decision.by) == (asks,)
