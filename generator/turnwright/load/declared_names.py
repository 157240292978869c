"""Name checks: the names that a ruleset declares, and those that it extends and uses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from turnwright.language.condition import THIS, Selection, Whose
from turnwright.language.container import Contents, Kept
from turnwright.language.effect import DURING
from turnwright.language.input import GAINED, NO_NAMES, PLACED
from turnwright.language.ruleset import Layer, Reading, Ruleset
from turnwright.language.turn_order import FOR_NOW
from turnwright.load.circles import cycles_by_member, find_cycle, format_cycle, rotated
from turnwright.load.confusable_names import check_seen_names
from turnwright.load.files import ID, SearchPath
from turnwright.load.idle_words import NO_CHECK
from turnwright.load.inheritance import EXTERNAL, RulesetGraph, part_names
from turnwright.load.problem import Place, did_you_mean, quoted
from turnwright.load.scalars import id_error, name_error
from turnwright.load.symbol_table import (
    ANSWERS,
    BATTLE,
    NOBODY,
    TABLE,
    SymbolTable,
)
from turnwright.load.syntax_tree import Diagnostics, Loc

_RESERVED = {
    "steps": (THIS, DURING, FOR_NOW, *ANSWERS, "first"),
    "abilities": (THIS, *ANSWERS, "first"),
    "facts": (GAINED, PLACED),
    "checks": (NO_CHECK,),
}
"""Words of the language that would mean two things as names, by kind of part."""

_NOUNS = {"steps": "step", "abilities": "ability", "facts": "fact", "checks": "check"}
_MEANING = "It is a word of the language. Take another one."

_LISTS = ("abilities", "options", "readings", "not_covered", "packs", "always", "never")


def check_extends(graph: RulesetGraph, search_path: SearchPath) -> None:
    """Diagnostics for rulesets that extend an unknown ruleset, or themselves."""
    bases = {name: ruleset.extends for name, ruleset in graph.rulesets.items()}
    cycles = cycles_by_member(bases)
    for name, file in graph.files.items():
        below = file.ruleset.extends
        if not below or below == EXTERNAL:
            continue
        if not ID.fullmatch(below):
            file.diagnostics.note(
                ("extends",),
                f"{quoted(below)} is not the id of a ruleset.",
                "Name a ruleset by its id, never by a path, such as `extends: my_rules`.",
            )
        elif below not in graph.rulesets:
            known = {*graph.rulesets, *search_path.known()} - {name}
            if below in known:
                continue  # The file that failed to load has diagnostics of its own.
            file.diagnostics.note(
                ("extends",),
                f"There is no ruleset {quoted(below)}.",
                did_you_mean(below, known, "Known rulesets"),
            )
        elif cycle := cycles.get(name):
            around = format_cycle(rotated(cycle, name))
            file.diagnostics.note(("extends",), f"This ruleset stands on itself: {around}.")


def check_uses(graph: RulesetGraph, search_path: SearchPath) -> None:
    """Diagnostics for rulesets that use what is no library, or what a library does not have."""
    for name, file in graph.files.items():
        note = file.diagnostics.note
        if file.ruleset.library and file.ruleset.extends:
            note(("extends",), "A library stands on its own.", "Take `extends` or `library` away.")
        for used, parts in file.ruleset.uses.items():
            library = graph.rulesets.get(used)
            if file.ruleset.library:
                note(("uses",), "A library takes nothing from another one.", "Leave `uses` away.")
            elif library is None:
                libraries = {other for other in graph.rulesets if graph.rulesets[other].library}
                known = {*libraries, *search_path.known()} - {name}
                if used not in known:
                    hint = did_you_mean(used, known, "Known rulesets")
                    note(("uses", used), f"There is no ruleset {quoted(used)}.", hint, key=True)
            elif not library.library:
                message = f"{quoted(used)} is a system, and no library."
                note(("uses", used), message, "One uses a library, and extends a system.", key=True)
            else:
                known = set(part_names(library))
                for position, part in enumerate(parts):
                    if part not in known:
                        hint = did_you_mean(part, known, f"Parts of {quoted(used)}")
                        message = f"{quoted(used)} has nothing that is called {quoted(part)}."
                        note(("uses", used, position), message, hint)


def check_ids(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of clause ids: malformed and duplicate ones."""
    taken: dict[str, Place] = {}
    for loc, _, _, clause in ruleset.placed_clauses():
        cited_ids: list[tuple[Loc, str]] = [((*loc, "id"), clause.id)]
        cited_ids += [((*loc, "aliases", i), alias) for i, alias in enumerate(clause.aliases)]
        for where, cited in cited_ids:
            if fault := id_error(cited):
                diagnostics.note(where, *fault)
            elif cited in taken:
                message = f"{quoted(cited)} is the id of another clause."
                diagnostics.note(where, message, f"The first one is at {taken[cited]}.")
            else:
                taken[cited] = diagnostics.place(where)


