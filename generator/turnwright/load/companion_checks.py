"""Checks of the files beside rulesets: ledgers, rosters, and what proof cannot tell apart.

Every line of a document is in its ledger, and what it names there cites the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from turnwright.language.clause import Source
from turnwright.language.companion import Equivalences, Ledger, NoRule
from turnwright.language.input import NO_NAMES
from turnwright.language.roster import Roster, missing_numbers
from turnwright.language.ruleset import Ruleset
from turnwright.load.confusable_names import check_seen_names
from turnwright.load.declared_names import check_unit_names, units_of
from turnwright.load.parsed_files import Companion, RulesetFile
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.references import inner_values
from turnwright.load.scalars import lines_error, parse_lines
from turnwright.load.symbol_table import SymbolTable
from turnwright.load.syntax_tree import Diagnostics, Loc
from turnwright.load.unknown_names import check_values, cites_itself
from turnwright.load.validation import validate

_MAX_LINES = 100_000
_SHA256 = re.compile(r"[0-9a-f]{64}")
_STRICT = ("clause", "not_covered")
"""Kinds that have to be at every line that they cite."""


class Named(NamedTuple):
    """What a ledger may name."""

    kind: str
    source: Source | None
    loc: Loc
    """Where it is in the ruleset's file."""
    reading: str = ""
    """For a clause of a reading: that reading, which stands for it as well."""


ABILITY, READING = "ability.", "reading."
"""What stands before the name of an ability, or of a reading, where its proof is spoken of."""


def check_equivalences(
    symbols: SymbolTable, home: RulesetFile, file: Companion[Equivalences]
) -> None:
    """Diagnostics of what proof cannot tell apart: of which clauses it is said, and what."""
    diagnostics = file.diagnostics
    diagnostics.next_pass()
    own = {clause.id: clause for _, _, _, clause in home.ruleset.placed_clauses()}
    beside = {
        *map(ABILITY.__add__, home.ruleset.abilities),
        *map(READING.__add__, home.ruleset.readings),
    }
    for name, found in file.content.equivalent.items():
        where: Loc = ("equivalent", name)
        clause = own.get(name)
        if name in beside:
            continue
        if clause is None:
            hint = did_you_mean(name, own, "Known clauses")
            diagnostics.note(where, f"There is no clause {quoted(name)}.", hint, key=True)
            continue
        if getattr(clause, "means", None) is None:
            message = "Only a clause that `means` something is equivalent."
            diagnostics.note(where, message, key=True)
        for position, same in enumerate(found):
            if bool(same.to) == bool(same.changes):
                diagnostics.note(
                    (*where, position),
                    "This names a clause with `to`, or `changes`: one of them.",
                    "`to` is the clause that says the same; `changes` are as `turnwright prove` "
                    "names them.",
                )
            elif same.to and cites_itself(symbols, same.to, clause):
                message = "This is the clause itself."
                hint = "Name another one that says the same."
                diagnostics.note((*where, position, "to"), message, hint)
    check_values(diagnostics, symbols, inner_values(file.content))


def check_ledger(home: RulesetFile, file: Companion[Ledger]) -> None:
    """Diagnostics of a ledger, and of what cites its document and is not in it."""
    ledger, diagnostics, ruleset = file.content, file.diagnostics, home.ruleset
    diagnostics.next_pass()
    if file.source.name != f"{ledger.document}.yaml":
        message = f"A ledger of {quoted(ledger.document)} is called `{ledger.document}.yaml`."
        diagnostics.note(("document",), message)
    if ledger.document not in ruleset.documents:
        hint = did_you_mean(ledger.document, ruleset.documents, "Known documents")
        message = f"There is no document {quoted(ledger.document)}."
        diagnostics.note(("document",), message, hint)
        return
    if not _SHA256.fullmatch(ledger.sha256):
        hint = "It has 64 digits, as `sha256sum` prints them."
        diagnostics.note(("sha256",), "This is no SHA-256 hash.", hint)
    if not 0 < ledger.lines <= _MAX_LINES:
        message = f"A document has from 1 to {_MAX_LINES:,} lines."
        diagnostics.note(("lines",), message)
        return
    _check_line_numbers(diagnostics, ledger)
    named = dict(_named(ruleset))
    _check_tokens(diagnostics, ledger, named)
    _check_completeness(home, ledger, named, diagnostics.file.path)


