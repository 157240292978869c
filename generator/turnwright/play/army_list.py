"""Army list: the units of a text that a player pastes.

It is a unit a line, or a list as programs for building armies write it: there, the lines that say
what something costs are units, and what stands below a unit belongs to it.
"""

from __future__ import annotations

import re
from collections import Counter
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
_NUMBER = r"(?<![\w.,])\d[\d.,]*"
_AMOUNT = rf"{_NUMBER}\s*(?P<kind>[^\W\d_]{{2,}})"
_SURE = (
    re.compile(rf"[\[(][^\[\]()]*?{_AMOUNT}[^\[\]()]*[\])](?!\s*,)"),
    re.compile(rf"(?:\s[-\u2013\u2014=]|[|\t]|\.{{2,}}|\s{{2,}})\s*{_AMOUNT}(?: \w+)?\s*(?=$|\|)"),
)
"""A number of something in brackets, or apart from what stands before it."""
_MAYBE = (re.compile(rf"[\s:]{_AMOUNT}\s*$"),)
"""A number of something at the end of a line."""
_BARE = re.compile(rf"[\[(](?:{_NUMBER} ?\| ?)?(?P<much>{_NUMBER})[\])]\s*$")
"""A number and nothing else in brackets, at the end of a line."""
_MODELS = ("model", "models", "men", "figure", "figures")
_COUNTED = re.compile(
    r"(?:\w+ ?: )?(?:(?P<many>\d+)(?: ?[x\u00d7] ?| ))?(?P<name>.*?)"
    r"(?: \(?[x\u00d7](?P<after>\d+)\)?)?",
    re.IGNORECASE,
)
_MEMBERS = re.compile(r"(?P<many>\d+) ?[x\u00d7] ?", re.IGNORECASE)
_SIZE = re.compile(r"(?P<name>.*?)\s*\[(?P<models>\d+)\].*")
_SAID = re.compile(rf"\s*[\[(]?\b(?P<models>\d+) (?:{'|'.join(_MODELS)})\b[\])]?", re.IGNORECASE)
_HEADING = re.compile(r"\+.*|#.*|[^a-z]*[A-Z]{2}[^a-z]*")
_LINE = re.compile(r"(?P<indent>\s*)(?P<mark>(?:[•◦·○▪]\s*|[-*.>]\s+)*)(?P<text>.*)")
_BETWEEN = " \t[(|:,.=*_-\u2013\u2014"
"""What stands between a name and its cost."""
LEAST_COST = 30
"""What the dearest unit of a list costs, at least."""
NEARLY = 0.95
"""How much of what it may cost an army is, at least."""


