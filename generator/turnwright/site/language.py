"""View model of the language's reference: every word, with a sample that runs."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path

from markupsafe import Markup

from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Clause, Combine, Guard, Meaning, Word, words_of
from turnwright.language.condition import Condition
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import IDLE_WORDS
from turnwright.load.library import Library
from turnwright.proof.mutation_testing import own_clauses
from turnwright.proof.record import Record, Row
from turnwright.proof.runner import replay_all
from turnwright.site.example import ArmyView, agreements, army_views
from turnwright.site.markdown import inline_html
from turnwright.site.narration import describe_decision, describe_input, narrate
from turnwright.site.page import Link
from turnwright.study.declarations import Declaration, Member, declarations, field_docs
from turnwright.study.labels import Labels, as_words, heading

PARTS: Mapping[str, type[Meaning]] = {
    "step": StepMeaning,
    "check": CheckMeaning,
    "fact": FactMeaning,
    "value": ValueMeaning,
    "container": ContainerMeaning,
    "effect": EffectMeaning,
}
"""What a clause of each kind of part means."""
CONDITION = "condition"
"""Where the samples of conditions are, beside those of the parts."""

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

SAMPLES = "language"
"""Folder of the samples beside the hand-written pages."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """File with a ruleset and examples of it, all of which show one word."""

    part: str
    word: str
    ruleset: Ruleset
    records: tuple[Record, ...]
    lines: tuple[str, ...]
    """Lines of the file."""

    @property
    def anchor(self) -> str:
        """Anchor of the word."""
        prefix = "type-" if self.is_of_type else ""
        return f"{prefix}{self.part.replace('_', '-')}.{self.word}"

    @property
    def is_of_type(self) -> bool:
        """True when it shows a member or field of a type, and no word of a part."""
        return self.part not in (*PARTS, CONDITION)


@dataclass(frozen=True, kw_only=True)
class Samples:
    """All samples, by part and word."""

    library: Library
    records: tuple[Record, ...]
    by_word: Mapping[tuple[str, str], Sample]

    @cached_property
    def shown(self) -> Mapping[tuple[str, str], tuple[Link, ...]]:
        """The first samples that use each field of a class, and each member of an enum."""
        found: dict[tuple[str, str], dict[Link, None]] = {}
        # Words first: what a type has a sample for often shows something else only by the way.
        for sample in sorted(self.by_word.values(), key=lambda sample: sample.is_of_type):
            link = Link(f"{as_words(sample.part)}: {sample.word}", f"#{sample.anchor}")
            for record in sample.records:
                for key in (*used(sample.ruleset), *used(record.example)):
                    found.setdefault(key, {})[link] = None
        return {key: tuple(links)[:3] for key, links in found.items()}


@dataclass(frozen=True, kw_only=True)
class ClauseView:
    """View model of a clause that says the word."""

    text: Markup
    yaml: str
    """What it means, as the file says it."""


@dataclass(frozen=True, kw_only=True)
class LineView:
    """View model of a line of play, and what follows."""

    done: str
    """Nothing for the state before the first line."""
    refused: str
    events: tuple[str, ...]
    next: str


@dataclass(frozen=True, kw_only=True)
class PlayView:
    """View model of a play."""

    sentence: Markup
    armies: tuple[ArmyView, ...]
    agreed: tuple[str, ...]
    """Options, mission, initial facts and values, a sentence each."""
    lines: tuple[LineView, ...]


@dataclass(frozen=True, kw_only=True)
class SampleView:
    """View model of a sample."""

    title: str
    file: str
    """Address of the whole file."""
    clauses: tuple[ClauseView, ...]
    plays: tuple[PlayView, ...]


@dataclass(frozen=True, kw_only=True)
class MemberView:
    """View model of a field, or of a member of an enum."""

    word: str
    anchor: str
    type: Markup
    text: Markup
    shown: tuple[Link, ...]
    """Samples that use it."""
    sample: "SampleView | None" = None
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


def read_samples(folder: Path) -> Samples:
    """Load and replay the samples of a folder. Raises SourceError."""
    library = Library.read_samples(folder)
    records = replay_all(library)
    by_word = {}
    for name, ruleset in library.rulesets.items():
        path = library.source(name)
        part, word = path.parent.name, path.stem
        by_word[part, word] = Sample(
            part=part,
            word=word,
            ruleset=ruleset,
            records=tuple(record for record in records if record.example.ruleset == name),
            lines=tuple(path.read_text(encoding="utf-8").splitlines()),
        )
    return Samples(library=library, records=records, by_word=by_word)


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
        sample=_sample_view(sample) if sample else None,
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
    yield inline_html(f"When several clauses say it: {_lowered(combine)}")
    guard = _member_of(Guard, declared.guard)
    yield inline_html(f"Its `when` is asked of: {_lowered(guard)}")


def _listed(words: tuple[str, ...], joint: str) -> str:
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _member_of(enum: type[StrEnum], member: StrEnum) -> str:
    """Docstring of a member of an enum."""
    return field_docs(enum)[member.name]


# Samples


def _sample_view(sample: Sample) -> SampleView:
    shown = {cited for record in sample.records for cited in record.example.shows}
    return SampleView(
        title=sample.ruleset.title,
        file=f"{sample.part}/{sample.word}.yaml",
        clauses=tuple(
            ClauseView(text=inline_html(clause.text), yaml=meaning_text(sample.lines, clause))
            for clause in own_clauses(sample.ruleset)
            if clause.id in shown
        ),
        plays=tuple(_play_view(record) for record in sample.records),
    )


def meaning_text(lines: tuple[str, ...], clause: Clause) -> str:
    """Text of what a clause means, as its file says it on the clause's line."""
    line = lines[clause.line - 1].strip()
    found = re.search(r"\bmeans: \{.*\}(?=\}$)", line)
    return found[0] if found else line


def _play_view(record: Record) -> PlayView:
    labels = Labels(record.ruleset)
    return PlayView(
        sentence=inline_html(record.example.example),
        armies=army_views(record.example),
        agreed=tuple(agreements(record.example, record.ruleset, labels)),
        lines=tuple(_line_view(row, labels) for row in record.rows),
    )


def _line_view(row: Row, labels: Labels) -> LineView:
    who, choices = describe_decision(row.decision, labels)
    return LineView(
        done=describe_input(row.line, labels) if row.line else "",
        refused=row.refused,
        events=tuple(
            each.text for each in narrate(row.line, row.events, labels) if not each.implied
        ),
        next=f"{who}: {', '.join(_lowered(choice) for choice in choices)}" if choices else who,
    )


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
        sample=_sample_view(sample) if sample else None,
    )


def _title(name: str) -> str:
    return heading(_folder(name))


def _anchor(name: str) -> str:
    return "conditions" if name == Condition.__name__ else f"type-{anchor_of(name)}"


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


# Which samples show what


def used(value: object) -> Iterator[tuple[str, str]]:
    """The fields that are said and the members that are named anywhere in a value."""
    if isinstance(value, StrEnum):
        yield type(value).__name__, str(value)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner is None or inner == field.default:
                continue
            yield type(value).__name__, field.name
            yield from used(inner)
    elif isinstance(value, tuple):
        for item in value:
            yield from used(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from used(item)
