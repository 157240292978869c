"""Problem: a mistake in a file, with its place, a message and a hint, such as did-you-mean."""

import unicodedata
from collections.abc import Iterable, Set
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

MAX_PROBLEMS = 100
"""Limit of the problems reported for one file."""

MAX_EXCERPT_WIDTH = 100
"""Width of an excerpt; longer lines are cut around the caret."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Place in a file. Lines and columns are counted from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """Problem in a file."""

    path: str
    """The file, relative to the current folder when it is inside it."""
    line: int = 1
    column: int = 1
    message: str
    """What is wrong, as a sentence."""
    hint: str = ""
    """What would help, as a sentence."""
    excerpt: str = ""
    """The line of the file, or nothing where there is none to show."""

    @property
    def place(self) -> Place:
        """Place of the problem."""
        return Place(self.path, self.line, self.column)

    @property
    def text(self) -> str:
        """Message as text: `file:line:column: message`, the line with a caret, the hint."""
        lines = [f"{self.place}: {self.message}"]
        if self.excerpt.strip():
            lines += _with_caret(self.excerpt, self.column)
        if self.hint:
            lines.append(f"    {self.hint}")
        return "\n".join(lines)


class SourceError(Exception):
    """Error for source files with problems. Carries every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n\n".join(problem.text for problem in self.problems)


def shown_path(path: Path) -> str:
    """Display path: relative to the current folder when it is inside it."""
    for whole in (path.resolve, path.absolute):
        # It may be elsewhere, links may lead in a loop, and the current folder may be gone.
        with suppress(ValueError, RuntimeError, OSError):
            return whole().relative_to(Path.cwd()).as_posix()
    return path.as_posix()


def quoted(name: object, longest: int = 60) -> str:
    """Quote a name for a message: truncated when long, without control characters."""
    text = printable(str(name))
    return f"`{text[: longest - 1]}…`" if len(text) > longest else f"`{text}`"


def printable(text: str) -> str:
    """Replace unprintable characters, column for column."""
    return "".join(
        character if character.isprintable() else " " if character.isspace() else "�"
        for character in text
    )


def enumerated(names: Iterable[str], joint: str) -> str:
    """Enumeration in a sentence: `a`, `b` or `c`."""
    words = [quoted(name) for name in names]
    return f" {joint} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _with_caret(excerpt: str, column: int) -> list[str]:
    """Excerpt of a line, and a caret under the column."""
    line, caret = printable(excerpt), min(column - 1, len(excerpt))
    cut = min(len(line) - len(line.lstrip()), caret)
    before, after = "", ""
    if len(line.rstrip()) - cut > MAX_EXCERPT_WIDTH:
        start = max(cut, caret - MAX_EXCERPT_WIDTH // 2)
        before = "…" if start > cut else ""
        after = "…" if start + MAX_EXCERPT_WIDTH < len(line.rstrip()) else ""
        line, cut = line[: start + MAX_EXCERPT_WIDTH], start
    pad = sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in before + line[cut:caret])
    return [f"    {before}{line[cut:].rstrip()}{after}", f"    {' ' * pad}^"]


_MAX_CANDIDATES = 2000
"""Among more names none is looked for: that would take too long."""


def did_you_mean(name: str, known: Iterable[str], what: str = "Known") -> str:
    """Hint for an unknown name: the closest matches, or all known names when they are few."""
    names = sorted(known) if isinstance(known, Set) else list(dict.fromkeys(known))
    near = _close_matches(name, names)
    if near:
        return f"Did you mean {enumerated(near, 'or')}?"
    if names and len(", ".join(names)) <= 160:
        return f"{what}: {', '.join(f'`{printable(other)}`' for other in names)}."
    return ""


def _close_matches(name: str, names: list[str]) -> list[str]:
    """Closest matches of a name; or the dotted names that end in it."""
    if len(names) > _MAX_CANDIDATES:
        return []
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    likeness = [SequenceMatcher(None, name, other).ratio() for other in near]
    if near:
        return [other for other, it in zip(near, likeness, strict=True) if it > likeness[0] - 0.1]
    return [other for other in names if other.rpartition(".")[2] == name]
