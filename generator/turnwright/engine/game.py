"""Games: a battle to be played from Python: do something, look at it, ask why.

`Game` is a thin layer over `apply` and `awaiting`. It is a value: each input gives a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from turnwright.engine.apply import apply, ruled_out, start
from turnwright.engine.decision import Refused
from turnwright.engine.inputs import Choice, Declaration, Draw, Input, Roll
from turnwright.engine.program import Program, compile_ruleset
from turnwright.engine.view import View
from turnwright.language.example import Card, Mission
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True, repr=False, eq=False)
class Game(View):
    """A battle at one moment."""

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset | Program,
        armies: Mapping[str, Mapping[str, Card]],
        mission: Mission | None = None,
        facts: Mapping[str, tuple[str, ...]] | None = None,
        values: Mapping[str, Mapping[str, int]] | None = None,
    ) -> Game:
        """A new battle of these armies, by side and unit."""
        program = ruleset if isinstance(ruleset, Program) else compile_ruleset(ruleset)
        consulted: set[str] = set()
        state, events = start(program, armies, mission, facts, consulted, values)
        return cls(program, state, events, consulted)

    # Do something

    def apply(self, given: Input) -> Game:
        """The game after any input. Raises Refused when the rules do not allow it."""
        consulted = None if self.consulted is None else set(self.consulted)
        try:
            state, events = apply(self.program, self.state, given, consulted)
        except Refused:
            if self.consulted is not None and consulted is not None:
                self.consulted.update(consulted)  # What refuses was consulted at this moment.
            raise
        return Game(self.program, state, events, consulted)

    def choose(
        self,
        does: str,
        unit: str = "",
        *,
        units: tuple[str, ...] | list[str] = (),
        side: str = "",
        target: str = "",
        using: str = "",
        to: tuple[float, float] | None = None,
        path: tuple[tuple[float, float], ...] = (),
        inches: float | None = None,
        first: str = "",
        causes: tuple[Declaration, ...] | list[Declaration] = (),
        places: tuple[tuple[float, float], ...] = (),
        paths: tuple[tuple[tuple[float, float], ...], ...] = (),
    ) -> Game:
        """A side does something, or passes, is done, or says who is first. Raises Refused."""
        names = tuple(units) or ((unit,) if unit else ())
        choice = Choice(
            does=does,
            units=names,
            side=side,
            target=target,
            using=using,
            to=to,
            path=path,
            inches=inches,
            first=first,
            causes=tuple(causes),
            places=places,
            paths=paths,
        )
        return self.apply(choice)

    def roll(self, *dice: int, causes: tuple[Declaration, ...] | list[Declaration] = ()) -> Game:
        """Dice came up. Raises Refused when they are not the dice awaited."""
        return self.apply(Roll(dice, tuple(causes)))

    def draw(
        self,
        what: str,
        number: int | None = None,
        *,
        causes: tuple[Declaration, ...] | list[Declaration] = (),
    ) -> Game:
        """A marker of this side or unit, or of this name, was drawn. Raises Refused."""
        return self.apply(Draw(what, number, tuple(causes)))

    def declare(
        self,
        fact: str,
        unit: str = "",
        *,
        to_unit: str = "",
        side: str = "",
        models: int | None = None,
        value: int | None = None,
        ends: bool = False,
        card: Card | Mapping[str, Any] | None = None,
        places: tuple[tuple[float, float], ...] = (),
    ) -> Game:
        """Something is so that the rules here cannot tell. Raises Refused when it cannot be."""
        if card is not None and not isinstance(card, Card):
            known = [field.name for field in fields(Card)]
            if not isinstance(card, Mapping) or any(key not in known for key in card):
                raise Refused(f"a card has only these: {', '.join(known)}")
            card = Card(**card)
        said = Declaration(fact, unit, to_unit, side, models, value, ends, card, places)
        return self.apply(said)

    # Ask why

    def refusal(self, given: Input) -> Refused | None:
        """Why the rules refuse an input; None when they allow it."""
        try:
            apply(self.program, self.state, given, self.consulted)
        except Refused as refused:
            return refused
        return None

    def refuses(self, does: str, unit: str = "", **rest: object) -> tuple[str, ...]:
        """The clauses by which the rules refuse this, those included that follow from them.

        By id, without the ruleset. `()` when it is allowed, or when simply nothing allows it.
        """
        units = rest.pop("units", ()) or ((unit,) if unit else ())
        refused = self.refusal(Choice(does, tuple(units), **rest))  # type: ignore[arg-type]
        return self.short(self.with_followers(refused.by)) if refused else ()

    def why(self, unit: str) -> tuple[str, ...]:
        """Every clause that rules this unit out of the choices there are now, by short id."""
        self.number(unit)
        found = ruled_out(self.program, self.state, self.consulted).get(unit, ())
        return self.short(self.with_followers(found))

    def with_followers(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """These clauses, and those that follow from them: all that they follow from are there."""
        found = dict.fromkeys(clauses)
        following = [clause for clause in self.program.ruleset.clauses() if clause.follows]
        # A clause may follow from one that follows itself, and that is listed after it.
        while more := [
            clause.full_id
            for clause in following
            if clause.full_id not in found and all(named in found for named in clause.follows)
        ]:
            found.update(dict.fromkeys(more))
        return tuple(found)

    def short(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Clause ids without their ruleset."""
        return tuple(clause.partition(".")[2] for clause in clauses)
