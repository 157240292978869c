"""Files: the text of a source file or the problem that keeps it unread; files written whole."""

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from turnwright.load.problem import Problem, shown_path

MAX_BYTES = 1_000_000
"""Limit of a file's size in bytes; rulesets take some tens of thousands."""

# Characters that YAML forbids, line breaks that editors do not count as such, and what is not
# printed: soft hyphens, spaces of no width, marks of direction, private use, tags.
INVISIBLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\uf900-\ufefe\uff00-\ufffd\U00010000-\U000effff]"
    "|[\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_INDENT = re.compile(r"\s*(?:- +)*")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class File:
    """Source text of a file, for diagnostics."""

    path: str
    """Display path, as in messages."""
    text: str
    lines: tuple[str, ...]

    def problem(self, line: int, column: int, message: str, hint: str = "") -> Problem:
        """Problem at a line and column, with the line as excerpt."""
        excerpt = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Problem(
            path=self.path, line=line, column=column, message=message, hint=hint, excerpt=excerpt
        )

    def column_of(self, line: int) -> int:
        """Column of the first word of a line, after the dash of a list item."""
        start = _INDENT.match(self.lines[line - 1] if 0 < line <= len(self.lines) else "")
        return start.end() + 1 if start else 1


def read_file(path: Path) -> File | Problem:
    """Read a file, or return the problem that prevents it."""
    shown = shown_path(path)
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "does not exist"
            return Problem(path=shown, message=f"This {what}.")
        with path.open("rb") as stream:
            # One byte more than the limit is enough to see that a file exceeds it.
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
    """Decode bytes as UTF-8 without invisible characters, or return the problem."""
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


def write_file(path: Path, content: bytes) -> None:
    """Write a file, or leave what is there: a full disk cuts nothing short."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # Such as /dev/stdout; a folder raises.
        return
    target = path.resolve()
    number, name = tempfile.mkstemp(prefix=".turnwright-", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
