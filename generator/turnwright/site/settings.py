"""Plugin options: what a project says in `mkdocs.yml` of its rules, its pages and its colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config, ValidationError
from mkdocs.config.config_options import Dir, ListOfItems, Type

from turnwright.load.problem import did_you_mean, quoted
from turnwright.site.look import PALETTE, Colours
from turnwright.site.page import COMPARISON, GLOSSARY, ODDS, PLAY, PRINT, PROOF, SOURCES, SYSTEMS

ROW = {
    "systems": ("Systems", SYSTEMS),
    "play": ("Play", PLAY),
    "compare": ("Compare", COMPARISON),
    "print": ("Print", PRINT),
    "glossary": ("Glossary", GLOSSARY),
    "odds": ("Odds", ODDS),
    "proof": ("Proof", PROOF),
    "sources": ("Sources", SOURCES),
}
"""Generated pages that the row of every page may lead to, with title and URL."""
USUAL = ("systems", "play", "compare", "print")
CHANGED = ("light", "dark")
"""Schemes whose colours a project may change; paper stays black on white."""
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
HOME_PAGE = "index.md"


class ColoursOption(Type[Colours]):
    """Plugin option: colours by name, for light screens and for dark ones."""

    def __init__(self) -> None:
        super().__init__(dict, default={})

    def run_validation(self, value: object) -> Colours:
        """The colours. Raises ValidationError for what is none."""
        found: Any = super().run_validation(value)
        for scheme, colours in found.items():
            if scheme not in CHANGED:
                hint = did_you_mean(str(scheme), CHANGED, "Schemes")
                raise ValidationError(f"There is no scheme {quoted(scheme)}. {hint}")
            if not isinstance(colours, dict):
                raise ValidationError(f"{quoted(scheme)} wants colours by name.")
            for name, colour in colours.items():
                if name not in PALETTE[scheme]:
                    hint = did_you_mean(str(name), PALETTE[scheme], "Colours")
                    raise ValidationError(f"There is no colour {quoted(name)}. {hint}")
                if not isinstance(colour, str) or not COLOUR.fullmatch(colour):
                    message = (
                        'is no colour: a # and six digits or letters from a to f, in "quotes".'
                    )
                    raise ValidationError(f"{quoted(colour)} {message}")
        return found  # type: ignore[no-any-return]


class PageOption(Type[str]):
    """Plugin option: the name of a generated page."""

    def __init__(self) -> None:
        super().__init__(str)

    def run_validation(self, value: object) -> str:
        """The name. Raises ValidationError for any other."""
        if value not in ROW:
            hint = did_you_mean(str(value), ROW, "Pages")
            raise ValidationError(f"There is no page {quoted(value)}. {hint}")
        return str(value)


class TurnwrightConfig(Config):  # type: ignore[no-untyped-call]
    """Plugin configuration in `mkdocs.yml`."""

    rulesets = Dir(default="rulesets", exists=True)
    """Folder of the rulesets, relative to `mkdocs.yml`."""
    engine = Type(str, default="")
    """Folder of the package `pyodide`, relative to `mkdocs.yml`; without it, the one that comes
    with Turnwright."""
    pages = ListOfItems(PageOption(), default=list(USUAL))
    """Generated pages in the row of every page, where `nav` does not say what is in it."""
    colours = ColoursOption()
    """Colours that stand in for those of the theme: `light: {link: teal}`."""


def usual_nav(content: Path, shown: list[str]) -> list[object]:
    """The row of a site that says nothing of it: pages by hand, then those that are `shown`."""
    return [*_by_hand(content), *({ROW[name][0]: f"{ROW[name][1]}index.md"} for name in shown)]


def _by_hand(content: Path) -> Iterator[object]:
    """Pages of a folder, the first page first; those of a folder inside it as a menu."""
    folders: dict[str, list[str]] = {}
    for path in sorted(content.rglob("*.md"), key=lambda path: (path.name != HOME_PAGE, path)):
        name = path.relative_to(content)
        if len(name.parts) == 1:
            yield name.as_posix()
        elif not any(part.startswith(".") for part in name.parts):
            folders.setdefault(name.parts[0], []).append(name.as_posix())
    for folder in sorted(folders):
        yield {folder.replace("_", " ").replace("-", " ").capitalize(): folders[folder]}
