"""Doctest session of an example, to paste into a Python prompt.

The expected output comes from the author's claims, never from a run.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path

from turnwright.language.event import KINDS
from turnwright.language.example import NOTHING, Claim, Example, Line
from turnwright.language.input import Card, Choice, Declaration, Draw, Roll

MAX_LINE_WIDTH = 88
"""Line width; longer calls are broken over several lines."""

CHOICE_FIELDS = (
    *("side", "unit", "units", "target", "using"),
    *("to", "path", "inches", "which", "places", "paths", "first"),
)
"""What is said of a choice with keyword arguments of `choose`."""

DECLARATION_FIELDS = (
    "unit",
    "to_unit",
    "side",
    "models",
    "value",
    "ends",
    "card",
    "which",
    "places",
)
"""What is said of a declaration with keyword arguments of `declare`."""

ATTRIBUTE_CLAIMS = (
    "next",
    "step",
    "round",
    "awaits",
    "dice",
    "total",
    "winner",
    "unsaid",
    "contradicted",
)
"""Claims that are attributes of a Game."""


WHOLE_ROUNDS = ("whole", "round", "turn")
"""What the names of files begin with whose examples go through a whole round, best first."""


def is_round(example: Example) -> bool:
    """True for an example with a session: its file is named as one that goes through a round."""
    return Path(example.path).stem.startswith(WHOLE_ROUNDS)


ShortenId = Callable[[str], str]
"""Function that shortens a full clause id to the form a Game reports."""


def doctest_session(example: Example, short: ShortenId = str, rulesets: str = "") -> str:
    """Doctest session of an example: prompts with expected output.

    `rulesets` is the folder of its ruleset, for one that does not come with Turnwright.
    """
    lines = [">>> import turnwright"]
    lines += _call_lines(
        "game = turnwright.start",
        (json.dumps(example.ruleset), *_start_arguments(example, rulesets)),
    )
    lines += _claim_lines(example.start, short)
    for line in example.play:
        lines += _input_lines(line, short)
    return "\n".join(lines) + "\n"


def _start_arguments(example: Example, rulesets: str) -> Iterator[str]:
    yield python_literal(example.given)
    for name in ("options", "params", "readings", "mission", "facts", "values"):
        value = getattr(example, name)
        if plain_data(value):
            yield f"{name}={python_literal(value)}"
    if rulesets:
        yield f"rulesets={python_literal(rulesets)}"


def _input_lines(line: Line, short: ShortenId) -> list[str]:
    method, arguments = _method_call(line)
    if line.refused is None:
        return [*_call_lines(f"game = game.{method}", arguments), *_claim_lines(line.then, short)]
    refused = (line.refused,) if isinstance(line.refused, str) else line.refused
    if method != "choose" or not refused or NOTHING in refused:
        # `refuses` takes choices and clause ids only; any other refusal is a traceback.
        return [
            f">>> game.{method}({', '.join(arguments)})  # doctest: +IGNORE_EXCEPTION_DETAIL",
            "Traceback (most recent call last):",
            "turnwright.Refused",
            *_claim_lines(line.then, short),
        ]
    call = f"game.refuses({', '.join(arguments)})"
    asked = [f">>> {python_literal(short(clause))} in {call}\nTrue" for clause in refused]
    return [*asked, *_claim_lines(line.then, short)]


def _method_call(line: Line) -> tuple[str, tuple[str, ...]]:
    """Method of Game for a line of play, and its arguments as Python literals."""
    said = line.input
    if isinstance(said, Declaration):
        return "declare", (
            python_literal(said.fact),
            *_keyword_arguments(said, DECLARATION_FIELDS),
        )
    causes = f"causes=[{', '.join(map(_declaration, said.causes))}]" if said.causes else ""
    caused = (causes,) if causes else ()
    match said:
        case Roll():
            return "roll", (*(str(die) for die in said.dice), *caused)
        case Draw():
            number = () if said.number is None else (str(said.number),)
            return "draw", (python_literal(said.what), *number, *caused)
        case Choice():
            return "choose", (
                python_literal(said.does),
                *_keyword_arguments(said, CHOICE_FIELDS),
                *caused,
            )


def _declaration(cause: Declaration) -> str:
    """Call that makes the declaration of what a line causes."""
    known = tuple(name for name in DECLARATION_FIELDS if name != "card")
    arguments = [python_literal(cause.fact), *_keyword_arguments(cause, known)]
    if cause.card is not None:
        stated = (
            f"{field.name}={value!r}"
            for field in fields(cause.card)
            if (value := getattr(cause.card, field.name)) not in (field.default, {})
        )
        arguments.append(f"card=turnwright.Card({', '.join(stated)})")
    return f"turnwright.Declaration({', '.join(arguments)})"


def _keyword_arguments(said: Choice | Declaration, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = getattr(said, name)
        if name == "units" and len(value) == 1:
            continue  # It is said as `unit`.
        # A number of 0 is said: somebody moves 0 inches.
        if value not in (None, "", ()) and value is not False:
            yield f"{name}={python_literal(value)}"


def _claim_lines(claim: Claim | None, short: ShortenId) -> list[str]:
    if claim is None:
        return []
    return [
        text
        for question, answer in _questions(claim, short)
        for text in (f">>> {question}", answer)
    ]


def _questions(claim: Claim, short: ShortenId) -> Iterator[tuple[str, str]]:
    """Claims as pairs of an expression and its expected output."""
    for name in ATTRIBUTE_CLAIMS:
        value = getattr(claim, name)
        if value is not None:
            yield f"game.{name}", repr(value)
    yield from _membership("game.outcomes", (claim.outcome,) if claim.outcome else (), True)
    for name, claimed in (("may", "may"), ("active", "active"), ("can", "can_only")):
        units = getattr(claim, claimed)
        if units is not None:
            yield f"sorted(game.{name})", repr(sorted(units))
    yield from _membership("game.may", claim.may_not, False)
    for unit, clause in (claim.by or {}).items():
        yield f"{python_literal(short(clause))} in game.why({python_literal(unit)})", "True"
    yield from _membership("game.can", claim.can, True)
    yield from _membership("game.can", claim.cannot, False)
    if claim.only is not None:
        whole = {does: sorted(who) for does, who in sorted(claim.only.items())}
        yield "{does: sorted(who) for does, who in sorted(game.only.items())}", repr(whole)
    for does, units in (claim.targets or {}).items():
        yield f"sorted(game.targets({python_literal(does)}))", repr(sorted(units))
    yield from _events(claim)
    for step, barred in (claim.skipped or {}).items():
        yield f"{python_literal(step)} in game.skipped", "True"
        for unit, clause in barred.items():
            why = f"game.skipped[{python_literal(step)}][{python_literal(unit)}]"
            known = f"game.short(game.with_followers({why}))"
            yield f"{python_literal(short(clause))} in {known}", "True"
    for who, done in (claim.did or {}).items():
        yield f"sorted(game.did({python_literal(who)}))", repr(sorted(done))
    for name in ("ended", "began"):
        yield from _subsequence(f"game.{name}", getattr(claim, name))
    for who, facts in (claim.facts or {}).items():
        yield from _membership(f"game.facts({python_literal(who)})", facts, True)
    for who, facts in (claim.no_facts or {}).items():
        yield from _membership(f"game.facts({python_literal(who)})", facts, False)
    for what, number in (claim.value or {}).items():
        yield f"game.value({python_literal(what)})", repr(number)
    for ability, units in (claim.serves or {}).items():
        yield from _membership(f"game.serves({python_literal(ability)})", units, True)
    for ability, units in (claim.no_serves or {}).items():
        yield from _membership(f"game.serves({python_literal(ability)})", units, False)
    yield from _membership("game.lasts", claim.lasts, True)
    yield from _membership("game.lasts", claim.stopped, False)
    for side, count in (claim.holds or {}).items():
        yield f"game.holds({python_literal(side)})", repr(count)
    for side, odds in (claim.odds or {}).items():
        yield f"str(game.odds({python_literal(side)}))", repr(str(Fraction(odds)))


def _events(claim: Claim) -> Iterator[tuple[str, str]]:
    """Claimed events, one by one; that nothing happened, as an empty tuple."""
    if claim.happened == ():
        yield "game.events", "()"
    denied = ((event, "False") for event in claim.not_happened or ())
    for event, answer in (*((event, "True") for event in claim.happened or ()), *denied):
        kind = KINDS[str(event["event"])].__name__
        conditions = [f"type(e).__name__ == {python_literal(kind)}"]
        conditions += (
            f"e.{name} == {value!r}" for name, value in event.items() if name not in ("event", "by")
        )
        cited = event.get("by", ())
        for clause in cited if isinstance(cited, tuple) else (str(cited),):
            # A clause is cited by its full id, or by what comes after the ruleset's.
            conditions.append(f"any(c.endswith({python_literal(clause)}) for c in e.by)")
        yield f"any({' and '.join(conditions)} for e in game.events)", answer


def _membership(
    where: str, names: tuple[str, ...] | None, answer: bool
) -> Iterator[tuple[str, str]]:
    for name in names or ():
        yield f"{python_literal(name)} in {where}", repr(answer)


def _subsequence(where: str, names: tuple[str, ...] | None) -> Iterator[tuple[str, str]]:
    if names and len(names) == 1:
        yield f"{python_literal(names[0])} in {where}", "True"
    elif names:
        # `in` consumes the iterator, so this holds only in this order.
        yield f"seen = iter({where}); all(step in seen for step in {python_literal(names)})", "True"


def plain_data(value: object) -> object:
    """Plain data of a value: lists, dicts and strings, without defaults."""
    if isinstance(value, Enum):
        return str(value)
    if is_dataclass(value):
        stated = {
            field.name: getattr(value, field.name)
            for field in fields(value)
            if getattr(value, field.name) != field.default
        }
        return {
            name: plain_data(item) for name, item in stated.items() if item not in ({}, (), None)
        }
    if isinstance(value, Mapping):
        units = {name: plain_data(item) for name, item in value.items()}
        bare = value and all(item == Card() for item in value.values())
        return list(units) if bare else units
    if isinstance(value, tuple):
        listed = [plain_data(item) for item in value]
        # A tuple of names becomes a list; a point stays a tuple.
        return listed if all(isinstance(item, str) for item in value) else tuple(listed)
    return value


def python_literal(value: object) -> str:
    """Python literal of a value, with double quotes."""
    value = plain_data(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{python_literal(k)}: {python_literal(v)}" for k, v in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(python_literal, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(python_literal, value)) + ("," * (len(value) == 1)) + ")"
    return f"{value:g}" if isinstance(value, float) else repr(value)


def _call_lines(function: str, arguments: tuple[str, ...]) -> list[str]:
    """Call behind a prompt, broken over several lines when too wide."""
    line = f">>> {function}({', '.join(arguments)})"
    if len(line) <= MAX_LINE_WIDTH:
        return [line]
    return [f">>> {function}(", *(f"...     {argument}," for argument in arguments), "... )"]
