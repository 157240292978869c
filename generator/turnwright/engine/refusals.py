"""Refusals: the clauses that, were they otherwise, would let an input through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.engine import eligibility
from turnwright.engine.chances import may_pass
from turnwright.engine.changes import pay
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused, Stop
from turnwright.engine.draws import lacking_markers
from turnwright.engine.effects import may_use
from turnwright.engine.losses import away_by
from turnwright.engine.program import Offer, TurnsPart
from turnwright.engine.state import NOBODY, TurnsBody, bits, side_bit
from turnwright.engine.steps import count_step
from turnwright.engine.transaction import Transaction
from turnwright.engine.untimely import (
    now_open,
    on_no_card,
    over_for,
    picks_active,
    side_of,
    untimely,
    whose,
)
from turnwright.language.eligibility import Counts, Together
from turnwright.language.input import DONE, FIRST, PASS, Choice
from turnwright.language.turn_order import Allowed, Passing

MOST_NAMED = 6
"""Of more units that cannot be picked only so many are named."""


def ruled_out(message: str, by: Iterable[str]) -> Refused:
    """A refusal by clauses, or because simply nothing allows it."""
    found = tuple(dict.fromkeys(by))
    return Refused(message, found, Reason.RULED_OUT if found else Reason.NOTHING)


def is_here(tx: Transaction, does: str) -> bool:
    """Whether the innermost step offers this at all, to whomever."""
    if does in (PASS, DONE, FIRST) or tx.program.offer(tx.frame.step, does) is not None:
        return True
    is_ability = offers_abilities(tx) and does in tx.program.abilities
    return is_ability or any(does == name for name, _ in tx.ask.legal)


def wrong_side(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> Refused:
    """A refusal because another side decides."""
    ask, side = tx.ask, side_of(tx, choice, units)
    if not is_here(tx, choice.does):
        return not_now(tx, choice, units)
    passed = tx.pass_of(ask.step, side)
    bars = own_bars(tx, choice, units, side)
    if passed is None:
        ended = over_for(tx, choice.does, units) if ask.kind is ChoiceKind.CHANCE else ()
        by = dict.fromkeys((*whose(tx), *bars, *ended))
        if not choice.side:  # It may also mean that the side whose decision it is picks these.
            left_out = left_out_by(tx, units)
            by |= dict.fromkeys(it for it in left_out if not picks_active(tx.program.clauses[it]))
    else:
        by = dict.fromkeys((*passed.by, *bars))
    message = f"it is for {tx.roster.side(ask.side)} to decide"
    return Refused(message, tuple(by), Reason.NOT_THEIRS)


def own_bars(tx: Transaction, choice: Choice, units: tuple[int, ...], side: int) -> Iterator[str]:
    """What would keep units of a side from this, were it for that side to decide."""
    if not units or tx.ask.kind is not ChoiceKind.CHANCE or not tx.deals:
        return
    for unit in units:
        try:
            found = eligibility.barred_by(tx, side, unit, choice.does)
        except Stop:
            continue
        yield from (it for it in found if not says_among(tx, it))


def left_out_by(tx: Transaction, units: tuple[int, ...]) -> tuple[str, ...]:
    """The clauses by which none of these is among those who are picked here, whoever picks."""
    if not units or tx.ask.kind is not ChoiceKind.CHANCE or not tx.deals:
        return ()
    group = sum(1 << unit for unit in units)
    barring = eligibility.excluded_by(tx, tx.dealing.filters, group, tx.scene_of(tx.ask.side))
    return tuple(it for it, out in barring if out == group and says_among(tx, it))


def says_among(tx: Transaction, clause: str) -> bool:
    """Whether a clause says among whom one picks."""
    return getattr(tx.program.clauses[clause].means, "among", None) is not None


def offers_abilities(tx: Transaction) -> bool:
    """Whether abilities may be used in the innermost step."""
    part = tx.part
    return isinstance(part, TurnsPart) and bool(part.each_ability)


def not_now(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> Refused:
    """A refusal because it is not time for that, or because there is no such action."""
    return untimely(tx, choice, units, obstacles)


def not_offered(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> Refused:
    """A refusal of something that nobody may do now."""
    message = f"{choice.does} cannot be done now"
    deals = tx.ask.kind is ChoiceKind.CHANCE and tx.deals
    offer = tx.program.offer(tx.frame.step, choice.does)
    if deals and offers_abilities(tx) and choice.does in tx.program.abilities:
        return ability_refused(tx, choice, units)
    if not deals or offer is None:
        return not_now(tx, choice, units)
    if eligibility.not_offered_by(tx, offer, tx.ask.side) is None:
        # It is offered in a case that is not this one.
        offering = tuple(ruling.clause for ruling in offer.each)
        return Refused(message, offering, Reason.NOTHING)
    if offer.by_side:
        return ruled_out(message, obstacles(tx, choice, (tx.ask.side + 1,)))
    if units:
        return not_by(tx, choice, units, units[0])
    # Of those who could be meant, whoever is nearest to being allowed gives the reasons.
    mine = tx.roster.units[tx.ask.side] & tx.alive
    every = [obstacles(tx, choice, (unit,)) for unit in bits(mine)]
    found = min(every, key=len, default=())
    return ruled_out(message, found)


def not_by(tx: Transaction, choice: Choice, units: tuple[int, ...], unit: int) -> Refused:
    """A refusal because a unit may not do that now, or not with these others, or not on that."""
    does, chance = choice.does, tx.ask.kind is ChoiceKind.CHANCE
    message = f"{tx.roster.names[unit]} cannot do {does} now"
    if only := only_others(tx, unit):
        by = dict.fromkeys((*ruled_out_by(tx, unit, does), *only))
        return Refused(message, tuple(by), Reason.NOT_THEIRS)
    if chance and does in tx.program.abilities:
        return ability_refused(tx, choice, units)
    if lacking := on_no_card(tx, choice, units):
        return lacking
    if not chance or does not in tx.program.steps:
        return Refused(message, ruled_out_by(tx, unit, does))
    offer = tx.program.offer(tx.frame.step, does)
    if offer is not None and offer.by_side:
        return Refused(f"{does} is done by the side itself", (), Reason.UNCLEAR)
    found = obstacles(tx, choice, units)
    return ruled_out(f"{message}{counting(tx, does, found)}", found)


def counting(tx: Transaction, does: str, by: tuple[str, ...]) -> str:
    """What it counts as, where a limit stands in its way that others have used up, too."""
    counts_as = tx.program.steps[does].counts_as
    is_limited = any(raw.clause in by for raw in tx.dealing.raw_limits)
    return f": it counts as {counts_as}" if is_limited and counts_as != does else ""


def only_others(tx: Transaction, unit: int) -> tuple[str, ...]:
    """The clauses by which only others may use the chance."""
    if not tx.deals or not tx.turns.only or tx.turns.only >> unit & 1:
        return ()
    return tx.turns.because


def in_full(tx: Transaction, choice: Choice, units: tuple[int, ...], refused: Refused) -> Refused:
    """A refusal with every clause that stands in the way, and not only the first that was met."""
    if refused.reason is not Reason.RULED_OUT:
        return refused
    return ruled_out(refused.message, (*refused.by, *obstacles(tx, choice, units)))


def obstacles(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> tuple[str, ...]:
    """Every clause that keeps these units from doing this; none where simply nothing allows it."""
    side = tx.ask.side
    offer = tx.program.offer(tx.frame.step, choice.does)
    assert offer is not None
    exceptions = eligibility.not_offered_by(tx, offer, side)
    if exceptions is None:
        return ()
    found = list(exceptions)
    target = tx.roster.number.get(choice.target, NOBODY)
    if target != NOBODY:
        found += away_by(tx, target)
    for unit in units:
        found += eligibility.barred_by(tx, side, unit, choice.does, target, choice.item)
    if tx.dealing.rank:
        group = sum(1 << unit for unit in units)
        found += eligibility.put_behind(tx, group, frozenset(found))
    if len(units) > 1:
        found += not_together(tx, units)
        found += too_many(tx, offer, units)
    return tuple(dict.fromkeys(found))


def not_together(tx: Transaction, units: tuple[int, ...]) -> Iterator[str]:
    """Every clause that keeps several units from being started by one chance."""
    part, side = tx.dealing, tx.ask.side
    together = tx.rule(part.together, side)
    if together is not None and together.value is not Together.SEVERAL:
        yield together.clause
    group = sum(1 << unit for unit in units)
    for ruling in tx.held(part.group_needs):
        if ruling.value(tx, group, tx.scene_of(side)) != group:
            yield ruling.clause
    yield from lacking_markers(tx, side, len(units) - 1)


def too_many(tx: Transaction, offer: Offer, units: tuple[int, ...]) -> Iterator[str]:
    """Every limit or cost by which there is enough for one of these units, but not for all."""
    part, side = tx.dealing, tx.ask.side
    scratch = Transaction(tx.program, tx.freeze(tx.ask))
    counts = tx.says(part.group_counts, side)
    counted = units if counts in (None, Counts.EACH) else units[:1]
    child, scene = tx.program.steps[offer.name], tx.scene_of(side)
    for unit in counted:
        for clause, _ in eligibility.excluded_by(scratch, offer.tallied, 1 << unit, scene):
            yield clause
        pay(scratch, child, 1 << unit, part)
        count_step(scratch, child, 1 << unit)


def ability_refused(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> Refused:
    """A refusal of an ability: used up, not for this unit to use now, or had by nobody here."""
    name, part = choice.does, tx.dealing
    known = tx.program.ruleset.abilities[name]
    message = f"{name} cannot be done now"
    if tx.open_frame(tx.program.step(known.used.during)) is None:
        return not_now(tx, choice, units)
    if len(units) > 1:
        return Refused(f"{name} is used by one unit; say by which", (), Reason.UNCLEAR)
    counter = tx.program.symbols.counters.get((name, part.name))
    who = sum(1 << unit for unit in units) or -1
    mine = tx.roster.units[tx.ask.side]
    of_units = [r.clause for r in tx.held(part.each_ability) if r.value == eligibility.UNIT]
    having = [
        unit
        for unit in units or bits(mine & tx.alive)
        if of_units and mine >> unit & 1 and name in tx.roster.cards[unit].abilities
    ]
    if of_units and not having and name not in tx.rest.mission_abilities:
        whose = tx.roster.names[units[0]] if units else tx.roster.side(tx.ask.side)
        return Refused(f"{name} is on no card of {whose}", (*of_units,), Reason.NOTHING)
    every = [ability_obstacles(tx, name, unit) for unit in having]
    found = min((by for by in every if by), key=len, default=())
    if counter is not None and tx.did(counter, known.times) & who:
        used_up = (*(raw.clause for raw in part.raw_limits), *found)
        return Refused(message, used_up, Reason.NOT_NOW if used_up else Reason.NOTHING)
    return ruled_out(message, found)


def ability_obstacles(tx: Transaction, name: str, unit: int) -> tuple[str, ...]:
    """Every clause that keeps a unit from using its ability."""
    side, part = tx.ask.side, tx.dealing
    opens = tx.program.ruleset.abilities[name].opens
    scene = tx.scene_of(side)
    found = [c for c, _ in eligibility.excluded_by(tx, part.filters, 1 << unit, scene)]
    if not may_use(tx, name, unit, side):
        found += tx.clauses(tx.program.effects.bearer.rulings)
    if opens:
        found += eligibility.barred_from(tx, opens, side, unit)
    return tuple(dict.fromkeys(found))


def ruled_out_by(tx: Transaction, unit: int, does: str = "") -> tuple[str, ...]:
    """Every clause that rules a unit out of the legal actions."""
    ask = tx.ask
    if ask.awaits is not Awaits.CHOICE or not tx.stack:
        return ()
    if ask.kind is not ChoiceKind.CHANCE or not tx.deals:
        return whose(tx)
    try:
        found = eligibility.reasons(tx, ask.side, unit, does)
    except Stop as stop:
        found = stop.by
    return tuple(dict.fromkeys((*found, *only_others(tx, unit)) or ask.by))


def no_pass(tx: Transaction) -> Refused:
    """A refusal of a pass."""
    message, side = f"nobody may pass here; {now_open(tx)}", tx.ask.side
    chance = tx.ask.kind is ChoiceKind.CHANCE
    ruling = tx.rule(tx.dealing.passing, side) if chance else None
    if ruling is None:
        return not_yet(tx, message)
    if isinstance(ruling.value, Passing) and not may_pass(tx, side, ruling.value):
        filters = tx.program.steps[ruling.value.opens].own_filters
        barring = eligibility.excluded_by(tx, filters, side_bit(side), tx.scene_of(side))
        found = tuple(clause for clause, _ in barring)
        return Refused("passing is not possible now", found)
    return Refused(message, (ruling.clause,))


def not_done(tx: Transaction) -> Refused:
    """A refusal of being done."""
    chance = tx.ask.kind is ChoiceKind.CHANCE
    ruling = tx.rule(tx.dealing.finish, tx.ask.side) if chance else None
    forbids = ruling is not None and ruling.value is not Allowed.ALLOWED
    message = f"nobody may stop here; {now_open(tx)}"
    return Refused(message, (ruling.clause,)) if ruling and forbids else not_yet(tx, message)


def not_yet(tx: Transaction, message: str) -> Refused:
    """A refusal of leaving off where nothing allows it, by the clauses that say what is due."""
    ask = tx.ask
    if ask.kind is ChoiceKind.MOVE and not isinstance(tx.stack[-2].body, TurnsBody):
        # It is a move that something else has led to.
        return Refused(message, (*tx.frame.by, *ask.by), Reason.NOTHING)
    if ask.kind is not ChoiceKind.CHANCE or not tx.deals:
        return Refused(message, whose(tx), Reason.NOTHING)
    part = tx.dealing
    found = [*tx.clauses((*part.endings, *part.until))]
    for name, _ in ask.legal:
        offer = tx.program.offer(part.name, name)
        found += tx.clauses(offer.each if offer else part.each_ability)
    return Refused(message, (*found,), Reason.NOTHING)


def nobody_said(tx: Transaction) -> str:
    """What nobody has said, in words; and where nobody can be picked, who is ruled out by what."""
    ask, part = tx.ask, tx.part
    if " of " in ask.unsaid:
        told = ask.unsaid.partition(" of ")[2] in tx.roster.number
        how = ": no card has it, and no clause says what it `starts` from" if told else ""
        return f"nobody has said `{ask.unsaid}`{how}, so nobody can go on"
    message = f"the rules do not say `{ask.unsaid}` here, so nobody can go on"
    if ask.unsaid != "until" or not isinstance(part, TurnsPart):
        return message
    if not part.has_among:
        return f"{message}; nor do they say `among`, so nobody is picked"
    if part.draws_chances and not tx.turns.drawn:
        return f"{message}; nothing is left to draw"
    found = [f"{name} {why}" for side in tx.sides() for name, why in _picked_by_none(tx, side)]
    return "; ".join((message, *found[:MOST_NAMED], *["and others"] * (len(found) > MOST_NAMED)))


def _picked_by_none(tx: Transaction, side: int) -> Iterator[tuple[str, str]]:
    """Why each unit of a side cannot be picked; for a side that is out, why it is."""
    if tx.turns.done >> side & 1 or tx.pass_of(tx.frame.step, side) is not None:
        yield tx.roster.side(side), "is out of it"
        return
    for unit in bits(tx.roster.units[side] & tx.alive):
        try:
            by = eligibility.reasons(tx, side, unit)
        except Stop as stop:
            by = (f"nobody has said `{stop.word}`",)
        short = (clause.partition(".")[2] or clause for clause in by)
        yield tx.roster.names[unit], f"is ruled out by {', '.join(short) or 'nothing'}"
