"""Declarations: what a plan cannot tell, stated at any moment or as caused by an input."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from turnwright.engine import containers
from turnwright.engine.changes import add_to_value, become_true
from turnwright.engine.decision import Refused, did_you_mean
from turnwright.engine.losses import left_by, lose_models
from turnwright.engine.measure import put
from turnwright.engine.movement import as_places, check_number
from turnwright.engine.single_models import wanted_models
from turnwright.engine.state import side_bit
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import holder_of, part_of
from turnwright.language.event import Joined
from turnwright.language.fact import Holder, Subject
from turnwright.language.input import GAINED, PLACED, Card, Declaration


def declare(tx: Transaction, said: Declaration) -> None:
    """State that something is so. Raises Refused when it cannot be."""
    about = tx.program.ruleset.facts.get(said.fact)
    if said.which and (about is None or about.of is not Subject.SIGHT):
        raise Refused(f"{said.fact} is not said of single models")
    if said.fact == GAINED:
        join(tx, said)
        return
    if said.fact == PLACED:
        place(tx, said)
        return
    if said.value is not None:
        change_number(tx, said, said.value)
        return
    fact = tx.program.ruleset.facts.get(said.fact)
    if fact is None:
        hint = did_you_mean(said.fact, tx.program.ruleset.facts)
        raise Refused(f"there is no fact {said.fact}{hint}")
    if fact.of is Subject.BATTLE:
        change_fact(tx, said, 1)
    elif fact.of is Subject.SIDE:
        change_fact(tx, said, side_bit(tx.roster.side_number(said.side)))
    elif fact.of in (Subject.PAIR, Subject.SIGHT):
        one, other = present(tx, said.unit), present(tx, said.to_unit)
        if one == other:
            raise Refused(f"{said.fact} is between two units")
        part = tx.program.fact(said.fact)
        if said.which:
            state_of_models(tx, said, one, other)
        elif said.ends:
            tx.end_pair(part, one, other, ())
            tx.update(of_models=tx.rest.of_models.without((said.fact, one, other)))
        else:
            tx.set_pair(part, one, other, ())
    else:
        unit = present(tx, said.unit)
        if fact.of is Subject.MODELS:
            left = tx.models(1 << unit)
            lost = said.models if said.models is not None else 1
            if not 1 <= lost <= left:
                raise Refused(f"{said.unit} has {left} models and cannot lose {lost}")
            lose_models(tx, said.fact, unit, lost, ())
        else:
            change_fact(tx, said, 1 << unit)


def state_of_models(tx: Transaction, said: Declaration, one: int, other: int) -> None:
    """State what some models of a unit are towards another unit, or are no longer."""
    if len(tx.places(one)) < 2:
        raise Refused(f"the models of {said.unit} have no places of their own")
    key = (said.fact, one, other)
    these = wanted_models(said.unit, said.which, len(tx.places(one)))
    before = tx.rest.of_models.get(key, 0)
    tx.update(
        of_models=tx.rest.of_models.having(key, before & ~these if said.ends else before | these)
    )


def present(tx: Transaction, name: str) -> int:
    """The number of a unit that is in the battle. Raises Refused when it is not."""
    number = tx.roster.unit_number(name)
    if not tx.alive >> number & 1:
        raise Refused(f"{name} is already gone", left_by(tx, number))
    return number


def change_fact(tx: Transaction, said: Declaration, mask: int) -> None:
    """A fact starts or stops being true."""
    part = tx.program.fact(said.fact)
    if said.ends:
        tx.end_fact(part, mask, ())
    else:
        become_true(tx, part, mask, ())


def change_number(tx: Transaction, said: Declaration, amount: int) -> None:
    """A value goes up or down."""
    part = part_of(tx, said.fact)
    holder = part.holder if part is not None else Holder.UNIT
    if holder is Holder.BATTLE:
        who = 0
    elif holder is Holder.SIDE and not said.unit:
        who = tx.roster.side_number(said.side) + 1
    else:
        who = holder_of(tx.roster, part, present(tx, said.unit), said.fact)
    add_to_value(tx, said.fact, who, amount, "")


def join(tx: Transaction, said: Declaration) -> None:
    """A unit joins a side."""
    side = tx.roster.side_number(said.side)
    if not isinstance(said.unit, str) or not said.unit.strip():
        raise Refused("say which unit joins")
    if said.unit in tx.roster.number:
        raise Refused(f"the name {said.unit} is already taken")
    card = said.card or Card()
    check_card(tx, card)
    for others in card.pairs.values():
        for other in others:
            tx.roster.unit_number(other)
    tx.roster = tx.roster.joined(said.unit, side, card)
    number = tx.roster.number[said.unit]
    tx.alive |= 1 << number
    enrol(tx, number, card)
    tx.events.append(Joined(said.unit, said.side, ()))
    containers.unit_joined(tx, number)


def place(tx: Transaction, said: Declaration) -> None:
    """The models of a unit stand where it is said, from now on each at a place of its own."""
    unit = present(tx, said.unit)
    places = as_places(said.places)
    check_number(said.unit, places, tx.models(1 << unit))
    put(tx, unit, places)


def check_card(tx: Transaction, card: Card) -> None:
    """Raises Refused for a card that no file of examples could have."""
    symbols, abilities = tx.program.symbols, tx.program.ruleset.abilities
    for field in ("pairs", "has", "dice", "carries", "profiles"):
        if not isinstance(getattr(card, field), Mapping):
            raise Refused(f"{field} of a card is a mapping")
    for listed in (card.facts, card.abilities, *card.pairs.values(), *card.carries.values()):
        if not isinstance(listed, tuple | list):
            raise Refused(f"a card has lists of names, not {listed}")
    for name in (*card.facts, *card.pairs):
        if name not in symbols.facts:
            raise Refused(f"there is no fact {name}")
    for name in card.abilities:
        if name not in abilities:
            raise Refused(f"there is no ability {name}")
    for profile in card.profiles.values():
        if not isinstance(profile, Mapping):
            raise Refused(f"a profile is a mapping, not {profile}")
    numbers = (number for profile in card.profiles.values() for number in profile.values())
    for number in (card.models, *card.has.values(), *card.dice.values(), *numbers):
        if type(number) is not int:
            raise Refused(f"a card has whole numbers, not {number}")
    if card.models < 1:
        raise Refused("a unit that joins has at least 1 model")
    at = () if card.at is None else card.at
    if card.at is not None and (not isinstance(at, tuple | list) or len(at) != 2):
        raise Refused("a place is two numbers")
    for distance in (*at, card.base):
        if type(distance) not in (int, float) or not isfinite(distance):
            raise Refused(f"a place is two numbers and a base is one, not {distance}")
    if card.base < 0:
        raise Refused("a base is no smaller than 0")
    if card.places and card.at is not None:
        raise Refused("a unit stands `at` one place, or each of its models in `places`")
    if card.places:
        check_number("a unit that joins", as_places(card.places), card.models)


def enrol(tx: Transaction, number: int, card: Card) -> None:
    """Note what the card of a unit says."""
    facts = list(tx.facts)
    for name in card.facts:
        facts[tx.program.fact(name).number] |= 1 << number
    tx.facts = tuple(facts)
    names = tx.roster.number
    rest = tx.rest
    pairs = frozenset(
        (fact, number, names[other]) for fact, others in card.pairs.items() for other in others
    )
    rest = rest._replace(pairs=rest.pairs | pairs)
    if card.at is not None:
        rest = rest._replace(places=rest.places.having(number, as_places((card.at,))))
    elif card.places:
        rest = rest._replace(places=rest.places.having(number, as_places(card.places)))
    if card.models > 1:
        rest = rest._replace(models=rest.models.having(number, card.models))
    tx.rest = rest
    for name in card.facts:
        part = tx.program.fact(name)
        if tx.rule_of(part.leaves, 1 << number) is not None:
            # A unit whose card says that it is gone was never in this battle.
            tx.alive &= ~(1 << number)
