"""Reasons: why the rules refuse something, in the words of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from turnwright.describe.labels import heading
from turnwright.engine.apply import ruled_out
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.language.input import DONE, PASS, Choice
from turnwright.play.session import Session

Said = dict[str, Any]
"""A reason: `text` in plain words, and `clauses`, the full ids of the rules that it says."""


def reasons(session: Session, clauses: Iterable[str]) -> list[Said]:
    """What these clauses say, each entry of the book once; what is the machine's is left out."""
    found: dict[str, Said] = {}
    for cited in session.game.with_followers(tuple(clauses)):
        clause = session.labels.clauses.get(cited)
        if clause is not None and not clause.machine:
            text = session.kit.entries.get(cited) or clause.text.strip()
            found.setdefault(text, {"text": text, "clauses": []})["clauses"].append(cited)
    return list(found.values())


def told(session: Session, refused: Refused) -> dict[str, Any]:
    """A refusal: its message, and the rules behind it."""
    return {
        "message": heading(refused.message),
        "reason": refused.reason.value,
        "because": reasons(session, refused.by),
    }


def why_not(session: Session, unit: str) -> list[Said]:
    """Every rule that keeps a unit from being picked now. Raises Refused for an unknown unit."""
    session.game.number(unit)
    found = ruled_out(session.game.program, session.game.state)
    return reasons(session, found.get(unit, ()))


def refused_here(session: Session, unit: str) -> Iterator[tuple[str, Refused]]:
    """What is dealt in the open step and this unit may not do now, each with its refusal."""
    program, ask = session.game.program, session.game.state.ask
    if ask.awaits is not Awaits.CHOICE or ask.kind is not ChoiceKind.CHANCE:
        return
    legal = dict(ask.legal)
    number = session.game.number(unit)
    for offer in program.offers.get(ask.step, ()):
        if offer.by_side or legal.get(offer.name, 0) >> number & 1:
            continue
        refused = session.refusal(Choice(offer.name, (unit,)))
        if refused is not None:
            yield offer.name, refused


def not_offered(session: Session, unit: str) -> Iterator[dict[str, str]]:
    """Everything else that the rules let units or sides do at some moment, to be asked about."""
    game = session.game
    legal = dict(game.state.ask.legal)
    number, program = game.number(unit), game.program
    offered = {offer.name: offer for each in program.offers.values() for offer in each}
    for does, offer in offered.items():
        who = 0 if offer.by_side else number
        if not legal.get(does, 0) >> who & 1:
            yield {
                "does": does,
                "title": session.labels.title(does),
                "by": "unit" if who else "side",
            }
    for does in (PASS, DONE):
        if does not in game.can:
            yield {"does": does, "title": heading(does), "by": "side"}
