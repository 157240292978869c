"""State: where a battle is, as a value. Undo, replay and "what if" are keeping an old one.

Equal states are equal and have equal hashes; parts are named and not pointed at. A set of units,
sides and the battle is a bit mask over one roster.

Nothing here is ever changed. What is read all the time is no named tuple, whose fields are looked
up by their names, but a data class with slots; it is not frozen, as it is also made all the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self, TypeVar

from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.language.input import Card

Point = tuple[float, float]
Places = tuple[Point, ...]
"""Where a unit stands: one point if it stands as one, else one for each of its models."""

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A mapping that can be hashed; whoever wants another one makes one with `having`."""

    def __hash__(self) -> int:  # type: ignore[override]
        """The hash of what is in it, in whatever order."""
        return hash(frozenset(self.items()))

    def having(self, key: K, value: V) -> Self:
        """The map with another value for a key."""
        changed = type(self)(self)
        changed[key] = value
        return changed

    def without(self, key: K) -> Self:
        """The map without a key."""
        changed = type(self)(self)
        changed.pop(key, None)
        return changed


class Plan(FrozenMap[int, Places]):
    """Where units stand, as far as that is known.

    One point for a unit that stands as one, else one for each of its models.
    """

    @cached_property
    def foes_near(self) -> dict[tuple[int, float], int]:
        """By a unit and so many inches, the enemies within them: as far as it was measured."""
        return {}

    @cached_property
    def apart(self) -> int:
        """The units each of whose models has a place of its own."""
        return sum(1 << unit for unit, places in self.items() if len(places) > 1)


@lru_cache(maxsize=1024)  # The same few masks are gone through again and again.
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(number: int) -> int:
    """The mask of one unit; empty for nobody, which is -1."""
    return 1 << number + 1 >> 1


def side_bit(side: int) -> int:
    """The bit of a side in a mask: the battle has the first one, the sides follow."""
    return 1 << side + 1


