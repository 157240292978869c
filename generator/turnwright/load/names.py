"""The names that a ruleset, with all it stands on, knows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from turnwright.language.check import CheckMeaning
from turnwright.language.fact import Subject, ValueMeaning
from turnwright.language.step import StepMeaning
from turnwright.load.family import Family
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.report import Report, lost_words
from turnwright.load.tree import Loc
from turnwright.load.written import layers

BATTLE, NOBODY, TABLE = "battle", "nobody", "table"
"""Words that stand where otherwise a unit or a side is named."""

_NOUNS = {"step_or_phrase": "step", "deed": "step", "heading": "heading for dice"}
_MANY = {
    "ability": "abilities",
    "heading for dice": "headings for dice",
    "unit or side": "units or sides",
    "word of the language": "words of the language",
}


def known_ones(noun: str) -> str:
    """What a list of all that are known begins with."""
    return f"Known {_MANY.get(noun, f'{noun}s')}"


class Names:
    """By what they name: everything that may be named in a ruleset and its examples."""

    def __init__(self, family: Family, ruleset: str) -> None:
        self.ruleset = ruleset
        self.chain = family.chain(ruleset)
        self.citations = family.citations(ruleset)
        self._reports = [family.files[below.ruleset].report for below in self.chain]

    def known(self, what: str) -> Collection[str]:
        """The names there are of that."""
        return self._by_what[what]

    def check(self, report: Report, loc: Loc, what: str, name: str, *, key: bool = False) -> None:
        """Note it when there is nothing of that name."""
        known = self._by_what[what]
        if name not in known and name not in self._perhaps and not report.is_full:
            noun = _NOUNS.get(what, what)
            report.note(
                loc,
                f"There is no {noun} {quoted(name)}.",
                did_you_mean(name, known, known_ones(noun)),
                key=key,
            )

    def check_clause(self, report: Report, loc: Loc, reference: str, *, key: bool = False) -> bool:
        """Note it when there is no such clause; true when there is."""
        found = self.citations.find(reference) is not None
        if not found and reference not in self._perhaps and not report.is_full:
            hint = did_you_mean(reference, self.citations.known(reference), "Known clauses")
            report.note(loc, f"There is no clause {quoted(reference)}.", hint, key=key)
        return found

    @cached_property
    def _perhaps(self) -> frozenset[str]:
        """Words in parts that could not be read: nobody knows what they would have named."""
        return frozenset(word for report in self._reports for word in lost_words(report.root))

    @cached_property
    def _by_what(self) -> dict[str, Collection[str]]:
        """The names, by what they name."""
        bodies = [layer.body for ruleset in self.chain for layer in layers(ruleset)]
        meanings = [
            clause.means
            for body in bodies
            for _, _, part in body.parts()
            for clause in part.clauses
        ]
        steps = _in_order(name for body in bodies for name in body.steps)
        terms = _in_order(name for body in bodies for name in body.effects)
        losses = _in_order(
            name for body in bodies for name in body.facts if body.facts[name].of is Subject.MODELS
        )
        counted = [m.counts_as for m in meanings if isinstance(m, StepMeaning) and m.counts_as]
        checks = [m for m in meanings if isinstance(m, CheckMeaning)]
        bases = [m.base for m in meanings if isinstance(m, ValueMeaning) and m.base]
        values = _in_order(name for body in bodies for name in body.values)
        abilities = self._of_rulesets("abilities")
        sides = next((below.sides for below in reversed(self.chain) if below.sides), ())
        return {
            "step": steps,
            "step_or_phrase": _in_order((*steps, *terms, *losses)),
            "deed": _in_order((*steps, *counted)),
            "check": _in_order((name for body in bodies for name in body.checks), "none"),
            "fact": _in_order(name for body in bodies for name in body.facts),
            # What no clause works out is read off the card, where others start from it.
            "value": _in_order((*values, *bases)),
            "container": _in_order(name for body in bodies for name in body.containers),
            "ability": abilities,
            "outcome": _in_order(check.band.outcome for check in checks if check.band),
            "heading": _in_order(name for check in checks for name in check.dice_from or ()),
            "action": _in_order((*steps, *abilities), "pass", "done", "first"),
            "document": self._of_rulesets("documents"),
            "option": self._of_rulesets("options"),
            "reading": self._of_rulesets("readings"),
            "side": sides,
        }

    def _of_rulesets(self, kind: str) -> Collection[str]:
        """What the rulesets of the chain list under a key."""
        return _in_order(name for below in self.chain for name in getattr(below, kind))


def _in_order(names: Iterable[str], *more: str) -> Collection[str]:
    """Each name once, found at once."""
    return dict.fromkeys((*names, *more)).keys()
