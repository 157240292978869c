"""View model of comparison pages: the same questions, answered by several systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from turnwright.describe.variants import Variant, pairs, readings_of, variants, variants_of
from turnwright.language.ruleset import Ruleset
from turnwright.site.page import (
    ARMIES,
    COMPARISON,
    GLOSSARY,
    Link,
    Page,
    PageLocation,
    comparison_url,
    difference_url,
    system_url,
    variant_path,
)
from turnwright.site.pages.comparison.table import Answer, AnswerStatus, Cell, Column, column, rows
from turnwright.site.pages.difference.view import Side, difference_page
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.pages.language.types import language_href, word_anchor
from turnwright.site.pages.lasting.view import lasting_pages
from turnwright.site.pages.may.view import situations_pages
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import inline_html, plain_text, render
from turnwright.site.site_data import SiteData

MAX_PLACES = 3
"""Places that an answer names; further ones are counted."""


@dataclass(frozen=True, kw_only=True)
class AnswerView:
    """View model of one answer in a cell."""

    term: Link
    detail: str
    places: str
    sentence: Markup
    clauses: tuple[Link, ...]
    readings: tuple[Link, ...]
    """The questions that the source leaves open, on the system's page."""


@dataclass(frozen=True, kw_only=True)
class CellView:
    """View model of what one system answers."""

    key: str
    system: Link
    status: str
    answers: tuple[AnswerView, ...]
    hidden: bool = False
    """It is shown only when its column is chosen."""


@dataclass(frozen=True, kw_only=True)
class RowView:
    """View model of a question."""

    anchor: str
    question: str
    cells: tuple[CellView, ...]


@dataclass(frozen=True, kw_only=True)
class ColumnView:
    """View model of a system that is compared."""

    key: str
    link: Link
    game: str
    like: str = ""
    """Of a reading, the key of the system that answers all else alike."""


@dataclass(frozen=True, kw_only=True)
class ComparisonPage:
    """View model of a comparison page."""

    title: str
    crumbs: tuple[Link, ...]
    columns: tuple[ColumnView, ...]
    readings: tuple[ColumnView, ...]
    """Further columns to choose, of which there is a cell where they answer otherwise."""
    rows: tuple[RowView, ...]
    more: tuple[tuple[str, tuple[Link, ...]], ...] = ()
    """Further pages that compare, under titles, on the page of all systems."""
    of_pair: bool
    onward: Link
    """To the page of all systems from that of a pair, and from there to the same armies in each."""
    count: int
    """The number of columns."""


