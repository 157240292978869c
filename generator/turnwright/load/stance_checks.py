"""Checks of stances: what a sentence demands, allows and denies is what stands behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum

from turnwright.language.action import Instead, Result
from turnwright.language.change import Change, Moment, Which
from turnwright.language.check import Band
from turnwright.language.clause import Clause
from turnwright.language.condition import Rounded
from turnwright.language.eligibility import Tally
from turnwright.language.fact import Triggers
from turnwright.language.traversal import subvalues, texts_in
from turnwright.language.turn_order import Allowed, First
from turnwright.load import stances
from turnwright.load.problem import quoted
from turnwright.load.stances import opposed

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
    # An `only` tells what is needed, and so not also what is denied of it.
    only = len(_ONLY.findall(clause.text)) if "needs" in said else 0
    if stances.exclusions(clause.text) - only < min(denied, 2) or (
        said == {"bars"} and not (clause.machine or stances.bars(clause.text))
    ):
        yield "This rules out less than its meaning does: a `not` seems to be missing.", ""
    is_plain = not (stances.rules_out(clause.text) or _CONDITIONAL.search(clause.text))
    if said == {"needs"} and is_plain and not clause.machine:
        yield (
            "This is said of all, and its meaning needs something: an `only` seems to be missing.",
            "",
        )
    if said == {"bars"} and (found := stances.lets(clause.text)):
        yield f"This says {quoted(found)}, and its meaning rules somebody out.", ""
    triggers = getattr(meaning, "triggers", None)
    if triggers and (triggers is Triggers.NEVER) is not bool(stances.denials(clause.text)):
        yield f"This says the contrary of `triggers: {triggers}`.", ""
    is_free = _leaves_choice(meaning)
    is_choice = (is_free and said <= {"finish", "passing"}) or said <= _OPEN
    if is_choice and not stances.leaves_open(clause.text):
        yield "This leaves nobody a choice, and its meaning does.", ""
    if is_choice and (found := stances.forbids(clause.text)):
        yield f"This says {quoted(found)}, and its meaning leaves a choice.", ""
    if said <= {"sets", "counts_as"} and (found := stances.discounts(clause.text)):
        yield f"This says {quoted(found)}, and its meaning the contrary.", ""
    binds = stances.denials(clause.text) or stances.speaks_of_duty(clause.text)
    is_never = Allowed.NEVER in _allowed(meaning)
    if is_never and (stances.is_unbound(clause.text) or not binds):
        yield "This leaves somebody a choice, and its meaning does not.", ""
    if said == {"limit"} and not (stances.denials(clause.text) or _TIMES.search(clause.text)):
        yield "This says nothing of how often, and its meaning does.", ""
    if "limit" in said and stances.denies_once(clause.text):
        yield "This denies that something is done once, and its meaning does not.", ""
    yield from _other_words(clause.text, meaning)
    yield from _other_outcome(clause.text, getattr(meaning, "band", None), part)
    duty = stances.demands(clause.text)
    if duty and (said <= _FREE or "each" in said):
        offers = any(_leaves_choice(getattr(each, "means", None)) for each in part)
        if is_free or offers or not said & {"each", "finish", "passing", "cadence"}:
            yield f"This says {quoted(duty)}, and its meaning demands nothing.", ""


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


def _allowed(meaning: object) -> tuple[object, object]:
    return getattr(meaning, "finish", None), getattr(meaning, "passing", None)


def _leaves_choice(meaning: object) -> bool:
    return Allowed.ALLOWED in _allowed(meaning)


_ONLY = re.compile(r"\b(?:only|needs?)\b", re.I)
_TIMES = re.compile(r"\b(?:once|twice|most|only|one|two|three|single|each|more than|\d+)\b", re.I)
_BEGINS = r"\b(?:begins?|began|beginning|starts?|started|opens?|before)\b"
_ENDS = r"\b(?:ends?|ended|ending|over|after|finish\w*|done)\b"
_FIRST = r"\b(?:first|begins?|starts?|before|decides?)\b"
_EXTREME = re.compile(r"highest|lowest|closest")
_EXACT = r"\b(?:exactly|(?:no|not|never) less|at least)\b"
_AT_MOST = r"\b(?:up to|at most|or less|(?:no|not|never) (?:further|farther|more))\b"
_EACH_UNIT = r"^(?:each|every|a|any)(?: one)?(?: of your)? (?:single )?units?\b"
_NOT_FAR = r"\b(?:no|not|never|nobody|nothing)\b[^.;]* (?:beyond|outside)\b"
_FAR = r"\b(?:beyond|outside) \d+(?:[\"″]| inch)"
_SINGLY = r"\b(?:one|single|alone|singly)\b"
_SEVERAL = r"\b(?:two|three|several|many|any)\b"
_UP, _DOWN = (rf"\bround\w*\b[^.;]*?\b{way}\b" for way in ("up", "down"))
_THEIRS = r"\b(?:opponents?|others?|enem\w+|defend\w+|target\w*|wounded|struck|inactive)\b"
_YOURS = r"\b(?:you|active player|whose unit (?:acts|attacks|fights|shoots|moves))\b"
_OPPOSITES = (
    ("another side that is first", _THEIRS, "the side that acts first", _YOURS),
    ("the start of a step", _BEGINS, "the end of a step", _ENDS),
    ("a least distance", _EXACT, "no least distance", _AT_MOST),
    ("what is rounded up", _UP, "what is rounded down", _DOWN),
    ("one at a time", _SINGLY, "several at a time", _SEVERAL),
    ("who is first", _FIRST, "who is last", r"\blast\b"),
    ("a count for each unit", _EACH_UNIT, "a count for a side", r"\bsides?\b"),
    ("nothing beyond a distance", _NOT_FAR, "something beyond one", _FAR),
    ("what is lowest", r"\blow(?:est|er)\b", "what is highest", r"\bhigh(?:est|er)\b"),
    ("what is closest", r"\b(?:closest|nearest)\b", "what is furthest", r"\bf[au]rthest\b"),
)
"""What a meaning can have, with the words for it, and its opposite with the words for that."""


def _held(meaning: object) -> Iterator[str]:
    """What of the opposites a meaning has."""
    for it in subvalues(meaning):
        if isinstance(it, Moment) and (it.start or it.end):
            yield "the start of a step" if it.start else "the end of a step"
        elif isinstance(it, Rounded):
            yield f"what is rounded {it}"
        elif isinstance(it, Enum) and (extreme := _EXTREME.search(str(it.value))):
            yield f"what is {extreme[0]}"
    if moves := getattr(meaning, "moves", None):
        yield "a least distance" if moves.at_least else "no least distance"
    many = {getattr(meaning, word, None) for word in ("together", "items")}
    yield from (f"{it} at a time" for it in ("one", "several") if it in many)
    if any(getattr(meaning, word, None) is not None for word in ("first", "decides", "ties")):
        yield "who is first"
    if getattr(meaning, "first", None) is First.OTHER:
        yield "another side that is first"
    if (limit := getattr(meaning, "limit", None)) and limit.by is Tally.SIDE:
        yield "a count for a side"
    denies = _denials_in(meaning) or getattr(meaning, "bars", None) is not None
    if not denies:
        yield "nothing beyond a distance"


def _other_words(text: str, meaning: object) -> Iterator[Told]:
    """Where a sentence says the opposite of what its meaning has, and not that, or no `next`."""
    held = {*_held(meaning)}
    turned = (row[2:] + row[:2] for row in _OPPOSITES)
    for has, words, opposite, others in (*_OPPOSITES, *turned):
        found = re.search(others, text, re.I) if held & {has, opposite} == {has} else None
        if found and not re.search(words, text, re.I):
            yield f"This says {quoted(found[0])}, and its meaning has {has}.", ""
    if getattr(meaning, "risky", None) and not re.search(r"\brisky\b", text, re.I):
        yield "This does not say `risky`, and its meaning does.", ""
    outcomes = {name for it in subvalues(meaning) for name in _outcomes(it)}
    fails = outcomes and all(map(_UNDONE.match, outcomes))
    says_so = _FAILED.search(text) or stances.denials(text)
    if fails and not says_so and (found := _SUCCESS.search(text)):
        yield f"This says {quoted(found[0])}, and its meaning {quoted(min(outcomes))}.", ""
    if Which.NEXT in subvalues(meaning) and not re.search(r"\bnext\b", text, re.I):
        yield "This does not say `next`, and its meaning does.", ""


def _outcomes(value: object) -> tuple[str, ...]:
    """The outcomes for which something is so."""
    said = getattr(value, "outcome", ()) if isinstance(value, Change | Instead | Result) else ()
    return (said,) if isinstance(said, str) else said


_UNDONE = re.compile(r"no|un|fail|miss")
"""How the names of outcomes begin by which something does not come about."""

_FAILED = re.compile(r"\b(?:fail|miss|otherwise|without)", re.I)


def _other_outcome(text: str, band: Band | None, part: Iterable[Clause]) -> Iterator[Told]:
    """Where a sentence tells of an outcome that clauses beside it are about."""
    if band is None or stances.denials(text):
        return
    if band.outcome.startswith(("no", "un")):
        if (found := _SUCCESS.search(text)) and not _FAILURE.search(text):
            yield f"This says {quoted(found[0])}, and its meaning {quoted(band.outcome)}.", ""
        return
    beside = (getattr(getattr(each, "means", None), "band", None) for each in part)
    others = {each.outcome for each in beside if each is not None} - {band.outcome}
    told = {word[:4] for word in stances.words_in(text)}
    # A raking shot is one that rakes.
    is_told = any(word.startswith(band.outcome[:4].rstrip("e")) for word in told)
    for other in sorted(others) if not is_told else ():
        if other[:4] in told:
            yield f"This tells of {quoted(other)}, and its meaning of {quoted(band.outcome)}.", ""


_SUCCESS = re.compile(r"\b(?:succeeds?|successful|passed|passes|hits|wounds|saves|saved)\b", re.I)
_FAILURE = re.compile(r"\b(?:fail\w*|miss\w*|lost|loses|without|instead)\b", re.I)


def wrong_steps(clause: Clause, home: str, titles: Mapping[str, str]) -> Iterator[Told]:
    """Where a sentence names another step than its meaning, as the one while which it is so.

    `titles` are those of steps by name, and `home` is the name of the part of the clause.
    """
    meaning = getattr(clause, "means", None)
    yield from _other_order(clause.text, getattr(meaning, "sequence", None) or (), titles)
    words = ("until", "open", "step", "start", "end", "if_gone", "covers_until", "passed")
    spans = (getattr(it, word, None) for it in subvalues(meaning) for word in words)
    meant = {titles[name] for span in spans if span for name in texts_in(span) if name in titles}
    told = stances.words_in(clause.text)
    unsaid = [title for title in sorted(meant) if not (stances.words_in(title) - _STEPS) & told]
    if not unsaid:
        return
    right = {titles.get(name, "") for name in (home, *texts_in(meaning))}
    found = {it for it in titles.values() if it[:1].isupper() and _names(clause.text, it)}
    if until := _UNTIL.search(clause.text):
        word = (until["a"] or until["b"]).lower()
        ends = [it for it in titles.values() if it.lower().split()[-1:] == [word]]
        if len(set(ends)) == 1 and not any(it.lower().endswith(word) for it in (*right, *unsaid)):
            found |= {*ends}
    for title in sorted(found - right):
        if not any(title in other for other in found - {title}):
            yield f"This names {quoted(title)}, and its meaning {quoted(unsaid[0])}.", ""


_SPANS = ("this", "per", "lost_models")
"""Words of a meaning that say since when something counts."""


def wrong_span(
    clause: Clause, home: str, titles: Mapping[str, str], facts: Collection[str]
) -> Iterator[Told]:
    """Where a sentence says `this turn`, and by its meaning something counts since another step.

    A fact has a time of its own, so where one is named, the sentence may tell that.
    """
    meaning = getattr(clause, "means", None)
    named = {*texts_in(meaning)}
    spans = [getattr(it, word, None) for it in subvalues(meaning) for word in _SPANS]
    meant = [titles[name] for name in spans if isinstance(name, str) and name in titles]
    is_told = any(title.lower() in clause.text.lower() for title in meant)
    if not meant or is_told or named.intersection(facts):
        return
    right = {titles[name].split()[-1].lower() for name in (home, *named) if name in titles}
    for title in sorted(set(titles.values()), key=lambda it: (-len(it), it)):
        last = title.split()[-1].lower()
        words = f"(?:{re.escape(title)}|{re.escape(last)})"
        found = re.search(rf"\bthis {words}\b", clause.text, re.I)
        if found and last not in right:
            yield f"This says {quoted(found[0])}, and its meaning has {quoted(meant[0])}.", ""
            return


def _other_order(text: str, steps: Sequence[str], titles: Mapping[str, str]) -> Iterator[Told]:
    """Where a sentence that lists steps has them in another order than its meaning."""
    heads = [head for step in steps for head in titles.get(step, "").split()[:1]]
    found = [re.search(rf"\b{re.escape(head)}\b", text) for head in heads]
    places = [it.start() for it in found if it]
    if len(places) == len(steps) > 2 and places != sorted(places):
        yield f"This does not list {quoted(heads[0])} and what follows in their order.", ""


_STEPS = frozenset(map(stances.stem, ("phase", "subphase", "sub-phase", "turn", "step", "round")))
"""Words that name no step by themselves."""


_UNTIL = re.compile(
    r"\b(?:(?:until|when) (?:the|this|that|the next) (?P<a>\w+) (?:begins|ends|is over)"
    r"|ends with the (?P<b>\w+))\b",
    re.I,
)
"""A step that is named by its last word, such as `until the turn ends`, as one that ends it."""


def wrong_names(
    clause: Clause, home: str, titles: Mapping[str, str], beside: Callable[[], Collection[str]]
) -> Iterator[Told]:
    """Where a sentence names another fact, or keyword, than its meaning.

    `titles` are theirs by name, `home` is the name of the part of the clause, and `beside` tells
    the names that its other clauses, and what it names, are about.
    """
    meaning = getattr(clause, "means", None)
    named = {*texts_in(meaning), home}
    meant = {name: titles[name] for name in sorted(named & {*titles})}
    told = stances.words_in(clause.text)
    unsaid = [
        title
        for name, title in meant.items()
        if not told & stances.words_in(f"{title} {name.replace('_', ' ')}")
    ]
    capitals = {it.lower(): it for it in re.findall(r"\b[A-Z]{5,}\b", clause.text)}
    others = {**titles, **capitals} if unsaid and not clause.follows else {}
    for name, title in others.items():
        if title.lower() not in clause.text.lower() or name in named:
            continue
        is_part = any(title.lower() in other.lower() for other in meant.values())
        is_told = re.search(rf"\b{re.escape(title)}s?\b", clause.text, re.I)
        if is_told and not is_part and name not in beside():
            yield f"This names {quoted(title)}, and its meaning {quoted(unsaid[0])}.", ""


def wrong_side(text: str, behind: Iterable[Clause], sides: Sequence[str]) -> Iterator[Told]:
    """Where a sentence has another side first than what it says; `sides` are in their order.

    It is the side that begins, or else the first of those that are named.
    """
    listed = (First.LISTED_FIRST, First.LISTED_SECOND)
    said = {getattr(getattr(clause, "means", None), "first", None) for clause in behind}
    if len(first := said.intersection(listed)) == 1 and len(sides) > 1:
        named = rf"\b({'|'.join(map(re.escape, sides))})\b"
        told = re.search(rf"{named} begins\b", text, re.I) or re.search(named, text, re.I)
        side = sides[listed.index(first.pop())]
        if told and told[1].lower() != side.lower():
            yield f"This has {quoted(told[1])} first, and its meaning {quoted(side)}.", ""


def _names(text: str, title: str) -> bool:
    """Whether a text has a title inside a sentence, and not as one spoken of before.

    After `in`, a phase need not be called one: `in Movement`.
    """
    head = re.sub(r" (?:sub-?)?phase$", "", title, flags=re.I)
    named = rf"(?<![.:] )(?<!\bthat )(?<!^)\b{re.escape(title)}\b|\bin {re.escape(head)}\b"
    return re.search(named, text) is not None


def wrong_beside(
    sentences: Sequence[str],
    behind: Sequence[Clause],
    texts: Iterable[str] = (),
    others: Iterable[str] | None = None,
) -> Iterator[tuple[int, Told]]:
    """What sentences say against the clauses behind them, each with its position.

    `texts` are further sentences that stand behind them, such as the answers to a question;
    `others` those of them that are so, where not all are.
    """
    said = [*(clause.text for clause in behind), *filter(None, texts)]
    for at, sentence in enumerate(sentences):
        if sentence.endswith("?") or not said:
            continue
        for piece in _pieces(sentence):
            if (duty := stances.demands(piece)) and not _is_duty(piece, behind, said):
                message = f"This says {quoted(duty)}, and no clause behind it demands that."
                yield at, (message, "")
        leave, duties = stances.allows(sentence), [*filter(None, map(stances.demands, said))]
        if leave and duties and not any(map(stances.leaves_open, said)):
            yield at, (f"This says {quoted(leave)}, and what is behind it {quoted(duties[0])}.", "")
        yield from ((at, told) for told in _denied(sentence, behind))
    if others is not None:
        said = [*(clause.text for clause in behind), *filter(None, others)]
    yield from told_otherwise(sentences, said)


def told_otherwise(
    sentences: Sequence[str], others: Iterable[str], cases: Collection[str] = ()
) -> Iterator[tuple[int, Told]]:
    """Where other sentences of the same rules say the opposite, each with its position.

    `cases` are titles of examples, which have numbers of their own.
    """
    for wrong in opposed(sentences, others, cases):
        message = (
            f"This says {quoted(wrong.word)}, and of the same is said {quoted(wrong.opposite)}."
        )
        yield wrong.at, (message, f"Beside it stands: {wrong.other}")


def _pieces(sentence: str) -> list[str]:
    return re.split(r"(?<=[.;])\s+", sentence)


def _is_duty(piece: str, behind: Iterable[Clause], said: Iterable[str]) -> bool:
    """Whether a text speaks of a duty, or a clause in much the same words demands something."""
    if any(map(stances.speaks_of_duty, said)):
        return True
    alike = (clause for clause in behind if _likeness(piece, clause.text) >= _A_LITTLE)
    return any(_words(getattr(clause, "means", None)) & _DEMANDS for clause in alike)


_DEMANDS = frozenset({"needs", "target", "must_end", "route", "moves", "uses", "among", "bars"})
_A_LITTLE, _NEARLY_THE_SAME = 0.25, 0.8


def _likeness(one: str, other: str) -> float:
    """How much of the shorter of two sentences is in the other one; 0 where it is very little."""
    mine, theirs = stances.words_in(one), stances.words_in(other)
    shared = len(mine & theirs)
    return shared / min(len(mine), len(theirs)) if shared >= 3 else 0.0


def wrong_question(asked: str, question: str) -> Iterator[Told]:
    """What a question of a book says against the one that it stands for."""
    yield from (told for _, told in told_otherwise([asked], [question]))
    mine, others = _all_words(asked), _all_words(question)
    duty, leave = {"must", "has", "have", "had"}, {"may", "can", "could"}
    if "must" in mine and not others & duty and others & leave:
        yield "This asks for what must be done, and the reading for what may be.", ""
    if "may" in mine and others & duty and not others & leave:
        yield "This asks for what may be done, and the reading for what must be.", ""


def _all_words(sentence: str) -> set[str]:
    return set(re.findall(r"[a-z]+", sentence.lower()))


_ELSE = re.compile(r"\b(?:outside|other|others)\b")


def _denied(sentence: str, behind: Iterable[Clause]) -> Iterator[Told]:
    """Of what bars somebody, a sentence in nearly the same words that bars nobody."""
    pieces = _pieces(sentence)
    ruling = [piece for piece in pieces if stances.rules_out(piece) or _ELSE.search(piece)]
    for clause in behind:
        is_bar = _words(getattr(clause, "means", None)) == {"bars"}
        if not is_bar or stances.denials(clause.text) != 1:
            continue
        carries = stances.words_in(clause.text)
        if any(len(stances.words_in(piece) & carries) > 1 for piece in ruling):
            continue
        for piece in pieces:
            if _likeness(piece, clause.text) >= _NEARLY_THE_SAME:
                yield f"This rules nothing out, and {quoted(clause.id)} behind it does.", ""


_YES_OR_NO = re.compile(r"(yes|no)\b", re.I)


def answer_of(text: str) -> str:
    """`yes` or `no`, where an answer begins with one."""
    found = _YES_OR_NO.match(text)
    return found[1].lower() if found else ""