@dataclass(frozen=True, eq=False)
class BattleRoster:
    """Everything a fact can be true of, by number, and the cards of the units."""

    names: tuple[str, ...]
    """`battle`, the sides, the units."""
    sides: int
    """How many sides there are."""
    side_of: tuple[int, ...]
    """For each number the side it belongs to; -1 for the battle."""
    cards: tuple[Card, ...]
    """For each number its card; an empty one for the battle and the sides."""
    number: Mapping[str, int]
    units: tuple[int, ...]
    """For each side, the mask of all units it ever had."""
    carries: Mapping[str, int]
    """For each keyword of an item, the units that carry one."""
    everybody: int
    """The mask of all units of all sides."""
    able: int
    """The units that have abilities on their cards."""
    teams: tuple[int, ...]
    """For each side, the bits of the sides on its team, itself among them."""
    neutral: int
    """The bits of the sides that are nobody's enemies."""
    friends: tuple[int, ...]
    """For each side, the mask of all units of its team."""
    foes: tuple[int, ...]
    """For each side, the mask of all units of its enemies."""

    def __eq__(self, other: object) -> bool:
        """Rosters are equal that list the same units with the same cards."""
        return self is other or (
            isinstance(other, BattleRoster)
            and (self.names, self.side_of, self.cards) == (other.names, other.side_of, other.cards)
        )

    def __hash__(self) -> int:
        """The hash of the names."""
        return hash((self.names, self.side_of))

    @classmethod
    def of(
        cls,
        armies: Mapping[str, Mapping[str, Card]],
        teams: Iterable[Iterable[str]] = (),
        neutral: Iterable[str] = (),
    ) -> BattleRoster:
        """The roster of these armies, by side and unit."""
        names = ("battle", *armies)
        number = {name: place for place, name in enumerate(armies)}
        alone = (1 << place for place in number.values())
        together = dict(enumerate(alone))
        for team in teams:
            mask = sum(1 << number[side] for side in team)
            together |= {number[side]: mask for side in team}
        roster = cls(
            names=names,
            sides=len(armies),
            side_of=(-1, *range(len(armies))),
            cards=(Card(),) * len(names),
            number={name: number for number, name in enumerate(names)},
            units=(0,) * len(armies),
            carries={},
            everybody=0,
            able=0,
            teams=tuple(together.values()),
            neutral=sum(1 << number[side] for side in neutral),
            friends=(0,) * len(armies),
            foes=(0,) * len(armies),
        )
        for side, army in enumerate(armies.values()):
            for name, card in army.items():
                roster = roster.joined(name, side, card)
        return roster

    def joined(self, name: str, side: int, card: Card) -> BattleRoster:
        """The roster with one more unit."""
        number = len(self.names)
        carries = dict(self.carries)
        for keyword in (word for keywords in card.carries.values() for word in keywords):
            carries[keyword] = carries.get(keyword, 0) | 1 << number
        units = list(self.units)
        units[side] |= 1 << number
        ours, apart = self.teams[side], self.neutral
        friends, foes = list(self.friends), list(self.foes)
        for other in range(self.sides):
            if ours >> other & 1:
                friends[other] |= 1 << number
            elif not apart & (1 << side | 1 << other):
                foes[other] |= 1 << number
        return BattleRoster(
            names=(*self.names, name),
            sides=self.sides,
            side_of=(*self.side_of, side),
            cards=(*self.cards, card),
            number={**self.number, name: number},
            units=tuple(units),
            carries=carries,
            everybody=self.everybody | 1 << number,
            able=self.able | 1 << number if card.abilities else self.able,
            teams=self.teams,
            neutral=self.neutral,
            friends=tuple(friends),
            foes=tuple(foes),
        )

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the units of a mask, in roster order."""
        if mask.bit_count() < 2:
            # Nearly always it is one unit, or none.
            return (self.names[mask.bit_length() - 1],) if mask else ()
        return tuple(self.names[number] for number in bits(mask))

    def name(self, number: int) -> str:
        """The name of a unit, a side or the battle; empty for nobody."""
        return self.names[number] if number != NOBODY else ""

    def side(self, number: int) -> str:
        """The name of a side by its number; empty for -1."""
        return self.names[number + 1] if number + 1 else ""

    def side_number(self, name: str) -> int:
        """The number of a side, from 0. Raises Refused when there is none of this name."""
        number = self.number.get(name, 0) - 1
        if not 0 <= number < self.sides:
            raise Refused(f"there is no side {name}")
        return number

    def unit_number(self, name: str) -> int:
        """The number of a unit. Raises Refused when there is none of this name."""
        number = self.number.get(name, -1)
        if number <= self.sides:
            raise Refused(f"there is no unit {name}")
        return number


NOBODY = -1
"""No side, no unit."""


class Stage(StrEnum):
    """The stages that an open step goes through, in this order."""

    ABILITIES = "abilities"
    """Abilities that are used when it starts are offered."""
    CHOOSE = "choose"
    """A number is chosen."""
    CHECK = "check"
    """Its check is rolled."""
    DRAW = "draw"
    """What it draws is drawn."""
    RESULT = "result"
    """What the outcome leads to is done."""
    MOVE = "move"
    """Moves are made."""
    CHANGE = "change"
    """Facts and values change."""
    BODY = "body"
    """Its sequence, its chances, or what it repeats."""
    CLOSING = "closing"
    """Nothing is left to do in it."""


class Attempt(NamedTuple):
    """The part of an open step in which something is done: its check, its draw, its move."""

    risky: bool = False
    outcomes: tuple[str, ...] = ()
    """The outcome of the check or draw; where dice are judged one by one, one for each die."""
    total: int = 0
    """The total of the check."""
    declined: bool = False
    """True once the side has declined what it may choose instead of the outcome."""
    dice: tuple[int, ...] = ()
    """Totals of dice rolled for amounts, in clause order."""
    moved: int = 0
    """The units that have made their move."""
    to_draw: int | None = None
    """How many are still to be drawn; None until that was asked, which is once."""


NO_ATTEMPT = Attempt()
"""Nothing was done yet."""


@dataclass(slots=True, unsafe_hash=True)
class SequenceBody:
    """The body of a step that goes through others."""

    position: int = 0
    """How many of them were gone through, in the listed order."""
    done: int = 0
    """In a free order: bits of those that were gone through."""


@dataclass(slots=True, unsafe_hash=True)
class RepeatBody:
    """The body of a step that opens another so many times."""

    left: int
    """How many times are left."""


class Doing(NamedTuple):
    """What is done in a step: by whom, on whom and with what, and by which clauses."""

    step: str
    side: int
    units: int
    """The units that act; 0 for the side itself."""
    by: tuple[str, ...]
    target: int = NOBODY
    item: str = ""
    models: int = 0
    """The models that do it, of a unit that stands apart: bits in the order of its card."""


class TurnsBody(NamedTuple):
    """The body of a step that deals chances."""

    order: tuple[int, ...] = ()
    """The sides, in the order that `first` settled; empty before that."""
    answers: tuple[tuple[int, ...], ...] = ()
    """Dice that were rolled so far for the order of the sides."""
    done: int = 0
    """Bits of sides that have said that they are done, or have had the step."""
    served: int = 0
    """Bits of units that have had the step that each unit has."""
    drawn: bool = False
    """True while a draw stands whose chance is not used."""
    only: int = 0
    """The units of which one has to use the chance; 0 where any may."""
    last: str = ""
    """What was done last, for a fixed order."""
    waiting: tuple[Doing, ...] = ()
    """What units of a group do after the ones before them."""
    outs: tuple[int, ...] = ()
    """The sides that are out, in the order in which that came about."""
    taken: tuple[int, ...] = ()
    """How many chances each side has used, where a clause asks."""
    used: bool = False
    """True once a chance has been used."""
    holder: int = NOBODY
    """The side whose chance it is."""
    because: tuple[str, ...] = ()
    """The clauses that make it this side's chance."""


