"""What a word without quotes means, and the traps that YAML 1.1 sets there."""

import re
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from turnwright.load.problem import quoted

if TYPE_CHECKING:
    from yaml.resolver import Resolver

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_ONE_LETTER = {"y": "true", "Y": "true", "n": "false", "N": "false"}
# Words that are numbers to YAML 1.2, or nearly numbers, and text to YAML 1.1.
_NEARLY = re.compile(
    r"0o[0-7]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]+"
)


def plain(text: str) -> bool | int | float | str:
    """What a plain word stands for here: a truth, a number, or itself."""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


def trap(text: str) -> str:
    """What programs make of a plain word that is meant as text; empty when it is no trap."""
    if text in ("true", "false") or _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
        return ""
    if text in _ONE_LETTER:
        return f"Some programs take {quoted(text)} for {_ONE_LETTER[text]}."
    tag = _tag(text)
    if tag == "str":
        known = _NEARLY.fullmatch(text)
        return f"Some programs take {quoted(text)} for a number." if known else ""
    return f"YAML takes {quoted(text)} for {_made(tag, text)}."


def _tag(text: str) -> str:
    """The kind of thing that YAML 1.1 takes a plain word for."""
    from yaml import ScalarNode

    tag: str = _resolver().resolve(ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag.rpartition(":")[2]


@cache
def _resolver() -> "Resolver":
    """YAML 1.1's own idea of plain words."""
    from yaml.resolver import Resolver

    return Resolver()


def _made(tag: str, text: str) -> str:
    """What YAML 1.1 makes of the text, in words."""
    if tag == "null":
        return "nothing"
    if tag not in ("bool", "int", "float"):
        return "a date" if tag == "timestamp" else "something else"
    from yaml import SafeLoader, ScalarNode

    node = ScalarNode(f"tag:yaml.org,2002:{tag}", text)
    try:
        made = SafeLoader("").construct_object(node)
    except (ValueError, OverflowError):
        return "a number"
    if isinstance(made, bool):
        return "true" if made else "false"
    return (
        f"the number {made}" if len(str(made)) < 30 and not isinstance(made, date) else "a number"
    )
