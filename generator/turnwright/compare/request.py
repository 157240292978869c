"""Request: which systems are to be compared, and with which options and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnwright.compare.table import Column, column, shared_questions
from turnwright.compare.variants import variants_of
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, enumerated, quoted


class ComparisonRefused(Exception):
    """Comparison error: what was asked for cannot be set side by side."""


def requested_columns(
    library: Library,
    names: Sequence[str],
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
) -> tuple[Column, ...]:
    """Columns of these systems; an option or a reading holds in every one that has it.

    A name is that of a system, or of a system with a pack or an option after a dot. Raises
    ComparisonRefused for names that are not known and systems that cannot be compared, and
    SourceError for options that do not go together.
    """
    readings = readings or {}
    if len(names) < 2:
        raise ComparisonRefused("Name two systems to compare, or more.")
    problems = [_unknown(library, name) for name in names if not _known(library, name)]
    if problems:
        raise ComparisonRefused("\n".join(problems))
    systems = [library.effective(name.partition(".")[0]) for name in names]
    for what, wanted in (("options", options), ("readings", tuple(readings))):
        known = {each for ruleset in systems for each in getattr(ruleset, what)}
        for each in wanted:
            if each not in known:
                hint = did_you_mean(each, known)
                one = what.removesuffix("s")
                raise ComparisonRefused(f"None of these has the {one} {quoted(each)}. {hint}")
    columns = []
    for name, system in zip(names, systems, strict=True):
        on = [each for each in options if each in system.options]
        read = {key: choice for key, choice in readings.items() if key in system.readings}
        if "." in name:
            columns += [
                column(each.ruleset, each.key, each.title)
                for each in variants_of(library, system.ruleset)
                if each.key == name
            ]
        else:
            rules = library.effective(name, on, read)
            chosen = ", ".join((*on, *(f"{key}={choice}" for key, choice in read.items())))
            columns.append(column(rules, name, f"{rules.title} ({chosen})" if chosen else ""))
    if not shared_questions(columns):
        titles = enumerated([each.title for each in columns], "and")
        raise ComparisonRefused(f"There is no question that {titles} all answer.")
    return tuple(columns)


def _known(library: Library, name: str) -> bool:
    system, _, chosen = name.partition(".")
    if system not in library.rulesets:
        return False
    return not chosen or any(each.key == name for each in variants_of(library, system))


def _unknown(library: Library, name: str) -> str:
    """What is wrong with a name, and what may have been meant."""
    system, _, _ = name.partition(".")
    if system in library.rulesets:
        known = [each.key for each in variants_of(library, system)]
    else:
        known = list(library.rulesets)
    return f"There is no system {quoted(name)}. {did_you_mean(name, known)}".strip()
