"""Turn systems that nobody plays: as many as wanted, each about as long as a real one.

A system has a round of several phases, and in each of them the sides take turns with actions.
Its examples play a phase or two, with claims that follow from how a system is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

PHASES = ("dawn", "march", "signal", "volley", "rush", "clash", "rally", "dusk")
EXAMPLES = 48
"""Examples of one system, each a page of its own."""
UNITS = ("Ash", "Birch", "Cedar", "Dorn", "Elm", "Fir", "Gorse", "Hazel")

SHOWN = ("alternate", "red-first", "action", "own", "single", "once", "rest", "end")
"""The clauses of a phase that an example cites which ends with it."""

PHASE = """\
  {phase}:
    title: {title} phase
    text: What is done while it is time to {phase}, by one side after the other.
    source: {{document: leaflet, section: The {phase} phase}}
    clauses:
      - id: {phase}.alternate
        text: In the {phase} phase the players take turns, one unit each, until all have been used.
        means: {{cadence: alternate}}
      - id: {phase}.red-first
        text: It is red that begins the {phase} phase, whoever began the phase before it.
        means: {{first: listed_first}}
      - id: {phase}.action
        text: A unit that is picked in the {phase} phase does what this phase is there for.
        means: {{each: [{phase}_action]}}
      - id: {phase}.own
        text: Nobody picks a unit of the other side, in the {phase} phase or at any other time.
        means: {{among: own}}
      - id: {phase}.single
        text: Units are picked one by one in the {phase} phase, and never in groups.
        means: {{together: one}}
      - id: {phase}.once
        text: A unit that has been picked in the {phase} phase is not picked in it again.
        means: {{limit: {{per: {phase}}}}}
      - id: {phase}.rest
        text: A side that has more units left finishes the {phase} phase by itself.
        means: {{uneven: runs_on}}
      - id: {phase}.end
        text: Once no unit is left that could be picked, the {phase} phase is over.
        means: {{until: none_left}}
      - id: {phase}.advice
        text: Think of the next phase before you pick somebody in the {phase} phase.
        advice: It is good counsel, and no rule.
  {phase}_action:
    title: What a unit does in the {phase} phase
    text: It simply happens, and whatever it causes is declared.
"""


def write_systems(folder: Path, count: int) -> None:
    """Write so many systems, with their examples, as a folder of rulesets."""
    for number in range(count):
        system = folder / f"invented_{number}"
        (system / "examples").mkdir(parents=True)
        (system / "ruleset.yaml").write_text(ruleset(system.name), encoding="utf-8")
        told = "---\n".join(example(system.name, number) for number in range(EXAMPLES))
        (system / "examples" / "phases.yaml").write_text(told, encoding="utf-8")


def ruleset(name: str) -> str:
    """A ruleset with nine clauses for each of eight phases."""
    phases = "".join(PHASE.format(phase=phase, title=phase.title()) for phase in PHASES)
    return f"""\
ruleset: {name}
language: 2
title: {name.replace("_", " ").title()}
about: A system that nobody plays, as long as one that somebody does.
sides: [red, blue]
documents:
  leaflet: {{title: A leaflet, by: nobody}}
steps:
  battle:
    source: {{document: leaflet}}
    clauses:
      - {{id: battle.rounds, text: Rounds follow one another., means: {{repeats: round}}}}
  round:
    source: {{document: leaflet}}
    clauses:
      - {{id: round.order, text: Phases have an order., means: {{sequence: [{", ".join(PHASES)}]}}}}
{phases}"""


def example(system: str, number: int) -> str:
    """An example that plays up to one of the phases, by sides of different lengths."""
    battle, last = divmod(number, len(PHASES))
    red = UNITS[: 1 + battle % 2]
    blue = UNITS[-1 - battle // 2 % 2 :]
    phases = PHASES[: 1 + last]
    cited = ", ".join(f"{phases[-1]}.{what}" for what in SHOWN)
    lines = [json.dumps(line) for phase in phases for line in play(phase, red, blue)]
    return "\n".join(
        (
            f"example: Battle {number} goes as far as the {phases[-1]} phase",
            f"ruleset: {system}",
            f"shows: [{cited}]",
            "about: Whoever has more units goes on alone when the other side has none left.",
            f"given: {json.dumps({'red': red, 'blue': blue})}",
            "play:",
            *(f"  - {line}" for line in lines),
            "",
        )
    )


def play(phase: str, red: tuple[str, ...], blue: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """The lines of one phase: every unit once, and mistakes before the first."""
    does = f"{phase}_action"
    yield {"side": "red", "does": does, "unit": blue[0], "refused": f"{phase}.own"}
    if len(red) > 1:
        yield {"side": "red", "does": does, "units": red, "refused": f"{phase}.single"}
    waiting = {"red": list(red), "blue": list(blue)}
    side, other = "red", "blue"
    while waiting["red"] or waiting["blue"]:
        if not waiting[side]:
            side, other = other, side
        line: dict[str, object] = {"side": side, "does": does, "unit": waiting[side].pop(0)}
        if waiting[other]:
            line["then"] = {"next": other, "may": list(waiting[other])}
        elif waiting[side]:
            line["then"] = {"next": side, "may": list(waiting[side])}
        else:
            line["then"] = {"ended": [phase]}
        yield line
        side, other = other, side