Body = SequenceBody | RepeatBody | TurnsBody | None


class Over(NamedTuple):
    """A step that is over, or was passed over."""

    step: str
    units: int
    """The units that acted in it, or were barred from it; 0 for everybody."""
    by: tuple[str, ...]
    """The clauses that ended it, or barred them."""


@dataclass(slots=True, unsafe_hash=True)
class Frame:
    """An open step: the steps that are going on form a stack of these."""

    step: str
    side: int
    units: int
    """The units that act in it, inherited by what it opens."""
    serial: int
    """Steps are numbered in the order in which they open."""
    by: tuple[str, ...]
    stage: Stage = Stage.BODY
    target: int = NOBODY
    item: str = ""
    attempt: Attempt = NO_ATTEMPT
    offered: tuple[tuple[str, int], ...] = ()
    """The abilities that were used or declined as it started, with their bearers."""
    body: Body = None
    over: tuple[Over, ...] = ()
    """What is over inside it, for those who ask why it is too late."""
    models: int = 0
    """The models that do it, of a unit that stands apart: bits in the order of its card."""


@dataclass(slots=True, unsafe_hash=True)
class Hand:
    """The dice of a check, once bonus and penalty dice are added."""

    many: int
    """How many are rolled."""
    faces: int
    keep: int
    """How many of them count."""
    highest: bool
    """The highest of them count, and not the lowest."""
    each: bool
    """They are judged one by one."""
    by: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class PendingDecision:
    """The decision that is open, as the engine sees it."""

    awaits: Awaits
    step: str = ""
    side: int = NOBODY
    legal: tuple[tuple[str, int], ...] = ()
    """What may be done, with the mask of units (or the bit of the side) that may do it."""
    passing: str | None = None
    """The clause that allows a pass, and `""` where no clause has to."""
    finish: str | None = None
    """The clause that allows to be done."""
    several: bool = False
    """True when one chance may start several units together."""
    kind: ChoiceKind = ChoiceKind.CHANCE
    dice: str = ""
    what: str = ""
    """The check or value that dice are for, or the container that is drawn from."""
    many: int = 0
    """How many dice."""
    faces: int = 0
    rollers: tuple[int, ...] = ()
    unsaid: str = ""
    by: tuple[str, ...] = ()
    hand: Hand | None = None
    """The dice of a check, and which of them will count."""


