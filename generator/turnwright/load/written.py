"""Files as they were written: a ruleset or examples, with every place remembered."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from turnwright.language.clause import Source
from turnwright.language.example import Example
from turnwright.language.ruleset import KINDS, Body, Option, Reading, Ruleset
from turnwright.load.declared import filled_in
from turnwright.load.file import File, read_file
from turnwright.load.problem import Problem, quoted
from turnwright.load.report import Report
from turnwright.load.shape import example_adapter, read_shape, ruleset_adapter
from turnwright.load.tree import Loc, Mapping, Node, at

AnyBody = TypeVar("AnyBody", bound=Body)


@dataclass(frozen=True)
class Written:
    """Something in a file."""

    source: Path
    report: Report


@dataclass(frozen=True)
class RulesetFile(Written):
    """A ruleset and the file it stands in."""

    ruleset: Ruleset


@dataclass(frozen=True)
class ExampleFile(Written):
    """One example and the file it stands in."""

    example: Example


def read_ruleset(path: Path) -> tuple[RulesetFile | None, list[Problem]]:
    """The ruleset of a file, as far as it can be read, and the problems on the way."""
    file = read_file(path)
    if isinstance(file, Problem):
        return None, [file]
    roots, problems = _documents(file)
    for extra in roots[1:]:
        message = "A file holds one ruleset; here begins another document."
        problems.append(file.problem(extra.line, extra.column, message))
    if not roots:
        return None, problems
    report = Report(file, roots[0], problems)
    ruleset = read_shape(Ruleset, ruleset_adapter(), report)
    if ruleset is None:
        return None, problems
    return RulesetFile(path, report, _filled(ruleset, report, path)), problems


def read_examples(path: Path) -> tuple[list[ExampleFile], list[Problem]]:
    """The examples of a file, as far as they can be read, and the problems on the way."""
    found, problems = examples_of(read_file(path), path)
    for file in found:
        if not file.example.play and file.example.start is None and not file.report.lost(()):
            file.report.note((), "This example plays nothing and claims nothing.")
    return found, problems


def examples_of(
    file: File | Problem, path: Path = Path()
) -> tuple[list[ExampleFile], list[Problem]]:
    """The examples of a text, as far as they can be read, and the problems on the way."""
    if isinstance(file, Problem):
        return [], [file]
    roots, problems = _documents(file)
    found = []
    for root in roots:
        report = Report(file, root, problems)
        example = read_shape(Example, example_adapter(), report)
        if example is not None:
            found.append(ExampleFile(path, report, _with_lines(example, report)))
    return found, problems


def slug(sentence: str) -> str:
    """A sentence as the name of a page: lower-case words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", sentence).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", ""))) or "example"


class Layer(NamedTuple):
    """A body of a ruleset file: the ruleset itself, an option, or an alternative of a reading."""

    of: str
    """The name that its clauses carry."""
    loc: Loc
    body: Body


def layers(ruleset: Ruleset) -> tuple[Layer, ...]:
    """Every body of a ruleset, itself first."""
    alternatives = (
        Layer(f"{name}:{choice}", ("readings", name, "alternatives", choice), alternative)
        for name, reading in ruleset.readings.items()
        for choice, alternative in reading.alternatives.items()
    )
    options = (Layer(name, ("options", name), option) for name, option in ruleset.options.items())
    return (Layer("", (), ruleset), *alternatives, *options)


def _documents(file: File) -> tuple[list[Node], list[Problem]]:
    """The documents of a file, and everything that is wrong with it as YAML."""
    # What has been read is played without YAML, so YAML is there only where a file is read.
    from turnwright.load.reader import documents

    return documents(file)


def _with_lines(example: Example, report: Report) -> Example:
    """The example with what the loader fills in, but for its slug."""
    _refuse_filled_in(report, (), Example)
    for position, line in enumerate(example.play):
        _refuse_filled_in(report, ("play", position), type(line))
    return replace(
        example,
        path=report.file.path,
        line=report.root.line,
        play=tuple(
            replace(line, line=at(report.root, ("play", position)).line)
            for position, line in enumerate(example.play)
        ),
    )


def _filled(ruleset: Ruleset, report: Report, path: Path) -> Ruleset:
    """The ruleset with what the loader fills in for its clauses."""
    # Without an id of its own a ruleset is looked at under the name of its folder.
    named = replace(ruleset, ruleset=ruleset.ruleset or path.resolve().parent.name)
    body = _body(named, named.ruleset, Layer("", (), named), None, report)

    def option(name: str, value: Option) -> Option:
        layer = Layer(name, ("options", name), value)
        return _body(value, named.ruleset, layer, value.source, report)

    def reading(name: str, value: Reading) -> Reading:
        alternatives = {
            choice: _body(
                alternative,
                named.ruleset,
                Layer(f"{name}:{choice}", ("readings", name, "alternatives", choice), alternative),
                value.source,
                report,
            )
            for choice, alternative in value.alternatives.items()
        }
        return replace(value, alternatives=alternatives)

    return replace(
        body,
        options={name: option(name, value) for name, value in ruleset.options.items()},
        readings={name: reading(name, value) for name, value in ruleset.readings.items()},
    )


def _body(
    body: AnyBody, ruleset: str, layer: Layer, source: Source | None, report: Report
) -> AnyBody:
    """A body whose clauses know who wrote them, where, and what they come from."""
    kinds: dict[str, Any] = {kind: dict(getattr(body, kind)) for kind in KINDS}
    for kind, name, part in body.parts():
        above: Loc = (*layer.loc, kind, name, "clauses")
        clauses = []
        for position, clause in enumerate(part.clauses):
            _refuse_filled_in(report, (*above, position), type(clause))
            clauses.append(
                replace(
                    clause,
                    ruleset=ruleset,
                    line=at(report.root, (*above, position)).line,
                    of=layer.of,
                    source=clause.source or part.source or source,
                )
            )
        kinds[kind][name] = replace(cast(Any, part), clauses=tuple(clauses))
    return replace(body, **kinds)


def _refuse_filled_in(report: Report, loc: Loc, cls: type) -> None:
    """Authors leave alone what the loader fills in."""
    node: Node = at(report.root, loc)
    for name in sorted(filled_in(cls)) if isinstance(node, Mapping) else ():
        if report.has((*loc, name)):
            report.note(
                (*loc, name),
                f"{quoted(name)} is filled in when the file is loaded.",
                "Leave it out.",
                key=True,
            )
