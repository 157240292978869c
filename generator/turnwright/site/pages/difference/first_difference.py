"""Parting: the line from which an example goes differently under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from turnwright.describe.programs import program_of
from turnwright.engine.program import PartName
from turnwright.engine.rulings import spoken_words
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import armies, replay
from turnwright.proof.result_cache import ResultCache


class Parting(NamedTuple):
    """Where an example goes differently."""

    record: Record
    """The replay by the rules it was written for."""
    line: int
    """Number of the line, from 1; 0 before the first line."""
    before: Row
    """The line by those rules."""
    now: Row
    """The same line by the others."""


def partings(
    records: Sequence[Record], base: Ruleset, now: Ruleset, kept: ResultCache
) -> tuple[Parting, ...]:
    """Where examples go differently by other rules, for those that do.

    Which ones do is kept, so that only they are replayed the next time.
    """
    key = kept.key("partings", base, now, [record.example for record in records])
    going = kept.get(key)
    if going is None:
        found = tuple(_partings(records, base, now))
        kept.put(key, [parting is not None for parting in found])
    else:
        parted = [record for record, differs in zip(records, going, strict=True) if differs]
        found = tuple(_partings(parted, base, now))
    return tuple(parting for parting in found if parting is not None)


def _partings(records: Iterable[Record], base: Ruleset, now: Ruleset) -> Iterator[Parting | None]:
    """For each record, where its example goes differently; None where it does not.

    An example that looks at no part of the rules that differs is not replayed.
    """
    program = program_of(now)
    differing = _differing_parts(base, now)
    for record in records:
        touched = record.rows[-1].touched
        same_rules = record.ruleset == base
        alike = same_rules and differing is not None and touched.isdisjoint(differing)
        if alike or not _knows_setup(now, record):
            yield None
            continue
        yield _parting(record, replay(record.example, now, program))


def _knows_setup(rules: Ruleset, record: Record) -> bool:
    """Whether rules have the facts and abilities with which an example begins.

    Rulesets of one game may share no names; then an example of one says nothing of the other.
    """
    example = record.example
    units = [card for army in armies(example).values() for card in army.values()]
    facts = {fact for card in units for fact in (*card.facts, *card.pairs)}
    facts.update(fact for named in example.facts.values() for fact in named)
    abilities = {ability for card in units for ability in card.abilities}
    known = {*abilities, *example.mission.abilities} <= rules.abilities.keys()
    return known and facts <= rules.facts.keys()


def _parting(record: Record, other: Record) -> Parting | None:
    for number, (before, now) in enumerate(zip(record.rows, other.rows, strict=False)):
        if _seen(before) != _seen(now):
            return Parting(record, number, before, now)
    return None


def _seen(row: Row) -> object:
    """What players see of a line: whether it is allowed, and whose choice of what comes next."""
    decision = row.decision
    legal = frozenset((action.does, action.units) for action in decision.legal)
    return (
        bool(row.refused),
        decision.awaits,
        decision.side,
        legal,
        decision.can_pass,
        decision.can_finish,
        decision.dice,
        row.round,
    )


def _differing_parts(base: Ruleset, now: Ruleset) -> set[PartName] | None:
    """The parts that differ; None where rules differ in more than single parts."""
    if (base.sides, base.abilities) != (now.sides, now.abilities) or base.effects != now.effects:
        return None
    one = {(kind, name): part for kind, name, part in base.parts()}
    other = {(kind, name): part for kind, name, part in now.parts()}
    differing = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
    if any(kind not in ("steps", "checks") for kind, _ in differing):
        return None  # A fact or a value may be asked through another that counts as it.
    for parts in (one, other):
        for name in differing & parts.keys():
            if any(word == "waives" for word, _, _ in spoken_words(parts[name])):
                return None  # What it waives may be said of any other part.
    while more := {
        ("steps", name)
        for rules in (base, now)
        for name, step in rules.steps.items()
        if ("steps", step.like) in differing and ("steps", name) not in differing
    }:
        differing |= more
    return differing
