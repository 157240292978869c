"""A library is kept until its files change."""

import turnwright

RULES = """
ruleset: edited
language: 2
title: Edited
sides: [red, blue]
steps:
  battle:
    clauses:
      - {id: battle.turns, text: Sides take turns., means: {cadence: alternate, first: FIRST}}
      - {id: battle.acts, text: A unit acts once., means: {each: [act], limit: {per: battle}}}
      - {id: battle.own, text: It is one of theirs., means: {among: own, together: one}}
      - {id: battle.over, text: So do all., means: {uneven: runs_on, until: none_left}}
  act: {}
"""


def test_whoever_edits_rules_plays_the_new_ones(tmp_path):
    """In the same session, without asking for it; what did not change is the same library."""
    file = tmp_path / "edited" / "ruleset.yaml"
    file.parent.mkdir()
    found = []
    for first in ("listed_first", "listed_second"):
        file.write_text(RULES.replace("FIRST", first), encoding="utf-8")
        game = turnwright.start(
            "edited", {"red": ["Ash"], "blue": ["Birch"]}, rulesets=[str(tmp_path)]
        )
        found.append(game.next)

    assert found == ["red", "blue"]
    assert turnwright.library(str(tmp_path)) is turnwright.library(str(tmp_path))
