"""An example as a session that a reader can paste."""

from turnwright.language.example import Claim, Example, Line, Mission
from turnwright.language.input import Card, Choice, Declaration, Draw, Roll
from turnwright.site.pages.example.doctest_session import doctest_session


def lines(*play: Line, **more: object) -> list[str]:
    """The lines of a session of this play, after the line that starts the game."""
    example = Example(example="Something happens", ruleset="duel", play=play, **more)
    return doctest_session(example).splitlines()


def test_a_session_starts_with_the_armies_as_they_are_given():
    """Units without a card are a plain list of names."""
    given = {"red": {"Ash": Card()}, "blue": {"Elm": Card(has={"reach": 3}, at=(1.5, 2.0))}}

    said = lines(given=given, mission=Mission(first="red"))

    assert said == [
        ">>> import turnwright",
        ">>> game = turnwright.start(",
        '...     "duel",',
        '...     {"red": ["Ash"], "blue": {"Elm": {"has": {"reach": 3}, "at": (1.5, 2)}}},',
        '...     mission={"first": "red"},',
        "... )",
    ]


def test_a_ruleset_of_ones_own_is_found_in_its_folder():
    """So that the session runs where the ruleset stands."""
    example = Example(example="Something happens", ruleset="duel", given={"red": {}, "blue": {}})

    said = doctest_session(example, rulesets="rules/duel").splitlines()

    assert said[1:] == [
        '>>> game = turnwright.start("duel", {"red": {}, "blue": {}}, rulesets="rules/duel")'
    ]


def test_models_stand_and_move_as_they_are_given():
    """A place is a pair of numbers, and one model has one place."""
    given = {"red": {"Ash": Card(models=2, places=((0.0, 0.0), (1.5, 2.0)))}, "blue": {}}
    play = (
        Line(input=Choice("charge", ("Ash",), places=((0, 1), (1.5, 2)))),
        Line(input=Declaration("placed", "Ash", places=((0, 1),))),
        Line(input=Choice("pass", causes=(Declaration("placed", "Ash", places=((0, 1),)),))),
    )

    assert lines(*play, given=given)[1:] == [
        ">>> game = turnwright.start(",
        '...     "duel",',
        '...     {"red": {"Ash": {"models": 2, "places": ((0, 0), (1.5, 2))}}, "blue": {}},',
        "... )",
        '>>> game = game.choose("charge", unit="Ash", places=((0, 1), (1.5, 2)))',
        '>>> game = game.declare("placed", unit="Ash", places=((0, 1),))',
        ">>> game = game.choose(",
        '...     "pass",',
        '...     causes=[turnwright.Declaration("placed", unit="Ash", places=((0, 1),))],',
        "... )",
    ]


def test_a_claim_becomes_a_question_with_the_authors_answer():
    """Nothing that is expected was ever seen in a run."""
    claim = Claim(next="blue", may=("Elm", "Dorn"), may_not=("Ash",), can=("pass",), round=2)

    said = lines(Line(input=Choice("activation", ("Ash",), "red"), then=claim))

    assert said[2:] == [
        '>>> game = game.choose("activation", side="red", unit="Ash")',
        ">>> game.next",
        "'blue'",
        ">>> game.round",
        "2",
        ">>> sorted(game.may)",
        "['Dorn', 'Elm']",
        '>>> "Ash" in game.may',
        "False",
        '>>> "pass" in game.can',
        "True",
    ]


def test_a_refusal_asks_for_the_clause_and_leaves_the_game_as_it_was():
    """The game is not assigned anew by something that is not allowed."""
    said = lines(Line(input=Choice("activation", ("Ash",)), refused="deeds.once"))

    assert said[2:] == ['>>> "deeds.once" in game.refuses("activation", unit="Ash")', "True"]


def test_dice_draws_and_declarations_are_inputs_of_their_own():
    """Each has a method with its name."""
    play = (
        Line(input=Roll((3, 4)), then=Claim(outcome="perils")),
        Line(input=Draw("red")),
        Line(input=Declaration("engaged", "Ash", "Elm", ends=True)),
    )

    said = lines(*play)

    assert said[2:] == [
        ">>> game = game.roll(3, 4)",
        '>>> "perils" in game.outcomes',
        "True",
        '>>> game = game.draw("red")',
        '>>> game = game.declare("engaged", unit="Ash", to_unit="Elm", ends=True)',
    ]


def test_several_steps_that_ended_are_asked_for_in_their_order():
    """Others may have ended in between."""
    said = lines(Line(input=Choice("pass"), then=Claim(ended=("deeds", "round"))))

    assert said[3:] == [
        '>>> seen = iter(game.ended); all(step in seen for step in ["deeds", "round"])',
        "True",
    ]


def test_a_clause_is_named_as_the_game_names_it():
    """Full ids are cut by whoever knows where the ruleset ends."""
    example = Example(
        example="No", ruleset="night", play=(Line(input=Choice("pass"), refused="duel.deeds.pass"),)
    )

    said = doctest_session(example, lambda cited: cited.removeprefix("duel."))

    assert '>>> "deeds.pass" in game.refuses("pass")' in said


def test_quotes_in_names_stay_inside_their_quotes():
    """Whatever somebody calls a unit, the session can be pasted."""
    said = lines(Line(input=Choice("activation", ('"); boom("',))))

    assert said[2] == r'>>> game = game.choose("activation", unit="\"); boom(\"")'
