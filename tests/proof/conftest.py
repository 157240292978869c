"""An invented system with examples beside it, as an author keeps them."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from turnwright.load.library import Library

SKIRMISH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns, dusk]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [act]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
      act: {}
      dusk: {}
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for caches: one that no other test, and no user, has."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def skirmish(system: Callable[..., Any]) -> Any:
    """Sides take turns; each unit acts once a round."""
    return system(SKIRMISH)


@pytest.fixture
def shelf(tmp_path: Path) -> Callable[..., Path]:
    """Puts a system and its examples into a folder."""

    def put(system: Any, *examples: str) -> Path:
        folder = tmp_path / "invented"
        (folder / "examples").mkdir(parents=True, exist_ok=True)
        (folder / "ruleset.yaml").write_text(system.text, encoding="utf-8")
        if system.proof:
            (folder / "proof.yaml").write_text(system.proof, encoding="utf-8")
        for number, example in enumerate(examples):
            path = folder / "examples" / f"example{number}.yaml"
            path.write_text(dedent(example).lstrip(), encoding="utf-8")
        return folder

    return put


@pytest.fixture
def written(shelf: Callable[..., Path]) -> Callable[..., Library]:
    """A system and its examples, read."""
    return lambda system, *examples: Library.read(shelf(system, *examples))
