"""Example list: the examples of a system in the order of its page, grouped and numbered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from turnwright.language.example import Example
from turnwright.site.site_data import SiteData

WHOLE_ROUNDS = ("whole", "round", "turn")
"""What the names of files begin with whose examples go through a whole round."""


def grouped_examples(site: SiteData, system: str) -> Mapping[str, tuple[Example, ...]]:
    """Examples by the name of the file that they are in, whole rounds first."""
    groups: dict[str, list[Example]] = {}
    for each in site.examples_of(system):
        groups.setdefault(Path(each.path).stem, []).append(each)
    order = sorted(groups, key=lambda name: (not name.startswith(WHOLE_ROUNDS), name))
    return {name: tuple(groups[name]) for name in order}


def example_numbers(site: SiteData, system: str) -> Mapping[str, int]:
    """Number of each example on the page of its system, from 1, by slug."""
    listed = (each for group in grouped_examples(site, system).values() for each in group)
    return {each.slug: number for number, each in enumerate(listed, start=1)}
