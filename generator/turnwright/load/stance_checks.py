"""Checks of stances: what a sentence demands, allows and denies is what stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from turnwright.language.clause import Clause
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

Told = tuple[str, str]
"""A message and a hint."""


def wrong_stances(clause: Clause, part: Iterable[Clause]) -> Iterator[Told]:
    """What a clause says against its own meaning; `part` are the clauses beside it."""
    meaning = getattr(clause, "means", None)
    said = _words(meaning)
    if not said or clause.follows:
        return
    if said == {"bars"} and not stances.rules_out(clause.text):
        yield "This rules nothing out, and its meaning bars somebody.", ""
    is_free = _leaves_choice(meaning)
    is_choice = (is_free and said <= {"finish", "passing"}) or said <= _OPEN
    if is_choice and not stances.leaves_open(clause.text):
        yield "This leaves nobody a choice, and its meaning does.", ""
    duties = stances.demands(clause.text)
    if duties and said <= _FREE:
        offers = any(_leaves_choice(getattr(each, "means", None)) for each in part)
        if is_free or offers or not said & {"each", "finish", "passing"}:
            yield f"This says {quoted(duties[0].word)}, and its meaning demands nothing.", ""


def _words(meaning: object) -> set[str]:
    """The words that a meaning says, but for when it holds."""
    if meaning is None:
        return set()
    own = fields(meaning)  # type: ignore[arg-type]
    return {each.name for each in own if getattr(meaning, each.name) != each.default} - {"when"}


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
        for duty in stances.demands(sentence)[:1]:
            if not any(_supports_duty(sentence, text) for text in said):
                message = f"This says {quoted(duty.word)}, and no clause behind it demands that."
                yield at, (message, "")
        for leave in stances.allowances(sentence)[:1]:
            if any(map(stances.demands, said)) and not any(map(stances.leaves_open, said)):
                word = next(found[0].word for text in said if (found := stances.demands(text)))
                message = f"This says {quoted(leave.word)}, and what is behind it {quoted(word)}."
                yield at, (message, "")
        for word in stances.turned(sentence, words, mine):
            message = f"This says {quoted(word)}, and what is behind it says the opposite."
            yield at, (message, "")
        yield from ((at, told) for told in _denied(sentence, behind))


def _supports_duty(sentence: str, text: str) -> bool:
    """Whether a text speaks of a duty, or rules something out in much the same words."""
    is_alike = likeness(sentence, text) >= _ALIKE
    return stances.speaks_of_duty(text) or (is_alike and stances.rules_out(text))


_ALIKE, _NEARLY_THE_SAME = 0.4, 0.8
_ELSE = re.compile(r"\b(?:outside|other|others)\b")


def _denied(sentence: str, behind: Iterable[Clause]) -> Iterator[Told]:
    """Of what bars somebody, a sentence in nearly the same words that bars nobody."""
    pieces = re.split(r"(?<=[.;])\s+", sentence)
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
