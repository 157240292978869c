"""Twenty sheets, beside the same clauses set once as plain paragraphs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice, product

import typst

from bench.library import RULESETS
from bench.ratio import Ratio, in_turn, worked
from turnwright.describe.step_tree import build_tree
from turnwright.load.library import Library
from turnwright.sheet.compose import compose_by_detail
from turnwright.sheet.request import Paper, SheetRequest, resolve_request
from turnwright.sheet.typesetting import FONTS, typeset

SHEETS = 20


def measured(repetitions: int = 3) -> Iterator[Ratio]:
    """How many times as long as typst takes for the words alone, as they come."""
    library = Library.read(RULESETS)
    systems = [name for name in library.rulesets if build_tree(library.effective(name))]
    wanted = list(islice(cycle(product(systems, Paper)), SHEETS))
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])

    def sheets() -> None:
        for system, paper in wanted:
            request = SheetRequest(system=system, paper=paper)
            agreed = resolve_request(library, request)
            typeset(tuple(compose_by_detail(library, agreed)), paper, 2)

    def words() -> None:
        for system, _ in wanted:
            texts = [clause.text for clause in library.effective(system).clauses()]
            # Quoted, so that nothing in them is taken for a mark.
            quoted = (json.dumps(text, ensure_ascii=False) for text in texts)
            plain = "\n#parbreak()\n".join(f"#{text}" for text in quoted)
            typst.compile(plain.encode(), font_paths=fonts)

    ours, bare = in_turn(repetitions, lambda: worked(sheets), lambda: worked(words))
    yield Ratio.of(
        f"{SHEETS} sheets, beside typst on the same sentences as plain paragraphs", ours, bare
    )
