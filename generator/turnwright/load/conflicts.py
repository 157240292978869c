"""Conflicts of effective rules: between clauses, patches, chosen options, words and bands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from turnwright.language.action import Draws
from turnwright.language.check import Check, CheckClause, Judged
from turnwright.language.clause import Clause, Combine, Meaning, words_of
from turnwright.language.eligibility import Together
from turnwright.language.ruleset import Body, Part, Ruleset
from turnwright.language.step import DEALS, UNDEALT, Step
from turnwright.language.turn_order import IDLE_WORDS, Again, Cadence, OrderKey, Unable
from turnwright.load.formats import parse_dice
from turnwright.load.problem import MAX_PROBLEMS, did_you_mean, enumerated, quoted

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


def duplicate_words(body: Body) -> tuple[RuleConflict, ...]:
    """Conflicts of clauses: two that set the same word of a part, where only one may."""
    conflicts = []
    said_of_effects: dict[str, Clause] = {}
    for kind, name, part in body.parts():
        clauses_by_word: dict[str, Clause] = said_of_effects if kind == "effects" else {}
        # Headings are for people: all clauses of effects speak of the same, except for these.
        clauses_by_word.pop(OF_ONE_TERM, None)
        for clause in part.clauses:
            meaning = clause.means
            # Only unconditional clauses are compared: `when` keeps the others apart.
            if meaning is None or meaning.when is not None:
                continue
            for word in _single_words(meaning):
                if getattr(meaning, word) is None:
                    continue
                first = clauses_by_word.setdefault(word, clause)
                if first is not clause:
                    conflicts.append(_duplicate_word(name, word, first, clause))
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


def _single_words(meaning: Meaning) -> tuple[str, ...]:
    """Words of a meaning that only one clause of a part may set."""
    words = words_of(type(meaning))
    return tuple(name for name, word in words.items() if word.combine is Combine.ONE)


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


NO_CHECK = "none"
"""What a step says in `check` that is rolled for nothing."""


BODIES = "A step has one body: a `sequence`, a step that it `repeats`, or chances for `each`."


class _Statement(NamedTuple):
    """Value that one clause gives one word."""

    clause: Clause
    value: Any
    guarded: bool


_Statements = dict[str, list[_Statement]]


def idle_words(whole: Ruleset, about: Clause | None = None) -> tuple[RuleConflict, ...]:
    """Conflicts of words: those without what they belong to, and those that exclude each other.

    With `about`, only those of the parts in which this clause holds.
    """
    idle = templates(whole)
    return tuple(
        _located(conflict, whole)
        for kind, name, part in whole.parts()
        if about is None or _holds_in(whole, part, about)
        for conflict in _conflicts_of(whole, name, part, kind == "steps" and name in idle)
    )


def _holds_in(body: Body, part: Part, clause: Clause) -> bool:
    """True when a clause is one of a part, or of a step that this one is like."""
    seen: set[str] = set()
    while not any(each.full_id == clause.full_id for each in part.clauses):
        if not isinstance(part, Step) or part.like not in body.steps or part.like in seen:
            return False
        seen.add(part.like)
        part = body.steps[part.like]
    return True


def templates(body: Body) -> set[str]:
    """Steps that others are like, and that nothing opens."""
    return {step.like for step in body.steps.values()} - _opened_steps(body)


def _located(conflict: RuleConflict, whole: Ruleset) -> RuleConflict:
    """Conflict located at the clause that came last: of a ruleset above, of a patch, below."""
    top = whole.ruleset
    clauses = sorted(conflict.clauses, key=lambda it: (it.ruleset == top, bool(it.of), it.line))
    hint = conflict.hint
    if all(clause.ruleset != top for clause in clauses):
        hint = f"{hint} It is so in {quoted(top)}, which extends this ruleset.".strip()
    return replace(conflict, clauses=tuple(clauses), hint=hint)


def _conflicts_of(body: Body, name: str, part: Part, is_template: bool) -> Iterator[RuleConflict]:
    """Conflicts of the words that a part's own clauses say."""
    own = _statements(part.clauses)
    known = _with_inherited(body, part, own)
    reported: set[frozenset[str]] = set()
    for word, statements in own.items():
        declared = words_of(type(_meaning(statements[0].clause)))[word]
        if declared.beside and not is_template and not any(w in known for w in declared.beside):
            yield RuleConflict(
                f"`{word}` means nothing in {quoted(name)} without "
                f"{enumerated(declared.beside, 'or')}.",
                "",
                (statements[0].clause,),
            )
        for other in declared.apart:
            pair = frozenset((word, other))
            if pair not in reported and (found := _together(statements, known.get(other, []))):
                reported.add(pair)
                yield RuleConflict(
                    f"{enumerated((other, word), 'and')} mean nothing together in {quoted(name)}.",
                    BODIES if {word, other} <= {*UNDEALT, *DEALS} else "",
                    found,
                )
        if conflict := _idle_beside_cadence(name, word, statements, known):
            yield conflict
    yield from _idle_beside_values(name, own, known)
    if not is_template:
        yield from _idle_elsewhere(body, name, own)


