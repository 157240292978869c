"""What can be claimed after a line: all that is so, as YAML to pick from. It writes no claim.

What a claim is worth its author alone knows, who has read the rule: a list of what came is no
proof that it should have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from turnwright.describe.labels import Labels
from turnwright.describe.scenes import place
from turnwright.describe.story import line_sentence
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE
from turnwright.examples.likelihood import claimed_likelihood
from turnwright.examples.record import Record, Row
from turnwright.language import event as happened
from turnwright.language.event import KINDS, Event
from turnwright.language.example import NOTHING, Claim
from turnwright.language.input import DONE, PASS, Choice, Draw, Roll
from turnwright.load.formatting import flow

LONGEST = 100
"""Letters of a line; what has more is a list, one below the other."""
TOLD_ELSEWHERE = (happened.Began, happened.Ended, happened.Skipped)
"""Kinds of event that have claims of their own."""


class Claimable(NamedTuple):
    """Something that can be claimed: a key and its value, and a remark such as why."""

    key: str
    value: Any
    remark: str = ""


def claimable(record: Record, position: int, *, everything: bool = False) -> Iterator[str]:
    """What can be claimed after a line of an example, or before the first, as lines of YAML.

    Of facts and numbers those that the line changed; with `everything`, all of them.
    """
    row, before = record.rows[position], record.rows[max(position - 1, 0)]
    labels = Labels(record.ruleset)
    where = place(row, before, labels)
    told = line_sentence(row, before, labels)
    yield f"# {f'Line {position}' if position else 'The start'}: {told} ({where})"
    if row.refused:
        by = ", ".join(row.game.short(row.refused_by)) or NOTHING
        yield f"# It is refused by {by}: {row.refused}"
        return
    yield "then:" if position else "start:"
    for one in _claims(row, labels, everything):
        remark = f"  # {one.remark}" if one.remark else ""
        line = f"  {one.key}: {flow(one.value)}{remark}"
        if isinstance(one.value, Mapping) and len(line) > LONGEST:
            yield f"  {one.key}:{remark}"
            yield from (f"    {flow(name)}: {flow(value)}" for name, value in one.value.items())
        else:
            yield line
    if kinds := _kinds(record) - {type(event) for event in row.events}:
        names = (name for name, kind in KINDS.items() if kind in kinds)
        yield f"  not_happened: {flow([{'event': name} for name in names])}"
    yield from (f"# alone: {flow(alone)}" for alone in _likelihoods(record, position))
    yield from _refused(row.game, labels, everything)


def _claims(row: Row, labels: Labels, everything: bool) -> Iterator[Claimable]:
    """Each claim that is so, in the order of the reference."""
    game = row.game
    for key in ("next", "step", "round"):
        if value := getattr(game, key):
            yield Claimable(key, value)
    if game.awaits == Awaits.CHOICE:
        yield Claimable("may", game.may)
        yield from _ruled_out(row, labels)
        yield Claimable("only", game.only)
        targets = {does: names for does in game.only if (names := _answer(game.targets, does))}
        yield from (Claimable("targets", targets),) if targets else ()
    for key in ("active", "awaits", "dice", "outcome", "total"):
        if value := getattr(game, key):
            yield Claimable(key, value)
    if told := [it for it in row.events if not isinstance(it, TOLD_ELSEWHERE)]:
        by = dict.fromkeys(name for event in told for name in game.short(event.by))
        yield Claimable("happened", [_event(it) for it in told], f"by {', '.join(by)}" * bool(by))
    for key in ("ended", "began", "lasts"):
        if (
            value := tuple(dict.fromkeys(getattr(game, key)))
            if key == "lasts"
            else getattr(game, key)
        ):
            yield Claimable(key, value)
    if skipped := {
        step: {unit: game.short(why)[0] for unit, why in units.items() if why}
        for step, units in game.skipped.items()
    }:
        yield Claimable("skipped", skipped)
    yield from _numbers_and_facts(row, everything)
    yield from _chances(game)
    for key in ("winner", "unsaid", "contradicted"):
        if value := getattr(game, key):
            yield Claimable(key, value)


def _ruled_out(row: Row, labels: Labels) -> Iterator[Claimable]:
    """Who is ruled out, each by a clause that a player would name, with its sentence."""
    found: dict[str, str] = {}
    told: dict[str, str] = {}
    for unit, clauses in row.ruled_out:
        if cited := _cited(clauses, labels):
            (name,) = row.game.short((cited,))
            found[unit] = name
            told[name] = " ".join(labels.clauses[cited].text.split())
    if found:
        yield Claimable("by", found, " ".join(f"{name}: {text}" for name, text in told.items()))


def _numbers_and_facts(row: Row, everything: bool) -> Iterator[Claimable]:
    """Facts and numbers of units, sides and the battle, and what containers hold."""
    game, rules = row.game, row.game.program.ruleset
    somebody = [*game.state.roster.number]
    began = {(it.who, it.fact) for it in row.events if isinstance(it, happened.BecameTrue)}
    gone = {(it.who, it.fact) for it in row.events if isinstance(it, happened.NoLonger)}
    true = {who: _answer(game.facts, who) or () for who in somebody}
    shown = {
        who: tuple(it for it in facts if everything or (who, it) in began)
        for who, facts in true.items()
    }
    over = {
        who: tuple(dict.fromkeys(it for of, it in gone if of == who and it not in true[who]))
        for who in somebody
    }
    for key, of_each in (("facts", shown), ("no_facts", over)):
        if said := {who: facts for who, facts in of_each.items() if facts}:
            yield Claimable(key, said)
    changed = {f"{it.who}.{it.value}" for it in row.events if isinstance(it, happened.ValueChanged)}
    names = [*rules.values, *(name for card in game.state.roster.cards for name in card.has)]
    every = dict.fromkeys(f"{who}.{name}" for who in somebody for name in names)
    asked = every if everything else [name for name in every if name in changed]
    if values := {name: now for name in asked if (now := _answer(game.value, name)) is not None}:
        yield Claimable("value", values)
    boxes = {it.container for it in row.events if isinstance(it, happened.Markers)}
    if boxes := {*rules.containers} if everything else boxes:
        yield Claimable("holds", {name: game.holds(name) for name in sorted(boxes)})
    acted = {who for it in row.events if isinstance(it, happened.Chose) for who in it.units}
    doers = (who for who in somebody if who != BATTLE and (everything or who in acted))
    done = {who: _answer(game.did, who) for who in doers}
    if done := {who: did for who, did in done.items() if did}:
        yield Claimable("did", done)


def _chances(game: Game) -> Iterator[Claimable]:
    """The chance of each outcome of a check, or of each marker."""
    names: Iterable[str] = ()
    if game.awaits == Awaits.ROLL and (
        check := game.program.ruleset.checks.get(game.decision.what)
    ):
        bands = (clause.means.band for clause in check.clauses if clause.means)
        names = dict.fromkeys(band.outcome for band in bands if band)
    elif game.awaits == Awaits.DRAW:
        names = (*game.program.ruleset.sides, *game.state.roster.number)
    odds = {name: str(chance) for name in names if (chance := _answer(game.odds, name))}
    if odds:
        yield Claimable("odds", odds)


def _likelihoods(record: Record, position: int) -> Iterator[dict[str, Any]]:
    """How likely the outcome of a roll, or who is next after a draw, was before it."""
    row = record.rows[position]
    said = row.line.input if row.line else None
    if not isinstance(said, Roll | Draw):
        return
    key = "outcome" if row.game.outcome else "next"
    value = getattr(row.game, key)
    play = record.example.play[:position]
    try:
        found = claimed_likelihood(
            Claim(**{key: value}), play, lambda at: record.rows[at].game, rolls=1
        )
    except Refused:
        return
    yield {key: value, "likelihood": str(found), "rolls": 1}


def _refused(game: Game, labels: Labels, everything: bool) -> Iterator[str]:
    """Lines that are refused now: one for each clause that refuses any, or all."""
    if game.awaits != Awaits.CHOICE or game.decision.kind is not ChoiceKind.CHANCE:
        return
    offered = [offer.name for offer in game.program.offers.get(game.step, ()) if not offer.by_side]
    choices = [Choice(does, (unit,), game.next) for does in offered for unit in _units(game)]
    choices += [Choice(does, (), game.next) for does in (PASS, DONE)]
    seen: set[str] = set()
    for choice in choices:
        refused = game.refusal(choice)
        if refused is None or refused.reason is Reason.UNCLEAR:
            continue
        cited = _cited(refused.by, labels)
        name = game.short((cited,))[0] if cited else NOTHING
        if everything or (name not in seen and cited):
            seen.add(name)
            unit = {"unit": choice.unit} if choice.units else {}
            line = {"side": choice.side, "does": choice.does, **unit, "refused": name}
            text = labels.clauses[cited].text if cited else refused.message
            yield f"- {flow(line)}  # {' '.join(text.split())}"


def _units(game: Game) -> tuple[str, ...]:
    """The units of both sides that are in the battle."""
    return tuple(game.state.roster.named(game.state.alive))


def _cited(clauses: Iterable[str], labels: Labels) -> str:
    """The first of some clauses that a player would name; else the first; empty without any."""
    known = [name for name in clauses if name in labels.clauses]
    named = (name for name in known if not labels.clauses[name].machine)
    return next(iter((*named, *known)), "")


def _event(event: Event) -> dict[str, Any]:
    """An event as an author claims it, without its clauses."""
    kind = next(name for name, known in KINDS.items() if known is type(event))
    said = {name: value for name, value in event._asdict().items() if name != "by" and value}
    return {"event": kind} | {name: it for name, it in said.items() if _can_be_claimed(it)}


def _can_be_claimed(value: Any) -> bool:
    """True for what a claim can say of an event: a name, a number, or a list of names."""
    if isinstance(value, tuple):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, str | int)


def _kinds(record: Record) -> set[type]:
    """Kinds of event that any line of an example brought about."""
    kinds = {type(event) for row in record.rows for event in row.events}
    return kinds - {*TOLD_ELSEWHERE}


def _answer(ask: Callable[[str], Any], name: str) -> Any:
    """What is answered; None where that cannot be said."""
    try:
        return ask(name)
    except Refused:
        return None
