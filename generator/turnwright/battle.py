"""Python API: load rulesets and start a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from turnwright.engine.game import Game
from turnwright.examples.programs import program_of
from turnwright.examples.replay import initial_game, rules_of
from turnwright.load.library import Library


def library(*rulesets: str) -> Library:
    """Load the rulesets of these folders, or the bundled ones; kept until a file changes."""
    files = tuple(stamp for path in rulesets for stamp in _stamps(Path(path)))
    return _read(Path.cwd() if rulesets else Path(), rulesets, files)


Stamp = tuple[str, int, int]
"""A file, when it was written last, and how long it is."""


def _stamps(path: Path) -> tuple[Stamp, ...]:
    """The files of a folder as they are now."""
    found = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    stats = ((str(it), it.stat()) for it in found if it.is_file())
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=8)
def _read(here: Path, rulesets: tuple[str, ...], files: tuple[Stamp, ...]) -> Library:
    """Read rulesets; the same words mean another folder where one has gone elsewhere."""
    return Library.read(*rulesets)


def normalized_units(units: object) -> object:
    """Normalize the units of a side to the form of an example file, without empty values.

    Anything but names or cards is passed on, for the loader to report.
    """
    if isinstance(units, Mapping):
        return {name: normalized_card(card) for name, card in units.items()}
    return list(units) if isinstance(units, Sequence) and not isinstance(units, str) else units


def normalized_card(card: object) -> object:
    """Normalize a card: drop empty values; an empty card becomes `{"models": 1}`."""
    if not isinstance(card, Mapping):
        return card
    return {key: value for key, value in card.items() if value not in ((), [], {})} or {"models": 1}


def start(
    ruleset: str,
    given: Mapping[str, Sequence[str] | Mapping[str, Mapping[str, Any]]],
    *,
    options: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    mission: Mapping[str, Any] | None = None,
    facts: Mapping[str, Sequence[str]] | None = None,
    values: Mapping[str, Mapping[str, int]] | None = None,
    rulesets: Sequence[str] = (),
) -> Game:
    """Start a game by a ruleset, advanced to its first decision.

    `given` holds the units of each side, as names or as cards; every argument has the form it has
    in an example file. `rulesets` are folders to load instead of the bundled rulesets. Raises
    SourceError with all problems.
    """
    loaded = library(*((rulesets,) if isinstance(rulesets, str) else rulesets))
    data: dict[str, Any] = {"example": "A battle", "ruleset": ruleset}
    named = isinstance(given, Mapping)
    data["given"] = (
        {side: normalized_units(units) for side, units in given.items()} if named else given
    )
    optional = {"options": options, "params": params, "readings": readings}
    optional |= {"mission": mission, "facts": facts, "values": values}
    data |= {name: value for name, value in optional.items() if value}
    example = loaded.example(data)
    return initial_game(example, program_of(rules_of(loaded, example)))
