"""Checks of stances: what a sentence demands, allows and denies is what stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum

from turnwright.language.clause import Clause
from turnwright.language.condition import Within
from turnwright.language.turn_order import Allowed
from turnwright.load import stances
from turnwright.load.problem import quoted
from turnwright.load.stances import likeness

_OPEN = frozenset({"may_enter", "may_leave", "may_stay", "instead"})
"""Words that do nothing but leave somebody a choice."""
_FREE = frozenset(
    {*_OPEN, "each", "each_ability", "together", "among", "order", "uneven", "waives"}
)
_FREE |= {"counts_as", "sets", "ends", "starts", "add", "first", "finish", "passing", "items"}
"""Words that demand nothing of a player; `each` does where nobody may be done before."""

_OFFERS = frozenset({"each", "uses", "repeats"})
"""Words beside which a sentence need not tell who is ruled out."""

Told = tuple[str, str]
"""A message and a hint."""


def wrong_stances(clause: Clause, part: Iterable[Clause]) -> Iterator[Told]:
    """What a clause says against its own meaning; `part` are the clauses beside it."""
    meaning = getattr(clause, "means", None)
    said = _words(meaning)
    if not said or clause.follows:
        return
    denied = 0 if clause.machine or said & _OFFERS else _denials_in(meaning) + ("bars" in said)
    if stances.exclusions(clause.text) < min(denied, 2):
        yield "This rules out less than its meaning does: a `not` seems to be missing.", ""
    is_plain = not (stances.rules_out(clause.text) or _CONDITIONAL.search(clause.text))
    if said == {"needs"} and is_plain and not clause.machine:
        yield (
            "This is said of all, and its meaning needs something: an `only` seems to be missing.",
            "",
        )
    is_near = any(isinstance(each, Within) for each in _inside(meaning))
    if is_near and not denied and stances.is_far(clause.text):
        yield "This says `beyond`, and its meaning has what is within.", ""
    is_free = _leaves_choice(meaning)
    is_choice = (is_free and said <= {"finish", "passing"}) or said <= _OPEN
    if is_choice and not stances.leaves_open(clause.text):
        yield "This leaves nobody a choice, and its meaning does.", ""
    duties = stances.demands(clause.text)
    if duties and (said <= _FREE or "each" in said):
        offers = any(_leaves_choice(getattr(each, "means", None)) for each in part)
        if is_free or offers or not said & {"each", "finish", "passing", "cadence"}:
            yield f"This says {quoted(duties[0].word)}, and its meaning demands nothing.", ""


def _words(meaning: object) -> set[str]:
    """The words that a meaning says, but for when it holds."""
    if meaning is None:
        return set()
    own = fields(meaning)  # type: ignore[arg-type]
    return {each.name for each in own if getattr(meaning, each.name) != each.default} - {"when"}


_CONDITIONAL = re.compile(
    r"\b(?:if|when|where|who|whose|that|with|at least|at most|may|can|qualif\w+|as|by|takes)\b",
    re.I,
)
"""What else tells that something is so for some."""


def _inside(value: object) -> Iterator[object]:
    """A value, and all values inside it."""
    yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _inside(each)
    elif is_dataclass(value) and not isinstance(value, Enum):
        for field in fields(value):
            yield from _inside(getattr(value, field.name))


def _denials_in(meaning: object) -> int:
    """How often a meaning says `not`; one inside another adds nothing."""
    if isinstance(meaning, tuple):
        return sum(map(_denials_in, meaning))
    if not is_dataclass(meaning) or isinstance(meaning, Enum):
        return 0
    given = (
        (each.name, value)
        for each in fields(meaning)
        if (value := getattr(meaning, each.name)) is not None and value != each.default
    )
    return sum(1 if name == "not_" else _denials_in(value) for name, value in given)


def _leaves_choice(meaning: object) -> bool:
    return Allowed.ALLOWED in (getattr(meaning, "finish", None), getattr(meaning, "passing", None))


def wrong_beside(
    sentences: Sequence[str], behind: Sequence[Clause], texts: Sequence[str] = ()
) -> Iterator[tuple[int, Told]]:
    """What sentences say against the clauses behind them, each with its position.

    `texts` are further sentences that stand behind them, such as the answers to a question.
    """
    said = [*(clause.text for clause in behind), *filter(None, texts)]
    if not said:
        return
    words = set().union(*map(stances.words_of, said))
    mine = set().union(*map(stances.words_of, sentences))
    for at, sentence in enumerate(sentences):
        if sentence.endswith("?"):
            continue
        for piece in _pieces(sentence):
            for duty in stances.demands(piece)[:1]:
                if not _is_duty(piece, behind, said):
                    told = f"This says {quoted(duty.word)}, and no clause behind it demands that."
                    yield at, (told, "")
            if not any(stances.turned(piece, words, mine)):
                yield from ((at, told) for told in _against(piece, behind))
        for leave in stances.allowances(sentence)[:1]:
            if any(map(stances.demands, said)) and not any(map(stances.leaves_open, said)):
                word = next(found[0].word for text in said if (found := stances.demands(text)))
                message = f"This says {quoted(leave.word)}, and what is behind it {quoted(word)}."
                yield at, (message, "")
        for word in stances.turned(sentence, words, mine):
            message = f"This says {quoted(word)}, and what is behind it says the opposite."
            yield at, (message, "")
        yield from ((at, told) for told in _denied(sentence, behind))


def _pieces(sentence: str) -> list[str]:
    return re.split(r"(?<=[.;])\s+", sentence)


def _is_duty(piece: str, behind: Iterable[Clause], said: Iterable[str]) -> bool:
    """Whether a text speaks of a duty, or a clause in much the same words demands something."""
    if any(map(stances.speaks_of_duty, said)):
        return True
    alike = (clause for clause in behind if likeness(piece, clause.text) >= _A_LITTLE)
    return any(_words(getattr(clause, "means", None)) & _DEMANDS for clause in alike)


_DEMANDS = frozenset({"needs", "target", "must_end", "route", "moves", "uses", "among", "bars"})


def _against(piece: str, behind: Sequence[Clause]) -> Iterator[Told]:
    """A word whose opposite is in a clause that says much the same, and in none like it."""
    near = [(likeness(piece, clause.text), clause) for clause in behind]
    mine = stances.words_of(piece)
    for like, clause in near:
        if like < _MUCH_ALIKE:
            continue
        for word in stances.turned(piece, stances.words_of(clause.text), mine):
            is_elsewhere = any(
                word in stances.words_of(other.text)
                for likely, other in near
                if likely >= _A_LITTLE
            )
            if not is_elsewhere:
                yield f"This says {quoted(word)}, and {quoted(clause.id)} says the opposite.", ""


_A_LITTLE, _MUCH_ALIKE, _NEARLY_THE_SAME = 0.25, 0.6, 0.8


def wrong_question(asked: str, question: str) -> Iterator[Told]:
    """What a question of a book says against the one that it stands for."""
    mine, others = stances.words_of(asked), stances.words_of(question)
    for word in stances.turned(asked, others, mine):
        yield f"This says {quoted(word)}, and the question that it asks says the opposite.", ""
    duty, leave = {"must", "has", "have", "had"}, {"may", "can", "could"}
    if "must" in mine and not others & duty and others & leave:
        yield "This asks for what must be done, and the reading for what may be.", ""
    if "may" in mine and others & duty and not others & leave:
        yield "This asks for what may be done, and the reading for what must be.", ""


_ELSE = re.compile(r"\b(?:outside|other|others)\b")


def _denied(sentence: str, behind: Iterable[Clause]) -> Iterator[Told]:
    """Of what bars somebody, a sentence in nearly the same words that bars nobody."""
    pieces = _pieces(sentence)
    ruling = [piece for piece in pieces if stances.rules_out(piece) or _ELSE.search(piece)]
    for clause in behind:
        is_bar = _words(getattr(clause, "means", None)) == {"bars"}
        if not is_bar or stances.denials(clause.text) != 1:
            continue
        carries = stances.stems(clause.text)
        if any(len(stances.stems(piece) & carries) > 1 for piece in ruling):
            continue
        for piece in pieces:
            if likeness(piece, clause.text) >= _NEARLY_THE_SAME:
                yield f"This rules nothing out, and {quoted(clause.id)} behind it does.", ""


_YES_OR_NO = re.compile(r"(yes|no)\b", re.I)


def answer_of(text: str) -> str:
    """`yes` or `no`, where an answer begins with one."""
    found = _YES_OR_NO.match(text)
    return found[1].lower() if found else ""
