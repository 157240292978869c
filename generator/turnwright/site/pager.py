"""Pager: links to the previous and next page of a sequence."""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwright.site.page import Link


@dataclass(frozen=True, kw_only=True)
class Pager:
    """Previous and next page."""

    before: Link | None = None
    after: Link | None = None


def pager(row: Sequence[Link], here: int) -> Pager:
    """Pager of the page at this index of a sequence."""
    return Pager(
        before=row[here - 1] if here > 0 else None,
        after=row[here + 1] if here + 1 < len(row) else None,
    )
