"""Names that are mentioned are looked up."""

from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from typing import get_type_hints

import turnwright.language
from turnwright.language.clause import Clause, Document, Source
from turnwright.language.companion import Equivalent, Ledger
from turnwright.load.references import references_of

LOOKED_UP_ELSEWHERE = {
    "Clause": {"follows", "replaces", "removes", "rereads"},
    "Condition": {"param"},
    "Option": {"params", "needs", "excludes"},
    "Reading": {"default"},
    "Pack": {"options", "params", "readings"},
    "Ruleset": {"extends"},
    "StepMeaning": {"each_ability"},
}
"""Fields with a check of their own."""

OPEN = {
    "Band": {"outcome"},
    "CheckMeaning": {"roll", "dice_from"},
    "Condition": {"carries", "using"},
    "Contents": {"named"},
    "Count": {"share"},
    "Did": {"using"},
    "OrderKey": {"roll"},
    "StepMeaning": {"counts_as", "uses"},
    "Sum": {"roll", "profile"},
    "ValueMeaning": {"base"},
}
"""Fields that make a name known, hold dice or a fraction, or are free words."""

PROSE = {"title", "verb", "text", "why", "question", "section", "lines", "brief", "note", "advice"}

UNCHECKED = (
    "field",
    "book",
    "input",
    "example",
    "event",
    "clause",
    "roster",
    "ruleset",
)
"""Modules of what is looked up line by line, frames a meaning, or is declared of fields."""

FRAMES = (Clause, Document, Equivalent, Ledger, Source)
"""Classes around a meaning, which have checks of their own."""


def shown(hint: object) -> str:
    """A type as it is written, leaving out that there may be none."""
    return str("str" if hint is str else hint).removesuffix(" | None")


def test_no_name_in_a_meaning_is_forgotten():
    """A word that is added to the language is looked up, or is open on purpose."""
    forgotten = []
    for module in iter_modules(turnwright.language.__path__):
        if module.name in UNCHECKED:
            continue
        for name, cls in getmembers(import_module(f"turnwright.language.{module.name}"), isclass):
            if is_dataclass(cls) and not issubclass(cls, FRAMES):
                known = {*references_of(cls), *OPEN.get(name, ())}
                known |= LOOKED_UP_ELSEWHERE.get(name, set())
                hints = get_type_hints(cls)
                forgotten += [
                    f"{name}.{field.name}"
                    for field in fields(cls)
                    if shown(hints[field.name]) in ("str", "tuple[str, ...]")
                    and field.name not in known | PROSE
                ]

    assert forgotten == []
