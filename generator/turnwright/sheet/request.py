"""Sheet request: system, kind, and the chosen options, readings and parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, did_you_mean, quoted

REQUEST_PATH = "what was asked for"
"""Path of problems that concern the request and not a file."""


class SheetKind(StrEnum):
    """Kind of sheet."""

    PLAYER = "player"
    """One side with what is played from."""
    CHANGES = "changes"
    """Half a side: what an overlay changes for somebody who knows the ruleset underneath."""
    AGREEMENT = "agreement"
    """One side: questions and options with boxes to tick, and a place for names."""
    REFEREE = "referee"
    """The whole book, with the clauses behind it and their sources, on six sides at most."""

    @property
    def label(self) -> str:
        """Display name."""
        return {
            SheetKind.PLAYER: "For players",
            SheetKind.CHANGES: "What changes",
            SheetKind.AGREEMENT: "What we agree",
            SheetKind.REFEREE: "For referees",
        }[self]


@dataclass(frozen=True, kw_only=True)
class SheetRequest:
    """Request for one sheet."""

    system: str
    kind: str = SheetKind.REFEREE
    pack: str = ""
    """Pack whose options and readings apply; explicit readings override it."""
    options: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, str] = field(default_factory=dict)
    """Parameter values in the players' words."""


@dataclass(frozen=True, kw_only=True)
class AgreedRules:
    """Effective rules of a request, with its title and choices."""

    rules: Ruleset
    title: str
    options: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    """Chosen alternatives, by reading."""
    chosen: tuple[str, ...]
    """Chosen options, readings and parameters as sentences, with inline Markdown."""


def resolve_request(library: Library, request: SheetRequest) -> AgreedRules:
    """Resolve a request to effective rules. Raises SourceError with all problems."""
    problems = list(_unknown_names(library, request))
    if problems:
        raise SourceError(problems)
    written = library.rulesets[request.system]
    pack = written.packs.get(request.pack)
    options = tuple(dict.fromkeys((*(pack.options if pack else ()), *request.options)))
    readings = {**(pack.readings if pack else {}), **request.readings}
    all_rules = library.effective(request.system)
    open_params = {
        name: what
        for option in options
        if option in all_rules.options
        for name, what in all_rules.options[option].params.items()
    }
    # Parameters are printed in the players' words, so their conditions stay unevaluated.
    params = {name: Condition(param=name) for name in open_params}
    rules = library.effective(request.system, options, readings, params)
    if unknown := [name for name in request.params if name not in open_params]:
        raise SourceError(
            _problem(
                f"No chosen option has a parameter {quoted(name)}.",
                did_you_mean(name, open_params),
            )
            for name in unknown
        )
    return AgreedRules(
        rules=rules,
        title=pack.title if pack else written.title,
        options=options,
        readings=readings,
        chosen=tuple(
            _choice_sentences(
                all_rules, options, readings, {**open_params, **request.params}, request.params
            )
        ),
    )


def _unknown_names(library: Library, request: SheetRequest) -> Iterator[Problem]:
    """Problems with unknown names in a request."""
    if request.kind not in list(SheetKind):
        yield _problem(
            f"There is no sheet for {quoted(request.kind)}.", did_you_mean(request.kind, SheetKind)
        )
    if request.system not in library.rulesets:
        hint = did_you_mean(request.system, library.rulesets)
        yield _problem(f"There is no system {quoted(request.system)}.", hint)
    elif library.rulesets[request.system].library:
        hint = "Print the sheet of a system that uses it."
        yield _problem(f"{quoted(request.system)} is a library, and has no sheet.", hint)
    elif request.pack and request.pack not in (packs := library.rulesets[request.system].packs):
        hint = did_you_mean(request.pack, packs)
        yield _problem(f"{quoted(request.system)} has no pack {quoted(request.pack)}.", hint)


def _problem(message: str, hint: str = "") -> Problem:
    return Problem(path=REQUEST_PATH, message=message, hint=hint)


def _choice_sentences(
    all_rules: Ruleset,
    options: tuple[str, ...],
    readings: Mapping[str, str],
    params: Mapping[str, str],
    stated: Mapping[str, str],
) -> Iterator[str]:
    for name in options:
        yield f"**Option:** {all_rules.options[name].title}."
    for name, text in params.items():
        answer = (
            text if name in stated else f"as agreed before the battle ({text.strip().rstrip('.')})"
        )
        yield f"**{name.replace('_', ' ').capitalize()}:** {answer.strip().rstrip('.')}."
    for name, choice in readings.items():
        reading = all_rules.readings[name]
        if choice != reading.default:
            yield f"**Reading:** {reading.question} {reading.alternatives[choice].text}"
