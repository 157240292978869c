"""Why patches do not go together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from turnwright.language.clause import Clause, Combine
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.problem import did_you_mean, in_a_row, quoted

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class Clash:
    """Why patches do not go together."""

    message: str
    hint: str = ""
    clauses: tuple[Clause, ...] = ()
    """The clauses it is about; the last one is where to look."""
    about_params: bool = False
    """True when it is about what an option was told."""


def said_twice(body: Body) -> tuple[Clash, ...]:
    """Words that only one clause of a part may say, and that two say."""
    clashes = []
    for _, name, part in body.parts():
        said: dict[str, Clause] = {}
        for clause in part.clauses:
            meaning = clause.means
            # Two that hold at different times are kept apart by `when`.
            if meaning is None or meaning.when is not None:
                continue
            for word in _one_only(meaning):
                if getattr(meaning, word) is None:
                    continue
                first = said.setdefault(word, clause)
                if first is not clause:
                    clashes.append(_twice(name, word, first, clause))
    return tuple(clashes)


def unmet(ruleset: Ruleset, options: Iterable[str], params: Collection[str]) -> tuple[Clash, ...]:
    """What chosen options still need, exclude, or want to be told. `ruleset` is effective."""
    clashes, chosen = [], [name for name in dict.fromkeys(options) if name in ruleset.options]
    for name in chosen:
        option = ruleset.options[name]
        clashes += [
            Clash(f"Option {quoted(name)} needs {quoted(other)}.", f"Add {quoted(other)}.")
            for other in option.needs
            if other not in chosen
        ]
        clashes += [
            Clash(f"Options {in_a_row(sorted((name, other)), 'and')} exclude each other.")
            for other in option.excludes
            if other in chosen
        ]
        clashes += [
            Clash(
                f"Option {quoted(name)} wants to be told {quoted(param)}.",
                f"Supply it under `params`: {what}.",
                about_params=True,
            )
            for param, what in option.params.items()
            if param not in params
        ]
    wanted = {param for name in chosen for param in ruleset.options[name].params}
    clashes += [
        Clash(
            f"No chosen option asks for {quoted(param)}.",
            did_you_mean(param, wanted),
            about_params=True,
        )
        for param in params
        if param not in wanted
    ]
    return tuple(dict.fromkeys(clashes))


def _one_only(meaning: DataclassInstance) -> tuple[str, ...]:
    """The words of a meaning that only one clause may say."""
    cls = type(meaning)
    if cls not in _ONE_ONLY:
        _ONE_ONLY[cls] = tuple(
            field.name for field in fields(cls) if field.metadata.get("combine") is Combine.ONE
        )
    return _ONE_ONLY[cls]


_ONE_ONLY: dict[type, tuple[str, ...]] = {}


def both_change(target: str, first: Clause, second: Clause) -> Clash:
    """Two patches that change one clause."""
    return Clash(
        _sentence(f"{_with_patch(first)} and {_with_patch(second)} both change {quoted(target)}."),
        "Choose one of them, or let one exclude the other.",
        (first, second),
    )


def _twice(part: str, word: str, first: Clause, second: Clause) -> Clash:
    """Two clauses that say the same word of one part."""
    told = [_with_patch(second), _with_patch(first)]
    if first.of == second.of:
        told = [quoted(second.full_id), quoted(first.full_id)]
    return Clash(
        _sentence(f"{' and '.join(told)} both say `{word}` of {quoted(part)}."),
        "Let one replace the other, or keep them apart with `when`.",
        (first, second),
    )


def _with_patch(clause: Clause) -> str:
    """A clause and the patch that brings it, in words."""
    kind = "reading" if ":" in clause.of else "option" if clause.of else "ruleset"
    return f"{kind} {quoted(clause.of or clause.ruleset)} ({quoted(clause.full_id)})"


def _sentence(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]
