"""Glossary: the language's classes with their docstrings, and each system's own vocabulary."""

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from markupsafe import Markup

import turnwright.language
from turnwright.language.ruleset import Ruleset
from turnwright.site.markdown import inline_html
from turnwright.site.page import GLOSSARY, Link, system_url
from turnwright.site.site_data import SiteData
from turnwright.study.labels import as_words, heading

EVENTS = "event"
"""Module of the events, which may have the name of something that a clause says."""
EVENT_PREFIX = "event-"
"""What the anchors of events begin with."""


@dataclass(frozen=True, kw_only=True)
class Member:
    """A field of a class or a member of an enum."""

    name: str
    anchor: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Glossary entry: a public class of the language, or a union of some under one name."""

    name: str
    """Name of the class or union."""
    anchor: str
    text: str
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """Glossary chapter: a module of the language."""

    name: str
    text: str
    entries: tuple[Entry, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters, parsed from the source of the language package."""
    modules = sorted(info.name for info in pkgutil.iter_modules(turnwright.language.__path__))
    return tuple(_chapter(name) for name in modules)


def _chapter(module: str) -> Chapter:
    source = import_module(f"turnwright.language.{module}").__file__
    tree = ast.parse(Path(source or "").read_text(encoding="utf-8"))
    return Chapter(
        name=module,
        text=ast.get_docstring(tree) or "",
        entries=tuple(_entries(tree, EVENT_PREFIX if module == EVENTS else "")),
    )


def _entries(tree: ast.Module, prefix: str) -> Iterator[Entry]:
    """Entries of a module: its public classes, and the unions that have a name."""
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield _entry(node, prefix)
        elif (name := _union_name(node)) and isinstance(after, ast.Expr):
            assert isinstance(after.value, ast.Constant)
            text = inspect.cleandoc(str(after.value.value))
            yield Entry(name=name, anchor=anchor_of(name), text=text)


def _union_name(node: ast.stmt) -> str:
    """Name of a union such as `Who = Whose | Selection`; nothing for any other statement."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
        (target,) = node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.op, ast.BitOr):
            return target.id
    return ""


def _entry(node: ast.ClassDef, prefix: str) -> Entry:
    anchor = prefix + anchor_of(node.name)
    return Entry(
        name=node.name,
        anchor=anchor,
        text=inspect.cleandoc(ast.get_docstring(node) or ""),
        members=tuple(
            Member(name=word, anchor=f"{anchor}.{name}", text=text)
            for name, word, text in documented_members(node)
        ),
    )


def documented_members(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Parse the fields or enum members of a class: name, YAML spelling, docstring beneath."""
    below = [*node.body[1:], None]
    for statement, after in zip(node.body, below, strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = word = statement.target.id
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = word = statement.targets[0].id
            if isinstance(statement.value, ast.Constant):
                word = str(statement.value.value)
        else:
            continue
        if name.startswith("_"):
            continue
        documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        text = inspect.cleandoc(str(after.value.value)) if documented else ""  # type: ignore[union-attr]
        yield name, word, text


def anchor_of(name: str) -> str:
    """Anchor of a class: `StepMeaning` is `step-meaning`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


@dataclass(frozen=True, kw_only=True)
class MemberView:
    """View model of a field or enum member."""

    word: str
    anchor: str
    text: Markup


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """View model of an entry."""

    title: str
    anchor: str
    text: Markup
    members: tuple[MemberView, ...]
    others: tuple[MemberView, ...]
    """Members without a docstring."""


@dataclass(frozen=True, kw_only=True)
class ChapterView:
    """View model of a chapter."""

    title: str
    anchor: str
    text: Markup
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """Vocabulary of one system where it differs from the language."""

    system: Link
    words: tuple[tuple[str, str], ...]
    """The system's term, and the language's."""


@dataclass(frozen=True, kw_only=True)
class GlossaryPage:
    """View model of the glossary."""

    own: tuple[OwnWords, ...]
    chapters: tuple[ChapterView, ...]


def own_words(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Terms of a system with the language's, where they differ."""
    words = ((theirs, as_words(ours)) for ours, theirs in ruleset.words.items())
    return tuple((theirs, ours) for theirs, ours in words if theirs.lower() != ours)


def glossary_page(site: SiteData) -> GlossaryPage:
    """View model of the glossary page."""
    location = site.location(GLOSSARY)
    return GlossaryPage(
        own=tuple(
            OwnWords(
                system=Link(ruleset.title, location.to(system_url(name))),
                words=own,
            )
            for name, ruleset in site.rulesets.items()
            if (own := own_words(ruleset))
        ),
        chapters=tuple(_chapter_view(chapter) for chapter in chapters()),
    )


def _chapter_view(chapter: Chapter) -> ChapterView:
    return ChapterView(
        title=heading(chapter.name),
        anchor=f"words-of-{chapter.name}",
        text=inline_html(chapter.text.partition("\n")[0]),
        entries=tuple(
            EntryView(
                title=anchor_of(entry.name).replace("-", " ").capitalize(),
                anchor=entry.anchor,
                text=inline_html(entry.text),
                members=tuple(_member_view(each) for each in entry.members if each.text),
                others=tuple(_member_view(each) for each in entry.members if not each.text),
            )
            for entry in chapter.entries
        ),
    )


def _member_view(member: Member) -> MemberView:
    return MemberView(word=member.name, anchor=member.anchor, text=inline_html(member.text))