@dataclass(frozen=True)
class Comparison:
    """The comparison of all systems of a site, from which its pages are made."""

    site: SiteData
    columns: tuple[tuple[Variant, Column], ...]
    readings: tuple[tuple[Variant, Column], ...]
    """Systems with another reading, which answer most questions as without it."""
    pairs: tuple[tuple[Variant, Variant], ...]

    @classmethod
    def of(cls, site: SiteData) -> Comparison:
        """Answer every question for every system, and every pack and option."""
        every = in_page_order(site, variants(site.library))
        found = tuple(each for each in every if each.ruleset.steps)
        systems = [each.system for each in found if not each.chosen]
        read = tuple(each for name in systems for each in readings_of(site.library, name))
        columns, readings = (
            tuple((each, column(each.ruleset, each.key, plain_text(each.title))) for each in those)
            for those in (found, read)
        )
        return cls(site, columns, readings, pairs(found))

    def whole(self) -> ComparisonPage:
        """View model of the page of all systems."""
        page = self.site.location(COMPARISON)
        titles = {column.key: column.title for _, column in self.columns}
        return self._page(
            COMPARISON,
            "Compare",
            self.columns,
            readings=self.readings,
            pairs=tuple(
                Link(
                    f"{titles[one.key]} beside {titles[other.key]}",
                    page.to(comparison_url(one.key, other.key)),
                )
                for one, other in self.pairs
            ),
        )

    def pair(self, one: str, other: str) -> ComparisonPage:
        """View model of the page of two systems."""
        chosen = {column.key: (variant, column) for variant, column in self.columns}
        columns = (chosen[one], chosen[other])
        title = " beside ".join(column.title for _, column in columns)
        return self._page(comparison_url(one, other), title, columns)

    def _page(
        self,
        url: str,
        title: str,
        columns: tuple[tuple[Variant, Column], ...],
        readings: tuple[tuple[Variant, Column], ...] = (),
        pairs: tuple[Link, ...] = (),
    ) -> ComparisonPage:
        location = self.site.location(url)
        views, read = (
            tuple(
                ColumnView(
                    key=column.key,
                    link=Link(column.title, location.to(*variant_path(variant))),
                    game=column.ruleset.game,
                    like=variant.system if variant.reading else "",
                )
                for variant, column in those
            )
            for those in (columns, readings)
        )
        by_key = {column.key: column for _, column in (*columns, *readings)}
        whole = Link("Compare", location.to(COMPARISON))
        found = rows([column for _, column in columns])
        return ComparisonPage(
            title=title,
            crumbs=(Link("Home", location.to("")), *(() if url == COMPARISON else (whole,))),
            columns=views,
            readings=read,
            rows=tuple(
                RowView(
                    anchor=row.question.name,
                    question=row.question.text,
                    cells=tuple(
                        self._cell(location, view, cell)
                        for view in (*views, *read)
                        for cell in (by_key[view.key].cells[row.question.name],)
                        if not view.like or cell != by_key[view.like].cells[row.question.name]
                    ),
                )
                for row in found
            ),
            more=(("Pairs that belong together", pairs),) if pairs else (),
            of_pair=url != COMPARISON,
            onward=(
                Link("The same armies in every system", location.to(ARMIES))
                if url == COMPARISON
                else Link("All systems", location.to(COMPARISON))
            ),
            count=len(columns),
        )

    def _cell(self, location: PageLocation, view: ColumnView, cell: Cell) -> CellView:
        return CellView(
            key=view.key,
            system=view.link,
            status=cell.status if cell.status is AnswerStatus.NOT_SAID else "",
            answers=tuple(self._answer(location, answer) for answer in cell.answers),
            hidden=bool(view.like),
        )

    def _answer(self, location: PageLocation, answer: Answer) -> AnswerView:
        term = answer.term
        word = shared_terms().standing_for(term.member.lower())
        href = ""
        if word:
            href = location.to(GLOSSARY, word.anchor)
        elif self.site.has_language:
            href = language_href(location, word_anchor(term.owner, term.member))
        first = answer.clauses[0]
        shown, further = answer.places[:MAX_PLACES], len(answer.places) - MAX_PLACES
        return AnswerView(
            term=Link(term.text, href),
            detail=term.detail,
            places=", ".join(shown) + (f" and {further} more" if further > 0 else ""),
            sentence=inline_html(first.text),
            clauses=tuple(
                Link(clause.id, location.to(system_url(clause.ruleset), clause.id))
                for clause in answer.clauses
            ),
            readings=tuple(
                Link("open", location.to(system_url(self._writer(name, first.ruleset)), anchor))
                for name in answer.readings
                for anchor in (f"reading-{name}",)
            ),
        )

    def _writer(self, reading: str, ruleset: str) -> str:
        """The ruleset that wrote a reading."""
        every = self.site.rulesets
        found = (name for name, each in every.items() if reading in each.readings)
        return ruleset if reading in every[ruleset].readings else next(found, ruleset)


STYLE, SCRIPT = "compare.css", "compare.js"
"""The style sheet of these pages, and the script by which one chooses among systems."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Two rulesets that are set side by side rule by rule."""

    url: str
    title: str
    about: str = ""
    before: tuple[str, str]
    """Title and URL of the first one."""
    now: tuple[str, str]
    """Title and URL of the other one."""
    base: Ruleset
    rules: Ruleset


