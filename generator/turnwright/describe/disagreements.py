"""Disagreements: an example that disagrees, line by line, with reasons, and what would agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from turnwright.describe.grammar import capitalized
from turnwright.describe.labels import Labels
from turnwright.describe.scenes import place
from turnwright.describe.story import line_sentence, narrate
from turnwright.engine.decision import Awaits
from turnwright.engine.game import Game
from turnwright.examples.corrections import REFUSED, correction
from turnwright.examples.record import Mismatch, Record, Row
from turnwright.examples.report import Disagreement
from turnwright.language.input import PASS, Choice
from turnwright.load.formatting import changed_lines, rewritten
from turnwright.load.library import Library

Paint = Callable[[str, str], str]
"""Gives a text the look of its kind: `place`, `claimed`, `happened` or `agree`."""

MOST_REASONS = 6
"""Of more reasons for one claim only so many are told."""


def plain(_: str, text: str) -> str:
    """A text without any colour."""
    return text


@dataclass(frozen=True)
class Cause:
    """Why something came otherwise: who is ruled out, or what happened, by which clauses."""

    text: str
    clauses: tuple[str, ...] = ()


def explanations(
    found: Iterable[Disagreement], library: Library, paint: Paint = plain
) -> Iterator[tuple[Disagreement, str]]:
    """Each line of an example that disagrees, as text: all that it claims wrongly at once.

    With it comes the first of its disagreements.
    """
    for _, group in groupby(found, key=lambda one: (id(one.record), one.mismatch.row)):
        of_line = [*group]
        yield of_line[0], "\n".join(_explained(of_line, library, paint))


def _explained(found: list[Disagreement], library: Library, paint: Paint) -> Iterator[str]:
    """Lines of text about one line of an example."""
    first = found[0]
    record, labels = first.record, Labels(first.record.ruleset)
    row, before = record.rows[first.mismatch.row], record.rows[max(first.mismatch.row - 1, 0)]
    yield f"{paint('place', first.place)}: {record.example.example}"
    where = place(row, before, labels)
    yield f"  line:     {line_sentence(row, before, labels)} ({where})"
    before_it: list[Cause] = []
    for one in found:
        mismatch = one.mismatch
        yield f"  claimed:  {paint('claimed', mismatch.claimed)}"
        yield f"  happened: {paint('happened', mismatch.happened)}"
        told = [*reasons(record, mismatch)][:MOST_REASONS]
        if told != before_it:
            lines = [line for reason in told for line in _reason(reason, labels)]
            yield from _labelled("why:", lines)
        before_it = told
    text = library.file(record.example.path).text
    agreed = changed_lines(text, agreeing(text, found))
    yield from _labelled("to agree:", [paint("agree", it.strip() or LEFT_OUT) for it in agreed])


LEFT_OUT = "(this line is left out)"


def agreeing(text: str, found: Iterable[Disagreement]) -> str:
    """Text of an example's file, changed as little as can be so that these agree."""
    for one in found:
        record, mismatch = one.record, one.mismatch
        right = {_loc(mismatch): correction(record, mismatch)}
        text = rewritten(text, record.example.line, right)
    return text


def _labelled(label: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines of text of which the first has a label."""
    return (f"  {'' if number else label:<9} {line}" for number, line in enumerate(lines))


def _reason(reason: Cause, labels: Labels) -> Iterator[str]:
    """A reason, and the clauses behind it with their sentences."""
    yield from filter(None, (reason.text,))
    indent = "  " if reason.text else ""
    for cited in reason.clauses:
        clause = labels.clauses.get(cited)
        yield f"{indent}{cited}: {' '.join(clause.text.split())}" if clause else indent + cited


def _loc(mismatch: Mismatch) -> tuple[str | int, ...]:
    """Path of the key of a mismatch in its example."""
    if mismatch.row == 0:
        return "start", mismatch.key
    of_line = ("play", mismatch.row - 1)
    return (*of_line, REFUSED) if mismatch.key == REFUSED else (*of_line, "then", mismatch.key)


def reasons(record: Record, mismatch: Mismatch) -> Iterator[Cause]:
    """Why it came otherwise than a claim says."""
    row = record.rows[mismatch.row]
    if mismatch.key == REFUSED:
        yield from (Cause("", mismatch.clauses),) if row.refused_by else ()
        return
    stuck = row.game.refusal(Choice(PASS)) if row.game.awaits in STUCK else None
    if stuck is not None:
        yield Cause(f"{capitalized(stuck.message)}.", stuck.by)
        return
    claim = record.example.start if row.line is None else row.line.then
    obstacles = [*_obstacles(row, mismatch.key, getattr(claim, mismatch.key))]
    if obstacles:
        yield from obstacles
    elif mismatch.key in OF_EVENTS and row.events:
        labels = Labels(record.ruleset)
        told = ((event, text) for event in row.events for text in narrate([event], labels))
        yield from (Cause(text, event.by) for event, text in told)
    elif mismatch.clauses:
        yield Cause("", mismatch.clauses)


STUCK = (Awaits.UNSAID, Awaits.CONTRADICTED)
"""Play that cannot go on, which is why nothing that is claimed of it is so."""

OF_EVENTS = (
    *("happened", "not_happened", "facts", "no_facts", "value", "holds", "outcome", "total"),
    *("ended", "began", "winner", "lasts", "stopped", "serves", "no_serves"),
)
"""Claims about what came of a line."""


def _obstacles(row: Row, key: str, claimed: Any) -> Iterator[Cause]:
    """Who may not do what is claimed, and by which clauses."""
    game = row.game
    if key == "may":
        out = dict(row.ruled_out)
        for unit in claimed:
            if unit not in game.may:
                yield Cause(f"{unit} is ruled out by", out.get(unit, ()))
    elif key in ("can", "can_only"):
        for does in claimed:
            if does not in game.can:
                yield from _refused(game, Choice(does, game.may[:1], side=game.next))
    elif key == "only":
        for does, units in claimed.items():
            for who in units:
                if who not in game.only.get(does, ()):
                    named = () if who in game.program.ruleset.sides else (who,)
                    yield from _refused(game, Choice(does, named, side=game.next))
    elif key == "targets":
        for does, units in claimed.items():
            by = game.only.get(does, ())[:1]
            for unit in units:
                if by and unit not in game.targets(does):
                    yield from _refused(game, Choice(does, by, target=unit, side=game.next))


def _refused(game: Game, choice: Choice) -> Iterator[Cause]:
    """Why a choice is refused; nothing where it is allowed."""
    refused = game.refusal(choice)
    if refused is not None:
        yield Cause(f"{', '.join(choice.units) or choice.side}: {refused.message}", refused.by)
