"""Sheets, finished: one that somebody asks for, and all that a site hands out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, quoted, shown_path
from turnwright.sheet.content import Sheet
from turnwright.sheet.order import Order, Paper, agree
from turnwright.sheet.press import SIDES, SMALLEST, TooLong, Unprintable, press
from turnwright.sheet.writing import on_paper, ruled, write
from turnwright.study.step_tree import build_tree

LONGEST = 5
"""So many clauses are named when a sheet does not fit."""


def printed(library: Library, order: Order) -> bytes:
    """The PDF that an order asks for.

    Raises SourceError with all that is wrong with the order or the rules, also when they do not
    fit on paper, and NoTypst where that is not installed.
    """
    agreed = agree(library, order)
    try:
        return _pressed(write(library, agreed), order.paper)
    except Unprintable as error:
        path = shown_path(library.source(order.system))
        message = f"The sheet of {quoted(order.system)} cannot be set. {error}."
        hint = "The type of the sheets has Latin, Greek and Cyrillic letters."
        raise SourceError([library.problem(path, 1, message, hint)]) from None
    except TooLong:
        longest = sorted(ruled(agreed.rules.clauses()), key=lambda c: -len(on_paper(c)))
        at = f"{SIDES[-1]} sides of {order.paper} in type of {SMALLEST} points"
        raise SourceError(
            Problem(
                path=(place := library.place(clause.full_id)).path,
                line=place.line,
                column=place.column,
                message=f"The sheet of {quoted(order.system)} does not fit on {at}, and "
                f"{quoted(clause.full_id)} is one of its longest clauses: "
                f"{len(on_paper(clause))} letters.",
                hint="Shorten it, or give it a `brief`: the same rule in fewer words.",
            )
            for clause in longest[:LONGEST]
        ) from None


def orders(library: Library) -> Iterator[Order]:
    """The sheets that a site hands out: each system and each of its packs, on each paper.

    What has no round, like a library of rules, has no sheet.
    """
    for system, ruleset in library.rulesets.items():
        if build_tree(library.effective(system)) is not None:
            for pack in ("", *ruleset.packs):
                yield from (Order(system=system, pack=pack, paper=paper) for paper in Paper)


def sheet_path(order: Order) -> str:
    """Where a site keeps a sheet, such as `sheets/chess-a4.pdf`."""
    return f"sheets/{'-'.join(filter(None, (order.system, order.pack, order.paper)))}.pdf"


def sheets(library: Library) -> Iterator[tuple[str, bytes]]:
    """Every sheet that a site hands out, with its path. Raises as `printed` does."""
    for order in orders(library):
        yield sheet_path(order), printed(library, order)


@lru_cache(maxsize=200)
def _pressed(sheet: Sheet, paper: str) -> bytes:
    """A sheet, pressed once for as long as its words stay the same."""
    return press(sheet, paper)
