"""Mutant status: whether an example kills a mutant, by what its author claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache, partial

from turnwright.engine.decision import Awaits, Decision, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, Program
from turnwright.engine.state import State
from turnwright.examples.claims import holds_without_labels
from turnwright.examples.likelihood import likelihood_mismatches
from turnwright.examples.record import Record, Row, changed_parts
from turnwright.examples.replay import initial_game
from turnwright.language.event import KINDS, Markers, Resulted, Skipped, Stuck


class MutantStatus(StrEnum):
    """Status of a mutant on one example."""

    KILLED = "killed"
    """A claim fails, something allowed is refused, or something refused is allowed."""
    STOPPED = "stopped"
    """Play stops for want of a rule, or between two; that proves nothing."""
    INVALID = "invalid"
    """It does not compile, or would not be read."""
    SURVIVED = "survived"
    """Everything that the author claims is so."""
    UNMET = "unmet"
    """So it is, and nothing else goes otherwise either: what was added is true of nobody asked."""


def run_mutant(record: Record, mutant: Program | None) -> MutantStatus:
    """Run an example on a mutant, until the first claim that fails; None does not compile."""
    try:
        return _run_mutant(record, mutant)
    except RecursionError:
        # A changed word may go in a circle, which would not be read.
        return MutantStatus.INVALID


def _run_mutant(record: Record, mutant: Program | None) -> MutantStatus:
    """Status of a mutant on an example, whatever it asks itself.

    It begins at the first line that looks at a part in which the mutant differs: up to there it
    goes as it went.
    """
    if mutant is None or BATTLE not in mutant.steps:
        return MutantStatus.INVALID
    begin = first_difference(record, mutant)
    if begin is None:
        return MutantStatus.SURVIVED
    game, begin = game_before(record, mutant, begin)
    if begin == 0:
        if is_stopped(game, record.rows[0]):
            return MutantStatus.STOPPED
        start = record.example.start
        if start and not holds_without_labels(start, game):
            return MutantStatus.KILLED
    played, lines = record.example.play, zip(record.example.play, record.rows[1:], strict=True)
    games = {max(begin - 1, 0): game}

    def before(index: int) -> Game:
        """The mutant's game before a line, by its index."""
        return games.get(index) or Game(mutant, record.rows[index].game.state, consulted=None)

    for index, (line, row) in [*enumerate(lines)][max(begin - 1, 0) :]:
        refused = False
        try:
            game = game.apply(line.input)
        except Refused:
            refused = True
            game = replace(game, events=())
        if refused is not bool(row.refused):
            return MutantStatus.KILLED
        if is_stopped(game, row):
            return MutantStatus.STOPPED
        if line.then and not holds_without_labels(line.then, game):
            return MutantStatus.KILLED
        if any(likelihood_mismatches(line, played[: index + 1], before)):
            return MutantStatus.KILLED
        games[index + 1] = game
    return MutantStatus.SURVIVED


def is_observable(record: Record, mutant: Program | None) -> bool:
    """True when anything at all goes differently by a mutant, claimed or not."""
    try:
        return _is_observable(record, mutant)
    except RecursionError:
        return True


def _is_observable(record: Record, mutant: Program | None) -> bool:
    """True when anything goes differently, whatever the mutant asks itself."""
    if mutant is None or BATTLE not in mutant.steps:
        return True
    begin = first_difference(record, mutant)
    if begin is None:
        return False
    game, begin = game_before(record, mutant, begin)
    if begin == 0 and goes_otherwise(game, record.rows[0]):
        return True
    lines = zip(record.example.play, record.rows[1:], strict=False)
    for line, row in list(lines)[max(begin - 1, 0) :]:
        try:
            game = game.apply(line.input)
        except Refused:
            if not row.refused:
                return True
            game = replace(game, events=())
            continue
        if row.refused or goes_otherwise(game, row):
            return True
    return False


def first_difference(record: Record, mutant: Program) -> int | None:
    """Index of the first row that looked at a part that was changed; None when none did."""
    changed = changed_parts(mutant, record.program) if record.program else None
    if changed is None:
        return 0
    rows = enumerate(record.rows)
    return next((index for index, row in rows if not changed.isdisjoint(row.touched)), None)


