"""Outline: the tree of steps as a nested list with links, equivalent to the round map."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.language.ruleset import Part
from turnwright.language.step import Step
from turnwright.language.turn_order import Cadence
from turnwright.site.glossary import anchor_of
from turnwright.site.page import GLOSSARY, Link, PageLocation
from turnwright.study.labels import Labels
from turnwright.study.step_tree import Branch, BranchKind, caption


@dataclass(frozen=True, kw_only=True)
class OutlineItem:
    """Outline item: a step with the steps under it."""

    link: Link
    caption: Link
    """Caption, linked to the glossary entry of its cadence."""
    ordered: tuple[OutlineItem, ...] = ()
    """Child steps in sequence."""
    others: tuple[OutlineItem, ...] = ()
    """Child steps that are repeated or chosen."""


def part_anchor(kind: str, name: str) -> str:
    """Anchor of a part, such as `step-battle`; distinct from every clause id."""
    return f"{kind.removesuffix('s')}-{name}"


def has_content(part: Part) -> bool:
    """True when a part has content, and so a section on the page."""
    return bool(part.clauses or part.text or (isinstance(part, Step) and part.like))


def step_href(namer: Labels, name: str) -> str:
    """Relative URL of a step's section, or nothing when it has none."""
    return f"#{part_anchor('steps', name)}" if has_content(namer.ruleset.steps[name]) else ""


def outline(branch: Branch, namer: Labels, location: PageLocation) -> OutlineItem:
    """Outline of a tree of steps."""
    word = f"{anchor_of(Cadence.__name__)}.{Cadence(branch.dealt).name}" if branch.dealt else ""
    return OutlineItem(
        link=Link(namer.title(branch.name), step_href(namer, branch.name)),
        caption=Link(caption(branch), location.to(GLOSSARY, word) if word else ""),
        ordered=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is BranchKind.SEQUENCE
        ),
        others=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is not BranchKind.SEQUENCE
        ),
    )
