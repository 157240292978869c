"""Parsed files: a ruleset or examples as written, with their diagnostics."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from turnwright.language.clause import Source
from turnwright.language.example import Example
from turnwright.language.roster import Roster
from turnwright.language.ruleset import LANGUAGE, Body, Reading, Ruleset
from turnwright.load.decoding import decode_document
from turnwright.load.example_syntax import WrittenExample, example_of
from turnwright.load.files import File, read_file
from turnwright.load.problem import Problem
from turnwright.load.syntax_tree import Diagnostics, Mapping, Node, Scalar

MAX_SLUG = 60
"""Letters of a slug: a page names every example, and file systems refuse more than 255."""

AnyBody = TypeVar("AnyBody", bound=Body)
Content = TypeVar("Content")


@dataclass(frozen=True)
class SourceFile:
    """Document of a source file, with its diagnostics."""

    source: Path
    diagnostics: Diagnostics


@dataclass(frozen=True)
class RulesetFile(SourceFile):
    """Ruleset with its source file."""

    ruleset: Ruleset


@dataclass(frozen=True)
class ExampleFile(SourceFile):
    """Example with its source file."""

    example: Example
    written: Example
    """The same as its author wrote it, with the keys of the file."""

    def __reduce__(self) -> tuple[type[ExampleFile], tuple[object, ...]]:
        """What is pickled has been checked, for which alone it matters how it was written."""
        return ExampleFile, (self.source, self.diagnostics, self.example, self.example)


@dataclass(frozen=True)
class Companion(SourceFile, Generic[Content]):
    """What stands beside rulesets, or beside one: a roster, a ledger, a proof or a book."""

    content: Content


def _parse_one(path: Path, kind: str) -> tuple[Diagnostics | None, list[Problem]]:
    """Diagnostics of a file's one document: None when it has none; and its problems."""
    file = read_file(path)
    if isinstance(file, Problem):
        return None, [file]
    roots, problems = _parse(file)
    for extra in roots[1:]:
        message = f"A file holds one {kind}; here begins another document."
        problems.append(file.problem(extra.line, extra.column, message))
    return Diagnostics(file, roots[0], problems) if roots else None, problems


def read_ruleset(path: Path) -> tuple[RulesetFile | None, list[Problem]]:
    """Parse the ruleset of a file: None when it cannot be decoded; and its problems."""
    diagnostics, problems = _parse_one(path, "ruleset")
    if diagnostics is None:
        return None, problems
    return _decoded_ruleset(diagnostics, path), problems


def read_companion(
    path: Path, cls: type[Content], kind: str
) -> tuple[Companion[Content] | None, list[Problem]]:
    """Parse a file beside rulesets: None when it cannot be decoded; and its problems."""
    diagnostics, problems = _parse_one(path, kind)
    content = decode_document(cls, diagnostics) if diagnostics else None
    if diagnostics is None or content is None:
        return None, problems
    return Companion(path, diagnostics, content), problems


def read_roster(path: Path) -> tuple[Companion[Roster] | None, list[Problem]]:
    """Parse the roster of a file: None when it cannot be decoded; and its problems."""
    file, problems = read_companion(path, Roster, "roster")
    if file is None:
        return None, problems
    named = replace(file.content, path=file.diagnostics.file.path, name=path.stem)
    return replace(file, content=named), problems


def read_sample(path: Path) -> tuple[RulesetFile | None, list[ExampleFile], list[Problem]]:
    """Parse a file that holds a ruleset and, as further documents, its examples."""
    file = read_file(path)
    if isinstance(file, Problem):
        return None, [], [file]
    roots, problems = _parse(file)
    documents = [Diagnostics(file, root, problems) for root in roots]
    ruleset = _decoded_ruleset(documents[0], path) if documents else None
    found = (_decoded_example(document, path) for document in documents[1:])
    return ruleset, [example for example in found if example is not None], problems


def _decoded_ruleset(diagnostics: Diagnostics, path: Path) -> RulesetFile | None:
    """Decode a document as a ruleset: None when it cannot be decoded."""
    if not _is_of_this_edition(diagnostics):
        return None
    ruleset = decode_document(Ruleset, diagnostics)
    if ruleset is None:
        return None
    return RulesetFile(path, diagnostics, _fill_clauses(ruleset, path))


