"""Report of an exploration: what was tried, and what was found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turnwright.describe.labels import Labels, heading
from turnwright.describe.story import followed, line_sentence
from turnwright.engine.apply import apply
from turnwright.engine.game import Game
from turnwright.engine.invariants import asked
from turnwright.examples.record import Row
from turnwright.examples.replay import armies
from turnwright.examples.report import pluralize
from turnwright.lab.exhaustive_search import EndlessLoop
from turnwright.lab.exploration import Exploration
from turnwright.lab.trials import LineOfPlay, Seen, Trial
from turnwright.language.example import Line
from turnwright.language.input import Input

FIRST_SHOWN, LAST_SHOWN = 10, 25
"""Lines of a long play that are shown from its beginning and from its end."""
NOT_TRIED = (
    "Other armies than these, and what is declared in the midst of a play.",
    "Where a move goes, several items at once, and single models of a unit.",
)
"""What is never tried."""


def told(trial: Trial, said: tuple[Input, ...]) -> tuple[str, ...]:
    """A line of play as a story, a sentence or more for each input."""
    program, labels, it = trial.program, Labels(trial.rules), trial.battle
    game = Game.begin(program, armies(it), it.mission, it.facts, it.values)
    before = Row(line=None, events=game.events, round=game.round, game=game)
    found = []
    for one in said:
        game = game.apply(one)
        row = Row(line=Line(input=one), events=game.events, round=game.round, game=game)
        sentences = (line_sentence(row, before, labels), *followed(row, before, labels))
        found.append(" ".join(sentences))
        before = row
    return tuple(found)


def exploration_text(found: Exploration) -> str:
    """Exploration as text."""
    return "\n".join(_lines(found))


def _lines(found: Exploration) -> Iterator[str]:
    trial, rules = found.trial, found.trial.rules
    yield f"{rules.title}. {who_fights(trial)}"
    yield ""
    yield from tried(found)
    claims = {**rules.always, **rules.never}
    for name, line in sorted(found.seen.broken.items()):
        word = "always" if name in rules.always else "never"
        yield ""
        yield f"Broken: {word}.{name}. {claims[name].text.strip()}"
        yield f"  By {', '.join(broken_by(found, name))}."
        yield from _play(found, line)
    for cause, line in sorted(found.seen.stuck.items()):
        yield ""
        yield f"Stuck: {cause}"
        yield from _play(found, line)
    if loop := found.course.loop:
        yield ""
        yield "A round can go on for ever, if those who choose want it:"
        yield from _loop(found, loop)
    names = [*map(heading, armies(trial.battle))]
    for side, wait in sorted(found.course.waits.items()):
        yield ""
        yield f"{names[side]} can be left waiting for ever, if those who choose want it:"
        yield from _loop(found, wait)
    yield ""
    if hold := [name for name in claims if found.holds(name)]:
        yield f"Claims that held in all of it: {', '.join(hold)}."
    yield from _ends(found)
    yield from _never(found)


def inputs(many: int) -> str:
    """So many inputs."""
    return pluralize(many, "input")


def positions(many: int) -> str:
    """So many positions."""
    return f"{many:,} position" if many == 1 else f"{many:,} positions"


def who_fights(trial: Trial) -> str:
    """The armies of a trial, in a line."""
    sides = (f"{side}: {', '.join(units)}" for side, units in armies(trial.battle).items())
    return f"{'; '.join(sides)}."


def tried(found: Exploration) -> Iterator[str]:
    """What was tried and what not, a sentence each."""
    walk, effort = found.walk, found.effort
    many = found.trial.rounds
    long = "one round" if many == 1 else f"{many} rounds"
    if walk.is_whole:
        yield (
            f"Tried: every order of {long} that these armies allow, dice and draws included: "
            f"{positions(len(walk.nodes))}, the last after {inputs(walk.depth)}."
        )
    else:
        yield (
            f"Tried: every line of up to {inputs(walk.depth)} with these armies: "
            f"{positions(len(walk.nodes))}."
        )
    if found.seen.rounds:
        others = len(found.trials) - 1
        whose = [
            *["these armies"] * (not walk.is_whole),
            *[f"those of {pluralize(others, 'example')}"] * (others > 0),
        ]
        yield (
            f"Beside it {found.seen.rounds:,} battles of {long} at random (seed {effort.seed}), "
            f"with {' and '.join(whose)}: what was not seen in these may still be."
        )
    if found.is_stopped:
        yield "It was stopped: this is what was found so far."
    yield f"Not tried: {' '.join((*NOT_TRIED, *sorted(found.seen.untried | found.seen.lacking)))}"
    if found.seen.lacking:
        yield "Units of an example say it, or of a roster if `muster` takes it up: --armies."


def broken_by(found: Exploration, name: str) -> tuple[str, ...]:
    """Those of whom a claim is not true after the line that breaks it."""
    line = found.seen.broken[name]
    trial = found.trials[line.trial]
    state, _ = trial.begin(set())
    for said in line.said:
        state, _ = apply(trial.program, state, said)
    answers = (each for each in asked(trial.program, state) if each.name == name)
    return tuple(heading(who) for each in answers for who in each.broken_by)


def _play(found: Exploration, line: LineOfPlay, is_loop: bool = False) -> Iterator[str]:
    """A line of play, and whether there is a shorter one."""
    trial = found.trials[line.trial]
    if line.trial:
        yield f"  {who_fights(trial)}"
    sentences = [f"    {n}. {said}" for n, said in enumerate(told(trial, line.said), start=1)]
    if len(sentences) > FIRST_SHOWN + LAST_SHOWN:
        left_out = len(sentences) - FIRST_SHOWN - LAST_SHOWN
        middle = f"    ... {left_out} more ..."
        sentences = [*sentences[:FIRST_SHOWN], middle, *sentences[-LAST_SHOWN:]]
    yield from sentences or ["    At the very beginning."]
    if not is_loop and found.is_shortest(line):
        yield "  No line of play is shorter that does it."
    elif not is_loop and line.trial:
        yield "  The shortest that was found."
    elif not is_loop:
        yield f"  The shortest that was found; none of up to {inputs(found.walk.depth)} does it."


def _loop(found: Exploration, loop: EndlessLoop) -> Iterator[str]:
    """A line of play, what goes on and on after it, and whether there is a way out."""
    yield from _play(found, loop.line, is_loop=True)
    yield "  And then again and again:"
    again = told(found.trial, (*loop.line.said, *loop.again))[len(loop.line.said) :]
    yield from (f"    {sentence}" for sentence in again)
    if found.walk.is_whole and not loop.has_way_out:
        yield "  No way leads out of it."


def _ends(found: Exploration) -> Iterator[str]:
    """How long a round is, and who waits longest."""
    walk, course = found.walk, found.course
    if walk.is_whole and not (course.loop or found.seen.stuck or found.seen.lacking):
        yield f"Every round ends, after {inputs(course.longest)} at most."
    elif walk.is_whole and not course.loop:
        which = "that does not get stuck" if found.seen.stuck else "for which enough is said"
        yield f"Every round {which} ends, after {inputs(course.longest)} at most."
    elif not course.loop and found.seen.rounds:
        yield _ended(found.seen)
    at_most = "" if walk.is_whole and not course.loop else "at least "
    names = list(armies(found.trial.battle))
    for side, (acts, line) in sorted(found.seen.waits.items()):
        if side < len(names) and acts and side not in course.waits:
            sat = f"{at_most}{pluralize(acts, 'act')}"
            yield f"{heading(names[side])} can sit through {sat} of others in a row."
            if acts > 1 and walk.is_whole:
                yield from (
                    f"    {sentence}" for sentence in told(found.trial, line.said)[-acts - 1 :]
                )


def _ended(seen: Seen) -> str:
    """How many of the battles at random came to an end."""
    if not seen.ended:
        return "No battle that was played came to an end."
    last = f"came to an end, the longest after {inputs(seen.longest)}."
    if seen.ended < seen.rounds:
        return f"{seen.ended:,} of {seen.rounds:,} battles that were played {last}"
    return f"Every battle that was played {last} That is no proof."


def _never(found: Exploration) -> Iterator[str]:
    """What never happened."""
    labels, others = Labels(found.trial.rules), found.in_examples
    steps = [name for name in found.unreached if name not in others.reached]
    clauses = [clause for clause in found.unused if clause.full_id not in others.used]
    if steps:
        yield ""
        yield "Steps that nobody reached, in no example either:"
        yield from (f"  {name}: {labels.title(name, 'steps')}" for name in steps)
    if clauses:
        yield ""
        yield "Rules that nothing used, in no example either:"
        for clause in clauses:
            yield f"  {clause.full_id}: {' '.join(clause.text.split())}"
    only = [clause.full_id for clause in found.unused if clause.full_id in others.used]
    if len(only) > FIRST_SHOWN:
        only[FIRST_SHOWN:] = [f"and {len(only) - FIRST_SHOWN} more"]
    if only:
        yield ""
        yield f"Used in examples alone, by cards or what is declared: {', '.join(only)}."
    if found.unasked:
        yield ""
        yield "Claims that were asked of nobody:"
        for name in found.unasked:
            why = found.seen.unknown.get(name)
            yield f"  {name}" + (f": nobody has said {why}" if why else "")


def exploration_data(found: Exploration, plain: Callable[[Input], Any]) -> dict[str, Any]:
    """Exploration as JSON; `plain` makes plain data of an input."""

    def play(line: LineOfPlay) -> dict[str, Any]:
        trial = found.trials[line.trial]
        return {
            "armies": {side: list(units) for side, units in armies(trial.battle).items()},
            "play": [plain(said) for said in line.said],
            "told": list(told(trial, line.said)),
            "shortest": found.is_shortest(line),
        }

    def endless(loop: EndlessLoop) -> dict[str, Any]:
        return {**play(loop.line), "again": [plain(said) for said in loop.again]}

    walk, loop, rules = found.walk, found.course.loop, found.trial.rules
    names = list(armies(found.trial.battle))
    return {
        "system": found.trial.rules.ruleset,
        "armies": {side: list(units) for side, units in armies(found.trial.battle).items()},
        "options": list(found.trial.battle.options),
        "readings": dict(found.trial.battle.readings),
        "tried": {
            "rounds_each": found.trial.rounds,
            "positions": len(walk.nodes),
            "whole": walk.is_whole,
            "depth": walk.depth,
            "random_battles": found.seen.rounds,
            "ended": found.seen.ended,
            "seed": found.effort.seed,
            "stopped": found.is_stopped,
        },
        "not_tried": [*NOT_TRIED, *sorted(found.seen.untried | found.seen.lacking)],
        "broken": [
            {"claim": name, "by": list(broken_by(found, name)), **play(line)}
            for name, line in sorted(found.seen.broken.items())
        ],
        "held": [name for name in (*rules.always, *rules.never) if found.holds(name)],
        "stuck": [{"why": why, **play(line)} for why, line in sorted(found.seen.stuck.items())],
        "for_ever": loop and endless(loop),
        "longest_round": found.course.longest if walk.is_whole else found.seen.longest,
        "waits": {
            names[side]: {"acts": acts, "play": [plain(said) for said in line.said]}
            for side, (acts, line) in sorted(found.seen.waits.items())
            if side < len(names) and side not in found.course.waits
        },
        "waits_for_ever": {names[it]: endless(wait) for it, wait in found.course.waits.items()},
        "unreached_steps": list(found.unreached),
        "unused_rules": [clause.full_id for clause in found.unused],
        "in_examples": {
            "steps": [name for name in found.unreached if name in found.in_examples.reached],
            "rules": [
                clause.full_id
                for clause in found.unused
                if clause.full_id in found.in_examples.used
            ],
        },
        "unasked_claims": list(found.unasked),
    }
