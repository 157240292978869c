"""Examples: a named play, one input a line, with the claims of its author."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwright.language.condition import Condition
from turnwright.language.field import Form, ruled

NOTHING = "nothing"
"""What a line is refused by when no clause forbids it, but none allows it either."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """What an example says of a unit before it begins."""

    facts: tuple[str, ...] = ()
    """Facts that are true of it, keywords among them."""
    pairs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facts between it and other units, such as `engaged: [Dorn]`."""
    has: Mapping[str, int] = field(default_factory=dict)
    """The numbers on its card, such as `movement: 6`."""
    dice: Mapping[str, int] = field(default_factory=dict)
    """Bonus dice (1) and penalty dice (-1) by where they come from."""
    carries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by name, with their keywords."""
    profiles: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The numbers of items, such as `Rifle: {range: 24, attacks: 2}`."""
    modes: Mapping[str, str] = field(default_factory=dict)
    """Items that are another way to use an item, such as `Hot plasma: Plasma`.

    Where it is counted how often each item is used, they count as that item.
    """
    abilities: tuple[str, ...] = ()
    """Abilities of the ruleset that are on its card."""
    models: int = ruled(1, least=1)
    """How many models it has."""
    at: tuple[float, float] | None = None
    """Where it stands, in inches from a corner of the table."""
    places: tuple[tuple[float, float], ...] = ()
    """Instead of `at`: where each of its models stands, in inches, as many as it has `models`.

    When it loses models, those listed last go, unless `declare: placed` says who is left where.
    """
    base: float = ruled(0, least=0)
    """The diameter of its base in millimetres."""


