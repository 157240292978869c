"""View model of the language's reference: every word, with a sample that runs."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache

from markupsafe import Markup

from turnwright.language.clause import Combine, Guard, Word, words_of
from turnwright.language.condition import Condition
from turnwright.language.turn_order import IDLE_WORDS
from turnwright.site.grammar import lowered
from turnwright.site.language_samples import (
    CONDITION,
    PARTS,
    Samples,
    SampleView,
    sample_view,
)
from turnwright.site.markdown import inline_html
from turnwright.site.page import Link
from turnwright.study.declarations import Declaration, Member, declarations, field_docs
from turnwright.study.labels import as_words, heading

TYPES: Mapping[str, str] = {
    "condition": "Amounts and selections",
    "change": "Changes and moments",
    "turn_order": "Turn order",
    "eligibility": "Eligibility",
    "action": "Actions",
    "check": "In checks",
    "fact": "In facts and values",
    "container": "In containers",
    "effect": "In effects and abilities",
    "example": "Examples",
}
"""The modules whose classes are the types of words, in the order of the page."""

PLAIN: Mapping[str, str] = {
    "str": "a name",
    "int": "a number",
    "float": "a number",
    "bool": "`true` or `false`",
}
"""What types of Python are called."""


@dataclass(frozen=True, kw_only=True)
class MemberView:
    """View model of a field, or of a member of an enum."""

    word: str
    anchor: str
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
class WordsView:
    """View model of the words of one kind of part."""

    title: str
    anchor: str
    text: Markup
    words: tuple[WordView, ...]


@dataclass(frozen=True, kw_only=True)
class TypeView:
    """View model of a class or a union."""

    title: str
    anchor: str
    text: Markup
    union: Markup
    members: tuple[MemberView, ...]


@dataclass(frozen=True, kw_only=True)
class TypesView:
    """View model of the types of one module."""

    title: str
    anchor: str
    types: tuple[TypeView, ...]


@dataclass(frozen=True, kw_only=True)
class LanguagePage:
    """View model of the language's reference."""

    parts: tuple[WordsView, ...]
    types: tuple[TypesView, ...]


def language_page(samples: Samples) -> LanguagePage:
    """View model of the language's reference."""
    parts = [
        WordsView(
            title=f"Words of {'an' if part[0] in 'aeiou' else 'a'} {part}",
            anchor=f"words-of-{part}",
            text=inline_html(meaning.__doc__ or ""),
            words=tuple(
                _word_view(part, word, meaning, notes, samples)
                for word, notes in (
                    (word, tuple(_notes(word, declared, part)))
                    for word, declared in words_of(meaning).items()
                )
            ),
        )
        for part, meaning in PARTS.items()
    ]
    conditions = WordsView(
        title="Conditions",
        anchor="conditions",
        text=inline_html(Condition.__doc__ or ""),
        words=tuple(
            _word_view(CONDITION, field.name, Condition, (), samples) for field in fields(Condition)
        ),
    )
    types = tuple(
        TypesView(
            title=title,
            anchor=f"types-of-{module}",
            types=tuple(
                _type_view(declared, samples)
                for declared in _types().values()
                if declared in _declared(module)
            ),
        )
        for module, title in TYPES.items()
    )
    return LanguagePage(parts=(*parts, conditions), types=types)


# Words


def _word_view(
    part: str,
    word: str,
    cls: type,
    notes: tuple[Markup, ...],
    samples: Samples,
) -> WordView:
    sample = samples.by_word.get((part, word))
    written = _written_type(cls, word)
    return WordView(
        word=word,
        anchor=f"{part}.{word}",
        text=inline_html(field_docs(cls)[word]),
        type=type_html(written),
        members=tuple(
            _member_view(name, member, samples)
            for name in _names(written)
            if name in _types() and _is_enum(_types()[name])
            for member in _types()[name].members
        ),
        notes=notes,
        sample=sample_view(sample) if sample else None,
    )


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


# Types


@cache
def _declared(module: str) -> tuple[Declaration, ...]:
    return declarations(f"turnwright.language.{module}").declared


@cache
def _types() -> Mapping[str, Declaration]:
    """Classes and unions that are types of words, or of what is said in them, by name."""
    return {
        declared.name: declared
        for module in TYPES
        for declared in _declared(module)
        if declared.name != Condition.__name__
        and not {"Clause", "Meaning"} & {*declared.bases}
        and not any(member.name == "clauses" for member in declared.members)
    }


def _is_enum(declared: Declaration) -> bool:
    return StrEnum.__name__ in declared.bases


def _type_view(declared: Declaration, samples: Samples) -> TypeView:
    inherited = (
        member for base in declared.bases if base in _types() for member in _types()[base].members
    )
    return TypeView(
        title=_title(declared.name),
        anchor=_anchor(declared.name),
        text=inline_html(declared.text),
        union=type_html(declared.union) if declared.union else Markup(),
        members=tuple(
            _member_view(declared.name, member, samples)
            for member in (*declared.members, *inherited)
        ),
    )


def _member_view(owner: str, member: Member, samples: Samples) -> MemberView:
    sample = samples.by_word.get((_folder(owner), member.word))
    shown = samples.shown.get((owner, member.word), ())
    return MemberView(
        word=member.word,
        anchor=f"{_anchor(owner)}.{member.word}",
        type=type_html(member.type) if member.type else Markup(),
        text=inline_html(member.text),
        shown=() if sample else shown,
        sample=sample_view(sample) if sample else None,
    )


def _title(name: str) -> str:
    return heading(_folder(name))


def _anchor(name: str) -> str:
    return "conditions" if name == Condition.__name__ else f"type-{anchor_of(name)}"


def word_anchor(owner: str, word: str) -> str:
    """Anchor of a word or value, by the name of the class that declares it."""
    parts = (part for part, meaning in PARTS.items() if meaning.__name__ == owner)
    return f"{next(parts, _anchor(owner))}.{word.lower()}"


def _folder(name: str) -> str:
    """Folder of the samples of a type."""
    return anchor_of(name).replace("-", "_")


def anchor_of(name: str) -> str:
    """Anchor of a class: `StepMeaning` is `step-meaning`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def _names(written: str) -> tuple[str, ...]:
    """Names in a type as it is written."""
    tree = ast.parse(written, mode="eval")
    return tuple(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def type_html(written: str) -> Markup:
    """A type as it is written, in words with links."""
    return _type_html(ast.parse(written, mode="eval").body)


def _type_html(node: ast.expr) -> Markup:
    if isinstance(node, ast.BinOp):
        sides = (_type_html(node.left), _type_html(node.right))
        return Markup(" or ").join(side for side in sides if side)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        first, second = (_type_html(inner) for inner in node.slice.elts)
        if ast.unparse(node.value) != "tuple":
            return Markup("for each of them (").join((Markup(), first)) + ") " + second
        if isinstance(node.slice.elts[1], ast.Constant):
            return Markup("a list, each ") + first
        return Markup("two numbers")
    if isinstance(node, ast.Constant):
        return Markup()
    name = ast.unparse(node)
    if name in PLAIN:
        return inline_html(PLAIN[name])
    if name not in _types() and name != Condition.__name__:
        return Markup(as_words(anchor_of(name)))
    label = _title(name).lower()
    if name in _types() and _is_enum(_types()[name]):
        return Markup('one of the words of <a href="#{}">{}</a>').format(_anchor(name), label)
    article = "an" if label[0] in "aeiou" else "a"
    return Markup('{} <a href="#{}">{}</a>').format(article, _anchor(name), label)
