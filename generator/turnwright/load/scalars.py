"""What a word without quotes means, and the traps that YAML 1.1 sets there."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from turnwright.load.problem import quoted

if TYPE_CHECKING:
    from yaml.resolver import Resolver

_MAX_DIGITS = 15
NUMBER_LIMIT = 10**_MAX_DIGITS
"""Numbers are smaller than this, for some programs cannot tell larger ones apart."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_ONE_LETTER_BOOLEANS = {"y": "true", "Y": "true", "n": "false", "N": "false"}
# Words that are numbers to YAML 1.2, or nearly numbers, and text to YAML 1.1.
_NUMBER_LIKE = re.compile(
    r"0o[0-7]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]+"
)

_OCTAL = re.compile(r"0[0-7]+")


def parse_scalar(text: str) -> bool | int | float | str:
    """What a plain word stands for here: a truth, a number, or itself."""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


@lru_cache(10_000)
def ambiguity(text: str) -> str:
    """What programs make of a plain word that is meant as text; empty when it is no trap."""
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
    """How to write what was meant, where an `int`, a `float` or a `bool` belongs; or nothing.

    Of a number that begins with a zero nobody knows whether its author counts by eights.
    """
    made = _yaml_value(text)
    if isinstance(made, bool) or kind is bool:
        return str(made).lower() if isinstance(made, bool) and kind is bool else ""
    # Neither what is no number nor what is infinite is less than anything.
    if isinstance(made, str) or not abs(made) < NUMBER_LIMIT:
        return ""
    if kind is int and made != int(made):
        return ""
    ways = dict.fromkeys((float(text), made) if _OCTAL.fullmatch(text) else (made,))
    return " or ".join(f"{way:.15f}".rstrip("0").rstrip(".") for way in ways)


def is_too_large(text: str) -> bool:
    """True when it is a number that nobody counts to."""
    made = _yaml_value(text)
    if isinstance(made, str):
        return len(text) > _MAX_DIGITS and text.lstrip("-+").isdecimal()
    return abs(made) >= NUMBER_LIMIT and not text.lower().endswith(".inf")


def _yaml_value(text: str) -> bool | int | float | str:
    """What some program makes of a plain word; the word itself where it stands for nothing else."""
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
        pass  # Python as well has an end to what it reads.
    return text


def _yaml_tag(text: str) -> str:
    """The kind of thing that YAML 1.1 takes a plain word for."""
    from yaml import ScalarNode

    tag: str = _resolver().resolve(ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag.rpartition(":")[2]


@cache
def _resolver() -> "Resolver":
    """YAML 1.1's own idea of plain words."""
    from yaml.resolver import Resolver

    return Resolver()


def _describe(tag: str, text: str) -> str:
    """What YAML 1.1 makes of the text."""
    if tag == "null":
        return "nothing"
    if tag not in ("bool", "int", "float"):
        return "a date" if tag == "timestamp" else "something else"
    made = _yaml_value(text)
    if isinstance(made, bool):
        return "true" if made else "false"
    return "a number" if isinstance(made, str) or len(str(made)) >= 30 else f"the number {made}"
