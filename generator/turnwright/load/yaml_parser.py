"""Parser of YAML files into syntax trees with places.

It consumes PyYAML's events, so nothing is ever built from tags or anchors, and nesting is
bounded before it can overflow the stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Lines

import yaml

from turnwright.load.files import INVISIBLE, File
from turnwright.load.problem import MAX_PROBLEMS, Problem, quoted
from turnwright.load.scalars import ambiguity, parse_scalar
from turnwright.load.syntax_tree import Mapping, Node, Scalar, Sequence

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""In a browser there is no compiled one."""
MAX_DEPTH = 40
"""Limit of nesting."""

# Empty values and merge keys have messages of their own.
_NEVER_AMBIGUOUS = frozenset({"", "<<"})


def parse_documents(file: File) -> tuple[list[Node], list[Problem]]:
    """Parse a file into syntax trees, one a document; and its problems."""
    reader = _Parser(file)
    try:
        found = list(reader.documents())
    except yaml.YAMLError as error:
        reader.report(*syntax_error(error, file.lines))
        found = []
    except _TooManyProblems:
        found = []
    except _TooDeep as deep:
        reader.report(deep.line, deep.column, f"This is nested deeper than {MAX_DEPTH} levels.")
        found = []
    if not found and not reader.problems:
        reader.report(1, 1, "This file is empty.")
    return found, reader.problems


class _TooManyProblems(Exception):
    """The limit of problems is reached."""


class _TooDeep(Exception):
    """The limit of nesting is exceeded."""

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column = line, column


