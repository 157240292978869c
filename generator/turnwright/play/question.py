"""Question: what is asked of a unit, what can be said in it, and the battle that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from turnwright.engine.decision import Reason, Refused
from turnwright.language.condition import Condition, Did
from turnwright.language.example import Example
from turnwright.language.fact import Subject
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.traversal import subvalues
from turnwright.play.json_values import from_plain
from turnwright.play.kit import Kit
from turnwright.play.session import Session
from turnwright.play.setup import based_on, ordinary
from turnwright.play.table import known_to_players

MINE, ENEMY, FRIEND = "My unit", "The enemy", "A friend"
"""The units of the question; of several enemies each has a number."""
MOST_ENEMIES = 4
DIRECTIONS = ((1, 0), (0, 1), (0, -1), (0.7, 0.7))
"""Where each of them is from the unit."""
HERE = (24.0, 24.0)
"""Where the unit stands, where the system measures."""
FARTHEST = 100.0
CLOSE = 0.5
"""How far off an enemy is that a unit cannot be nearer to without touching it, nearly."""


@dataclass(frozen=True, kw_only=True)
class Enemy:
    """An enemy of the question: what it is, how far off, and what is so between it and others."""

    like: str = ""
    inches: float | None = None
    near: tuple[str, ...] = ()
    """What is so between it and the unit."""
    friends: tuple[str, ...] = ()
    """What is so between it and a friend of the unit."""
    target_of: tuple[str, ...] = ()
    """What the unit did to it; what is said of none is done to any."""


@dataclass(frozen=True, kw_only=True)
class UnitQuestion:
    """What is asked: what the unit is, what happened to it, and who is near."""

    card: Card = field(default_factory=Card)
    facts: tuple[str, ...] = ()
    """Facts that are true of it."""
    enemies: tuple[Enemy, ...] = (Enemy(),)
    """Who is near."""
    did: tuple[str, ...] = ()
    """What it does in this round before the rest is asked."""
    options: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Condition] = field(default_factory=dict)

    def named(self) -> dict[str, Enemy]:
        """The enemies by their names."""
        if len(self.enemies) == 1:
            return {ENEMY: self.enemies[0]}
        named = enumerate(self.enemies, start=1)
        return {f"Enemy {n}{f' ({each.like})' * bool(each.like)}": each for n, each in named}


def targets_of(question: UnitQuestion) -> dict[str, str]:
    """On whom the unit did something, where that is said."""
    return {does: name for name, each in question.named().items() for does in each.target_of}


def questions(kit: Kit) -> dict[str, Any]:
    """What can be said in a question: facts of a unit, and between it and an enemy."""
    session = Session(kit, battle_of_question(kit, UnitQuestion()))
    rules, labels = session.labels.ruleset, session.labels
    known = [name for name in rules.facts if known_to_players(session, name)]

    def listed(*subjects: Subject) -> list[dict[str, Any]]:
        return [
            {"fact": name, "title": labels.title(name, "facts")}
            for name in known
            if rules.facts[name].of in subjects
        ]

    program, asked = (
        session.game.program,
        {it.action for it in subvalues(rules) if isinstance(it, Did)},
    )
    offered = dict.fromkeys(
        offer.name
        for offers in program.offers.values()
        for offer in offers
        if not offer.by_side and offer.name in rules.steps
    )
    # Of all that a unit may do, that matters of which some rule speaks later.
    done = [name for name in offered if {name, program.steps[name].counts_as} & asked]
    written = {fact for card in kit.cards.values() for fact in card.facts}
    return {
        # What stands on cards comes first: what is left is said of a unit less often.
        "facts": [each | {"on_cards": each["fact"] in written} for each in listed(Subject.UNIT)],
        "near": listed(Subject.PAIR, Subject.SIGHT),
        "friends": listed(Subject.PAIR),
        "usual": list(_usual(rules)),
        "did": [
            {
                "fact": name,
                "title": labels.title(name),
                "target": bool(program.steps[name].target),
            }
            for name in done
        ],
        "carries": list(kit.items),
        "measured": kit.measured,
    }


def battle_of_question(kit: Kit, question: UnitQuestion) -> Example:
    """The battle in which a question is asked. Raises Refused."""
    rules = kit.rules(question.options, question.readings, question.params)
    between = _usual(rules)
    plain, other, enemies = based_on(kit), ordinary(kit), question.named()
    if len(rules.sides) < 2:
        raise Refused("these rules name no two sides", (), Reason.UNCLEAR)
    # Distances are between bases, and these have none.
    measured = kit.measured
    mine = replace(
        _card(kit, other, question.card),
        pairs={
            fact: tuple(name for name, each in enemies.items() if fact in each.near)
            for fact in between
        },
        at=HERE if measured else None,
        base=0,
    )
    back = {fact: (MINE, FRIEND) for fact in between if rules.facts[fact].of is Subject.SIGHT}
    far = places(question)
    others = {
        name: replace(
            _card(kit, other, kit.cards.get(each.like, Card())),
            pairs=back,
            at=far[name] if measured else None,
            base=0,
        )
        for name, each in enemies.items()
    }
    friend = replace(other, at=_place_of_friend(question) if measured else None, base=0)
    given = {
        rules.sides[0]: {MINE: mine, FRIEND: friend},
        rules.sides[1]: others,
    }
    return replace(
        plain,
        given=given,
        options=question.options,
        readings=question.readings,
        params=question.params,
    )


def places(question: UnitQuestion) -> dict[str, tuple[float, float]]:
    """Where the enemies of a question stand, where the system measures."""
    return {
        name: (HERE[0] + inches * x, HERE[1] + inches * y)
        for (name, each), (x, y) in zip(question.named().items(), DIRECTIONS, strict=False)
        for inches in (FARTHEST if each.inches is None else each.inches,)
    }


def _place_of_friend(question: UnitQuestion) -> tuple[float, float]:
    """Where the friend stands: beside the enemy that it is with, or far away."""
    stand, each = places(question), question.named().items()
    x, y = next(
        (stand[name] for name, enemy in each if enemy.friends), (HERE[0] - FARTHEST, HERE[1])
    )
    return x, y + CLOSE


def nearer(kit: Kit, question: UnitQuestion) -> Iterator[UnitQuestion]:
    """The question with an enemy so near at first that what takes one can be done."""
    first, *others = question.enemies
    rules = kit.rules(question.options, question.readings, question.params)
    close = [replace(first, inches=CLOSE)] if kit.measured else []
    shared = (name for name, fact in rules.facts.items() if fact.of is Subject.PAIR)
    close += [replace(first, near=(*first.near, name)) for name in shared]
    for each in close:
        yield replace(question, enemies=(each, *others))


def _card(kit: Kit, other: Card, card: Card) -> Card:
    """A card, with what an ordinary unit has beside."""
    facts = tuple(dict.fromkeys((*other.facts, *card.facts)))
    return replace(card, facts=facts, has={**other.has, **card.has})


def question_from(kit: Kit, data: Mapping[str, Any]) -> UnitQuestion:
    """The question of plain data, as an address holds it; unknown names are left out.

    Raises Refused where what is agreed does not go together.
    """
    enemies, readings, params = data.get("enemies"), data.get("readings"), data.get("params")
    agreed = UnitQuestion(
        options=_names(data, "options", kit.rules().options),
        readings=from_plain(Mapping[str, str], readings if isinstance(readings, dict) else {}),
        params=from_plain(Mapping[str, Condition], params if isinstance(params, dict) else {}),
    )
    rules = kit.rules(agreed.options, agreed.readings, agreed.params)
    listed = [each for each in enemies if isinstance(each, dict)] if type(enemies) is list else []
    return replace(
        agreed,
        card=_carrying(
            kit, kit.cards.get(_text(data, "like"), Card()), _names(data, "carries", kit.items)
        ),
        facts=_names(data, "facts", rules.facts),
        did=_names(data, "did", rules.steps),
        enemies=tuple(_enemy(kit, rules, each) for each in listed[:MOST_ENEMIES] or [{}]),
    )


def carrying(kit: Kit, question: UnitQuestion, items: Iterable[str]) -> UnitQuestion:
    """A question about the same unit with these items beside."""
    return replace(question, card=_carrying(kit, question.card, items))


def _carrying(kit: Kit, card: Card, items: Iterable[str]) -> Card:
    """A card with the items that are named beside."""
    named = {name: kit.items[name] for name in items}
    carries = {name: item.keywords for name, item in named.items()}
    profiles = {name: item.profile for name, item in named.items()}
    return replace(
        card, carries={**card.carries, **carries}, profiles={**card.profiles, **profiles}
    )


def _usual(rules: Ruleset) -> tuple[str, ...]:
    """What is so between enemies where nobody says otherwise."""
    return rules.muster.enemies if rules.muster else ()


def _enemy(kit: Kit, rules: Ruleset, data: Mapping[str, Any]) -> Enemy:
    """An enemy; of one of whom nothing is said it is so what is usual."""
    far, like = data.get("inches"), _text(data, "like")
    inches = max(0.0, min(far, FARTHEST)) if isinstance(far, int | float) else FARTHEST
    return Enemy(
        like=like if like in kit.cards else "",
        inches=inches if kit.measured else None,
        near=_names({"near": [*_usual(rules)], **data}, "near", rules.facts),
        friends=_names(data, "friends", rules.facts),
        target_of=_names(data, "target_of", rules.steps),
    )


def _text(data: Mapping[str, Any], key: str) -> str:
    found = data.get(key, "")
    return found if isinstance(found, str) else ""


def _names(data: Mapping[str, Any], key: str, known: Collection[str]) -> tuple[str, ...]:
    found = data.get(key, ())
    listed = found if isinstance(found, list) else []
    return tuple(each for each in listed if isinstance(each, str) and each in known)
