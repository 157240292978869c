"""One palette for pages, drawings and paper."""

import re
from pathlib import Path

import turnwright
from turnwright.site.look import PALETTE, palette_css, with_colours

PACKAGE = Path(turnwright.__file__).parent
COLOUR = re.compile(
    r"(?<!&)#[0-9a-fA-F]{6}\b|(?<!&)#[0-9a-fA-F]{3}\b(?=[;\"'])|\brgb\(\"|\bluma\(\d"
)


def test_no_colour_is_written_outside_of_the_palette():
    """Who wants another blue changes one line."""
    kinds = {".css", ".html", ".jinja", ".js", ".py", ".typ"}
    written = {
        path.name
        for path in PACKAGE.rglob("*")
        if path.suffix in kinds and COLOUR.search(path.read_text("utf-8"))
    }

    assert written == set()


def test_the_icon_of_the_site_has_colours_of_the_palette():
    """It is a picture by itself, which a browser asks for without a style sheet."""
    (icon,) = PACKAGE.rglob("favicon.svg")

    assert set(COLOUR.findall(icon.read_text("utf-8"))) <= set(PALETTE["light"].values())


def test_every_scheme_has_the_same_colours():
    """But for dice, which are white in any light."""
    light = PALETTE["light"].keys()

    assert PALETTE["dark"].keys() | {"die", "pip"} == light
    assert PALETTE["print"].keys() | {"die", "pip"} == light


def test_every_variable_of_a_style_is_in_the_palette_or_a_measure():
    """A name that is misspelt would have no colour."""
    styles = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.css"))
    measures = set(re.findall(r"--([\w-]+):", styles))

    assert not measures & PALETTE["light"].keys()
    assert set(re.findall(r"var\(--([\w-]+)", styles)) <= measures | PALETTE["light"].keys()


def test_a_drawing_that_is_a_file_has_the_colours_of_a_page():
    """Those of a light one."""
    assert "--ink: #1d1a16;" in palette_css()
    assert with_colours("text { fill: var(--ink); }") == "text { fill: #1d1a16; }"
