"""Conflicts between clauses, patches and chosen options of effective rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from turnwright.language.clause import Clause, Combine, Meaning, words_of
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.problem import did_you_mean, enumerated, quoted

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
