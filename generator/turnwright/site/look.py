"""Look of a site: what its project says of its name and its colours."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Colours = Mapping[str, Mapping[str, str]]
"""Colours by name, for each scheme."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """Look of a site."""

    name: str = "Turnwright"
    summary: str = "Rules of turn systems that can be played."
    colours: Colours = field(default_factory=dict)
    """Colours that stand in for those of the palette."""