def _together(first: list[_Statement], second: list[_Statement]) -> tuple[Clause, ...]:
    """Clauses of two words that can hold together: two that are both guarded may not."""
    for one in first:
        for other in second:
            if one.value == NO_CHECK or other.value == NO_CHECK:
                continue
            if not (one.guarded and other.guarded):
                clauses = dict.fromkeys((other.clause, one.clause))
                return tuple(clauses)
    return ()


def _idle_beside_cadence(
    name: str, word: str, statements: list[_Statement], known: _Statements
) -> RuleConflict | None:
    """Conflict of a word that means nothing beside any cadence of its step."""
    cadences = known.get("cadence", [])
    if not cadences or any(word not in IDLE_WORDS.get(it.value, ()) for it in cadences):
        return None
    value = f"cadence: {cadences[0].value}"
    return _idle_beside(name, word, value, cadences[0], statements[0])


def _idle_beside_values(name: str, own: _Statements, known: _Statements) -> Iterator[RuleConflict]:
    """Conflicts of words that mean nothing beside the values of other words."""
    groups = known.get("together", [])
    if groups and all(it.value is Together.ONE for it in groups):
        for word in {"group_needs", "group", "group_counts"} & own.keys():
            yield _idle_beside(name, word, "together: one", groups[0], own[word][0])
    cadences = known.get("cadence", [])
    if groups and cadences and all(it.value is not Cadence.EACH_UNIT for it in cadences):
        for group in own.get("together", []):
            if group.value is Together.TIED:
                value = f"cadence: {cadences[0].value}"
                yield _idle_beside(name, "together: tied", value, cadences[0], group)
    if cadences and all(it.value is Cadence.DRAW for it in cadences):
        for drawn in own.get("draws", []):
            for field in _idle_for_a_chance(drawn.value):
                yield _idle_beside(name, field, "cadence: draw", cadences[0], drawn)
    unable = known.get("unable", [])
    nobody_passes = "passing" not in known and all(it.value is Unable.WAITS for it in unable)
    if "passed" in own and unable and nobody_passes:
        yield _idle_beside(name, "passed", "unable: waits", unable[0], own["passed"][0])
    settled = [it for word in ("first", "decides", "ties") for it in known.get(word, [])]
    again = [it for it in own.get("ties", []) if it.value is Again.AGAIN]
    if again and not any(isinstance(it.value, OrderKey) and it.value.roll for it in settled):
        yield RuleConflict(
            f"`ties: again` means nothing in {quoted(name)}, where no dice are rolled for who is "
            "first.",
            "Say before it what is rolled, such as `ties: {roll: 1d6}`.",
            (again[0].clause,),
        )


def _idle_for_a_chance(drawn: str | Draws) -> tuple[str, ...]:
    """What is said of a draw and means nothing where it only says whose chance is next."""
    if isinstance(drawn, str):
        return ()
    plain = Draws(container=drawn.container)
    return tuple(word for word, said in vars(drawn).items() if said != getattr(plain, word))


