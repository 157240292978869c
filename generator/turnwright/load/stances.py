"""Stances of a sentence: what it demands, allows and denies, and which of two opposites it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_DUTY = re.compile(r"\b(?:must|has to|have to)\b", re.I)
_PERMISSION = re.compile(r"\b(?:may|can)\b", re.I)
_LEAVE = re.compile(
    r"\b(?:may|can|could|need not|wants?|likes?|wish(?:es)?|any|free(?:ly)?|choos\w+|optional"
    r"|allowed|leaves?|instead|picks?|says?)\b",
    re.I,
)
_DENIAL = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|neither|nor|cannot|without|nowhere)\b|n't\b", re.I
)
_LIMIT = re.compile(
    r"\b(?:only|unless|except|until|before|alone|once|over|last|first|too|waits?|needs?|must"
    r"|has to|have to|keeps?|instead|already|while)\b",
    re.I,
)
"""Beside a denial, what else tells that something is ruled out."""
_ONLY = re.compile(r"\b(?:only|needs?|is to|are to)\b", re.I)
_ASIDE = re.compile(r"\b(?:if|whether|when|where|that|which|who|whom|as|until|than)\b", re.I)
"""What begins a clause of a sentence that demands nothing: `if both have to be tested`."""
_PIECE = re.compile(r"[^.;:]+")
_WORD = re.compile(r"[a-z]+", re.I)

_OPPOSITES = (
    ("first", "last"),
    ("before", "after"),
    ("within", "beyond"),
    ("inside", "outside"),
    ("higher", "lower"),
    ("highest", "lowest"),
    ("nearer", "further"),
    ("nearest", "furthest"),
    ("more", "fewer"),
    ("most", "fewest"),
    ("smaller", "larger"),
    ("smallest", "largest"),
    ("friendly", "enemy"),
    ("above", "below"),
    ("up", "down"),
    ("bonus", "penalty"),
    ("ascending", "descending"),
    ("both", "neither"),
)
_OTHERS: dict[str, set[str]] = {}
for _one, _other in _OPPOSITES:
    _OTHERS.setdefault(_one, set()).add(_other)
    _OTHERS.setdefault(_other, set()).add(_one)


@dataclass(frozen=True)
class Said:
    """A word of a sentence that takes a stance."""

    word: str
    start: int


@cache
def demands(sentence: str) -> tuple[Said, ...]:
    """Words of duty, where the sentence itself demands it: not denied, and not in an aside."""
    return tuple(
        Said(found[0].lower(), found.start())
        for piece in _PIECE.finditer(sentence)
        for found in _DUTY.finditer(sentence, piece.start(), piece.end())
        if not _DENIAL.search(sentence, piece.start(), found.end() + 4)
        and not _ASIDE.search(sentence, piece.start(), found.start())
    )


@cache
def allowances(sentence: str) -> tuple[Said, ...]:
    """Words of permission that are not denied."""
    return tuple(
        Said(found[0].lower(), found.start())
        for piece in _PIECE.finditer(sentence)
        for found in _PERMISSION.finditer(sentence, piece.start(), piece.end())
        if not _DENIAL.search(sentence, piece.start(), found.end() + 4)
    )


@cache
def denials(sentence: str) -> int:
    """How many words of it deny something."""
    return sum(1 for _ in _DENIAL.finditer(sentence))


def speaks_of_duty(sentence: str) -> bool:
    """Whether it has a word of duty, or says that something is only so."""
    return bool(_DUTY.search(sentence) or _ONLY.search(sentence))


def leaves_open(sentence: str) -> bool:
    """Whether anything in it says that somebody has a choice, or that there is no duty."""
    is_free = bool(_DUTY.search(sentence)) and not demands(sentence)
    return is_free or bool(_LEAVE.search(sentence))


def rules_out(sentence: str) -> bool:
    """Whether anything in it says that something is not so, or only so."""
    return bool(_DENIAL.search(sentence) or _LIMIT.search(sentence))


_FAR, _NEAR = re.compile(r"\bbeyond\b", re.I), re.compile(r"\bwithin\b", re.I)


def is_far(sentence: str) -> bool:
    """Whether it says `beyond`, and neither `within` nor a denial."""
    is_near = _NEAR.search(sentence) or _DENIAL.search(sentence)
    return bool(_FAR.search(sentence)) and not is_near


_EXCLUDING = re.compile(
    r"\b(?:outside|others?|else|yet|still|even|elsewhere|fewer|empty|away|left|within|now|half)\b",
    re.I,
)


def exclusions(sentence: str) -> int:
    """How many words of it rule something out, or could do so."""
    found = (_DENIAL, _LIMIT, _EXCLUDING)
    return sum(1 for pattern in found for _ in pattern.finditer(sentence))


def words_of(sentence: str) -> set[str]:
    """Its words, in small letters."""
    return {found[0].lower() for found in _WORD.finditer(sentence)}


def turned(sentence: str, others: set[str], mine: set[str]) -> Iterator[str]:
    """Words of a sentence whose opposite is among others, while they themselves are not.

    `From the highest to the lowest` and `one after the other` turn nothing; `mine` are the words
    that are said in one breath.
    """
    for found in _WORD.finditer(sentence):
        word = found[0].lower()
        against = _OTHERS.get(word, set())
        if word in others or not others & against or mine & against:
            continue
        near = sentence[max(0, found.start() - 15) : found.start()]
        is_aside = _DENIAL.search(near) or _ASIDE.search(near)
        if not is_aside and not _ONE_BY_ONE.match(sentence, found.start()):
            yield word


_ONE_BY_ONE = re.compile(r"(?:after|before) (?:another|the other)", re.I)
_SMALL = frozenset(
    """
    a an the of to in on at by for with and or is are be been it its it they their them this that
    these those as than then from has have had do does did one each any all if when where who
    which you your may must can not no never only so also too more most
    """.split()  # noqa: SIM905
)
"""Words that carry nothing."""


@cache
def stems(sentence: str) -> frozenset[str]:
    """The beginnings of the words of a sentence that carry it."""
    return frozenset(word[:5] for word in words_of(sentence) if word not in _SMALL)


def likeness(one: str, other: str) -> float:
    """How much of the shorter of two sentences is in the other one; 0 where it is very little."""
    shared = stems(one) & stems(other)
    if len(shared) < 3:
        return 0.0
    return len(shared) / min(len(stems(one)), len(stems(other)))
