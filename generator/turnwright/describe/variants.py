"""Variants: the systems of a library as they may be played, and which belong side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, did_you_mean, quoted


class UnknownSystem(Exception):
    """Raised for a name that no system has, or nothing of a system. Carries a sentence."""


class VariantKind(StrEnum):
    """What is chosen in a variant of a system."""

    PACK = "pack"
    """A pack of options and readings."""
    OPTION = "option"
    """A single option, with those that it needs."""
    READING = "reading"
    """Another answer to a question that a source leaves open."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A system with chosen options and readings."""

    key: str
    """What names it in an address: the id of the system, and of what was chosen."""
    title: str
    ruleset: Ruleset
    """The effective rules."""
    chosen: str = ""
    """The pack or option that was chosen, or the reading and its alternative, with a dot."""
    kind: VariantKind | None = None
    """What was chosen; None where nothing was."""
    label: str = ""
    """The title of what was chosen by itself; of a reading, the answer."""
    question: str = ""
    """Of a reading, what the source leaves open."""
    options: tuple[str, ...] = ()
    """The options that are on."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """The readings that were chosen, by name."""

    @property
    def system(self) -> str:
        """The id of the system."""
        return self.ruleset.ruleset

    @property
    def reading(self) -> str:
        """The name of the reading, where one was chosen."""
        return self.chosen.partition(".")[0] if self.kind is VariantKind.READING else ""


def variants(
    library: Library, *, libraries: bool = False, readings: bool = False
) -> tuple[Variant, ...]:
    """Every system, followed by its packs and single options that change it.

    With `libraries`, those too that nobody plays alone; with `readings`, also single readings.
    """
    names = system_names(library.rulesets)
    found: list[Variant] = []
    for name, rules in library.rulesets.items():
        if libraries or not rules.library:
            found += variants_of(library, name, names[name])
            found += readings_of(library, name, names[name]) if readings else ()
    return tuple(found)


def named_variant(library: Library, name: str) -> Variant:
    """The system of this name, with what was chosen. Raises UnknownSystem."""
    system = name.partition(".")[0]
    known: list[str] = list(library.rulesets)
    if system in library.rulesets:
        subject = system_names(library.rulesets)[system]
        found = (*variants_of(library, system, subject, alike=True),)
        of_system = {each.key: each for each in (*found, *readings_of(library, system, subject))}
        if name in of_system:
            return of_system[name]
        known = list(of_system)
    raise UnknownSystem(f"There is no system {quoted(name)}. {did_you_mean(name, known)}".strip())


def variants_of(
    library: Library, name: str, subject: str, *, alike: bool = False
) -> Iterator[Variant]:
    """A system as it is written, and with each of its packs and options.

    `subject` is its short name. Without `alike`, an option that a pack before it switches on by
    itself is left out.
    """
    whole = library.effective(name)
    yield Variant(key=name, title=whole.title, ruleset=whole)
    seen: list[tuple[frozenset[str], Mapping[str, str]]] = [(frozenset(), {})]
    for kind, chosen, title, options, readings, params in _choices(library.rulesets[name], whole):
        what = frozenset(options), readings
        if what in seen and not alike:
            continue
        seen.append(what)
        try:
            rules = library.effective(name, options, readings, params)
        except SourceError:
            continue  # It does not go together with what this system has by default.
        yield replace(
            _variant(rules, kind, chosen, subject, title),
            options=tuple(options),
            readings=readings,
        )


def readings_of(library: Library, name: str, subject: str) -> Iterator[Variant]:
    """A system with each answer to an open question that is not the default."""
    for reading, written in library.rulesets[name].readings.items():
        for choice, alternative in written.alternatives.items():
            if choice == written.default:
                continue
            try:
                rules = library.effective(name, readings={reading: choice})
            except SourceError:
                continue  # It goes together only with another reading than the default.
            answer = alternative.text.strip().rstrip(".")
            chosen = f"{reading}.{choice}"
            question = written.question.strip()
            found = _variant(rules, VariantKind.READING, chosen, subject, answer, question)
            yield replace(found, readings={reading: choice})


def _variant(
    rules: Ruleset, kind: VariantKind, chosen: str, subject: str, label: str, question: str = ""
) -> Variant:
    """Variant of a system, under a short title of its own, in which the game is named once."""
    name = f"{question} {label}".strip()
    named = bool(rules.game) and rules.game in name
    return Variant(
        key=f"{rules.ruleset}.{chosen}",
        title=name if named else f"{subject}: {name}",
        ruleset=rules,
        chosen=chosen,
        kind=kind,
        label=label,
        question=question,
    )


ALWAYS = Condition(all_of=())
"""A condition that always holds."""

_Chosen = tuple[VariantKind, str, str, Collection[str], Mapping[str, str], Mapping[str, Condition]]


def _choices(written: Ruleset, whole: Ruleset) -> Iterator[_Chosen]:
    """Its own packs, and options with those that they need.

    Each with its kind, name, title, options, readings and params.
    """
    for name, pack in written.packs.items():
        yield VariantKind.PACK, name, pack.title, pack.options, pack.readings, pack.params
    for name, option in written.options.items():
        if name not in written.packs:
            needed = with_needs(whole, name)
            # What players still have to agree on is taken to be always so.
            agreed = {param: ALWAYS for each in needed for param in whole.options[each].params}
            yield VariantKind.OPTION, name, option.title, needed, {}, agreed


def with_needs(rules: Ruleset, option: str) -> tuple[str, ...]:
    """An option, and those that it needs."""
    found: dict[str, None] = {}
    waiting = [option]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting += [each for each in rules.options[name].needs if each in rules.options]
    return tuple(found)


def pairs(found: Sequence[Variant]) -> tuple[tuple[Variant, Variant], ...]:
    """The variants that belong side by side: of one system, of one game, or base and overlay."""
    place = {each.key: number for number, each in enumerate(found)}
    together: set[tuple[int, int]] = set()
    of_game: dict[str, list[Variant]] = {}
    for each in found:
        # A key of a system is its id, and what is chosen in it comes after a dot.
        partners = [each.system if each.chosen else each.ruleset.extends]
        if each.ruleset.game and not each.chosen:
            same_game = of_game.setdefault(each.ruleset.game, [])
            partners += [other.key for other in same_game]
            same_game.append(each)
        for key in partners:
            if key in place:
                one, other = sorted((place[key], place[each.key]))
                together.add((one, other))
    return tuple(
        (found[other], found[one])
        if found[one].ruleset.extends == found[other].system
        else (found[one], found[other])
        for one, other in sorted(together)
    )


def system_names(rulesets: Mapping[str, Ruleset]) -> Mapping[str, str]:
    """Short names of systems: that of the game, and what is special where a game has several."""
    games = Counter(ruleset.game for ruleset in rulesets.values())

    def short(ruleset: Ruleset) -> str:
        if not ruleset.game or games[ruleset.game] > 1:
            return f"{ruleset.game} {ruleset.title.rpartition(': ')[2]}".strip()
        return ruleset.game

    return {name: short(ruleset) for name, ruleset in rulesets.items()}
