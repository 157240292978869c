"""Small armies: test setups of a system, by their sizes, from a roster or from an example."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, islice, repeat

from turnwright.describe.variants import ALWAYS, Variant, VariantKind
from turnwright.examples.replay import Replayer, armies, battle_of, rules_of
from turnwright.lab.muster import PlayStopped, muster
from turnwright.lab.trials import LineOfPlay, Seen, Trial
from turnwright.language.condition import Condition
from turnwright.language.example import Example
from turnwright.language.roster import Roster, RosterUnit
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, quoted

SIZES = re.compile(r"[1-9][0-9]?(x[1-9][0-9]?)+")
"""How many units each side has, such as `2x3`."""
SMALLEST = "2x2"
"""The armies that are tried where nobody asks for others."""


def trials_of(
    library: Library, variant: Variant, named: str = "", rounds: int = 1
) -> tuple[Trial, ...]:
    """Trials of a system with armies as they are named.

    Without a name, those of `2x2`, and after them those of its examples: units that nobody says
    anything of use few rules. Raises PlayStopped and SourceError.
    """
    first = _first(library, variant, named, rounds)
    if named:
        return (first,)
    others = {repr(first.battle.given): first}
    for example in library.examples:
        alike = (frozenset(example.options), dict(example.readings)) == (
            frozenset(variant.options),
            dict(variant.readings),
        )
        if example.ruleset == variant.system and alike and not example.params:
            # The rules are the same object, so they are compiled once.
            trial = Trial(variant.ruleset, battle_of(example), rounds)
            others.setdefault(repr(example.given), trial)
    return tuple(others.values())


def seen_in_examples(library: Library, system: str) -> Seen:
    """What the examples of a system, and of those that it stands on, reach and use."""
    replayer, seen = Replayer(library), Seen()
    below = {rules.ruleset for rules in library.chain(system)}
    for example in library.examples:
        if example.ruleset in below:
            record = replayer.replay(example)
            seen.used |= record.consulted
            for row in record.rows:
                seen.note_opened(row.events)
    return seen


def _first(library: Library, variant: Variant, named: str, rounds: int) -> Trial:
    """The trial that is walked through.

    A system that needs what no roster has is tried with the smallest armies of its examples.
    """
    if named and not SIZES.fullmatch(named):
        return _named(library, variant, named, rounds)
    examples = [it for it in library.examples if it.ruleset == variant.system]
    try:
        first = _of_roster(library, variant, of_sizes(library, variant, named or SMALLEST), rounds)
        if named or not examples or not lacking(first):
            return first
    except PlayStopped:
        if named or not examples:
            raise
    return _of_example(library, min(examples, key=_size), rounds)


def lacking(trial: Trial) -> bool:
    """Whether a battle cannot even begin, as no card says what is asked for."""
    seen = Seen()
    seen.note(trial.program, *trial.begin(set()), LineOfPlay())
    return bool(seen.lacking)


def _size(example: Example) -> tuple[bool, int, bool, str]:
    """Of two examples, the one with fewer units comes first; two a side are wanted."""
    sizes = [len(army) for army in armies(example).values()]
    has_two = len(sizes) > 1 and min(sizes) > 1
    return not has_two, sum(sizes), bool(example.options or example.readings), example.slug


def _named(library: Library, variant: Variant, named: str, rounds: int) -> Trial:
    """Trial with the armies of a roster, by name or file, or of an example, by how it begins."""
    if named in library.rosters:
        return _of_roster(library, variant, library.rosters[named], rounds)
    if examples := library.examples_called(named, variant.system):
        if len(examples) > 1:
            raise PlayStopped(f"{len(examples)} examples begin with {quoted(named)}: say more.")
        return _of_example(library, examples[0], rounds)
    if named.endswith(".yaml"):
        return _of_roster(library, variant, library.roster(named, [variant.ruleset]), rounds)
    slugs = (it.slug for it in library.examples if it.ruleset == variant.system)
    hint = did_you_mean(named, {*library.rosters, *slugs})
    raise PlayStopped(
        f"{quoted(named)} is no roster, no example of {quoted(variant.system)}, and no sizes such "
        f"as {quoted(SMALLEST)}. {hint}".strip()
    )


def of_sizes(library: Library, variant: Variant, sizes: str) -> Roster:
    """A roster of plain units, so many for each side.

    Their names and numbers are those of a roster in the library that has as many sides.
    """
    many = [int(size) for size in sizes.split("x")]
    known = sorted(
        library.rosters.values(),
        key=lambda it: (len(it.sides) != len(many), -min(map(len, it.sides.values()))),
    )
    like = known[0] if known else Roster(roster="", sides={})
    units = [[(name, unit) for s, name, unit in like.units() if s == side] for side in like.sides]
    plain = [unit for army in units for _, unit in army][-1:] or [RosterUnit()]
    sides: dict[str, Mapping[str, RosterUnit]] = {}
    for number, size in enumerate(many):
        listed = units[number] if number < len(units) else []
        side = variant.ruleset.sides[number] if number < len(variant.ruleset.sides) else ""
        unnamed = ((f"{side or 'side'}{it}", plain[0]) for it in range(len(listed) + 1, size + 1))
        sides[side or f"side{number + 1}"] = dict(islice(chain(listed, unnamed), size))
    text = " against ".join(map(str, many))
    return replace(like, roster=text, name=sizes, sides=sides, each=RosterUnit())


def _of_roster(library: Library, variant: Variant, roster: Roster, rounds: int) -> Trial:
    """Trial with the armies of a roster. Raises PlayStopped."""
    battle = replace(
        muster(variant.ruleset, roster).battle(),
        options=variant.options,
        readings=variant.readings,
        params=_params(library, variant),
    )
    return Trial(variant.ruleset, battle, rounds)


def _params(library: Library, variant: Variant) -> Mapping[str, Condition]:
    """What options leave to players: as a pack says, and else always so."""
    if variant.kind is VariantKind.PACK:
        return library.rulesets[variant.system].packs[variant.chosen].params
    asked = (variant.ruleset.options[name].params for name in variant.options)
    return dict(zip(chain.from_iterable(asked), repeat(ALWAYS), strict=False))


def _of_example(library: Library, example: Example, rounds: int) -> Trial:
    """Trial with the armies, options and readings of an example."""
    return Trial(rules_of(library, example), battle_of(example), rounds)
