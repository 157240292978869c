"""Values that are well formed and yet make no sense: each says one thing, and says it fully."""

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
from turnwright.load.problem import in_a_row, quoted
from turnwright.load.report import Report
from turnwright.load.spelling import dice, fraction
from turnwright.load.tree import Loc, Mapping, Sequence, at

DICE: dict[type, str] = {
    CheckMeaning: "roll",
    StepMeaning: "ties",
    Gives: "roll",
    ValueMeaning: "add_roll",
    Claim: "dice",
}
"""Fields that hold dice."""

TEXTS: dict[type, tuple[str, ...]] = {
    Ruleset: ("title",),
    Option: ("title",),
    Reading: ("question", "why"),
    Alternative: ("text",),
    Gap: ("text",),
}
"""Texts that are printed as a line of their own."""

LINKS: dict[type, str] = {Ruleset: "official", Document: "link"}
"""Fields that people can follow to the web."""

OF_NOTHING = ("may", "active", "ended", "began")
"""Claims that say something when they are empty: that there is none."""


def check_sense(report: Report, value: object, loc: Loc) -> None:
    """Note what makes no sense in this one value, leaving out what is inside it."""
    if report.lost(loc):
        return  # What is missing may have been mistaken, and that was told.
    if field := DICE.get(type(value)):
        _check_dice(report, getattr(value, field), (*loc, field))
    for field in TEXTS.get(type(value), ()):
        _check_text(report, getattr(value, field), (*loc, field))
    if field := LINKS.get(type(value)):
        _check_link(report, getattr(value, field), (*loc, field))
    _makes_sense(value, report, loc)
    node = at(report.root, loc)
    of_nothing = OF_NOTHING if isinstance(value, Claim) else ()
    for key, inner in node.values.items() if isinstance(node, Mapping) else ():
        is_empty = isinstance(inner, Sequence) and not inner.items and not inner.lost
        if is_empty and key not in of_nothing:
            report.note((*loc, key), "This list is empty.", "Fill it, or leave the key out.")


@singledispatch
def _makes_sense(value: object, report: Report, loc: Loc) -> None:
    """Nothing to say about most values."""


@_makes_sense.register
def _(clause: Clause, report: Report, loc: Loc) -> None:
    _check_text(report, clause.text, (*loc, "text"))
    said = [word for word in ("means", "follows", "advice") if report.has((*loc, word))]
    if not said and not clause.removes:
        report.note(
            loc,
            f"{quoted(clause.id)} has no meaning.",
            "Say what it `means`, what it `follows` from, or why it is only `advice`.",
        )
    if len(said) > 1:
        report.note(
            (*loc, said[1]),
            f"A clause has only one of {in_a_row(said, 'and')}.",
            "What has a meaning does not merely follow or advise.",
            key=True,
        )
    if clause.equivalent and "means" not in said:
        report.note(
            (*loc, "equivalent"), "Only a clause that `means` something is equivalent.", key=True
        )
    meaning = at(report.root, (*loc, "means"))
    if "means" in said and isinstance(meaning, Mapping) and not (meaning.values or meaning.lost):
        report.note((*loc, "means"), "This meaning is empty.")
    elif "means" in said and isinstance(meaning, Mapping) and meaning.values.keys() == {"when"}:
        report.note((*loc, "means"), "This says when, but not what.")


@_makes_sense.register
def _(meaning: StepMeaning, report: Report, loc: Loc) -> None:
    whose = meaning.each_ability
    if whose not in (None, "unit", "mission"):
        report.note(
            (*loc, "each_ability"),
            f"Abilities are those of the `unit` or of the `mission`, not of {quoted(whose)}.",
        )
    rolled = dice(meaning.ties or "")
    if rolled and rolled[0] > 1:
        report.note((*loc, "ties"), f"Each side rolls one die, not {rolled[0]}.")


@_makes_sense.register
def _(limit: Limit, report: Report, loc: Loc) -> None:
    _check_least(report, limit.times, 1, (*loc, "times"))


