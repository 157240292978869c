"""Table: a moment of a session as a page or a terminal shows it, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from turnwright.describe.battlefield import Battlefield
from turnwright.describe.dice_and_markers import containers_of, lasting
from turnwright.describe.labels import heading
from turnwright.describe.scenes import place
from turnwright.describe.story import round_name
from turnwright.describe.wording import describe_decision
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.odds import held_markers
from turnwright.engine.state import TurnsBody, bits
from turnwright.engine.transaction import Transaction
from turnwright.lab.legal_moves import settling
from turnwright.language.book import Box
from turnwright.language.fact import Holder, Subject
from turnwright.language.input import DONE, FIRST, PASS, PLACED, Choice
from turnwright.play.out_of_turn import title_of
from turnwright.play.session import Session
from turnwright.play.setup import is_known

Plain = dict[str, Any]
BATTLE = "battle"
PLACE = "place"
"""What the engine calls where somebody stands."""
LAST = 40
"""Lines of the log that are shown."""


def table(session: Session) -> Plain:
    """All that is shown of a moment."""
    game = session.game
    who, _ = describe_decision(game.decision, session.labels)
    return {
        "at": session.at,
        "last": len(session.moments) - 1,
        "round": round_name(game.round, session.labels) if game.round else "",
        "where": where(session),
        "who": who,
        "side": game.decision.side,
        "awaits": game.awaits,
        "kind": game.decision.kind.value,
        "actions": list(actions(session)),
        "several": game.decision.several,
        "dice": dice(session),
        "markers": markers(session),
        "settle": to_settle(session),
        "lacks": lacking(session),
        "units": list(units(session)),
        "track": list(track(session)),
        "lasting": list(lasts(session)),
        "out": list(out(session)),
        "containers": [
            {
                "title": each.title,
                "holds": [f"{kind.name}: {kind.count}" for kind in each.kinds],
                "table": each.table,
            }
            for each in containers_of(session.moments[session.at].row, session.labels)
        ],
        "log": [list(moment.told) for moment in session.past[-LAST:]],
    }


def where(session: Session) -> str:
    """Where the battle is now, and not where the last line was: the round, and what is open."""
    row = replace(session.moments[session.at].row, events=())
    return place(row, row, session.labels)


def actions(session: Session) -> Iterator[Plain]:
    """What may be done, most likely first; what gives up the chance last.

    That is what was done most often in the rounds before, and else as the rules list it: within a
    round nothing moves under a thumb. What else has to be said is asked slot by slot.
    """
    state = session.game.state
    ask, roster = state.ask, state.roster
    first = ask.kind is ChoiceKind.FIRST
    usual = Counter(
        moment.row.line.input.does
        for moment in session.past
        if moment.row.line and isinstance(moment.row.line.input, Choice)
        if moment.row.round < session.game.round
    )
    for does, mask in sorted(ask.legal, key=lambda each: -usual[each[0]]):
        units = [roster.names[number] for number in bits(mask) if number > roster.sides]
        if not first:
            yield {"does": does, "title": title_of(session.labels, does), "units": units}
    if first:
        listed = [name for name, _ in ask.legal] or list(Battlefield(session.game).sides)
        for side in listed:
            title = f"{heading(side)} goes first"
            yield {"does": FIRST, "first": side, "title": title, "units": []}
    if ask.finish is not None:
        yield {"does": DONE, "title": "Done", "of": session.labels.title(ask.step), "units": []}
    if ask.passing is not None:
        yield {"does": PASS, "title": "Pass", "of": session.labels.title(ask.step), "units": []}


def dice(session: Session) -> Plain | None:
    """The dice that are awaited."""
    ask = session.game.state.ask
    if ask.awaits is not Awaits.ROLL:
        return None
    rollers = [session.game.state.roster.side(side) for side in ask.rollers]
    return {"many": ask.many, "faces": ask.faces, "text": ask.dice.upper(), "rollers": rollers}


def markers(session: Session) -> list[Plain]:
    """What may be drawn, or chosen, out of a container."""
    ask = session.game.state.ask
    if ask.awaits is not Awaits.DRAW and ask.kind is not ChoiceKind.MARKER:
        return []
    held = held_markers(session.game.program, session.game.state)
    return [
        {"what": what, "number": number or None, "many": many}
        for (what, number), many in held.items()
    ]


def lasts(session: Session) -> Iterator[str]:
    """The effects that last, with whom they are on, and until when."""
    row, labels = session.moments[session.at].row, session.labels
    going = session.game.state.rest.effects
    for each, told in zip(going, lasting(row, labels), strict=True):
        effect = labels.ruleset.abilities[each.ability].effect
        until = effect.until if effect else None
        step = session.game.program.step((until.start or until.end) if until else "")
        known = step in labels.ruleset.steps
        word = "begins" if until and until.start else "ends"
        yield f"{told}, until {labels.title(step)} {word}" if known else told


def out(session: Session) -> Iterator[Plain]:
    """The sides that have passed, or are done, in a step that is open."""
    state = session.game.state
    for depth, frame in enumerate(state.stack, start=1):
        # In a step of one side the other has no part, and so is not done with it.
        if isinstance(frame.body, TurnsBody) and frame.side < 0:
            # Whose part is still open is not done with it.
            within = {inner.side for inner in state.stack[depth:]}
            for side in {*range(state.roster.sides)} - within:
                passed = side in frame.body.outs
                if passed or frame.body.done >> side & 1:
                    word = "has passed" if passed else "is done"
                    yield {"side": state.roster.side(side), "title": word}


def lacking(session: Session) -> Plain | None:
    """The number, or the place, for want of which the rules cannot say how it goes on."""
    ask = session.game.state.ask
    if ask.awaits is not Awaits.UNSAID:
        return None
    what, _, who = ask.unsaid.rpartition(" of ")
    field = Battlefield(session.game)
    if who in field.alive and (what == PLACE or what in session.labels.ruleset.values):
        return lack(session, what, who)
    if who in (BATTLE, *field.sides) and what in session.labels.ruleset.values:
        return lack(session, what, "", who)
    return None


def lack(session: Session, what: str, unit: str, who: str = "") -> Plain:
    """What players have to say of a unit: a number that its card does not have, or a place.

    Else of a side, or of the battle, how much something is.
    """
    said: Plain = {"unit": unit, "side": who.replace(BATTLE, ""), "who": unit or who}
    if what == PLACE:
        models = Battlefield(session.game).models(unit)
        return said | {"fact": PLACED, "title": "place", "places": models}
    return said | {"fact": what, "title": session.labels.title(what, "values"), "places": 0}


def to_settle(session: Session) -> Plain | None:
    """What players settle where the rules do not say who of equals is first: the units to pick."""
    game = session.game
    said = settling(game.program, game.state)
    if not said:
        return None
    named = {each.unit for each in said}
    return {
        "fact": said[0].fact,
        "title": session.labels.title(said[0].fact, "facts"),
        "ends": said[0].ends,
        "units": [name for name in Battlefield(game).listed if name in named],
    }


def units(session: Session) -> Iterator[Plain]:
    """Every unit that there has been, with what can be seen of it from across the table."""
    field, game = Battlefield(session.game), session.game
    may, active = set(game.may), set(game.active)
    counted = acted(session)
    for name in field.listed:
        places = field.places.get(name, ())
        yield {
            "name": name,
            "side": field.sides[field.side(name)],
            "gone": name not in field.alive,
            "may": name in may,
            "active": name in active,
            "acted": name in counted,
            "models": field.models(name),
            "of": field.card(name).models,
            "places": [list(point) for point in places],
            "base": field.card(name).base,
        }


def acted(session: Session) -> set[str]:
    """The units that count as having done something that is dealt in a step that is open."""
    game = session.game
    tx = Transaction(game.program, game.state)
    dealt = {
        game.program.steps[offer.name].counts_as
        for frame in game.state.stack
        for offer in game.program.offers.get(frame.step, ())
        if not offer.by_side and offer.name in game.program.steps
    }
    mask = 0
    for (what, _), counter in game.program.symbols.counters.items():
        if what in dealt:
            mask |= tx.did(counter, 1)
    names = game.state.roster.names
    return {names[number] for number in bits(mask) if number > game.state.roster.sides}


def track(session: Session) -> Iterator[Plain]:
    """The round as a row of boxes: which are over, and which is open."""
    open_now = {frame.step for frame in session.game.state.stack}
    over = session.moments[session.at].over

    def boxes(listed: tuple[Box, ...]) -> Iterator[Plain]:
        for box in listed:
            now = box.step in open_now
            inside = list(boxes(box.inside))
            yield {
                "title": box.title or session.labels.title(box.step),
                "state": "now" if now else "over" if box.step in over else "",
                "inside": inside if now or any(each["state"] == "now" for each in inside) else [],
            }

    yield from boxes(session.kit.round)


def sheet(session: Session, unit: str) -> Plain:
    """What is so of one unit, in words, and what the table may state of it. Raises Refused."""
    game, labels = session.game, session.labels
    game.number(unit)
    field, rules = Battlefield(game), session.labels.ruleset
    holds = game.facts(unit)
    card = field.card(unit)
    return {
        "name": unit,
        "side": field.sides[field.side(unit)],
        "models": field.models(unit),
        "is": [*_true_of(session, unit)],
        "did": [
            labels.title(it) for it in game.did(unit) if it in {*rules.steps, *rules.abilities}
        ],
        "has": [
            {"fact": name, "title": labels.title(name, "values"), "number": number}
            for name in dict.fromkeys((*card.has, *rules.values))
            if (number := _value(session, unit, name)) is not None
        ],
        "carries": list(card.carries),
        "facts": [
            {"fact": name, "title": labels.title(name, "facts"), "holds": name in holds}
            for name, fact in rules.facts.items()
            if fact.of is Subject.UNIT and known_to_players(session, name)
        ],
        "losses": [
            {"fact": name, "title": labels.title(name, "facts"), "most": field.models(unit)}
            for name, fact in rules.facts.items()
            if fact.of is Subject.MODELS
        ],
        "near": [
            {
                "fact": name,
                "title": labels.title(name, "facts"),
                "with": [
                    {"unit": other, "holds": other in _partners(session, name, unit)}
                    for other in field.alive
                    if other != unit
                ],
            }
            for name, fact in rules.facts.items()
            if fact.of in (Subject.PAIR, Subject.SIGHT) and known_to_players(session, name)
        ],
    }


def _true_of(session: Session, unit: str) -> Iterator[str]:
    """What is true of a unit; of what it shares with others, with whom, as far as that was said."""
    facts = session.labels.ruleset.facts
    for name in session.game.facts(unit):
        if facts[name].of is not Subject.SIGHT and known_to_players(session, name):
            others = sorted(_partners(session, name, unit))
            told = f" with {', '.join(others)}" if others else ""
            yield f"{session.labels.title(name, 'facts')}{told}"


def known_to_players(session: Session, fact: str) -> bool:
    """Whether players know a fact of these rules."""
    return is_known(session.labels.ruleset, fact)


def whole(session: Session) -> Plain:
    """What is so of the battle and of each side, and what the table may state of them."""
    game, labels, rules = session.game, session.labels, session.labels.ruleset
    holders = {"battle": (Subject.BATTLE, Holder.BATTLE)}
    holders |= dict.fromkeys(Battlefield(game).sides, (Subject.SIDE, Holder.SIDE))
    return {
        who: {
            "facts": [
                {
                    "fact": name,
                    "title": labels.title(name, "facts"),
                    "holds": name in game.facts(who),
                }
                for name, fact in rules.facts.items()
                if fact.of is subject and known_to_players(session, name)
            ],
            "values": [
                {"fact": name, "title": labels.title(name, "values"), "number": number}
                for name, value in rules.values.items()
                if value.of is holder and (number := _number(session, who, name)) is not None
            ],
        }
        for who, (subject, holder) in holders.items()
    }


def _number(session: Session, who: str, name: str) -> int | None:
    try:
        return session.game.value(f"{who}.{name}")
    except Refused:
        return None


def _value(session: Session, unit: str, name: str) -> int | None:
    value = session.labels.ruleset.values.get(name)
    card = Battlefield(session.game).card(unit)
    if name not in card.has and (value is None or value.of is not Holder.UNIT):
        return None
    number = _number(session, unit, name)
    return number if number or name in card.has else None


def _partners(session: Session, fact: str, unit: str) -> set[str]:
    """The units with which, or towards which, a fact holds of a unit by what was said."""
    names, number = session.game.state.roster.names, session.game.number(unit)
    return {
        names[other if one == number else one]
        for name, one, other in session.game.state.rest.pairs
        if name == fact and number in (one, other)
    }
