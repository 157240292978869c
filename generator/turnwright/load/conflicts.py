"""Conflicts of effective rules: between clauses, patches, chosen options, and bands of checks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from turnwright.language.check import Check, CheckClause, Judged
from turnwright.language.clause import Clause, Combine, Meaning, Word, words_of
from turnwright.language.ruleset import Body, Part, Ruleset
from turnwright.load.problem import MAX_PROBLEMS, did_you_mean, enumerated, quoted
from turnwright.load.scalars import parse_dice

Key = tuple[str, str]
"""A part of a ruleset: its kind and its name."""

OF_ONE_TERM = "reads_as"
"""The word that a clause of effects says of its own term alone."""


@dataclass(frozen=True)
class RuleConflict:
    """Conflict in effective rules: clauses that contradict each other, or choices that do."""

    message: str
    hint: str = ""
    clauses: tuple[Clause, ...] = ()
    """The clauses involved; the problem is located at the last one."""
    about_params: bool = False
    """True when the conflict is about the params of an option."""


def parts_of(body: Body, keys: Collection[Key] | None) -> Iterator[tuple[str, str, Part]]:
    """The parts of a body, or only those of these keys that it has."""
    if keys is None:
        yield from body.parts()
        return
    for kind, name in keys:
        if name in getattr(body, kind):
            yield kind, name, getattr(body, kind)[name]


class ClauseWord(NamedTuple):
    """Value that one clause gives one word."""

    clause: Clause
    word: str
    value: Any
    guarded: bool
    """True when it holds only while something else does."""


SaidWords = dict[str, list[ClauseWord]]
"""Statements by word."""


class ClauseWords:
    """What clauses say, word by word: each of them is taken apart once."""

    def __init__(self) -> None:
        # By identity, as clauses are slow to compare; a clause that is kept keeps its own.
        self._kept: dict[int, tuple[Clause, tuple[ClauseWord, ...]]] = {}

    def of(self, clause: Clause) -> tuple[ClauseWord, ...]:
        """The statements of a clause; none where it has no meaning."""
        if id(clause) not in self._kept:
            self._kept[id(clause)] = clause, tuple(_statements(clause))
        return self._kept[id(clause)][1]

    def by_word(self, clauses: Iterable[Clause]) -> SaidWords:
        """The statements of several clauses, by word."""
        found: SaidWords = {}
        for clause in clauses:
            for statement in self.of(clause):
                found.setdefault(statement.word, []).append(statement)
        return found


def _statements(clause: Clause) -> Iterator[ClauseWord]:
    """What a clause says, word by word; nothing where it has no meaning."""
    meaning: Meaning | None = getattr(clause, "means", None)
    if meaning is not None:
        for word in words_of(type(meaning)):
            if (value := getattr(meaning, word)) is not None:
                yield ClauseWord(clause, word, value, meaning.when is not None)


def declared_of(statement: ClauseWord) -> Word:
    """What is declared of the word of a statement."""
    meaning: Meaning = statement.clause.means  # type: ignore[attr-defined]
    return words_of(type(meaning))[statement.word]


def is_single(statement: ClauseWord) -> bool:
    """True for a word that only one clause of a part may say."""
    return declared_of(statement).combine is Combine.ONE


def duplicate_words(
    body: Body, keys: Collection[Key] | None = None, statements: ClauseWords | None = None
) -> tuple[RuleConflict, ...]:
    """Conflicts of clauses: two that set the same word of a part, where only one may."""
    conflicts = []
    statements = statements or ClauseWords()
    said_of_effects: dict[str, Clause] = {}
    if keys is not None and any(kind == "effects" for kind, _ in keys):
        keys = dict.fromkeys((*keys, *(("effects", name) for name in body.effects))).keys()
    for kind, name, part in parts_of(body, keys):
        clauses_by_word: dict[str, Clause] = said_of_effects if kind == "effects" else {}
        # Headings are for people: all clauses of effects speak of the same, except for these.
        clauses_by_word.pop(OF_ONE_TERM, None)
        for clause in part.clauses:
            for statement in statements.of(clause):
                # Only unconditional clauses are compared: `when` keeps the others apart.
                if not statement.guarded and is_single(statement):
                    first = clauses_by_word.setdefault(statement.word, clause)
                    if first is not clause:
                        conflicts.append(_duplicate_word(name, statement.word, first, clause))
    return tuple(conflicts)


def option_conflicts(
    ruleset: Ruleset, options: Iterable[str], params: Collection[str]
) -> tuple[RuleConflict, ...]:
    """Conflicts of chosen options: unmet `needs`, `excludes`, missing or unused params."""
    conflicts, chosen = [], [name for name in dict.fromkeys(options) if name in ruleset.options]
    for name in chosen:
        option = ruleset.options[name]
        conflicts += [
            RuleConflict(f"Option {quoted(name)} needs {quoted(other)}.", f"Add {quoted(other)}.")
            for other in option.needs
            if other not in chosen
        ]
        conflicts += [
            RuleConflict(f"Options {enumerated(sorted((name, other)), 'and')} exclude each other.")
            for other in option.excludes
            if other in chosen
        ]
        conflicts += [
            RuleConflict(
                f"Option {quoted(name)} needs a value for {quoted(param)}.",
                f"Supply it under `params`: {what}.",
                about_params=True,
            )
            for param, what in option.params.items()
            if param not in params
        ]
    wanted = {param for name in chosen for param in ruleset.options[name].params}
    conflicts += [
        RuleConflict(
            f"No chosen option asks for {quoted(param)}.",
            did_you_mean(param, wanted),
            about_params=True,
        )
        for param in params
        if param not in wanted
    ]
    return tuple(dict.fromkeys(conflicts))


def patch_collision(target: str, first: Clause, second: Clause) -> RuleConflict:
    """Conflict of two patches that change one clause."""
    patches = [_clause_in_patch(first), _clause_in_patch(second)]
    return RuleConflict(
        _capitalized(f"{' and '.join(patches)} both change {quoted(target)}."),
        "Choose one of them, or let one exclude the other.",
        (first, second),
    )


def _duplicate_word(part: str, word: str, first: Clause, second: Clause) -> RuleConflict:
    """Conflict of two clauses that set the same word of one part."""
    descriptions = [_clause_in_patch(second), _clause_in_patch(first)]
    if first.of == second.of:
        descriptions = [quoted(second.full_id), quoted(first.full_id)]
    return RuleConflict(
        _capitalized(f"{' and '.join(descriptions)} both say `{word}` of {quoted(part)}."),
        "Let one replace the other, or keep them apart with `when`.",
        (first, second),
    )


def _clause_in_patch(clause: Clause) -> str:
    """Description of a clause with the patch that adds it."""
    kind = "reading" if ":" in clause.of else "option" if clause.of else "ruleset"
    return f"{kind} {quoted(clause.of or clause.ruleset)} ({quoted(clause.full_id)})"


def _capitalized(text: str) -> str:
    """Capitalise the first letter of a sentence."""
    return text[:1].upper() + text[1:]


Range = tuple[int | None, int | None]
"""Lowest and highest number of a band, both included; None where an end is open."""


def band_conflicts(body: Body, keys: Collection[Key] | None = None) -> tuple[RuleConflict, ...]:
    """Conflicts of bands: totals without an outcome, with two, or that the dice cannot give."""
    return tuple(
        conflict
        for _, name, part in parts_of(body, keys)
        if isinstance(part, Check)
        for conflict in _check_conflicts(name, part)
    )


def _check_conflicts(name: str, check: Check) -> list[RuleConflict]:
    """Conflicts of the bands of one check."""
    # A band of the natural roll stands before the others, and so contradicts none of them.
    bands = [
        clause
        for clause in check.clauses
        if clause.means and clause.means.band and not clause.means.band.natural
    ]
    if len(bands) > MAX_PROBLEMS:
        message = f"Check {quoted(name)} has more than {MAX_PROBLEMS} bands."
        return [
            RuleConflict(
                message, "Neighbours with one outcome are one band.", (bands[MAX_PROBLEMS],)
            )
        ]
    conflicts = [conflict for clause in bands for conflict in _empty(clause)]
    rolls = [clause for clause in check.clauses if clause.means and clause.means.roll]
    faces = _faces(check, rolls)
    if not bands or faces is None:
        return [*conflicts, *_overlaps(bands, ())]
    low, high = faces
    if not any(clause.means and clause.means.add is not None for clause in check.clauses):
        conflicts += [conflict for clause in bands for conflict in _out_of_range(clause, low, high)]
    totals = range(low, high + 1)
    if all(_numbers(clause) for clause in bands):
        none = [total for total in totals if not _bands_for(bands, total)]
        if none:
            message = f"Check {quoted(name)} has no outcome for {_totals(none)}."
            conflicts.append(
                RuleConflict(message, "Give every total of the dice an outcome.", (rolls[0],))
            )
    return conflicts + _overlaps(bands, totals)


def _faces(check: Check, rolls: list[CheckClause]) -> tuple[int, int] | None:
    """Lowest and highest number that the bands are about; None when nobody can tell."""
    meaning = rolls[0].means if len(rolls) == 1 else None
    if meaning is None or meaning.roll is None:
        return None
    judged = {clause.means.judged for clause in check.clauses if clause.means} - {None}
    of_each_die = judged == {Judged.EACH_DIE}
    if len(judged) > 1 or (judged and not of_each_die and judged != {Judged.TOTAL}):
        return None
    if not isinstance(meaning.roll, str):
        return (1, meaning.roll.faces) if of_each_die else None
    if not (rolled := parse_dice(meaning.roll)):
        return None
    return (1, rolled[1]) if of_each_die else (rolled[0], rolled[0] * rolled[1])


def _numbers(clause: CheckClause) -> Range | None:
    """Ends of a clause's band where both are plain numbers, or open; else None."""
    band = clause.means.band if clause.means else None
    if band is None:
        return None
    low, high = band.low, band.high
    if (low is None or isinstance(low, int)) and (high is None or isinstance(high, int)):
        return low, high
    return None


