"""Kit: all that a system is played with, prepared once and then free of files.

It holds the rules as they are written one upon the other, so that options and readings can be
chosen by players.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from turnwright.engine.decision import Refused, did_you_mean
from turnwright.engine.program import Program
from turnwright.examples.programs import program_of
from turnwright.language.book import Box
from turnwright.language.condition import Condition
from turnwright.language.example import Example
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.load.conflicts import option_conflicts
from turnwright.load.patch import PatchedRules


@dataclass(frozen=True, kw_only=True)
class Army:
    """Armies that are ready, with what is agreed for them."""

    title: str
    battle: Example


@dataclass(frozen=True, kw_only=True)
class KitItem:
    """An item that units of the examples carry."""

    keywords: tuple[str, ...]
    profile: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Kit:
    """Kit of one system."""

    ruleset: str
    title: str
    chain: tuple[Ruleset, ...]
    """The rulesets it stands on, the base first, with full ids."""
    round: tuple[Box, ...] = ()
    """The round as its book draws it."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """What the book says, by the full id of each clause that it says so, as plain text."""
    armies: tuple[Army, ...] = ()
    """Armies that are ready, the smallest of those with cards first."""
    examples: Mapping[str, Example] = field(default_factory=dict)
    """Its examples by the name of their page, as battles to go on from."""
    cards: Mapping[str, Card] = field(default_factory=dict)
    """Cards that own units may have, by the name under which they are known."""
    items: Mapping[str, KitItem] = field(default_factory=dict)
    """Items that a unit may be said to carry, one of each kind, by name and kind."""
    measured: bool = False
    """Whether its examples say where units stand."""
    _rules: dict[object, Ruleset] = field(
        default_factory=dict, repr=False, compare=False, init=False
    )

    def rules(
        self,
        options: Sequence[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
    ) -> Ruleset:
        """Effective rules with these choices. Raises Refused where they do not go together."""
        readings, params = dict(readings or {}), dict(params or {})
        key = (frozenset(options), frozenset(readings.items()), repr(params))
        if key not in self._rules:
            patched = PatchedRules(self.chain, frozenset(options), readings, params)
            whole = patched.rules
            for name in options:
                if name not in whole.options:
                    hint = did_you_mean(name, whole.options)
                    raise Refused(f"there is no option {name}{hint}")
            for name, choice in readings.items():
                known = whole.readings.get(name)
                if known is None or choice not in known.alternatives:
                    raise Refused(f"there is no reading {name}: {choice}")
            for conflict in (*patched.conflicts, *option_conflicts(whole, options, params)):
                raise Refused(f"{conflict.message} {conflict.hint}".strip())
            self._rules[key] = whole
        return self._rules[key]

    def program(self, battle: Example) -> Program:
        """The rules of a battle, ready to be played. Raises Refused."""
        if battle.ruleset != self.ruleset:
            raise Refused(f"this battle is by other rules: {battle.ruleset}")
        return program_of(self.rules(battle.options, battle.readings, battle.params))


def packed(kit: Kit) -> bytes:
    """A kit as bytes, for `unpacked`."""
    return zlib.compress(pickle.dumps(kit, protocol=5), 9)


def unpacked(data: bytes) -> Kit:
    """The kit of bytes that `packed` made in a build of our own; never any other bytes."""
    kit: Kit = pickle.loads(zlib.decompress(data))
    return kit
