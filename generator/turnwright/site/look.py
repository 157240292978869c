"""Look: the name of a site, and its colours."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

PALETTE: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (files("turnwright") / "palette.toml").read_text("utf-8")
)
"""Colours by name, for each scheme: `light`, `dark` and `print`."""

# A page that is printed takes the colours of paper, whatever the scheme, so these come last.
SCHEMES = {"light": "", "dark": "@media (prefers-color-scheme: dark)", "print": "@media print"}


def palette_css(changed: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Style sheet of variables, such as `--ink`, for each scheme, with `changed` colours."""
    rules = []
    for scheme, condition in SCHEMES.items():
        colours = {**PALETTE[scheme], **(changed or {}).get(scheme, {})}
        variables = "".join(f"  --{name}: {colour};\n" for name, colour in colours.items())
        rule = f":root {{\n{variables}}}\n"
        rules.append(f"{condition} {{\n{rule}}}\n" if condition else rule)
    return "".join(rules)


def with_colours(style: str) -> str:
    """A style sheet in light colours without variables, for a drawing that is a file of its own."""
    return re.sub(r"var\(--([\w-]+)\)", lambda found: PALETTE["light"][found[1]], style)


Colours = Mapping[str, Mapping[str, str]]
"""Colours by name, for each scheme."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """Look of a site."""

    name: str = "Turnwright"
    summary: str = "Rules of turn systems that can be played."
    colours: Colours = field(default_factory=dict)
    """Colours that stand in for those of the palette."""
