"""Review: what has been changed since somebody last read it beside its source.

A sentence that says something else than its meaning can be told by nobody but a reader. So what
was read is kept as a fingerprint, as requirements tools such as Doorstop do, and a later change
of a sentence or of a meaning is a problem until both have been read together again.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeGuard

from turnwright.language.companion import Reviews
from turnwright.load import syntax_tree
from turnwright.load.files import BOOK, REVIEWED, File, read_file
from turnwright.load.formatting import flow
from turnwright.load.loading import LoadedFiles
from turnwright.load.parsed_files import Companion, ExampleFile, RulesetFile, read_companion, slug
from turnwright.load.problem import Problem
from turnwright.load.syntax_tree import Diagnostics, Loc, Node, Scalar
from turnwright.load.yaml_parser import parse_documents

_SENTENCE = ("text", "brief")
"""Keys of a clause that tell a reader what the others mean."""

_PARTS = (
    *("steps", "checks", "values", "facts", "containers", "effects", "abilities"),
    *("options", "readings", "gaps", "not_covered", "sides", "muster", "always", "never"),
)
"""Keys of a ruleset that say something of play."""

_NAMES = ("id", "name", "chapter", "reading")
"""Keys by which something in a list is called."""

_EXAMPLES, _IN_BOOK = "examples/", "book/"

_HEAD = """\
# What was last read beside its source, each sentence together with its meaning.
# `turnwright review` writes this.

reviewed:
"""


class Unread(NamedTuple):
    """Something that was changed since it was last read, or has never been."""

    name: str
    problem: Problem
    lines: tuple[str, ...]
    """How it is written."""
    is_new: bool
    """True where it was not there when all else was read."""


class Read(NamedTuple):
    """Something that is read as a whole: a clause, an entry of a book, an example's title."""

    diagnostics: Diagnostics
    loc: Loc
    sentence: str
    """Fingerprint of what a reader is told; empty where nothing else stands beside it."""
    rest: str
    """Fingerprint of everything else."""

    @property
    def fingerprint(self) -> str:
        """Both fingerprints."""
        return f"{self.sentence} {self.rest}".strip()


class Review:
    """Review of one ruleset: everything that is to be read, and what was read of it."""

    def __init__(self, loaded: LoadedFiles, ruleset: str) -> None:
        """`loaded` has no problems in the files of the ruleset but in what sentences say."""
        file = loaded.graph.files[ruleset]
        self.path: Path = file.source.with_name(REVIEWED)
        self._known, self.problems = _kept(self.path)
        examples = (each for each in loaded.examples if each.example.ruleset == ruleset)
        self._now = dict(_to_read(file, examples))
        self._is_whole = ruleset in loaded.whole
        has_book = ruleset in loaded.books
        self._is_book_read = has_book or not file.source.with_name(BOOK).exists()

    def unread(self) -> Iterator[Unread]:
        """Everything that is not as it was when it was last read, in its order."""
        known = self._known.content.reviewed if self._known else {}
        # An example is known by its title: where one is gone, another of its file is that one.
        retitled = {name.rpartition("/")[0] for name in known if self._is_gone(name)}
        for name, now in self._now.items():
            if (before := known.get(name)) != now.fingerprint:
                is_new = before is None and name.rpartition("/")[0] not in retitled
                yield _unread(name, now, before, is_new=is_new)

    def gone(self) -> Iterator[Problem]:
        """What was read, and is there no longer."""
        if self._known:
            for name in [*filter(self._is_gone, self._known.content.reviewed)]:
                node = syntax_tree.key_at(self._known.diagnostics.root, ("reviewed", name))
                message = f"There is no `{name}` any more."
                yield self._known.diagnostics.file.problem(node.line, node.column, message, _HINT)

    def kept(self, read: Collection[str]) -> str:
        """Text of the file once these have been read; what is gone is in it no longer."""
        known = dict(self._known.content.reviewed) if self._known else {}
        known |= {name: self._now[name].fingerprint for name in read}
        names = dict.fromkeys((*self._now, *known))
        lines = (
            f"  {flow(name)}: {flow(known[name])}\n"
            for name in names
            if name in known and not self._is_gone(name)
        )
        return _HEAD + "".join(lines)

    def _is_gone(self, name: str) -> bool:
        """True for what is no longer there; of what could not be read nobody knows."""
        is_unknown = name.startswith(_EXAMPLES) and not self._is_whole
        is_unknown |= name.startswith(_IN_BOOK) and not self._is_book_read
        return name not in self._now and not is_unknown


_HINT = "`turnwright review` brings the file up to date."


def unreviewed(loaded: LoadedFiles) -> tuple[Problem, ...]:
    """Problems of the rulesets that were asked for and beside which reviews are kept.

    What is new, such as an example that was played and saved, is none.
    """
    found: list[Problem] = []
    for name in sorted(loaded.requested & loaded.graph.files.keys()):
        file = loaded.graph.files[name]
        if file.source.with_name(REVIEWED).is_file() and name in loaded.playable:
            review = Review(loaded, name)
            changed = (one.problem for one in review.unread() if not one.is_new)
            found += [*review.problems, *changed, *review.gone()]
    return tuple(sorted(found, key=lambda problem: (problem.path, problem.place)))


def _kept(path: Path) -> tuple[Companion[Reviews] | None, list[Problem]]:
    """The reviews of a file; None where there is none, or it cannot be read."""
    return read_companion(path, Reviews, "review") if path.exists() else (None, [])