def check_names(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of declared names: malformed ones, and duplicate sides."""
    places: list[tuple[Loc, str]] = [
        ((kind, name), name) for kind in _LISTS for name in getattr(ruleset, kind)
    ]
    for layer in ruleset.layers():
        places += [((*layer.loc, kind, name), name) for kind, name, _ in layer.body.parts()]
    for name, reading in ruleset.readings.items():
        places += [(("readings", name, "alternatives", it), it) for it in reading.alternatives]
    for name, option in ruleset.options.items():
        places += [(("options", name, "params", param), param) for param in option.params]
    for loc, name in places:
        if fault := name_error(name):
            diagnostics.note(loc, *fault, key=True)
        elif name in _RESERVED.get(str(loc[-2]), ()):
            noun = _NOUNS[str(loc[-2])]
            diagnostics.note(loc, f"No {noun} can be called {quoted(name)}.", _MEANING, key=True)
    for name in ruleset.never:
        if name in ruleset.always:
            message = f"{quoted(name)} is claimed under `always` as well."
            diagnostics.note(("never", name), message, "Give each claim its own name.", key=True)
    sides: set[str] = set()
    listed: list[tuple[Loc, str]] = [(("sides", n), side) for n, side in enumerate(ruleset.sides)]
    for loc, side in listed:
        if fault := name_error(side):
            diagnostics.note(loc, *fault)
        elif side in NO_NAMES:
            message = f"No side can be called {quoted(side)}."
            diagnostics.note(loc, message, _MEANING)
        elif side in sides:
            diagnostics.note(loc, f"{quoted(side)} is listed twice.")
        sides.add(side)
    if diagnostics.has(("ruleset",)) and (fault := name_error(ruleset.ruleset)):
        diagnostics.note(("ruleset",), *fault)
    elif ruleset.ruleset == EXTERNAL:
        message = f"No ruleset can be called {quoted(EXTERNAL)}."
        diagnostics.note(("ruleset",), message, _MEANING)


def _check_alternatives(diagnostics: Diagnostics, loc: Loc, reading: Reading) -> None:
    """Checks of a reading: answers to choose from, and nothing inferred in those not chosen."""
    loc = (*loc, "alternatives")
    if len(reading.alternatives) < 2 and not diagnostics.has_removed(loc):
        diagnostics.note(
            loc,
            "A reading needs two alternatives that players could agree on.",
            "What has only one answer is an `inferred` clause or a gap; what the text rules out "
            "is an option.",
        )
    for choice, alternative in reading.alternatives.items():
        if choice == reading.default or reading.default not in reading.alternatives:
            continue
        for where, _, _, clause in Layer("", (*loc, choice), alternative).placed_clauses():
            if clause.inferred:
                diagnostics.note(
                    (*where, "inferred"),
                    "A source implies nothing that holds only if players agree on it.",
                    f"Leave `inferred` away: {quoted(choice)} is not the default.",
                )


def check_patch_names(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of options and readings: undefined defaults, options that need themselves."""
    for name, reading in ruleset.readings.items():
        loc: Loc = ("readings", name, "default")
        if reading.default not in reading.alternatives and not diagnostics.has_removed(
            (*loc[:-1],)
        ):
            hint = did_you_mean(reading.default, reading.alternatives, "Alternatives")
            diagnostics.note(loc, f"{quoted(reading.default)} is not among the alternatives.", hint)
        _check_alternatives(diagnostics, ("readings", name), reading)
    for name, option in ruleset.options.items():
        for field in ("needs", "excludes"):
            for position, other in enumerate(getattr(option, field)):
                if other == name:
                    where: Loc = ("options", name, field, position)
                    diagnostics.note(where, "An option neither needs nor excludes itself.")
        needed = _all_needed(ruleset, name)
        for other in needed:
            for position, barred in enumerate(ruleset.options[other].excludes):
                if barred in needed and barred != other:
                    where = ("options", other, "excludes", position)
                    message = f"{quoted(name)} needs both {quoted(other)} and {quoted(barred)}."
                    if barred == name:
                        message = f"{quoted(name)} needs {quoted(other)}, which excludes it."
                    diagnostics.note(where, message, "So it could never be switched on.")


def _all_needed(ruleset: Ruleset, option: str) -> Collection[str]:
    """An option with all that it needs, and what that needs in turn."""
    found = {option: None}
    waiting = [option]
    while waiting:
        for other in ruleset.options[waiting.pop()].needs:
            if other in ruleset.options and other not in found:
                found[other] = None
                waiting.append(other)
    return found.keys()


def check_counted_cycles(diagnostics: Diagnostics, symbols: SymbolTable, ruleset: Ruleset) -> None:
    """Checks of `counts_as`: steps, or facts, that count as each other."""
    for kind in ("steps", "facts"):
        counted: dict[str, str] = {}
        for below in symbols.chain:
            for _, of, name, clause in below.placed_clauses():
                other = getattr(getattr(clause, "means", None), "counts_as", None)
                if of == kind and other and other != name:
                    counted[name] = other
        cycles = cycles_by_member(counted)
        for loc, of, name, clause in ruleset.placed_clauses():
            says = getattr(getattr(clause, "means", None), "counts_as", None)
            if of == kind and says and (cycle := cycles.get(name)):
                around = format_cycle(rotated(cycle, name))
                message = f"These count as each other: {around}."
                where = (*loc, "means", "counts_as")
                diagnostics.note(where, message, "Say which of them is the wider one.")


def check_now_covered(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of `now_covered`: entries of the ruleset itself."""
    for position, name in enumerate(ruleset.now_covered):
        if name in ruleset.not_covered:
            message = f"{quoted(name)} is not covered by this ruleset itself."
            hint = "Name what the ruleset underneath leaves out."
            diagnostics.note(("now_covered", position), message, hint)


def check_gap_names(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of the names of gaps: malformed and duplicate ones."""
    taken: set[str] = set()
    for position, gap in enumerate(ruleset.gaps):
        where: Loc = ("gaps", position, "name")
        if gap.name and (fault := name_error(gap.name)):
            diagnostics.note(where, *fault)
        elif gap.name in taken:
            diagnostics.note(where, f"{quoted(gap.name)} is the name of another gap.")
        taken.update({gap.name} - {""})


def check_like_cycles(diagnostics: Diagnostics, symbols: SymbolTable, ruleset: Ruleset) -> None:
    """Checks of `like`: steps that inherit from themselves."""
    like: dict[str, str] = {}
    for below in symbols.chain:
        for layer in below.layers():
            like.update({name: step.like for name, step in layer.body.steps.items() if step.like})
    cycles = cycles_by_member(like)
    for layer in ruleset.layers():
        for name, step in layer.body.steps.items():
            if step.like and (cycle := cycles.get(name)):
                where = (*layer.loc, "steps", name, "like")
                around = format_cycle(rotated(cycle, name))
                diagnostics.note(where, f"This step is like itself: {around}.")


def check_follow_cycles(diagnostics: Diagnostics, symbols: SymbolTable, ruleset: Ruleset) -> None:
    """Checks of `follows`: clauses that follow from each other, and so from nothing."""
    resolver = symbols.resolver
    follows: dict[str, tuple[str, ...]] = {}
    for below in symbols.chain:
        for _, _, _, clause in below.placed_clauses():
            # A clause that follows from itself has a diagnostic of its own.
            found = resolver.full_ids(clause.follows)
            follows[clause.full_id] = tuple(name for name in found if name != clause.full_id)
    around: dict[str, str] = {}
    while cycle := find_cycle(follows):
        for name in cycle:
            around[name] = format_cycle(rotated(cycle, name))
            follows[name] = ()
    for loc, _, _, clause in ruleset.placed_clauses():
        if clause.full_id in around:
            message = f"This clause follows from itself: {around[clause.full_id]}."
            diagnostics.note((*loc, "follows"), message, "Say of one of them what it `means`.")


UnitName = tuple[Loc, str, bool]
"""The name of a unit, with its path, and whether it is the key of a mapping."""


def units_of(field: str, sides: Mapping[str, Collection[str]]) -> Iterator[UnitName]:
    """The units that a field lists by side, as a list of names or one by one."""
    for side, units in sides.items():
        is_key = not isinstance(units, tuple)
        for position, unit in enumerate(units):
            yield (field, side, unit if is_key else position), unit, is_key


def check_unit_names(
    diagnostics: Diagnostics, units: Iterable[UnitName], reserved: Collection[str]
) -> None:
    """Checks of the names of units: those of two, and those that mean something else."""
    seen: set[str] = set()
    for loc, unit, is_key in units:
        if unit in seen:
            diagnostics.note(loc, f"There are two units {quoted(unit)}.", key=is_key)
        if unit in reserved or not unit.strip():
            diagnostics.note(loc, f"No unit can be called {quoted(unit)}.", key=is_key)
        seen.add(unit)


def check_marker_names(
    diagnostics: Diagnostics, symbols: SymbolTable, contents: Contents, loc: Loc
) -> None:
    """Checks of the names of markers: those that mean a side, or something else."""
    named = (((*loc, "named", n), name, False) for n, name in enumerate(contents.named))
    check_seen_names(diagnostics, named)
    for position, name in enumerate(contents.named):
        if name in (BATTLE, NOBODY, TABLE, *symbols.known("side")):
            diagnostics.note((*loc, "named", position), f"No marker can be called {quoted(name)}.")


def check_marker_owners(
    diagnostics: Diagnostics, symbols: SymbolTable, contents: Contents, loc: Loc
) -> None:
    """Checks of whose markers are: those of a unit or a side, where one can be meant."""
    whose = contents.of.of if isinstance(contents.of, Selection) else contents.of
    name = str(loc[loc.index("containers") + 1])
    owned = any(
        name in layer.body.containers and layer.body.containers[name].of is Kept.SIDE
        for below in symbols.chain
        for layer in below.layers()
    )
    if whose is Whose.BATTLE:
        message = "A marker is of a unit or a side, not of the battle."
        diagnostics.note((*loc, "of"), message, "Give it a name in `named`.")
    elif whose in (Whose.SIDE, Whose.ITSELF) and not owned:
        diagnostics.note(
            (*loc, "of"),
            f"{quoted(name)} belongs to no side, so `{whose}` means nobody here.",
            "For markers of each side, say `sides`; for a container of each side, `of: side` above"
            " its clauses.",
        )


_LONGEST_ENDING = 4
_WORDS = re.compile(r"[^\W\d_]{3,}")


def has_word(text: str, word: str) -> bool:
    """True when a text has a word or phrase, whatever its ending."""
    pattern = rf"(?<!\w){re.escape(word)}\w{{0,{_LONGEST_ENDING}}}(?!\w)"
    return re.search(pattern, text, re.IGNORECASE) is not None


def check_synonyms(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Diagnostics for synonyms of words that no text of the ruleset has."""
    # What could not be read may have the word.
    texts = [*_texts(ruleset), *diagnostics.removed_words()] if ruleset.synonyms else []
    for word, others in ruleset.synonyms.items():
        if not others and not diagnostics.has_removed(("synonyms", word)):
            diagnostics.note(("synonyms", word), "This list is empty.", "Say what players type.")
        if not any(has_word(text, word) for text in texts):
            known = {found.lower() for text in texts for found in _WORDS.findall(text)}
            message = f"No text of this ruleset has the word {quoted(word)}."
            hint = did_you_mean(word, known, "Words of its texts")
            diagnostics.note(("synonyms", word), message, hint, key=True)


def _texts(ruleset: Ruleset) -> Iterator[str]:
    """What the search of a site finds: clauses, titles of parts, gaps, and what is not covered."""
    for layer in ruleset.layers():
        for _, _, part in layer.body.parts():
            yield part.title
            yield from (clause.text for clause in part.clauses)
    yield from (gap.text for gap in ruleset.gaps)
    yield from (entry.text for entry in ruleset.not_covered.values())
