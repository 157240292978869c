"""Subject checks: who is asked for a fact or a value, of whom one changes, and who rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from turnwright.language.change import Change
from turnwright.language.clause import Guard, Meaning, words_of
from turnwright.language.condition import Condition, Every, Pair, Selection, Sum, Who, Whose, Within
from turnwright.language.container import Contents
from turnwright.language.eligibility import Rank
from turnwright.language.fact import Away, Ends, FactMeaning, Holder, Leaves, Subject, ValueMeaning
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.traversal import field_names
from turnwright.language.turn_order import OrderKey
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import AMOUNT, references_of
from turnwright.load.scalars import is_dice_like, parse_dice
from turnwright.load.symbol_table import BETWEEN_UNITS, DECLARED, SymbolTable
from turnwright.load.syntax_tree import Diagnostics, Loc

Asker = Literal["unit", "side", "battle"]
"""Who is asked, as far as anybody can tell; `unit` where it may be a unit."""

_SUBJECTS_OF: dict[Holder, Asker] = {
    Holder.UNIT: "unit",
    Holder.SIDE: "side",
    Holder.BATTLE: "battle",
}
_SIDES = (Whose.SIDE, Whose.OTHER_SIDES, Whose.SIDES, Whose.NEXT_SIDE)
_HELD_ALONE = (Subject.UNIT, Subject.SIDE, Subject.BATTLE)
"""What one can have alone."""
_PARTS_OF_SUMS = ("roll", "times", "per", "plus", "less", "at_least", "at_most")
"""Where dice stand inside an amount."""
_OF_UNITS = ("able", "within", "stands", "one_group", "pair", "carries", "lost_models", "risky")
"""Conditions that are asked of units only."""


def check_subjects(diagnostics: Diagnostics, symbols: SymbolTable, ruleset: Ruleset) -> None:
    """Diagnostics for facts and values of a ruleset that are asked or changed of the wrong one."""
    checker = SubjectChecker(diagnostics, symbols)
    for where, kind, name, clause in ruleset.placed_clauses():
        loc = (*where, "means")
        meaning: Meaning | None = getattr(clause, "means", None)
        if meaning is None:
            continue
        checker.visit(meaning, loc, checker.guarded_by(meaning, kind, name))
        checker.check_askers(meaning, loc)
        if isinstance(meaning, FactMeaning):
            checker.check_fact_meaning(meaning, loc, name)
        if isinstance(meaning, ValueMeaning):
            checker.check_value_meaning(meaning, loc, name)
    for name, ability in ruleset.abilities.items():
        checker.visit(ability, ("abilities", name), "unit")
    for name, pack in ruleset.packs.items():
        checker.visit(pack.params, ("packs", name, "params"), "unit")
    for word in ("always", "never"):
        for name, claim in getattr(ruleset, word).items():
            checker.visit(claim.of, (word, name, "of"), "battle")
            checker.visit(claim.that, (word, name, "that"), _asked_of(claim.of, "battle"))
            checker.check_askers(claim.of, (word, name, "of"))


class SubjectChecker:
    """Checker of subjects in one file."""

    def __init__(self, diagnostics: Diagnostics, symbols: SymbolTable) -> None:
        self._diagnostics = diagnostics
        self._subjects = symbols.subjects
        self._holders = symbols.holders

    def guarded_by(self, meaning: Meaning, kind: str, name: str) -> Asker:
        """Who is asked by the guard of a clause, as far as its words tell."""
        guards = {
            word.guard
            for field, word in words_of(type(meaning)).items()
            if getattr(meaning, field) is not None
        }
        if guards == {Guard.SIDE}:
            return "side"
        acting = guards == {Guard.ACTING} and not getattr(meaning, "waives", None)
        if acting and (kind, name) == ("steps", "battle"):
            return "battle"  # Nobody acts in the outermost step.
        of = {"facts": self._subjects, "values": self._holders}.get(kind, {}).get(name)
        if of in (Subject.SIDE, Holder.SIDE):
            return "side"
        return "battle" if of in (Subject.BATTLE, Holder.BATTLE) else "unit"

    def visit(self, value: Any, loc: Loc, asked: Asker) -> None:
        """Check a value and all that is inside it, which is asked of this subject."""
        if isinstance(value, tuple):
            for position, item in enumerate(value):
                self.visit(item, (*loc, position), asked)
        elif isinstance(value, Mapping):
            for name, item in value.items():
                self.visit(item, (*loc, name), asked)
        elif names := field_names(type(value)):
            self._check(value, loc, asked)
            for name in names:
                inner = getattr(value, name)
                if inner is not None:
                    self.visit(inner, (*loc, name), self._asked_in(value, name, asked))

    def check_askers(self, value: Any, loc: Loc) -> None:
        """Check that `asker` stands inside `that`, where somebody is seen by whoever asks."""
        if value is Whose.ASKER:
            self._note(loc, "`asker` is somebody only inside `that`.", "Say `itself`, or `active`.")
        elif isinstance(value, tuple):
            for position, item in enumerate(value):
                self.check_askers(item, (*loc, position))
        else:
            for name in field_names(type(value)) or ():
                if name != "that":
                    self.check_askers(getattr(value, name), (*loc, name))

    def _asked_in(self, value: object, field: str, asked: Asker) -> Asker:
        """Who is asked by what stands in a field; how much, whoever has the value that changes."""
        if isinstance(value, Change) and field in ("by", "to"):
            return _SUBJECTS_OF[self._holders.get(value.value, Holder.UNIT)]
        return _asked_in(value, field, asked)

    def _check(self, value: Any, loc: Loc, asked: Asker) -> None:
        """Check one value, without what is inside it."""
        if isinstance(value, Condition):
            self._check_condition(value, loc, asked)
        elif isinstance(value, Pair):
            self._check_between(value.fact, (*loc, "fact"))
        elif isinstance(value, Rank) and value.fact:
            self._check_fact(value.fact, (*loc, "fact"), "unit")
        elif isinstance(value, StepMeaning):
            for word in ("may_enter", "may_leave", "may_stay"):
                if fact := getattr(value, word):
                    self._check_between(fact, (*loc, word))
        elif isinstance(value, Change):
            self._check_change(value, loc)
        if isinstance(value, Within | Pair):
            to = value.of if isinstance(value, Within) else value.to
            if _whose(to) in (*_SIDES, Whose.BATTLE):
                field = "of" if isinstance(value, Within) else "to"
                self._note((*loc, field), "Only units are near or have facts between them.")
        for field, kind in references_of(type(value)).items():
            name = getattr(value, field)
            is_asked = kind == AMOUNT or (kind == "value" and isinstance(value, Sum))
            if is_asked and isinstance(name, str):
                if is_dice_like(name):
                    self._check_dice(name, (*loc, field))
                else:
                    self._check_value(name, (*loc, field), self._asked_in(value, field, asked))
        if isinstance(value, Sum) and value.roll is not None:
            self._check_dice(value.roll, (*loc, "roll"))

    def _check_condition(self, condition: Condition, loc: Loc, asked: Asker) -> None:
        """Check the fact of a condition, and that it can be asked of its subject."""
        if condition.fact:
            self._check_fact(condition.fact, (*loc, "fact"), asked)
        for word in _OF_UNITS if asked != "unit" else ():
            if getattr(condition, word) is not None:
                message = f"`{word}` is asked of units, and here {_the(asked)} is asked."
                self._note((*loc, word), message, key=True)

    def _check_fact(self, fact: str, loc: Loc, asked: Asker) -> None:
        """Check a fact that a subject is asked for."""
        subject = self._subjects.get(fact)
        if subject in BETWEEN_UNITS:
            hint = f"Ask for it with `pair: {{fact: {fact}, to: enemy}}`."
            self._note(loc, f"{quoted(fact)} is between two units.", hint)
        elif subject is Subject.MODELS:
            hint = "Ask with `lost_models` whether a unit lost any."
            self._note(loc, f"{quoted(fact)} is about models that are lost.", hint)
        elif subject is Subject.UNIT and asked != "unit":
            hint = f"Count them: `count: {{of: {_units(asked)}, that: {{fact: {fact}}}}}`."
            self._note(
                loc, f"{quoted(fact)} is true of units, and here {_the(asked)} is asked.", hint
            )
        elif subject is Subject.SIDE and asked == "battle":
            hint = f"Count them: `count: {{of: sides, that: {{fact: {fact}}}}}`."
            self._note(loc, f"{quoted(fact)} is true of sides, and here the battle is asked.", hint)

    def _check_between(self, fact: str, loc: Loc) -> None:
        """Check a fact that must be between two units."""
        subject = self._subjects.get(fact)
        if subject is not None and subject not in BETWEEN_UNITS:
            hint = f"Ask for it with `fact: {fact}`. " if loc[-1] == "fact" else ""
            self._note(loc, f"{quoted(fact)} is not between two units.", hint + DECLARED)

    def _check_value(self, value: str, loc: Loc, asked: Asker) -> None:
        """Check a value that a subject is asked for."""
        holder = self._holders.get(value)
        if holder is Holder.UNIT and asked != "unit":
            hint = f"Say whose: `{{value: {value}, of: {_units(asked)}, take: highest}}`."
            message = f"{quoted(value)} is a number of units, and here {_the(asked)} is asked."
            self._note(loc, message, hint)
        elif holder is Holder.SIDE and asked == "battle":
            hint = f"Say whose: `{{value: {value}, of: sides, take: highest}}`."
            message = f"{quoted(value)} is a number of sides, and here the battle is asked."
            self._note(loc, message, hint)

    def _check_dice(self, dice: str, loc: Loc) -> None:
        """Check that dice stand where somebody is asked to roll them."""
        names = [it for it in loc if isinstance(it, str)]
        while names[-1] in _PARTS_OF_SUMS:
            names.pop()
        is_change = names[-1] in ("by", "to") and names[-2] in ("changes", "sets", "ends")
        is_value = names[-1] == "add" and "values" in names[-5:-4]
        if not (is_change or is_value) and parse_dice(dice):
            message = "No dice are rolled for this: they are for `by` and `to` of what changes."
            hint = "Let a step set a value with `changes: {value: …, to: 1d6}`, and name it here."
            self._note(loc, message, hint)

    def _check_change(self, change: Change, loc: Loc) -> None:
        """Check of whom a fact or value is changed."""
        subject = self._subjects.get(change.fact) if change.fact else None
        holder = self._holders.get(change.value) if change.value else None
        if subject is Subject.MODELS:
            for field in ("until", "towards"):
                if self._diagnostics.has((*loc, field)):
                    message = f"{quoted(change.fact)} is about models that are lost for good."
                    self._note((*loc, field), message, key=True)
            if loc[-1] == "ends":
                message = f"{quoted(change.fact)} is about models that are lost."
                self._note((*loc, "fact"), message, "No rule brings them back.")
        elif change.fact and not change.value and self._diagnostics.has((*loc, "by")):
            message = f"`by` is how many models are lost, and {quoted(change.fact)} is about none."
            self._note((*loc, "by"), message, key=True)
        if subject in BETWEEN_UNITS and change.towards is None:
            hint = "Say in `towards` which is the other."
            self._note(loc, f"{quoted(change.fact)} is between two units.", hint)
        elif subject is not None and subject not in BETWEEN_UNITS and change.towards is not None:
            message = f"{quoted(change.fact)} is not between two units."
            self._note((*loc, "towards"), message, DECLARED, key=True)
        if subject is not None or holder is not None:
            self._check_of(change, loc, subject or holder)

    def _check_of(self, change: Change, loc: Loc, subject: Subject | Holder | None) -> None:
        """Check that the subject of a change is one that can have what changes."""
        whose, where = _whose(change.of), (*loc, "of")
        name = quoted(change.fact or change.value)
        if not self._diagnostics.has(where):
            return
        if subject in (Subject.SIDE, Holder.SIDE):
            if whose is Whose.BATTLE:
                self._note(where, f"{name} is of sides, not of the battle.")
        elif subject in (Subject.BATTLE, Holder.BATTLE):
            if whose is not Whose.BATTLE:
                self._note(where, f"{name} is of the battle, whoever acts.", "Leave `of` out.")
        elif whose in _SIDES:
            hint = "For all units of a side, say `own` or `enemy`."
            self._note(where, f"{name} is of units, not of sides.", hint)
        elif whose is Whose.BATTLE:
            self._note(where, f"{name} is of units, not of the battle.", "For all, say `anyone`.")

    def check_fact_meaning(self, meaning: FactMeaning, loc: Loc, name: str) -> None:
        """Check that a clause of a fact fits what the fact is true of."""
        subject = self._subjects.get(name, Subject.UNIT)
        if meaning.within is not None and subject not in BETWEEN_UNITS:
            self._note(
                (*loc, "within"), f"{quoted(name)} is not between two units.", DECLARED, key=True
            )
        if meaning.triggers is not None and subject is not Subject.MODELS:
            message = "Only models that are lost call abilities."
            self._note((*loc, "triggers"), message, key=True)
        if meaning.leaves is not None:
            is_last = meaning.leaves is Leaves.LAST_MODEL
            if is_last and subject is not Subject.MODELS:
                message = f"{quoted(name)} is not about models that are lost."
                hint = "Say `of: models` of the fact, or `leaves: at_once`."
                self._note((*loc, "leaves"), message, hint)
            elif subject not in (Subject.UNIT, Subject.MODELS):
                self._note((*loc, "leaves"), "Only a unit leaves the battle.", key=True)
            elif not is_last and subject is Subject.MODELS:
                message = "A unit that loses models leaves with the last one, and not before."
                self._note((*loc, "leaves"), message, "Say `leaves: last_model`.")
        if meaning.away is Away.OFF_TABLE and subject is not Subject.UNIT:
            self._note((*loc, "away"), "Only a unit is away.", key=True)
        if meaning.counts_as == name:
            self._note((*loc, "counts_as"), "A fact that counts as itself says nothing.")
        ends = meaning.ends.fact if isinstance(meaning.ends, Ends) else meaning.ends
        for word, other in (("counts_as", meaning.counts_as), ("ends", ends)):
            theirs = self._subjects.get(other, subject) if other else subject
            if theirs is not subject:
                does = "count as" if word == "counts_as" else "end"
                message = (
                    f"{quoted(name)} is `of: {subject}` and {quoted(str(other))} "
                    f"`of: {theirs}`: one cannot {does} the other."
                )
                self._note((*loc, word), message)
        for word, does in (
            ("ends", "ends something"),
            ("whenever", "is so while something else is"),
        ):
            if getattr(meaning, word) and subject not in _HELD_ALONE:
                message = f"Only what becomes true of a unit, a side or the battle {does}."
                self._note((*loc, word), message, key=True)

    def check_value_meaning(self, meaning: ValueMeaning, loc: Loc, name: str) -> None:
        """Check that a clause of a value fits whose number it is."""
        if meaning.base is not None and self._holders.get(name) is not Holder.UNIT:
            message = f"{quoted(name)} is not a number of a unit, so no card has its `base`."
            self._note((*loc, "base"), message, "Say in `starts` what it starts from.", key=True)
        if meaning.runs_out and self._holders.get(name) is not Holder.UNIT:
            message = f"{quoted(name)} is not a number of a unit, so no model is lost with it."
            self._note((*loc, "runs_out"), message, key=True)
        elif meaning.runs_out and self._subjects.get(meaning.runs_out) is not Subject.MODELS:
            message = f"{quoted(meaning.runs_out)} is not about models that are lost."
            self._note((*loc, "runs_out"), message, "Its fact is declared with `of: models`.")

    def _note(self, loc: Loc, message: str, hint: str = "", *, key: bool = False) -> None:
        """Add a problem, unless what it is about was removed as invalid."""
        self._diagnostics.note(loc, message, hint, key=key)


def _asked_in(value: object, field: str, asked: Asker) -> Asker:
    """Who is asked by what stands in a field."""
    if isinstance(value, Selection | Every) and field == "that":
        return _asked_of(value.of, asked)
    if isinstance(value, Sum) and field == "value" and value.of is not None:
        return _asked_of(value.of, asked)
    if isinstance(value, OrderKey) and field == "amount":
        return "side"
    if isinstance(value, Contents) and field == "count":
        return "side" if value.of is None else _asked_of(value.of, asked)
    if isinstance(value, Change):
        return "unit"
    return asked


def _asked_of(who: Who, asked: Asker) -> Asker:
    """Who is asked where these are meant."""
    whose = _whose(who)
    if whose is Whose.ITSELF:
        return asked
    if whose in _SIDES:
        return "side"
    return "battle" if whose is Whose.BATTLE else "unit"


def _whose(who: Who) -> Whose:
    """Who is meant, whatever must be true of them."""
    return who.of if isinstance(who, Selection) else who


def _the(asked: Asker) -> str:
    """Description of a subject in a message."""
    return "the battle" if asked == "battle" else "a side"


def _units(asked: Asker) -> str:
    """Word for the units that a subject has."""
    return "anyone" if asked == "battle" else "own"


def check_params(
    diagnostics: Diagnostics, ruleset: Ruleset, values: Iterable[tuple[Loc, object]]
) -> None:
    """Checks of params: undeclared ones that are used, and declared ones that are unused.

    `values` are all values in the ruleset, each with its path.
    """
    used: dict[str, set[str]] = {name: set() for name in ruleset.options}
    for loc, value in values:
        if isinstance(value, Condition) and value.param is not None:
            where = (*loc, "param")
            if loc[0] != "options":
                diagnostics.note(where, "Only an option may ask for a `param`.", key=True)
                continue
            known = ruleset.options[str(loc[1])].params
            used[str(loc[1])].add(value.param)
            if value.param not in known:
                message = f"The option does not declare {quoted(value.param)}."
                hint = did_you_mean(value.param, known)
                diagnostics.note(where, message, hint or "Declare it under the option's `params`.")
    for name, option in ruleset.options.items():
        if any(True for _ in diagnostics.removed_words(("options", name))):
            continue  # What could not be read may use it.
        for param in option.params:
            if param not in used[name]:
                at: Loc = ("options", name, "params", param)
                diagnostics.note(at, f"The option does not use {quoted(param)}.", key=True)
