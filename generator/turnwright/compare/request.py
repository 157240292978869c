"""Request: which systems are to be compared, and with which options and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnwright.compare.table import Column, column, shared_questions
from turnwright.compare.variants import UnknownSystem, named_variant
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

    A name is that of a system, or of a system with a pack, an option or a reading and its
    alternative after a dot. Raises
    ComparisonRefused for names that are not known and systems that cannot be compared, and
    SourceError for options that do not go together.
    """
    readings = readings or {}
    if len(names) < 2:
        raise ComparisonRefused("Name two systems to compare, or more.")
    problems = []
    named = []
    for name in names:
        try:
            named.append(named_variant(library, name))
        except UnknownSystem as unknown:
            problems.append(str(unknown))
    if problems:
        raise ComparisonRefused("\n".join(problems))
    systems = [library.effective(each.system) for each in named]
    for what, wanted in (("options", options), ("readings", tuple(readings))):
        known = {each for ruleset in systems for each in getattr(ruleset, what)}
        for each in wanted:
            if each not in known:
                hint = did_you_mean(each, known)
                one = what.removesuffix("s")
                raise ComparisonRefused(f"None of these has the {one} {quoted(each)}. {hint}")
    columns = []
    for variant, system in zip(named, systems, strict=True):
        on = [each for each in options if each in system.options]
        read = {key: choice for key, choice in readings.items() if key in system.readings}
        if variant.chosen or not (on or read):
            columns.append(column(variant.ruleset, variant.key, variant.title))
            continue
        rules = library.effective(variant.system, on, read)
        chosen = ", ".join((*on, *(f"{key}={choice}" for key, choice in read.items())))
        columns.append(column(rules, variant.key, f"{rules.title} ({chosen})"))
    if not shared_questions(columns):
        titles = enumerated([each.title for each in columns], "and")
        raise ComparisonRefused(f"There is no question that {titles} all answer.")
    return tuple(columns)