def listed_units(text: str) -> list[ListedUnit]:
    """The units that are written down. Raises NotPlain for a line that is none."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise NotPlain("this is too long for an army")
    if cost := _cost_in(lines):
        return list(_priced(lines, cost))
    return [_one(line) for line in filter(None, map(visible, lines))]


def _one(line: str) -> ListedUnit:
    """The unit of a line that is written by hand."""
    found = _UNIT.fullmatch(line)
    name = found["name"].strip() if found else ""
    if not found or not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NotPlain(f"write a unit as `Ash, 5` and not as {line[:LONGEST_NAME]!r}")
    many = found["before"] or found["after"]
    return ListedUnit(name, int(many[:4]) if many else None, found["like"] or "")


def _cost_in(lines: list[str]) -> re.Pattern[str] | None:
    """How a list says what something costs; None where it does not."""
    kinds = _kinds_of_cost(lines)
    named = _cost(kinds) if kinds else None
    bare = [found for line in lines if not _depth(line) and (found := _BARE.search(line))]
    # Small numbers are how many there are.
    if max((int(_digits(found)) for found in bare), default=0) < LEAST_COST:
        return named
    often = sum(_is_unit(line, named) for line in lines) if named else 0
    return _BARE if len(bare) > max(often, 1) else named


def _kinds_of_cost(lines: list[str]) -> set[str]:
    """In what a list counts what things cost, whatever a game calls it; nothing where none does.

    What its headings count in says so; else whatever stands where costs do.
    """
    headings = [line for line in lines if _is_heading(line)]
    sure = {*_kinds(lines, _SURE)}
    for begins in (False, True):
        head = lines[: lines.index(headings[0])] if headings and begins else headings
        about = sure.intersection(_kinds(head, _SURE))
        if about and any(_is_unit(line, _cost(about)) for line in lines):
            return about
    maybe = Counter(_kinds(lines, _MAYBE))
    return sure or {kind for kind, often in maybe.items() if often > 1}


def _kinds(lines: list[str], patterns: tuple[re.Pattern[str], ...]) -> Iterator[str]:
    for found in (it for line in lines for each in patterns for it in each.finditer(line)):
        kind = found["kind"].lower()
        if kind not in _MODELS:
            yield kind.removesuffix("s")


def _cost(kinds: set[str]) -> re.Pattern[str]:
    """What something costs, in one of these kinds."""
    named = "|".join(map(re.escape, sorted(kinds)))
    return re.compile(
        rf"(?:[\[(][^\[\]()]*?)?(?P<much>{_NUMBER})\s*(?:{named})s?\b[^|\[\]()]*[\])]?",
        re.IGNORECASE,
    )


def _priced(lines: list[str], cost: re.Pattern[str]) -> Iterator[ListedUnit]:
    """The units of a list with costs; what stands before its first heading is about all of it."""
    priced = [line for line in lines if cost.search(line) and not _is_heading(line)]
    outer = min(map(_depth, priced), default=0)
    lines = [_text(line) if _depth(line) == outer else line for line in lines]
    headed = next((number for number, line in enumerate(lines) if _is_heading(line)), -1)
    begins = [number for number, line in enumerate(lines) if _is_unit(line, cost)]
    begins = [number for number in begins if number > headed] or begins
    for of_all in ({*begins[:1], *begins[-1:]}, {*begins[:1]}, {*begins[-1:]}):
        others = [number for number in begins if number not in of_all]
        if len(others) > 1 and all(_is_sum(lines, cost, number, others) for number in of_all):
            begins = others
    if not begins:
        raise NotPlain("no line of this list is a unit with its cost")
    for number, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        before, _, behind = cost.sub("\n", visible(lines[number])).partition("\n")
        beside = before if before.strip(_BETWEEN) else behind
        named, _, _ = _SAID.sub("", beside).partition(",")
        name, many = _counted(named.strip(_BETWEEN))
        said = _SAID.search(lines[number])
        many = many or (int(said["models"][:4]) if said else 0)
        units, models = 1, many or _models(lines[number + 1 : after])
        if size := _SIZE.fullmatch(name):
            name, units, models = size["name"], many or 1, int(size["models"][:4])
        name = "".join(filter(str.isprintable, name)).strip(_BETWEEN)[:LONGEST_NAME].strip()
        if name:
            yield from [ListedUnit(name, models)] * min(units, MOST_LINES)


def _is_sum(lines: list[str], cost: re.Pattern[str], line: int, others: list[int]) -> bool:
    """Whether a line is no unit, as it says what all others cost together, or may cost."""
    follows = next((other for other in others if other > line), None)
    below = lines[line + 1 : follows]
    together = sum(_much(lines[other], cost) for other in others)
    of_all = _much(lines[line], cost)
    # Who leads the others may cost nearly as much as they do; what is about all stands apart.
    least = NEARLY * of_all if below or follows is None else of_all
    return not any(map(_depth, below)) and least <= together <= of_all


def _much(line: str, cost: re.Pattern[str]) -> int:
    found = cost.search(line)
    return int(_digits(found)) if found else 0


def _digits(cost: re.Match[str]) -> str:
    return re.sub(r"\D", "", cost["much"])


def _counted(text: str) -> tuple[str, int]:
    """What is counted, and how many of it: 0 where nobody says."""
    found = _COUNTED.fullmatch(text)
    return (
        (found["name"], int((found["many"] or found["after"] or "0")[:4])) if found else (text, 0)
    )


def _is_heading(line: str) -> bool:
    return not _depth(line) and bool(_HEADING.fullmatch(line.strip()))


def _is_unit(line: str, cost: re.Pattern[str]) -> bool:
    """Whether a line says what something costs, and is neither below a unit nor a heading."""
    return not _depth(line) and not _is_heading(line) and bool(cost.search(line))


def _depth(line: str) -> int:
    """How far below a unit a line stands."""
    found = _LINE.fullmatch(line)
    return len(found["indent"].expandtabs(4)) + bool(found["mark"]) if found else 0


def _text(line: str) -> str:
    """A line without what stands before its text."""
    return _LINE.sub(r"\g<text>", line, count=1)


def _models(below: list[str]) -> int | None:
    """How many models are listed below a unit: what has lines, or names of items, of its own."""
    inner = [line for line in below if line.strip() and _depth(line)]
    found = 0
    for line, under in zip(inner, [*inner[1:], ""], strict=False):
        member = line.startswith(". ") or _depth(under) > _depth(line) or ": " in line
        if _depth(line) == _depth(inner[0]) and member:
            many = _MEMBERS.match(_text(line))
            found += int(many["many"][:4]) if many else 1
    return found or None
