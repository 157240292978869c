"""The round as a list that says what the picture shows, and leads to each step."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.language.chance import Cadence
from turnwright.language.ruleset import Part
from turnwright.language.step import Step
from turnwright.site.glossary import anchor_of
from turnwright.site.page import GLOSSARY, Link, PageLocation
from turnwright.study.namer import Namer
from turnwright.study.tree import Branch, How, caption


@dataclass(frozen=True, kw_only=True)
class OutlineItem:
    """A step in the list under the picture."""

    link: Link
    caption: Link
    """What there is to say of it, leading to the word for it."""
    ordered: tuple[OutlineItem, ...] = ()
    """The steps it goes through, in this order."""
    others: tuple[OutlineItem, ...] = ()
    """What is repeated in it, or may be picked."""


def part_anchor(kind: str, name: str) -> str:
    """Where a part is on the page: `step-battle`. No clause can be called so."""
    return f"{kind.removesuffix('s')}-{name}"


def has_content(part: Part) -> bool:
    """Whether there is anything to say of a part, so that the page has a place for it."""
    return bool(part.clauses or part.text or (isinstance(part, Step) and part.like))


def step_href(namer: Namer, name: str) -> str:
    """Where a step is told on the page of its system, or nothing when it is not."""
    return f"#{part_anchor('steps', name)}" if has_content(namer.ruleset.steps[name]) else ""


def outline(branch: Branch, namer: Namer, location: PageLocation) -> OutlineItem:
    """The list that says what the picture shows."""
    word = f"{anchor_of(Cadence.__name__)}.{Cadence(branch.dealt).name}" if branch.dealt else ""
    return OutlineItem(
        link=Link(namer.title(branch.name), step_href(namer, branch.name)),
        caption=Link(caption(branch), location.to(GLOSSARY, word) if word else ""),
        ordered=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is How.SEQUENCE
        ),
        others=tuple(
            outline(b, namer, location) for b in branch.branches if b.how is not How.SEQUENCE
        ),
    )
