"""View model of effective rules: round map, outline, and every part with its clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS, Body, Part, Ruleset
from turnwright.language.step import Step
from turnwright.site import roundmap
from turnwright.site.anchors import has_content, part_anchor
from turnwright.site.clauses import ClauseView, Remark, clause_view
from turnwright.site.markdown import inline_html
from turnwright.site.outline import OutlineItem, outline
from turnwright.site.page import Link, PageLocation
from turnwright.site.roundmap import RoundMap
from turnwright.site.site_data import SiteData
from turnwright.study.labels import Labels
from turnwright.study.step_tree import build_tree

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
    """View model of a step, check, fact, value, term or container with its clauses."""

    anchor: str
    title: str
    name: str
    """Name of the part in YAML."""
    text: Markup
    like: Link | None = None
    clauses: tuple[ClauseView, ...] = ()


@dataclass(frozen=True, kw_only=True)
class KindView:
    """View model of all parts of one kind."""

    anchor: str
    title: str
    parts: tuple[PartView, ...]


@dataclass(frozen=True, kw_only=True)
class RulesView:
    """View model of effective rules."""

    map: RoundMap | None
    outline: OutlineItem | None
    kinds: tuple[KindView, ...]

    def contents(self) -> Iterator[Link]:
        """Table of contents, as links to anchors."""
        if self.map:
            yield Link("At a glance", "#glance")
        for kind in self.kinds:
            yield Link(kind.title, f"#{kind.anchor}")


@dataclass
class RulesBuilder:
    """Builder of the view model of effective rules for one page."""

    site: SiteData
    effective: Ruleset
    location: PageLocation
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    """Page-specific remarks by full clause id."""
    idle: Collection[str] = ()
    """Full ids of clauses that are not shown, because nothing in this round asks for them."""

    def __post_init__(self) -> None:
        self.namer = Labels(self.effective)
        self.tree = build_tree(self.effective)
        self.anchors: set[str] = set()

    def view(self) -> RulesView:
        """View model of all rules."""
        return RulesView(
            map=roundmap.draw_round_map(self.tree, self.namer) if self.tree else None,
            outline=outline(self.tree, self.namer, self.location) if self.tree else None,
            kinds=tuple(kind for kind in map(self.kind, KINDS) if kind.parts),
        )

    def kind(self, kind: str) -> KindView:
        """View model of one kind of parts; steps in the order of the round."""
        parts: dict[str, Part] = dict(getattr(self.effective, kind))
        walked = [branch.name for branch in self.tree.walk()] if self.tree else []
        order = dict.fromkeys([name for name in walked if name in parts] + list(parts))
        return KindView(
            anchor=kind,
            title=HEADINGS[kind],
            parts=tuple(
                self.part(kind, name, parts[name]) for name in order if has_content(parts[name])
            ),
        )

    def part(self, kind: str, name: str, part: Part) -> PartView:
        """View model of a part with its clauses."""
        like = part.like if isinstance(part, Step) else ""
        to_like = self.location.to(self.location.url, part_anchor("steps", like))
        return PartView(
            anchor=part_anchor(kind, name),
            title=self.namer.title(name),
            name=name,
            text=inline_html(part.text),
            like=Link(self.namer.title(like), to_like) if like else None,
            clauses=tuple(self.clause(c) for c in part.clauses if c.full_id not in self.idle),
        )

    def clause(self, clause: Clause, patch: str = "") -> ClauseView:
        """View model of a clause; an anchor already taken gets the patch's name as a prefix."""
        system = self.effective.ruleset
        anchor = clause.id if clause.ruleset == system else clause.full_id
        if anchor in self.anchors:
            anchor = f"{patch}.{anchor}"
        self.anchors.add(anchor)
        remark = self.remarks.get(clause.full_id)
        return clause_view(
            self.site,
            self.location,
            system,
            clause,
            anchor=anchor,
            extra_remarks=(remark,) if remark else (),
        )

    def patch(self, body: Body, name: str) -> tuple[ClauseView, ...]:
        """View models of the clauses of an option or an alternative."""
        return tuple(self.clause(clause, name) for clause in body.clauses())
