"""What an author is told whose example disagrees: the line, the reasons, and what would agree."""

import random
import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.describe.disagreements import agreeing, explanations
from turnwright.examples.replay import replay_all
from turnwright.examples.report import disagreements
from turnwright.load.files import default_folder
from turnwright.load.library import Library

STAKE = Path(__file__).parent.parent / "stake" / "ruleset.yaml"

PLAYED = re.compile(r"((?!.*refused).*), (then: \{(?!.*(?:then|likelihood|note): ).*\}\})")
"""A line of play on one line of its file, and what it claims."""

HEAD = """\
example: A wager is lost
ruleset: stake
given: {north: [Ash, Birch], south: [Dorn]}
"""


@pytest.fixture
def told(tmp_path):
    """What is told of an example of the stakes, and the text in which it would agree."""

    def tell(play: str) -> tuple[list[str], str]:
        text = HEAD + dedent(play)
        library = put(tmp_path, text)
        found = disagreements(replay_all(library), library)
        lines = [it for _, said in explanations(found, library) for it in said.split("\n")]
        agreed = agreeing(text, found)
        again = put(tmp_path, agreed)
        assert disagreements(replay_all(again), again) == ()
        return lines, agreed.removeprefix(HEAD)

    return tell


def put(folder: Path, text: str, rules: str = "") -> Library:
    """The stakes, or other rules in their place, with an example."""
    (folder / "stake" / "examples").mkdir(parents=True, exist_ok=True)
    rules = rules or STAKE.read_text("utf-8")
    (folder / "stake" / "ruleset.yaml").write_text(rules, encoding="utf-8")
    (folder / "stake" / "examples" / "it.yaml").write_text(text, encoding="utf-8")
    return Library.read(folder / "stake")


def after(lines: list[str], label: str) -> list[str]:
    """What stands behind a label, each time."""
    return [line.removeprefix(f"  {label:<9} ") for line in lines if line.startswith(f"  {label}")]


def test_the_line_is_told_as_it_was_played(told):
    """Where it is in the battle, what was claimed, what came, and by which clauses."""
    lines, _ = told("play:\n  - {does: wager, unit: Ash, then: {dice: 3d6}}\n")

    assert lines[0].endswith("it.yaml:5:5: A wager is lost")
    assert after(lines, "line:") == [
        "Ash chooses wager. (Round 1 \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Ash: Wager)"
    ]
    assert after(lines, "claimed:") == ["dice: 3d6"]
    assert after(lines, "happened:") == ["2d6"]
    assert after(lines, "why:") == ["stake.wager.roll: A wager is rolled for."]
    assert after(lines, "to agree:") == ["- {does: wager, unit: Ash, then: {dice: 2d6}}"]


def test_who_is_ruled_out_is_told_with_the_clauses(told):
    """Of the units that were claimed, those that may not."""
    lines, _ = told(
        """\
        play:
          - {does: wager, unit: Ash}
          - {roll: [6, 5], then: {may: [Ash, Dorn]}}
        """
    )

    at = lines.index("  why:      Ash is ruled out by")
    assert lines[at + 1 : at + 3] == [
        "              stake.round.own: You wager with your own unit.",
        "              stake.round.once: A unit wagers once a round.",
    ]
    assert not any("Dorn is" in line for line in lines)


def test_all_that_one_line_claims_wrongly_is_told_at_once(told):
    """With one line that would agree."""
    lines, agreed = told(
        """\
        play:
          - {does: wager, unit: Ash}
          - {roll: [6, 5], then: {next: north, may: [Ash], outcome: lost, total: 11}}
        """
    )

    assert after(lines, "claimed:") == ["next: north", "may: [Ash]", "outcome: lost"]
    assert agreed.splitlines()[-1] == (
        "  - {roll: [6, 5], then: {next: south, may: [Dorn], outcome: won, total: 11}}"
    )


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("{does: wager, unit: Dorn}", "{does: wager, unit: Dorn, refused: round.alternate}"),
        (
            "{does: wager, unit: Ash, side: south}",
            "{does: wager, unit: Ash, side: south, refused: round.alternate}",
        ),
        ("{does: wager, unit: Ash, refused: round.once}", "{does: wager, unit: Ash}"),
        (
            "{side: south, does: wager, unit: Dorn, refused: round.once}",
            "{side: south, does: wager, unit: Dorn, refused: round.alternate}",
        ),
        (
            "{does: wager, unit: Ash, then: {can: [wager], cannot: [pass]}}",
            "{does: wager, unit: Ash, then: {cannot: [pass]}}",
        ),
        (
            "{does: wager, unit: Ash, then: {may: [Birch]}, note: X}",
            "{does: wager, unit: Ash, then: {may: []}, note: X}",
        ),
        ("{does: wager, unit: Ash, then: {can: [wager]}}", "{does: wager, unit: Ash}"),
        (
            "{does: wager, unit: Ash, then: {odds: {won: 1/2, lost: 5/12}}}",
            "{does: wager, unit: Ash, then: {odds: {won: 7/12, lost: 5/12}}}",
        ),
        (
            "{does: wager, unit: Ash, then: {happened: [{event: began, step: round}]}}",
            "{does: wager, unit: Ash, then: {happened: [{event: began, step: wager}]}}",
        ),
        (
            "{does: wager, unit: Ash, then: {began: [round, wager]}}",
            "{does: wager, unit: Ash, then: {began: [wager]}}",
        ),
    ],
)
def test_what_would_agree_is_changed_as_little_as_can_be(told, said, agrees):
    """A wrong claim is put right, a claim that has nothing left goes, and all else stays."""
    _, agreed = told(f"play:\n  - {said}\n")

    assert agreed == f"play:\n  - {agrees}\n"