def _empty(clause: CheckClause) -> list[RuleConflict]:
    """Conflict of a band that no total fits."""
    low, high = _numbers(clause) or (None, None)
    if low is None or high is None or low <= high:
        return []
    return [RuleConflict(f"No total is {low} or more and {high} or less.", "", (clause,))]


def _out_of_range(clause: CheckClause, low: int, high: int) -> list[RuleConflict]:
    """Conflict of a band with totals outside the range of the dice."""
    first, last = _numbers(clause) or (None, None)
    lowest, highest = low if first is None else first, high if last is None else last
    if (first is not None and last is not None and first > last) or (
        low <= lowest <= high and low <= highest <= high
    ):
        return []
    wanted = str(lowest) if lowest == highest else f"{lowest} to {highest}"
    message = f"The dice give {low} to {high}, never {wanted}."
    return [RuleConflict(message, "", (clause,))]


def _covers(outer: Range | None, inner: Range | None) -> bool:
    """True when every total of the inner range is one of the outer."""
    if outer is None or inner is None:
        return False
    from_below = outer[0] is None or (inner[0] is not None and outer[0] <= inner[0])
    return from_below and (outer[1] is None or (inner[1] is not None and inner[1] <= outer[1]))


def _overlaps(bands: list[CheckClause], known: Sequence[int]) -> list[RuleConflict]:
    """Overlapping bands: totals that have two outcomes at the same time."""
    both: dict[tuple[str, str], list[int]] = {}
    clauses = {clause.full_id: clause for clause in bands}
    # Only plain bands are compared: play stops when a guarded one holds beside another.
    plain = [clause for clause in bands if clause.means and clause.means.when is None]
    ends = [end for clause in plain for end in _numbers(clause) or () if end is not None]
    totals = known or range(min(ends, default=0), min(max(ends, default=-1), 999) + 1)
    for total in totals:
        for first, second in pairwise(_bands_for(plain, total)):
            both.setdefault((first.full_id, second.full_id), []).append(total)
    return [
        RuleConflict(
            f"{_totals(totals)} {'is' if len(totals) == 1 else 'are'} both "
            f"{quoted(_outcome(clauses[first]))} and {quoted(_outcome(clauses[second]))}.",
            "Give every total one outcome.",
            (clauses[first], clauses[second]),
        )
        for (first, second), totals in both.items()
    ]


def _bands_for(bands: list[CheckClause], total: int) -> list[CheckClause]:
    """Clauses whose band has plain numbers as ends, and contains this total."""
    return [clause for clause in bands if _covers(_numbers(clause), (total, total))]


def _outcome(clause: CheckClause) -> str:
    """Outcome of a clause's band; empty when it has none."""
    return clause.means.band.outcome if clause.means and clause.means.band else ""


def _totals(totals: list[int]) -> str:
    """Ranges of totals as text: `7`, `2 to 4 and 9`."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
