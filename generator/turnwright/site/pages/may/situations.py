"""Situations: what a unit may do after something happened to it, asked of the engine.

For each thing that is dealt to units the engine is put where its chance comes: the steps around it
are opened for a unit of whose army nothing else is known. What has happened is then made so, and
the engine is asked who may be picked, and which clauses rule the unit out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from turnwright.describe.labels import heading
from turnwright.describe.programs import once_for_ruleset, program_of
from turnwright.describe.statements import Statements
from turnwright.describe.step_tree import Branch, BranchKind, build_tree
from turnwright.engine.changes import leave
from turnwright.engine.decision import Stop
from turnwright.engine.exclusions import barred_by, not_offered_by, offered
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, Program, TurnsPart
from turnwright.engine.state import NOBODY
from turnwright.engine.steps import count_step, open_step
from turnwright.engine.transaction import Transaction
from turnwright.language.condition import Condition, Whose
from turnwright.language.example import Mission
from turnwright.language.fact import Leaves, Subject
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.situation import Situation
from turnwright.language.turn_order import Cadence, First
from turnwright.load.references import inner_values
from turnwright.site.pages.lasting.spans import courses

UNIT, FRIEND, ENEMY, OTHER_ENEMY = "Unit", "Friend", "Enemy", "Other enemy"
"""The units of the battle in which the engine is asked."""


class May(StrEnum):
    """Whether a unit may do something."""

    YES = "yes"
    """It may, when its chance comes."""
    IF = "if"
    """It needs more than a unit has of which nothing else is known."""
    NO = "no"
    """What happened rules it out."""


class Permission(NamedTuple):
    """Whether a unit may do something, and the clauses that say so."""

    may: May
    by: tuple[str, ...] = ()
    """Full ids of the clauses that rule it out, or that ask for more."""


@dataclass(frozen=True, kw_only=True)
class SituationRow:
    """What a unit may do in a situation."""

    name: str
    """Its name in the ruleset; empty for a unit to which nothing happened."""
    text: str
    permissions: Mapping[str, Permission]
    """By the step that it may do."""
    effect: Permission | None = None
    """Whether an effect outlasts its maker; None in rows in which no maker is lost."""
    until: str = ""
    """The step with whose end it is over then."""


class _Chance(NamedTuple):
    """Something that is dealt to units, and where."""

    name: str
    around: tuple[Branch, ...]
    """The steps around it, from the battle to the one that deals it."""
    within: tuple[str, ...]
    """What is dealt to a unit around it, the outermost first."""
    reacts: bool
    """It is done while an enemy acts."""


def has_situations(rules: Ruleset) -> bool:
    """True when effective rules name situations, in a round in which somebody has another."""
    return bool(rules.situations) and len(rules.sides) > 1 and build_tree(rules) is not None


@once_for_ruleset
def situation_rows(rules: Ruleset) -> tuple[SituationRow, ...]:
    """What a unit may do when nothing happened to it, and in each situation of the ruleset."""
    program, tree = program_of(rules), build_tree(rules)
    if tree is None or not has_situations(rules):
        return ()
    questioner = _Questioner(program, tuple(_chances(program, tree)))
    nothing = Situation(text="Nothing happened to it")
    plain = questioner.permissions(nothing, ())
    return (
        SituationRow(name="", text=nothing.text, permissions=questioner.by_name(plain)),
        *(
            SituationRow(
                name=name,
                text=each.text,
                permissions=questioner.by_name(questioner.permissions(each, plain)),
            )
            for name, each in program.ruleset.situations.items()
        ),
        *_makers_lost(questioner, plain),
    )


def _makers_lost(questioner: _Questioner, plain: tuple[Permission, ...]) -> Iterator[SituationRow]:
    """For each effect that an ability sets going, what becomes of it when its maker is lost."""
    found = {(each.ability, each.falls): each for each in courses(questioner.program.ruleset)}
    without_friend = replace(questioner, friend_lost=True)
    for (name, falls), course in found.items():
        if not falls:
            continue
        before, end = found[name, False].end, course.end
        if end == before or end is None:
            effect, until = Permission(May.YES), ""
        elif course.is_cut_short:
            effect, until = Permission(May.NO, end.stopped_by), ""
        else:
            effect, until = Permission(May.IF, end.stopped_by), end.step
        text = f"The maker of an effect was lost: {heading(name)}"
        permissions = questioner.by_name(without_friend.permissions(Situation(text=text), plain))
        yield SituationRow(
            name=f"maker-{name}", text=text, permissions=permissions, effect=effect, until=until
        )


def _chances(program: Program, tree: Branch) -> Iterator[_Chance]:
    """Everything that is dealt to units, each where it first comes in the round.

    What comes inside several things that are dealt to a unit comes once for each of them.
    """
    seen: set[tuple[str, tuple[str, ...]]] = set()

    def walk(
        branch: Branch, around: tuple[Branch, ...], within: tuple[str, ...], reacts: bool
    ) -> Iterator[_Chance]:
        part = program.steps[branch.name]
        firsts = part.first.rulings if isinstance(part, TurnsPart) else ()
        others = bool(within) and any(ruling.value is First.OTHER for ruling in firsts)
        here = (*around, branch)
        for child in branch.branches:
            option = program.offer(branch.name, child.name)
            by_unit = (
                child.how is BranchKind.EACH
                and option is not None
                and not option.by_side
                and branch.dealt != Cadence.EACH_PLAYER
            )
            if by_unit and (child.name, within) not in seen:
                seen.add((child.name, within))
                yield _Chance(child.name, here, within, reacts or others)
            dealt = (*within, child.name) if by_unit else within
            yield from walk(child, here, dealt, reacts or others)

    yield from walk(tree, (), (), False)


@dataclass
class _Questioner:
    """The engine, asked about one ruleset."""

    program: Program
    chances: tuple[_Chance, ...]
    friend_lost: bool = False
    """Another unit of its side has left the battle."""
    statements: Statements = field(init=False)

    def __post_init__(self) -> None:
        self.statements = Statements(self.program.ruleset)

    def permissions(
        self, situation: Situation, plain: tuple[Permission, ...]
    ) -> tuple[Permission, ...]:
        """What the unit may do at each chance. `plain` is when nothing happened to it."""
        found: list[Permission] = []
        going_on = {name for did in situation.did for name in self._around(did)}
        for number, chance in enumerate(self.chances):
            permission = self._permission(chance, situation, plain[number] if plain else None)
            known = self.by_name(found)
            if not chance.reacts:
                for outer in chance.within:
                    # Whoever may not be activated does nothing of what an activation is made of.
                    if outer not in going_on and known[outer].may is May.NO:
                        permission = known[outer]
            found.append(permission)
        return tuple(found)

    def by_name(self, permissions: Sequence[Permission]) -> Mapping[str, Permission]:
        """What the unit may do, by name: where there are several chances, at the best of them."""
        found: dict[str, Permission] = {}
        for chance, permission in zip(self.chances, permissions, strict=False):
            best = found.setdefault(chance.name, permission)
            if list(May).index(permission.may) < list(May).index(best.may):
                found[chance.name] = permission
        return found

    def _first(self, name: str) -> _Chance | None:
        """The first chance at which something is dealt to units."""
        return next((chance for chance in self.chances if chance.name == name), None)

    def _permission(
        self, chance: _Chance, situation: Situation, plain: Permission | None
    ) -> Permission:
        for over in (self._left, self._passed, self._served, self._too_late):
            if by := over(chance, situation):
                return Permission(May.NO, by)
        try:
            barred = self._barred(chance, situation)
        except Stop as stop:
            return Permission(May.IF, stop.by)
        if not barred:
            asked_for = self._asked_of_draws(chance, situation)
            return Permission(May.IF, asked_for) if asked_for else Permission(May.YES)
        before = set(plain.by) if plain is not None else set(barred)
        new = tuple(clause for clause in barred if clause not in before)
        return Permission(May.NO, new) if new else Permission(May.IF, barred)

    def _around(self, did: str) -> tuple[str, ...]:
        """What is dealt to the unit itself around what it did."""
        chance = self._first(did)
        return chance.within if chance and not chance.reacts else ()

    def _left(self, _: _Chance, situation: Situation) -> tuple[str, ...]:
        """The clauses by which the unit has left the battle."""
        return tuple(
            ruling.clause
            for name in situation.facts
            for ruling in self.program.fact(name).leaves.rulings
            if ruling.value is Leaves.AT_ONCE
        )

    def _passed(self, chance: _Chance, situation: Situation) -> tuple[str, ...]:
        """The clause by which a side that has passed has no more chances here."""
        if chance.around[-1].name != situation.passed:
            return ()
        said = self.statements.of_step(situation.passed, "passed", "passing")
        return tuple(statement.clause.full_id for statement in said)[:1]

    def _served(self, chance: _Chance, situation: Situation) -> tuple[str, ...]:
        """The clause by which each unit has this once, where it was had."""
        deals = chance.around[-1].name
        had = any(chance.name in (did, *self._around(did)) for did in situation.did)
        said = self.statements.of_step(deals, "cadence") if had else ()
        return tuple(one.clause.full_id for one in said if one.value is Cadence.EACH_UNIT)

    def _too_late(self, chance: _Chance, situation: Situation) -> tuple[str, ...]:
        """The clauses by which what the unit did comes after this, in an order that binds."""
        for did in situation.did:
            done = self._first(did)
            if done is None or done.reacts or chance.reacts:
                continue
            paths = zip(chance.around, done.around, strict=False)
            above = None
            for here, there in paths:
                if here.name != there.name:
                    if above is not None and not above.free and 0 < here.place < there.place:
                        said = self.statements.of_step(above.name, "sequence")
                        return tuple(statement.clause.full_id for statement in said)
                    break
                above = here
        return ()

    def _asked_of_draws(self, chance: _Chance, situation: Situation) -> tuple[str, ...]:
        """The clauses that keep the unit from this after one or another roll or draw."""
        clauses = [
            statement.clause
            for step in (chance.around[-1].name, chance.name)
            for statement in self.statements.of_step(step)
        ]
        outcomes = dict.fromkeys(
            value.was
            for clause in clauses
            for _, value in inner_values(getattr(clause, "means", None))
            if isinstance(value, Condition) and value.was
        )
        return tuple(
            dict.fromkeys(
                clause for name in outcomes for clause in self._barred(chance, situation, name)
            )
        )

    def _barred(self, chance: _Chance, situation: Situation, outcome: str = "") -> tuple[str, ...]:
        """The clauses that keep the unit from this (after a roll or draw); none if it may."""
        tx = self._stand(chance, situation)
        tx.outcomes = (outcome,) if outcome else ()
        side, frame = 0, tx.frame
        number = tx.roster.number[UNIT]
        option = self.program.offer(frame.step, chance.name)
        assert option is not None
        exceptions = not_offered_by(tx, frame, option, side) or ()
        barred = barred_by(tx, frame, side, number, chance.name, NOBODY)
        if not exceptions and not barred and not offered(tx, frame, option, side):
            barred = [ruling.clause for ruling in option.each]  # It is offered only at times.
        return tuple(dict.fromkeys((*exceptions, *barred)))

    def _stand(self, chance: _Chance, situation: Situation) -> Transaction:
        """The battle at the moment at which this is dealt, with what has happened."""
        program = self.program
        tx = Transaction(program, self._begin(situation).state)
        tx.stack.clear()
        unit, enemy = (1 << tx.roster.number[name] for name in (UNIT, ENEMY))
        side, acting = (1, enemy) if chance.reacts else (0, unit)
        units = 0
        for number, branch in enumerate(chance.around):
            if branch.name in chance.within:
                units = acting
            open_step(tx, branch.name, side if number else NOBODY, units, ())
        if self.friend_lost:
            leave(tx, 1 << tx.roster.number[FRIEND], ())
        for did in situation.did:
            for name in (*self._around(did), did):
                count_step(tx, program.steps[name], unit)
                for statement in self.statements.of_step(name, "sets"):
                    change = statement.value
                    is_own = change.of == Whose.ACTIVE and change.towards is None
                    if is_own and not change.outcome and change.fact:
                        tx.set_fact(program.fact(change.fact), unit, ())
        return tx

    def _begin(self, situation: Situation) -> Game:
        """A battle in which the facts of a situation are true."""
        program = self.program
        of: dict[Subject, list[str]] = {}
        for name in situation.facts:
            of.setdefault(program.ruleset.facts[name].of, []).append(name)
        between = (*of.get(Subject.PAIR, ()), *of.get(Subject.SIGHT, ()))
        card = Card(facts=tuple(of.get(Subject.UNIT, ())), pairs=dict.fromkeys(between, (ENEMY,)))
        first, second, *more = program.sides
        of_side, of_battle = (tuple(of.get(each, ())) for each in (Subject.SIDE, Subject.BATTLE))
        facts = {first: of_side, BATTLE: of_battle}
        armies = {
            first: {UNIT: card, FRIEND: Card()},
            second: {ENEMY: Card(), OTHER_ENEMY: Card()},
            **{side: {f"{OTHER_ENEMY} of {side}": Card()} for side in more},
        }
        return Game.begin(program, armies, Mission(first=first), facts)
