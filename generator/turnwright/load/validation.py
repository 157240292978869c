"""Validation of values that are well typed: required and exclusive fields, ranges, formats."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import singledispatch

from turnwright.language.action import Result, Then
from turnwright.language.change import Change, Moment
from turnwright.language.check import CheckMeaning, Dice
from turnwright.language.clause import Clause, Document, Source
from turnwright.language.condition import (
    Bounds,
    Condition,
    Count,
    Did,
    Level,
    Limits,
    Sum,
    Within,
)
from turnwright.language.container import ContainerMeaning, Contents
from turnwright.language.effect import Ability, Effect, EffectMeaning
from turnwright.language.eligibility import Limit, Rank
from turnwright.language.example import Card, Cause, Claim, Line
from turnwright.language.fact import FactMeaning
from turnwright.language.ruleset import Ruleset, Status
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import OrderKey
from turnwright.load.document import Diagnostics, Loc, Mapping, Sequence, node_at
from turnwright.load.formats import dice_error, lines_error, parse_fraction
from turnwright.load.problem import enumerated, quoted

DICE: dict[type, str] = {
    CheckMeaning: "roll",
    OrderKey: "roll",
    Sum: "roll",
    Claim: "dice",
}
"""Fields in dice notation."""

LINKS: dict[type, str] = {Ruleset: "official", Document: "link"}
"""Fields with web addresses."""

MAY_BE_EMPTY = ("may", "active", "ended", "began", "happened", "can_only")
"""Claims that may be empty lists: they claim that there is none."""


def validate(diagnostics: Diagnostics, value: object, loc: Loc) -> None:
    """Validate one value, without its children, and add diagnostics."""
    if diagnostics.has_removed(loc):
        return  # An invalid child was removed, and is reported already.
    if field := DICE.get(type(value)):
        _check_dice(diagnostics, getattr(value, field), (*loc, field))
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
    if clause.assumed and clause.inferred:
        diagnostics.note(
            (*loc, "assumed"),
            "A clause is `inferred` or `assumed`, not both.",
            "A source implies what is `inferred`; for what is `assumed` the source is not at hand.",
            key=True,
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
def _(ruleset: Ruleset, diagnostics: Diagnostics, loc: Loc) -> None:
    if ruleset.status is Status.SKETCH and not ruleset.checked.strip():
        diagnostics.note(
            (*loc, "status"),
            "A sketch says in `checked` where it was looked up, and how sure that is.",
            key=True,
        )


@_validate.register
def _(meaning: StepMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    owner = meaning.each_ability
    if owner not in (None, "unit", "mission"):
        diagnostics.note(
            (*loc, "each_ability"),
            f"Abilities are those of the `unit` or of the `mission`, not of {quoted(owner)}.",
        )
    if meaning.counts_as is not None and meaning.when is not None:
        message = "`when` means nothing beside `counts_as`: it counts as the same at all times."
        diagnostics.note((*loc, "when"), message, key=True)
    for word in ("sets", "ends", "changes"):
        change: Change | None = getattr(meaning, word)
        if change is not None and not diagnostics.has_removed((*loc, word)):
            _check_change(word, change, diagnostics, (*loc, word))


def _check_change(word: str, change: Change, diagnostics: Diagnostics, loc: Loc) -> None:
    """Diagnostics for what a change must or cannot say under this word."""
    wanted = "value" if word == "changes" else "fact"
    idle = ("fact", "towards") if word == "changes" else ("value", "to", "times")
    fields_here = [
        field
        for field in (*idle, *(("until",) if word == "ends" else ()))
        if diagnostics.has((*loc, field))
    ]
    for field in fields_here:
        message = f"`{field}` means nothing under `{word}`."
        hint = {
            "fact": "A fact is changed with `sets` or `ends`.",
            "value": "A value is changed with `changes`.",
            "until": "A fact that has ended stays so until something sets it.",
        }.get(field, "")
        diagnostics.note((*loc, field), message, hint, key=True)
    if not getattr(change, wanted) and not fields_here:
        diagnostics.note(loc, f"`{word}` needs a `{wanted}`.")
    if word == "changes":
        _check_amount_of_change(change, diagnostics, loc)


def _check_amount_of_change(change: Change, diagnostics: Diagnostics, loc: Loc) -> None:
    """Diagnostic for a change of a value without an amount, or with two."""
    if change.by is None and change.to is None:
        diagnostics.note(loc, "Say in `by` how much the value changes, or in `to` what it becomes.")
    elif change.by is not None and change.to is not None:
        diagnostics.note((*loc, "to"), "A value changes either `by` or `to` an amount.", key=True)
    elif change.by == 0:
        diagnostics.note((*loc, "by"), "A change by 0 changes nothing.")


@_validate.register
def _(limit: Limit, diagnostics: Diagnostics, loc: Loc) -> None:
    if isinstance(limit.times, int):
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
    if condition.risky is False:
        diagnostics.note((*loc, "risky"), "Write `none_of: [{risky: true}]` for what is not risky.")


@_validate.register
def _(amount: Sum, diagnostics: Diagnostics, loc: Loc) -> None:
    begins = (
        *("number", "value", "count", "roll", "outcome"),
        *("total", "profile", "models", "lost_models"),
    )
    present = [word for word in begins if diagnostics.has((*loc, word))]
    if not present:
        diagnostics.note(loc, f"An amount begins with one of {enumerated(begins, 'or')}.")
    if len(present) > 1:
        diagnostics.note(
            (*loc, present[1]),
            f"An amount begins with one thing, not {enumerated(present, 'and')}.",
            "Add one to the other with `plus`.",
            key=True,
        )
    for word in ("of", "take"):
        if diagnostics.has((*loc, word)) and "value" not in present:
            message = f"`{word}` means something only beside `value`."
            diagnostics.note((*loc, word), message, key=True)
    if diagnostics.has((*loc, "take")) and not diagnostics.has((*loc, "of")):
        message = "`take` means something only beside `of`: one has nothing to choose from."
        diagnostics.note((*loc, "take"), message, key=True)
    if diagnostics.has((*loc, "rounded")) and amount.per is None:
        message = "`rounded` means something only beside `per`."
        diagnostics.note((*loc, "rounded"), message, key=True)
    if isinstance(amount.per, int):
        _check_minimum(diagnostics, amount.per, 1, (*loc, "per"))
    if amount.total is False:
        diagnostics.note((*loc, "total"), "The total of a check is written as `total: true`.")
    _check_ends(diagnostics, amount.at_least, amount.at_most, loc)


@_validate.register
def _(limits: Limits, diagnostics: Diagnostics, loc: Loc) -> None:
    if limits.at_least is None and limits.at_most is None:
        diagnostics.note(loc, "Bounds need `at_least` or `at_most`.")
    _check_ends(diagnostics, limits.at_least, limits.at_most, loc)


@_validate.register
def _(moment: Moment, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [word for word in ("start", "end", "during") if diagnostics.has((*loc, word))]
    if len(present) != 1:
        diagnostics.note(loc, "A moment is exactly one of `start`, `end` and `during`.")
    elif moment.during:
        for word in ("which", "whose"):
            if diagnostics.has((*loc, word)):
                message = f"`{word}` means nothing beside `during`."
                diagnostics.note((*loc, word), message, key=True)


@_validate.register
def _(order: OrderKey, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [w for w in ("roll", "amount", "fact", "was", "as_in") if diagnostics.has((*loc, w))]
    if not present:
        diagnostics.note(
            loc, "Sides are put in order by one of `roll`, `amount`, `fact`, `was` and `as_in`."
        )
    if len(present) > 1 and present != ["roll", "amount"]:
        diagnostics.note(
            (*loc, present[1]),
            f"Sides are put in order by one thing, not {enumerated(present, 'and')}.",
            "What decides between equal sides goes into `ties`.",
            key=True,
        )
    if present and diagnostics.has((*loc, "lowest")) and not {"roll", "amount"} & {*present}:
        message = "`lowest` means something only beside `roll` or `amount`."
        diagnostics.note((*loc, "lowest"), message, key=True)
    if diagnostics.has((*loc, "of")) and order.was is None:
        message = "`of` means something only beside `was`."
        diagnostics.note((*loc, "of"), message, key=True)


@_validate.register
def _(rank: Rank, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [word for word in ("value", "fact", "acted") if diagnostics.has((*loc, word))]
    if not present:
        diagnostics.note(loc, "Units are ranked by one of `value`, `fact` and `acted`.")
    if len(present) > 1:
        diagnostics.note(
            (*loc, present[1]),
            f"Units are ranked by one thing, not {enumerated(present, 'and')}.",
            "What decides between equal units is a further clause with `rank`.",
            key=True,
        )
    if present == ["acted"] and not rank.acted:
        diagnostics.note((*loc, "acted"), "That they acted last is written as `acted: true`.")


@_validate.register
def _(level: Level, diagnostics: Diagnostics, loc: Loc) -> None:
    if not any(diagnostics.has((*loc, field.name)) for field in fields(Bounds)):
        diagnostics.note(loc, "A level needs `at_least`, `at_most`, `above` or `below`.")
    _check_bounds(diagnostics, level, loc)


@_validate.register
def _(count: Count, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_bounds(diagnostics, count, loc)
    if not count.share:
        return
    if parse_fraction(count.share) is None:
        diagnostics.note(
            (*loc, "share"),
            f"{quoted(count.share)} is not a fraction of at most 1.",
            "Write it as 1/2.",
        )
    if count.that is None:
        message = "`share` means something only beside `that`: all of them are all of them."
        diagnostics.note((*loc, "share"), message, key=True)


@_validate.register
def _(did: Did, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, did.times, 0, (*loc, "times"))


@_validate.register
def _(within: Within, diagnostics: Diagnostics, loc: Loc) -> None:
    if isinstance(within.inches, int):
        _check_minimum(diagnostics, within.inches, 0, (*loc, "inches"))


@_validate.register
def _(meaning: FactMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, meaning.within, 0, (*loc, "within"))


@_validate.register
def _(source: Source, diagnostics: Diagnostics, loc: Loc) -> None:
    if not diagnostics.has((*loc, "lines")):
        return  # Inherited from the part, and validated there.
    if fault := lines_error(source.lines):
        diagnostics.note((*loc, "lines"), *fault)


@_validate.register
def _(dice: Dice, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, dice.faces, 2, (*loc, "faces"))
    if isinstance(dice.count, int):
        _check_minimum(diagnostics, dice.count, 1, (*loc, "count"))


@_validate.register
def _(result: Result, diagnostics: Diagnostics, loc: Loc) -> None:
    names_step = result.then in (Then.END, Then.HAND_OVER)
    if result.then is Then.END and not result.step:
        diagnostics.note(loc, "Say in `step` which step ends.")
    elif result.then is Then.HAND_OVER and not result.step:
        diagnostics.note(loc, "Say in `step` which step's next chance is handed over.")
    elif result.step and not names_step:
        message = "Only `then: end` and `then: hand_over` name a step."
        diagnostics.note((*loc, "step"), message, key=True)
    _check_minimum(diagnostics, result.at_least, 1, (*loc, "at_least"))
    _check_minimum(diagnostics, result.at_most, 0, (*loc, "at_most"))
    if diagnostics.has((*loc, "at_least")) and result.at_least >= 1:
        _check_ends(diagnostics, result.at_least, result.at_most, loc)


@_validate.register
def _(contents: Contents, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [word for word in ("of", "named", "low", "high") if diagnostics.has((*loc, word))]
    if not present:
        diagnostics.note(
            loc,
            "Say in `of` whose markers they are, in `named` what they are called, or number them.",
        )
    elif "of" in present and len(present) > 1:
        diagnostics.note(
            (*loc, present[1]),
            f"One clause does not put in {enumerated(present, 'and')} together.",
            "Put the others in with a further clause.",
            key=True,
        )
    elif ("low" in present) != ("high" in present):
        given = "low" if "low" in present else "high"
        other = "high" if given == "low" else "low"
        diagnostics.note((*loc, given), f"`{given}` needs `{other}` as well.", key=True)
    elif contents.low is not None and contents.high is not None:
        _check_range(diagnostics, contents.low, contents.high, loc)
    if isinstance(contents.count, int):
        _check_minimum(diagnostics, contents.count, 1, (*loc, "count"))
    for position, name in enumerate(contents.named):
        if name in contents.named[:position]:
            diagnostics.note((*loc, "named", position), f"{quoted(name)} is listed twice.")


@_validate.register
def _(meaning: ContainerMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    for word in ("fills", "empties"):
        moment: Moment | None = getattr(meaning, word)
        if moment is not None and moment.during:
            message = "This happens at the `start` or the `end` of a step, not `during` one."
            diagnostics.note((*loc, word, "during"), message, key=True)
        for field in ("which", "whose"):
            if diagnostics.has((*loc, word, field)):
                message = f"`{field}` means nothing in `{word}`: it happens every time."
                diagnostics.note((*loc, word, field), message, key=True)


@_validate.register
def _(ability: Ability, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, ability.times, 1, (*loc, "times"))
    if ability.target_needs is not None and ability.target is None:
        message = "`target_needs` means something only beside `target`."
        diagnostics.note((*loc, "target_needs"), message, key=True)
    if ability.effect is not None and ability.effect.begins and not ability.opens:
        message = "`begins` means something only where the ability `opens` a step."
        diagnostics.note((*loc, "effect", "begins"), message, key=True)


@_validate.register
def _(meaning: EffectMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    if meaning.reads_as is not None and meaning.when is not None:
        message = "`when` means nothing beside `reads_as`: a name means the same step at all times."
        diagnostics.note((*loc, "when"), message, key=True)


@_validate.register
def _(effect: Effect, diagnostics: Diagnostics, loc: Loc) -> None:
    present = [word for word in ("changes", "during", "serves") if diagnostics.has((*loc, word))]
    if not present and not diagnostics.has((*loc, "until")):
        diagnostics.note(loc, "This effect does nothing.")
    elif effect.changes is None and not effect.during and effect.serves is None:
        diagnostics.note(
            loc,
            "This effect does nothing while it lasts.",
            "Say in `changes` which value is different, or in `during` when it serves.",
        )
    if effect.changes is None:
        return
    if effect.during:
        diagnostics.note(
            (*loc, "during"),
            "`during` means nothing beside `changes`: a value is different until the effect ends.",
            "Say in `until` when that is.",
            key=True,
        )
    change = effect.changes
    if change.fact or change.to is not None or not change.value:
        diagnostics.note((*loc, "changes"), "An effect changes a `value`, `by` a number.", key=True)
    elif change.by is None:
        diagnostics.note((*loc, "changes"), "Say in `by` how much the value changes.", key=True)
    elif not isinstance(change.by, int):
        diagnostics.note((*loc, "changes", "by"), "An effect changes a value by a plain number.")
    for field in ("until", "at", "outcome", "of", "towards"):
        if diagnostics.has((*loc, "changes", field)):
            message = f"`{field}` means nothing in the `changes` of an effect."
            hint = {
                "until": "It goes beside `changes`: what ends the effect ends the change.",
                "of": "An effect changes the value of the ability's `target`, or of its bearer.",
            }.get(field, "")
            diagnostics.note((*loc, "changes", field), message, hint, key=True)


@_validate.register
def _(card: Card, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, card.models, 1, (*loc, "models"))
    _check_minimum(diagnostics, card.base, 0, (*loc, "base"))
    if card.places and card.at is not None:
        message = "A unit stands `at` one place, or each of its models in `places`."
        diagnostics.note((*loc, "places"), message, "Leave one of the two out.", key=True)
    elif card.places and len(card.places) != card.models:
        places = f"{len(card.places)} place" + "s" * (len(card.places) > 1)
        models = f"{card.models} model" + "s" * (card.models > 1)
        message = f"Here are {places}, and the unit has {models}."
        diagnostics.note((*loc, "places"), message, "Give one place for each model.", key=True)


@_validate.register
def _(line: Line, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, line.models, 1, (*loc, "models"))
    _check_minimum(diagnostics, line.inches, 0, (*loc, "inches"))
    _check_words_beside(diagnostics, loc, "draw", ("number",))
    _check_words_beside(diagnostics, loc, "does", _CHOICE)
    if diagnostics.has((*loc, "places")):
        for word in ("to", "path", "inches"):
            if diagnostics.has((*loc, word)):
                message = f"`{word}` means nothing beside `places`."
                hint = "By which points each model goes is said with `paths`."
                diagnostics.note((*loc, word), message, hint, key=True)
        if line.paths and len(line.paths) != len(line.places):
            numbers = f"{len(line.paths)} and {len(line.places)}"
            message = f"Paths and places are not of as many models: {numbers}."
            hint = "Give each model its points, and `[]` to one that goes straight."
            diagnostics.note((*loc, "paths"), message, hint, key=True)
        if not (diagnostics.has((*loc, "does")) or diagnostics.has((*loc, "declare"))):
            message = "`places` means something only beside `does` or `declare`."
            diagnostics.note((*loc, "places"), message, key=True)
    elif diagnostics.has((*loc, "paths")):
        message = "`paths` means something only beside `places`."
        diagnostics.note((*loc, "paths"), message, key=True)
    _check_words_beside(diagnostics, loc, "declare", ("models", "value", "ends", "card"))


_CHOICE = ("units", "target", "using", "to", "path", "inches", "paths", "first")


@_validate.register
def _(cause: Cause, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_minimum(diagnostics, cause.models, 1, (*loc, "models"))


def _check_words_beside(
    diagnostics: Diagnostics, loc: Loc, needed: str, words: tuple[str, ...]
) -> None:
    """Diagnostics for words of a line that mean something only beside another word."""
    if not diagnostics.has((*loc, needed)):
        for word in words:
            if diagnostics.has((*loc, word)):
                message = f"`{word}` means something only beside `{needed}`."
                diagnostics.note((*loc, word), message, key=True)


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


def _check_ends(diagnostics: Diagnostics, low: object, high: object, loc: Loc) -> None:
    """Diagnostic for an empty range, where both ends are plain numbers."""
    if isinstance(low, int) and isinstance(high, int):
        _check_range(diagnostics, low, high, loc)


def _check_bounds(diagnostics: Diagnostics, bounds: Bounds, loc: Loc) -> None:
    """Diagnostics for bounds that no number meets, where they are plain numbers."""
    low, low_word = _end(bounds, "at_least", "above", highest=True)
    high, high_word = _end(bounds, "at_most", "below", highest=False)
    if low is None or high is None:
        return
    room = 0 + (low_word == "above") + (high_word == "below")
    if high - low < room:
        first = f"{low} or more" if low_word == "at_least" else f"above {low}"
        second = f"{high} or less" if high_word == "at_most" else f"below {high}"
        diagnostics.note(loc, f"No number is {first} and {second}.")


def _end(bounds: Bounds, plain: str, strict: str, *, highest: bool) -> tuple[int | None, str]:
    """The narrower of two ends of bounds, where they are plain numbers, with its word."""
    known = [
        (number, word)
        for word in (plain, strict)
        if isinstance(number := getattr(bounds, word), int)
    ]
    if not known:
        return None, ""
    return max(known, key=lambda it: it[0]) if highest else min(known, key=lambda it: it[0])


def _check_minimum(diagnostics: Diagnostics, number: float | None, least: int, loc: Loc) -> None:
    """Diagnostic for a number below its minimum."""
    if number is not None and number < least:
        diagnostics.note(loc, f"This is at least {least}, not {number:g}.")


def _check_dice(diagnostics: Diagnostics, notation: object, loc: Loc) -> None:
    """Diagnostic for malformed dice notation."""
    if isinstance(notation, str) and notation and (fault := dice_error(notation)):
        diagnostics.note(loc, *fault)


def _check_link(diagnostics: Diagnostics, link: str, loc: Loc) -> None:
    """Diagnostic for a link that is no web address; schemes like `javascript:` are unsafe."""
    if link and not re.fullmatch(r"https?://[^\s/]\S*", link):
        message = f"{quoted(link)} is not an address in the web."
        diagnostics.note(loc, message, "It begins with `https://` and has no spaces.")
