"""Anchors: addresses of parts on a system's page."""

from turnwright.language.ruleset import Part
from turnwright.language.step import Step
from turnwright.study.labels import Labels


def part_anchor(kind: str, name: str) -> str:
    """Anchor of a part, such as `step-battle`; distinct from every clause id."""
    return f"{kind.removesuffix('s')}-{name}"


def has_content(part: Part) -> bool:
    """True when a part has content, and so a section on the page."""
    return bool(part.clauses or part.text or (isinstance(part, Step) and part.like))


def step_href(namer: Labels, name: str) -> str:
    """Relative URL of a step's section, or nothing when it has none."""
    return f"#{part_anchor('steps', name)}" if has_content(namer.ruleset.steps[name]) else ""
