"""Who has the first chance of a step, and what a tie does."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.example import Mission


def first(system, said):
    """The system with another way to say who is first."""
    silent = system.but("steps: {turns: {turns.first: null}}")
    return silent.but(f"steps: {{turns: {{turns.first: {said}}}}}")


def tied(system, said):
    """The system with a roll for equal numbers, and with what decides between equal dice."""
    rolled = first(system, "{first: fewest, ties: {roll: 1d6}}")
    return rolled.but(f"steps: {{turns: {{turns.tied: {{ties: {said}}}}}}}")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("listed_first", "attacker"),
        ("listed_second", "defender"),
        ("fewest", "defender"),
        ("most", "attacker"),
        ("mission", "defender"),
    ],
)
def test_the_first_chance_is_somebodys(skirmish, said, expected):
    """By the order of the sides, by what is left of them, or by the mission."""
    rules = first(skirmish, f"{{first: {said}}}")

    game = rules.battle("Ash Birch", "Dorn", mission=Mission(first="defender"))

    assert game.next == expected


def test_who_is_first_is_not_guessed(skirmish):
    """Nobody says it: the round does not begin."""
    assert skirmish.without("turns.first").battle("Ash", "Dorn").unsaid == "first"


@pytest.mark.parametrize("said", ["mission", "active", "other", "drawn"])
def test_somebody_who_is_not_there_cannot_be_first(skirmish, said):
    """A mission that names nobody, an active side where none is, a draw that nobody made."""
    assert first(skirmish, f"{{first: {said}}}").battle("Ash", "Dorn").unsaid == "first"


def test_the_other_side_may_have_the_first_chance(duel):
    """Other is whoever's activation it is not."""
    answer = duel.but(
        """
        steps:
          activation:
            actions.chances: {cadence: one_side, first: other}
            actions.active: {among: own, together: one}
        """
    )

    game = answer.battle("Ash", "Dorn").choose("activation", "Ash")

    assert (game.next, game.may) == ("defender", ("Dorn",))


def test_the_side_with_a_fact_comes_first(skirmish):
    """Whoever has it, in whatever order they are listed."""
    rules = first(skirmish, "{first: {fact: warned}}").but("facts: {warned: {of: side}}")

    assert rules.battle("Ash", "Dorn", facts={"defender": ("warned",)}).next == "defender"
    assert rules.battle("Ash", "Dorn", facts={"attacker": ("warned",)}).next == "attacker"
    assert rules.battle("Ash", "Dorn").unsaid == "ties"


def test_the_side_of_a_unit_with_a_fact_comes_first(skirmish):
    """One such unit is as good as two, and one that is away is still its side's."""
    rules = first(skirmish, "{first: {fact: scout}, ties: listed_first}").but(
        "facts: {scout: {}, hidden: {hidden.away: {away: off_table}}}"
    )
    scout, hidden = {"facts": ("scout",)}, {"facts": ("scout", "hidden")}

    one_side = rules.battle({"Ash": {}}, {"Dorn": hidden, "Elm": {}})
    both = rules.battle({"Ash": scout}, {"Dorn": scout, "Elm": scout})
    neither = rules.battle("Ash", "Dorn")

    assert (one_side.next, both.next, neither.next) == ("defender", "attacker", "attacker")


def test_units_that_are_gone_are_not_counted(skirmish):
    """Fewest means fewest left on the table."""
    rules = first(skirmish, "{first: fewest}").but(
        "facts: {fallen: {fallen.leaves: {leaves: at_once}}}"
    )

    game = rules.battle("Ash Birch", "Dorn Elm Fir")
    game = game.declare("fallen", "Dorn").declare("fallen", "Elm")
    game = game.choose("act", "Ash").choose("act", "Fir").choose("act", "Birch")

    assert (game.round, game.next) == (2, "defender")


# Deciding


