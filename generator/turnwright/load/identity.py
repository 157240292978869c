"""What a ruleset names: its clauses' ids, its parts, sides, options and readings."""

from __future__ import annotations

from turnwright.language.ruleset import Ruleset
from turnwright.load.names import Names
from turnwright.load.problem import Place, did_you_mean, quoted
from turnwright.load.report import Report
from turnwright.load.spelling import id_fault, key_fault
from turnwright.load.tree import Loc
from turnwright.load.written import layers

_LISTS = ("abilities", "options", "readings", "packs")


def check_ids(report: Report, ruleset: Ruleset) -> None:
    """Note ids of a wrong shape, and ids that two clauses have."""
    taken: dict[str, Place] = {}
    for layer in layers(ruleset):
        for kind, name, part in layer.body.parts():
            for position, clause in enumerate(part.clauses):
                loc: Loc = (*layer.loc, kind, name, "clauses", position)
                given = [((*loc, "id"), clause.id)]
                given += [((*loc, "aliases", i), alias) for i, alias in enumerate(clause.aliases)]
                for where, cited in given:
                    if fault := id_fault(cited):
                        report.note(where, *fault)
                    elif cited in taken:
                        report.note(
                            where,
                            f"{quoted(cited)} is the id of another clause.",
                            f"The first one is at {taken[cited]}.",
                        )
                    else:
                        taken[cited] = report.place(where)


def check_keys(report: Report, ruleset: Ruleset) -> None:
    """Note names that cannot be names, and sides listed twice."""
    places: list[tuple[Loc, str]] = [
        ((kind, name), name) for kind in _LISTS for name in getattr(ruleset, kind)
    ]
    for layer in layers(ruleset):
        places += [((*layer.loc, kind, name), name) for kind, name, _ in layer.body.parts()]
    for name, reading in ruleset.readings.items():
        places += [(("readings", name, "alternatives", it), it) for it in reading.alternatives]
    for name, option in ruleset.options.items():
        places += [(("options", name, "params", param), param) for param in option.params]
    for loc, name in places:
        if fault := key_fault(name):
            report.note(loc, *fault, key=True)
    sides: set[str] = set()
    for position, side in enumerate(ruleset.sides):
        if fault := key_fault(side):
            report.note(("sides", position), *fault)
        elif side in sides:
            report.note(("sides", position), f"{quoted(side)} is listed twice.")
        sides.add(side)
    if report.has(("ruleset",)) and (fault := key_fault(ruleset.ruleset)):
        report.note(("ruleset",), *fault)


def check_patches(report: Report, names: Names, ruleset: Ruleset) -> None:
    """Note what options and readings name and do not have."""
    for name, reading in ruleset.readings.items():
        loc: Loc = ("readings", name, "default")
        if reading.default not in reading.alternatives and not report.lost((*loc[:-1],)):
            hint = did_you_mean(reading.default, reading.alternatives, "Alternatives")
            report.note(loc, f"{quoted(reading.default)} is not among the alternatives.", hint)
    for name, option in ruleset.options.items():
        for field in ("needs", "excludes"):
            for position, other in enumerate(getattr(option, field)):
                where: Loc = ("options", name, field, position)
                names.check(report, where, "option", other)
                if other == name:
                    report.note(where, "An option neither needs nor excludes itself.")


def check_likeness(report: Report, names: Names, ruleset: Ruleset) -> None:
    """Note steps that are like each other in a circle."""
    like: dict[str, str] = {}
    for below in names.chain:
        for layer in layers(below):
            like.update({name: step.like for name, step in layer.body.steps.items() if step.like})
    circles = _circles(like)
    for layer in layers(ruleset):
        for name, step in layer.body.steps.items():
            if step.like and (circle := circles.get(name)):
                start = circle.index(name)
                way = (*circle[start:], *circle[:start], name)
                told = " → ".join(way if len(way) < 10 else (*way[:5], "…", name))
                where = (*layer.loc, "steps", name, "like")
                report.note(where, f"This step is like itself: {told}.")


def _circles(after: dict[str, str]) -> dict[str, list[str]]:
    """For every name that leads back to itself: the way round."""
    circles: dict[str, list[str]] = {}
    seen: set[str] = set()
    for name in after:
        way: dict[str, None] = {}
        while name in after and name not in seen:
            seen.add(name)
            way[name] = None
            name = after[name]
        if name in way:
            whole = list(way)
            circle = whole[whole.index(name) :]
            circles.update(dict.fromkeys(circle, circle))
    return circles
