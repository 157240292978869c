"""Clause book: a book made of the clauses of a ruleset for which nobody has written one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.describe.labels import Labels
from turnwright.describe.settings import assumed_clauses
from turnwright.describe.step_tree import Branch, build_tree, reachable_steps
from turnwright.language.book import Book, Box, Chapter, Entry, Table
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Part, Ruleset


def book_of_clauses(rules: Ruleset) -> Book:
    """A book of effective rules: a chapter for each part, an entry for each clause."""
    labels, tree, reachable = Labels(rules), build_tree(rules), reachable_steps(rules)
    walked = [branch.name for branch in tree.walk() if not branch.again] if tree else []
    steps = [name for name in dict.fromkeys((*walked, *rules.steps)) if name in reachable]
    parts: list[tuple[str, str, Part]] = [
        ("steps", name, rules.steps[name]) for name in steps if name in rules.steps
    ]
    parts += [(kind, name, part) for kind, name, part in rules.parts() if kind != "steps"]
    chapters = (
        Chapter(
            chapter=f"{kind}-{name}",
            title=labels.title(name, kind),
            entries=(*_entries(part.clauses), *([_odds_of(name)] if kind == "checks" else [])),
        )
        for kind, name, part in parts
    )
    asked = (
        Entry(agree=reading.question, reading=name, say=reading.alternatives[reading.default].text)
        for name, reading in rules.readings.items()
    )
    missing = (Entry(agree=gap.text, gap=gap.name or "gap") for gap in rules.gaps)
    assumed = (
        Entry(agree=clause.assumed, gap=clause.full_id)
        for clause in assumed_clauses(rules).values()
    )
    agreed = Chapter(chapter="agree", title="Agree first", entries=(*asked, *missing, *assumed))
    found = (chapter for chapter in (*chapters, agreed) if chapter.entries)
    return Book(book=rules.ruleset, chapters=tuple(found))


def _odds_of(check: str) -> Entry:
    """The table of a check."""
    return Entry(table=Table(check=check))


def _entries(clauses: Iterable[Clause]) -> Iterator[Entry]:
    """An entry for each clause that a player needs, in its fewest words."""
    for clause in clauses:
        if not (clause.follows or clause.advice or clause.machine):
            yield Entry(say=clause.brief or clause.text, rules=(clause.full_id,))


def round_of_steps(rules: Ruleset) -> tuple[Box, ...]:
    """The picture of a round that nobody has drawn: its steps, and those in them."""
    tree = build_tree(rules)
    while tree and len(tree.branches) == 1:
        (tree,) = tree.branches
    return tuple(_box(branch, 1) for branch in tree.branches) if tree else ()


def _box(branch: Branch, deeper: int) -> Box:
    """Box of a step, with so many levels below it."""
    below = branch.branches if deeper else ()
    return Box(step=branch.name, inside=tuple(_box(each, deeper - 1) for each in below))
