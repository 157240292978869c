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
    """The rulesets of these folders; without any, those that come with Turnwright. Read once.

    >>> import turnwright
    >>> rules = turnwright.library().effective("alternate_40k9", options=["random"])
    >>> rules.sides
    ('attacker', 'defender')
    """
    return Library.read(*rulesets)


def cards(units: Sequence[str] | Mapping[str, Mapping[str, Any]]) -> object:
    """The units of a side as an example file would have them, which leaves out what is empty."""
    if not isinstance(units, Mapping):
        return list(units)
    kept = {
        name: {key: value for key, value in card.items() if value not in ((), [], {})}
        for name, card in units.items()
    }
    # A card that says nothing is still a card.
    return {name: card or {"models": 1} for name, card in kept.items()}


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

    >>> import turnwright
    >>> armies = {"attacker": ["Ash", "Birch"], "defender": ["Dorn"]}
    >>> game = turnwright.start("alternate_40k9", armies)
    >>> game.next
    'attacker'
    """
    known = library(*rulesets)
    said: dict[str, Any] = {"example": "A battle", "ruleset": ruleset}
    said["given"] = {side: cards(units) for side, units in given.items()}
    asked = {"options": options, "params": params, "readings": readings}
    asked |= {"mission": mission, "facts": facts}
    said |= {name: value for name, value in asked.items() if value}
    example = known.example(said)
    return opening(example, rules_of(known, example))
