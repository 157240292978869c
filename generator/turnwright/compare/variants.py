"""Variants: the systems of a library as they may be played, and which belong side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Option, Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.study.labels import heading


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A system with chosen options and readings."""

    key: str
    """What names it in an address: the id of the system, and of what was chosen."""
    title: str
    ruleset: Ruleset
    """The effective rules."""
    chosen: str = ""
    """The pack or option that was chosen."""

    @property
    def system(self) -> str:
        """The id of the system."""
        return self.ruleset.ruleset


def variants(library: Library) -> tuple[Variant, ...]:
    """Every system, followed by its packs and single options that change it."""
    return tuple(each for name in library.rulesets for each in variants_of(library, name))


def variants_of(library: Library, name: str) -> Iterator[Variant]:
    """A system as it is written, and with each of its packs and options."""
    whole = library.effective(name)
    yield Variant(key=name, title=whole.title, ruleset=whole)
    seen: list[tuple[frozenset[str], Mapping[str, str]]] = [(frozenset(), {})]
    for chosen, title, options, readings, params in _choices(library.rulesets[name], whole):
        what = frozenset(options), readings
        if what in seen:
            continue
        seen.append(what)
        try:
            rules = library.effective(name, options, readings, params)
        except SourceError:
            continue  # It does not go together with what this system has by default.
        subject = heading(whole.title.rpartition(": ")[2])
        yield Variant(
            key=f"{name}.{chosen}", title=f"{subject}: {title}", ruleset=rules, chosen=chosen
        )


ALWAYS = Condition(all_of=())
"""A condition that always holds."""

Choice = tuple[str, str, Collection[str], Mapping[str, str], Mapping[str, Condition]]


def _choices(written: Ruleset, whole: Ruleset) -> Iterator[Choice]:
    """Its own packs, and options with those that they need.

    Each with its name, title, options, readings and params.
    """
    for name, pack in written.packs.items():
        yield name, pack.title, pack.options, pack.readings, pack.params
    for name, option in written.options.items():
        if name not in written.packs:
            needed = _with_needs(name, whole.options)
            # What players still have to agree on is taken to be always so.
            agreed = {param: ALWAYS for each in needed for param in whole.options[each].params}
            yield name, option.title, needed, {}, agreed


def _with_needs(name: str, options: Mapping[str, Option]) -> tuple[str, ...]:
    """An option and all those that it needs, directly or not."""
    found = [name]
    for each in found:
        found += [more for more in options[each].needs if more not in found]
    return tuple(found)


def pairs(found: tuple[Variant, ...]) -> tuple[tuple[Variant, Variant], ...]:
    """The variants that belong side by side: of one system, of one game, or base and overlay."""
    return tuple(
        (other, one) if one.ruleset.extends == other.system else (one, other)
        for one, other in combinations(found, 2)
        if _belong_together(one, other)
    )


def _belong_together(one: Variant, other: Variant) -> bool:
    if one.system == other.system:
        return not (one.chosen and other.chosen)
    if one.chosen or other.chosen:
        return False
    same_game = bool(one.ruleset.game) and one.ruleset.game == other.ruleset.game
    return same_game or other.system == one.ruleset.extends or one.system == other.ruleset.extends
