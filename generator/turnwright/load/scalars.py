"""Scalars: what text without quotes is, ids, names, dice notation, lines and fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from turnwright.load.problem import quoted

if TYPE_CHECKING:
    from yaml.resolver import Resolver

_MAX_DIGITS = 15
NUMBER_LIMIT = 10**_MAX_DIGITS
"""Upper limit of numbers: some programs lose digits of larger ones."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_ONE_LETTER_BOOLEANS = {"y": "true", "Y": "true", "n": "false", "N": "false"}
# Numbers, or nearly so, in YAML 1.2 that are text in YAML 1.1.
_NUMBER_LIKE = re.compile(
    r"0o[0-7]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]+"
)

_OCTAL = re.compile(r"0[0-7]+")


@lru_cache(10_000)
def parse_scalar(text: str) -> bool | int | float | str:
    """Parse a plain scalar: a boolean, a number, or the text itself."""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


@lru_cache(10_000)
def ambiguity(text: str) -> str:
    """Ambiguity of a plain scalar that is text here, as a message; empty when there is none."""
    if not isinstance(parse_scalar(text), str):
        return ""
    if text in _ONE_LETTER_BOOLEANS:
        return f"Some programs take {quoted(text)} for {_ONE_LETTER_BOOLEANS[text]}."
    tag = _yaml_tag(text)
    if tag == "str":
        known = _NUMBER_LIKE.fullmatch(text)
        return f"Some programs take {quoted(text)} for a number." if known else ""
    return f"YAML takes {quoted(text)} for {_describe(tag, text)}."


def suggested_spelling(text: str, kind: type) -> str:
    """Unambiguous spelling of an `int`, a `float` or a `bool`; empty when there is none.

    A number that begins with a zero may be octal, so both readings are suggested.
    """
    made = _yaml_value(text)
    if isinstance(made, bool) or kind is bool:
        return str(made).lower() if isinstance(made, bool) and kind is bool else ""
    # Written as "not less" so that NaN and an infinite number are excluded as well.
    if isinstance(made, str) or not abs(made) < NUMBER_LIMIT:
        return ""
    if kind is int and made != int(made):
        return ""
    ways = dict.fromkeys((float(text), made) if _OCTAL.fullmatch(text) else (made,))
    return " or ".join(f"{way:.15f}".rstrip("0").rstrip(".") for way in ways)


def is_too_large(text: str) -> bool:
    """True for a number beyond the limit."""
    made = _yaml_value(text)
    if isinstance(made, str):
        return len(text) > _MAX_DIGITS and text.lstrip("-+").isdecimal()
    return abs(made) >= NUMBER_LIMIT and not text.lower().endswith(".inf")


def _yaml_value(text: str) -> bool | int | float | str:
    """Value of a plain scalar in YAML 1.1 or 1.2; the text itself when it is text to both."""
    from yaml import SafeLoader, ScalarNode

    tag = _yaml_tag(text)
    try:
        if tag in ("bool", "int", "float"):
            node = ScalarNode(f"tag:yaml.org,2002:{tag}", text)
            made: bool | int | float = SafeLoader("").construct_object(node)
            return made
        if _NUMBER_LIKE.fullmatch(text):
            return int(text, 0) if text.startswith("0o") else float(text)
    except (ValueError, OverflowError):
        pass  # Python's limit of digits and of floats.
    return text


def _yaml_tag(text: str) -> str:
    """Tag that YAML 1.1 resolves a plain scalar to."""
    from yaml import ScalarNode

    tag: str = _resolver().resolve(ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag.rpartition(":")[2]


@cache
def _resolver() -> Resolver:
    """Resolver of YAML 1.1."""
    from yaml.resolver import Resolver

    return Resolver()


def _describe(tag: str, text: str) -> str:
    """Description of the value that YAML 1.1 reads."""
    if tag == "null":
        return "nothing"
    if tag not in ("bool", "int", "float"):
        return "a date" if tag == "timestamp" else "something else"
    made = _yaml_value(text)
    if isinstance(made, bool):
        return "true" if made else "false"
    return "a number" if isinstance(made, str) or len(str(made)) >= 30 else f"the number {made}"


_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+")
_NUMBERED = re.compile(
    r"(^|[.-])(rule|clause|item|part|section|paragraph|point|step|number|nr|no|id)-?[0-9]+(?=$|\.)"
    r"|\.[0-9]+(?=$|\.)"
)
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")
_LINES = re.compile(r" *([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))? *")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,15})(/[1-9][0-9]{0,15})?")


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


MAX_NAME = 60
"""Limit of the letters of a name: files and addresses of pages are called by it."""


def name_error(key: str) -> tuple[str, str] | None:
    """Message and hint for a malformed name; None for a valid one."""
    if ambiguity(key):
        return f"{quoted(key)} is a word of YAML and cannot be a name.", "Take another one."
    if len(key) > MAX_NAME:
        return (
            f"{quoted(key)} is longer than {MAX_NAME} letters.",
            "A name is short; what it stands for is said in its `title`.",
        )
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
