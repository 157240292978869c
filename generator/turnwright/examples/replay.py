"""Replay of examples: each line is one input, and every claim is an assertion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from turnwright.engine.decision import Reason, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import PartName, Program
from turnwright.examples.claims import claim_mismatches
from turnwright.examples.likelihood import likelihood_mismatches
from turnwright.examples.programs import program_of
from turnwright.examples.record import Mismatch, Record, Row, traced
from turnwright.language.example import NOTHING, Example, Line
from turnwright.language.input import Card, Input
from turnwright.language.ruleset import Ruleset

if TYPE_CHECKING:
    from turnwright.load.library import Library


def armies(example: Example) -> dict[str, dict[str, Card]]:
    """Armies of an example: the cards of the units of each side, empty ones for bare names."""
    return {
        side: dict(units) if isinstance(units, Mapping) else {name: Card() for name in units}
        for side, units in example.given.items()
    }


def battle_of(example: Example, played: Iterable[Input] = ()) -> Example:
    """The battle of an example, without the claims of its author, with these inputs."""
    lines = tuple(Line(input=said) for said in played)
    return replace(example, shows=(), start=None, about="", play=lines, path="", line=0, slug="")


def initial_game(example: Example, rules: Ruleset | Program) -> Game:
    """Initial game of an example, before the first line."""
    return Game.begin(rules, armies(example), example.mission, example.facts, example.values)


def replay(
    example: Example, ruleset: Ruleset, program: Program | None = None, *, is_traced: bool = True
) -> Record:
    """Replay an example by these rules, and record events and mismatches.

    Traced, each row knows which parts of the rules were looked at up to it.
    """
    program = program or program_of(ruleset)
    touched: set[PartName] = set()
    game = initial_game(example, traced(program, touched) if is_traced else program)

    def looked_at() -> frozenset[PartName]:
        # The decision is worked out when it is asked for, and looks at parts as well.
        return frozenset(touched) if is_traced and game.decision else frozenset()

    rows = [row(None, game)]
    mismatches: list[Mismatch] = []
    if example.start is not None:
        mismatches += claim_mismatches(example.start, game, example.line)
    rows[0] = replace(rows[0], touched=looked_at())
    is_astray = False

    def note(found: Iterable[Mismatch]) -> None:
        mismatches.extend(replace(each, row=len(rows) - 1) for each in found)

    for line in example.play:
        refused: Refused | None = None
        try:
            game = game.apply(line.input)
        except Refused as caught:
            refused = caught
            # What the line before it brought about is not what this one did.
            game = replace(game, events=())
        rows.append(row(line, game, refused))
        # What comes after a wrong line is another battle than the author meant. Further lines that
        # are wrong are told all the same, but no claims: they would be of that other battle.
        if refused is not None and (line.refused is None or not is_astray):
            note(refusal_mismatches(line, game, refused))
        elif refused is None and line.refused is not None and not is_astray:
            note([unexpected(line, game)])
        is_astray = is_astray or (refused is not None and line.refused is None)
        if line.then is not None and not is_astray:
            note(claim_mismatches(line.then, game, line.line))
            played = example.play[: len(rows) - 1]
            note(likelihood_mismatches(line, played, lambda index: rows[index].game))
        rows[-1] = replace(rows[-1], touched=looked_at())
    return Record(
        example=example,
        ruleset=ruleset,
        program=program,
        rows=tuple(rows),
        mismatches=tuple(mismatches),
        played_by=frozenset(game.consulted or ()),
    )


def refusal_mismatches(line: Line, game: Game, refused: Refused) -> Iterator[Mismatch]:
    """What a line claims otherwise than it was refused: that it is not, or by other clauses."""
    if line.refused is None:
        yield Mismatch(
            line=line.line,
            claimed="the rules allow this",
            happened=f"refused: {refused.message}",
            clauses=refused.by,
            key="refused",
        )
        return
    by = game.with_followers(refused.by)
    for clause in claimed_refusal(line):
        is_nothing = not by or refused.reason is Reason.NOTHING
        is_so = is_nothing if clause == NOTHING else clause in by or clause in game.short(by)
        if not is_so:
            why = ", ".join(refused.by) or "nothing allows it"
            yield Mismatch(
                line=line.line,
                claimed=f"refused by {clause}",
                happened=f"refused by {why}: {refused.message}",
                clauses=refused.by,
                key="refused",
            )


def unexpected(line: Line, game: Game) -> Mismatch:
    """The mismatch of a line that is allowed although it is claimed to be refused."""
    claimed = f"refused by {', '.join(claimed_refusal(line))}"
    return Mismatch(
        line=line.line,
        claimed=claimed,
        happened="the rules allow this",
        clauses=game.decision.by,
        key="refused",
    )


def claimed_refusal(line: Line) -> tuple[str, ...]:
    """Clauses that are claimed to refuse a line."""
    if line.refused is None:
        return ()
    return (line.refused,) if isinstance(line.refused, str) else line.refused


def row(line: Line | None, game: Game, refused: Refused | None = None) -> Row:
    """Row of the record after a line."""
    return Row(
        line=line,
        events=() if refused else game.events,
        refused=str(refused) if refused else "",
        refused_by=refused.by if refused else (),
        round=game.round,
        game=game,
    )


def rules_of(library: Library, example: Example) -> Ruleset:
    """Effective rules of an example: with its options, readings and params."""
    return library.effective(example.ruleset, example.options, example.readings, example.params)


class Replayer:
    """Replayer of a library's examples."""

    def __init__(self, library: Library, *, is_traced: bool = False) -> None:
        self.library = library
        self._is_traced = is_traced

    def replay(self, example: Example) -> Record:
        """Replay one example."""
        rules = rules_of(self.library, example)
        return replay(example, rules, program_of(rules), is_traced=self._is_traced)


def replay_all(library: Library) -> tuple[Record, ...]:
    """Replay every example of a library."""
    return tuple(map(Replayer(library, is_traced=True).replay, library.examples))