NOTHING_AWAITED = PendingDecision(Awaits.END)


@dataclass(slots=True, unsafe_hash=True)
class Ending:
    """A moment that ends something, or at which something takes effect."""

    step: str
    starts: bool = False
    """The start of that step, and not its end."""
    left: int = 1
    """How many of these moments it still takes."""
    side: int = NOBODY
    """Only a step of this side counts, if any is named."""
    unit: int = NOBODY
    """Only a step in which this unit acts counts, if any is named."""


@dataclass(slots=True, unsafe_hash=True)
class FactSpan:
    """A fact that is true for a while."""

    fact: str
    who: int
    """The number of the unit, of the side, or of the battle."""
    other: int
    """The other unit of a fact between two; else -1."""
    ends: Ending
    by: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class ValueSpan:
    """A value that is different for a while."""

    value: str
    who: int
    """The mask of those whose value it is."""
    amount: int
    sets: bool
    """The value is this, and not higher by this."""
    ends: Ending
    by: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class Pass:
    """A pass of a side in a step, for a while."""

    step: str
    side: int
    for_now: bool
    """It is over as soon as anybody acts."""
    ends: Ending
    by: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class KeptOrder:
    """The order of the sides in a step, kept for a while."""

    step: str
    order: tuple[int, ...]
    ends: Ending
    by: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class Later:
    """A change that takes effect at a later moment."""

    kind: str
    """The word: `sets`, `ends`, `changes`, or `leaves`."""
    ends: Ending
    """The moment until which it waits."""
    who: int
    """The mask of those it is about."""
    name: str
    """The fact or the value."""
    amount: int
    sets: bool
    until: Ending | None
    by: str
    doing: Doing | None = None
    """What was done: whom it is about, and how much it is, is asked at that moment."""


class ActiveEffect(NamedTuple):
    """An effect of an ability that is going on."""

    ability: str
    source: int
    side: int
    target: int
    made_in: int
    """The serial of the step it belongs to, in which it was made."""
    serial: int
    """The serial of the newest step when it was made."""
    beside: int
    """The units that were active together with its source."""
    served: int
    """The units that met its conditions when it was made."""
    ends_with: str = ""
    """The step with whose end it stops, once its source is gone."""
    value: str = ""
    """The value of the target that is different while it lasts."""
    amount: int = 0
    """By how much."""


class Marker(NamedTuple):
    """A marker, card or token."""

    who: int
    """The number of the side or unit whose it is; -1 where it bears a name."""
    name: str = ""
    number: int = 0


class Held(NamedTuple):
    """What a container holds, and what of it lies beside units."""

    markers: tuple[tuple[Marker, int], ...]
    """Each kind of marker with how many of it there are, most significant first."""
    table: int = 0
    """Markers that lie beside units."""
    filled: bool = True


class History(NamedTuple):
    """What is remembered of the last time a step was gone through, for the order of the sides."""

    order: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()
    """The sides from the winner of the roll to whoever had the worst of it."""
    outs: tuple[int, ...] = ()
    """The sides in the order in which they were out."""


NO_HISTORY = History()


class DeferredAction(NamedTuple):
    """An action that was declared, and is carried out later."""

    step: str
    """The step that carries it out."""
    doing: Doing
    alike: int = 0
    """How much of what it is gathered by it shares with what was carried out last."""