def _decoded_example(diagnostics: Diagnostics, path: Path) -> ExampleFile | None:
    """Decode a document as an example: None when it cannot be decoded."""
    written = decode_document(WrittenExample, diagnostics)
    if written is None:
        return None
    example = replace(example_of(written), path=diagnostics.file.path)
    return ExampleFile(path, diagnostics, example, written)


def _is_of_this_edition(diagnostics: Diagnostics) -> bool:
    """True unless the file is of another edition of the language, which is then a diagnostic.

    Nothing else is checked in such a file, for its words may mean something else.
    """
    root = diagnostics.root
    if not isinstance(root, Mapping):
        return True  # Decoding has a diagnostic for it.
    if "language" not in root.values:
        diagnostics.note(
            (),
            "This ruleset does not say in which edition of the language it is written.",
            f"{_WRITE_EDITION} If it is older than that, it has to be rewritten. {_HELP}",
        )
        return False
    edition = root.values["language"]
    written = edition.value if isinstance(edition, Scalar) else None
    if not isinstance(written, int) or isinstance(written, bool) or written == LANGUAGE:
        return True
    if written == 1:
        diagnostics.note(
            ("language",),
            "This is written in the first edition of the language, which is no longer read.",
            f"It has to be rewritten in the second edition. {_HELP}",
        )
    elif written > LANGUAGE:
        diagnostics.note(
            ("language",),
            f"This is written in edition {written} of the language, and this Turnwright reads "
            f"edition {LANGUAGE}.",
            "A newer one may read it: pip install --upgrade turnwright",
        )
    else:
        message = f"There is no edition {written} of the language."
        diagnostics.note(("language",), message, _WRITE_EDITION)
    return False


_WRITE_EDITION = f"Write `language: {LANGUAGE}` below its id."
_HELP = "The page `write-a-ruleset` shows how."


def read_examples(path: Path) -> tuple[list[ExampleFile], list[Problem]]:
    """Parse the examples of a file: those that can be decoded; and its problems."""
    found, problems = parse_examples(read_file(path), path)
    for file in found:
        if (
            not file.example.play
            and file.example.start is None
            and not file.diagnostics.has_removed(())
            and not file.diagnostics.has(("play",))  # An empty one has a problem of its own.
        ):
            file.diagnostics.note((), "This example plays nothing and claims nothing.")
    return found, problems


def parse_examples(
    file: File | Problem, path: Path = Path()
) -> tuple[list[ExampleFile], list[Problem]]:
    """Parse the examples of a text: those that can be decoded; and its problems."""
    if isinstance(file, Problem):
        return [], [file]
    roots, problems = _parse(file)
    found = (_decoded_example(Diagnostics(file, root, problems), path) for root in roots)
    return [example for example in found if example is not None], problems


def slug(sentence: str) -> str:
    """Slug of a sentence: lower-case words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", sentence).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", "")))
    if len(words) > MAX_SLUG:
        words = words[: MAX_SLUG + 1].rpartition("-")[0] or words[:MAX_SLUG]
    return words or "example"


def _parse(file: File) -> tuple[list[Node], list[Problem]]:
    """Parse a file into syntax trees, one a document; and its problems."""
    # Imported lazily: playing loaded rules does not need YAML.
    from turnwright.load.yaml_parser import parse_documents

    return parse_documents(file)


def _fill_clauses(ruleset: Ruleset, path: Path) -> Ruleset:
    """Fill in the loader's fields of every clause of a ruleset."""
    # A ruleset without an id is checked under the name of its folder.
    named = replace(ruleset, ruleset=ruleset.ruleset or path.absolute().parent.resolve().name)
    body = _fill_body(named, named.ruleset, "", None)

    def reading(name: str, value: Reading) -> Reading:
        alternatives = {
            choice: _fill_body(alternative, named.ruleset, f"{name}:{choice}", value.source)
            for choice, alternative in value.alternatives.items()
        }
        return replace(value, alternatives=alternatives)

    return replace(
        body,
        options={
            name: _fill_body(option, named.ruleset, name, option.source)
            for name, option in ruleset.options.items()
        },
        readings={name: reading(name, value) for name, value in ruleset.readings.items()},
    )


def _fill_body(body: AnyBody, ruleset: str, of: str, source: Source | None) -> AnyBody:
    """Fill in the ruleset, layer and source of a body's clauses."""
    return body.with_clauses(
        lambda part, clause: replace(
            clause, ruleset=ruleset, of=of, source=clause.source or part.source or source
        )
    )
