"""View models of the language's reference: every word, with a sample that runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial

from markupsafe import Markup

from turnwright.describe.docstrings import Declaration, Member, declarations, field_docs
from turnwright.describe.grammar import lowered
from turnwright.describe.labels import as_words
from turnwright.language.clause import Combine, Guard, Word, words_of
from turnwright.language.condition import Condition
from turnwright.language.turn_order import IDLE_WORDS
from turnwright.site.page import LANGUAGE, Link, PageLocation, Pager, pager
from turnwright.site.pages.language.samples import (
    CONDITION,
    PARTS,
    Sample,
    Samples,
    SampleView,
    sample_view,
)
from turnwright.site.pages.language.types import (
    TYPES,
    declared_in,
    declared_types,
    is_enum,
    language_href,
    names_of,
    type_anchor,
    type_folder,
    type_html,
    type_title,
    types_url,
    words_url,
)
from turnwright.site.rendering import inline_html


@dataclass(frozen=True, kw_only=True)
class MemberView:
    """View model of a field, or of a member of an enum."""

    word: str
    anchor: str
    href: str
    """Where its own sample is, on this page or another."""
    type: Markup
    text: Markup
    shown: tuple[Link, ...]
    """Samples that use it."""
    sample: SampleView | None = None
    """Sample of its own, where it has one."""


@dataclass(frozen=True, kw_only=True)
class WordView:
    """View model of a word."""

    word: str
    anchor: str
    text: Markup
    type: Markup
    members: tuple[MemberView, ...]
    """The words it may be followed by, where it takes one of a few."""
    notes: tuple[Markup, ...]
    """What it stands beside and apart from, how clauses go together, whom a guard is asked of."""
    sample: SampleView | None


@dataclass(frozen=True, kw_only=True)
class TypeView:
    """View model of a class or a union."""

    title: str
    anchor: str
    text: Markup
    union: Markup
    members: tuple[MemberView, ...]


@dataclass(frozen=True, kw_only=True)
class LanguageChapter:
    """View model of a chapter: the words of one kind of part, or the types of one module."""

    url: str
    crumbs: tuple[Link, ...]
    title: str
    text: Markup
    words: tuple[WordView, ...] = ()
    types: tuple[TypeView, ...] = ()
    pager: Pager


@dataclass(frozen=True, kw_only=True)
class ContentsView:
    """View model of a chapter's line in the contents."""

    chapter: Link
    entries: tuple[Link, ...]
    """Its words, or its types."""


@dataclass(frozen=True, kw_only=True)
class LanguagePage:
    """View model of the first page of the reference: its contents."""

    words: tuple[ContentsView, ...]
    types: tuple[ContentsView, ...]


def language_index(index: str = "") -> LanguagePage:
    """View model of the first page; `index` is the file name that ends every URL, or nothing."""
    location = PageLocation(LANGUAGE, index)
    words = (
        (url, title, [(word, f"{part}.{word}") for word in _words(part)])
        for part, url, title in _word_chapters()
    )
    types = (
        (url, title, [(type_title(it.name), type_anchor(it.name)) for it in _types_of(module)])
        for module, url, title in _type_chapters()
    )
    parts, modules = (
        tuple(
            ContentsView(
                chapter=Link(title, location.to(url)),
                entries=tuple(Link(text, location.to(url, anchor)) for text, anchor in entries),
            )
            for url, title, entries in chapters
        )
        for chapters in (words, types)
    )
    return LanguagePage(words=parts, types=modules)


def language_chapters(samples: Samples, index: str = "") -> Iterator[LanguageChapter]:
    """View models of all chapters."""
    heads = [(url, title) for _, url, title in (*_word_chapters(), *_type_chapters())]
    bodies = (
        *(partial(_Writer.words_of, part=part) for part, _, _ in _word_chapters()),
        *(partial(_Writer.types_of, module=module) for module, _, _ in _type_chapters()),
    )
    for here, ((url, title), body) in enumerate(zip(heads, bodies, strict=True)):
        location = PageLocation(url, index)
        text, words, types = body(_Writer(samples, location))
        yield LanguageChapter(
            url=url,
            crumbs=(Link("Home", location.to("")), Link("Language", location.to(LANGUAGE))),
            title=title,
            text=text,
            words=words,
            types=types,
            pager=pager([Link(title, location.to(url)) for url, title in heads], here),
        )


def _word_chapters() -> Iterator[tuple[str, str, str]]:
    """Part, URL and title of each chapter about words; conditions are the last."""
    for part in PARTS:
        yield part, words_url(part), f"Words of {'an' if part[0] in 'aeiou' else 'a'} {part}"
    yield CONDITION, words_url(CONDITION), "Conditions"


