"""The library: every ruleset and example that was read, and the rules that hold in play."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from turnwright.language.condition import Condition
from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset
from turnwright.load.clash import Clash, unmet
from turnwright.load.examination import examine_example, note_unknown_ruleset
from turnwright.load.family import Family
from turnwright.load.file import decode
from turnwright.load.gathering import gather
from turnwright.load.names import Names
from turnwright.load.problem import Place, Problem, SourceError, did_you_mean, quoted
from turnwright.load.shelf import Shelf
from turnwright.load.written import ExampleFile, Written, examples_of, slug

SAID = "what was said"
"""Where problems are that are not in a file."""


class Library:
    """Rulesets and examples, read and found to be in order."""

    def __init__(self, family: Family, examples: Iterable[ExampleFile]) -> None:
        self._family = family
        self._example_files = tuple(examples)
        self.rulesets: Mapping[str, Ruleset] = family.rulesets
        """As they were written, by id."""
        self.examples: tuple[Example, ...] = _with_slugs(self._example_files)
        """In the order of their files."""

    @classmethod
    def read(cls, *paths: str | Path) -> Library:
        """Read folders and files, and whatever rulesets they build on.

        Without a path: the rulesets that come with Turnwright. Raises SourceError with
        everything that is wrong in any of the files.
        """
        gathered = gather(Shelf(tuple(Path(path) for path in paths)))
        library = cls(gathered.family, gathered.examples)
        if gathered.problems:
            raise SourceError(gathered.problems)
        return library

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """The ruleset and all it stands on, as written, the lowest first."""
        return self._family.chain(ruleset)

    def effective(
        self,
        ruleset: str,
        options: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
        without: str = "",
    ) -> Ruleset:
        """The rules that hold with these options and readings.

        `without` takes one clause away, by full id, before anything is patched: what it
        replaced is back. Raises SourceError when patches do not go together.
        """
        whole, clashes = self._family.effective(ruleset, options, readings, params, without)
        clashes += _unknown(whole, options, readings or {}) or unmet(whole, options, params or {})
        if clashes:
            raise SourceError(self._family.told(ruleset, clash) for clash in clashes)
        return whole

    def example(self, said: Mapping[str, object]) -> Example:
        """An example that a program states, held to the same rules as one in a file.

        Raises SourceError with everything that is wrong with it.
        """
        text = decode(json.dumps(said, ensure_ascii=False).encode(), SAID)
        found, problems = examples_of(text)
        for file in found:
            known = file.example.ruleset
            if known in self.rulesets:
                examine_example(self._family, file, Names(self._family, known))
            else:
                note_unknown_ruleset(file, set(self.rulesets))
        if problems:
            raise SourceError(problems)
        return found[0].example

    def full_id(self, ruleset: str, reference: str) -> str:
        """The full id of a clause as a ruleset or its examples cite it; empty when unknown."""
        clause = self._family.citations(ruleset).find(reference)
        return clause.full_id if clause else ""

    def place(self, clause: str) -> Place:
        """Where the clause with this full id stands. Raises KeyError when there is none."""
        return self._family.place(clause)

    def problem(self, path: str, line: int, message: str, hint: str = "") -> Problem:
        """A problem found later, such as a claim that does not come true, at a line of a file."""
        written: tuple[Written, ...] = (*self._family.files.values(), *self._example_files)
        for one in written:
            file = one.report.file
            if file.path == path:
                return file.problem(line, file.column_of(line), message, hint)
        return Problem(path=path, line=line, message=message, hint=hint)

    def source(self, ruleset: str) -> Path:
        """The file of a ruleset."""
        return self._family.files[ruleset].source


def _unknown(
    whole: Ruleset, options: Iterable[str], readings: Mapping[str, str]
) -> tuple[Clash, ...]:
    """Options, readings and alternatives that a ruleset does not have."""
    clashes = [
        Clash(f"There is no option {quoted(name)}.", did_you_mean(name, whole.options))
        for name in options
        if name not in whole.options
    ]
    for name, choice in readings.items():
        if name not in whole.readings:
            hint = did_you_mean(name, whole.readings)
            clashes.append(Clash(f"There is no reading {quoted(name)}.", hint))
        elif choice not in (known := whole.readings[name].alternatives):
            message = f"Reading {quoted(name)} has no alternative {quoted(choice)}."
            clashes.append(Clash(message, did_you_mean(choice, known)))
    return tuple(clashes)


def _with_slugs(files: Iterable[ExampleFile]) -> tuple[Example, ...]:
    """The examples, each with the name of its page, which no other of its ruleset has."""
    taken: dict[tuple[str, str], int] = {}
    examples = []
    for file in files:
        example = file.example
        name = slug(example.example)
        count = taken[example.ruleset, name] = taken.get((example.ruleset, name), 0) + 1
        examples.append(replace(example, slug=name if count == 1 else f"{name}-{count}"))
    return tuple(examples)