class _Parser:
    """Parser state of one file: its events and problems."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.events: Iterator[yaml.Event] = iter(())

    def report(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Add a problem."""
        self.problems.append(self.file.problem(line, column, message, hint))

    def documents(self) -> Iterator[Node]:
        """Parse every document, in order."""
        self.events = iter(LOADER(self.file.text).get_event, None)
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                node = self.node(next(self.events), 0)
                if isinstance(node, Scalar) and node.text == "":
                    self.report(node.line, node.column, "This document is empty.")
                yield node

    def node(self, event: yaml.Event, depth: int) -> Node:
        """Parse the node that begins with this event."""
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if depth > MAX_DEPTH:
            raise _TooDeep(line, column)
        if len(self.problems) > MAX_PROBLEMS:
            raise _TooManyProblems
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            self.refuse_tricks(event, line, column)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, line, column)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(Sequence(line, column), depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(Mapping(line, column), depth, bool(event.flow_style))
        return Scalar(line, column, "", "")

    def sequence(self, sequence: Sequence, depth: int) -> Sequence:
        """Parse the items up to the end of a sequence."""
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            item = self.node(event, depth + 1)
            if is_nothing(item, event):
                self.report(item.line, item.column, "This item has no value.", "Remove it.")
            sequence.items.append(item)
        return sequence

    def mapping(self, mapping: Mapping, depth: int, is_flow: bool) -> Mapping:
        """Parse the entries up to the end of a mapping."""
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.node(event, depth + 1)
            value_event = next(self.events)
            value = self.node(value_event, depth + 1)
            if not isinstance(key, Scalar):
                self.report(key.line, key.column, "A key must be a single word.")
                continue
            if is_nothing(value, value_event):
                self.report(
                    key.line,
                    key.column,
                    f"{quoted(key.text)} has no value.",
                    IN_BRACES if is_flow else "Give it one, or leave the key out.",
                )
                # Later problems of the missing value are located at its key.
                value.line, value.column = key.line, key.column
            if key.text == "<<" and not getattr(event, "style", ""):
                self.report(
                    key.line, key.column, "Merge keys (`<<`) are not used here.", "Write it out."
                )
            elif (first := mapping.keys.get(key.text)) is not None:
                self.report(
                    key.line,
                    key.column,
                    f"{quoted(key.text)} is here twice.",
                    f"The first one is in line {first.line}, column {first.column}.",
                )
            else:
                mapping.keys[key.text], mapping.values[key.text] = key, value
        return mapping

    def scalar(self, event: yaml.ScalarEvent, line: int, column: int) -> Scalar:
        """Parse a scalar, keeping its text."""
        if event.style or not event.implicit[0]:
            if INVISIBLE.search(event.value):
                self.report(
                    line, column, "There is an invisible character in this text.", "Remove it."
                )
            elif not event.value.strip():
                self.report(line, column, "This text is empty.", "Fill it, or leave it out.")
            return Scalar(line, column, event.value, event.value)
        warning = "" if event.value in _NEVER_AMBIGUOUS else ambiguity(event.value)
        return Scalar(line, column, event.value, parse_scalar(event.value), warning)

    def refuse_tricks(self, event: yaml.Event, line: int, column: int) -> None:
        """Report anchors, aliases and tags, which are not supported."""
        anchor = str(getattr(event, "anchor", None) or "")
        if isinstance(event, yaml.AliasEvent):
            message = f"Aliases ({quoted('*' + anchor)}) are not used here."
            self.report(line, column, message, "Write it out.")
        elif anchor:
            message = f"Anchors ({quoted('&' + anchor)}) are not used here."
            self.report(line, column, message, "Write it out.")
        if tag := getattr(event, "tag", None):
            short = str(tag).replace("tag:yaml.org,2002:", "!!")
            message = f"Tags ({quoted(short)}) are not used here."
            self.report(line, column, message, "Write the value without it.")


def is_nothing(node: Node, event: yaml.Event) -> bool:
    """True for an absent value."""
    if not isinstance(node, Scalar) or node.text or not isinstance(event, yaml.ScalarEvent):
        return False
    return not (event.style or event.tag or event.anchor)


IN_BRACES = "Between { and } a text with a comma must be in quotes, and `: ` stands after each key."


def syntax_error(error: BaseException, lines: Lines[str]) -> tuple[int, int, str, str]:
    """Line, column, message and hint for an error of PyYAML in a file of these lines."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return 1, 1, f"This is not YAML: {error}.", ""
    if error.context_mark and "while scanning a quoted scalar" in (error.context or ""):
        # The end of the file, or of the document, is not where the mistake is.
        opened = error.context_mark
        if "found unexpected" in (error.problem or ""):
            return opened.line + 1, opened.column + 1, "These quotes are not closed.", "Close them."
    at = error.problem_mark or error.context_mark
    place = (at.line + 1, at.column + 1) if at else (1, 1)
    return *place, *_told(error, lines)


def _told(error: yaml.MarkedYAMLError, lines: Lines[str]) -> tuple[str, str]:
    """Message and hint for an error with a place."""
    problem = error.problem or "it cannot be read"
    if "maximum nesting depth" in problem:
        return f"This is nested deeper than {MAX_DEPTH} levels.", ""
    mark, opened = error.problem_mark, error.context_mark
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    before = line[: mark.column] if mark else ""
    hints = {
        "mapping values are not allowed": "A text that contains `: ` must be in quotes."
        if ":" in before
        else "This line is indented otherwise than the key above it, or that one is a text that "
        "goes on here.",
        "found character that cannot start any token": "Quote a text that begins with a special "
        "character.",
        "did not find expected": "Look at the indentation, and at brackets and quotes above.",
        "could not find expected ':'": "Look for a missing colon or quote just above.",
        "found unexpected end of stream": "A quote or bracket is not closed.",
    }
    hint = next((hint for start, hint in hints.items() if start in problem), "")
    if "\t" in line[: len(line) - len(line.lstrip())] and not before.strip():
        return "This line is indented with a tab.", "Put spaces in its place."
    if opened and "while parsing a flow node" in (error.context or ""):
        hint = "Something is missing here, or a bracket above is not closed."
    elif opened and "while parsing a flow" in (error.context or ""):
        hint = f"The bracket of line {opened.line + 1}, column {opened.column + 1} is not closed."
    return f"This is not YAML: {problem}.", hint
