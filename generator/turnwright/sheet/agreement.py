"""Agreement: what players settle before a battle, as numbered questions with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from turnwright.describe.applicability import displaced_by, idle_clauses
from turnwright.describe.labels import heading
from turnwright.describe.settings import (
    assumed_clauses,
    gap_numbers,
    option_numbers,
    reading_numbers,
)
from turnwright.language.ruleset import Ruleset
from turnwright.sheet.content import Agreement, Blank, Way, styled_text
from turnwright.sheet.request import AgreedRules


def agreements(agreed: AgreedRules) -> Iterator[Agreement]:
    """Everything to agree on: options, readings, what the source lacks and what is assumed."""
    rules = agreed.rules
    for name, number in option_numbers(rules).items():
        option = rules.options[name]
        on = name in agreed.options
        yield Agreement(
            number=number,
            text=styled_text(f"**{option.title}**"),
            ways=(Way(text=styled_text(option.text or "Used."), chosen=on),),
            blanks=tuple(Blank(text=heading(param), box=False) for param in option.params),
        )
    for name, number in reading_numbers(rules).items():
        reading = rules.readings[name]
        choice = agreed.readings.get(name, reading.default)
        yield Agreement(
            number=number,
            text=styled_text(reading.question),
            ways=tuple(
                Way(
                    text=styled_text(way.text),
                    default=which == reading.default,
                    chosen=which == choice and choice != reading.default,
                )
                for which, way in reading.alternatives.items()
            ),
        )
    for gap, number in zip(rules.gaps, gap_numbers(rules), strict=True):
        agreed_on = Blank(text="We agreed", box=True)
        yield Agreement(number=number, text=styled_text(gap.text), blanks=(agreed_on,))
    for number, clause in assumed_clauses(rules, idle_clauses(rules)).items():
        yield Agreement(number=number, text=styled_text(clause.assumed))


def clause_marks(rules: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """Numbers of the options, readings, gaps and assumptions of each clause, by full id."""
    found: dict[str, dict[str, None]] = {}

    def note(clause: str, number: str) -> None:
        found.setdefault(clause, {})[number] = None

    options, readings = option_numbers(rules), reading_numbers(rules)
    for clause in rules.clauses():
        name = clause.of.partition(":")[0]
        if number := options.get(name) or readings.get(name):
            note(clause.full_id, number)
    for name, number in readings.items():
        for each in rules.readings[name].clauses:
            note(each, number)
        for way in rules.readings[name].alternatives.values():
            for each in displaced_by(way):
                note(each, number)
    for gap, number in zip(rules.gaps, gap_numbers(rules), strict=True):
        for each in gap.clauses:
            note(each, number)
    for number, clause in assumed_clauses(rules).items():
        note(clause.full_id, number)
    return {clause: tuple(numbers) for clause, numbers in found.items()}
