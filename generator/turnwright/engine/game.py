"""Games: a battle to be played from Python, and asked why something is refused.

`Game` is a thin layer over `apply` and `awaiting`. It is a value: each input gives a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from turnwright.engine.apply import apply, ruled_out, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Refused
from turnwright.engine.program import Program
from turnwright.engine.view import View
from turnwright.engine.well_formed import check_fields, check_input, check_text
from turnwright.language.example import Mission
from turnwright.language.input import (
    Card,
    Choice,
    Declaration,
    Draw,
    Input,
    Roll,
)
from turnwright.language.ruleset import Ruleset


def chosen(does: str, unit: str = "", **said: Any) -> Choice:
    """The choice that one unit does something, or those that are given as `units`."""
    units = said.pop("units", ()) or ((unit,) if unit else ())
    causes = tuple(said.pop("causes", ()))
    check_fields(Choice, said)
    given = Choice(does, units, causes=causes, **said)
    check_input(given)
    return replace(given, units=tuple(units))


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

    def choose(self, does: str, unit: str = "", **said: Any) -> Game:
        """A side does something, or passes, is done, or says who is first. Raises Refused.

        What else may be said are the fields of `Choice`, such as `target`, `using` and `to`.
        """
        return self.apply(chosen(does, unit, **said))

    def roll(self, *dice: int, causes: Iterable[Declaration] = ()) -> Game:
        """Dice came up. Raises Refused when they are not the dice awaited."""
        return self.apply(Roll(dice, tuple(causes)))

    def draw(
        self, what: str, number: int | None = None, *, causes: Iterable[Declaration] = ()
    ) -> Game:
        """A marker of this side or unit, or of this name, was drawn. Raises Refused."""
        return self.apply(Draw(what, number, tuple(causes)))

    def declare(self, fact: str, unit: str = "", **said: Any) -> Game:
        """Something is so that the rules here cannot tell. Raises Refused when it cannot be.

        What else may be said are the fields of `Declaration`; the card may be given as a mapping.
        """
        card = said.get("card")
        if card is not None and not isinstance(card, Card):
            known = [field.name for field in fields(Card)]
            if not isinstance(card, Mapping) or any(key not in known for key in card):
                raise Refused(f"a card has only these: {', '.join(known)}")
            said["card"] = Card(**card)
        check_fields(Declaration, said)
        return self.apply(Declaration(fact, unit, **said))

    # Ask why

    def refusal(self, given: Input) -> Refused | None:
        """Why the rules refuse an input; None when they allow it."""
        try:
            apply(self.program, self.state, given, self.consulted)
        except Refused as refused:
            return refused
        return None

    def refuses(self, does: str, unit: str = "", **said: Any) -> tuple[str, ...]:
        """The clauses by which the rules refuse this, those included that follow from them.

        By id, without the ruleset. `()` when it is allowed, or when simply nothing allows it.
        """
        refused = self.refusal(chosen(does, unit, **said))
        return self.short(self.with_followers(refused.by)) if refused else ()

    def why(self, who: str) -> tuple[str, ...]:
        """Every clause that rules this unit out of the choices there are now, by short id.

        With `Unit.action`, those by which it may not do that, whatever else it may do.
        """
        check_text(who)
        if who not in self.state.roster.number and "." in who:
            unit, _, does = who.rpartition(".")
            offered = dict(self.state.ask.legal).get(does, 0) >> self.number(unit) & 1
            return () if offered else self.refuses(does, unit)
        self.number(who)
        found = ruled_out(self.program, self.state, self.consulted).get(who, ())
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
