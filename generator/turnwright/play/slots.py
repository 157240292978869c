"""Slot filling: what is still to be said of an action before it can be done, one thing at a time.

The page and the terminal both ask by it, so that neither has to know what an action needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from turnwright.engine import items_and_targets
from turnwright.engine.apply import legal_action
from turnwright.engine.decision import ChoiceKind, Refused, Stop
from turnwright.engine.parts import Scene
from turnwright.engine.single_models import allowances, tells_apart
from turnwright.engine.state import bits
from turnwright.engine.transaction import Transaction
from turnwright.language.eligibility import Items
from turnwright.language.fact import Subject
from turnwright.language.input import FIRST, Choice
from turnwright.play.json_values import NotPlain, from_plain
from turnwright.play.out_of_turn import title_of
from turnwright.play.session import Session
from turnwright.play.table import known_to_players, lack

Plain = dict[str, Any]
SLOTS = ("units", "using", "target", "which", "move")
"""What may be asked of an action, in this order."""


@dataclass(frozen=True)
class PartialChoice:
    """An action that is being said, as far as it has been."""

    session: Session
    said: Mapping[str, Any]

    @property
    def does(self) -> str:
        """What is to be done."""
        return str(self.said.get("does", ""))

    @property
    def units(self) -> tuple[str, ...]:
        """The units that were named."""
        return _names(self.said.get("units", ()))

    @property
    def items(self) -> tuple[str, ...]:
        """The items that were named."""
        return _names(self.said.get("using", ()))

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the units that were named, or of the side that acts by itself."""
        ask, game = self.session.game.state.ask, self.session.game
        return tuple(map(game.number, self.units)) or (ask.side + 1,)

    def tx(self) -> Transaction:
        """The battle, to be asked."""
        return Transaction(self.session.game.program, self.session.game.state)


def complete(session: Session, said: Mapping[str, Any]) -> tuple[Plain | None, Choice | None]:
    """What is to be asked next of an action, or the choice, once nothing is.

    Where there is one answer only, it is not asked. Raises NotPlain.
    """
    known = dict(said)
    if known.get("does") == FIRST:
        return None, from_plain(Choice, {"does": FIRST, "first": known.get("first", "")})
    for slot in SLOTS:
        if slot in known:
            continue
        wanted = _WANTED[slot](PartialChoice(session, known))
        if wanted is None:
            continue
        names: list[Any] = wanted.get("names", [])
        if len(names) == 1 and not wanted.get("free"):
            known[slot] = names
            continue
        return wanted | {"slot": slot, "so_far": known, "title": _title(session, known)}, None
    return None, _choice(known)


def farthest(session: Session) -> Choice | None:
    """The move of whoever moves now, as far as it may; None where that is for players to say."""
    match session.game.decision.kind, session.game.decision.legal:
        case ChoiceKind.MOVE, [action]:
            asked, _ = complete(session, {"does": action.does})
            if asked and asked["slot"] == "move" and "reach" in asked and not asked["places"]:
                return _choice(asked["so_far"] | {"move": {"inches": asked["reach"]}})
    return None


def _choice(known: Mapping[str, Any]) -> Choice:
    data = {key: value for key, value in known.items() if key not in ("move", "target", "using")}
    move = known.get("move") or {}
    if not isinstance(move, dict):
        raise NotPlain("a move says where it goes")
    causes = [*known.get("causes", ()), *move.get("causes", ())]
    data |= move | ({"causes": causes} if causes else {})
    if target := _names(known.get("target", ())):
        data["target"] = target[0]
    if using := _names(known.get("using", ())):
        data["using"] = using[0] if len(using) == 1 else list(using)
    choice: Choice = from_plain(Choice, {key: it for key, it in data.items() if it not in ([], "")})
    return choice


def _names(said: Any) -> tuple[str, ...]:
    if isinstance(said, str):
        return (said,) if said else ()
    if not isinstance(said, Sequence) or not all(isinstance(each, str) for each in said):
        raise NotPlain("names are expected here")
    return tuple(said)


def _title(session: Session, known: Mapping[str, Any]) -> str:
    title = title_of(session.labels, str(known["does"]))
    who = " and ".join(_names(known.get("units", ())))
    return f"{title}: {who}" if who else title


def _who(asked: PartialChoice) -> Plain | None:
    state = asked.session.game.state
    mask = dict(state.ask.legal).get(asked.does, 0)
    names = [state.roster.names[n] for n in bits(mask) if n > state.roster.sides]
    several = (
        state.ask.several and len(names) > 1 and asked.does in asked.session.game.program.steps
    )
    return {"names": names, "several": several} if names else None


