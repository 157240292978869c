"""Figures of a sentence: its numbers, dice, shares, comparisons and superlatives.

Each comes with what a meaning has to hold for it. A comparison with a number is told by where it
cuts: `at least 7` and `less than 7` both cut below 7, `at most 7` and `more than 7` above it, so
that a negation changes nothing, and one word for another does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from turnwright.load.stances import DENIAL

Number = int | Fraction


class Kind(StrEnum):
    """Kind of a figure, or of what a meaning holds for it."""

    NUMBER = "number"
    """A number, whatever its sign."""
    LOOSE = "loose"
    """A number that is no bound: nothing says whether it is the least or the most."""
    SIGNED = "signed"
    """Something added or taken away."""
    CUT = "cut"
    """A bound: halfway between the last number on its one side and the first on the other."""
    EDGE = "edge"
    """The end of what dice can show, as a cut."""
    DICE = "dice"
    """So many dice of so many faces."""
    FACES = "faces"
    """How many faces a die has."""
    SOME = "some"
    """One of them at least."""
    PART = "part"
    """A share or a multiple, such as half; with its side where it is a bound."""
    SIDE = "side"
    """A bound that is no number: whether it is cut below or above it."""
    EXTREME = "extreme"
    """The highest or the lowest."""


class CutSide(StrEnum):
    """On which side of a bound a comparison cuts."""

    BELOW = "below"
    """Between what is lower and the bound itself: at least, less than."""
    ABOVE = "above"
    """Between the bound itself and what is higher: at most, more than."""


class Extreme(StrEnum):
    """Which end of several is meant."""

    MOST = "highest"
    LEAST = "lowest"


class Need(NamedTuple):
    """What a meaning holds, or what a figure of a sentence would have to find there."""

    kind: Kind
    what: Any
    side: CutSide | None = None


def cut(number: Number, side: CutSide) -> Number:
    """Where a comparison with a number cuts."""
    return number - Fraction(1, 2) if side is CutSide.BELOW else number + Fraction(1, 2)


@dataclass(frozen=True)
class Figure:
    """Figure of a sentence."""

    said: str
    """As the sentence has it."""
    start: int
    family: Kind
    """NUMBER, DICE, PART, SIDE or EXTREME: figures of one family are told apart by their size."""
    fits: tuple[Need, ...]
    """It is true where a meaning holds one of these."""
    loosely: bool = False
    """The word often says something else, so it is wrong only where a meaning says otherwise."""
    of: str = ""
    """The word after a superlative: what it is the highest or the lowest of."""


_WORDS = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905
        start=2,
    )
}
_PARTS: dict[str, Number] = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
    "twice": 2,
    "double": 2,
    "doubled": 2,
}
_WORD = "|".join(_WORDS)

_AMOUNT = re.compile(
    rf"""
    (?<!\w)(?:(?P<count>\d+|one|{_WORD})[ ]?)?(?P<dice>[dD](?P<faces>\d+))
    | (?<!\w)(?P<low>\d+)(?P<joint>[-\u2013]|[ ](?:to|or|and)[ ])(?P<high>\d+)(?![\d"\u2033])
    | \b(?P<pair>double[ ](?P<face>\d+)|two[ ](?P<faced>ones|sixes))\b
    | (?P<sign>[+\u2212]|(?<![\w"\u2033])-)(?P<signed>\d+)\b
    | (?<!\w)(?P<atleast>\d+)\+
    | (?<![a-wyzA-WYZ])(?P<number>\d+(?:\.\d+)?)(?!\d|st\b|nd\b|rd\b|th\b)
    | \b(?P<word>one|once|{_WORD})\b
    | \b(?P<part>half|third|quarter|twice|doubled?)\b
    """,
    re.X | re.I,
)
"""Dice, ranges, a double, something added or taken, 4+, numbers, number words, shares."""

_UP = "more|higher|further|farther|greater|longer|larger|better|nearer"
_DOWN = "less|fewer|lower|smaller|shorter|worse"
_COMPARED = re.compile(
    rf"""\b(?:
    (?P<above>(?:(?:no|not|never|nor|none|nothing|cannot[ ]be)[ ])?(?:{_UP})[ ]than
        | at[ ]most | no[ ]further[ ]than | (?:is|are|be|comes[ ]to|a[ ]total)?[ ]?above)
    | (?P<below>(?:(?:no|not|never|nor|none|nothing|cannot[ ]be)[ ])?(?:{_DOWN})[ ]than
        | at[ ]least | (?:is|are|be|comes[ ]to|a[ ]total)?[ ]?below)
    | or[ ](?P<more>{_UP}|above) | or[ ](?P<fewer>{_DOWN}|below)
    )\b(?![ ](?:than|or[ ]below|or[ ]above|some|an?|one)\b)""",
    re.X | re.I,
)
"""Comparisons: `not more than` cuts where `more than` does."""

_BEFORE = re.compile(
    rf"""\b(?:(?P<above>(?:{_UP})[ ]than|at[ ]most|up[ ]to|within|above|over|beyond|exceeds?)
    | (?P<below>(?:{_DOWN})[ ]than|at[ ]least|below|under))
    (?P<filler>(?:[ ](?:a|an|the|total|of|only|about))*)[ ]$""",
    re.X | re.I,
)
_AFTER = re.compile(
    rf"""(?:["\u2033]|[ ]?inch(?:es)?\b)?,?(?P<filler>(?:[ ][\w'-]+){{0,6}}?),?[ ]
    (?:(?P<below>(?:or|and)[ ](?:{_UP}|above)|at[ ]least)
    | (?P<above>(?:or|and)[ ](?:{_DOWN}|below)|at[ ]most))\b(?![ ]than)""",
    re.X | re.I,
)
_ADDED = re.compile(
    rf"""["\u2033]?[ ]
    (?:(?P<more>{_UP}|above(?=[ ]the))|(?P<fewer>{_DOWN}|below(?=[ ]the)))\b(?:[ ]than)?""",
    re.X | re.I,
)
"""After a number, how much is added or taken: `1 less than the lowest`."""
_EXTREME = re.compile(
    r"\b(?:(?P<most>highest|best|greatest|largest|biggest|the most(?= \w+s\b))"
    r"|(?P<least>(?<!to the )lowest|worst|smallest|fewest|the least)"
    r"|(?P<higher>higher|greater|larger|bigger)|(?P<lower>lower|smaller))\b(?! than)",
    re.I,
)
_NOT_COUNTED = re.compile(r"\b(?:the|these|those|other|all|between|of|both)\s+$", re.I)
"""What stands before a number word that only points at something: `the two of them`."""


_PREPOSITIONS = ("within", "above", "over", "beyond", "below", "under")

_NOUN = re.compile(r" ([A-Za-z]+)")
_INCHES = re.compile(r"[\"\u2033]")
_KEPT = re.compile(r" (?:highest|lowest|best|worst)\b")
_OF_DICE = re.compile(r" (?:[a-z]+ )?dice\b")
_OF_FACES = re.compile(r" (?:faces|sides)\b")
"""What stands after a number of dice that count, of dice at all, and of a die's faces."""

_NO_FIGURE = re.compile(r"\b(?:such as|for example|for instance)\b[^.;:]*|\d{16,}", re.I)
"""What only illustrates a rule is no figure of it, nor is what no rule can hold."""


@cache
def figures_of(sentence: str) -> tuple[Figure, ...]:
    """The figures of a sentence, in order."""
    sentence = _NO_FIGURE.sub(lambda match: " " * len(match[0]), sentence)
    taken: list[tuple[int, int]] = []
    found = [*_amounts(sentence, taken)]
    for one in _COMPARED.finditer(sentence):
        if not _overlaps(one.span(), taken):
            side = CutSide.ABOVE if one["above"] or one["fewer"] else CutSide.BELOW
            loosely = one[0].strip().lower() in ("above", "below", "or above", "or below")
            found.append(_figure(one, Kind.SIDE, Need(Kind.SIDE, side), loosely=loosely))
            taken.append(one.span())
    for one in _EXTREME.finditer(sentence):
        if not _overlaps(one.span(), taken):
            noun = _NOUN.match(sentence, one.end())
            found.append(replace(_extreme(one), of=noun[1].lower() if noun else ""))
    return tuple(sorted(found, key=lambda figure: figure.start))


def _overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _figure(match: re.Match[str], family: Kind, *fits: Need, loosely: bool = False) -> Figure:
    return Figure(match[0].strip(), match.start(), family, fits, loosely)


def _extreme(match: re.Match[str]) -> Figure:
    """A superlative; a comparative without its `than` may be a comparison, too."""
    most = bool(match["most"] or match["higher"])
    fits = [Need(Kind.EXTREME, Extreme.MOST if most else Extreme.LEAST)]
    if match["higher"] or match["lower"]:
        fits.append(Need(Kind.SIDE, CutSide.ABOVE if most else CutSide.BELOW))
    return _figure(match, Kind.EXTREME, *fits, loosely=len(fits) > 1)


def _amounts(sentence: str, taken: list[tuple[int, int]]) -> Iterator[Figure]:
    """Numbers, dice and shares, with the comparisons that they stand in."""
    found_here = [*_AMOUNT.finditer(sentence)]
    ends = [match.start() for match in found_here] + [len(sentence)]
    last = 0
    for match, following in zip(found_here, ends[1:], strict=True):
        before = _BEFORE.search(sentence, last, match.start())
        if before and _is_no_bound(match, before):
            taken.append(before.span())
            before = None
        is_bound = not (before or match["dice"])
        after = _AFTER.match(sentence, match.end(), following) if is_bound else None
        added = None if before or after else _ADDED.match(sentence, match.end())
        side = _side_of(before) or _side_of(after)
        taken.append((before.start() if before else match.start(), match.end()))
        taken += [other.span() for other in (after, added) if other]
        last = match.end()
        start = before.start() if before else match.start()
        end = (after or added or _INCHES.match(sentence, match.end()) or match).end()
        if added and match["number"]:
            number = int(match["number"]) * (1 if added["more"] else -1)
            found = iter([_figure(match, Kind.NUMBER, Need(Kind.SIGNED, number))])
        else:
            found = _amount(sentence, match, side)
        for figure in found:
            yield replace(figure, said=sentence[start:end].strip())


def _is_no_bound(match: re.Match[str], before: re.Match[str]) -> bool:
    """True where a preposition compares nothing: `under one marker`, `within the 10" marker`."""
    is_preposition = before[0].split()[0].lower() in _PREPOSITIONS
    return is_preposition and bool(match["word"] or " the" in before["filler"])


def _side_of(comparison: re.Match[str] | None) -> CutSide | None:
    if comparison is None:
        return None
    return CutSide.ABOVE if comparison["above"] else CutSide.BELOW


def _amount(sentence: str, match: re.Match[str], side: CutSide | None) -> Iterator[Figure]:
    """The figures of one match: two for a range, none for a word that counts nothing."""
    if match["dice"]:
        count = (match["count"] or "1").lower()
        number = _WORDS.get(count) or (1 if count == "one" else int(count))
        yield _figure(match, Kind.DICE, Need(Kind.DICE, (number, int(match["faces"]))))
    elif match["low"] and match["joint"].strip() in ("or", "and") and not _follow(match):
        for end in ("low", "high"):
            yield _figure(match, Kind.NUMBER, Need(Kind.NUMBER, int(match[end])))
    elif match["low"] and int(match["low"]) > int(match["high"]):
        yield _figure(match, Kind.NUMBER)
    elif match["low"]:
        for end, where in (("low", CutSide.BELOW), ("high", CutSide.ABOVE)):
            at = cut(int(match[end]), where)
            yield _figure(match, Kind.NUMBER, Need(Kind.CUT, at), Need(Kind.EDGE, at))
    elif match["pair"]:
        face = int(match["face"] or (6 if match["faced"].lower() == "sixes" else 1))
        yield _figure(match, Kind.NUMBER, Need(Kind.NUMBER, 2 * face))
    elif match["signed"]:
        sign = -1 if match["sign"] in "-\u2212" else 1
        number = sign * int(match["signed"])
        if side is not None:
            yield _figure(match, Kind.NUMBER, *_compared(abs(number), side))
        else:
            yield _figure(match, Kind.NUMBER, Need(Kind.SIGNED, number))
    elif match["part"]:
        yield _part(sentence, match, side)
    elif side is not None or not _points(sentence, match):
        yield _plain(sentence, match, side)


def _follow(match: re.Match[str]) -> bool:
    """True for two numbers that follow on each other, such as `1 or 2`."""
    return int(match["high"]) == int(match["low"]) + 1


def _points(sentence: str, match: re.Match[str]) -> bool:
    """True for a number word that counts nothing: `one` alone, or `the two of them`."""
    word = (match["word"] or "").lower()
    points = word and _NOT_COUNTED.search(sentence, 0, match.start())
    return word in ("one", "once") or bool(points and not _KEPT.match(sentence, match.end()))


def _plain(sentence: str, match: re.Match[str], side: CutSide | None) -> Figure:
    """A number, in figures or as a word."""
    if match["atleast"]:
        return _figure(match, Kind.NUMBER, *_compared(int(match["atleast"]), CutSide.BELOW))
    word = (match["word"] or "").lower()
    number: Number = _WORDS.get(word, 1) if word else _whole(Fraction(match["number"]))
    if _OF_FACES.match(sentence, match.end()):
        return _figure(match, Kind.NUMBER, Need(Kind.FACES, number), Need(Kind.NUMBER, number))
    if side is not None:
        fits = _compared(number, side)
        return _figure(match, Kind.NUMBER, *fits, loosely=word in ("one", "once"))
    is_of_dice = _OF_DICE.match(sentence, match.end()) is not None
    is_kept = _KEPT.match(sentence, match.end()) is not None
    return _figure(
        match,
        Kind.DICE if is_of_dice else Kind.NUMBER,
        Need(Kind.NUMBER, number),
        loosely=bool(word) and not is_kept,
    )


def _compared(number: Number, side: CutSide) -> tuple[Need, ...]:
    if number == 1 and side is CutSide.BELOW:
        return (
            Need(Kind.CUT, cut(number, side)),
            Need(Kind.LOOSE, number),
            Need(Kind.SOME, None),
        )
    return Need(Kind.CUT, _whole(Fraction(cut(number, side)))), Need(Kind.LOOSE, number)


def _part(sentence: str, match: re.Match[str], side: CutSide | None) -> Figure:
    """A share or a multiple; `twice` is also how often."""
    word = match["part"].lower()
    share = _PARTS[word]
    if side is not None:
        fits = [Need(Kind.PART, share, side)]
    else:
        fits = [Need(Kind.PART, share), Need(Kind.PART, share, CutSide.BELOW)]
    if word == "twice" and side is not CutSide.BELOW:
        # No more than twice is two times at most; not twice is once.
        is_denied = side is None and DENIAL.search(sentence, 0, match.start())
        fits.append(Need(Kind.CUT, cut(2, CutSide.BELOW if is_denied else CutSide.ABOVE)))
    return _figure(match, Kind.PART, *fits, loosely=word == "third")


def _whole(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number