def _type_chapters() -> Iterator[tuple[str, str, str]]:
    """Module, URL and title of each chapter about types."""
    for module, title in TYPES.items():
        yield module, types_url(module), title


def _words(part: str) -> Mapping[str, Word | None]:
    """Words of a part, or of a condition, with what is declared of them."""
    if part == CONDITION:
        return {field.name: None for field in fields(Condition)}
    return words_of(PARTS[part])


def _types_of(module: str) -> Iterator[Declaration]:
    """Types of a module, in their order."""
    types = declared_types().values()
    return (declared for declared in types if declared in declared_in(module))


Body = tuple[Markup, tuple[WordView, ...], tuple[TypeView, ...]]
"""Text of a chapter, its words and its types."""


@dataclass(frozen=True)
class _Writer:
    """Builder of one chapter."""

    samples: Samples
    location: PageLocation

    def words_of(self, part: str) -> Body:
        """Words of a part, or of conditions."""
        owner = Condition if part == CONDITION else PARTS[part]
        words = (self._word(part, word, owner, it) for word, it in _words(part).items())
        return inline_html(owner.__doc__ or ""), tuple(words), ()

    def types_of(self, module: str) -> Body:
        """Types of a module."""
        return Markup(), (), tuple(self._type(declared) for declared in _types_of(module))

    def _word(self, part: str, word: str, owner: type, declared: Word | None) -> WordView:
        sample = self.samples.by_word.get((part, word))
        written = _written_type(owner, word)
        return WordView(
            word=word,
            anchor=f"{part}.{word}",
            text=inline_html(field_docs(owner)[word]),
            type=type_html(written, self.location),
            members=tuple(
                self._member(name, member)
                for name in names_of(written)
                if name in declared_types() and is_enum(declared_types()[name])
                for member in declared_types()[name].members
            ),
            notes=tuple(_notes(word, declared, part)) if declared else (),
            sample=self._sample(sample) if sample else None,
        )

    def _type(self, declared: Declaration) -> TypeView:
        types = declared_types()
        inherited = (
            member for base in declared.bases if base in types for member in types[base].members
        )
        return TypeView(
            title=type_title(declared.name),
            anchor=type_anchor(declared.name),
            text=inline_html(declared.text),
            union=type_html(declared.union, self.location) if declared.union else Markup(),
            members=tuple(
                self._member(declared.name, member) for member in (*declared.members, *inherited)
            ),
        )

    def _member(self, owner: str, member: Member) -> MemberView:
        sample = self.samples.by_word.get((type_folder(owner), member.word))
        shown = self.samples.shown.get((owner, member.word), ())
        anchor = f"{type_anchor(owner)}.{member.word}"
        return MemberView(
            word=member.word,
            anchor=anchor,
            href=language_href(self.location, anchor),
            type=type_html(member.type, self.location) if member.type else Markup(),
            text=inline_html(member.text),
            shown=() if sample else tuple(map(self._link, shown)),
            sample=self._sample(sample) if sample else None,
        )

    def _link(self, sample: Sample) -> Link:
        text = f"{as_words(sample.part)}: {sample.word}"
        return Link(text, language_href(self.location, sample.anchor))

    def _sample(self, sample: Sample) -> SampleView:
        return sample_view(sample, self.location.file(f"{LANGUAGE}{sample.file}"))


def _written_type(cls: type, word: str) -> str:
    """Type of a word as it is written, in the class or in a base."""
    return next(
        member.type
        for base in cls.__mro__
        for declared in declarations(base.__module__).declared
        if declared.name == base.__name__
        for member in declared.members
        if member.name == word
    )


def _notes(word: str, declared: Word, part: str) -> Iterator[Markup]:
    """What is declared of a word, a sentence each."""
    if declared.beside:
        yield inline_html(f"It means something only beside {_listed(declared.beside, 'or')}.")
    if declared.apart:
        yield inline_html(f"It means nothing beside {_listed(declared.apart, 'or')}.")
    idle = tuple(cadence for cadence, words in IDLE_WORDS.items() if word in words)
    if idle and part == "step":
        yield inline_html(f"It means nothing with the cadence {_listed(idle, 'or')}.")
    combine = _member_of(Combine, declared.combine)
    yield inline_html(f"When several clauses say it: {lowered(combine)}")
    guard = _member_of(Guard, declared.guard)
    yield inline_html(f"Its `when` is asked of: {lowered(guard)}")


def _listed(words: tuple[str, ...], joint: str) -> str:
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


def _member_of(enum: type[StrEnum], member: StrEnum) -> str:
    """Docstring of a member of an enum."""
    return field_docs(enum)[member.name]
