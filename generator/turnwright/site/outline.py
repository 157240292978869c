"""The round as a list that says what the picture shows, and leads to each step."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.language.ruleset import Part
from turnwright.language.step import Step
from turnwright.site.page import Link
from turnwright.study.namer import Namer
from turnwright.study.tree import Branch, How, caption


@dataclass(frozen=True, kw_only=True)
class OutlineItem:
    """A step in the list beside the picture."""

    link: Link
    caption: str
    ordered: tuple[OutlineItem, ...] = ()
    """The steps it goes through, in this order."""
    others: tuple[OutlineItem, ...] = ()
    """What is repeated in it, or may be picked."""


def part_anchor(kind: str, name: str) -> str:
    """Where a part is on the page: `step-battle`. No clause can be called so."""
    return f"{kind.removesuffix('s')}-{name}"


def shown(part: Part) -> bool:
    """Whether there is anything to say of a part, so that the page has a place for it."""
    return bool(part.clauses or part.text or (isinstance(part, Step) and part.like))


def outline(branch: Branch, namer: Namer) -> OutlineItem:
    """The list beside the picture."""
    there = shown(namer.ruleset.steps[branch.name])
    anchor = f"#{part_anchor('steps', branch.name)}" if there else ""
    return OutlineItem(
        link=Link(namer.title(branch.name), anchor),
        caption=caption(branch),
        ordered=tuple(outline(b, namer) for b in branch.branches if b.how is How.SEQUENCE),
        others=tuple(outline(b, namer) for b in branch.branches if b.how is not How.SEQUENCE),
    )
