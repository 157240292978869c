"""Files: found on a search path, read as text, and written whole."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from turnwright.load.problem import Problem, shown_path

MAX_BYTES = 1_000_000
"""Limit of a file's size in bytes; rulesets take some tens of thousands."""

# Characters that YAML forbids, line breaks that editors do not count as such, and what is not
# printed: soft hyphens, spaces of no width, marks of direction, private use, tags, blank letters.
INVISIBLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\uf900-\ufefe\uff00-\ufffd\U00010000-\U000effff]"
    "|[\xad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]"
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


MOST_FOLDERS = 2_000
"""Limit of the folders that are looked through: a link may lead to the whole machine."""


def read_file(path: Path) -> File | Problem:
    """Read a file, or return the problem that prevents it."""
    shown = shown_path(path)
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "does not exist"
            return Problem(path=shown, message=f"This {what}.")
        if path.is_symlink() and not _stays_near(path):
            # Whoever writes the link must not have a file of the machine printed.
            return Problem(
                path=shown,
                message="This is a link to a file somewhere else.",
                hint="Put the file itself here, or link to the folder that it is in.",
            )
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


def _stays_near(link: Path) -> bool:
    """True for a link to a YAML file in the folder around that of the link."""
    target = link.resolve()
    return target.suffix == link.suffix and target.is_relative_to(link.parent.parent.resolve())


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
    try:
        number, name = tempfile.mkstemp(prefix=".turnwright-", dir=target.parent)
    except OSError as error:
        # Nobody asked for the file that is only written to be renamed.
        raise OSError(error.errno, error.strerror, str(path)) from None
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


RULESET = "ruleset.yaml"
"""File name of every ruleset, in a folder named after its id."""

EXAMPLES = "examples"
"""Folder name of examples, beside the ruleset's file and anywhere else."""

LEDGER = "ledger"
"""Folder name of ledgers, beside the ruleset's file."""

PROOF = "proof.yaml"
"""File name of what proof cannot tell apart, beside the ruleset's file."""

BOOK = "book.yaml"
"""File name of a ruleset's book, beside the ruleset's file."""

SHEET = "sheet.yaml"
"""File name of what a printed sheet does otherwise than the book, beside the ruleset's file."""

REVIEWED = "reviewed.yaml"
"""File name of what was last read beside its source, beside the ruleset's file."""

COMPANIONS = (PROOF, BOOK, SHEET, REVIEWED)

ROSTERS = "rosters"
"""Folder name of rosters, beside the folders of rulesets."""

PROJECT = "rulesets"
"""Name of the folder of rulesets in a project."""

ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""Pattern of ruleset ids."""

_SEARCHED_PARENTS = 3


def default_folder() -> Path:
    """Folder of the bundled rulesets: inside the package, or in the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "rulesets"
    return installed if installed.is_dir() else package.parent.parent / "rulesets"


