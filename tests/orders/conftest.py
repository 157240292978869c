"""Every order that a ruleset allows, played out by the engine for a small army.

What is looked at is who acts, who passes, what is drawn and who wins a roll for who begins. What a
unit does when it acts is cut short: whoever may be done is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

import turnwright
from turnwright.engine.decision import ChoiceKind, LegalAction
from turnwright.engine.game import Game
from turnwright.engine.view import TABLE
from turnwright.language.event import Began, Ended
from turnwright.language.input import Choice

Orders = frozenset[tuple[str, ...]]
"""Orders in which things happened, each as what happened one after the other."""
ENDS = {"pass": "passes", "done": "is done"}


@dataclass(frozen=True)
class Walk:
    """A walk through every order that the engine allows, until a step ends."""

    acts: Mapping[str, str]
    """Choices of a unit that count, each with a word for it, which may be left empty."""
    until: str
    """The step with whose end an order ends."""
    dice: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    """Dice worth telling apart, by what they are rolled for: what is said of them, and the dice.

    What has just been said is not said again, or equal dice would be rolled for ever.
    """
    draws: Mapping[str, Mapping[str, tuple[str, int]]] = field(default_factory=dict)
    """The same for what is drawn, by what it is drawn from; otherwise all that is there."""
    happens: Mapping[str, str] = field(default_factory=dict)
    """Steps that begin without anybody's choice and count, each with a word for it."""
    most: float = float("inf")
    """After so many things that happened an order is not followed further."""
    known: dict[Any, Orders] = field(default_factory=dict)

    def __call__(self, game: Game) -> Orders:
        """Every order from here on."""
        return self.orders(game, self.most, "")

    def orders(self, game: Game, left: float, last: str) -> Orders:
        """Every order from here on, each of no more than so many things."""
        here = game.state, left, last * (game.awaits == "roll")
        if here not in self.known:
            found: set[tuple[str, ...]] = set()
            for word, after in self.ways(game, last):
                words = (*(word,) * bool(word), *self.happened(after))
                if self.until in after.ended or after.awaits == "end" or left <= len(words):
                    found.add(words)
                    continue
                rests = self.orders(after, left - len(words), (last, *words)[-1])
                found |= {(*words, *rest) for rest in rests}
            self.known[here] = frozenset(found)
        return self.known[here]

    def happened(self, game: Game) -> list[str]:
        """What began without anybody's choice, until the order ended."""
        found = []
        for event in game.events:
            if isinstance(event, Ended) and event.step == self.until:
                break
            if isinstance(event, Began) and event.step in self.happens:
                who = "+".join(event.units) or event.side
                found.append(f"{who} {self.happens[event.step]}".strip())
        return found

    def ways(self, game: Game, last: str) -> list[tuple[str, Game]]:
        """All that may come next, each with what is said of it."""
        assert game.awaits in ("choice", "roll", "draw"), f"{game.awaits}: {game.decision.unsaid}"
        if game.awaits == "draw":
            return self.drawn(game)
        if game.awaits == "roll":
            ways = self.dice.get(game.decision.what, {"": (1,) * game.state.ask.many})
            return [(said, game.roll(*it)) for said, it in ways.items() if said != last or not said]
        legal = [action.does for action in game.decision.legal]
        match game.decision.kind:
            case ChoiceKind.FIRST:
                who = game.next
                return [(f"{who} lets {it} begin", game.choose("first", first=it)) for it in legal]
            case ChoiceKind.MARKER:
                return [(f"{game.next} plays {it}", game.choose(it)) for it in legal]
            case ChoiceKind.MOVE:
                return [("", game.choose(legal[0], inches=0))]
        return self.chosen(game)

    def drawn(self, game: Game) -> list[tuple[str, Game]]:
        """All that may be drawn, or what is worth telling apart of it."""
        if game.decision.what in self.draws:
            ways = self.draws[game.decision.what]
            return [(said, game.draw(*what)) for said, what in ways.items()]
        there = [it for it in dict.fromkeys(game._markers) if it != TABLE and game.holds(it)]
        return [(f"{it} is drawn", game.draw(it)) for it in there]

    def chosen(self, game: Game) -> list[tuple[str, Game]]:
        """All that may be done with a chance; what does not count is cut short."""
        legal = game.decision.legal
        counts = [action for action in legal if action.does in self.acts]
        ends = [it for it in ENDS if it in game.can]
        if legal and not counts:
            unit = (*legal[0].units, "")[0]
            return [("", game.choose(ends[-1]) if ends else self.done(game, legal[0], unit))]
        found = [
            (f"{unit or game.next} {self.acts[action.does]}".strip(), self.done(game, action, unit))
            for action in counts
            for unit in action.units or ("",)
        ]
        for action in counts if game.decision.several else ():
            for many in range(2, len(action.units) + 1):
                for group in combinations(action.units, many):
                    if not game.refusal(Choice(action.does, group)):
                        after = game.choose(action.does, units=group)
                        found.append((f"{'+'.join(group)} {self.acts[action.does]}".strip(), after))
        return found + [(f"{game.next} {ENDS[it]}", game.choose(it)) for it in ends]

    def done(self, game: Game, action: LegalAction, unit: str) -> Game:
        """A unit does something, to the first target and with the first item that there is."""
        target = (*dict(action.targets).get(unit, ()), "")[0]
        using = (*action.using, "")[0]
        return game.choose(action.does, unit, target=target, using=using)


@pytest.fixture
def orders() -> Any:
    """Every order that the engine allows: `orders({"act": ""}, until="round")(game)`."""
    return Walk


@pytest.fixture
def battle() -> Any:
    """A battle of a ruleset, as `turnwright.start` begins it."""
    return turnwright.start
