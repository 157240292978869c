"""Setting up: what can be agreed, and armies that players write down themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from turnwright.describe.labels import Labels
from turnwright.engine.decision import did_you_mean
from turnwright.examples.replay import armies
from turnwright.language.example import Example
from turnwright.language.fact import Subject
from turnwright.language.input import MOST_MODELS, NO_NAMES, Card
from turnwright.language.ruleset import Ruleset
from turnwright.load.confusable_names import skeleton
from turnwright.play.army_list import listed_units
from turnwright.play.json_values import NotPlain
from turnwright.play.kit import Kit

MOST_UNITS = 60
"""Most units of a side; the page is made for thirty."""
MOST_NUMBERS = 4
"""Most numbers of a card that are told in a line."""
OWN = "Our battle"
"""What a battle is called that nobody has named."""


def agreements(kit: Kit) -> dict[str, Any]:
    """What players can agree on, and the armies that are ready."""
    rules = kit.rules()
    labels = Labels(rules)
    return {
        "ruleset": kit.ruleset,
        "title": kit.title,
        "sides": list(rules.sides),
        "options": [
            {
                "name": name,
                "title": option.title,
                "text": option.text.strip(),
                "params": [
                    {"name": param, "text": " ".join(what.split())}
                    for param, what in option.params.items()
                ],
            }
            for name, option in rules.options.items()
        ],
        "facts": [
            {"fact": name, "title": labels.title(name, "facts")}
            for name, fact in rules.facts.items()
            if fact.of is Subject.UNIT and is_known(rules, name)
        ],
        "readings": [
            {
                "name": name,
                "question": reading.question.strip(),
                "default": reading.default,
                "ways": [
                    {"name": choice, "text": way.text.strip()}
                    for choice, way in reading.alternatives.items()
                ],
            }
            for name, reading in rules.readings.items()
        ],
        "armies": [
            {
                "title": army.title,
                "sides": {side: list(units) for side, units in armies(army.battle).items()},
            }
            for army in kit.armies
        ],
        "cards": {name: _what_is_on(card, labels) for name, card in kit.cards.items()},
        "measured": kit.measured,
    }


def _what_is_on(card: Card, labels: Labels) -> str:
    """What is on a card, in a line: what the unit is and carries, or else its first numbers."""
    known = [labels.title(fact, "facts") for fact in card.facts if is_known(labels.ruleset, fact)]
    numbers = [f"{labels.title(name, 'values')} {number}" for name, number in card.has.items()]
    return ", ".join([*known, *card.carries] or numbers[:MOST_NUMBERS])


def own_battle(kit: Kit, sides: Mapping[str, str]) -> Example:
    """A battle of armies that are written down, or pasted as a list. Raises NotPlain.

    A line is a name; how many models it has and whose card it has may be said with it:
    `Ash`, `5 Ash`, `Ash, 5`, `Ash, 5, like Gunners`. Without a card it is an ordinary unit, and
    where nobody says how many models it has, it has one.
    """
    taken = set[str]()
    given = {
        side: dict(units_of(kit, side, text, taken)) for side, text in sides.items() if text.strip()
    }
    if len(given) < 2:
        raise NotPlain("write down at least one unit for each of two sides")
    rules = kit.rules()
    enemies = rules.muster.enemies if rules.muster else ()
    everybody = {name: side for side, cards in given.items() for name in cards}
    first = next(iter(given))
    for side, cards in given.items():
        others = tuple(name for name, theirs in everybody.items() if theirs != side)
        for name, card in cards.items():
            pairs = {
                fact: others
                for fact in enemies
                if side == first or rules.facts[fact].of is not Subject.PAIR
            }
            cards[name] = replace(card, pairs=pairs)
    return replace(
        based_on(kit),
        example=OWN,
        given=given,
        options=(),
        readings={},
        params={},
    )


def based_on(kit: Kit) -> Example:
    """A battle that has what a battle of this system begins with: the last that is ready."""
    plain = next((army.battle for army in reversed(kit.armies)), None)
    return plain or Example(example=OWN, ruleset=kit.ruleset)


def ordinary(kit: Kit) -> Card:
    """The card of a unit of which nothing is said: that of a plain unit in the rosters."""
    sides = armies(based_on(kit)).values()
    cards = next((tuple(cards.values()) for cards in sides if cards), (Card(),))
    return replace(cards[-1], pairs={}, at=None, places=())


def is_known(rules: Ruleset, fact: str) -> bool:
    """Whether players know a fact, or a value: not all that is said of it is the machine's."""
    part = rules.facts.get(fact) or rules.values.get(fact)
    return part is not None and (
        not part.clauses or any(not clause.machine for clause in part.clauses)
    )


def _markers(rules: Ruleset) -> Iterator[str]:
    """What markers are called, by a name or by their number."""
    clauses = (clause for part in rules.containers.values() for clause in part.clauses)
    for held in (clause.means.contains for clause in clauses if clause.means):
        if held is not None:
            yield from held.named
        if held is not None and held.low is not None:
            yield from map(str, range(held.low, (held.high or held.low) + 1))


def units_of(kit: Kit, side: str, text: str, taken: set[str]) -> Iterator[tuple[str, Card]]:
    """The units that are written down, with a card each. Raises NotPlain."""
    if side not in kit.rules().sides:
        raise NotPlain(f"there is no side {side}")
    listed = listed_units(text)
    if len(listed) > MOST_UNITS:
        raise NotPlain(f"a side has at most {MOST_UNITS} units here")
    words = (*NO_NAMES, *kit.rules().sides, *_markers(kit.rules()))
    looks = {skeleton(name) for name in (*words, *taken)}
    for each in listed:
        if each.like and each.like not in kit.cards:
            raise NotPlain(f"there is no card of {each.like}{did_you_mean(each.like, kit.cards)}")
        named, number = each.name, 2
        while skeleton(named) in looks:
            named, number = f"{each.name} {number}", number + 1
        taken.add(named)
        looks.add(skeleton(named))
        card = kit.cards[each.like] if each.like else ordinary(kit)
        models = each.models
        if models is None:
            models = card.models if each.like else 1
        if not 1 <= models <= MOST_MODELS:
            raise NotPlain(f"{each.name} has at least 1 model, and at most {MOST_MODELS}")
        yield named, replace(card, models=models)
