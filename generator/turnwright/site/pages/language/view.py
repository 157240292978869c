"""Reference of the language: every word with its type and a sample that runs, in chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from markupsafe import Markup

from turnwright.describe.grammar import lowered
from turnwright.language.clause import Combine, Guard, Meaning, Word, words_of
from turnwright.language.turn_order import IDLE_WORDS
from turnwright.site.page import LANGUAGE, Link, Page, PageLocation, Pager, pager
from turnwright.site.pages.language.samples import Sample, Samples
from turnwright.site.pages.language.types import (
    CONDITION,
    PARTS,
    TYPES,
    Schema,
    enums_in,
    language_href,
    member_docs,
    schema_of,
    type_anchor,
    type_folder,
    type_html,
    type_title,
    types_of,
    types_url,
    words_url,
)

STYLE = "language.css"


@dataclass(frozen=True, kw_only=True)
class WordEntry:
    """A word of a part, a type, or a field or member of a type."""

    word: str
    anchor: str
    text: str
    takes: Schema | None = None
    members: tuple[WordEntry, ...] = ()
    """The fields or members of a type, or the words by which a word may be followed."""
    notes: tuple[str, ...] = ()
    """What it stands beside and apart from, how clauses go together, whom a guard is asked of."""
    sample: Sample | None = None
    shown: tuple[Sample, ...] = ()
    """Samples that use it, where it has none of its own."""


@dataclass(frozen=True, kw_only=True)
class LanguageChapter:
    """View model of a chapter: the words of one kind of part, or the types of one module."""

    url: str
    title: str
    text: str
    entries: tuple[WordEntry, ...]
    of_types: bool
    crumbs: tuple[Link, ...]
    pager: Pager
    type_html: Callable[[Schema], Markup]
    href: Callable[[str], str]
    """URL of an anchor of the reference."""
    file: Callable[[Sample], str]
    """URL of the file of a sample."""


@dataclass(frozen=True, kw_only=True)
class LanguagePage:
    """View model of the first page of the reference: its contents."""

    words: tuple[tuple[Link, tuple[Link, ...]], ...]
    """Links to the chapters about parts, and to their words."""
    types: tuple[tuple[Link, tuple[Link, ...]], ...]


def language_pages(samples: Samples, index: str = "") -> Iterator[Page]:
    """The first page and the chapters; `index` is the file name that ends every URL, or nothing."""
    chapters = tuple(language_chapters(samples, index))
    location = PageLocation(LANGUAGE, index)
    words, types = (
        tuple(
            (
                Link(chapter.title, location.to(chapter.url)),
                tuple(
                    Link(each.word, location.to(chapter.url, each.anchor))
                    for each in chapter.entries
                ),
            )
            for chapter in chapters
            if chapter.of_types is of_types
        )
        for of_types in (False, True)
    )
    yield Page(
        url=LANGUAGE,
        title="Language",
        summary="Every word that a ruleset can say, with a sample that runs.",
        assets=(STYLE,),
        template="pages/language/page",
        view=partial(LanguagePage, words=words, types=types),
    )
    for chapter in chapters:
        yield Page(
            url=chapter.url,
            title=chapter.title,
            summary=f"The language of rulesets: {chapter.title.lower()}, with samples that run.",
            assets=(STYLE,),
            template="pages/language/chapter",
            view=partial(replace, chapter),
        )


def language_chapters(samples: Samples, index: str = "") -> Iterator[LanguageChapter]:
    """View models of all chapters."""
    contents: list[tuple[str, str, str, tuple[WordEntry, ...]]] = []
    for part, meaning in PARTS.items():
        title = f"Words of {'an' if part[0] in 'aeiou' else 'a'} {part}"
        title = "Conditions" if part == CONDITION else title
        words = tuple(_words(part, meaning, samples))
        contents.append((words_url(part), title, meaning.__doc__ or "", words))
    for module, title in TYPES.items():
        types = tuple(_type(cls, samples) for cls in types_of(module))
        contents.append((types_url(module), title, "", types))
    for here, (url, title, text, entries) in enumerate(contents):
        location = PageLocation(url, index)
        yield LanguageChapter(
            url=url,
            title=title,
            text=text,
            entries=entries,
            of_types=here >= len(PARTS),
            crumbs=location.crumbs(("Language", LANGUAGE)),
            pager=pager([Link(title, location.to(url)) for url, title, _, _ in contents], here),
            type_html=partial(type_html, location=location),
            href=partial(language_href, location),
            file=partial(_file_href, location),
        )


def _file_href(location: PageLocation, sample: Sample) -> str:
    return location.file(f"{LANGUAGE}{sample.file}")


def _words(part: str, meaning: type, samples: Samples) -> Iterator[WordEntry]:
    """The words of a part, or of conditions."""
    properties: Mapping[str, Any] = schema_of(meaning.__name__)["properties"]
    declared = words_of(meaning) if issubclass(meaning, Meaning) else dict.fromkeys(properties)
    for word, said in declared.items():
        yield WordEntry(
            word=word,
            anchor=f"{part}.{word}",
            text=properties[word].get("description", ""),
            takes=properties[word],
            members=tuple(
                member for enum in enums_in(properties[word]) for member in _members(enum, samples)
            ),
            notes=tuple(_notes(word, said, part)) if said else (),
            sample=samples.by_word.get((part, word)),
        )


def _type(cls: type, samples: Samples) -> WordEntry:
    """A type, with its fields or members."""
    return WordEntry(
        word=type_title(cls.__name__),
        anchor=type_anchor(cls.__name__),
        text=cls.__doc__ or "",
        members=tuple(_members(cls, samples)),
    )


def _members(cls: type, samples: Samples) -> Iterator[WordEntry]:
    """The fields of a class, or the members of an enum."""
    owner = cls.__name__
    if issubclass(cls, StrEnum):
        listed = {word: (text, None) for word, text in member_docs(cls).items()}
    else:
        properties = schema_of(owner)["properties"].items()
        listed = {word: (takes.get("description", ""), takes) for word, takes in properties}
    for word, (text, takes) in listed.items():
        sample = samples.by_word.get((type_folder(owner), word))
        yield WordEntry(
            word=word,
            anchor=f"{type_anchor(owner)}.{word}",
            text=text,
            takes=takes,
            sample=sample,
            shown=() if sample else samples.shown.get((owner, word), ()),
        )


def _notes(word: str, declared: Word, part: str) -> Iterator[str]:
    """What is declared of a word, a sentence each."""
    if declared.beside:
        yield f"It means something only beside {_listed(declared.beside, 'or')}."
    if declared.apart:
        yield f"It means nothing beside {_listed(declared.apart, 'or')}."
    idle = tuple(cadence for cadence, words in IDLE_WORDS.items() if word in words)
    if idle and part == "step":
        yield f"It means nothing with the cadence {_listed(idle, 'or')}."
    yield f"When several clauses say it: {lowered(member_docs(Combine)[declared.combine])}"
    yield f"Its `when` is asked of: {lowered(member_docs(Guard)[declared.guard])}"


def _listed(words: tuple[str, ...], joint: str) -> str:
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"