def test_a_side_may_decide_who_is_first(skirmish):
    """The smaller side says it, and may name itself or the other."""
    rules = first(skirmish, "{decides: fewest}")

    game = rules.battle("Ash Birch", "Dorn")

    assert (game.next, game.can) == ("defender", ("first",))
    assert game.choose("first", first="attacker").next == "attacker"
    assert game.choose("first", first="defender").next == "defender"


def test_the_other_side_has_no_say_in_it(skirmish):
    """Nor may anybody act before it is settled."""
    game = first(skirmish, "{decides: listed_second}").battle("Ash", "Dorn")

    assert "turns.first" in game.refuses("first", first="attacker", side="attacker")
    assert "turns.first" in game.refuses("act", "Dorn")
    with pytest.raises(Refused, match="there is no side nobody"):
        game.choose("first", first="nobody")


# Ties


def test_a_tie_is_rolled_for(skirmish):
    """Each side rolls, and the higher die wins."""
    rules = first(skirmish, "{first: fewest, ties: {roll: 1d6}}")

    game = rules.battle("Ash", "Dorn")

    assert (game.awaits, game.dice, game.decision.rollers) == (
        "roll",
        "1d6",
        ("attacker", "defender"),
    )
    assert game.roll(2, 5).next == "defender"
    assert game.roll(6, 5).next == "attacker"


def test_a_tie_is_not_guessed(skirmish):
    """Equal numbers, and nobody says what then."""
    assert first(skirmish, "{first: most}").battle("Ash", "Dorn").unsaid == "ties"


def test_without_a_tie_nothing_is_rolled(skirmish):
    """The dice are for ties only."""
    assert first(skirmish, "{first: most, ties: {roll: 1d6}}").battle("A B", "D").next == "attacker"


def test_only_those_that_are_tied_roll(skirmish):
    """Of three sides, the largest does not."""
    rules = first(skirmish, "{first: fewest, ties: {roll: 1d6}}")

    game = rules.with_sides("north", "east", "south").battle("N1", "E1 E2", "S1")

    assert game.decision.rollers == ("north", "south")
    assert game.roll(1, 2).next == "south"


def test_whoever_wins_the_roll_decides(skirmish):
    """When it is about who decides, the winner still has the choice."""
    game = first(skirmish, "{decides: fewest, ties: {roll: 1d6}}").battle("Ash", "Dorn").roll(1, 4)

    assert (game.next, game.can) == ("defender", ("first",))


def test_equal_dice_may_be_rolled_again(skirmish):
    """Until they differ."""
    rules = tied(skirmish, "again")

    game = rules.battle("Ash", "Dorn").roll(3, 3)

    assert (game.awaits, game.dice) == ("roll", "1d6")
    assert game.roll(4, 4).roll(1, 2).next == "defender"


def test_equal_dice_may_favour_the_first_side(skirmish):
    """Of those that rolled equally, the one listed first."""
    rules = tied(skirmish, "listed_first")

    assert rules.battle("Ash", "Dorn").roll(3, 3).next == "attacker"


def test_what_equal_dice_do_is_not_guessed(skirmish):
    """Once they come up equal, and not before."""
    game = first(skirmish, "{first: fewest, ties: {roll: 1d6}}").battle("Ash", "Dorn")

    assert game.roll(3, 3).unsaid == "ties"
    assert any(type(event).__name__ == "Stuck" for event in game.roll(3, 3).events)


# Keeping and taking turns


@pytest.mark.parametrize(("kept", "asked_again"), [("round", True), ("battle", False)])
def test_the_answer_is_kept_as_long_as_that_is_said(skirmish, kept, asked_again):
    """For a round it is asked afresh in the next one; for the battle it never is."""
    rules = first(skirmish, f"{{first: fewest, ties: {{roll: 1d6}}, kept: {kept}}}")

    game = rules.battle("Ash", "Dorn").roll(1, 6).choose("act", "Dorn").choose("act", "Ash")

    assert game.round == 2
    assert game.awaits == ("roll" if asked_again else "choice")
    assert game.next == ("nobody" if asked_again else "defender")


