"""Validation of values that are well typed: required and exclusive fields, ranges, formats."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import singledispatch

from turnwright.language.action import Gives, Result, Then
from turnwright.language.chance import Limit, Rank
from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Clause, Document
from turnwright.language.condition import Condition, Level, Share
from turnwright.language.effect import Moment
from turnwright.language.example import Card, Claim, Line
from turnwright.language.fact import ValueMeaning
from turnwright.language.ruleset import Alternative, Gap, Option, Reading, Ruleset
from turnwright.language.step import StepMeaning
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.formats import parse_dice, parse_fraction
from turnwright.load.problem import enumerated, quoted
from turnwright.load.syntax_tree import Loc, Mapping, Sequence, node_at

DICE: dict[type, str] = {
    CheckMeaning: "roll",
    StepMeaning: "ties",
    Gives: "roll",
    ValueMeaning: "add_roll",
    Claim: "dice",
}
"""Fields in dice notation."""

TEXTS: dict[type, tuple[str, ...]] = {
    Ruleset: ("title",),
    Option: ("title",),
    Reading: ("question", "why"),
    Alternative: ("text",),
    Gap: ("text",),
}
"""Required texts, printed as lines of their own."""

LINKS: dict[type, str] = {Ruleset: "official", Document: "link"}
"""Fields with web addresses."""

MAY_BE_EMPTY = ("may", "active", "ended", "began")
"""Claims that may be empty lists: they claim that there is none."""


def validate(diagnostics: Diagnostics, value: object, loc: Loc) -> None:
    """Validate one value, without its children, and add diagnostics."""
    if diagnostics.has_removed(loc):
        return  # An invalid child was removed, and is reported already.
    if field := DICE.get(type(value)):
        _check_dice(diagnostics, getattr(value, field), (*loc, field))
    for field in TEXTS.get(type(value), ()):
        _check_text(diagnostics, getattr(value, field), (*loc, field))
    if field := LINKS.get(type(value)):
        _check_link(diagnostics, getattr(value, field), (*loc, field))
    _validate(value, diagnostics, loc)
    node = node_at(diagnostics.root, loc)
    of_nothing = MAY_BE_EMPTY if isinstance(value, Claim) else ()
    for key, inner in node.values.items() if isinstance(node, Mapping) else ():
        is_empty = isinstance(inner, Sequence) and not inner.items and not inner.removed
        if is_empty and key not in of_nothing:
            diagnostics.note((*loc, key), "This list is empty.", "Fill it, or leave the key out.")


@singledispatch
def _validate(value: object, diagnostics: Diagnostics, loc: Loc) -> None:
    """Validate by type; most types have nothing to validate."""


@_validate.register
def _(clause: Clause, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_text(diagnostics, clause.text, (*loc, "text"))
    present = [word for word in ("means", "follows", "advice") if diagnostics.has((*loc, word))]
    if not present and not clause.removes:
        diagnostics.note(
            loc,
            f"{quoted(clause.id)} has no meaning.",
            "Say what it `means`, what it `follows` from, or why it is only `advice`.",
        )
    if len(present) > 1:
        diagnostics.note(
            (*loc, present[1]),
            f"A clause has only one of {enumerated(present, 'and')}.",
            "What has a meaning does not merely follow or advise.",
            key=True,
        )
    if clause.equivalent and "means" not in present:
        diagnostics.note(
            (*loc, "equivalent"), "Only a clause that `means` something is equivalent.", key=True
        )
    meaning = node_at(diagnostics.root, (*loc, "means"))
    if (
        "means" in present
        and isinstance(meaning, Mapping)
        and not (meaning.values or meaning.removed)
    ):
        diagnostics.note((*loc, "means"), "This meaning is empty.")
    elif "means" in present and isinstance(meaning, Mapping) and meaning.values.keys() == {"when"}:
        diagnostics.note((*loc, "means"), "This says when, but not what.")


@_validate.register
def _(meaning: StepMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    owner = meaning.each_ability
    if owner not in (None, "unit", "mission"):
        diagnostics.note(
            (*loc, "each_ability"),
            f"Abilities are those of the `unit` or of the `mission`, not of {quoted(owner)}.",
        )
    rolled = parse_dice(meaning.ties or "")
    if rolled and rolled[0] > 1:
        diagnostics.note((*loc, "ties"), f"Each side rolls one die, not {rolled[0]}.")


@_validate.register
def _(limit: Limit, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, limit.times, 1, (*loc, "times"))


@_validate.register
def _(condition: Condition, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [field.name for field in fields(condition) if diagnostics.has((*loc, field.name))]
    if not present:
        diagnostics.note(loc, "This condition says nothing.")
    if len(present) > 1:
        diagnostics.note(
            (*loc, present[1]),
            f"A condition says one thing, not {enumerated(present, 'and')}.",
            "Join several with `all_of` or `any_of`.",
            key=True,
        )


@_validate.register
def _(moment: Moment, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [field.name for field in fields(moment) if diagnostics.has((*loc, field.name))]
    if len(present) != 1:
        diagnostics.note(loc, "A moment is exactly one of `start`, `end` and `during`.")


@_validate.register
def _(rank: Rank, diagnostics: Diagnostics, loc: Loc) -> None:
    if bool(rank.value) == bool(rank.fact):
        diagnostics.note(loc, "Units are ranked by either a `value` or a `fact`.")


@_validate.register
def _(level: Level, diagnostics: Diagnostics, loc: Loc) -> None:
    if level.at_least is None and level.at_most is None:
        diagnostics.note(loc, "A level needs `at_least` or `at_most`.")
    elif level.at_least is not None and level.at_most is not None:
        _check_range(diagnostics, level.at_least, level.at_most, loc)


@_validate.register
def _(result: Result, diagnostics: Diagnostics, loc: Loc) -> None:
    if result.then is Then.END and not result.step:
        diagnostics.note(loc, "Say in `step` which step ends.")
    elif result.then is not Then.END and result.step:
        diagnostics.note((*loc, "step"), "Only `then: end` names a step.", key=True)


@_validate.register
def _(gives: Gives, diagnostics: Diagnostics, loc: Loc) -> None:
    if not gives.amount and not gives.roll:
        diagnostics.note(loc, "Say in `amount` or `roll` by how much the value changes.")


@_validate.register
def _(share: Share, diagnostics: Diagnostics, loc: Loc) -> None:
    if parse_fraction(share.at_least) is None:
        diagnostics.note(
            (*loc, "at_least"),
            f"{quoted(share.at_least)} is not a fraction of at most 1.",
            "Write it as 1/2.",
        )


@_validate.register
def _(card: Card, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, card.models, 1, (*loc, "models"))
    _check_minimum(diagnostics, card.base, 0, (*loc, "base"))


@_validate.register
def _(line: Line, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, line.models, 1, (*loc, "models"))
    _check_minimum(diagnostics, line.inches, 0, (*loc, "inches"))


@_validate.register
def _(claim: Claim, diagnostics: Diagnostics, loc: Loc) -> None:
    if not any(diagnostics.has((*loc, field.name)) for field in fields(claim)):
        diagnostics.note(loc, "This claim says nothing.")
    for side, chance in (claim.odds or {}).items():
        if parse_fraction(chance) is None:
            diagnostics.note(
                (*loc, "odds", side),
                f"{quoted(chance)} is not a fraction of at most 1.",
                "Write it as 1/2.",
            )


def _check_range(diagnostics: Diagnostics, low: int, high: int, loc: Loc) -> None:
    """Diagnostic for an empty range."""
    if low > high:
        diagnostics.note(loc, f"No number is {low} or more and {high} or less.")


def _check_minimum(diagnostics: Diagnostics, number: float | None, least: int, loc: Loc) -> None:
    """Diagnostic for a number below its minimum."""
    if number is not None and number < least:
        diagnostics.note(loc, f"This is at least {least}, not {number:g}.")


def _check_dice(diagnostics: Diagnostics, notation: str | None, loc: Loc) -> None:
    """Diagnostic for malformed dice notation."""
    if notation and not parse_dice(notation):
        diagnostics.note(
            loc,
            f"{quoted(notation)} does not say how many dice of how many faces.",
            "Write it as 2d6, and one die as 1d6.",
        )


def _check_link(diagnostics: Diagnostics, link: str, loc: Loc) -> None:
    """Diagnostic for a link that is no web address; schemes like `javascript:` are unsafe."""
    if link and not re.fullmatch(r"https?://[^\s/]\S*", link):
        message = f"{quoted(link)} is not an address in the web."
        diagnostics.note(loc, message, "It begins with `https://` and has no spaces.")


def _check_text(diagnostics: Diagnostics, text: str, loc: Loc) -> None:
    """Diagnostic for an empty text."""
    if not text.strip():
        diagnostics.note(loc, "This text is empty.")
