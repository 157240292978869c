"""What somebody asks for: options, readings, packs, and what players agreed on."""

from collections.abc import Callable
from typing import Any

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet.request import SheetRequest, resolve_request

Printing = Callable[..., Any]

TRENCHES = "trench_crusade"
ALTERNATE = "alternate_40k9"


def test_an_option_changes_the_sheet(printing: Printing):
    """What it brings is there, and the head says that it is on."""
    plain, with_option = printing(TRENCHES), printing(TRENCHES, options=("shaken",))

    brought = "becomeShakeninsteadoffleeing"
    assert brought not in plain.text
    assert brought in with_option.text
    assert with_option.place("Option: Shaken instead of fleeing.") < with_option.place("The Turn")


def test_a_reading_changes_the_sheet(printing: Printing):
    """Its answer stands there instead, and the head says which one holds."""
    plain = printing(TRENCHES)
    read_otherwise = printing(TRENCHES, readings={"tied_roll": "listed"})

    asked = "Whatifthediceforwhobeginsareequal?"
    assert f"{asked}Bothrollagain." in plain.text
    assert f"{asked}Bothrollagain." not in read_otherwise.text
    assert f"{asked}Thesidethattheplayersagreed" in read_otherwise.text
    assert "Reading:" in read_otherwise.text
    assert "Reading:" not in plain.text


def test_a_default_reading_is_not_worth_a_line(library: Library):
    """The head names only what differs from what everybody takes for granted."""
    request = SheetRequest(system=TRENCHES, readings={"tied_roll": "again"})

    assert resolve_request(library, request).chosen == ()


def test_a_drawn_order_is_told_to_players(printing: Printing):
    """With markers drawn from a container, the sheet says how many and what becomes of them."""
    sheet = printing(ALTERNATE, options=("random",), kind="player")

    assert sheet.place("Draw a marker for each activation.") < sheet.place("put one marker for")


def test_a_pack_brings_its_title_and_its_choices(library: Library):
    """A club prints one name, and everybody plays the same."""
    agreed = resolve_request(library, SheetRequest(system=TRENCHES, pack="later_dice"))

    assert agreed.title == library.rulesets[TRENCHES].packs["later_dice"].title
    assert len(agreed.chosen) == 2


def test_what_an_option_leaves_to_players_is_as_agreed(library: Library):
    """In their own words, when they say; otherwise the sheet says that it has to be agreed on."""
    silent = resolve_request(library, SheetRequest(system=ALTERNATE, options=("simultaneous",)))
    said = resolve_request(
        library,
        SheetRequest(
            system=ALTERNATE,
            options=("simultaneous",),
            params={"circumstances": "a character and its retinue"},
        ),
    )

    assert any("as agreed before the battle" in line for line in silent.chosen)
    assert "**Circumstances:** a character and its retinue." in said.chosen


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"system": "trench_crusad"}, "no system `trench_crusad`", "`trench_crusade`"),
        ({"system": "principles_40k7"}, "is a library, and has no sheet", "that uses it"),
        ({"kind": "players"}, "no sheet for `players`", "`player`"),
        ({"pack": "later_dies"}, "has no pack `later_dies`", "`later_dice`"),
        ({"options": ("shakn",)}, "no option `shakn`", "`shaken`"),
        ({"readings": {"tied_rol": "listed"}}, "no reading `tied_rol`", "`tied_roll`"),
        ({"readings": {"tied_roll": "lists"}}, "no alternative `lists`", "`listed`"),
        ({"params": {"x": "y"}}, "has a parameter `x`", ""),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(
    library: Library, asked: dict[str, Any], message: str, hint: str
):
    """A wrong name is met with the right one."""
    with pytest.raises(SourceError) as refused:
        resolve_request(library, SheetRequest(**{"system": TRENCHES, **asked}))

    assert message in str(refused.value)
    assert hint in str(refused.value)