def test_claims_in_lines_of_their_own_keep_their_comments(told):
    """Only the line that is wrong is told."""
    lines, agreed = told(
        """\
        start:
          # North is named first.
          next: south  # or so we think
          may: [Ash, Birch]
        play:
          - does: wager
            unit: Ash
            # It is rolled for.
            then:
              can: [wager]
          - roll: [1, 1]
        """
    )

    assert after(lines, "to agree:") == [
        "next: north  # or so we think",
        "(this line is left out)",
    ]
    assert "can:" not in agreed
    assert "  # North is named first.\n  next: north  # or so we think\n" in agreed
    assert agreed.endswith("    # It is rolled for.\n  - roll: [1, 1]\n")


def test_how_likely_it_is_is_put_right(told):
    """As a fraction."""
    _, agreed = told(
        """\
        play:
          - {does: wager, unit: Ash}
          - {roll: [6, 5], then: {outcome: won, likelihood: 1/2}}
        """
    )

    assert agreed.splitlines()[-1].endswith("then: {outcome: won, likelihood: 7/12}}")


def mixed(example: str, dice: random.Random) -> str:
    """An example of which each line claims what another one does."""
    lines = example.split("\n")
    played = {at: found for at, line in enumerate(lines) if (found := PLAYED.fullmatch(line))}
    claims = [found[2] for found in played.values()]
    for at, found in played.items():
        lines[at] = f"{found[1]}, {dice.choice(claims)}"
    return "\n".join(lines)


@pytest.mark.parametrize("system", ["bolt_action", "saga", "x_wing"])
def test_wrong_claims_of_shipped_examples_agree_once_they_are_put_right(tmp_path, system):
    """Claims are exchanged between lines of one file, by chance; then each is put right."""
    dice, folder = random.Random(26), tmp_path / system
    shutil.copytree(default_folder() / system, folder)
    texts = {path: path.read_text("utf-8") for path in folder.glob("examples/*.yaml")}
    for path, text in texts.items():
        path.write_text("\n---\n".join(mixed(it, dice) for it in text.split("\n---\n")), "utf-8")

    library = Library.read(folder)
    found = disagreements(replay_all(library), library)
    assert len(found) > 20
    assert [*explanations(found, library)]
    for path in {one.example.path: one for one in found}:
        of_file = [one for one in found if one.example.path == path]
        # From the end, for what comes after a line that is taken out moves up.
        agreed = agreeing(library.file(path).text, reversed(of_file))
        Path(path).write_text(agreed, encoding="utf-8")

    again = Library.read(folder)
    assert disagreements(replay_all(again), again) == ()


@pytest.mark.parametrize(
    ("given", "without", "why"),
    [
        ("[Ash]", "round.over", "The rules do not say `until` here, so nobody can go on; Ash is "),
        ("[]", "", "No unit is there, and so the steps open each other again and again "),
    ],
)
def test_where_nobody_can_go_on_it_is_said_why(tmp_path, given, without, why):
    """Whatever is claimed of that moment."""
    rules = "".join(
        line
        for line in STAKE.read_text("utf-8").splitlines(keepends=True)
        if not without or without not in line
    )
    play = "[{does: wager, unit: Ash}, {roll: [6, 6], then: {next: north}}]"
    said = f"play: {play}" if without else "start: {next: north}"
    head = f"example: A wager\nruleset: stake\ngiven: {{north: {given}, south: []}}\n"
    library = put(tmp_path, f"{head}{said}\n", rules)

    found = disagreements(replay_all(library), library)
    lines = [it for _, said in explanations(found, library) for it in said.split("\n")]

    assert [line.startswith(why) for line in after(lines, "why:")] == [True]