@pytest.mark.parametrize("kept", ["round", "battle"])
def test_what_somebody_decided_is_kept_too(skirmish, kept):
    """Whoever has the say, not only where units are counted."""
    rules = first(skirmish, f"{{decides: listed_second, kept: {kept}}}")

    game = rules.battle("Ash", "Dorn").choose("first", first="defender")
    game = game.choose("act", "Dorn").choose("act", "Ash")

    assert game.can == (("first",) if kept == "round" else ("act", "pass"))


def test_within_the_time_it_is_kept_nobody_is_asked_again(skirmish):
    """The step opens twice in a round, and who is first is the same."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [half, half]}}
          half: {halves.parts: {sequence: [turns]}}
          turns: {turns.once: {limit: {per: half}}}
        """
    )

    rules = first(rules, "{first: fewest, ties: {roll: 1d6}, kept: round}")
    game = rules.battle("Ash", "Dorn").roll(1, 2)
    game = game.choose("act", "Dorn").choose("act", "Ash")

    assert (game.round, game.next, game.may) == (1, "defender", ("Dorn",))


def test_an_answer_is_over_with_the_step_that_is_named(skirmish):
    """Half a round, of which nothing else speaks: who is first is asked afresh."""
    rules = first(skirmish, "{first: fewest, ties: {roll: 1d6}, kept: half}").but(
        """
        steps:
          round: {rounds.parts: {sequence: [half, half]}}
          half: {halves.parts: {sequence: [turns]}}
        """
    )

    game = rules.battle("Ash Birch", "Dorn Elm").roll(1, 2).choose("pass").choose("pass")

    assert (game.round, game.awaits) == (1, "roll")


@pytest.mark.parametrize(
    ("said", "sides"),
    [
        ("{first: {was: went_last}, ties: listed_first}", "attacker defender attacker"),
        ("{first: {was: went_first}, ties: listed_first}", "attacker attacker attacker"),
        ("{first: listed_first, kept: battle}", "attacker attacker attacker"),
        ("{first: listed_first}", "attacker attacker attacker"),
    ],
)
def test_who_is_first_may_change_from_round_to_round(skirmish, said, sides):
    """In turns, or never."""
    game = first(skirmish, said).battle("Ash", "Dorn")

    seen = []
    for _ in range(3):
        seen.append(game.next)
        game = game.choose("pass").choose("pass")

    assert " ".join(seen) == sides


def test_of_three_sides_the_one_that_came_last_begins(skirmish):
    """The others follow as they are listed."""
    rules = first(skirmish, "{first: {was: went_last}, ties: listed_first}")

    game = rules.with_sides("north", "east", "south").battle("N", "E", "S")
    seen = []
    for _ in range(4):
        seen.append(game.next)
        game = game.choose("pass").choose("pass").choose("pass")

    assert seen == ["north", "south", "east", "south"]


@pytest.mark.parametrize(
    ("was", "rollers"),
    [("won_roll", ("north", "south")), ("lost_roll", ("north", "east"))],
)
def test_of_three_sides_the_others_roll_again(skirmish, was, rollers):
    """East rolled best and south worst; whichever of them comes first now does not roll."""
    rules = first(skirmish, f"{{first: {{was: {was}}}, ties: {{roll: 1d6}}}}")
    rules = rules.with_sides("north", "east", "south")

    game = rules.battle("N", "E", "S").roll(3, 5, 1)
    for _ in rules.sides:
        game = game.choose("pass")

    assert (game.round, game.decision.rollers) == (2, rollers)


def test_a_side_that_is_not_tied_breaks_no_tie(skirmish):
    """North went first last time, but it is east and south that have fewer units."""
    rules = first(skirmish, "{first: fewest, ties: {was: went_first}}").but(
        "steps: {turns: {turns.then: {ties: listed_first}}}"
    )
    rules = rules.with_sides("north", "east", "south")

    game = rules.battle("N1", "E1 E2", "S1 S2")
    assert game.next == "north"
    game = game.declare("gained", "N2", side="north").declare("gained", "N3", side="north")
    for _ in rules.sides:
        game = game.choose("pass")

    assert (game.round, game.next) == (2, "east")
