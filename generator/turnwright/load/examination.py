"""Everything that is looked at once all files are read."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from turnwright.language.example import Example
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.load.bands import unfit_bands
from turnwright.load.clash import Clash, unmet
from turnwright.load.course import Course
from turnwright.load.family import Family
from turnwright.load.guard import circular_guards
from turnwright.load.identity import check_ids, check_keys, check_likeness, check_patches
from turnwright.load.mention import check_mentions, visit
from turnwright.load.names import BATTLE, Names
from turnwright.load.params import check_params
from turnwright.load.play import Play
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.report import Report
from turnwright.load.sense import check_sense
from turnwright.load.tree import Loc
from turnwright.load.written import ExampleFile


def examine(family: Family, examples: Iterable[ExampleFile], nearby: Collection[str]) -> None:
    """Note whatever is wrong with rulesets and examples that could be read.

    `nearby` are the ids of further rulesets that an author may have meant.
    """
    names = {ruleset: Names(family, ruleset) for ruleset in family.rulesets}
    for ruleset, file in family.files.items():
        file.report.next_look()
        examine_ruleset(file.report, names[ruleset], file.ruleset)
    # The lowest first: what is wrong there is not told again of those that stand on it.
    for ruleset in sorted(family.rulesets, key=lambda name: len(family.chain(name))):
        if family.is_clean(ruleset):
            examine_patches(family, ruleset)
    for example in examples:
        example.report.next_look()
        known = names.get(example.example.ruleset)
        if known is not None:
            examine_example(family, example, known)
        elif example.example.ruleset not in nearby:
            # What is wrong with the file of one that is there has been told.
            note_unknown_ruleset(example, {*family.rulesets, *nearby})


def note_unknown_ruleset(file: ExampleFile, known: set[str]) -> None:
    """Note that an example is played by a ruleset that is not there."""
    name = file.example.ruleset
    hint = did_you_mean(name, known, "Known rulesets")
    file.report.note(("ruleset",), f"There is no ruleset {quoted(name)}.", hint)


def examine_ruleset(report: Report, names: Names, ruleset: Ruleset) -> None:
    """Note what is wrong with a ruleset by itself and with what it names."""
    check_ids(report, ruleset)
    check_keys(report, ruleset)
    check_patches(report, names, ruleset)
    check_likeness(report, names, ruleset)
    check_params(report, ruleset)
    for loc, value in visit(ruleset):
        check_sense(report, value, loc)
        check_mentions(report, names, value, loc)


def examine_example(family: Family, file: ExampleFile, names: Names) -> None:
    """Note what is wrong with an example."""
    report, example = file.report, file.example
    names.check(report, ("ruleset",), "step", BATTLE)  # where every battle begins
    for loc, value in visit(example):
        check_sense(report, value, loc)
        check_mentions(report, names, value, loc)
    Play(report, names, example).check()
    note_choices(family, report, names, example, ())


def examine_patches(family: Family, ruleset: str) -> None:
    """Note what does not go together in the rules, with each option, alternative and pack."""
    whole, clashes = family.effective(ruleset)
    clashes += _unplayable(whole)
    told = set(clashes)
    family.note(ruleset, clashes)
    if clashes:
        return
    # What others brought is looked at where somebody chooses it.
    own = family.rulesets[ruleset]
    for name in own.options:
        family.note(ruleset, _fresh(family, ruleset, _with_needs(whole, name), {}, told))
    for name, reading in own.readings.items():
        for choice in reading.alternatives:
            family.note(ruleset, _fresh(family, ruleset, (), {name: choice}, told))
    names = Names(family, ruleset)
    for name, pack in own.packs.items():
        note_choices(family, family.files[ruleset].report, names, pack, ("packs", name))


def note_choices(
    family: Family, report: Report, names: Names, chosen: Example | Pack, loc: Loc
) -> None:
    """Note options, readings and params that are not there or do not go together."""
    before = len(report.problems)
    whole, bare = family.effective(names.ruleset)
    for position, option in enumerate(chosen.options):
        names.check(report, (*loc, "options", position), "option", option)
    for name, choice in chosen.readings.items():
        where: Loc = (*loc, "readings", name)
        names.check(report, where, "reading", name, key=True)
        if name in whole.readings and choice not in (known := whole.readings[name].alternatives):
            hint = did_you_mean(choice, known, "Alternatives")
            report.note(where, f"{quoted(choice)} is not among the alternatives.", hint)
    nothing = not (chosen.options or chosen.readings or chosen.params)
    if nothing or len(report.problems) > before:
        return
    bare += _unplayable(whole)
    whole, clashes = family.effective(names.ruleset, chosen.options, chosen.readings, chosen.params)
    clashes = (*unmet(whole, chosen.options, chosen.params), *clashes, *_unplayable(whole))
    for clash in clashes:
        if clash not in bare:
            place = "params" if clash.about_params else "options" if chosen.options else "readings"
            where = (*loc, place) if report.has((*loc, place)) else (*loc, "options")
            report.note(where, clash.message, clash.hint + family.where(clash), key=True)


def _unplayable(whole: Ruleset) -> tuple[Clash, ...]:
    """What keeps rules that hold together from being played."""
    return (*unfit_bands(whole), *Course(whole).clashes(), *circular_guards(whole))


def _fresh(
    family: Family,
    ruleset: str,
    options: tuple[str, ...],
    readings: dict[str, str],
    told: set[Clash],
) -> list[Clash]:
    """Clashes of a choice that were not told before."""
    whole, clashes = family.effective(ruleset, options, readings)
    fresh = [clash for clash in (*clashes, *_unplayable(whole)) if clash not in told]
    told.update(fresh)
    return fresh


def _with_needs(whole: Ruleset, option: str) -> tuple[str, ...]:
    """An option with all the options that it needs."""
    chosen = [option]
    for name in chosen:
        chosen += [
            other
            for other in whole.options[name].needs
            if other in whole.options and other not in chosen
        ]
    return tuple(chosen)
