"""The page of a system: the round as a picture, then every part with its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.clause import Clause, Source
from turnwright.language.ruleset import KINDS, Body, Option, Part, Reading, Ruleset
from turnwright.language.step import Step
from turnwright.site import roundmap
from turnwright.site.book import Book
from turnwright.site.clauses import ClauseView, clause_links, clause_view, example_link, source_line
from turnwright.site.glossary import own_words
from turnwright.site.outline import OutlineItem, outline, part_anchor, shown
from turnwright.site.page import Link, Place, difference_url, system_url
from turnwright.site.roundmap import RoundMap
from turnwright.site.sentence import inline, plain, prose
from turnwright.study.namer import Namer
from turnwright.study.tree import grow

HEADINGS = {
    "steps": "Step by step",
    "checks": "Checks",
    "facts": "Facts",
    "values": "Values",
    "effects": "What lasts",
    "containers": "Containers",
}


@dataclass(frozen=True, kw_only=True)
class PartView:
    """A step, check, fact, value, term or container, with its clauses."""

    anchor: str
    title: str
    name: str
    """The word its clauses know it by."""
    text: Markup
    like: Link | None = None
    clauses: tuple[ClauseView, ...] = ()


@dataclass(frozen=True, kw_only=True)
class KindView:
    """All parts of one kind."""

    anchor: str
    title: str
    parts: tuple[PartView, ...]


@dataclass(frozen=True, kw_only=True)
class OptionView:
    """An option and the clauses it brings."""

    anchor: str
    title: str
    text: Markup
    source: str
    params: tuple[tuple[str, str], ...]
    needs: tuple[Link, ...]
    excludes: tuple[Link, ...]
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, kw_only=True)
class AlternativeView:
    """One way to read it."""

    name: str
    text: Markup
    default: bool
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, kw_only=True)
class ReadingView:
    """A question that the source leaves open."""

    anchor: str
    question: Markup
    why: Markup
    source: str
    about: tuple[Link, ...]
    alternatives: tuple[AlternativeView, ...]


@dataclass(frozen=True, kw_only=True)
class GapView:
    """Something the source needs and does not have."""

    text: Markup
    source: str
    about: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class SystemPage:
    """Everything the page of a system shows."""

    title: str
    crumbs: tuple[Link, ...]
    game: str
    edition: str
    about: Markup
    official: str
    base: Link | None
    """The system underneath, which this one changes."""
    difference: Link | None
    contents: tuple[Link, ...]
    """The parts of the page that are there."""
    map: RoundMap | None
    outline: OutlineItem | None
    kinds: tuple[KindView, ...]
    options: tuple[OptionView, ...]
    readings: tuple[ReadingView, ...]
    gaps: tuple[GapView, ...]
    examples: tuple[Link, ...]
    words: tuple[tuple[str, str], ...]
    """This system's word, and ours."""


def system_page(book: Book, name: str) -> SystemPage:
    """The page of a system."""
    written = book.rulesets[name]
    return _Maker(book, written, book.effective[name], book.place(system_url(name))).page()