def check_cited_lines(file: RulesetFile, ledgers: Iterable[Ledger]) -> None:
    """Diagnostics for cited lines that their document does not have."""
    by_document = {ledger.document: (ledger, _blank_lines(ledger)) for ledger in ledgers}
    for loc, value in inner_values(file.ruleset):
        where = (*loc, "lines")
        if not isinstance(value, Source) or not file.diagnostics.has(where):
            continue
        if value.document not in by_document:
            continue
        ledger, blank = by_document[value.document]
        for part in parse_lines(value.lines):
            if part[-1] > ledger.lines:
                count = f"{quoted(value.document)} has {ledger.lines} lines"
                message = f"There is no line {part[-1]}: {count}."
                file.diagnostics.note(where, message)
            elif blank.issuperset(part):
                message = f"Line {part[0]} of {quoted(value.document)} is blank."
                file.diagnostics.note(where, message)


def _check_line_numbers(diagnostics: Diagnostics, ledger: Ledger) -> None:
    """Diagnostics for lines that are in the ledger twice, not at all, or not in the document."""
    if diagnostics.has(("blank",)) and (fault := lines_error(ledger.blank)):
        diagnostics.note(("blank",), *fault)
        return
    blank = _blank_lines(ledger)
    if blank and max(blank) > ledger.lines:
        diagnostics.note(("blank",), f"There is no line {max(blank)}.", _last(ledger))
    for key in ledger.became:
        if not key.isdecimal() or not 0 < int(key) <= ledger.lines:
            message = f"There is no line {quoted(key)}."
            diagnostics.note(("became", key), message, _last(ledger), key=True)
        elif int(key) in blank:
            message = f"Line {key} is among those that are blank."
            diagnostics.note(("became", key), message, key=True)
    wanted = {str(line) for line in range(1, ledger.lines + 1) if line not in blank}
    if missing := sorted(wanted - ledger.became.keys(), key=int):
        lines = f"Line{'s' * (len(missing) > 1)} {', '.join(missing)}"
        message = f"{lines} of {quoted(ledger.document)} became nothing."
        hint = "Say what each sentence became, or that the line is blank."
        diagnostics.note(("became",), message, hint, key=True)


def _blank_lines(ledger: Ledger) -> frozenset[int]:
    return frozenset(line for part in parse_lines(ledger.blank) for line in part)


def _last(ledger: Ledger) -> str:
    return f"The last line of {quoted(ledger.document)} is {ledger.lines}."


def _check_tokens(diagnostics: Diagnostics, ledger: Ledger, named: Mapping[str, Named]) -> None:
    """Diagnostics for what is named at a line and is not there, or does not cite the line."""
    for loc, line, token in _tokens(ledger):
        if token in list(NoRule):
            continue
        if token not in named:
            diagnostics.note(loc, *_unknown(token, named))
            continue
        source = named[token].source
        if source is None or source.document != ledger.document or not source.lines:
            message = f"{quoted(token)} cites no line of {quoted(ledger.document)}."
            diagnostics.note(loc, message, "Say in its `source` which lines it is from.")
        elif not any(line in part for part in parse_lines(source.lines)):
            message = f"{quoted(token)} does not cite line {line}."
            diagnostics.note(loc, message, f"It cites {source.lines}.")


def _unknown(token: str, named: Mapping[str, Named]) -> tuple[str, str]:
    """Message and hint for something that a ruleset does not have."""
    kind = token.partition(":")[0] if ":" in token else "clause"
    alike = [name for name, known in named.items() if known.kind == kind]
    if alike and kind != "clause":
        return f"There is no {quoted(token)}.", did_you_mean(token, alike, "Known")
    if "." in token:
        return f"There is no clause {quoted(token)}.", did_you_mean(token, alike)
    hint = did_you_mean(token, [*(word.value for word in NoRule), *named], "Known")
    return f"{quoted(token)} is neither a clause nor a word for what is no rule.", hint