def _idle_elsewhere(body: Body, name: str, own: _Statements) -> Iterator[RuleConflict]:
    """Conflicts of words that name another step which does not do its part."""
    for statement in (it for word in ("first", "decides", "ties") for it in own.get(word, [])):
        as_in = statement.value.as_in if isinstance(statement.value, OrderKey) else ""
        if as_in in body.steps and not {"first", "decides"} & _words_of(body, as_in).keys():
            yield RuleConflict(
                f"`as_in: {as_in}` means nothing in {quoted(name)}: nothing says which side is "
                f"first in {quoted(as_in)}.",
                "",
                (statement.clause,),
            )
    for statement in own.get("put_off", []):
        later = _words_of(body, statement.value)
        cadences = {it.value for it in later.get("cadence", [])}
        dealt = {step for it in later.get("each", []) for step in it.value}
        if statement.value in body.steps and (Cadence.PUT_OFF not in cadences or name not in dealt):
            yield RuleConflict(
                f"`put_off: {statement.value}` means nothing in {quoted(name)}: "
                f"{quoted(statement.value)} does not carry it out.",
                f"Say `cadence: put_off` in {quoted(statement.value)}, and {quoted(name)} in its "
                "`each`.",
                (statement.clause,),
            )


def _words_of(body: Body, step: str) -> _Statements:
    """Statements of a step, with those that it takes over; none for an unknown step."""
    part = body.steps.get(step, Step())
    return _with_inherited(body, part, _statements(part.clauses))


def _idle_beside(
    name: str, word: str, other: str, first: _Statement, second: _Statement
) -> RuleConflict:
    """Conflict of a word that means nothing beside the value of another."""
    clauses = tuple(dict.fromkeys((first.clause, second.clause)))
    return RuleConflict(f"`{word}` means nothing in {quoted(name)} beside `{other}`.", "", clauses)


def _with_inherited(body: Body, part: Part, own: _Statements) -> _Statements:
    """Statements of a part, and those that it takes over from the steps it is like."""
    known = {word: [*statements] for word, statements in own.items()}
    seen: set[str] = set()
    while isinstance(part, Step) and part.like in body.steps and part.like not in seen:
        seen.add(part.like)
        part = body.steps[part.like]
        for word, statements in _statements(part.clauses).items():
            if not _overrides(word, known.get(word, [])):
                known.setdefault(word, []).extend(statements)
    return known


def _overrides(word: str, statements: list[_Statement]) -> bool:
    """True when a part says a word of its own so that an inherited one does not count."""
    return any(
        not it.guarded and words_of(type(_meaning(it.clause)))[word].combine is Combine.ONE
        for it in statements
    )


def _statements(clauses: Iterable[Clause]) -> _Statements:
    """Statements of clauses, by word."""
    found: _Statements = {}
    for clause in clauses:
        meaning: Meaning | None = getattr(clause, "means", None)
        for word in words_of(type(meaning)) if meaning else ():
            if (value := getattr(meaning, word)) is not None:
                guarded = meaning is not None and meaning.when is not None
                found.setdefault(word, []).append(_Statement(clause, value, guarded))
    return found


def _meaning(clause: Clause) -> Meaning:
    """Meaning of a clause that has one."""
    meaning: Meaning = clause.means  # type: ignore[attr-defined]
    return meaning


def _opened_steps(body: Body) -> set[str]:
    """Steps that some clause opens."""
    return {opened for step in body.steps.values() for opened in opened_by(step.clauses)}


def opened_by(clauses: Iterable[Clause]) -> Iterator[str]:
    """Steps that clauses of a step open."""
    for clause in clauses:
        meaning: Any = getattr(clause, "means", None)
        if meaning is None:
            continue
        yield from meaning.sequence or ()
        yield from meaning.each or ()
        for word in (meaning.repeats, meaning.put_off):
            if word:
                yield word
        for chosen, field in ((meaning.instead, "step"), (meaning.passing, "opens")):
            if opened := getattr(chosen, field, ""):
                yield opened


Range = tuple[int | None, int | None]
"""Lowest and highest number of a band, both included; None where an end is open."""


def band_conflicts(body: Body) -> tuple[RuleConflict, ...]:
    """Conflicts of bands: totals without an outcome, with two, or that the dice cannot give."""
    return tuple(
        conflict
        for name, check in body.checks.items()
        for conflict in _check_conflicts(name, check)
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