def game_before(record: Record, mutant: Program, begin: int) -> tuple[Game, int]:
    """Game by a mutant before this row, and the row from which it has to be played."""
    before: Game | None = record.rows[begin - 1].game if begin else None
    if before is None:
        return replace(initial_game(record.example, mutant), consulted=None), 0
    return Game(mutant, before.state, consulted=None), begin


def is_stopped(game: Game, row: Row) -> bool:
    """True where play stops for want of a rule, or between two, and did not before."""
    stops = (Awaits.UNSAID, Awaits.CONTRADICTED)
    return game.decision.awaits in stops and row.decision.awaits not in stops


def visible_events(events: tuple[tuple[object, ...], ...]) -> tuple[tuple[object, ...], ...]:
    """Observable part of events: all but the clauses that decided them.

    What an outcome leads to shows in what follows; which word says it is a label.
    """
    return tuple(
        (type(event).__name__, *without_clauses(event))
        for event in events
        if not isinstance(event, Stuck | Resulted)
    )


def without_clauses(event: tuple[object, ...]) -> tuple[object, ...]:
    """Fields of an event but the deciding clauses; of a skip, no reasons either."""
    if isinstance(event, Skipped):
        return event.step, event.side
    if isinstance(event, Markers):
        return event.container, frozenset(event.holds), event.why
    at = _BY.get(type(event), len(event) - 1)
    return event[:at] + event[at + 1 :]


_BY: Mapping[type, int] = {kind: kind._fields.index("by") for kind in KINDS.values()}
"""Where an event says which clauses decided it."""


def visible_decision(decision: Decision) -> Decision:
    """Observable part of a decision; whether several may act matters only where several can."""
    able = {unit for action in decision.legal for unit in action.units}
    return replace(decision, by=(), several=decision.several and len(able) > 1)


def goes_otherwise(game: Game, row: Row) -> bool:
    """True when something that a claim may speak of is not as in the record of the original."""
    if visible_decision(game.decision) != visible_decision(row.decision) or game.round != row.round:
        return True
    if visible_events(game.events) != visible_events(row.events):
        return True
    # No claim speaks of what the rules leave open at this moment.
    if row.game is None or (
        is_like(game.state, row.game.state) and stands_alike(game.program, row.game.program)
    ):
        return False
    before = _standing_cached(row.game)
    return any(
        was is not None and was != now for was, now in zip(before, standing_of(game), strict=False)
    )


def is_like(state: State, original: State) -> bool:
    """True when all that the original counts and knows is so in a mutant's state, too.

    Counters keep their numbers in a mutant; what it counts besides has higher ones.
    """
    counters = state.counters[: len(original.counters)]
    return state._replace(counters=counters) == original


def stands_alike(mutant: Program, program: Program) -> bool:
    """True when what is so in a state is asked of the same rules in both programs."""
    # A mutant takes the parts over that it shares; with other abilities it shares none.
    return (
        mutant.effects is program.effects
        and mutant.facts is program.facts
        and [*mutant.values.values()] == [*program.values.values()]
    )


@lru_cache(maxsize=4000)
def _standing_cached(game: Game) -> tuple[object, ...]:
    """What is so in the game of a record, with which many mutants are compared."""
    return tuple(standing_of(game))


def standing_of(game: Game) -> Iterator[object]:
    """What is so at a moment: facts and values, whom effects serve, and how many models are left.

    A question to which the rules have no answer at this moment has None.
    """
    rest, names = game.state.rest, game.state.roster.names
    yield rest.models
    yield answer_of(game.pairs)
    for name in names:
        yield answer_of(partial(game.facts, name))
        for value in game.program.ruleset.values:
            yield answer_of(partial(game.value, f"{name}.{value}"))
    for effect in rest.effects:
        yield answer_of(partial(game.serves, effect.ability))


def answer_of(ask: Callable[[], object]) -> object:
    """Answer to a question about a game; None where the rules have none."""
    try:
        return ask()
    except Refused:
        return None
