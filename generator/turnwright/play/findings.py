"""Findings: what a unit may do and may not do, by the step in which it is asked, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from typing import Any

from turnwright.engine.items_and_targets import target_clauses, without_item
from turnwright.engine.program import NO_CHECK, Program
from turnwright.engine.transaction import Transaction
from turnwright.language.condition import Condition
from turnwright.language.event import (
    BecameTrue,
    Began,
    Chose,
    Ended,
    Event,
    NoLonger,
    Skipped,
    ValueChanged,
    WentFirst,
)
from turnwright.play.question import MINE, UnitQuestion
from turnwright.play.reasons import reasons, refused_here
from turnwright.play.session import Session
from turnwright.play.table import known_to_players
from turnwright.play.walk import leads_to

Found = dict[str, Any]
"""What was found in a step: its title, and under `yes` and `no` what is done there. Each has its
title, what it depends on (`but`) and the rules behind it (`because`). A no may be left `open`."""
UNASKED = "nobody picks it, as the rules do it"
"""What is said of something that a unit does without a choice."""
BARE = "it carries nothing for that"
"""What is said where a unit lacks an item."""
UNSAID = "it depends on what it carries"
"""What is said of that where nobody has said what it carries."""


def nothing_yet(session: Session, step: str) -> Found:
    """A step of which nothing was found so far."""
    return {"step": session.labels.title(step), "yes": [], "no": []}


def allowed(session: Session, does: str, but: Iterable[str], by: Iterable[str]) -> Found:
    """Something that the unit may do, by the first of these clauses."""
    because = reasons(session, by)[:1]
    return {"does": does, "title": session.labels.title(does), "but": [*but], "because": because}


def barred(session: Session, step: str, does: str, by: Collection[str]) -> Found:
    """Something that the unit may not do in a step, by those of these clauses that are about it."""
    program, labels = session.game.program, session.labels
    offer, child = program.offer(step, does), program.steps.get(does)
    own = _clauses_of(program, step, does)
    others = {it for each in program.offers[step] for it in _clauses_of(program, step, each.name)}
    found = [it for it in by if it in own or it not in others]
    lacking = [it for it in found if _asks_for_item(program, it)]
    if lacking and child is not None:
        # Whoever has no weapon is not told how far it would shoot.
        moot = {*target_clauses(child), *(ruling.clause for ruling in child.models)}
        found = [it for it in found if it not in moot]
    because = reasons(session, found)
    if lacking and not because and offer is not None:
        because = reasons(session, offer.by)[-1:]
    but = [BARE] if lacking else []
    return {"does": does, "title": labels.title(does), "but": but, "because": because}


def _clauses_of(program: Program, step: str, does: str) -> set[str]:
    """The clauses that say who may do what a step offers, with what and on whom."""
    offer, child = program.offer(step, does), program.steps.get(does)
    if offer is None or child is None:
        return set()
    found = {*target_clauses(child), *(clause for clause, _ in offer.filters)}
    for rulings in (child.uses.rulings, child.item_limits, child.models, child.model_limits):
        found |= {ruling.clause for ruling in rulings}
    return found


def _asks_for_item(program: Program, clause: str) -> bool:
    """Whether a clause asks for nothing but that the unit carries an item of some kind."""
    means = program.clauses[clause].means
    needs = getattr(means, "needs", None)
    kind = needs.carries if isinstance(needs, Condition) else None
    return getattr(means, "uses", None) is not None or kind is not None


def refused_in(session: Session, step: str) -> Iterator[Found]:
    """What the open step offers and the unit may not do there, where a rule says so."""
    for does, refused in refused_here(session, MINE):
        found = barred(session, step, does, refused.by)
        if found["because"]:
            yield found


def unasked(session: Session, event: Began) -> Iterator[tuple[str, Found]]:
    """What is dealt to the unit without a choice, with the step in which it is."""
    for step, offered in session.game.program.offers.items():
        if event.step in (offer.name for offer in offered):
            found = nothing_yet(session, step)
            found["yes"].append(allowed(session, event.step, [UNASKED], event.by))
            yield step, found


def passed_over(session: Session, event: Skipped) -> Found | None:
    """A step that nobody could use, where a rule kept the unit from it."""
    by = dict(event.because).get(MINE)
    if not by:
        return None
    program = session.game.program
    offered = [offer.name for offer in program.offers[event.step]]
    meant = [does for does in offered if _could_be_offered(session, does, by)]
    every = [barred(session, event.step, does, by) for does in meant or [event.step]]
    return nothing_yet(session, event.step) | {"no": [each for each in every if each["because"]]}


def _could_be_offered(session: Session, does: str, by: Collection[str]) -> bool:
    """Whether a step offered this to the unit: else nobody asked with what it would do it."""
    game = session.game
    child = game.program.steps[does]
    lacking = without_item(Transaction(game.program, game.state), child, game.number(MINE))
    return not lacking or not {*lacking}.isdisjoint(by)


def empty(session: Session, branch: Session, step: str) -> Found | None:
    """What was passed over in a step that the unit begun, where that is all there was to it.

    It was over at once, nothing was done to anybody, and nothing came of it that players know of.
    """
    child = branch.game.program.steps[step]
    events = [*takewhile(lambda each: not _ends(each, step), branch.game.events)]
    if branch.at > session.at + 1 or child.target or child.uses:
        return None
    if not all(_is_bookkeeping(branch, event) for event in events):
        return None
    inside = leads_to(branch.game.program, step)
    skipped = (event for event in events if isinstance(event, Skipped) and event.step in inside)
    found = [each for event in skipped if (each := passed_over(branch, event)) and each["no"]]
    return found[-1] if found else None


def without(found: Found) -> str:
    """What is said of something that can be begun, and in which nothing of this can be done."""
    if all(BARE in each["but"] for each in found["no"]):
        return BARE
    return f"there is no {' or '.join(each['title'] for each in found['no'])} in it"


def left_open(found: Iterable[Found], armed: Iterable[Found]) -> None:
    """Leave open what a unit of which nobody has said what it carries does with some item.

    `armed` is what was found of it with one item or another.
    """
    yes: set[str] = set()
    no: dict[str, Found] = {}
    for one in armed:
        yes |= {each["does"] for each in one["yes"]}
        no = {each["does"]: each for each in one["no"] if BARE not in each["but"]} | no
    for step in found:
        for each in step["no"]:
            each["open"] = each["does"] in yes
            if each["open"]:
                each["but"] = [UNSAID]
            elif each["does"] in no:
                each |= no[each["does"]]
        for each in step["yes"]:
            each["but"] = [UNSAID if said == BARE else said for said in each["but"]]


def _ends(event: Event, step: str) -> bool:
    return isinstance(event, Ended) and event.step == step


def _is_bookkeeping(session: Session, event: Event) -> bool:
    """Whether nothing is so by an event that was not, as far as players know."""
    if isinstance(event, BecameTrue | NoLonger):
        return not known_to_players(session, event.fact)
    if isinstance(event, ValueChanged):
        return not known_to_players(session, event.value)
    return isinstance(event, Began | Ended | Chose | WentFirst | Skipped)


def provisos(session: Session, question: UnitQuestion, does: str) -> Iterator[str]:
    """What a yes depends on: a roll, or the items or targets that it can be done with."""
    game, labels = session.game, session.labels
    part = game.program.steps.get(does)
    action = next(each for each in game.decision.legal if each.does == does)
    if part is not None and part.check and part.check.says:
        check = next(iter(part.check.rulings)).value
        if check != NO_CHECK:
            yield f"after a roll: {labels.within(check, 'checks')}"
    if action.using and set(action.using) != set(question.card.carries):
        yield f"only with {' or '.join(action.using)}"
    targets = dict(action.targets).get(MINE, ())
    if targets and not {*question.named()}.issubset(targets):
        yield f"only with {' or '.join(targets)} as the target"