def _unread(name: str, now: Read, before: str | None, *, is_new: bool) -> Unread:
    """What is told of something that is not as it was."""
    sentence, _, rest = (before or "").rpartition(" ")
    node = syntax_tree.node_at(now.diagnostics.root, now.loc)
    told = syntax_tree.child(node, _SENTENCE[0])
    if is_new:
        message = "Nobody has read this beside its source since it was written."
    elif sentence and sentence != now.sentence and rest == now.rest:
        node = told or node
        message = "The sentence was changed, and what it means was not, since both were read."
    elif sentence and sentence == now.sentence:
        node = syntax_tree.child(node, "means") or node
        message = "What this means was changed, and its sentence was not, since both were read."
    else:
        message = "This was changed since it was last read beside its source."
    hint = "Read it there, sentence and meaning together; then type `turnwright review`."
    file = now.diagnostics.file
    whole = syntax_tree.node_at(now.diagnostics.root, now.loc)
    lines = file.lines[whole.line - 1 : _last_line(whole)]
    return Unread(name, file.problem(node.line, node.column, message, hint), lines, is_new)


def _to_read(file: RulesetFile, examples: Iterable[ExampleFile]) -> Iterator[tuple[str, Read]]:
    """Everything of a ruleset that is to be read, each by its name."""
    yield from _parts_of(file.diagnostics)
    book = file.source.with_name(BOOK)
    text = read_file(book) if book.is_file() else None
    if isinstance(text, File):
        roots, problems = parse_documents(text)
        for root in roots:
            yield from _entries_of(Diagnostics(text, root, problems))
    for each in examples:
        title, stem = each.example.example, Path(each.diagnostics.file.path).stem
        read = _fingerprint([title, *each.example.shows])
        yield f"{_EXAMPLES}{stem}/{slug(title)}", Read(each.diagnostics, ("example",), "", read)


def _parts_of(file: Diagnostics) -> Iterator[tuple[str, Read]]:
    """The clauses of a ruleset, wherever they stand, and its other parts without them."""
    for key, part in _children(file.root):
        if key in _PARTS:
            if key == "steps":
                names = [name for name, _ in _children(part)]
                yield "steps", Read(file, (key,), "", _fingerprint(names))
            for at, node in _children(part):
                whole = Read(file, (key, at), "", _fingerprint(_plain(node)))
                yield f"{key}/{_name_of(node, at)}", whole
                for loc, clause in _clauses_in(node, (key, at)):
                    told = dict(sorted(_plain_items(clause)))
                    said = [told.pop(word, "") for word in _SENTENCE]
                    name = str(told.get("id", loc))
                    yield name, Read(file, loc, _fingerprint(said), _fingerprint(told))


def _entries_of(file: Diagnostics) -> Iterator[tuple[str, Read]]:
    """The entries of a book, by their chapters, and its other parts."""
    for key, part in _children(file.root):
        if key != "chapters":
            yield f"book/{key}", Read(file, (key,), "", _fingerprint(_plain(part)))
            continue
        for at, chapter in _children(part):
            entries = syntax_tree.child(chapter, "entries")
            above = _name_of(chapter, at)
            for position, entry in _children(entries):
                name = f"book/{above}/{_name_of(entry, position)}"
                loc = (key, at, "entries", position)
                yield name, Read(file, loc, "", _fingerprint(_plain(entry)))


def _children(node: Node | None) -> Iterator[tuple[str | int, Node]]:
    """Children of a node, each under its key or at its position."""
    if isinstance(node, syntax_tree.Mapping):
        yield from node.values.items()
    elif isinstance(node, syntax_tree.Sequence):
        yield from enumerate(node.items)


def _clauses_in(node: Node, loc: Loc) -> Iterator[tuple[Loc, syntax_tree.Mapping]]:
    """Clauses below a node."""
    for key, child in _children(node):
        if _is_clause(child):
            yield (*loc, key), child
        else:
            yield from _clauses_in(child, (*loc, key))


def _is_clause(node: Node) -> TypeGuard[syntax_tree.Mapping]:
    return isinstance(node, syntax_tree.Mapping) and {"id", "text"} <= node.values.keys()


def _plain(node: Node) -> object:
    """A node without its clauses, whatever the order of its keys and the breaks of its lines."""
    if isinstance(node, syntax_tree.Mapping):
        return dict(sorted(_plain_items(node)))
    if isinstance(node, syntax_tree.Sequence):
        return [_plain(item) for item in node.items if not _is_clause(item)]
    return " ".join(node.text.split())


def _plain_items(node: syntax_tree.Mapping) -> Iterator[tuple[str, object]]:
    for key, child in node.values.items():
        if not _is_clause(child):
            yield key, _plain(child)


def _fingerprint(value: object) -> str:
    """Eight letters that are others when anything in a value is."""
    return b32encode(sha256(json.dumps(value).encode()).digest())[:8].decode().lower()


def _name_of(node: Node, key: str | int) -> str:
    """How something is called in a list: by its own name, or by its first words."""
    if isinstance(key, str):
        return key
    for word, child in _children(node):
        if word in _NAMES and isinstance(child, Scalar):
            return slug(child.text)
    first = next((child.text for _, child in _children(node) if isinstance(child, Scalar)), "")
    return slug(first) if first else str(key + 1)


def _last_line(node: Node) -> int:
    """Line of the last node below one; further lines of a text are not counted."""
    return max((_last_line(child) for _, child in _children(node)), default=node.line)
