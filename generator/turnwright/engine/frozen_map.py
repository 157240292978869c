"""Frozen map: a mapping that is part of a state, and so is never changed."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A mapping that can be hashed; whoever wants another one makes one with `having`."""

    def __hash__(self) -> int:  # type: ignore[override]
        """The hash of what is in it, in whatever order."""
        return hash(frozenset(self.items()))

    def having(self, key: K, value: V) -> FrozenMap[K, V]:
        """The map with another value for a key."""
        changed = FrozenMap(self)
        changed[key] = value
        return changed

    def without(self, key: K) -> FrozenMap[K, V]:
        """The map without a key."""
        changed = FrozenMap(self)
        changed.pop(key, None)
        return changed