def comparison_pages(site: SiteData) -> Iterator[Page]:
    """Pages with the questions of players: of all systems, and of pairs that belong together."""
    comparison = Comparison.of(site)
    location = site.location(COMPARISON)
    whole = comparison.whole()
    other_pages = {
        "What may this unit do now?": tuple(situations_pages(site)),
        "How long does it last?": tuple(lasting_pages(site)),
    }
    lists: dict[str, Iterable[Page | Difference]] = {
        "Rule by rule": tuple(differences(site)),
        **other_pages,
    }
    more = (
        (title, tuple(Link(each.title, location.to(each.url)) for each in listed))
        for title, listed in lists.items()
    )
    for pages in other_pages.values():
        yield from pages
    yield Page(
        url=COMPARISON,
        title="Compare",
        summary="Who acts next, how many at once, may I pass: every system's answers.",
        html=render("pages/comparison/page", replace(whole, more=(*whole.more, *more))),
        assets=(STYLE, SCRIPT),
    )
    for one, other in comparison.pairs:
        page = comparison.pair(one.key, other.key)
        yield Page(
            url=comparison_url(one.key, other.key),
            title=page.title,
            summary="What both answer to the questions of players.",
            html=render("pages/comparison/page", page),
            assets=(STYLE,),
        )


def difference_pages(site: SiteData) -> Iterator[Page]:
    """Pages with two rulesets side by side, rule by rule."""
    for each in differences(site):
        location = site.location(each.url)
        before, now = (
            Side(link=Link(title, location.to(*url.split("#"))), rules=rules)
            for (title, url), rules in ((each.before, each.base), (each.now, each.rules))
        )
        page = difference_page(site, location, before, now, each.title, each.about)
        yield Page(
            url=each.url,
            title=each.title,
            summary="What is new, changed, kept and gone, rule by rule.",
            html=render("pages/difference/page", page),
            edit=str(site.library.source(each.rules.ruleset)),
            assets=(STYLE,),
        )
    site.kept.save()


def differences(site: SiteData) -> Iterator[Difference]:
    """Every overlay beside its base, and every system beside itself with one thing chosen.

    Systems of one game stand side by side as well, where neither extends the other and none is
    a library.
    """
    for name, rules in site.effective.items():
        system = (plain_text(rules.title), system_url(name))
        base = site.effective.get(rules.extends)
        if base is not None:
            yield Difference(
                url=difference_url(name),
                title=f"{system[0]} beside {plain_text(base.title)}",
                before=(plain_text(base.title), system_url(base.ruleset)),
                now=system,
                base=base,
                rules=rules,
            )
        for other, theirs in site.effective.items():
            related = name in (other, theirs.extends) or other == rules.extends
            apart = related or rules.library or theirs.library
            if other > name and rules.game and theirs.game == rules.game and not apart:
                yield Difference(
                    url=difference_url(name, other),
                    title=f"{system[0]} beside {plain_text(theirs.title)}",
                    before=system,
                    now=(plain_text(theirs.title), system_url(other)),
                    base=rules,
                    rules=theirs,
                )
        yield from _with_choices(site, name, rules, system)


def _with_choices(
    site: SiteData, name: str, rules: Ruleset, system: tuple[str, str]
) -> Iterator[Difference]:
    """A system beside itself: with a pack, with an option, or with another reading."""
    written, read = variants_of(site.library, name), readings_of(site.library, name)
    for variant in (*tuple(written)[1:], *read):
        label = plain_text(variant.label)
        yield Difference(
            url=difference_url(name, variant.chosen),
            title=f"{system[0]}: {label}",
            about=variant.question,
            before=system,
            now=("This reading" if variant.reading else label, "#".join(variant_path(variant))),
            base=rules,
            rules=variant.ruleset,
        )
