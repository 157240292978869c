"""Glossary: the language's classes with their docstrings, and each system's own vocabulary."""

import pkgutil
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

import turnwright.language
from turnwright.language.ruleset import Ruleset
from turnwright.load.terms import Term
from turnwright.site.markdown import inline_html
from turnwright.site.page import GLOSSARY, Link, system_url
from turnwright.site.site_data import SiteData
from turnwright.site.terms import shared_terms
from turnwright.study.declarations import Declaration, declarations
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
    found = declarations(f"turnwright.language.{module}")
    prefix = EVENT_PREFIX if module == EVENTS else ""
    return Chapter(
        name=module,
        text=found.text,
        entries=tuple(_entry(declared, prefix) for declared in found.declared),
    )


def _entry(declared: Declaration, prefix: str) -> Entry:
    anchor = prefix + anchor_of(declared.name)
    return Entry(
        name=declared.name,
        anchor=anchor,
        text=declared.text,
        members=tuple(
            Member(name=member.word, anchor=f"{anchor}.{member.name}", text=member.text)
            for member in declared.members
        ),
    )


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

    terms: tuple[Term, ...]
    """The words of play that all systems share."""
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
        terms=shared_terms().terms,
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
