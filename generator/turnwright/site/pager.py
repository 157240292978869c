"""What comes before a page, and what comes after it, where pages stand in a row."""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwright.site.page import Link


@dataclass(frozen=True, kw_only=True)
class Pager:
    """The pages on both sides of one."""

    before: Link | None = None
    after: Link | None = None


def pager(row: Sequence[Link], here: int) -> Pager:
    """The pages beside the one with this number, counted from 0."""
    return Pager(
        before=row[here - 1] if here > 0 else None,
        after=row[here + 1] if here + 1 < len(row) else None,
    )
