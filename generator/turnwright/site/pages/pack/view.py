"""View model of a pack's page: its effective rules, and the diff against the system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.credit import Credit
from turnwright.describe.labels import as_words
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.site.clauses import References, Remark, Uncovered, not_covered
from turnwright.site.page import Link, PageLocation, Sheets, pack_url, system_url
from turnwright.site.pages.difference.changes import DiffStatus, diff_rulesets
from turnwright.site.pages.system.rules import RulesBuilder, RulesView
from turnwright.site.pages.systems.view import is_sketch
from turnwright.site.rendering import block_html, inline_html, plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class ChosenView:
    """View model of an option or reading that the pack chooses."""

    kind: str
    link: Link
    text: Markup


@dataclass(frozen=True, kw_only=True)
class UnusedClauseView:
    """View model of a clause that does not hold with the pack."""

    clause: Link
    sentence: Markup
    instead: tuple[Link, ...]
    """Links to the clauses that replace it."""


@dataclass(frozen=True, kw_only=True)
class PackPage:
    """View model of a pack's page."""

    title: str
    permalink: str
    crumbs: tuple[Link, ...]
    system: Link
    game: str
    edition: str
    credit: Credit
    sketch: Markup | None
    """For a pack of a sketch, where that was looked up and how sure we are."""
    about: Markup
    sheets: tuple[Sheets, ...]
    """Links to the printable sheets."""
    agreed: tuple[ChosenView, ...]
    params: tuple[str, ...]
    """Names of the parameters set by the pack."""
    contents: tuple[Link, ...]
    gone: tuple[UnusedClauseView, ...]
    rules: RulesView
    not_covered: Uncovered | None


def pack_page(site: SiteData, name: str, pack: str) -> PackPage:
    """View model of a pack's page."""
    written, chosen = site.rulesets[name], site.rulesets[name].packs[pack]
    before, effective = site.effective[name], site.with_pack(name, pack)
    location = site.location(pack_url(name, pack))
    diff = diff_rulesets(before, effective)
    base_ids = {clause.full_id for clause in before.clauses()}
    differs = {
        clause.full_id: _added_remark(location, before, clause)
        for clause in effective.clauses()
        if clause.full_id not in base_ids
    }
    idle = idle_clauses(effective)
    refs = References(site, location, name)
    rules = RulesBuilder(refs, effective, differs, idle).view()

    def links(clauses: tuple[Clause, ...]) -> tuple[Link, ...]:
        return tuple(
            Link(each.id, location.to(location.url, _anchor(each, name))) for each in clauses
        )

    gone = tuple(
        UnusedClauseView(
            clause=refs.clause(change.clause.full_id),
            sentence=inline_html(change.clause.text),
            instead=links(change.by),
        )
        for status in (DiffStatus.CHANGED, DiffStatus.REMOVED, DiffStatus.IDLE)
        for change in diff.of(status)
    )
    limits = not_covered(refs, effective)
    system = Link(written.title, location.to(system_url(name)))
    return PackPage(
        title=plain_text(chosen.title),
        permalink=location.to(location.url),
        crumbs=(Link("Home", location.to("")), Link("Systems", location.to("systems/")), system),
        system=system,
        game=written.game,
        edition=written.edition,
        credit=site.credit(name),
        sketch=block_html(written.checked) if is_sketch(written) else None,
        about=block_html(chosen.text),
        sheets=site.sheet_links(location, name, pack),
        agreed=tuple(_agreed(location, before, chosen)),
        params=tuple(map(as_words, chosen.params)),
        contents=(
            *([Link("Not used", "#gone")] if gone else []),
            *rules.contents(),
            *([Link("Not covered", "#not-covered")] if limits else []),
        ),
        gone=gone,
        rules=rules,
        not_covered=limits,
    )


def _anchor(clause: Clause, system: str) -> str:
    return clause.id if clause.ruleset == system else clause.full_id


def _agreed(location: PageLocation, system: Ruleset, pack: Pack) -> Iterator[ChosenView]:
    for name in pack.options:
        yield ChosenView(
            kind="Option",
            link=_patch_link(location, system, name),
            text=inline_html(system.options[name].text),
        )
    for name, choice in pack.readings.items():
        yield ChosenView(
            kind="Reading",
            link=_patch_link(location, system, f"{name}:{choice}"),
            text=inline_html(system.readings[name].alternatives[choice].text),
        )


def _added_remark(location: PageLocation, system: Ruleset, clause: Clause) -> Remark:
    """Remark on a clause that the pack adds: the option or reading it comes from."""
    kind = "reading" if ":" in clause.of else "option"
    return Remark(
        kind="differs",
        label=f"Added by the {kind}",
        links=(_patch_link(location, system, clause.of),),
    )


def _patch_link(location: PageLocation, system: Ruleset, patch: str) -> Link:
    """Link to an option or a reading on the system's page."""
    name, _, choice = patch.partition(":")
    kind = "reading" if choice else "option"
    title = system.readings[name].question if choice else system.options[name].title
    return Link(plain_text(title), location.to(system_url(system.ruleset), f"{kind}-{name}"))
