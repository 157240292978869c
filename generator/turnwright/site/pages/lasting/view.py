"""Page on how long effects last: a timeline for each, base beside overlay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from turnwright.describe.labels import Labels, join_names
from turnwright.describe.step_tree import Branch, BranchKind, build_tree
from turnwright.engine import effects, losses
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.engine.state import NOBODY, Doing, bits
from turnwright.engine.steps import close_step, open_step
from turnwright.engine.transaction import Transaction
from turnwright.examples.programs import once_for_ruleset, program_of
from turnwright.language.condition import Condition
from turnwright.language.effect import Ability
from turnwright.language.event import EffectStopped
from turnwright.language.example import Mission
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import Cadence
from turnwright.site.clauses import References
from turnwright.site.page import SYSTEMS, Link, Page, PageLocation, lasting_url, system_url
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

SOURCE, FRIEND, ENEMY, OTHER = "its user", "a friend", "an enemy", "another enemy"
"""The units: the one that uses the ability, and those around it."""

ALWAYS = Condition(all_of=())
"""A condition that always holds."""
ROUNDS = 2
"""How many rounds are gone through."""


class EffectPhase(StrEnum):
    """What an effect does at a moment."""

    NOT = "not"
    """It is not going on."""
    GOING = "going on"
    """It is going on, and serves nobody at this moment."""
    SERVES = "serves"
    """It is going on, and serves somebody."""


@dataclass(frozen=True, kw_only=True)
class Instant:
    """A step as it is gone through, and what the effect does in it."""

    round: int
    step: str
    """The name of the step."""
    who: str
    """Whose step it is: the units that act, or the side."""
    phase: EffectPhase
    serves: tuple[str, ...] = ()
    """Whom it serves."""
    starts: bool = False
    """The effect starts in it."""
    at_end: bool = False
    """It is the end of the step."""
    stopped_by: tuple[str, ...] = ()
    """It is over by these clauses as this step opens, or as it ends."""


@dataclass(frozen=True)
class EffectCourse:
    """The course of an effect through two rounds."""

    ability: str
    text: str
    falls: bool
    """The unit that used the ability is lost as soon as it has acted."""
    instants: tuple[Instant, ...]
    """The steps that the effect is about, in order."""

    @property
    def end(self) -> Instant | None:
        """The step in which it is over; None when two rounds do not see its end."""
        return next((each for each in self.instants if each.stopped_by), None)

    @property
    def stopped_by(self) -> tuple[str, ...]:
        """The clauses by which it is over; none when two rounds do not see its end."""
        return self.end.stopped_by if self.end else ()


def has_effects(rules: Ruleset) -> bool:
    """True when an ability of effective rules sets an effect going."""
    effects = (ability.effect for ability in rules.abilities.values())
    return any(effects) and len(rules.sides) > 1 and build_tree(rules) is not None


@once_for_ruleset
def courses(rules: Ruleset) -> tuple[EffectCourse, ...]:
    """The course of every effect that an ability of a ruleset sets going."""
    program, tree = program_of(rules), build_tree(rules)
    if tree is None or len(program.sides) < 2:
        return ()
    found = []
    for name, ability in rules.abilities.items():
        if ability.effect is None:
            continue
        plain = _without_conditions(program, name)
        for falls in (False, True):
            instants = tuple(_Walk(plain, name, falls).go(tree))
            if any(each.starts for each in instants):
                found.append(EffectCourse(name, ability.text, falls, instants))
    return tuple(found)


def _without_conditions(program: Program, name: str) -> Program:
    """The program with an ability that asks for nothing but its moment: the rest is taken as so."""
    ruleset = program.ruleset
    ability = ruleset.abilities[name]
    assert ability.effect is not None
    serves = ability.effect.serves
    # What looks at the source still does so, for it stops once there is no source.
    met = None if serves is None else Condition(any_of=(ALWAYS, serves))
    plain = replace(ability, target_needs=None, effect=replace(ability.effect, serves=met))
    return compile_ruleset(replace(ruleset, abilities={**ruleset.abilities, name: plain}))


@dataclass
class _Walk:
    """Two rounds that are gone through, with one ability in them."""

    program: Program
    name: str
    falls: bool
    tx: Transaction = field(init=False)
    started: bool = False
    heard: int = 0
    """How many events were looked at."""

    def __post_init__(self) -> None:
        first, second, *more = self.program.sides
        armies: Mapping[str, Mapping[str, Card]] = {
            first: {SOURCE: Card(abilities=(self.name,)), FRIEND: Card()},
            second: {ENEMY: Card(), OTHER: Card()},
            **{side: {f"{OTHER} of {side}": Card()} for side in more},
        }
        game = Game.begin(self.program, armies, Mission(first=first))
        self.tx = Transaction(self.program, game.state)
        self.tx.stack.clear()
        self.tx.round = 0

    @property
    def ability(self) -> Ability:
        return self.program.ruleset.abilities[self.name]

    @property
    def used(self) -> str:
        """The step in which, or at whose start, the ability is used."""
        return self.program.step(self.ability.used.start or self.ability.used.during)

    @property
    def about(self) -> set[str]:
        """The steps of which the words of the effect speak."""
        effect = self.ability.effect
        assert effect is not None
        until = effect.until
        named = [effect.during, until.start if until else "", until.end if until else ""]
        return {self.used, *(self.program.step(each) for each in named if each)}

    def go(self, branch: Branch, side: int = NOBODY, units: int = 0) -> Iterator[Instant]:
        """Go through a step: open it, use the ability if it is time, go through it, close it."""
        tx = self.tx
        open_step(tx, Doing(branch.name, side, units, ()))
        opened_by = self.over()
        starts = branch.name == self.used and self.may_start(side, units)
        if starts:
            self.started = True
            effects.start_effect(tx, self.name, tx.roster.number[SOURCE], self.target)
        if branch.name in self.about or opened_by:
            yield self.instant(branch.name, side, units, starts, opened_by)
        for child in branch.branches:
            yield from self.below(branch, child, side, units)
        close_step(tx, ())
        above = tx.stack[-1].units if tx.stack else 0
        if self.falls and self.started and not above and (units or branch.name == self.used):
            losses.leave(tx, 1 << tx.roster.number[SOURCE], ())
        if stopped := self.over():
            yield replace(
                self.instant(branch.name, side, units, False, stopped),
                phase=EffectPhase.NOT,
                serves=(),
                at_end=True,
            )

    def below(self, branch: Branch, child: Branch, side: int, units: int) -> Iterator[Instant]:
        """Go through what a step goes through: once, for each side, or for each unit."""
        tx = self.tx
        if child.how is BranchKind.REPEATS:
            times = ROUNDS if child.name == self.program.round else 1
            for _ in range(times):
                yield from self.go(child, side, units)
        elif child.how is BranchKind.SEQUENCE:
            yield from self.go(child, side, units)
        elif branch.dealt == Cadence.EACH_PLAYER:
            for number in range(tx.roster.sides):
                yield from self.go(child, number, 0)
        elif not units and side < 0 and child is branch.branches[0]:
            # Units have activations in turn: the source's first, then an enemy's, and so on.
            for number in (1, 3, 2, 4):
                unit = tx.roster.sides + number
                if tx.alive >> unit & 1:
                    yield from self.go(child, tx.roster.side_of[unit], 1 << unit)

    @property
    def target(self) -> int:
        """On whom the ability is used."""
        effect = self.ability.effect
        serves_friends = effect is not None and not effect.during
        return self.tx.roster.number[FRIEND if serves_friends else ENEMY]

    def may_start(self, side: int, units: int) -> bool:
        """Whether the source may use its ability in the step that was opened just now."""
        number = self.tx.roster.number[SOURCE]
        may = effects.may_use(self.tx, self.name, number, self.tx.frame.side)
        # Where it is for any unit's step, the source waits for its own.
        return may and not self.started and (not units or bool(units >> number & 1))

    def over(self) -> tuple[str, ...]:
        """The clauses by which the effect was stopped since this was asked last."""
        events = self.tx.events[self.heard :]
        self.heard = len(self.tx.events)
        found = [each.by for each in events if isinstance(each, EffectStopped)]
        return found[0] if found else ()

    def instant(
        self, step: str, side: int, units: int, starts: bool, stopped: tuple[str, ...]
    ) -> Instant:
        tx = self.tx
        serving = 0
        for going in tx.rest.effects:
            serving |= effects.serves(tx, going)
        names = tuple(tx.roster.names[number] for number in bits(serving))
        going_on = EffectPhase.GOING if tx.rest.effects else EffectPhase.NOT
        who = ", ".join(tx.roster.named(units)) or (tx.roster.side(side) if side >= 0 else "")
        return Instant(
            round=tx.round,
            step=step,
            who=who,
            phase=EffectPhase.SERVES if names else going_on,
            serves=names,
            starts=starts,
            stopped_by=stopped,
        )


@dataclass(frozen=True, kw_only=True)
class System:
    """A system whose effects are shown."""

    link: Link
    labels: Labels
    refs: References
    courses: Mapping[tuple[str, bool], EffectCourse]
    """By ability and by whether the unit that used it is lost."""


@dataclass(frozen=True, kw_only=True)
class LastingPage:
    """View model of the page."""

    crumbs: tuple[Link, ...]
    effects: Mapping[str, str]
    """The abilities whose effects are shown, each with its text."""
    systems: tuple[System, ...]
    """The base, where there is one, and the system itself."""

    def says(self, at: Instant) -> str:
        """What the effect does at a moment, in words."""
        if at.stopped_by:
            return "over at its end" if at.at_end else "over"
        serves = f"helps {join_names(at.serves)}" if at.serves else at.phase.value
        return f"starts, {serves}" if at.starts else serves


def lasting_pages(site: SiteData) -> Iterator[Page]:
    """A page for every system with effects that last; that of an overlay has its base beside it."""
    for name, rules in site.effective.items():
        if has_effects(rules):
            yield Page(
                url=lasting_url(name),
                title=f"{plain_text(rules.title)}: how long it lasts",
                summary="From when to when effects last, whom they serve, and by which rule.",
                template="pages/lasting/page",
                view=partial(lasting_page, site, name),
                edit=str(site.library.source(name)),
                assets=("lasting.css",),
            )


def lasting_page(site: SiteData, name: str) -> LastingPage:
    """View model of how long the effects of a system last."""
    rules, location = site.effective[name], site.location(lasting_url(name))
    both = tuple(each for each in (rules.extends, name) if each in site.effective)
    systems = tuple(_system(site, location, each) for each in both)
    return LastingPage(
        crumbs=(*location.crumbs(("Systems", SYSTEMS)), systems[-1].link),
        effects={course.ability: course.text for course in courses(rules)},
        systems=systems,
    )


def _system(site: SiteData, location: PageLocation, name: str) -> System:
    rules = site.effective[name]
    return System(
        link=Link(plain_text(rules.title), location.to(system_url(name))),
        labels=Labels(rules),
        refs=References(site, location, name),
        courses={(course.ability, course.falls): course for course in courses(rules)},
    )
