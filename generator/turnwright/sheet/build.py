"""Build of PDF sheets, by request; and the requests for all that a site offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turnwright.describe.credit import credit_of
from turnwright.describe.step_tree import build_tree
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, quoted, shown_path
from turnwright.proof.cache import KeptFiles, fingerprint
from turnwright.sheet.compose import compose_by_detail, printed_clauses, printed_text
from turnwright.sheet.content import Sheet
from turnwright.sheet.request import (
    AgreedRules,
    Audience,
    Paper,
    SheetRequest,
    resolve_request,
)
from turnwright.sheet.typesetting import (
    SMALLEST,
    SetSheet,
    TooLong,
    TooTall,
    Unprintable,
    typeset,
)

SIDES = {Audience.PLAYER: 1, Audience.REFEREE: 6}
"""Sides that a sheet takes at most."""
MAX_LISTED = 5
"""Number of clauses listed in the error about a sheet that does not fit."""


def build_sheet(library: Library, request: SheetRequest) -> bytes:
    """Build the PDF of a request.

    Raises SourceError for an invalid request or ruleset and for a sheet that does not fit, and
    TypstMissing.
    """
    agreed = resolve_request(library, request)
    sheets = tuple(compose_by_detail(library, agreed, request.audience))
    return _typeset(library, agreed, request, sheets, None).pdf


def build_sheets(
    library: Library, request: SheetRequest, kept: KeptFiles | None = None
) -> Iterator[tuple[SheetRequest, bytes | SourceError]]:
    """Build the PDFs of a request on every paper, each with why there is none where there is none.

    Those that are kept are neither composed nor set anew; the others are composed once. Raises
    SourceError for an invalid request or ruleset, and TypstMissing.
    """
    agreed = resolve_request(library, request)
    credit = credit_of(library.chain(request.system), agreed.rules.documents.values())
    grounds = fingerprint(agreed, credit, request.audience) if kept else ""
    sheets: tuple[Sheet, ...] = ()
    near: SetSheet | None = None
    # The largest paper comes first, and the next is set much like it.
    for paper in Paper:
        on_paper = replace(request, paper=paper)
        pdf = kept.find((grounds, paper)) if kept else None
        if pdf is None:
            try:
                sheets = sheets or tuple(compose_by_detail(library, agreed, request.audience))
                near = _typeset(library, agreed, on_paper, sheets, near)
                pdf = near.pdf
            except SourceError as error:
                yield on_paper, error
                continue
            if kept:
                kept.keep((grounds, paper), pdf)
        yield on_paper, pdf


def _typeset(
    library: Library,
    agreed: AgreedRules,
    request: SheetRequest,
    sheets: tuple[Sheet, ...],
    near: SetSheet | None,
) -> SetSheet:
    """Typeset a sheet. Raises SourceError where it does not fit."""
    sides = SIDES[Audience(request.audience)]
    try:
        return typeset(sheets, request.paper, sides, near)
    except Unprintable as error:
        path = shown_path(library.source(request.system))
        message = f"The sheet of {quoted(request.system)} cannot be set. {error}."
        hint = "The type of the sheets has Latin, Greek and Cyrillic letters."
        raise SourceError([library.problem(path, 1, message, hint)]) from None
    except TooTall:
        path = shown_path(library.source(request.system))
        message = (
            f"The sheet of {quoted(request.system)} does not fit on {request.paper}: the picture "
            f"of its round alone is taller than a side."
        )
        hint = "Steps in a `sequence` of the round lie side by side, those inside others below."
        raise SourceError([library.problem(path, 1, message, hint)]) from None
    except TooLong:
        longest_clauses = sorted(
            printed_clauses(agreed.rules.clauses()), key=lambda c: -len(printed_text(c))
        )
        at = f"{sides} side{'s' * (sides > 1)} of {request.paper} in type of {SMALLEST} points"
        raise SourceError(
            Problem(
                path=(location := library.place(clause.full_id)).path,
                line=location.line,
                column=location.column,
                message=f"The sheet of {quoted(request.system)} does not fit on {at}, and "
                f"{quoted(clause.full_id)} is one of its longest clauses: "
                f"{len(printed_text(clause))} letters.",
                hint="Shorten it, or give it a `brief`: the same rule in fewer words.",
            )
            for clause in longest_clauses[:MAX_LISTED]
        ) from None


def sheet_requests(library: Library) -> Iterator[SheetRequest]:
    """Requests for all sheets of a site, on the first paper size.

    Each system and pack has one for players and one for referees. A ruleset without a round, such
    as a library of rules, has no sheet.
    """
    for system, ruleset in library.rulesets.items():
        whole = library.effective(system)
        if whole.library or build_tree(whole) is None:
            continue
        for pack in ("", *ruleset.packs):
            for audience in Audience:
                yield SheetRequest(system=system, pack=pack, audience=audience)


def sheet_path(request: SheetRequest) -> str:
    """Path of a sheet on the site, such as `sheets/chess-a4.pdf`."""
    folder = "sheets/player/" if request.audience == Audience.PLAYER else "sheets/"
    names = (request.system, request.pack, request.paper)
    return f"{folder}{'-'.join(filter(None, names))}.pdf"
