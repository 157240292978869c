"""Lines of an example: each told, drawn, and with what may be done next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from turnwright.describe.dice_and_markers import (
    Die,
    FilledContainer,
    containers_of,
    dice_of,
    lasting,
)
from turnwright.describe.labels import Labels
from turnwright.describe.scenes import place, scenes
from turnwright.describe.story import (
    belongs_to,
    deciding_clauses,
    followed,
    line_sentence,
)
from turnwright.describe.wording import describe_decision
from turnwright.examples.record import Record, Row
from turnwright.language import event as happened
from turnwright.language.example import NOTHING
from turnwright.language.input import Choice
from turnwright.site.clauses import References
from turnwright.site.drawing.board import Board, Boards
from turnwright.site.page import Link
from turnwright.site.rendering import inline_html

TURNING = (
    happened.Moved,
    happened.LostModels,
    happened.Gone,
    happened.Joined,
    happened.EffectStarted,
    happened.EffectStopped,
)
"""Events that make a line a turning point: the table is not what it was."""
SHORT = 200
"""Most letters of an entry that is quoted as a reason."""

BarredUnits = tuple[tuple[str, ...], Markup, Link]
"""Units, with the rule that stands in their way and the way to it."""


@dataclass(frozen=True, kw_only=True)
class LineView:
    """View model of a line of play, with those that are told with it."""

    row: Row
    numbers: tuple[int, ...]
    """Number of the line, and of those told with it; 0 for the state before the first."""
    scene: str
    """Title of the scene that begins with it, if one does."""
    where: str
    """The round and the steps that are open."""
    sentence: str
    """The line as a player would tell it."""
    followed: tuple[str, ...]
    """What followed from it, a sentence each."""
    notes: tuple[str, ...]
    refused_by: tuple[str, ...]
    """The clauses that refuse it, those that the author claims first."""
    dice: tuple[Die, ...]
    board: Board | None
    turning: bool
    """True when the drawing is shown in the list too."""
    repeated: bool = False
    """True when the drawing is that of the line before, which the page does not hold twice."""
    containers: tuple[FilledContainer, ...]
    lasting: tuple[str, ...]
    """The effects that last after it."""
    chance: str
    """Whose chance it is, or what is awaited."""
    choices: tuple[str, ...]
    """What may be done, and by whom."""
    barred: tuple[BarredUnits, ...]
    """Units that may not be picked."""
    rules: tuple[tuple[Markup, Link], ...]
    """The clauses behind it, each with the way to it."""
    done: int = 0
    """How many inputs the rules have allowed up to it, for whoever goes on from here."""

    @property
    def number(self) -> int:
        """Number of the line."""
        return self.numbers[0]

    def looks_like(self, before: LineView) -> bool:
        """Whether the drawing is as it was, in a line that is no turning point."""
        drawn, earlier = ((each.board, each.containers, each.lasting) for each in (self, before))
        return not self.turning and drawn == earlier


def line_views(refs: References, record: Record, labels: Labels) -> tuple[LineView, ...]:
    """View models of all lines of an example, from the state before the first."""
    rows = record.rows
    headings = scenes(rows, labels)
    boards = Boards(record)
    reasons = _Reasons(refs)
    views: list[LineView] = []
    for numbers in _told_together(rows, headings):
        told = [rows[number] for number in numbers]
        row, after, number = told[0], told[-1], numbers[0]
        before = rows[number - 1] if number else None
        chance, choices = describe_decision(after.decision, labels)
        what_followed = list(followed(row, before, labels))
        for one, earlier in zip(told[1:], told, strict=False):
            if not isinstance(one.line and one.line.input, Choice) or earlier.decision.legal:
                what_followed.append(line_sentence(one, earlier, labels))
            what_followed += followed(one, earlier, labels)
        view = LineView(
            row=row,
            numbers=numbers,
            scene=headings.get(number, ""),
            where=place(row, before or row, labels),
            sentence=line_sentence(row, before, labels),
            followed=tuple(what_followed),
            notes=tuple(one.line.note for one in told if one.line and one.line.note),
            refused_by=_refusing(refs, row),
            dice=dice_of(row, before),
            board=boards.draw(number, numbers[-1]),
            turning=number == 0 or numbers[-1] == len(rows) - 1 or any(map(_turns, told)),
            containers=containers_of(after, labels),
            lasting=lasting(after, labels),
            chance=chance,
            choices=choices,
            barred=reasons.barred(after),
            done=sum(not each.refused for each in rows[1 : numbers[-1] + 1]),
            rules=tuple(
                (refs.sentence(cited), refs.clause(cited))
                for cited in deciding_clauses(
                    (event for one in told for event in one.events), labels
                )
            ),
        )
        views.append(replace(view, repeated=bool(views) and view.looks_like(views[-1])))
    return tuple(views)


def _told_together(rows: tuple[Row, ...], headings: dict[int, str]) -> list[tuple[int, ...]]:
    """Numbers of the lines that are told together: one, and those that belong to it."""
    groups: list[tuple[int, ...]] = []
    for number, row in enumerate(rows):
        if groups and number not in headings and belongs_to(row, rows[number - 1]):
            groups[-1] = (*groups[-1], number)
        else:
            groups.append((number,))
    return groups


def _refusing(refs: References, row: Row) -> tuple[str, ...]:
    named = row.line.refused if row.line and row.line.refused else ()
    named = (named,) if isinstance(named, str) else named
    claimed = (refs.site.resolve(one, refs.ruleset) for one in named if one != NOTHING)
    return tuple(dict.fromkeys((*claimed, *row.refused_by)))


class _Reasons:
    """What stands in the way of units that may not be picked, in the words of the book."""

    def __init__(self, refs: References) -> None:
        book = refs.site.library.whole_book(refs.ruleset)
        entries = (entry for chapter in book.chapters for entry in chapter.entries) if book else ()
        self._refs = refs
        self._said: dict[str, str] = {}
        for entry in entries:
            if entry.say and len(entry.say) <= SHORT:
                self._said = dict.fromkeys(entry.rules, entry.say) | self._said

    def barred(self, row: Row) -> tuple[BarredUnits, ...]:
        """Units that may not be picked, each with the first rule that players ask for."""
        together: dict[Markup, tuple[str, list[str]]] = {}
        for unit, clauses in row.ruled_out:
            for cited in clauses:
                clause = self._refs.site.clauses.get(cited)
                if clause is not None and not clause.machine:
                    said = self._said.get(cited)
                    text = inline_html(said) if said else self._refs.sentence(cited)
                    together.setdefault(text, (cited, []))[1].append(unit)
                    break
        return tuple(
            (tuple(units), text, self._refs.clause(cited))
            for text, (cited, units) in together.items()
        )


def _turns(row: Row) -> bool:
    """Whether a line changed what is on the table, or wanted to."""
    moved = any(isinstance(event, TURNING) for event in row.events)
    said = row.line.input if row.line else None
    refused_move = bool(row.refused) and isinstance(said, Choice) and bool(said.to or said.places)
    paired = any(isinstance(e, happened.BecameTrue) and e.to_unit for e in row.events)
    return moved or refused_move or paired
