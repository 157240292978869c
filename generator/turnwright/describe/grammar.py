"""Grammar: names, numbers and verbs as they are put into an English sentence."""

import re

from turnwright.describe.labels import join_names

_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PLURAL = re.compile(r"(?:men|[^aiosu]s)$")
_ENDS_IN_S = re.compile(r"(?:[sxz]|ch|sh|o)$")
_CONSONANT_AND_Y = re.compile(r"(?<![aeiou])y$")
_IN_BRACKETS = re.compile(r"\s*\(([^)]*)\)")


def is_plural(name: str) -> bool:
    """Whether a name is that of several, as "Lancers" and "Pikemen" are."""
    return bool(_PLURAL.search(name))


def with_article(name: str) -> str:
    """A unit inside a sentence: "the Lancers", but "Ash"."""
    return f"the {name}" if is_plural(name) else name


def list_units(names: tuple[str, ...]) -> str:
    """Several units inside a sentence."""
    return join_names(map(with_article, names))


def third_person(verb: str) -> str:
    """A verb after one who does it: "falls back" for "fall back"."""
    first, space, rest = verb.partition(" ")
    if first in _IRREGULAR:
        return _IRREGULAR[first] + space + rest
    if _ENDS_IN_S.search(first):
        return f"{first}es{space}{rest}"
    if _CONSONANT_AND_Y.search(first):
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}s{space}{rest}"


def agree(verb: str, names: tuple[str, ...]) -> str:
    """A verb as it goes with these names."""
    if len(names) > 1 or any(map(is_plural, names)):
        first, space, rest = verb.partition(" ")
        return ("are" if first == "be" else first) + space + rest
    return third_person(verb)


def for_target(verb: str, *, has_target: bool) -> str:
    """A verb with the words in brackets, which are for a target, or without them."""
    return _IN_BRACKETS.sub(r" \1" if has_target else "", verb)


def counted(number: float, noun: str) -> str:
    """A number with its noun: `1 model`, `2 models`, `6.1 inches`."""
    if number == 1:
        return f"1 {noun}"
    plural = f"{noun}es" if _ENDS_IN_S.search(noun) else f"{noun}s"
    return f"{round(number, 2):g} {plural}"


def as_sentence(text: str) -> str:
    """Text with a capital letter and a full stop; nothing for none."""
    text = text.strip()
    if not text:
        return ""
    return capitalized(text) + ("" if text.endswith((".", "?", "!")) else ".")


def capitalized(text: str) -> str:
    """A text with a capital letter first; the others stay as they are."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """A text for the middle of a sentence: its first letter in lower case."""
    return text[:1].lower() + text[1:]