@dataclass(frozen=True, kw_only=True)
class Mission:
    """What the mission says."""

    first: str = ""
    """The side that it puts first."""
    abilities: tuple[str, ...] = ()
    """Abilities of the ruleset that it brings, for either side."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What the author says is so after a line: written from the rules, never copied from a run."""

    next: str | None = ruled(None, some_of=True)
    """The side that decides next; `nobody` when the battle is over or the round is stuck."""
    step: str | None = ruled(None, some_of=True)
    """The step in which it decides."""
    round: int | None = ruled(None, some_of=True)
    """Which round it is."""
    may: tuple[str, ...] | None = ruled(None, some_of=True, empty=True)
    """Exactly the units it may pick."""
    may_not: tuple[str, ...] | None = ruled(None, some_of=True)
    """Units it may not pick."""
    by: Mapping[str, str] | None = ruled(None, some_of=True)
    """For a unit that may not be picked, whosever chance it is: a clause that rules it out."""
    can: tuple[str, ...] | None = ruled(None, some_of=True)
    """Things it may do, among others: names of steps, of abilities, `pass` or `done`."""
    cannot: tuple[str, ...] | None = ruled(None, some_of=True)
    """Things it may not do."""
    can_only: tuple[str, ...] | None = ruled(None, some_of=True, empty=True)
    """Exactly the things it may do."""
    targets: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """For something it may do: exactly the units it may be done to."""
    active: tuple[str, ...] | None = ruled(None, some_of=True, empty=True)
    """Exactly the units that are acting."""
    awaits: str | None = ruled(None, some_of=True)
    """What is awaited: `choice`, `roll`, `draw`, `end`, `unsaid` or `contradicted`."""
    dice: str | None = ruled(None, some_of=True, form=Form.DICE)
    """The dice that are awaited, such as `2d6`."""
    outcome: str | None = ruled(None, some_of=True)
    """The outcome of the check that was just rolled."""
    total: int | None = ruled(None, some_of=True)
    """The total of the roll that was just made."""
    happened: tuple[Mapping[str, str | int | bool | tuple[str, ...]], ...] | None = ruled(
        None, some_of=True, empty=True
    )
    """Events of this line, in this order, among others; `[]` when there was none of a rule.

    Each is `{event: kind}` with what is claimed of it, such as `{event: passed, side: north}`."""
    skipped: Mapping[str, Mapping[str, str]] | None = ruled(None, some_of=True)
    """Steps that this line passed over, with units and for each a clause that barred it."""
    did: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """For a unit or side: all that it counts as having done, as far as any clause asks."""
    ended: tuple[str, ...] | None = ruled(None, some_of=True, empty=True)
    """Steps that this line brought to their end, in this order, among others; `[]` when none."""
    began: tuple[str, ...] | None = ruled(None, some_of=True, empty=True)
    """Steps that this line opened, in this order, among others; `[]` when none."""
    facts: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """Facts that are true of a unit, a side or the `battle`."""
    no_facts: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """Facts that are not true of a unit, a side or the `battle`."""
    value: Mapping[str, int] | None = ruled(None, some_of=True)
    """Values, as `Unit.value: number`; of a side or the `battle` likewise."""
    serves: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """Effects by the name of their ability, with units they serve at this moment."""
    no_serves: Mapping[str, tuple[str, ...]] | None = ruled(None, some_of=True)
    """Effects, with units they do not serve at this moment."""
    lasts: tuple[str, ...] | None = ruled(None, some_of=True)
    """Effects that are still going, by the name of their ability."""
    stopped: tuple[str, ...] | None = ruled(None, some_of=True)
    """Effects that are not going, by the name of their ability."""
    holds: Mapping[str, int] | None = ruled(None, some_of=True)
    """How many markers of a side, a unit or a name are in containers, or on the `table`."""
    odds: Mapping[str, str] | None = ruled(None, some_of=True, form=Form.FRACTION)
    """The chance that this is drawn next, or is the outcome of the check, as a fraction.

    `north then south` is the chance of one draw and then the other."""
    winner: str | None = ruled(None, some_of=True)
    """The side that has won."""
    unsaid: str | None = ruled(None, some_of=True)
    """What the rules do not say, so that the round stops: a word of the language, or a value."""
    contradicted: str | None = ruled(None, some_of=True)
    """What two clauses say differently, so that the round stops: a word of the language."""


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Something that a line of play causes, and that a plan cannot tell: declared with it."""

    declare: str
    """A fact that becomes true, or one of two words.

    `gained` is for a unit that joins, and `placed` for where the models of a unit stand now.
    """
    unit: str = ""
    """Of which unit."""
    to_unit: str = ""
    """The other unit, for a fact between two."""
    side: str = ""
    """Of which side, or which one a unit joins."""
    models: int | None = ruled(None, least=1)
    """How many models, for a loss."""
    value: int | None = None
    """How much a value goes up, or below 0 down; `declare` then names the value."""
    ends: bool = False
    """The declared fact stops being true."""
    card: Card | None = None
    """What is known of a unit that joins."""
    places: tuple[tuple[float, float], ...] = ()
    """Where each model of the unit stands now, with `placed`."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of play: one input, or one attempt that the rules refuse."""

    side: str = ""
    """Who chooses. May be left out where only one side can."""
    does: str = ""
    """What is chosen: a step, an ability, `pass`, `done`, or for who is first `first`."""
    unit: str = ""
    """The unit that does it."""
    units: tuple[str, ...] = ruled((), beside=("does",))
    """The units that do it together."""
    target: str = ruled("", beside=("does",))
    """On whom."""
    using: str = ruled("", beside=("does",))
    """With which item."""
    to: tuple[float, float] | None = ruled(
        None,
        beside=("does",),
        apart=("places",),
        hint="By which points each model goes is said with `paths`.",
    )
    """Where a move ends, or where a unit that was away arrives."""
    path: tuple[tuple[float, float], ...] = ruled(
        (),
        beside=("does",),
        apart=("places",),
        hint="By which points each model goes is said with `paths`.",
    )
    """The points a move goes through before it ends, if it is not straight."""
    inches: float | None = ruled(
        None,
        least=0,
        beside=("does",),
        apart=("places",),
        hint="By which points each model goes is said with `paths`.",
    )
    """How far a move goes, where nobody says where units stand."""
    places: tuple[tuple[float, float], ...] = ruled((), beside=("does", "declare"))
    """Instead of `to`: where each model ends, in the order of its card.

    A model whose place is the same as before stays. With `declare: placed`, where each stands now.
    """
    paths: tuple[tuple[tuple[float, float], ...], ...] = ruled((), beside=("places",))
    """Beside `places`: the points each model goes through before it ends, `[]` for a straight way.

    Without them, each goes straight.
    """
    first: str = ruled("", beside=("does",))
    """The side chosen to go first, with `does: first`."""
    roll: tuple[int, ...] | None = None
    """The dice that came up, in the order in which they are asked for."""
    draw: str = ""
    """What was drawn: a side's marker, a unit's, or one with a name."""
    number: int | None = ruled(None, beside=("draw",))
    """The number it bears."""
    declare: str = ""
    """Something a plan cannot tell: a fact that becomes true, or one of two words.

    `gained` is for a unit that joins, and `placed` for where the models of a unit stand now.
    """
    to_unit: str = ""
    """The other unit, for a fact between two."""
    models: int | None = ruled(None, least=1, beside=("declare",))
    """How many models, for a loss."""
    value: int | None = ruled(None, beside=("declare",))
    """How much a value goes up, or below 0 down; `declare` then names the value."""
    ends: bool = ruled(False, beside=("declare",))
    """The declared fact stops being true."""
    card: Card | None = ruled(None, beside=("declare",))
    """What is known of a unit that joins."""
    causes: tuple[Cause, ...] = ()
    """What this line causes: in effect before anything goes on."""
    refused: tuple[str, ...] | str | None = None
    """The clause, or clauses, by which the rules refuse it; `nothing` when no clause allows it."""
    then: Claim | None = None
    """What is so afterwards."""
    note: str = ""
    """A remark for readers."""
    line: int = ruled(0, filled=True)
    """Where it stands in its file. Filled in when the file is loaded."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A play that shows rules at work, named by a sentence."""

    example: str
    """The sentence."""
    ruleset: str
    """The id of the rules it is played by."""
    shows: tuple[str, ...] = ()
    """The clauses it shows."""
    about: str = ""
    """A few sentences for the head of its page. Markdown."""
    options: tuple[str, ...] = ()
    """The options that are on."""
    params: Mapping[str, Condition] = field(default_factory=dict)
    """What options leave to players, by parameter."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings that are not the default."""
    mission: Mission = Mission()
    """What the mission says."""
    given: Mapping[str, Mapping[str, Card] | tuple[str, ...]] = field(default_factory=dict)
    """The sides and their units, as a list of names or as cards."""
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facts of a side, or of the `battle`, that are true from the start."""
    values: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Numbers of a side, or of the `battle`, such as `north: {points: 12}`."""
    start: Claim | None = None
    """What is so before the first line."""
    play: tuple[Line, ...] = ()
    """What is done, one input a line."""
    path: str = ruled("", filled=True)
    """The file it is in. Filled in when it is loaded."""
    line: int = ruled(0, filled=True)
    """Where it stands in its file. Filled in when the file is loaded."""
    slug: str = ruled("", filled=True)
    """The name of its page, made from the sentence. Filled in when it is loaded."""
