"""Examples: a named play, one input a line, with the claims of its author."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwright.language.condition import Condition
from turnwright.language.field import Form, ruled
from turnwright.language.input import Card, Input

NOTHING = "nothing"
"""What a line is refused by when no clause forbids it, but none allows it either."""

SEVERAL = "several"
"""What a side may do that names several units at once, where a claim says all that it may."""


@dataclass(frozen=True, kw_only=True)
class Team:
    """Sides that fight together."""

    sides: tuple[str, ...] = ruled(names="side")
    """Whose units are friends of each other, and enemies of all others."""


@dataclass(frozen=True, kw_only=True)
class Mission:
    """What the mission says."""

    first: str = ruled("", names="side")
    """The side that it puts first."""
    abilities: tuple[str, ...] = ruled((), names="ability")
    """Abilities of the ruleset that it brings, for either side."""
    teams: tuple[Team, ...] = ()
    """Sides that fight together; any other fights alone."""
    neutral: tuple[str, ...] = ruled((), names="side")
    """Sides whose units are there and nobody's enemies, and which have no chances."""
    holds: Mapping[str, Mapping[str, int]] = ruled(
        default_factory=dict, names="box", values="drawable"
    )
    """What containers hold already, such as `red.hand: {ace: 2}`; one of all, by its name alone.

    They are not filled as the battle starts. Of cards that bear a name and a number, `hearts 7`."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What the author says is so after a line: written from the rules, never copied from a run."""

    next: str | None = ruled(None, some_of=True, names="next_side")
    """The side that decides next; `nobody` when the battle is over or the round is stuck."""
    step: str | None = ruled(None, some_of=True, names="step")
    """The step in which it decides."""
    round: int | None = ruled(None, some_of=True)
    """Which round it is."""
    may: tuple[str, ...] | None = ruled(None, some_of=True, empty=True, names="unit")
    """Exactly the units it may pick."""
    may_not: tuple[str, ...] | None = ruled(None, some_of=True, names="unit")
    """Units it may not pick."""
    by: Mapping[str, str] | None = ruled(None, some_of=True)
    """For a unit that may not be picked, whosever chance it is: a clause that rules it out.

    With `Unit.action`, why a unit may not do one thing, whatever else it may do.
    """
    can: tuple[str, ...] | None = ruled(None, some_of=True, names="action")
    """Things it may do, among others: names of steps, of abilities, `pass` or `done`."""
    cannot: tuple[str, ...] | None = ruled(None, some_of=True, names="action")
    """Things it may not do."""
    can_only: tuple[str, ...] | None = ruled(None, some_of=True, empty=True, names="action")
    """Exactly the things it may do."""
    only: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="choice", values="unit_or_side"
    )
    """The whole choice: everything that may be done now, each with exactly who may do it.

    Also `pass` and `done`, with the side, and `several` where it may name several units at once.
    """
    targets: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="action", values="unit"
    )
    """For something it may do: exactly the units it may be done to."""
    active: tuple[str, ...] | None = ruled(None, some_of=True, empty=True, names="unit")
    """Exactly the units that are acting."""
    awaits: str | None = ruled(None, some_of=True, names="input")
    """What is awaited: `choice`, `roll`, `draw`, `end`, `unsaid` or `contradicted`."""
    dice: str | None = ruled(None, some_of=True, form=Form.DICE)
    """The dice that are awaited, such as `2d6`."""
    outcome: str | None = ruled(None, some_of=True, names="outcome")
    """The outcome of the check that was just rolled, or one that came beside it."""
    total: int | None = ruled(None, some_of=True)
    """The total of the roll that was just made; of a roll-off, the highest of a side."""
    happened: tuple[Mapping[str, str | int | bool | tuple[str, ...]], ...] | None = ruled(
        None, some_of=True, empty=True
    )
    """Events of this line, in this order, among others; `[]` when there was none of a rule.

    Each is `{event: kind}` with what is claimed of it, such as `{event: passed, side: north}`."""
    not_happened: tuple[Mapping[str, str | int | bool | tuple[str, ...]], ...] | None = ruled(
        None, some_of=True
    )
    """Events that this line did not bring about, each written as in `happened`."""
    skipped: Mapping[str, Mapping[str, str]] | None = ruled(
        None, some_of=True, names="step", values="unit_or_side"
    )
    """Steps that this line passed over, with units and for each a clause that barred it."""
    did: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="unit_or_side", values="action_or_count"
    )
    """For a unit or side: all that it counts as having done, as far as any clause asks."""
    ended: tuple[str, ...] | None = ruled(None, some_of=True, empty=True, names="step")
    """Steps that this line brought to their end, in this order, among others; `[]` when none."""
    began: tuple[str, ...] | None = ruled(None, some_of=True, empty=True, names="step")
    """Steps that this line opened, in this order, among others; `[]` when none."""
    facts: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="bearer", values="fact"
    )
    """Facts that are true of a unit, a side or the `battle`."""
    no_facts: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="bearer", values="fact"
    )
    """Facts that are not true of a unit, a side or the `battle`."""
    value: Mapping[str, int] | None = ruled(None, some_of=True)
    """Values, as `Unit.value: number`; of a side or the `battle` likewise."""
    serves: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="ability", values="unit"
    )
    """Effects by the name of their ability, with units they serve at this moment."""
    no_serves: Mapping[str, tuple[str, ...]] | None = ruled(
        None, some_of=True, names="ability", values="unit"
    )
    """Effects, with units they do not serve at this moment."""
    lasts: tuple[str, ...] | None = ruled(None, some_of=True, names="ability")
    """Effects that are still going, by the name of their ability."""
    stopped: tuple[str, ...] | None = ruled(None, some_of=True, names="ability")
    """Effects that are not going, by the name of their ability."""
    holds: Mapping[str, int] | None = ruled(None, some_of=True, names="holder")
    """How many markers of a side, a unit or a name are in containers, or on the `table`.

    `hand` is all that such containers hold, `red.hand` that of a side, `red.hand.ace` one kind."""
    odds: Mapping[str, str] | None = ruled(None, some_of=True, form=Form.FRACTION)
    """The chance that this is drawn next, or is the outcome of the check, as a fraction.

    `north then south` is the chance of one draw and then the other."""
    likelihood: str | None = ruled(None, form=Form.FRACTION)
    """How likely it is that all this is so, whatever is rolled and drawn on the way, as a fraction.

    What the lines before have chosen is chosen whatever the dice, and left out where the rules
    then refuse it."""
    rolls: int | None = ruled(None, beside=("likelihood",), least=1)
    """How many of the last rolls and draws may come otherwise; all of them, without it."""
    winner: str | None = ruled(None, some_of=True, names="side")
    """The side that has won."""
    unsaid: str | None = ruled(None, some_of=True, names="word_or_value")
    """What the rules do not say, so that the round stops: a word of the language, or a value."""
    contradicted: str | None = ruled(None, some_of=True, names="word")
    """What two clauses say differently, so that the round stops: a word of the language."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of play: one input, or one attempt that the rules refuse."""

    input: Input = ruled(inline=True)
    """What is said to the rules. Its keys stand beside the others."""
    note: str = ""
    """A remark for readers."""
    refused: tuple[str, ...] | str | None = ruled(None, names="clause_or_nothing")
    """The clause, or clauses, by which the rules refuse it; `nothing` when no clause allows it."""
    then: Claim | None = None
    """What is so afterwards."""
    line: int = ruled(0, filled=True)
    """Where it stands in its file. Filled in when the file is loaded."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A play that shows rules at work, named by a sentence."""

    example: str
    """The sentence."""
    ruleset: str
    """The id of the rules it is played by."""
    options: tuple[str, ...] = ()
    """The options that are on."""
    params: Mapping[str, Condition] = field(default_factory=dict)
    """What options leave to players, by parameter."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings that are not the default."""
    about: str = ""
    """A few sentences for the head of its page. Markdown."""
    shows: tuple[str, ...] = ruled((), names="clause")
    """The clauses it shows."""
    mission: Mission = Mission()
    """What the mission says."""
    facts: Mapping[str, tuple[str, ...]] = ruled(
        default_factory=dict, names="side_or_battle", values="fact"
    )
    """Facts of a side, or of the `battle`, that are true from the start."""
    values: Mapping[str, Mapping[str, int]] = ruled(
        default_factory=dict, names="side_or_battle", values="value"
    )
    """Numbers of a side, or of the `battle`, such as `north: {points: 12}`."""
    given: Mapping[str, Mapping[str, Card] | tuple[str, ...]] = ruled(
        default_factory=dict, names="side"
    )
    """The sides and their units, as a list of names or as cards. Where two or more are given, any
    other side that the ruleset lists takes no part."""
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
