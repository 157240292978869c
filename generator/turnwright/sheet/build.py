"""Build of PDF sheets, by request; and the requests for all that a site offers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from turnwright.describe.step_tree import build_tree
from turnwright.language.ruleset import Status
from turnwright.load.cache import KeptFiles, fingerprint
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, quoted, shown_path
from turnwright.sheet.compose import compose
from turnwright.sheet.content import Sheet
from turnwright.sheet.request import AgreedRules, SheetKind, SheetRequest, resolve_request
from turnwright.sheet.typesetting import MOST_SIDES, SIZES, TooLong, Unprintable, typeset

MAX_LISTED = 5
"""Number of clauses listed in the error about a sheet that does not fit."""


def build_sheet(library: Library, request: SheetRequest, kept: KeptFiles | None = None) -> bytes:
    """Build the PDF of a request, or take the one that is kept.

    Raises SourceError for an invalid request or ruleset and for a sheet that does not fit, and
    TypstMissing.
    """
    agreed = resolve_request(library, request)
    sheet = compose(library, agreed, request.kind)
    made = partial(_typeset, library, agreed, request, sheet)
    return kept.get((fingerprint(sheet, request.kind),), made) if kept else made()


def _typeset(library: Library, agreed: AgreedRules, request: SheetRequest, sheet: Sheet) -> bytes:
    """Typeset a sheet. Raises SourceError where it does not fit."""
    kind = SheetKind(request.kind)
    try:
        return typeset(sheet, kind)
    except Unprintable as error:
        path = shown_path(library.source(request.system))
        message = f"The sheet of {quoted(request.system)} cannot be set. {error}."
        hint = "The type of the sheets has Latin, Greek and Cyrillic letters."
        raise SourceError([library.problem(path, 1, message, hint)]) from None
    except TooLong:
        clauses = [one for one in agreed.rules.clauses() if not one.advice]
        longest = sorted(clauses, key=lambda clause: -len(clause.text))
        at = f"{MOST_SIDES} sides in type of {SIZES[kind].smallest:g} points"
        raise SourceError(
            Problem(
                path=(location := library.place(clause.full_id)).path,
                line=location.line,
                column=location.column,
                message=f"The sheet of {quoted(request.system)} does not fit on {at}, and "
                f"{quoted(clause.full_id)} is one of its longest clauses: "
                f"{len(clause.text)} letters.",
                hint="Shorten it, or write a book: its entries sum clauses up.",
            )
            for clause in longest[:MAX_LISTED]
        ) from None


def sheet_requests(library: Library) -> Iterator[SheetRequest]:
    """Requests for all sheets of a site.

    Each system and pack has one for players, and where there is something to tell, one of what
    changes; a sketch, which is short, no more than these. What a pack agrees on is settled. A
    ruleset without a round, such as a library of rules, has no sheet.
    """
    for system, ruleset in library.rulesets.items():
        whole = library.effective(system)
        if whole.library or build_tree(whole) is None:
            continue
        book = library.books.get(system)
        is_short = whole.status is Status.SKETCH
        has_open = bool(whole.readings or whole.options or whole.gaps)
        for pack in ("", *ruleset.packs):
            kinds = {
                SheetKind.PLAYER: True,
                SheetKind.CHANGES: bool(book and book.changes),
                SheetKind.AGREEMENT: has_open and not is_short and not pack,
                SheetKind.REFEREE: not is_short,
            }
            for kind in (kind for kind, is_wanted in kinds.items() if is_wanted):
                yield SheetRequest(system=system, pack=pack, kind=kind)


def sheet_path(request: SheetRequest) -> str:
    """Path of a sheet on the site, such as `sheets/chess.pdf`."""
    folder = "" if request.kind == SheetKind.REFEREE else f"{request.kind}/"
    names = (request.system, request.pack)
    return f"sheets/{folder}{'-'.join(filter(None, names))}.pdf"
