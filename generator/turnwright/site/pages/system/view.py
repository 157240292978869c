"""View model of a system's page: rules, options, readings, gaps and packs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.describe.credit import Credit
from turnwright.describe.settings import (
    assumed_clauses,
    gap_numbers,
    option_numbers,
    reading_numbers,
)
from turnwright.engine.compiler import compile_ruleset
from turnwright.language.ruleset import Option, Reading, Ruleset
from turnwright.site.clauses import (
    ClauseView,
    NotCoveredView,
    Remark,
    clause_link,
    clause_links,
    gap_anchor,
    not_covered,
    source_line,
)
from turnwright.site.page import (
    Link,
    PageLocation,
    Pager,
    Sheets,
    difference_url,
    examples_url,
    lasting_url,
    pack_url,
    pager,
    situations_url,
    system_url,
)
from turnwright.site.pages.glossary.view import OwnWord, own_words
from turnwright.site.pages.lasting.spans import courses
from turnwright.site.pages.system.rules import RulesBuilder, RulesView
from turnwright.site.pages.systems.view import is_sketch, page_order
from turnwright.site.rendering import block_html, inline_html, plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class OptionView:
    """View model of an option and its clauses."""

    anchor: str
    number: str
    """Number that sheets call it by."""
    title: str
    text: Markup
    source: str
    params: tuple[tuple[str, str], ...]
    needs: tuple[Link, ...]
    excludes: tuple[Link, ...]
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, kw_only=True)
class AlternativeView:
    """View model of an alternative of a reading."""

    name: str
    text: Markup
    default: bool
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, kw_only=True)
class ReadingView:
    """View model of a reading: a question that the source leaves open."""

    anchor: str
    number: str
    """Number that sheets call it by."""
    question: Markup
    why: Markup
    source: str
    about: tuple[Link, ...]
    alternatives: tuple[AlternativeView, ...]


@dataclass(frozen=True, kw_only=True)
class AssumedView:
    """View model of an assumed clause, with what to check of it."""

    number: str
    text: Markup
    about: Link


@dataclass(frozen=True, kw_only=True)
class GapView:
    """View model of a gap in the source."""

    anchor: str
    number: str
    """Number that sheets call it by."""
    text: Markup
    source: str
    about: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class PackEntry:
    """View model of a pack in the list."""

    link: Link
    text: Markup


@dataclass(frozen=True, kw_only=True)
class SystemPage:
    """View model of a system's page."""

    title: str
    crumbs: tuple[Link, ...]
    game: str
    edition: str
    about: Markup
    credit: Credit
    sketch: Markup | None
    """For a sketch, where it was looked up and how sure we are."""
    base: Link | None
    """Link to the base system of an overlay."""
    onward: tuple[Link, ...]
    """Links to the pages that look at this system from another side."""
    sheets: tuple[Sheets, ...]
    """Links to the printable sheets."""
    contents: tuple[Link, ...]
    """Table of contents."""
    rules: RulesView
    options: tuple[OptionView, ...]
    readings: tuple[ReadingView, ...]
    gaps: tuple[GapView, ...]
    assumed: tuple[AssumedView, ...]
    """What whoever has a source that we lack should check."""
    not_covered: NotCoveredView | None
    packs: tuple[PackEntry, ...]
    words: tuple[OwnWord, ...]
    """The system's term, and the language's."""
    pager: Pager


def system_page(site: SiteData, name: str) -> SystemPage:
    """View model of a system's page."""
    written = site.rulesets[name]
    return _SystemPageBuilder(
        site, written, site.effective[name], site.location(system_url(name))
    ).page()