def _items(asked: PartialChoice) -> Plain | None:
    """With which item, or items: those for which there is a target, where one is needed."""
    game = asked.session.game
    child, ask = game.program.steps.get(asked.does), game.state.ask
    if ask.kind is ChoiceKind.PUT_OFF or child is None:
        mask = sum(1 << unit for unit in asked.numbers())
        found = list(legal_action(game.program, game.state, asked.does, mask).using)
        return {"names": found, "several": False} if found else None
    if ask.kind is not ChoiceKind.CHANCE or not child.uses:
        return None
    tx, (unit, *_) = asked.tx(), asked.numbers()
    names = items_and_targets.fitting_items(tx, child, unit)
    if child.target:
        with_target = [item for item in names if _on(asked, tx, (item,))]
        names = with_target or names
    allowed = tx.rule_of(child.items, 1 << unit)
    several = allowed is not None and allowed.value is Items.SEVERAL and len(names) > 1
    return {"names": names, "several": several} if names else None


def _targets(asked: PartialChoice) -> Plain | None:
    game = asked.session.game
    child, kind = game.program.steps.get(asked.does), game.state.ask.kind
    if child is not None and kind is ChoiceKind.CHANCE:
        names = _on(asked, asked.tx(), asked.items) if child.target else []
    else:
        action = legal_action(game.program, game.state, asked.does, _mask(asked))
        of_unit = dict(action.targets)
        named = asked.units or tuple(of_unit)
        names = list(of_unit.get(named[0], ())) if named else []
    return {"names": names} if names else None


def _on(asked: PartialChoice, tx: Transaction, items: Sequence[str]) -> list[str]:
    """On whom all the named units may do it, with each of these items."""
    child, names = tx.program.steps[asked.does], tx.roster.names
    left: set[int] | None = None
    for unit in asked.numbers():
        for item in items or ("",):
            one = items_and_targets.items_for(tx, child, unit, item)
            found: set[int] = set()
            with suppress(Stop):
                found.update(items_and_targets.targets(tx, child, unit, tx.ask.side, one))
            left = found if left is None else left & found
    return [names[number] for number in sorted(left or ())]


def _mask(asked: PartialChoice) -> int:
    return dict(asked.session.game.state.ask.legal).get(asked.does, 0)


def _models(asked: PartialChoice) -> Plain | None:
    """Which models do it, where each has its own place; without an answer, all that can."""
    game, tx = asked.session.game, asked.tx()
    child = game.program.steps.get(asked.does)
    if child is None or game.state.ask.kind is not ChoiceKind.CHANCE or len(asked.units) != 1:
        return None
    (unit,), item = asked.numbers(), next(iter(asked.items), "")
    if not tells_apart(tx, child, unit):
        return None
    target = next(map(game.number, _names(asked.said.get("target", ()))), -1)
    scene = Scene(1 << unit, target, unit, tx.roster.side_of[unit], False, item)
    able = (1 << len(tx.places(unit))) - 1
    for allowed in allowances(tx, child, unit, target, scene):
        able &= allowed.models
    models = [number + 1 for number in bits(able)]
    return {"names": models, "several": True, "free": True} if len(models) > 1 else None


def _move(asked: PartialChoice) -> Plain | None:
    """Where a move goes, or where a unit arrives that was away; the second may stay unsaid."""
    game, tx = asked.session.game, asked.tx()
    if len(asked.units) != 1:
        return None
    (unit,) = asked.numbers()
    places = [list(place) for place in game.state.rest.places.get(unit, ())]
    if game.state.ask.kind is ChoiceKind.MOVE:
        return {
            "places": places,
            "near": [] if places else list(_near(asked)),
            "free": True,
            **_reach(asked, unit),
        }
    child = game.program.steps.get(asked.does)
    arrives = child is not None and not child.moves and not tx.on_table() >> unit & 1
    if arrives and game.state.rest.places:
        return {"arrives": tx.models(1 << unit), "places": [], "free": True}
    return None


def _reach(asked: PartialChoice, mover: int) -> Plain:
    """How far a unit may move, in inches, or the number that nobody has given for it."""
    tx, game, (name,) = asked.tx(), asked.session.game, asked.units
    moves = tx.rule(tx.part.moves)
    if moves is None:
        return {}
    up_to = moves.value.up_to
    tx.dice = iter(tx.frame.attempt.dice)
    try:
        if not isinstance(up_to, str):
            return {"reach": tx.demand(tx.part.reach).value(tx, mover, tx.scene())}
        inches = game.value(f"{name}.{up_to}")
    except (Refused, Stop):
        return {}
    return {"lacks": lack(asked.session, up_to, name)} if inches is None else {"reach": inches}


def _near(asked: PartialChoice) -> Iterator[Plain]:
    """What a move may bring about between a unit and its enemies, where nobody measures."""
    session, state = asked.session, asked.session.game.state
    (unit,), roster = asked.numbers(), state.roster
    others = [
        other
        for other in bits(state.alive)
        if other > roster.sides and roster.side_of[other] != roster.side_of[unit]
    ]
    for fact, part in session.labels.ruleset.facts.items():
        if part.of is Subject.PAIR and known_to_players(session, fact):
            held = [
                roster.names[other]
                for other in others
                if not state.rest.pairs.isdisjoint({(fact, unit, other), (fact, other, unit)})
            ]
            names = [roster.names[other] for other in others]
            title = session.labels.title(fact, "facts")
            yield {"fact": fact, "title": title, "units": names, "held": held}


_WANTED = {"units": _who, "using": _items, "target": _targets, "which": _models, "move": _move}
