"""Scalars without quotes: their value, and where YAML 1.1 is ambiguous."""

import re
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
def _resolver() -> "Resolver":
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
