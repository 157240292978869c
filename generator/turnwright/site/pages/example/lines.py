"""Lines of an example: each told, drawn, and with what may be done next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from turnwright.describe.decision import describe_decision
from turnwright.describe.labels import Labels
from turnwright.describe.story import (
    Sentence,
    deciding_clauses,
    followed,
    line_sentence,
    narrate,
    round_name,
)
from turnwright.language import event as happened
from turnwright.language.example import NOTHING
from turnwright.language.input import Choice
from turnwright.proof.record import Record, Row
from turnwright.site.clauses import References
from turnwright.site.drawing.board import Board, Boards
from turnwright.site.drawing.pieces import Die, FilledContainer, containers_of, dice_of
from turnwright.site.pages.example.effect_bars import EffectBars, bars_at, effect_spans

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
class LineView:
    """View model of a line of play. Clauses are cited by their ids."""

    row: Row
    number: int
    """Number of the line; 0 for the state before the first."""
    where: str
    """The round and the steps that are open."""
    sentence: str
    """The line as a player would tell it."""
    followed: tuple[str, ...]
    """What followed from it, a sentence each."""
    refused_by: tuple[str, ...]
    """The clauses that refuse it, those that the author claims first."""
    dice: tuple[Die, ...]
    board: Board | None
    turning: bool
    """True when the drawing is shown in the list too."""
    repeated: bool = False
    """True when the drawing is that of the line before, which the page does not hold twice."""
    containers: tuple[FilledContainer, ...]
    bars: EffectBars | None
    chance: str
    """Whose chance it is, or what is awaited."""
    choices: tuple[str, ...]
    """What may be done, and by whom."""
    barred: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Units that may not be picked, with the clauses that bar them."""
    log: tuple[Sentence, ...]

    def looks_like(self, before: LineView) -> bool:
        """Whether the drawing is as it was, in a line that is no turning point."""
        drawn, earlier = ((each.board, each.containers, each.bars) for each in (self, before))
        return not self.turning and drawn == earlier


def line_views(refs: References, record: Record, labels: Labels) -> tuple[LineView, ...]:
    """View models of all lines of an example, from the state before the first."""
    boards = Boards(record)
    spans = effect_spans(record, labels)
    last = len(record.rows) - 1
    views: list[LineView] = []
    before: Row | None = None
    for number, row in enumerate(record.rows):
        chance, choices = describe_decision(row.decision, labels)
        view = LineView(
            row=row,
            number=number,
            where=open_steps(row, labels),
            sentence=line_sentence(row, before, labels),
            followed=followed(row, before, labels),
            refused_by=_refusing(refs, row),
            dice=dice_of(row, before),
            board=boards.draw(number),
            turning=number in (0, last) or is_turning_point(row),
            containers=containers_of(row, labels),
            bars=bars_at(record, spans, number),
            chance=chance,
            choices=choices,
            barred=_barred(row),
            log=tuple(_log(row, labels)),
        )
        views.append(replace(view, repeated=bool(views) and view.looks_like(views[-1])))
        before = row
    return tuple(views)


def _refusing(refs: References, row: Row) -> tuple[str, ...]:
    named = row.line.refused if row.line and row.line.refused else ()
    named = (named,) if isinstance(named, str) else named
    claimed = (refs.site.resolve(one, refs.ruleset) for one in named if one != NOTHING)
    return tuple(dict.fromkeys((*claimed, *row.refused_by)))


def _barred(row: Row) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Units that may not be picked; those that the same clauses bar go together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for unit, clauses in row.ruled_out:
        together.setdefault(tuple(dict.fromkeys(clauses)), []).append(unit)
    return tuple((tuple(units), clauses) for clauses, units in together.items())


def _log(row: Row, labels: Labels) -> Iterator[Sentence]:
    if clauses := deciding_clauses(row.line, row.events):
        yield Sentence("This line", clauses)
    yield from narrate(row.line, row.events, labels)


def is_turning_point(row: Row) -> bool:
    """Whether a line changed what is on the table, or wanted to."""
    moved = any(isinstance(event, TURNING) for event in row.events)
    said = row.line.input if row.line else None
    refused_move = bool(row.refused) and isinstance(said, Choice) and bool(said.to or said.places)
    paired = any(isinstance(e, happened.BecameTrue) and e.to_unit for e in row.events)
    return moved or refused_move or paired


def open_steps(row: Row, labels: Labels) -> str:
    """The round, and the innermost steps that are open."""
    open_now = (frame.step for frame in row.game.state.stack)
    inner = [labels.title(step) for step in open_now if step not in ("battle", "round")]
    # Which steps lie between is in the log.
    titles = (round_name(row.round, labels), *inner[-2:])
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(dict.fromkeys(titles))
