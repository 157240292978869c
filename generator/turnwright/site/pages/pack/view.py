"""Page of a pack: its effective rules, and what it changes in the system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.credit import Credit
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.site.clauses import References, Remark, Uncovered, not_covered
from turnwright.site.page import Link, PageLocation, Sheets, pack_url, system_url
from turnwright.site.pages.difference.changes import ClauseChange, DiffStatus, diff_rulesets
from turnwright.site.pages.system.rules import RulesBuilder, RulesView
from turnwright.site.pages.systems.view import is_sketch
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class PackPage:
    """View model of a pack's page."""

    pack: Pack
    written: Ruleset
    """The system as it is written."""
    permalink: str
    crumbs: tuple[Link, ...]
    credit: Credit
    is_sketch: bool
    sheets: tuple[Sheets, ...]
    """Links to the printable sheets."""
    agreed: tuple[tuple[str, Link, str], ...]
    """Each option and reading that the pack chooses: its kind, a link to it, and its text."""
    contents: tuple[Link, ...]
    gone: tuple[ClauseChange, ...]
    """The clauses that do not hold with the pack."""
    refs: References
    here: Callable[[Clause], str]
    """URL of a clause on this page."""
    rules: RulesView
    not_covered: Uncovered | None


def pack_page(site: SiteData, name: str, pack: str) -> PackPage:
    """View model of a pack's page."""
    written, before, effective = (
        site.rulesets[name],
        site.effective[name],
        site.with_pack(name, pack),
    )
    location = site.location(pack_url(name, pack))
    refs = References(site, location, name)
    diff = diff_rulesets(before, effective)
    held = {clause.full_id for clause in before.clauses()}
    differs = {
        clause.full_id: _added_remark(location, before, clause)
        for clause in effective.clauses()
        if clause.full_id not in held
    }
    rules = RulesBuilder(refs, effective, differs, idle_clauses(effective)).view()
    lapsed = (DiffStatus.CHANGED, DiffStatus.REMOVED, DiffStatus.IDLE)
    gone = tuple(change for status in lapsed for change in diff.of(status))
    uncovered = not_covered(refs, effective)
    system = Link(written.title, location.to(system_url(name)))
    return PackPage(
        pack=written.packs[pack],
        written=written,
        permalink=location.to(location.url),
        crumbs=(Link("Home", location.to("")), Link("Systems", location.to("systems/")), system),
        credit=site.credit(name),
        is_sketch=is_sketch(written),
        sheets=site.sheet_links(location, name, pack),
        agreed=tuple(_agreed(location, before, written.packs[pack])),
        contents=(
            *([Link("Not used", "#gone")] if gone else []),
            *rules.contents(),
            *([Link("Not covered", "#not-covered")] if uncovered else []),
        ),
        gone=gone,
        refs=refs,
        here=lambda clause: location.to(
            location.url, clause.id if clause.ruleset == name else clause.full_id
        ),
        rules=rules,
        not_covered=uncovered,
    )


def _agreed(location: PageLocation, system: Ruleset, pack: Pack) -> Iterator[tuple[str, Link, str]]:
    for name in pack.options:
        yield "Option", _patch_link(location, system, name), system.options[name].text
    for name, choice in pack.readings.items():
        link = _patch_link(location, system, f"{name}:{choice}")
        yield "Reading", link, system.readings[name].alternatives[choice].text


def _added_remark(location: PageLocation, system: Ruleset, clause: Clause) -> Remark:
    """Remark on a clause that the pack adds: the option or reading it comes from."""
    kind = "reading" if ":" in clause.of else "option"
    link = _patch_link(location, system, clause.of)
    return Remark(kind="differs", label=f"Added by the {kind}", links=(link,))


def _patch_link(location: PageLocation, system: Ruleset, patch: str) -> Link:
    """Link to an option or a reading on the system's page."""
    name, _, choice = patch.partition(":")
    kind = "reading" if choice else "option"
    title = system.readings[name].question if choice else system.options[name].title
    return Link(plain_text(title), location.to(system_url(system.ruleset), f"{kind}-{name}"))