class ModelDeed(NamedTuple):
    """What models of a unit that stands apart have done."""

    names: tuple[str, ...]
    """The step, and what it counts as."""
    unit: int
    models: int
    item: str
    serial: int
    """The serial of the newest step when they did it."""


class Rest(NamedTuple):
    """The part of a state that few inputs change."""

    pairs: frozenset[tuple[str, int, int]] = frozenset()
    fact_spans: tuple[FactSpan, ...] = ()
    value_spans: tuple[ValueSpan, ...] = ()
    passes: tuple[Pass, ...] = ()
    kept_orders: tuple[KeptOrder, ...] = ()
    later: tuple[Later, ...] = ()
    effects: tuple[ActiveEffect, ...] = ()
    containers: FrozenMap[tuple[str, int], Held] = FrozenMap()
    """By the name of the container and, where each side has one, the side; else -1."""
    places: Plan = Plan()
    models: FrozenMap[int, int] = FrozenMap()
    """Units that began with more than one model, and how many are left."""
    calls: tuple[tuple[str, int], ...] = ()
    """Abilities that were called and not yet answered, each with its bearer."""
    put_off: tuple[DeferredAction, ...] = ()
    used: tuple[tuple[str, str, int, str], ...] = ()
    """Items that were used: since the start of which step, for what, by which unit, and which."""
    of_models: FrozenMap[tuple[str, int, int], int] = FrozenMap()
    """Which models of a unit a fact towards another was stated of, where not of all."""
    deeds: tuple[ModelDeed, ...] = ()
    """What single models have done, of units that stand apart."""
    history: FrozenMap[str, History] = FrozenMap()
    """By the step."""
    recent: tuple[int, ...] = ()
    """Units and sides in the order in which they acted, where a clause asks for it."""
    drawn: int = NOBODY
    """The side whose marker was the last to be drawn."""
    over: FrozenMap[str, tuple[int, Attempt]] = FrozenMap()
    """What was done in steps that are over, where a clause asks, with the serial of the one around.
    """
    lost: int = 0
    """Bits of the sides that have lost."""
    mission_first: str = ""
    mission_abilities: tuple[str, ...] = ()
    numbers: FrozenMap[tuple[str, int], int] = FrozenMap()
    """What values start from that are not what the card says, by the value and whose it is."""


Changeable = TypeVar("Changeable", Attempt, TurnsBody, Rest)
FIELD_PLACES: Mapping[type, Mapping[str, int]] = {
    kind: {name: place for place, name in enumerate(fields)}
    for kind, fields in (
        (Attempt, Attempt._fields),
        (TurnsBody, TurnsBody._fields),
        (Rest, Rest._fields),
    )
}
"""By its name, the place of each field of a part of the state that changes often."""


def changed(part: Changeable, changes: Mapping[str, Any]) -> Changeable:
    """A part of the state with some fields changed: the others are not looked up by their names."""
    places = FIELD_PLACES[type(part)]
    values: Any = list(part)
    for name, value in changes.items():
        values[places[name]] = value
    return type(part)(*values)


class State(NamedTuple):
    """A battle at one moment."""

    roster: BattleRoster
    stack: tuple[Frame, ...]
    alive: int
    facts: tuple[int, ...]
    """For each fact, the mask of those it is true of."""
    counters: tuple[tuple[int, ...], ...]
    """For each counter, the masks of those that did it once, twice, and so on."""
    round: int
    serial: int
    outcomes: tuple[str, ...]
    """The outcome of the roll that was just made; one for each die, where they are judged so."""
    total: int
    """Its total."""
    winner: int
    rest: Rest
    ask: PendingDecision

    def __repr__(self) -> str:
        """One line: the round, the open steps, and what is awaited."""
        steps = " > ".join(frame.step for frame in self.stack) or "over"
        ask = self.ask
        who = f" of {self.roster.side(ask.side)}" if ask.side != NOBODY else ""
        return f"<State round {self.round}: {steps}; {ask.awaits}{who}>"
