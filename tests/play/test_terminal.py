"""A battle at the keyboard: what is typed, and what comes back."""

from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main

RULES = Path(__file__).parents[2] / "rulesets"


def play(*typed: str, system: str = "alternate_40k9", with_options: tuple[str, ...] = ()) -> Result:
    """What is printed when somebody types these lines."""
    said = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(main, ["play", system, "--roster", "equal", *with_options], said)


def test_a_number_does_what_stands_beside_it():
    """With one thing to choose and four units, it is asked who."""
    result = play("1", "Ash")

    assert result.exit_code == 0
    assert "who?  1 Ash  2 Birch  3 Cedar  4 Elm" in result.output
    assert "Ash acts." in result.output


def test_an_undo_takes_it_back():
    """And whose chance it was before is told anew."""
    result = play("2", "undo")

    assert result.output.count("Attacker chooses:") == 2
    assert "Defender chooses:" in result.output


def test_why_not_names_the_rule():
    """A unit of the other side is not picked."""
    result = play("why rook")

    assert "(wh40k9.turn.own-units)" in result.output


def test_what_is_not_on_a_card_is_asked(tmp_path):
    """And everything that may not be done now can be asked about."""
    kept = tmp_path / "written.yaml"
    armies = "given: {north: [Ash, Birch], south: [Dorn]}"
    kept.write_text(f"example: By hand\nruleset: trench_crusade\n{armies}\n", encoding="utf-8")

    typed = ("1", "1", "Ash", "1", "6", "9", "4, in melee dorn", "", "why Ash standard move")
    typed += ("at Ash 4 10.5", "at nobody 1 2")
    result = play(*typed, system="trench_crusade", with_options=("--go-on", str(kept)))

    assert "what does its card say?" in result.output
    assert "Ash moves 4 inches" in result.output, result.output
    assert '9" is too far' in result.output
    assert "The models of Ash have new places." in result.output
    assert "Say of which unit: at UNIT" in result.output
    assert "No. " in result.output.partition("Ash moves 4 inches")[2], result.output


def test_dice_are_rolled_or_typed():
    """A face that a die does not have is refused, with the rule that asks for the dice."""
    result = play("2 7", "2 5", system="trench_crusade")

    assert "No. A D6 has no face 7." in result.output
    assert "South chooses:" in result.output
    rolled = play("", system="trench_crusade", with_options=("--seed", "3")).output
    assert rolled == play("", system="trench_crusade", with_options=("--seed", "3")).output


def test_what_is_saved_is_checked_and_gone_on_with(tmp_path):
    """As one more example of the system."""
    system = tmp_path / "trench_crusade"
    copytree(RULES / "trench_crusade", system)
    kept = system / "examples/kept.yaml"

    play("2 5", "1", f"save {kept}", system="trench_crusade")

    assert CliRunner().invoke(main, ["check", str(tmp_path)]).exit_code == 0
    again = CliRunner().invoke(main, ["play", "trench_crusade", "--go-on", str(kept)], "log\n")
    assert "South lets North go first." in again.output


def test_what_the_rules_cannot_tell_is_stated():
    """A loss, and a fact; what nobody knows is asked back."""
    result = play("lost Ash 2", "Ash", "is Ash destroyed", "is Ash purple")

    assert "models: 3" in result.output
    assert "Attacker: " not in result.output
    assert "Nobody knows what purple is" in result.output


def test_a_word_that_nobody_knows_is_asked_back():
    """Nothing happens by a slip."""
    result = play("ahs", "9", "help", "quit")

    assert "did you mean" in result.output.lower()
    assert "There is no 9 here." in result.output
    assert "save FILE" in result.output


def test_an_unknown_system_is_told_in_a_line():
    """With the one that was meant."""
    result = CliRunner().invoke(main, ["play", "trench_crusad"])

    assert result.exit_code == 1
    assert "trench_crusade" in result.output


def test_a_file_that_cannot_be_written_does_not_end_the_battle(tmp_path):
    """Nor is another file lost to it."""
    other = tmp_path / "notes.yaml"
    other.write_text("Mine.\n", encoding="utf-8")

    result = play("1", "Ash", f"save {tmp_path}/nowhere/x.yaml", f"save {other}", "Rook")

    assert "nowhere/x.yaml cannot be written: No such file or directory." in result.output
    assert "notes.yaml is another file; say another name." in result.output
    assert "Rook of defender" in result.output
    assert other.read_text(encoding="utf-8") == "Mine.\n"


def test_a_question_is_left_by_whatever_else_is_typed():
    """A player who is asked who takes something back, asks why, or ends, and is not held there."""
    asked = play("1", "why rook", "1", "log", "1", "quit", "1")

    assert "(wh40k9.turn.own-units)" in asked.output
    assert asked.output.count("who?  1 Ash") == 3


def test_an_option_that_is_misspelt_is_asked_back():
    """With the one that is meant."""
    result = play(with_options=("--option", "randm"))

    assert result.output == "Error: There is no option randm; did you mean random?\n"


@pytest.mark.parametrize("slip", ["nan", "inf", "1e999", "there"])
def test_how_far_a_move_goes_is_asked_until_it_can_be_measured(slip: str):
    """No tape is longer than any number."""
    moved = play("1", "1", "1", slip, "3")

    assert "Type a number, or back." in moved.output
    assert "Ash moves 3 inches." in moved.output


def test_a_slip_in_place_of_a_number_changes_nothing():
    """Such as where models are lost."""
    lost = play("lost Ash two", "Ash")
    assert "Say how many models: lost Ash 2." in lost.output
    assert "models: 5" in lost.output


def test_a_number_that_nobody_has_said_is_asked_until_it_is_one(tmp_path):
    """By Agility nobody acts whose Initiative is not known."""
    kept = tmp_path / "written.yaml"
    armies = "given: {blue: [Ash], gold: [Dorn]}"
    kept.write_text(f"example: By hand\nruleset: agility_aod\n{armies}\n", encoding="utf-8")

    typed = ("6 1", "1", "?", "nan", "4", "3")
    result = play(*typed, system="agility_aod", with_options=("--go-on", str(kept)))

    assert "No. Type a number." in result.output, result.output
    assert "Ash: initiative +4, now 4." in result.output.partition("No. Type a number.")[2], (
        result.output
    )
