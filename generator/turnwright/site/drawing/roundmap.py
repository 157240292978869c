"""Round map: the tree of steps as an SVG of nested bars, narrow enough for a phone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import Branch, BranchKind, caption, step_numbers, summary
from turnwright.site.page import step_href

WIDTH = 360
"""Width of drawings, in CSS pixels of a small phone."""
INDENT = 16
"""How far a step is from the one that it belongs to."""
INDENTS = 150
"""How far the deepest step may be from the edge: where there are many levels, each is narrower."""
TITLE_HEIGHT = 24
CAPTION_HEIGHT = 17
ROW_GAP = 10
TARGET = 49
"""Height of a row and the gap below it that a thumb hits: 44 CSS pixels on a phone."""
PAPER = 1200
"""Height that fits on one side of paper and can still be read there."""
LETTER = 7.9
"""Average width of a letter in titles, for line breaking."""
SMALL_LETTER = 6.7
"""Average width of a letter in captions."""
SHADES = ("#1d1a16", "#5a5247", "#8c8375", "#b3aa9b")
"""Fill colours of bars by depth; deeper ones share the last."""


@dataclass(frozen=True, kw_only=True)
class RoundMapRow:
    """Row of the round map: a step with its coordinates."""

    href: str
    """Relative URL of the step, or nothing."""
    title: tuple[tuple[int, str], ...]
    """Title lines, each with its baseline."""
    caption: tuple[tuple[int, str], ...]
    """Caption lines, each with its baseline."""
    x: int
    """Left edge of the bar."""
    text_x: int
    y: int
    height: int
    """Height of the title and caption."""
    reach: int
    """Height of what can be tapped: the row and the gap below it."""
    bar: int
    """Length of the bar, which spans all child steps."""
    mark: str
    """Marker: `number`, `choice`, `loop` or `none`."""
    number: str
    """Number of the step, as its heading and the sheet have it."""
    shade: int
    fill: str


@dataclass(frozen=True, kw_only=True)
class RoundMap:
    """Round map with its coordinates."""

    summary: str
    width: int
    height: int
    rows: tuple[RoundMapRow, ...]

    @property
    def is_long(self) -> bool:
        """True when it cannot be read on one side of paper."""
        return self.height > PAPER


MARKS = {
    BranchKind.SEQUENCE: "choice",
    BranchKind.EACH: "choice",
    BranchKind.REPEATS: "loop",
    BranchKind.ROOT: "none",
}


def draw_round_map(tree: Branch, namer: Labels) -> RoundMap:
    """Lay out the round map of a tree of steps."""
    indent = min(INDENT, INDENTS // max(1, _levels(tree)))
    rows = tuple(_rows(tree, namer, step_numbers(tree), indent, 0, 0))
    return RoundMap(
        summary=f"The round as a tree of steps. {summary(tree, namer)}",
        width=WIDTH,
        height=max(row.y + row.reach for row in rows),
        rows=rows,
    )


def _levels(branch: Branch) -> int:
    """How many levels of steps are inside of one."""
    return max((1 + _levels(each) for each in branch.branches), default=0)


def _rows(
    branch: Branch, namer: Labels, numbers: Mapping[str, str], indent: int, depth: int, y: int
) -> Iterator[RoundMapRow]:
    x = depth * indent
    number = "" if branch.again else numbers[branch.name]
    mark = "number" if number else MARKS[branch.how]
    text_x = x + 14 + (0 if mark == "none" else max(18, 10 + round(SMALL_LETTER * len(number))))
    lines = wrap(namer.title(branch.name), max(12, int((WIDTH - text_x) / LETTER))) or [branch.name]
    captions = wrap(caption(branch), max(12, int((WIDTH - text_x) / SMALL_LETTER)))
    below: list[RoundMapRow] = []
    beneath = y + TITLE_HEIGHT * len(lines)
    bottom = beneath + CAPTION_HEIGHT * len(captions)
    reach = max(bottom - y + ROW_GAP, TARGET)
    gap = reach - (bottom - y)
    shade = min(depth, len(SHADES) - 1)
    for under in branch.branches:
        below += _rows(under, namer, numbers, indent, depth + 1, bottom + gap)
        bottom = max(row.y + row.bar for row in below)
        gap = below[-1].reach - below[-1].height
    yield RoundMapRow(
        href=step_href(namer, branch.name),
        title=tuple((y + TITLE_HEIGHT * number + 16, line) for number, line in enumerate(lines)),
        caption=tuple(
            (beneath + CAPTION_HEIGHT * number + 12, line) for number, line in enumerate(captions)
        ),
        x=x,
        text_x=text_x,
        y=y,
        height=beneath + CAPTION_HEIGHT * len(captions) - y,
        reach=reach,
        bar=bottom - y,
        mark=mark,
        number=number,
        shade=shade,
        fill=SHADES[shade],
    )
    yield from below