def _check_completeness(
    home: RulesetFile, ledger: Ledger, named: Mapping[str, Named], path: str
) -> None:
    """Diagnostics for clauses and entries that cite a line at which the ledger lacks them."""
    blank = {line for part in parse_lines(ledger.blank) for line in part}
    at: dict[int, set[str]] = {}
    for _, line, token in _tokens(ledger):
        at.setdefault(line, set()).add(token)
    for name, known in named.items():
        source = known.source
        if known.kind not in _STRICT or source is None or source.document != ledger.document:
            continue
        cited = {line for part in parse_lines(source.lines) for line in part} - blank
        for line in sorted(line for line in cited if line <= ledger.lines):
            if at.get(line, set()).isdisjoint((name, known.reading)):
                message = f"{quoted(name)} cites line {line}, and the ledger lacks it there."
                home.diagnostics.note(known.loc, message, f"Name it at line {line} of {path}.")


def _tokens(ledger: Ledger) -> Iterator[tuple[Loc, int, str]]:
    """What each line became, with its path in the ledger."""
    for key, found in ledger.became.items():
        line = int(key) if key.isdecimal() else 0
        if isinstance(found, str):
            yield ("became", key), line, found
            continue
        for position, item in enumerate(found):
            if isinstance(item, str):
                yield ("became", key, position), line, item
            else:
                for place, token in enumerate(item):
                    yield ("became", key, position, place), line, token


def _named(ruleset: Ruleset) -> Iterator[tuple[str, Named]]:
    """All that a ledger beside a ruleset may name."""
    for loc, _, _, clause in ruleset.placed_clauses():
        reading = f"reading:{clause.of.partition(':')[0]}" if ":" in clause.of else ""
        yield clause.id, Named("clause", clause.source, (*loc, "id"), reading)
    kinds: Mapping[str, Mapping[str, object]] = {
        "reading": ruleset.readings,
        "option": ruleset.options,
        "ability": ruleset.abilities,
        "not_covered": ruleset.not_covered,
    }
    keys = {"reading": "readings", "option": "options", "ability": "abilities"}
    for kind, entries in kinds.items():
        for name, entry in entries.items():
            source: Source | None = getattr(entry, "source", None)
            yield f"{kind}:{name}", Named(kind, source, (keys.get(kind, kind), name))
    for position, gap in enumerate(ruleset.gaps):
        if gap.name:
            yield f"gap:{gap.name}", Named("gap", gap.source, ("gaps", position))


def check_roster(file: Companion[Roster]) -> None:
    """Checks of one roster by itself: two sides at least, units, names, numbers of models."""
    diagnostics, roster = file.diagnostics, file.content
    diagnostics.next_pass()
    if not roster.roster.strip() and not diagnostics.has_removed(()):
        diagnostics.note(("roster",), "This roster has no name.")
    if len(roster.sides) < 2 and not diagnostics.has_removed(("sides",)):
        diagnostics.note(("sides",), "A roster has two sides or more.")
    for side, units in roster.sides.items():
        if not units and not diagnostics.has_removed(("sides", side)):
            diagnostics.note(("sides", side), f"{quoted(side)} has no units.", key=True)
    units_here = [*units_of("sides", roster.sides)]
    check_seen_names(diagnostics, units_here)
    check_unit_names(diagnostics, units_here, NO_NAMES)
    for where, value in inner_values(roster):
        validate(diagnostics, value, where)


def check_numbers(file: Companion[Roster], rulesets: Iterable[Ruleset]) -> None:
    """Diagnostics for the numbers that these rulesets, as they are played, miss in a roster."""
    roster = file.content
    file.diagnostics.next_pass()
    for rules in rulesets:
        if rules.muster is None:
            continue
        for side, name, number, value in missing_numbers(rules.muster, roster):
            units = roster.sides[side]
            listed = isinstance(units, tuple)
            last = units.index(name) if isinstance(units, tuple) else name
            file.diagnostics.note(
                ("sides", side, last),
                f"{quoted(name)} has no number {quoted(number)}, which "
                f"{quoted(rules.ruleset)} needs for {quoted(value)}.",
                f"Give it `has: {{{number}: 3}}`, or say it of every unit in `each`.",
                key=not listed,
            )