@_makes_sense.register
def _(condition: Condition, report: Report, loc: Loc) -> None:
    said = [field.name for field in fields(condition) if report.has((*loc, field.name))]
    if not said:
        report.note(loc, "This condition says nothing.")
    if len(said) > 1:
        report.note(
            (*loc, said[1]),
            f"A condition says one thing, not {in_a_row(said, 'and')}.",
            "Join several with `all_of` or `any_of`.",
            key=True,
        )


@_makes_sense.register
def _(moment: Moment, report: Report, loc: Loc) -> None:
    said = [field.name for field in fields(moment) if report.has((*loc, field.name))]
    if len(said) != 1:
        report.note(loc, "A moment is exactly one of `start`, `end` and `during`.")


@_makes_sense.register
def _(rank: Rank, report: Report, loc: Loc) -> None:
    if bool(rank.value) == bool(rank.fact):
        report.note(loc, "Units are ranked by either a `value` or a `fact`.")


@_makes_sense.register
def _(level: Level, report: Report, loc: Loc) -> None:
    if level.at_least is None and level.at_most is None:
        report.note(loc, "A level needs `at_least` or `at_most`.")
    elif level.at_least is not None and level.at_most is not None:
        _check_range(report, level.at_least, level.at_most, loc)


@_makes_sense.register
def _(result: Result, report: Report, loc: Loc) -> None:
    if result.then is Then.END and not result.step:
        report.note(loc, "Say in `step` which step ends.")
    elif result.then is not Then.END and result.step:
        report.note((*loc, "step"), "Only `then: end` names a step.", key=True)


@_makes_sense.register
def _(gives: Gives, report: Report, loc: Loc) -> None:
    if not gives.amount and not gives.roll:
        report.note(loc, "Say in `amount` or `roll` by how much the value changes.")


@_makes_sense.register
def _(share: Share, report: Report, loc: Loc) -> None:
    if fraction(share.at_least) is None:
        report.note(
            (*loc, "at_least"),
            f"{quoted(share.at_least)} is not a fraction of at most 1.",
            "Write it as 1/2.",
        )


@_makes_sense.register
def _(card: Card, report: Report, loc: Loc) -> None:
    _check_least(report, card.models, 1, (*loc, "models"))
    _check_least(report, card.base, 0, (*loc, "base"))


@_makes_sense.register
def _(line: Line, report: Report, loc: Loc) -> None:
    _check_least(report, line.models, 1, (*loc, "models"))
    _check_least(report, line.inches, 0, (*loc, "inches"))


@_makes_sense.register
def _(claim: Claim, report: Report, loc: Loc) -> None:
    if not any(report.has((*loc, field.name)) for field in fields(claim)):
        report.note(loc, "This claim says nothing.")
    for side, chance in (claim.odds or {}).items():
        if fraction(chance) is None:
            report.note(
                (*loc, "odds", side),
                f"{quoted(chance)} is not a fraction of at most 1.",
                "Write it as 1/2.",
            )


def _check_range(report: Report, low: int, high: int, loc: Loc) -> None:
    """Note a range without numbers."""
    if low > high:
        report.note(loc, f"No number is {low} or more and {high} or less.")


def _check_least(report: Report, number: float | None, least: int, loc: Loc) -> None:
    """Note a number that is too small to mean anything."""
    if number is not None and number < least:
        report.note(loc, f"This is at least {least}, not {number:g}.")


def _check_dice(report: Report, notation: str | None, loc: Loc) -> None:
    """Note what does not name dice."""
    if notation and not dice(notation):
        report.note(
            loc,
            f"{quoted(notation)} does not say how many dice of how many faces.",
            "Write it as 2d6, and one die as 1d6.",
        )


def _check_link(report: Report, link: str, loc: Loc) -> None:
    """Note what is no address in the web; others could do anything when somebody follows them."""
    if link and not re.fullmatch(r"https?://[^\s/]\S*", link):
        message = f"{quoted(link)} is not an address in the web."
        report.note(loc, message, "It begins with `https://` and has no spaces.")


def _check_text(report: Report, text: str, loc: Loc) -> None:
    """Note a text without words."""
    if not text.strip():
        report.note(loc, "This text is empty.")
