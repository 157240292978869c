"""Example list: the examples of a system by what they show, whole rounds first, numbered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnwright.describe.labels import heading
from turnwright.language.example import Example
from turnwright.site.clauses import example_anchor, example_link
from turnwright.site.page import SYSTEMS, Link, examples_url, system_url
from turnwright.site.site_data import SiteData

WHOLE_ROUNDS = ("whole", "round", "turn")
"""What the names of files begin with whose examples go through a whole round, best first."""


@dataclass(frozen=True, kw_only=True)
class ExampleEntry:
    """View model of an example in the list."""

    anchor: str
    number: int
    link: Link


@dataclass(frozen=True, kw_only=True)
class ExampleList:
    """View model of the list of a system's examples."""

    crumbs: tuple[Link, ...]
    groups: tuple[tuple[str, tuple[ExampleEntry, ...]], ...]
    """Examples by what they show: the file that they are in."""


def example_list(site: SiteData, system: str) -> ExampleList:
    """View model of the list of a system's examples."""
    location = site.location(examples_url(system))
    numbers = example_numbers(site, system)

    def groups() -> Iterator[tuple[str, tuple[ExampleEntry, ...]]]:
        for name, group in grouped_examples(site, system).items():
            entries = (
                ExampleEntry(
                    anchor=example_anchor(numbers[each.slug]),
                    number=numbers[each.slug],
                    link=example_link(location, each.example, each.ruleset, each.slug),
                )
                for each in group
            )
            yield heading(name), tuple(entries)

    crumbs = (
        Link("Home", location.to("")),
        Link("Systems", location.to(SYSTEMS)),
        Link(site.rulesets[system].title, location.to(system_url(system))),
    )
    return ExampleList(crumbs=crumbs, groups=tuple(groups()))


def grouped_examples(site: SiteData, system: str) -> Mapping[str, tuple[Example, ...]]:
    """Examples by the name of the file that they are in, whole rounds first."""
    groups: dict[str, list[Example]] = {}
    for each in site.examples_of(system):
        groups.setdefault(Path(each.path).stem, []).append(each)

    def place(name: str) -> tuple[int, str]:
        begins = (number for number, word in enumerate(WHOLE_ROUNDS) if name.startswith(word))
        return next(begins, len(WHOLE_ROUNDS)), name

    order = sorted(groups, key=place)
    return {name: tuple(groups[name]) for name in order}


def example_numbers(site: SiteData, system: str) -> Mapping[str, int]:
    """Number of each example in the list of its system, from 1, by slug."""
    listed = (each for group in grouped_examples(site, system).values() for each in group)
    return {each.slug: number for number, each in enumerate(listed, start=1)}
