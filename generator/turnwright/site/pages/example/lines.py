"""Dice: what was rolled in a line, as faces with pips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from turnwright.describe.decision import describe_decision
from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names
from turnwright.describe.story import (
    Sentence,
    deciding_clauses,
    followed,
    line_sentence,
    narrate,
    round_name,
)
from turnwright.language import event as happened
from turnwright.language.event import Rolled
from turnwright.language.example import NOTHING
from turnwright.proof.record import Record, Row
from turnwright.site.clauses import clause_link, clause_links, sentence
from turnwright.site.drawing.board import Board, Boards
from turnwright.site.page import Link, PageLocation
from turnwright.site.pages.example.effect_bars import EffectBars, draw_bars, effect_spans
from turnwright.site.rendering import inline_html
from turnwright.site.site_data import SiteData

_LEFT, _MIDDLE, _RIGHT = 7, 14, 21
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
}
_PIPS[3] = (*_PIPS[2], *_PIPS[1])
_PIPS[5] = (*_PIPS[4], *_PIPS[1])
_PIPS[6] = (*_PIPS[4], (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE))
CUBE = 6
"""The number of faces of dice that have pips."""


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die that was rolled."""

    shows: int
    pips: str
    """Path of its pips; empty for dice that bear numbers."""
    counts: bool
    """False when it is left out of the result."""
    outcome: str
    """What it came to, where dice are judged one by one."""


def dice_of(row: Row, before: Row | None) -> tuple[Die, ...]:
    """The dice of a line, in the order in which they were rolled."""
    faces = before.decision.dice.partition("d")[2] if before else ""
    rolled = [event for event in row.events if isinstance(event, Rolled)]
    dice = []
    for event in rolled:
        left = list(event.kept)
        for place, shows in enumerate(event.dice):
            counts = shows in left
            if counts:
                left.remove(shows)
            outcomes = event.outcomes
            dice.append(
                Die(
                    shows=shows,
                    pips=_path(shows) if faces == str(CUBE) else "",
                    counts=counts,
                    outcome=as_words(outcomes[place]) if place < len(outcomes) else "",
                )
            )
    if not rolled and row.line is not None:
        for shows in row.line.roll or ():
            pips = _path(shows) if faces == str(CUBE) else ""
            dice.append(Die(shows=shows, pips=pips, counts=True, outcome=""))
    return tuple(dice)


def _path(shows: int) -> str:
    return "".join(f"M{x} {y}h0" for x, y in _PIPS.get(shows, ()))


MOST = 12
"""Most markers of a kind that are drawn one by one."""


@dataclass(frozen=True, kw_only=True)
class MarkerKind:
    """Markers of one kind in a container."""

    side: int
    """The side whose they are, or -1 for those that bear a name."""
    name: str
    count: int
    drawn: bool
    """Whether they are drawn one by one: those of a side that are not too many."""


@dataclass(frozen=True, kw_only=True)
class ContainerView:
    """View model of a container."""

    title: str
    kinds: tuple[MarkerKind, ...]
    table: str
    """How many lie on the table, in words."""


def containers_of(row: Row, namer: Labels) -> tuple[ContainerView, ...]:
    """The containers after a line; cards that nobody has drawn from are counted together."""
    if row.game is None:
        return ()
    roster = row.game.state.roster
    views = []
    for name, contents in row.game.state.rest.containers:
        kinds: dict[tuple[int, str], int] = {}
        for marker, many in contents.markers:
            if not many:
                continue
            side = roster.side_of[marker.who] if marker.who >= 0 else -1
            whose = roster.names[marker.who] if marker.who >= 0 else marker.name
            kinds[side, whose] = kinds.get((side, whose), 0) + many
        base, _, of = name.partition(" of ")
        title = namer.title(base, "containers")
        if of.isdigit():
            title += f" ({heading(roster.side(int(of)))})"
        views.append(
            ContainerView(
                title=title,
                kinds=tuple(
                    MarkerKind(
                        side=side,
                        name=heading(as_words(whose)),
                        count=many,
                        drawn=side >= 0 and many <= MOST,
                    )
                    for (side, whose), many in kinds.items()
                ),
                table=f"{counted(contents.table, 'marker')} on the table" if contents.table else "",
            )
        )
    return tuple(views)


Rule = tuple[Link, Markup]
"""A link to a clause, and its sentence."""

TURNING = (
    happened.Moved,
    happened.LostModels,
    happened.Gone,
    happened.Joined,
    happened.EffectStarted,
    happened.EffectStopped,
)
"""Events that make a line a turning point: the table is not what it was."""


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """Entry of the log: a narrated event with links to the clauses that decided it."""

    text: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class BarredView:
    """View model of units that may not be picked, with the sentences that bar them."""

    units: str
    by: tuple[Rule, ...]


