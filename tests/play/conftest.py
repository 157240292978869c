"""Kits of the systems that come with Turnwright, and a desk to play at."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from turnwright.battle import library
from turnwright.play.desk import Desk
from turnwright.play.kit import Kit, packed
from turnwright.play.kit_builder import kit_of

Ask = Callable[..., dict[str, Any]]


@cache
def kit(ruleset: str) -> Kit:
    """The kit of a system, prepared once."""
    return kit_of(library(), ruleset)


@pytest.fixture
def sit_down() -> Callable[[str], Ask]:
    """Sit down at a desk with a system; what comes back asks, in words, as a page does."""

    def at(ruleset: str) -> Ask:
        desk = Desk()
        desk.open(packed(kit(ruleset)))

        def ask(what: str, **said: Any) -> dict[str, Any]:
            answer: dict[str, Any] = json.loads(desk.answer(json.dumps({"ask": what, **said})))
            return answer

        return ask

    return at
