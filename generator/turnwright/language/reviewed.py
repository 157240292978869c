"""Reviews: what was last read beside its source, as a file beside the rules."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Reviews:
    """Fingerprints of what somebody has read, sentence, meaning and source together."""

    reviewed: Mapping[str, str]
    """By name: a clause, an entry of the book, an example's title, or another part of the rules.
    `turnwright review` writes them."""
