"""Army list: the units of a text that a player pastes.

It is a unit a line, or a list as programs for building armies write it: there, the lines that say
what something costs are units, and what stands below a unit belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from turnwright.load.confusable_names import visible
from turnwright.play.battle_file import LONGEST_NAME
from turnwright.play.json_values import NotPlain

MOST_LINES = 1000
"""Most lines of a text that are read."""


@dataclass(frozen=True)
class ListedUnit:
    """A unit as it is written down; without a number of models nobody has said it."""

    name: str
    models: int | None = None
    like: str = ""


_UNIT = re.compile(
    r"(?:[-*•] )?(?:(?P<before>\d+) ?x? )?(?P<name>[^,]+?)"
    r"(?: ?, ?(?P<after>\d+))?(?: ?, ?like (?P<like>.+))?",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b\d[\d.,]*\s*(?:pts?|points?|pl|power|ducats?|glory|gold)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?:\w+ ?: )?(?:(?P<many>\d+) ?[x\u00d7] ?)?(?P<name>.*)", re.IGNORECASE)
_SIZE = re.compile(r"(?P<name>.*?)\s*\[(?P<models>\d+)\].*")
_HEADING = re.compile(r"\+.*|#.*|[^a-z]*[A-Z]{2}[^a-z]*")
_LINE = re.compile(r"(?P<indent>\s*)(?P<mark>(?:[•◦·○▪]\s*|[-*.>]\s+)*)(?P<text>.*)")
_BETWEEN = " \t[(|:,*_-\u2013\u2014"
"""What stands between a name and its cost."""


def listed_units(text: str) -> list[ListedUnit]:
    """The units that are written down. Raises NotPlain for a line that is none."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise NotPlain("this is too long for an army")
    if any(map(_COST.search, lines)):
        return list(_priced(lines))
    return [_one(line) for line in filter(None, map(visible, lines))]


def _one(line: str) -> ListedUnit:
    """The unit of a line that is written by hand."""
    found = _UNIT.fullmatch(line)
    name = found["name"].strip() if found else ""
    if not found or not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NotPlain(f"write a unit as `Ash, 5` and not as {line[:LONGEST_NAME]!r}")
    many = found["before"] or found["after"]
    return ListedUnit(name, int(many[:4]) if many else None, found["like"] or "")


def _priced(lines: list[str]) -> Iterator[ListedUnit]:
    """The units of a list with costs; what stands before its first heading is about all of it."""
    headed = next((number for number, line in enumerate(lines) if _is_heading(line)), -1)
    begins = [number for number, line in enumerate(lines) if _is_unit(line)]
    begins = [number for number in begins if number > headed] or begins
    if not begins:
        raise NotPlain("no line of this list is a unit with its cost")
    for number, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        before, _, _ = _COST.sub("\n", visible(lines[number])).partition("\n")
        name, many = _counted(before)
        units, models = 1, many or _models(lines[number + 1 : after])
        if size := _SIZE.fullmatch(name):
            name, units, models = size["name"], many or 1, int(size["models"][:4])
        name = "".join(filter(str.isprintable, name)).strip(_BETWEEN)[:LONGEST_NAME].strip()
        if name:
            yield from [ListedUnit(name, models)] * min(units, MOST_LINES)


def _counted(text: str) -> tuple[str, int]:
    """What is counted, and how many of it: 0 where nobody says."""
    found = _COUNTED.match(text)
    return (found["name"], int((found["many"] or "0")[:4])) if found else (text, 0)


def _is_heading(line: str) -> bool:
    return not _depth(line) and bool(_HEADING.fullmatch(line.strip()))


def _is_unit(line: str) -> bool:
    """Whether a line says what something costs, and is neither below a unit nor a heading."""
    return not _depth(line) and not _is_heading(line) and bool(_COST.search(line))


def _depth(line: str) -> int:
    """How far below a unit a line stands."""
    found = _LINE.fullmatch(line)
    return len(found["indent"].expandtabs(4)) + bool(found["mark"]) if found else 0


def _models(below: list[str]) -> int | None:
    """How many models are listed below a unit: what has lines, or names of items, of its own."""
    inner = [line for line in below if line.strip() and _depth(line)]
    found = 0
    for line, under in zip(inner, [*inner[1:], ""], strict=False):
        if _depth(line) == _depth(inner[0]) and (_depth(under) > _depth(line) or ": " in line):
            found += _counted(_LINE.sub(r"\g<text>", line, count=1))[1] or 1
    return found or None
