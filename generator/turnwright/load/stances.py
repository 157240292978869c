"""Stances of a sentence: first or last, at least or at most, must or may, and near which words.

Two sentences of the same rules disagree where one has a word and the other its opposite among
the same words, and nobody else has it there. That is a matter of likeness, so each scale says
how much is enough.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple


class Scale(NamedTuple):
    """Opposites, each with the words for it, and how alike two places have to be."""

    poles: tuple[str, ...]
    """A pattern for each."""
    alone: float
    """Enough where nothing says what the sentence says."""
    rival: float
    """Enough where something does, and is less like it."""
    is_headed: bool = False
    """It is said of the next word: only what is said of the same word is compared."""


_NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905

_NEVER = 9.0
"""Words that most sentences have several of: only where nothing says the same."""

_SCALES = (
    Scale(
        (r"must(?! not)|has to|have to", r"(?:may|can)(?! (?:not|no)\b)|need not"),
        0.1,
        0.34,
        is_headed=True,
    ),
    Scale(
        (r"(?:may|can)(?! (?:not|no)\b)", r"(?:may|can|must) not|cannot"), 0.34, 0.5, is_headed=True
    ),
    Scale((r"first", r"last|finally"), 0.26, 0.34),
    Scale(
        (
            r"before(?! (?:another|the other)\b)",
            r"afterwards|after(?! (?:another|the other|that|it|all)\b)",
        ),
        0.3,
        0.4,
    ),
    Scale((r"begins?|starts?", r"ends?"), 0.45, 0.5),
    Scale((r"within|inside", r"beyond|outside"), 0.3, 0.4),
    Scale(
        (
            r"(?<!to the )highest|higher|best|greatest",
            r"(?<!to the )lowest|lower|worst",
        ),
        0.1,
        0.4,
    ),
    Scale((r"nearest|nearer|closest|closer", r"furthest|further|farther"), 0.1, 0.34),
    Scale((r"round(?:ed|s|ing)? up", r"round(?:ed|s|ing)? down"), 0.1, 0.34),
    Scale((r"largest|larger|biggest|bigger", r"smallest|smaller"), 0.1, 0.34),
    Scale((r"at least|or more", r"at most|up to|or (?:less|fewer)"), 0.3, 0.4),
    Scale(
        (r"(?<!one )(?<!or )more(?! than)|the most", r"(?<!or )(?:fewer|less)(?! than)|fewest"),
        0.3,
        0.4,
    ),
    Scale((r"later", r"earlier"), 0.3, 0.4),
    Scale((r"friendly|friends?", r"enem(?:y|ies)"), 0.3, _NEVER),
    Scale((r"attackers?", r"defenders?"), 0.25, 0.4),
    Scale((r"if|when|whenever", r"unless"), 0.45, 0.45),
    Scale((r"only|nothing but", r"also"), 0.6, 0.6),
    Scale((r"once(?= (?:in|per|each|at|only|for)|[.,;]|$)", r"twice"), 0.3, 0.4),
    Scale(
        (
            r"all|every|each|both",
            r"(?:a single|one)(?! \w+'s)(?!(?: \w+){1,4} (?:after|by|at|each)\b)",
        ),
        0.75,
        0.75,
        is_headed=True,
    ),
    Scale((rf"(?<!of )(?<!of the )(?:\d{{1,15}}|{'|'.join(_NUMBERS)})",), 0.5, 0.5, is_headed=True),
)
_WORDS = tuple(
    re.compile(
        r"\b(?:" + "|".join(f"(?P<p{at}>{pole})" for at, pole in enumerate(scale.poles)) + r")\b",
        re.I,
    )
    for scale in _SCALES
)
_OF_TIMES, _OF_NUMBERS = len(_SCALES) - 3, len(_SCALES) - 1
_VERBS = (0, 1)
"""Those of the scales that are told by the verb, and mean nothing in an aside."""

_PIECE = re.compile(r"[^.;:?]+")
_PART = re.compile(r"[^.;:?,]+")
_ASIDE = re.compile(
    r"\b(?:if|whether|when|where|that|which|who|whom|whose|as|until|than|although|though|while)\b",
    re.I,
)
DENIAL = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|neither|nor|cannot|without|nowhere)\b|n't\b", re.I
)
_NOT_TWICE = re.compile(rf"(?:{DENIAL.pattern})(?! more)[^.;:?]* (?<!than )twice$", re.I)
_NOT_ONCE = re.compile(
    rf"(?:{DENIAL.pattern})(?! more)[^.;:?]*? (?<!than )(?<!at )once\b"
    r"(?= (?:in|per|each|for)\b|[.,;]|$)",
    re.I,
)
_TOKEN = re.compile(r"[+-]?[A-Za-z][A-Za-z'-]*|\d+")
_SMALL = frozenset(
    """
    a an the of to in on at by for with and or is are be been it its it they their them this that
    these those as than then from has have had do does did one each any all if when where who
    which you your may must can not no never only so also too more most first last before after
    until within beyond there what whose whom another other both such every friend
    friends friendly enemy enemies
    """.split()  # noqa: SIM905
)
"""Words that carry nothing."""
_OUT_OF = re.compile(rf"\b(?:\d+|one|{'|'.join(_NUMBERS)}) of (?:the |your |its |their )?$", re.I)
"""What stands before a number that is only what another one is out of: `pay 1 of your 2 coins`."""
_JUST_BEFORE = 14
"""How many letters before a verb the word is that makes it an aside: `that it can see`."""
_NEAR = 4
"""How many words that carry something are looked at on either side."""


class StanceWord(NamedTuple):
    """A word of a sentence that takes a stance, with what stands around it."""

    scale: int
    pole: int
    word: str
    before: frozenset[str]
    after: frozenset[str]
    head: str
    """The next word that carries something."""


@cache
def said_in(sentence: str) -> tuple[StanceWord, ...]:
    """The stances of a sentence."""
    found: list[StanceWord] = []
    for piece in _PIECE.finditer(sentence):
        tokens: list[tuple[int, str]] | None = None
        for number, words in enumerate(_WORDS):
            for match in words.finditer(sentence, piece.start(), piece.end()):
                pole = int((match.lastgroup or "p0")[1:])
                if number == _OF_TIMES and _NOT_TWICE.search(sentence[: match.end()]):
                    pole = 0
                if number == _OF_NUMBERS:
                    is_whole = _OUT_OF.search(sentence, 0, match.start())
                    pole = -1 if is_whole else _number(match[0].lower())
                if number in _VERBS:
                    pole = _of_verb(sentence, match, number, pole)
                if tokens is None:
                    tokens = [(it.start(), it[0].lower()) for it in _carrying(sentence, piece)]
                said = match[0].lower()
                before = [stem(word) for at, word in tokens if at < match.start()][-_NEAR:]
                after = [stem(word) for at, word in tokens if at >= match.end()][:_NEAR]
                is_series = said == "after" and before[-1:] == after[:1]
                if pole >= 0 and (before or after) and not is_series:
                    is_next = number in _VERBS or any(at == match.end() + 1 for at, _ in tokens)
                    head = after[0] if after and is_next else ""
                    around = frozenset(before), frozenset(after)
                    found.append(StanceWord(number, pole, said, *around, head))
    return tuple(found)


def _number(word: str) -> int:
    return _NUMBERS.index(word) + 2 if word in _NUMBERS else int(word)


def _carrying(sentence: str, piece: re.Match[str]) -> Iterator[re.Match[str]]:
    for token in _TOKEN.finditer(sentence, piece.start(), piece.end()):
        if token[0].lower() not in _SMALL:
            yield token


def _of_verb(sentence: str, match: re.Match[str], scale: int, pole: int) -> int:
    """The pole of a verb: that nobody has to is a leave; -1 in an aside, or denied otherwise."""
    start = max(it.start() for it in _PART.finditer(sentence) if it.start() <= match.start())
    if _ASIDE.search(sentence, max(start, match.start() - _JUST_BEFORE), match.start()):
        return -1
    if DENIAL.search(sentence, start, match.start()):
        return 1 if scale == 0 and pole == 0 else -1
    return pole


def stem(word: str) -> str:
    """The beginning of a word, by which its forms are alike."""
    return word[:5]


def _likeness(one: StanceWord, other: StanceWord) -> float:
    """How much of the words around the one is around the other, on the same side above all."""
    same = len(one.before & other.before) + len(one.after & other.after)
    across = len(one.before & other.after) + len(one.after & other.before)
    fewer = min(len(one.before) + len(one.after), len(other.before) + len(other.after))
    return (same + across / 2) / max(fewer, 3)


@dataclass(frozen=True)
class Opposed:
    """A word of a sentence, and another sentence that has its opposite in its place."""

    at: int
    """The position of the sentence."""
    word: str
    opposite: str
    other: str
    """The other sentence."""


def opposed(
    sentences: Sequence[str], behind: Iterable[str], cases: Collection[str] = ()
) -> Iterator[Opposed]:
    """Words of sentences whose opposite is said in their place by what stands behind them.

    A question is held against questions alone. What the sentences say between them is heard.
    Of `cases`, single plays of a rule, the numbers are their own.
    """
    said = [() if sentence.endswith(":") else said_in(sentence) for sentence in sentences]
    if not any(said):
        return
    texts = [text for text in dict.fromkeys((*behind, *cases)) if not text.endswith(":")]
    others = [
        (text, it)
        for text in texts
        for it in said_in(text)
        if it.scale != _OF_NUMBERS or text not in cases
    ]
    mine = [(at, it) for at, some in enumerate(said) for it in some]
    for at, one in mine:
        if one.scale != _OF_NUMBERS and any(
            where == at and other.scale == one.scale and other.pole != one.pole
            for where, other in mine
        ):
            # Such as "whoever sails first fires last": it says both, each of something else.
            continue
        scale = _SCALES[one.scale]
        against, together = (0.0, "", ""), -1.0
        of_scale = [(text, it) for text, it in others if it.scale == one.scale]
        of_both = {text for text, it in of_scale if it.pole == one.pole}
        for text, other in of_scale:
            if _are_alike(sentences[at], text):
                like = _likeness(one, other)
                if scale.is_headed and (other.head != one.head or not one.head):
                    continue
                if other.pole == one.pole:
                    together = max(together, like)
                elif like > against[0] and (one.scale == _OF_NUMBERS or text not in of_both):
                    against = like, other.word, text
        if together < 0 and not against[0]:
            continue
        for where, other in mine:
            # Of what the same text says elsewhere, one's own words count for a little less.
            if where != at and (other.scale, other.pole) == (one.scale, one.pole):
                together = max(together, _likeness(one, other) - _LESS)
        limit = scale.alone if together < 0 else max(scale.rival, together + _MORE)
        if against[0] >= limit:
            yield Opposed(at, one.word, against[1], against[2])


_LESS, _MORE = 0.01, 0.1


def _are_alike(one: str, other: str) -> bool:
    """True for two questions, and for two that are none."""
    return one.endswith("?") == other.endswith("?")


# What a sentence demands, leaves open and rules out

_DUTY = re.compile(r"\b(?:must|has to|have to)\b", re.I)
_PERMISSION = re.compile(r"\bmay(?! not\b)", re.I)
_FORBIDDEN = re.compile(r"\b(?:must not|may not|cannot)\b", re.I)
_NOBODY = re.compile(r"\b(?:no|none|nobody|nothing|neither|never|only)\b", re.I)
_DISCOUNT = re.compile(r"\b(?:does|do) not count as\b", re.I)
_LEAVE = re.compile(
    r"\b(?:may|can|could|need not|wants?|likes?|wish(?:es)?|any|free(?:ly)?|choos\w+|optional"
    r"|allowed|leaves?|instead|picks?|says?)\b",
    re.I,
)
_ONLY = re.compile(r"\b(?:only|needs?|is to|are to)\b", re.I)
_LIMIT = re.compile(
    r"\b(?:only|unless|except|until|before|alone|once|last|first|waits?|needs?|must|has to"
    r"|have to|keeps?|instead|already|other|fewer|within|over|while|even|yet|still|away|outside"
    r"|empty|left|half|else|others|elsewhere|too|now)\b",
    re.I,
)
"""Beside a denial, what else tells that something is ruled out."""
_RULED_OUT = re.compile(
    r"\b(?:only|unless|except|until|before|waits|needs?|other|these|this)\b", re.I
)
"""What can stand in for a denial where somebody is barred, and nothing else is said."""


@cache
def demands(sentence: str) -> str:
    """The first word of duty of a sentence that demands it: not denied, and not in an aside."""
    return _verb(_DUTY, sentence)


@cache
def allows(sentence: str) -> str:
    """The first word of permission that is not denied, and not in an aside."""
    return _verb(_PERMISSION, sentence)


@cache
def forbids(sentence: str) -> str:
    """The first words of a sentence that forbid something, and not in an aside."""
    return _outside_asides(_FORBIDDEN, sentence)


@cache
def lets(sentence: str) -> str:
    """Its `may`, if that is its last word on who does something."""
    last = [*_PERMISSION.finditer(sentence)][-1:]
    none = _NOBODY.search(sentence)
    is_last = last and not none and not bars(sentence[last[0].end() :])
    return last[0][0].lower() if is_last else ""


def discounts(sentence: str) -> str:
    """The first words of a sentence that deny that something counts, and not in an aside."""
    return _outside_asides(_DISCOUNT, sentence)


def denies_once(sentence: str) -> bool:
    """Whether it says of something that it is not done once; `no more than once` does not."""
    return bool(_NOT_ONCE.search(sentence))


def _outside_asides(words: re.Pattern[str], sentence: str) -> str:
    for piece in _PIECE.finditer(sentence):
        for found in words.finditer(sentence, piece.start(), piece.end()):
            start = max(piece.start(), found.start() - _JUST_BEFORE)
            if not _ASIDE.search(sentence, start, found.start()):
                return found[0].lower()
    return ""


def _verb(words: re.Pattern[str], sentence: str) -> str:
    for piece in _PIECE.finditer(sentence):
        for found in words.finditer(sentence, piece.start(), piece.end()):
            is_denied = DENIAL.search(sentence, piece.start(), found.end() + 4)
            if not is_denied and not _ASIDE.search(sentence, piece.start(), found.start()):
                return found[0].lower()
    return ""


def speaks_of_duty(sentence: str) -> bool:
    """Whether it has a word of duty, or says that something is only so."""
    return bool(_DUTY.search(sentence) or _ONLY.search(sentence))


def leaves_open(sentence: str) -> bool:
    """Whether anything in it says that somebody has a choice, or that there is no duty."""
    is_free = _DUTY.search(sentence) and DENIAL.search(sentence) and not demands(sentence)
    return bool(is_free or _LEAVE.search(sentence))


def denials(sentence: str) -> int:
    """How many words of it deny something."""
    return sum(1 for _ in DENIAL.finditer(sentence))


def exclusions(sentence: str) -> int:
    """How many words of it rule something out, or could do so."""
    return denials(sentence) + sum(1 for _ in _LIMIT.finditer(sentence))


def rules_out(sentence: str) -> bool:
    """Whether it says that something is not so, or not for everybody."""
    return bool(DENIAL.search(sentence) or _RULED_OUT.search(sentence))


def bars(sentence: str) -> bool:
    """Whether it says that somebody is ruled out, or whom alone it leaves."""
    return rules_out(sentence) or bool(re.search(r"\b(?:alone|while)\b", sentence, re.I))


def is_unbound(sentence: str) -> bool:
    """Whether it neither denies nor demands anything."""
    return not (denials(sentence) or demands(sentence))


def words_in(sentence: str) -> frozenset[str]:
    """The beginnings of the words of a sentence that carry it."""
    return frozenset(stem(token[0].lower()) for token in _TOKEN.finditer(sentence)) - _SMALL
