"""What is wrong with a file, and where: the author's mistake, told so that it can be mended."""

import unicodedata
from collections.abc import Iterable, Set
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

MAX_PROBLEMS = 100
"""Problems of one file that are told. Who has more of them has one mistake many times."""

MAX_EXCERPT_WIDTH = 100
"""Columns of a source line that are shown; longer lines are cut around the caret."""

# So many names are looked at for likeness; more of them make no readable ruleset.
_MAX_CANDIDATES = 2000


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Somewhere in a file. Lines and columns are counted from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One mistake in a file."""

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
        """Where it is."""
        return Place(self.path, self.line, self.column)

    @property
    def text(self) -> str:
        """`file:line:column: message`, the line with a caret beneath it, and the hint."""
        lines = [f"{self.place}: {self.message}"]
        if self.excerpt.strip():
            lines += _with_caret(self.excerpt, self.column)
        if self.hint:
            lines.append(f"    {self.hint}")
        return "\n".join(lines)


class SourceError(Exception):
    """The author's files are mistaken. Carries every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n\n".join(problem.text for problem in self.problems)


def shown_path(path: Path) -> str:
    """A path as people want to read it: relative to where they are, when it is inside."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def quoted(name: object, longest: int = 60) -> str:
    """A word of the author's in a message: cut when long, harmless on a terminal."""
    text = printable(str(name))
    return f"`{text[: longest - 1]}…`" if len(text) > longest else f"`{text}`"


def printable(text: str) -> str:
    """The text with whatever does not print made visible, column for column."""
    return "".join(
        character if character.isprintable() else " " if character.isspace() else "�"
        for character in text
    )


def did_you_mean(name: str, known: Iterable[str], what: str = "Known") -> str:
    """A hint for an unknown name: the nearest known ones, or all of them when they are few."""
    names = sorted(known) if isinstance(known, Set) else list(dict.fromkeys(known))
    near = _close_matches(name, names)
    if near:
        return f"Did you mean {enumerated(near, 'or')}?"
    if names and len(", ".join(names)) <= 160:
        return f"{what}: {', '.join(f'`{printable(other)}`' for other in names)}."
    return ""


def _close_matches(name: str, names: list[str]) -> list[str]:
    """The names that are most like this one, if any are; or those it is the last word of."""
    if len(names) > _MAX_CANDIDATES:
        return []
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    likeness = [SequenceMatcher(None, name, other).ratio() for other in near]
    if near:
        return [other for other, it in zip(near, likeness, strict=True) if it > likeness[0] - 0.1]
    return [other for other in names if other.rpartition(".")[2] == name]


def enumerated(names: Iterable[str], joint: str) -> str:
    """`a`, `b` or `c`."""
    words = [quoted(name) for name in names]
    return f" {joint} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _with_caret(excerpt: str, column: int) -> list[str]:
    """The line, cut to what is worth seeing, and a caret under the column."""
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
