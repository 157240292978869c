"""Validation of values that are well typed: what their fields declare, and a few checks by hand."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, fields
from functools import singledispatch
from typing import Any

from turnwright.language.action import Chooses, Result, Then
from turnwright.language.book import Table
from turnwright.language.change import Change, Moment
from turnwright.language.clause import Clause
from turnwright.language.condition import Bounds, Condition, Count, Level, Limits, Sum
from turnwright.language.container import ContainerMeaning, Contents, Refill
from turnwright.language.effect import Ability, Effect, EffectMeaning
from turnwright.language.eligibility import Models, Rank
from turnwright.language.example import Claim
from turnwright.language.field import FieldRule, Form, plain_key, rules_of
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset, Status
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import OrderKey
from turnwright.load.example_syntax import WrittenLine
from turnwright.load.problem import enumerated, quoted
from turnwright.load.scalars import dice_error, lines_error, parse_fraction
from turnwright.load.syntax_tree import Diagnostics, Loc, Mapping, Sequence, node_at


@dataclass(frozen=True)
class _OneOf:
    """What is said where none, or several, of the fields are there of which one is needed."""

    none: str
    several: str = ""
    hint: str = ""


_ONE_OF: MappingType[type, _OneOf] = {
    Condition: _OneOf(
        "This condition says nothing.",
        "A condition says one thing, not {}.",
        "Join several with `all_of` or `any_of`.",
    ),
    Sum: _OneOf(
        "An amount begins with one of {}.",
        "An amount begins with one thing, not {}.",
        "Add one to the other with `plus`.",
    ),
    OrderKey: _OneOf(
        "Sides are put in order by one of `roll`, `amount`, `fact`, `was` and `as_in`.",
        "Sides are put in order by one thing, not {}.",
        "What decides between equal sides goes into `ties`.",
    ),
    Rank: _OneOf(
        "Units are ranked by one of `value` and `fact`.",
        "Units are ranked by one thing, not {}.",
        "What decides between equal units is a further clause with `rank`.",
    ),
    Moment: _OneOf("A moment is exactly one of `start`, `end` and `during`."),
    Models: _OneOf("Which models do this is said by {}."),
    Limits: _OneOf("Bounds need `at_least` or `at_most`."),
    Claim: _OneOf("This claim says nothing."),
    Table: _OneOf("A table is exactly one of `check` and `attack`."),
    WrittenLine: _OneOf(
        "This line needs one of {}.",
        "A line is one input, not {}.",
        "Put each on a line of its own.",
    ),
}

MOST_NUMBERS = 1000
"""Limit of the numbers that one clause puts into a container: each is a marker of its own."""

_NEVER_FALSE: MappingType[tuple[type, str], str] = {
    (Condition, "risky"): "Write `not: {risky: true}` for what is not risky.",
    (Sum, "total"): "The total of a check is written as `total: true`.",
    (Sum, "acted"): "How lately it acted is written as `acted: true`.",
}
"""Fields that are only ever true, with what is said where one is false."""


def validate(diagnostics: Diagnostics, value: object, loc: Loc) -> None:
    """Validate one value, without its children, and add diagnostics."""
    node = diagnostics.written(loc)
    if not isinstance(node, Mapping) or node.removed:
        return  # It is inherited, and validated there, or a child was removed and is reported.
    cls: type = type(value)
    rules, written = rules_of(cls), node.values
    # Where the field is missing that all others are about, nothing is said of the others.
    has_main = _check_one_of(diagnostics, value, rules, written, loc)
    for name, inner in written.items():
        rule, where = rules.get(name), (*loc, name)
        if rule is not None:
            content = getattr(value, name)
            if has_main and (rule.beside or rule.apart):
                _check_company(diagnostics, name, rule, written, loc)
            _check_content(diagnostics, rule, content, where)
            if name not in _REPEATING and isinstance(content, tuple | MappingType):
                _check_doubles(diagnostics, rule, content, where)
        if (cls, name) in _NEVER_FALSE and getattr(value, name) is False:
            diagnostics.note(where, _NEVER_FALSE[cls, name])
        is_empty = isinstance(inner, Sequence) and not inner.items and not inner.removed
        if is_empty and not (rule and rule.empty):
            diagnostics.note(where, "This list is empty.", "Fill it, or leave the key out.")
    _validate(value, diagnostics, loc)


_REPEATING = ("sequence", "ended", "began")
"""Fields in whose lists a name may come again."""


def _check_doubles(diagnostics: Diagnostics, rule: FieldRule, content: object, loc: Loc) -> None:
    """Diagnostics for names that a list has twice."""
    lists = [(loc, content)] if rule.names else []
    if rule.values and isinstance(content, MappingType):
        lists = [((*loc, key), names) for key, names in content.items()]
    for where, names in lists:
        seen: set[object] = set()
        for position, name in enumerate(names) if isinstance(names, tuple) else ():
            if name in seen:
                message = f"{quoted(str(name))} is listed twice."
                diagnostics.note((*where, position), message, "Once says as much.")
            seen.add(name)


def _check_one_of(
    diagnostics: Diagnostics,
    value: object,
    rules: MappingType[str, FieldRule],
    written: Collection[str],
    loc: Loc,
) -> bool:
    """Diagnostics for none, or several, of the fields of which one is needed; true with any."""
    said = _ONE_OF.get(type(value))
    if said is None:
        return True
    choices = [name for name, rule in rules.items() if rule.one_of or rule.some_of]
    present = [name for name in choices if name in written]
    if not present or (len(present) > 1 and rules[present[0]].one_of and not said.several):
        diagnostics.note(loc, said.none.format(enumerated(map(plain_key, choices), "or")))
        return bool(present)
    alone = [name for name in present if rules[name].joins not in present]
    if rules[present[0]].one_of and len(alone) > 1:
        message = said.several.format(enumerated(map(plain_key, present), "and"))
        diagnostics.note((*loc, present[1]), message, said.hint, key=True)
    return True


def _check_company(
    diagnostics: Diagnostics, name: str, rule: FieldRule, written: Collection[str], loc: Loc
) -> None:
    """Diagnostics for a field without what it belongs to, or beside what leaves it idle."""
    reason = f": {rule.because}." if rule.because else "."
    if rule.beside and not any(other in written for other in rule.beside):
        message = f"`{name}` means something only beside {enumerated(rule.beside, 'or')}{reason}"
        diagnostics.note((*loc, name), message, key=True)
    if other := next((other for other in rule.apart if other in written), ""):
        message = f"`{name}` means nothing beside `{other}`{reason}"
        diagnostics.note((*loc, name), message, rule.hint, key=True)


def _check_content(diagnostics: Diagnostics, rule: FieldRule, content: object, loc: Loc) -> None:
    """Diagnostics for a number that is too low or high, or a text that is not in its form."""
    if rule.least is not None and isinstance(content, int | float) and content < rule.least:
        diagnostics.note(loc, f"This is at least {rule.least}, not {content:g}.")
    if rule.most is not None and isinstance(content, int) and content > rule.most:
        diagnostics.note(loc, f"This is at most {rule.most}, not {content}.")
    if rule.form is None:
        return
    texts = content if isinstance(content, MappingType) else {"": content}
    for key, text in texts.items():
        fault = _form_error(rule.form, text) if isinstance(text, str) and text else None
        if fault:
            diagnostics.note((*loc, key) if key else loc, *fault)


def _form_error(form: Form, text: str) -> tuple[str, str] | None:
    """Message and hint for a text that is not written in a form; None for one that is."""
    if form is Form.DICE:
        return dice_error(text)
    if form is Form.LINES:
        return lines_error(text)
    if form is Form.FRACTION and parse_fraction(text) is None:
        return f"{quoted(text)} is not a fraction of at most 1.", "Write it as 1/2."
    # Schemes such as `javascript:` are unsafe.
    if form is Form.LINK and not re.fullmatch(r"https?://[^\s/]\S*", text):
        message = f"{quoted(text)} is not an address in the web."
        return message, "It begins with `https://` and has no spaces."
    return None


@singledispatch
def _validate(value: object, diagnostics: Diagnostics, loc: Loc) -> None:
    """Validate by type; most types have nothing that their fields do not declare."""


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
    for word, never in (("chances", "nobody ever has a chance"), ("times", "it never comes")):
        if getattr(meaning, word) == 0 and meaning.when is None:
            message = f"`{word}: 0` means that {never}."
            diagnostics.note((*loc, word), message, "Say in `when` while what that is so.")
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
    _check_moments_of_change(change, diagnostics, loc)


def _check_moments_of_change(change: Change, diagnostics: Diagnostics, loc: Loc) -> None:
    """Diagnostics for a moment of a change that is past before anything is done."""
    for field in ("at", "until"):
        moment = getattr(change, field)
        if isinstance(moment, Moment) and moment.start == "battle":
            message = "The battle begins once, and before anything is done."
            diagnostics.note(
                (*loc, field), message, "Say the `start` or the `end` of another step."
            )


def _check_amount_of_change(change: Change, diagnostics: Diagnostics, loc: Loc) -> None:
    """Diagnostic for a change of a value without an amount, or with two."""
    if change.by is None and change.to is None:
        diagnostics.note(loc, "Say in `by` how much the value changes, or in `to` what it becomes.")
    elif change.by is not None and change.to is not None:
        diagnostics.note((*loc, "to"), "A value changes either `by` or `to` an amount.", key=True)
    elif change.by == 0:
        diagnostics.note((*loc, "by"), "A change by 0 changes nothing.")


@_validate.register(Sum)
@_validate.register(Limits)
@_validate.register(Count)
@_validate.register(Chooses)
def _(value: Sum | Limits | Count | Chooses, diagnostics: Diagnostics, loc: Loc) -> None:
    _check_bounds(diagnostics, value, loc)


@_validate.register
def _(level: Level, diagnostics: Diagnostics, loc: Loc) -> None:
    if not any(diagnostics.has((*loc, field.name)) for field in fields(Bounds)):
        diagnostics.note(loc, "A level needs `at_least`, `at_most`, `above`, `below` or `equals`.")
    _check_bounds(diagnostics, level, loc)


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
    if diagnostics.has((*loc, "at_least")) and result.at_least >= 1:
        _check_bounds(diagnostics, result, loc)


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
    elif contents.low is not None and contents.high is not None and contents.low > contents.high:
        message = f"No number is {contents.low} or more and {contents.high} or less."
        diagnostics.note(loc, message)
    elif contents.low is not None and contents.high is not None:
        many = contents.high - contents.low + 1
        if many > MOST_NUMBERS:
            message = f"These are {many} numbers; one clause has at most {MOST_NUMBERS}."
            diagnostics.note((*loc, "high"), message)
    for position, name in enumerate(contents.named):
        if name in contents.named[:position]:
            diagnostics.note(
                (*loc, "named", position),
                f"{quoted(name)} is listed twice.",
                f"A clause of its own says how many: `contains: {{named: [{name}], count: 2}}`.",
            )


@_validate.register
def _(meaning: ContainerMeaning, diagnostics: Diagnostics, loc: Loc) -> None:
    refill_at = meaning.refills.at if isinstance(meaning.refills, Refill) else None
    moments = {"fills": meaning.fills, "empties": meaning.empties, "refills": refill_at}
    for word, moment in moments.items():
        at = (*loc, word, "at") if word == "refills" else (*loc, word)
        if moment is not None and moment.during:
            message = "This happens at the `start` or the `end` of a step, not `during` one."
            diagnostics.note((*at, "during"), message, key=True)
        for field in ("which", "whose"):
            if diagnostics.has((*at, field)):
                message = f"`{field}` means nothing in `{word}`: it happens every time."
                diagnostics.note((*at, field), message, key=True)


@_validate.register
def _(ability: Ability, diagnostics: Diagnostics, loc: Loc) -> None:
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
    for mode, whole in card.modes.items():
        if whole in card.modes:
            message = f"{quoted(whole)} is a mode itself, and so no item that has {quoted(mode)}."
            diagnostics.note((*loc, "modes", mode), message, "Name the item that is used up.")
    if card.places and card.at is not None:
        message = "A unit stands `at` one place, or each of its models in `places`."
        diagnostics.note((*loc, "places"), message, "Leave one of the two out.", key=True)
    elif card.places and len(card.places) != card.models:
        places = f"{len(card.places)} place" + "s" * (len(card.places) > 1)
        models = f"{card.models} model" + "s" * (card.models > 1)
        message = f"Here are {places}, and the unit has {models}."
        diagnostics.note((*loc, "places"), message, "Give one place for each model.", key=True)


@_validate.register(WrittenLine)
def _(line: Any, diagnostics: Diagnostics, loc: Loc) -> None:
    if line.unit and line.units:
        diagnostics.note((*loc, "units"), "Give either `unit` or `units`.", key=True)
    if line.places and line.paths and len(line.paths) != len(line.places):
        numbers = f"{len(line.paths)} and {len(line.places)}"
        message = f"Paths and places are not of as many models: {numbers}."
        hint = "Give each model its points, and `[]` to one that goes straight."
        diagnostics.note((*loc, "paths"), message, hint, key=True)


def _check_bounds(diagnostics: Diagnostics, bounds: object, loc: Loc) -> None:
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


def _end(bounds: object, plain: str, strict: str, *, highest: bool) -> tuple[int | None, str]:
    """The narrower of two ends of bounds, where they are plain numbers, with its word."""
    known = [
        (number, word)
        for word in (plain, strict)
        if isinstance(number := getattr(bounds, word, None), int)
    ]
    if not known:
        return None, ""
    return max(known, key=lambda it: it[0]) if highest else min(known, key=lambda it: it[0])
