"""View model of effective rules: round map, and every part with its clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from turnwright.describe.labels import Labels
from turnwright.describe.programs import program_of
from turnwright.describe.statements import Statements
from turnwright.describe.step_tree import (
    Branch,
    build_tree,
    caption,
    opened_steps,
    step_numbers,
)
from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS, Body, Part, Ruleset
from turnwright.language.step import Step
from turnwright.site.clauses import ClauseView, References, Remark, clause_view
from turnwright.site.page import (
    ODDS,
    Link,
    has_content,
    odds_anchor,
    part_anchor,
    step_href,
)
from turnwright.site.pages.odds.chances import chance_tables
from turnwright.site.rendering import plain_text

HEADINGS = {
    "steps": "The round",
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
    text: str
    number: str = ""
    """Number of a step, as the drawing and the sheet have it."""
    depth: int = 0
    """How deep a step is inside the round: headings show it."""
    odds: Link | None = None
    """Link to its chances, where there is anything to be rolled or drawn."""
    clauses: tuple[ClauseView, ...] = ()
    like: tuple[Link, ...] = ()
    """The steps that a step takes clauses over from, the nearest first."""
    shared: tuple[Link, ...] = ()
    """Those clauses: what holds here too because it holds for steps like this one."""
    inside: tuple[PartView, ...] = ()
    """On a long page, the steps inside a step that can be folded with it."""


@dataclass(frozen=True, kw_only=True)
class KindView:
    """View model of all parts of one kind."""

    anchor: str
    title: str
    folded: bool
    """True for what is looked up, and not read in its turn."""
    parts: tuple[PartView, ...]


@dataclass(frozen=True, kw_only=True)
class RoundMap:
    """Round map: the tree of steps as nested lists, with what each step is called there."""

    tree: Branch
    numbers: Mapping[str, str]
    """Number of each step, as its heading and the sheet have it."""
    labels: Labels

    def number(self, branch: Branch) -> str:
        """Number of a step; nothing where its steps are shown above."""
        return "" if branch.again else self.numbers[branch.name]

    def title(self, branch: Branch) -> str:
        """Title of a step."""
        return self.labels.title(branch.name)

    def caption(self, branch: Branch) -> str:
        """How its chances are dealt, in a few words."""
        return caption(branch)

    def href(self, branch: Branch) -> str:
        """Where its rules are on this page; nothing where it has none."""
        return step_href(self.labels, branch.name)


@dataclass(frozen=True, kw_only=True)
class RulesView:
    """View model of effective rules."""

    map: RoundMap | None
    procedures: tuple[Link, ...] = ()
    """The procedures of a library, by their titles, for whoever looks one up."""
    kinds: tuple[KindView, ...]

    def contents(self) -> Iterator[Link]:
        """Table of contents, as links to anchors."""
        if self.map:
            yield Link("At a glance", "#glance")
        if self.procedures:
            yield Link("Look up", "#glance")
        for kind in self.kinds:
            yield Link(kind.title, f"#{kind.anchor}")


FOLDED = ("shared", "facts", "values", "containers")
"""Sections that wait until they are asked for."""
MAX_DEPTH = 3
"""How many depths of headings can be told apart."""
LONG = 150
"""More clauses than this are too many to scroll through on a phone: there, steps can be folded."""


def depths(branch: Branch, depth: int = 0) -> Iterator[tuple[str, int]]:
    """How deep each step is inside the round; the battle and its rounds are not inside."""
    yield branch.name, max(depth - 2, 0)
    for below in branch.branches:
        yield from depths(below, depth + 1)


def folded_steps(parts: Iterable[PartView]) -> Iterator[PartView]:
    """Parts with all that is inside a step put under it, from the phases of a round downwards."""
    outer: PartView | None = None
    inside: list[PartView] = []
    for part in parts:
        if outer and part.depth > outer.depth:
            inside.append(part)
            continue
        if outer:
            yield replace(outer, inside=tuple(inside))
            outer, inside = None, []
        if part.depth:
            outer = part
        else:
            yield part
    if outer:
        yield replace(outer, inside=tuple(inside))


@dataclass
class RulesBuilder:
    """Builder of the view model of effective rules for one page."""

    refs: References
    effective: Ruleset
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    """Page-specific remarks by full clause id."""
    idle: Collection[str] = ()
    """Full ids of clauses that are not shown, because nothing in this round asks for them."""

    def __post_init__(self) -> None:
        self.location = self.refs.location
        self.labels = Labels(self.effective)
        self.statements = Statements(self.effective)
        self.tree = build_tree(self.effective)
        self.numbers = step_numbers(self.tree) if self.tree else {}
        self.depths = dict(depths(self.tree)) if self.tree else {}
        self.anchors: set[str] = set()
        self.anchor_by_clause: dict[tuple[str, str], str] = {}
        """Anchor of each clause shown, by the patch that it is of, and its full id."""
        self.long = len(self.effective.clauses()) > LONG
        self.chances = {table.part for table in chance_tables(program_of(self.effective))}

    def procedures(self) -> Iterator[Link]:
        """Links to the procedures of a library, in the order of their titles."""
        if self.tree and self.effective.library:
            names = [branch.name for branch in self.tree.branches]
            for name in sorted(names, key=lambda name: self.labels.title(name).casefold()):
                yield Link(self.labels.title(name), f"#{part_anchor('steps', name)}")

    def view(self) -> RulesView:
        """View model of all rules. A library has no round to draw, but procedures to list."""
        round_ = None if self.effective.library else self.tree
        return RulesView(
            map=RoundMap(tree=round_, numbers=self.numbers, labels=self.labels) if round_ else None,
            procedures=tuple(self.procedures()),
            kinds=tuple(kind for kind in self.kinds() if kind.parts),
        )

    def kinds(self) -> Iterator[KindView]:
        """View models of all parts: the steps of the round, those that lend rules, the others."""
        steps = self.effective.steps
        walked = dict.fromkeys(branch.name for branch in self.tree.walk()) if self.tree else {}
        opened = opened_steps(self.effective) if self.tree else frozenset[str]()
        placed = [name for name in walked if name in steps]
        lending = [name for name in steps if name not in walked and name not in opened]
        placed += [name for name in steps if name not in walked and name in opened]
        title = "Procedures" if self.effective.library else HEADINGS["steps"]
        yield self.kind("steps", "steps", title, placed)
        yield self.kind("steps", "shared", "What several steps share", lending)
        for kind in KINDS[1:]:
            yield self.kind(kind, kind, HEADINGS[kind], getattr(self.effective, kind))

    def kind(self, kind: str, anchor: str, title: str, names: Iterable[str]) -> KindView:
        """View model of some parts of one kind."""
        parts: Mapping[str, Part] = getattr(self.effective, kind)
        shown = ((name, parts[name]) for name in names if has_content(parts[name]))
        views = (self.part(kind, name, part) for name, part in shown)
        return KindView(
            anchor=anchor,
            title=title,
            folded=anchor in FOLDED or (self.long and kind != "steps"),
            parts=tuple(folded_steps(views) if self.long else views),
        )

    def part(self, kind: str, name: str, part: Part) -> PartView:
        """View model of a part with its clauses."""
        to_odds = self.location.to(ODDS, odds_anchor(self.effective.ruleset, name))
        view = PartView(
            anchor=part_anchor(kind, name),
            title=self.labels.title(name, kind),
            text=part.text,
            odds=Link("Odds", to_odds) if name in self.chances else None,
            clauses=tuple(self.clause(c) for c in part.clauses if c.full_id not in self.idle),
        )
        if not isinstance(part, Step):
            return view
        shared = {
            like: found
            for like, clauses in self.statements.taken_over(name)
            if (found := [clause for clause in clauses if clause.full_id not in self.idle])
        }
        return replace(
            view,
            number=self.numbers.get(name, ""),
            depth=min(self.depths.get(name, 0), MAX_DEPTH),
            like=tuple(
                Link(self.labels.within(like), f"#{part_anchor('steps', like)}") for like in shared
            ),
            shared=tuple(
                Link(plain_text(clause.text), f"#{self.anchor_of(clause)}")
                for clauses in shared.values()
                for clause in clauses
            ),
        )

    def anchor_of(self, clause: Clause) -> str:
        """Anchor of a clause of the effective rules."""
        return clause.id if clause.ruleset == self.effective.ruleset else clause.full_id

    def new_anchor(self, clause: Clause, patch: str = "") -> str:
        """Anchor for a clause; one that is taken already gets the patch's name as a prefix."""
        anchor = self.anchor_of(clause)
        if anchor in self.anchors:
            anchor = f"{patch}.{anchor}"
        self.anchors.add(anchor)
        self.anchor_by_clause.setdefault((clause.of, clause.full_id), anchor)
        return anchor

    def clause(self, clause: Clause, patch: str = "") -> ClauseView:
        """View model of a clause; see `new_anchor` for its anchor."""
        anchor = self.new_anchor(clause, patch)
        remark = self.remarks.get(clause.full_id)
        extra = (remark,) if remark else ()
        return clause_view(self.refs, clause, anchor=anchor, extra_remarks=extra)

    def patch(self, body: Body, name: str) -> tuple[ClauseView, ...]:
        """View models of the clauses of an option or an alternative."""
        return tuple(self.clause(clause, name) for clause in body.clauses())