@dataclass(frozen=True, kw_only=True)
class StepView:
    """View model of a line of play."""

    number: int
    """Number of the line; 0 for the state before the first."""
    where: str
    """The round and the steps that are open."""
    sentence: str
    """The line as a player would tell it."""
    followed: tuple[str, ...]
    """What followed from it, a sentence each."""
    note: Markup
    refused: str
    refused_by: tuple[Rule, ...]
    dice: tuple[Die, ...]
    board: Board | None
    turning: bool
    """True when the drawing is shown in the list too."""
    repeated: bool = False
    """True when the drawing is that of the line before, which the page does not hold twice."""
    containers: tuple[ContainerView, ...]
    bars: EffectBars | None
    chance: str
    """Whose chance it is, or what is awaited."""
    choices: tuple[str, ...]
    """What may be done, and by whom."""
    barred: tuple[BarredView, ...]
    log: tuple[LogEntry, ...]


def looks_alike(step: StepView, before: StepView) -> bool:
    """Whether a line that is no turning point leaves the drawing as it was."""
    drawn, earlier = ((each.board, each.containers, each.bars) for each in (step, before))
    return not step.turning and drawn == earlier


def step_views(
    site: SiteData, location: PageLocation, record: Record, namer: Labels
) -> tuple[StepView, ...]:
    """View models of all lines of an example."""
    return tuple(Steps(site, location, record, namer))


class Steps:
    """The lines of an example, as view models."""

    def __init__(
        self, site: SiteData, location: PageLocation, record: Record, namer: Labels
    ) -> None:
        self._site = site
        self._location = location
        self._record = record
        self._namer = namer
        self._ruleset = record.example.ruleset
        self._boards = Boards(record, namer)
        self._spans = effect_spans(record, namer)

    def __iter__(self) -> Iterator[StepView]:
        """Each line, from the state before the first."""
        before: StepView | None = None
        for number, row in enumerate(self._record.rows):
            step = self._step(number, row)
            yield replace(step, repeated=before is not None and looks_alike(step, before))
            before = step

    def _step(self, number: int, row: Row) -> StepView:
        before = self._record.rows[number - 1] if number else None
        board = self._boards.draw(number)
        last = number == len(self._record.rows) - 1
        chance, choices = describe_decision(row.decision, self._namer)
        return StepView(
            number=number,
            where=open_steps(row, self._namer),
            sentence=line_sentence(row, before, self._namer),
            followed=followed(row, before, self._namer),
            note=inline_html(row.line.note) if row.line else Markup(),
            refused=row.refused,
            refused_by=tuple(map(self._rule, self._refusing(row))),
            dice=dice_of(row, before),
            board=board,
            turning=number == 0 or last or is_turning_point(row),
            containers=containers_of(row, self._namer),
            bars=draw_bars(self._record, self._spans, number),
            chance=chance,
            choices=choices,
            barred=tuple(self._barred(row)),
            log=tuple(self._log(row)),
        )

    def _rule(self, cited: str) -> Rule:
        """A clause with its sentence."""
        clause = self._site.clauses.get(self._site.resolve(cited, self._ruleset))
        link = clause_link(self._site, self._location, cited, self._ruleset)
        return link, sentence(self._site, clause, self._ruleset) if clause else Markup()

    def _refusing(self, row: Row) -> tuple[str, ...]:
        """Ids of the clauses that refuse a line: those the author claims first."""
        named = row.line.refused if row.line and row.line.refused else ()
        named = (named,) if isinstance(named, str) else named
        claimed = (self._site.resolve(one, self._ruleset) for one in named if one != NOTHING)
        return tuple(dict.fromkeys((*claimed, *row.refused_by)))

    def _barred(self, row: Row) -> Iterator[BarredView]:
        """Units that may not be picked; those that the same clauses bar go together."""
        together: dict[tuple[str, ...], list[str]] = {}
        for unit, clauses in row.ruled_out:
            together.setdefault(tuple(dict.fromkeys(clauses)), []).append(unit)
        for clauses, units in together.items():
            yield BarredView(units=join_names(units), by=tuple(map(self._rule, clauses)))

    def _log(self, row: Row) -> Iterator[LogEntry]:
        allowed = Sentence("This line", deciding_clauses(row.line, row.events))
        for each in (allowed, *narrate(row.line, row.events, self._namer)):
            if each.by or each is not allowed:
                by = clause_links(self._site, self._location, each.by, self._ruleset)
                yield LogEntry(text=each.text, by=by)


def is_turning_point(row: Row) -> bool:
    """Whether a line changed what is on the table, or wanted to."""
    moved = any(isinstance(event, TURNING) for event in row.events)
    refused_move = bool(row.refused and row.line and (row.line.to or row.line.places))
    paired = any(isinstance(e, happened.BecameTrue) and e.to_unit for e in row.events)
    return moved or refused_move or paired


def open_steps(row: Row, namer: Labels) -> str:
    """The round, and the innermost steps that are open."""
    if row.game is None:
        return ""
    open_now = (frame.step for frame in row.game.state.stack)
    inner = [namer.title(step) for step in open_now if step not in ("battle", "round")]
    # Which steps lie between is in the log.
    titles = (round_name(row.round, namer), *inner[-2:])
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(dict.fromkeys(titles))
