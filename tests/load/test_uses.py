"""Libraries: a ruleset takes single procedures from one, by name, and nothing else."""

from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.examples.replay import replay
from turnwright.load.library import Library

SHELF = """
    ruleset: shelf
    language: 2
    library: true
    title: A shelf of procedures
    sides: [one, two]
    steps:
      battle:
        clauses:
          - id: shelf.any
            text: Anything.
            means: {cadence: one_side, first: listed_first, among: own, together: one,
                    each: [hold_nerve, toss]}
      hold_nerve:
        clauses:
          - {id: nerve.roll, text: Roll for nerve., means: {check: nerve}}
          - {id: nerve.held, text: Or run., means: {sets: {fact: runs, outcome: [lost]}}}
          - {id: nerve.both, text: So nerve is a matter of luck., follows: [nerve.roll, toss.roll]}
          - {id: nerve.luck, text: Nerve is luck., follows: [nerve.roll, nerve.dice]}
      toss:
        clauses:
          - {id: toss.roll, text: Toss a coin., means: {check: coin}}
    checks:
      nerve:
        clauses:
          - {id: nerve.dice, text: Two dice., means: {roll: 2d6}}
          - {id: nerve.low, text: Low is good., means: {band: {outcome: held, high: courage}}}
      coin:
        clauses:
          - {id: coin.dice, text: A coin., means: {roll: 1d2, band: {outcome: tossed}}}
    facts: {runs: {}}
    values: {courage: {}}
    readings:
      over:
        question: And above one's courage?
        default: lost
        why: It is named after it.
        clauses: [nerve.low]
        alternatives:
          lost:
            text: Lost.
            checks:
              nerve:
                clauses:
                  - id: nerve.high
                    text: High is bad.
                    means: {band: {outcome: lost, low: {value: courage, plus: 1}}}
          held:
            text: Held.
            checks:
              nerve:
                clauses:
                  - id: nerve.never
                    text: Nobody runs.
                    means: {band: {outcome: held, low: {value: courage, plus: 1}}}
"""

SKIRMISH = """
    ruleset: skirmish
    language: 2
    title: A skirmish
    sides: [red, blue]
    uses: {shelf: [hold_nerve]}
    steps:
      battle:
        clauses:
          - id: fight.turns
            text: Sides take turns.
            means: {cadence: alternate, first: listed_first, among: own, together: one,
                    each: [stand], until: none_left, uneven: runs_on, limit: {per: battle}}
      stand:
        clauses:
          - {id: fight.stand, text: To stand takes nerve., means: {sequence: [hold_nerve]}}
          - {id: fight.nerve, text: That is luck., follows: [shelf.nerve.roll]}
"""

PLAY = """
    example: Ash loses its nerve and Birch does not
    ruleset: skirmish
    shows: [fight.stand, nerve.low]
    given: {red: {Ash: {has: {courage: 7}}}, blue: {Birch: {has: {courage: 7}}}}
    play:
      - {does: stand, unit: Ash, then: {awaits: roll, dice: 2d6, odds: {held: 7/12}}}
      - {roll: [4, 4], then: {outcome: lost, facts: {Ash: [runs]}, next: blue}}
      - {does: stand, unit: Birch}
      - {roll: [3, 4], then: {outcome: held, no_facts: {Birch: [runs]}}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a library and a ruleset that uses one procedure of it."""
    for name, text in (("shelf", SHELF), ("skirmish", SKIRMISH)):
        (tmp_path / name / "examples").mkdir(parents=True)
        (tmp_path / name / "ruleset.yaml").write_text(dedent(text).lstrip(), encoding="utf-8")
    play = tmp_path / "skirmish" / "examples" / "play.yaml"
    play.write_text(dedent(PLAY).lstrip(), encoding="utf-8")
    return tmp_path


def test_a_procedure_of_a_library_is_played_by_whoever_uses_it(folder: Path):
    """With its check, its fact, its value and the default of its reading."""
    library = Library.read(folder)

    assert not replay(library.examples[0], library.effective("skirmish")).mismatches


def test_nothing_else_of_a_library_comes_along(folder: Path):
    """Neither its other procedures, nor its sides, nor the step in which it is tried out."""
    rules = Library.read(folder).effective("skirmish")

    assert set(rules.steps) == {"battle", "stand", "hold_nerve"}
    assert set(rules.checks) == {"nerve"}
    assert rules.sides == ("red", "blue")
    assert [clause.id for clause in rules.steps["battle"].clauses] == ["fight.turns"]


def test_what_follows_from_a_rule_that_was_not_taken_is_not_taken(folder: Path):
    """A consequence of two rules needs both."""
    rules = Library.read(folder).effective("skirmish")
    ids = {clause.full_id for clause in rules.clauses()}

    assert "shelf.nerve.luck" in ids
    assert "shelf.nerve.both" not in ids


def test_a_reading_of_a_library_is_chosen_by_whoever_uses_it(folder: Path):
    """It is about the procedure, wherever that is played."""
    library = Library.read(folder)

    held = library.effective("skirmish", readings={"over": "held"})

    assert "shelf.nerve.never" in {clause.full_id for clause in held.clauses()}
    assert "shelf.nerve.high" not in {clause.full_id for clause in held.clauses()}


def test_a_user_may_replace_a_rule_of_the_procedure(folder: Path):
    """As an overlay replaces one of its base."""
    path = folder / "skirmish" / "ruleset.yaml"
    more = "checks:\n  nerve:\n    clauses:\n"
    more += "      - {id: fight.dice, text: One die., replaces: [nerve.dice], means: {roll: 1d6}}\n"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    (folder / "skirmish" / "examples" / "play.yaml").unlink()

    rules = Library.read(folder).effective("skirmish")

    assert "shelf.nerve.dice" not in {clause.full_id for clause in rules.clauses()}


def test_a_file_of_a_user_finds_the_library_beside_it(folder: Path):
    """One may check a single ruleset."""
    library = Library.read(folder / "skirmish")

    assert set(library.rulesets) == {"shelf", "skirmish"}
    assert library.requested == {"skirmish"}


ACROSS = """
      lucky:
        question: Where does luck go?
        default: dice
        why: Luck is with the dice.
        clauses: [nerve.dice, coin.dice]
        alternatives:
          dice:
            text: To the dice.
            checks:
              nerve:
                clauses:
                  - {id: nerve.lucky, text: Luck is added., means: {add: luck}}
              coin:
                clauses:
                  - {id: coin.lucky, text: Luck is added., means: {add: luck}}
          nowhere:
            text: Nowhere.
"""


def test_a_reading_about_more_than_was_taken_comes_with_all_that_it_names(folder: Path):
    """What it says of the procedure that was taken, with the value that this needs."""
    shelf = folder / "shelf" / "ruleset.yaml"
    said = dedent(SHELF + ACROSS[1:]).lstrip().replace("courage: {}", "courage: {}, luck: {}")
    shelf.write_text(said, encoding="utf-8")
    play = folder / "skirmish" / "examples" / "play.yaml"
    play.write_text(
        dedent(PLAY)
        .lstrip()
        .replace("{courage: 7}", "{courage: 7, luck: 1}")
        .replace("roll: [3, 4]", "roll: [3, 3]")
        .replace(", odds: {held: 7/12}", ""),
        encoding="utf-8",
    )

    library = Library.read(folder)
    rules = library.effective("skirmish")

    assert not replay(library.examples[0], rules).mismatches
    assert set(rules.values) == {"courage", "luck"}
    ids = {clause.full_id for clause in rules.clauses()}
    assert "shelf.nerve.lucky" in ids
    assert "shelf.coin.lucky" not in ids
