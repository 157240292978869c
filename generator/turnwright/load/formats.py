"""Formats of ids, names, dice notation and fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from keyword import iskeyword

from turnwright.load.problem import quoted
from turnwright.load.scalars import ambiguity

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+")
_NUMBERED = re.compile(
    r"(^|[.-])(rule|clause|item|part|section|paragraph|point|step|number|nr|no|id)-?[0-9]+(?=$|\.)"
    r"|\.[0-9]+(?=$|\.)"
)
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")
_LINES = re.compile(r" *([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))? *")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,5})(/[1-9][0-9]{0,5})?")


def id_error(cited: str) -> tuple[str, str] | None:
    """Message and hint for a malformed clause id; None for a valid one."""
    if _NUMBERED.search(cited):
        return f"{quoted(cited)} is numbered.", "Name the clause after what it says."
    if not _ID.fullmatch(cited):
        return (
            f"{quoted(cited)} is not an id.",
            "An id is a group and a name: lower case, hyphens inside a word, a dot between the "
            "two, such as `activation.pass-is-final`.",
        )
    return None


def name_error(key: str) -> tuple[str, str] | None:
    """Message and hint for a malformed name; None for a valid one."""
    if iskeyword(key) or ambiguity(key):
        language = "Python" if iskeyword(key) else "YAML"
        return f"{quoted(key)} is a word of {language} and cannot be a name.", "Take another one."
    if not _NAME.fullmatch(key):
        return (
            f"{quoted(key)} cannot be a name.",
            "Names are lower-case words joined by underscores, such as `fell_back`.",
        )
    return None


def parse_dice(notation: str) -> tuple[int, int] | None:
    """Parse dice notation: `2d6` is (2, 6); None when it is malformed."""
    found = _DICE.fullmatch(notation)
    return (int(found[1]), int(found[2])) if found else None


def is_dice_like(amount: str) -> bool:
    """True for an amount that is meant as dice, and not as the name of a value."""
    return amount[:1].isdigit()


def dice_error(notation: str) -> tuple[str, str] | None:
    """Message and hint for malformed dice notation; None for a valid one."""
    if not parse_dice(notation):
        return (
            f"{quoted(notation)} does not say how many dice of how many faces.",
            "Write it as 2d6, and one die as 1d6.",
        )
    return None


def parse_lines(lines: str) -> tuple[range, ...]:
    """Parse line numbers such as `22, 25-27`; malformed parts are left out."""
    found = (_LINES.fullmatch(part) for part in lines.split(","))
    ranges = (range(int(part[1]), int(part[2] or part[1]) + 1) for part in found if part)
    return tuple(lines for lines in ranges if lines)


def lines_error(lines: str) -> tuple[str, str] | None:
    """Message and hint for malformed line numbers; None for valid ones."""
    for part in lines.split(","):
        found = _LINES.fullmatch(part)
        if not found:
            return f"{quoted(part.strip())} is no line.", "Write them as 22, as 25-27 or as 22, 24."
        if found[2] and int(found[2]) < int(found[1]):
            return f"Line {found[2]} comes before line {found[1]}.", ""
    return None


def parse_fraction(text: str) -> Fraction | None:
    """Parse a fraction of at most 1; None when it is malformed."""
    if not _FRACTION.fullmatch(text):
        return None
    value = Fraction(text)
    return value if value <= 1 else None