@dataclass
class _SystemPageBuilder:
    site: SiteData
    written: Ruleset
    effective: Ruleset
    location: PageLocation

    def __post_init__(self) -> None:
        self.id = self.written.ruleset
        # A system's own clauses are shown in any case: this page is where their links lead.
        own = {clause.full_id for clause in self.written.clauses()}
        idle = self.site.idle[self.id]
        remark = Remark(kind="idle", label="Idle: nothing in this round uses it.")
        self.rules = RulesBuilder(
            self.site, self.effective, self.location, dict.fromkeys(idle & own, remark), idle - own
        )

    def page(self) -> SystemPage:
        base = self.site.rulesets.get(self.written.extends)
        rules = self.rules.view()
        return SystemPage(
            title=self.written.title,
            crumbs=(
                Link("Home", self.location.to("")),
                Link("Systems", self.location.to("systems/")),
            ),
            game=self.written.game,
            edition=self.written.edition,
            about=block_html(self.written.about),
            credit=self.site.credit(self.id),
            sketch=block_html(self.written.checked) if is_sketch(self.written) else None,
            base=Link(base.title, self.location.to(system_url(base.ruleset))) if base else None,
            onward=tuple(self.onward(base)),
            sheets=self.site.sheet_links(self.location, self.id),
            contents=(*rules.contents(), *self.contents()),
            rules=rules,
            options=tuple(self.option(*item) for item in self.written.options.items()),
            readings=tuple(self.reading(*item) for item in self.written.readings.items()),
            gaps=tuple(
                GapView(
                    anchor=gap_anchor(gap, number),
                    number=gap_numbers(self.effective)[number - 1],
                    text=inline_html(gap.text),
                    source=source_line(gap.source, self.effective),
                    about=clause_links(self.site, self.location, gap.clauses, self.id),
                )
                for number, gap in enumerate(self.written.gaps, start=1)
            ),
            assumed=tuple(self.assumed()),
            not_covered=not_covered(self.site, self.location, self.effective),
            packs=tuple(
                PackEntry(
                    link=Link(plain_text(pack.title), self.location.to(pack_url(self.id, name))),
                    text=inline_html(pack.text),
                )
                for name, pack in self.written.packs.items()
            ),
            words=own_words(self.effective, self.location),
            pager=pager(
                [
                    Link(self.site.rulesets[name].title, self.location.to(system_url(name)))
                    for name in page_order(self.site)
                ],
                page_order(self.site).index(self.id),
            ),
        )

    def onward(self, base: Ruleset | None) -> Iterator[Link]:
        """Links to the pages that look at this system from another side."""
        if examples := self.site.examples_of(self.id):
            many = f"{len(examples)} examples" if len(examples) > 1 else "An example"
            yield Link(f"{many} to watch", self.location.to(examples_url(self.id)))
        if base:
            title = "Beside its base: what is new, changed and gone"
            yield Link(title, self.location.to(difference_url(self.id)))
        for used in self.written.uses:
            title = plain_text(self.site.rulesets[used].title)
            yield Link(f"Uses procedures of {title}", self.location.to(system_url(used)))
        for name, other in self.site.rulesets.items():
            if self.id in other.uses:
                title = f"Used by {plain_text(other.title)}"
                yield Link(title, self.location.to(system_url(name)))
        if self.effective.situations:
            yield Link("What may a unit do now?", self.location.to(situations_url(self.id)))
        if any(courses(compile_ruleset(self.effective))):
            yield Link("How long does it last?", self.location.to(lasting_url(self.id)))

    def assumed(self) -> Iterator[AssumedView]:
        """Assumed clauses that the round uses, with what to check of each."""
        used = assumed_clauses(self.effective, self.site.idle[self.id])
        for number, clause in used.items():
            yield AssumedView(
                number=number,
                text=inline_html(clause.assumed),
                about=clause_link(self.site, self.location, clause.full_id, self.id),
            )

    def contents(self) -> Iterator[Link]:
        """Table of contents after the rules."""
        sections = {
            "options": ("Options", self.written.options),
            "readings": ("Readings", self.written.readings),
            "packs": ("Packs", self.written.packs),
            "gaps": ("Missing", self.written.gaps),
            "assumed": ("Assumed", tuple(self.assumed())),
            "not-covered": ("Not covered", self.effective.not_covered),
            "words": ("Words", own_words(self.effective, self.location)),
        }
        for anchor, (title, content) in sections.items():
            if content:
                yield Link(title, f"#{anchor}")

    def option(self, name: str, option: Option) -> OptionView:
        return OptionView(
            anchor=f"option-{name}",
            number=option_numbers(self.effective)[name],
            title=plain_text(option.title),
            text=inline_html(option.text),
            source=source_line(option.source, self.effective),
            params=tuple(option.params.items()),
            needs=tuple(map(self.option_link, option.needs)),
            excludes=tuple(map(self.option_link, option.excludes)),
            clauses=self.rules.patch(option, name),
        )

    def option_link(self, name: str) -> Link:
        title = self.written.options[name].title if name in self.written.options else name
        return Link(plain_text(title), self.location.to(self.location.url, f"option-{name}"))

    def reading(self, name: str, reading: Reading) -> ReadingView:
        return ReadingView(
            anchor=f"reading-{name}",
            number=reading_numbers(self.effective)[name],
            question=inline_html(reading.question),
            why=inline_html(reading.why),
            source=source_line(reading.source, self.effective),
            about=clause_links(self.site, self.location, reading.clauses, self.id),
            alternatives=tuple(
                AlternativeView(
                    name=which,
                    text=inline_html(alternative.text),
                    default=which == reading.default,
                    # The default's clauses are part of the effective rules above.
                    clauses=()
                    if which == reading.default
                    else self.rules.patch(alternative, f"{name}.{which}"),
                )
                for which, alternative in reading.alternatives.items()
            ),
        )
