"""Outline: the tree of steps as a nested list with links, equivalent to the round map."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.site.anchors import step_href
from turnwright.site.page import GLOSSARY, Link, PageLocation
from turnwright.site.terms import term_of
from turnwright.study.labels import Labels
from turnwright.study.step_tree import Branch, BranchKind, caption


@dataclass(frozen=True, kw_only=True)
class OutlineItem:
    """Outline item: a step with the steps under it."""

    link: Link
    caption: Link
    """Caption, linked to the glossary where that has a word for its cadence."""
    ordered: tuple[OutlineItem, ...] = ()
    """Child steps in sequence."""
    others: tuple[OutlineItem, ...] = ()
    """Child steps that are repeated or chosen."""


def outline(branch: Branch, namer: Labels, location: PageLocation) -> OutlineItem:
    """Outline of a tree of steps."""
    term = term_of(branch.dealt)
    return OutlineItem(
        link=Link(namer.title(branch.name), step_href(namer, branch.name)),
        caption=Link(caption(branch), location.to(GLOSSARY, term.anchor) if term else ""),
        ordered=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is BranchKind.SEQUENCE
        ),
        others=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is not BranchKind.SEQUENCE
        ),
    )
