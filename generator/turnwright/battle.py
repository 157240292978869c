"""Starting a battle from Python: name a ruleset, name the units, play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from turnwright.engine.game import Game
from turnwright.load.library import Library
from turnwright.proof.checking import rules_of
from turnwright.proof.replay import opening


@cache
def library(*rulesets: str) -> Library:
    """The rulesets of these folders; without any, those that come with Turnwright. Read once."""
    return Library.read(*rulesets)


def normalized_units(units: object) -> object:
    """The units of a side as an example file would have them, which leaves out what is empty.

    What is neither names nor cards stays as it is, for the loader to say so.
    """
    if isinstance(units, Mapping):
        return {name: normalized_card(card) for name, card in units.items()}
    return list(units) if isinstance(units, Sequence) and not isinstance(units, str) else units


def normalized_card(card: object) -> object:
    """A card without what is empty. One that says nothing is still a card."""
    if not isinstance(card, Mapping):
        return card
    return {key: data for key, data in card.items() if data not in ((), [], {})} or {"models": 1}


def start(
    ruleset: str,
    given: Mapping[str, Sequence[str] | Mapping[str, Mapping[str, Any]]],
    *,
    options: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    mission: Mapping[str, Any] | None = None,
    facts: Mapping[str, Sequence[str]] | None = None,
    rulesets: Sequence[str] = (),
) -> Game:
    """A battle by a ruleset, gone through until somebody has to decide.

    `given` holds the units of each side, as names or as cards; everything here is written as it
    would be in an example file. `rulesets` are folders to look in instead of Turnwright's own.
    Raises SourceError with everything that is wrong with it.
    """
    known = library(*((rulesets,) if isinstance(rulesets, str) else rulesets))
    data: dict[str, Any] = {"example": "A battle", "ruleset": ruleset}
    named = isinstance(given, Mapping)
    data["given"] = (
        {side: normalized_units(units) for side, units in given.items()} if named else given
    )
    asked = {"options": options, "params": params, "readings": readings}
    asked |= {"mission": mission, "facts": facts}
    data |= {name: value for name, value in asked.items() if value}
    example = known.example(data)
    return opening(example, rules_of(known, example))
