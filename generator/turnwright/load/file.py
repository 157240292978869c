"""A file of the author's: its text, or why it cannot be read."""

import re
from dataclasses import dataclass
from pathlib import Path

from turnwright.load.problem import Problem, shown_path

MAX_BYTES = 1_000_000
"""Bytes. Rulesets take some tens of thousands; whatever is larger was not meant."""

# What YAML does not allow, and three line breaks that editors do not count as such.
INVISIBLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_INDENT = re.compile(r"\s*(?:- +)*")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class File:
    """A file that could be read."""

    path: str
    """As shown to people."""
    text: str
    lines: tuple[str, ...]

    def problem(self, line: int, column: int, message: str, hint: str = "") -> Problem:
        """A mistake at this place."""
        excerpt = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Problem(
            path=self.path, line=line, column=column, message=message, hint=hint, excerpt=excerpt
        )

    def column_of(self, line: int) -> int:
        """Where the first word of a line begins, after the dash of a list."""
        start = _INDENT.match(self.lines[line - 1] if 0 < line <= len(self.lines) else "")
        return start.end() + 1 if start else 1


def read_file(path: Path) -> File | Problem:
    """The file's text, or the one problem that keeps it from being read."""
    shown = shown_path(path)
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "does not exist"
            return Problem(path=shown, message=f"This {what}.")
        with path.open("rb") as stream:
            # One byte more than allowed tells a large file from a fitting one at once.
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Problem(path=shown, message=f"This cannot be read: {error.strerror}.")
    if len(content) > MAX_BYTES:
        return Problem(
            path=shown,
            message=f"This file is larger than {MAX_BYTES // 1000:,} kB.",
            hint="Rulesets and examples are small. Split it, or check whether it is the right one.",
        )
    return decode_text(content, shown)


def decode_text(content: bytes, path: str) -> File | Problem:
    """Bytes as text, when they are UTF-8 and hold nothing invisible."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace")
        file = File(path, before, tuple(_BREAK.split(before)))
        return file.problem(
            len(file.lines),
            len(file.lines[-1]) + 1,
            f"This file is not UTF-8: byte 0x{content[error.start]:02x} cannot stand here.",
            "Save it as UTF-8.",
        )
    file = File(path, text, tuple(_BREAK.split(text)))
    if found := INVISIBLE.search(text):
        before_it = _BREAK.split(text[: found.start()])
        return file.problem(
            len(before_it),
            len(before_it[-1]) + 1,
            f"There is an invisible character here: U+{ord(found[0]):04X}.",
            "Remove it.",
        )
    return file
