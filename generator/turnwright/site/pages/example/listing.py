"""Example list: the examples of a system by what they show, whole rounds first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from turnwright.language.example import Example
from turnwright.site.clauses import References
from turnwright.site.page import HOME, SYSTEMS, Link, examples_url, system_url
from turnwright.site.site_data import SiteData

WHOLE_ROUNDS = ("whole", "round", "turn")
"""What the names of files begin with whose examples go through a whole round, best first."""


@dataclass(frozen=True, kw_only=True)
class ExampleList:
    """View model of the list of a system's examples."""

    refs: References
    crumbs: tuple[Link, ...]
    groups: Mapping[str, tuple[Example, ...]]
    """Examples by what they show: the name of the file that they are in."""


def example_list(site: SiteData, system: str) -> ExampleList:
    """View model of the list of a system's examples."""
    location = site.location(examples_url(system))
    groups: dict[str, tuple[Example, ...]] = {}
    for each in site.examples_of(system):
        name = Path(each.path).stem
        groups[name] = (*groups.get(name, ()), each)
    return ExampleList(
        refs=References(site, location, system),
        crumbs=(
            Link("Home", location.to(HOME)),
            Link("Systems", location.to(SYSTEMS)),
            Link(site.rulesets[system].title, location.to(system_url(system))),
        ),
        groups={name: groups[name] for name in sorted(groups, key=_place)},
    )


def is_whole_round(example: Example) -> bool:
    """True for an example that goes through a whole round, as its file is named."""
    return Path(example.path).stem.startswith(WHOLE_ROUNDS)


def _place(name: str) -> tuple[int, str]:
    begins = (number for number, word in enumerate(WHOLE_ROUNDS) if name.startswith(word))
    return next(begins, len(WHOLE_ROUNDS)), name
