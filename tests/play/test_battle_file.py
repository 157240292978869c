"""A battle that is kept can be checked, read back, and is never more than data."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner

from turnwright.battle import library
from turnwright.cli import main
from turnwright.examples.replay import battle_of
from turnwright.play.battle_file import inputs_of, read, titles, written
from turnwright.play.json_values import NotPlain

RULES = Path(__file__).parents[2] / "rulesets"


def test_every_example_can_be_kept_and_read_back():
    """With all options, readings, cards, places, dice and losses that anybody wrote."""
    for example in library().examples:
        battle = battle_of(example, inputs_of(example))
        assert read(written(battle)) == battle, example.example


def test_examples_written_by_hand_are_read():
    """One in five of those that anybody wrote, and without its claims it is the same battle."""
    by_file: dict[str, list[Any]] = {}
    for example in library().examples:
        by_file.setdefault(example.path, []).append(example)
    for path, examples in by_file.items():
        text = (RULES.parent / path).read_text(encoding="utf-8")
        assert len(titles(text)) == len(examples)
        for number, example in [*enumerate(examples)][::5]:
            assert read(text, number) == battle_of(example, inputs_of(example)), example.example


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("example: A\nplay: [\n", "line 3, column 1"),
        ("example: A\nruleset: x\ngiven:\n  red: {Ash: {models: many}}\n", "line 4, column 23"),
        ("example: A\nruleset: x\ngiven: {red: [Ash]}\nplay:\n  - {doe: pass}\n", "line 5"),
        ("example: A\nruleset: x\ngiven: {red: {Ash: {model: 3}}}\n", "has no 'model'"),
    ],
)
def test_a_broken_one_is_told_by_line_and_column(text, told):
    """And what is wrong there."""
    with pytest.raises(NotPlain, match=told):
        read(text)


def test_check_accepts_what_is_kept_as_it_is(tmp_path):
    """Beside its ruleset, as any other file of examples."""
    system = tmp_path / "trench_crusade"
    copytree(RULES / "trench_crusade", system)
    rounds = [e for e in library().examples if e.ruleset == "trench_crusade"]
    longest = max(rounds, key=lambda example: len(example.play))
    kept = written(battle_of(longest, inputs_of(longest)))
    (system / "examples/kept.yaml").write_text(kept, encoding="utf-8")

    result = CliRunner().invoke(main, ["check", str(tmp_path)])

    assert result.exit_code == 0, result.output


PASTED = """
- 5x Yes
no ~ #1: "x" 'y'
3 \N{DRAGON FACE}\N{VARIATION SELECTOR-16} \N{NO-BREAK SPACE}Knights
<<
done
nobody
Null
1e3
[a] {b} & *c !d %e @f `g` | > ?
\N{CYRILLIC CAPITAL LETTER EN}ull
Null
It  has\N{ZERO WIDTH SPACE} room
"""
"""Names that mean something to YAML, or to the rules, or that nobody can tell apart."""


def test_odd_names_are_kept_checked_and_read_back(sit_down, tmp_path):
    """Whatever was pasted: each unit has a name that a file of examples takes as it is."""
    ask = sit_down("alternate_40k9")
    sides = {"attacker": PASTED, "defender": "=, 2"}
    names = [each["name"] for each in ask("begin", own=sides)["units"]]
    ask("say", input={"does": "activation", "unit": "<<"})
    battle = ask("keep", title="yes: 'no' # 1")

    (tmp_path / "kept.yaml").write_text(battle["text"], encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(tmp_path / "kept.yaml")])

    assert names[:2] == ["Yes", "no ~ #1: \"x\" 'y'"]
    assert {"<<", "done 2", "nobody 2", "Null", "Null 2", "It has room", "="} < {*names}
    assert result.exit_code == 0, result.output
    assert "refused" not in ask("begin", text=battle["text"])
    assert ask("keep", title="yes: 'no' # 1") == battle


def test_what_was_taken_back_is_not_in_the_file_and_stays_on_the_device(sit_down):
    """Two lines were done and one of them taken back: whoever opens the page again can redo it."""
    ask = sit_down("alternate_40k9")
    ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn"})
    ask("say", input={"does": "activation", "unit": "Ash"}, finish=True)
    done = ask("say", input={"does": "activation", "unit": "Dorn"})
    ask("undo")

    kept, everything = ask("keep"), ask("keep_all")
    again = sit_down("alternate_40k9")

    assert not any("Dorn" in str(line) for line in kept["battle"]["play"])
    assert again("begin", text=kept["text"])["last"] == len(kept["battle"]["play"])
    again("begin", battle=everything["battle"], at=everything["at"])
    assert again("redo")["log"] == done["log"]


def test_of_several_battles_in_a_file_the_one_that_is_picked_is_opened(sit_down):
    """Whichever key it begins with."""
    ask = sit_down("alternate_40k9")
    given = "given: {attacker: [Ash], defender: [%s]}\n"
    text = "---\n".join(
        [
            "ruleset: alternate_40k9\nexample: One\n" + given % "Dorn",
            "# The second\nexample: Two\nruleset: alternate_40k9\n" + given % "Elm",
        ]
    )

    assert ask("begin", text=text) == {"titles": ["One", "Two"]}
    opened = ask("begin", text=text, number=1)
    assert [each["name"] for each in opened["units"]] == ["Ash", "Elm"]


HEAD = 'example: "A"\nruleset: "trench_crusade"\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!!python/object/apply:os.system [ls]",
        "example: !!python/name:os.system\n",
        HEAD + "given: *all\n",
        HEAD + 'given: {"north": {"Ash": {"models": "many"}}}\n',
        HEAD + 'given: {"north": {"Ash": {"__class__": "Card"}}}\n',
        HEAD + 'given: {"north": ["Ash"]}\nplay:\n  - {"does": "pass", "roll": [1]}\n',
        HEAD + 'given: {"north": ["Ash"]}\nplay:\n  - 7\n',
        HEAD + "given: " + "[" * 100_000 + "\n",
        HEAD + 'path: "/etc/passwd"\n',
        HEAD + 'given: {"north": ["Ash"], "south": ["Ash"]}\n',
        HEAD + 'given: {"north": ["Ash"], "south": ["As\u200bh"]}\n',
        HEAD + 'given: {"north": ["nobody"], "south": ["Ash"]}\n',
    ],
)
def test_whatever_is_no_battle_is_refused_in_a_sentence(text):
    """Whoever sent it: nothing of it is carried out."""
    with pytest.raises(NotPlain):
        read(text)
