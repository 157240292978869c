"""What a step takes over from the steps that it is like."""

from pathlib import Path

from turnwright.describe.statements import Statements
from turnwright.load.library import Library

FERRY = """
ruleset: ferry
language: 2
title: A ferry
sides: [north, south]
documents: {book: {title: A book}}
steps:
  battle:
    source: {document: book}
    clauses:
      - {id: battle.again, text: Trips follow each other., means: {repeats: round}}
  round:
    source: {document: book}
    clauses:
      - {id: round.parts, text: Board and then land., means: {sequence: [board, land]}}
  crossing:
    source: {document: book}
    clauses:
      - {id: crossing.one, text: One at a time., means: {together: one}}
      - {id: crossing.narrow, text: The plank is narrow., follows: [crossing.one]}
      - {id: crossing.own, text: Among your own., means: {among: own}}
      - {id: crossing.calm, text: Keep calm., advice: Nobody can check.}
      - {id: crossing.walk, text: Passengers walk., means: {each: [walk]}}
  board: {title: Board, like: crossing}
  walk: {title: Walk}
  land:
    title: Land
    like: crossing
    source: {document: book}
    clauses:
      - {id: land.all, text: Several walk together., means: {together: several}}
"""


def test_what_a_step_says_otherwise_is_not_taken_over(tmp_path: Path):
    """Several land together, so "one at a time" and what follows from it are for boarding only."""
    folder = tmp_path / "ferry"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(FERRY, encoding="utf-8")
    statements = Statements(Library.read(tmp_path).effective("ferry"))

    taken = {
        step: [clause.id for _, clauses in statements.taken_over(step) for clause in clauses]
        for step in ("board", "land")
    }

    assert taken["board"] == [
        "crossing.one",
        "crossing.narrow",
        "crossing.own",
        "crossing.calm",
        "crossing.walk",
    ]
    assert taken["land"] == ["crossing.own", "crossing.calm", "crossing.walk"]