@dataclass
class _Maker:
    book: Book
    written: Ruleset
    effective: Ruleset
    place: Place

    def __post_init__(self) -> None:
        self.id = self.written.ruleset
        self.namer = Namer(self.effective)
        self.tree = grow(self.effective)
        self.anchors: set[str] = set()

    def page(self) -> SystemPage:
        base = self.book.rulesets.get(self.written.extends)
        beside = Link(
            "Beside its base: what is new, changed and gone", self.place.to(difference_url(self.id))
        )
        kinds = tuple(kind for kind in map(self.kind, KINDS) if kind.parts)
        return SystemPage(
            title=self.written.title,
            crumbs=(Link("Home", self.place.to("")), Link("Systems", self.place.to("systems/"))),
            game=self.written.game,
            edition=self.written.edition,
            about=prose(self.written.about),
            official=self.written.official,
            base=Link(base.title, self.place.to(system_url(base.ruleset))) if base else None,
            difference=beside if base else None,
            contents=tuple(self.contents(kinds)),
            map=roundmap.draw(self.tree, self.namer) if self.tree else None,
            outline=outline(self.tree, self.namer) if self.tree else None,
            kinds=kinds,
            options=tuple(self.option(*item) for item in self.written.options.items()),
            readings=tuple(self.reading(*item) for item in self.written.readings.items()),
            gaps=tuple(
                GapView(
                    text=inline(gap.text),
                    source=source_line(gap.source, self.written),
                    about=clause_links(self.book, self.place, gap.clauses, self.id),
                )
                for gap in self.written.gaps
            ),
            examples=tuple(
                example_link(self.place, each.example, each.ruleset, each.slug)
                for each in self.book.examples_of(self.id)
            ),
            words=own_words(self.effective),
        )

    def contents(self, kinds: tuple[KindView, ...]) -> Iterator[Link]:
        """The parts of the page that are there, in their order."""
        there = {
            "glance": ("At a glance", self.tree),
            **{kind.anchor: (kind.title, kind.parts) for kind in kinds},
            "options": ("Options", self.written.options),
            "readings": ("Readings", self.written.readings),
            "gaps": ("Missing", self.written.gaps),
            "words": ("Words", own_words(self.effective)),
            "examples": ("Examples", self.book.examples_of(self.id)),
        }
        for anchor, (title, content) in there.items():
            if content:
                yield Link(title, f"#{anchor}")

    def kind(self, kind: str) -> KindView:
        parts: dict[str, Part] = dict(getattr(self.effective, kind))
        walked = [branch.name for branch in self.tree.walk()] if self.tree else []
        order = dict.fromkeys([name for name in walked if name in parts] + list(parts))
        return KindView(
            anchor=kind,
            title=HEADINGS[kind],
            parts=tuple(self.part(kind, name, parts[name]) for name in order if shown(parts[name])),
        )

    def part(self, kind: str, name: str, part: Part) -> PartView:
        like = part.like if isinstance(part, Step) else ""
        to_like = self.place.to(self.place.url, part_anchor("steps", like))
        return PartView(
            anchor=part_anchor(kind, name),
            title=self.namer.title(name),
            name=name,
            text=inline(part.text),
            like=Link(self.namer.title(like), to_like) if like else None,
            clauses=tuple(self.clause(clause, part) for clause in part.clauses),
        )

    def clause(self, clause: Clause, part: Part, patch: str = "") -> ClauseView:
        """A clause; the same id can come again in a reading that is not the default."""
        anchor = clause.id if clause.ruleset == self.id else clause.full_id
        if anchor in self.anchors:
            anchor = f"{patch}.{anchor}"
        self.anchors.add(anchor)
        inherited = part.source
        if clause.ruleset == self.id and inherited is None:
            inherited = self.source_of_part(clause)
        return clause_view(self.book, self.place, self.id, clause, part=inherited, anchor=anchor)

    def source_of_part(self, clause: Clause) -> Source | None:
        """Where the part of a clause comes from, as its own file says."""
        for _, _, part in self.written.parts():
            if clause in part.clauses:
                return part.source
        return None

    def patch(self, body: Body, name: str) -> Iterator[ClauseView]:
        for _, _, part in body.parts():
            for clause in part.clauses:
                yield self.clause(clause, part, name)

    def option(self, name: str, option: Option) -> OptionView:
        return OptionView(
            anchor=f"option-{name}",
            title=plain(option.title),
            text=inline(option.text),
            source=source_line(option.source, self.written),
            params=tuple(option.params.items()),
            needs=tuple(map(self.option_link, option.needs)),
            excludes=tuple(map(self.option_link, option.excludes)),
            clauses=tuple(self.patch(option, name)),
        )

    def option_link(self, name: str) -> Link:
        title = self.written.options[name].title if name in self.written.options else name
        return Link(plain(title), self.place.to(self.place.url, f"option-{name}"))

    def reading(self, name: str, reading: Reading) -> ReadingView:
        return ReadingView(
            anchor=f"reading-{name}",
            question=inline(reading.question),
            why=inline(reading.why),
            source=source_line(reading.source, self.written),
            about=clause_links(self.book, self.place, reading.clauses, self.id),
            alternatives=tuple(
                AlternativeView(
                    name=which,
                    text=inline(alternative.text),
                    default=which == reading.default,
                    # The clauses of the default stand on the page already, where they belong.
                    clauses=()
                    if which == reading.default
                    else tuple(self.patch(alternative, f"{name}.{which}")),
                )
                for which, alternative in reading.alternatives.items()
            ),
        )