class SearchPath:
    """Search path: the files under the given paths, and further folders that hold rulesets."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        # Sorted, so that nothing depends on the order in which the paths were given.
        self.paths = tuple(sorted(paths)) or (default_folder(),)
        self.problems: list[Problem] = []
        self.whole_rulesets: set[Path] = set()
        """Those of the ruleset files whose examples are all on the path as well."""
        # Keyed by resolved path: one file may be under two of the paths.
        rulesets: dict[Path, Path] = {}
        examples: dict[Path, Path] = {}
        rosters: dict[Path, Path] = {}
        for path in self.paths:
            is_folder = _is_folder(path)
            for found in self._files_in(path) if is_folder else (path,):
                if found.name == RULESET:
                    rulesets[resolved(found)] = found
                    self.whole_rulesets.update((found,) if is_folder else ())
                elif found.parent.name == ROSTERS and not _is_examples_folder(found.parent):
                    rosters[resolved(found)] = found
                else:
                    examples[resolved(found)] = found
        self.ruleset_paths = tuple(rulesets.values())
        self.example_paths = tuple(examples.values())
        self.roster_paths = tuple(rosters.values())

    @property
    def every_path(self) -> tuple[Path, ...]:
        """Everything that is read by these paths, with what stands beside the rulesets."""
        found = (*self.example_paths, *self.roster_paths, *_with_companions(self.ruleset_paths))
        return tuple(sorted({resolved(path): path for path in found}.values()))

    def contents(self) -> tuple[object, ...]:
        """Content of every file that may be read: any ruleset that is near may be extended."""
        found = dict.fromkeys((*self.every_path, *_with_companions(sorted(self._near()))))
        return tuple((str(it), shown_path(it), _digest(it)) for it in found if it.is_file())

    def find(self, ruleset: str) -> Path | None:
        """Find the file of a ruleset: near the given paths, or bundled."""
        if not ID.fullmatch(ruleset):
            return None
        for path in self.paths:
            for folder in _with_parents(path):
                found = folder / ruleset / RULESET
                if _is_file(found):
                    return found
        found = default_folder() / ruleset / RULESET
        return found if _is_file(found) else None

    def known(self) -> set[str]:
        """Ids of the rulesets that are near the given paths, or bundled."""
        return {path.parent.name for path in self._near()}

    def _near(self) -> Iterator[Path]:
        """Files of the rulesets that are near the given paths, or bundled."""
        folders = {
            default_folder(),
            *(folder for path in self.paths for folder in _with_parents(path)),
        }
        found = (path for near in folders if _is_folder(near) for path in near.glob(f"*/{RULESET}"))
        return filter(_is_file, found)

    def _files_in(self, top: Path) -> list[Path]:
        """Files of a folder that are read: rulesets, examples and rosters, recursively."""
        before = len(self.problems)
        found: list[Path] = []
        # Folders whose files are examples, recursively down to the next ruleset.
        of_examples = {top} if _is_examples_folder(top) else set()
        entered = {resolved(top)}
        walked = os.walk(top, onerror=self._report_unreadable, followlinks=True)
        for where, folders, names in walked:
            folder = Path(where)
            if len(entered) > MOST_FOLDERS:
                message = f"There are more than {MOST_FOLDERS:,} folders in this one."
                self._note(top, message, "Name the folder of your rulesets, without links out.")
                break
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            # A link may lead back to where the walk has been.
            for name in [name for name in folders if (folder / name).is_symlink()]:
                if resolved(folder / name) in entered:
                    folders.remove(name)
            entered.update(resolved(folder / name) for name in folders)
            if EXAMPLES in names and (folder / EXAMPLES).is_symlink():
                self._note(folder, f"`{EXAMPLES}` in this folder is a link to no folder.", "")
            for name in sorted({RULESET, *COMPANIONS} & {*folders}):
                self._note(folder / name, "This is a folder, and is called like a file.", "")
            holds_examples = folder in of_examples and RULESET not in names
            of_examples.update(
                folder / name for name in folders if holds_examples or name == EXAMPLES
            )
            for path in sorted(folder / name for name in names if not name.startswith(".")):
                holds_them = holds_examples or folder.name == ROSTERS
                if path.name == RULESET or (path.suffix == ".yaml" and holds_them):
                    found.append(path)
                elif path.suffix == ".yaml" and RULESET in names and path.name not in COMPANIONS:
                    message = "This file is not read, for it stands beside a ruleset."
                    self._note(path, message, f"Examples belong in `{EXAMPLES}/`.")
                elif path.suffix == ".yml" and (
                    holds_them
                    or path.stem == "ruleset"
                    or (f"{path.stem}.yaml" in COMPANIONS and RULESET in names)
                ):
                    message = "This file is not read, for its name ends in `.yml`."
                    self._note(path, message, "Rulesets, examples and rosters end in `.yaml`.")
        if not found and len(self.problems) == before:
            self._note(
                top,
                "There are no rulesets and no examples in this folder.",
                f"Rulesets are in `<id>/{RULESET}`, examples in `<id>/{EXAMPLES}/*.yaml`.",
            )
        return found

    def _report_unreadable(self, error: OSError) -> None:
        """Diagnostic for a folder that cannot be listed."""
        path = Path(str(error.filename))
        self._note(path, f"This folder cannot be read: {error.strerror}.", "")

    def _note(self, path: Path, message: str, hint: str) -> None:
        """Diagnostic for a file or folder as a whole."""
        self.problems.append(Problem(path=shown_path(path), message=message, hint=hint))


def kind_of(path: Path) -> str:
    """Kind of file by its name and its folder: a key of `FILES`."""
    if path.name == RULESET:
        return "ruleset"
    if path.name in COMPANIONS and _is_file(path.with_name(RULESET)):
        return path.stem
    folder = path.absolute().parent
    if folder.name == LEDGER and _is_file(folder.with_name(RULESET)):
        return "ledger"
    return "roster" if folder.name == ROSTERS and not _is_examples_folder(folder) else "example"


def _digest(path: Path) -> object:
    """Digest of as much of a file as is read at most; nothing where it cannot be read.

    A link may be refused where a file with the same content is not.
    """
    try:
        with path.open("rb") as stream:
            return path.is_symlink(), sha256(stream.read(MAX_BYTES + 1)).digest()
    except OSError:
        return None


def _with_companions(rulesets: Iterable[Path]) -> Iterator[Path]:
    """Ruleset files, each with the files that stand beside it."""
    for path in rulesets:
        yield path
        beside = (path.with_name(name) for name in COMPANIONS)
        yield from (one for one in (*beside, *ledger_paths(path)) if _is_file(one))


def ledger_paths(ruleset: Path) -> tuple[Path, ...]:
    """Ledger files beside a ruleset's file."""
    return tuple(sorted((ruleset.parent / LEDGER).glob("*.y*ml")))


def resolved(path: Path) -> Path:
    """Path without links; as it is where links lead in a loop, which reading will report."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path


def _with_parents(path: Path) -> tuple[Path, ...]:
    """Folder of a path with its nearest parents."""
    near = resolved(path)
    # Examples may be in folders of their own, however deep, and their ruleset is above all.
    above = next((folder for folder in near.parents if _holds_examples(folder)), near)
    found = (near, *near.parents[:_SEARCHED_PARENTS], *above.parents[:_SEARCHED_PARENTS])
    # In a project an example may also be kept beside the folder of its rulesets.
    return (*found, *(folder / PROJECT for folder in found))


def _is_examples_folder(folder: Path) -> bool:
    """True for a folder of examples, and for one inside it."""
    near = resolved(folder)
    return folder.name == EXAMPLES or any(_holds_examples(above) for above in (near, *near.parents))


def _holds_examples(folder: Path) -> bool:
    """True for the folder of examples beside a ruleset."""
    return folder.name == EXAMPLES and _is_file(folder.parent / RULESET)


def _is_folder(path: Path) -> bool:
    """True for a folder; false where permissions forbid to see, which reading will report."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """True for a file, and where permissions forbid to see, which reading will report."""
    try:
        return path.is_file()
    except OSError:
        return True
