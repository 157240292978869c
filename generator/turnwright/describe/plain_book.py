"""Plain book: what stands in for the book of a ruleset that has none, clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import Branch, BranchKind, build_tree
from turnwright.language.book import Book, Box, Chapter, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Body, Ruleset


def plain_book(rules: Ruleset) -> Book:
    """Book of effective rules: a chapter for each part, and an entry for each clause.

    What options and other answers bring and take away is marked as in a book that somebody wrote.
    """
    return _PlainBook(rules).book()


class _PlainBook:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.labels = Labels(rules)
        self.tree = build_tree(rules)
        self.idle = idle_clauses(rules)
        self.taken: dict[str, list[str]] = {}
        """The settings that take a clause away, by its full id."""
        for key, body in self.patches():
            for clause in body.clauses():
                for cited in (*clause.replaces, *clause.removes):
                    self.taken.setdefault(cited, []).append(key)

    def book(self) -> Book:
        chapters = [
            Chapter(
                chapter=f"{kind.removesuffix('s')}-{name}",
                title=self.labels.title(name, kind),
                entries=tuple(self.entries(kind, name)),
            )
            for kind, name in self.parts()
        ]
        asked = Chapter(chapter="readings", title="Agree first", entries=tuple(self.questions()))
        return Book(
            book=self.rules.ruleset,
            round=tuple(self.boxes(self.tree)) if self.tree else (),
            chapters=tuple(each for each in (*chapters, asked) if each.entries),
        )

    def patches(self) -> Iterator[tuple[str, Body]]:
        """Options and other answers than the default ones, by their key."""
        yield from self.rules.options.items()
        for name, reading in self.rules.readings.items():
            for which, alternative in reading.alternatives.items():
                if which != reading.default:
                    yield f"{name}:{which}", alternative

    def parts(self) -> Iterable[tuple[str, str]]:
        """Kind and name of every part that has clauses, the steps in the order of the round."""
        walked = [branch.name for branch in self.tree.walk()] if self.tree else []
        bodies = (self.rules, *(body for _, body in self.patches()))
        found = [(kind, name) for body in bodies for kind, name, _ in body.parts()]
        return dict.fromkeys([*(("steps", name) for name in walked), *found])

    def entries(self, kind: str, name: str) -> Iterator[Entry]:
        """An entry for each clause of a part, those of options and other answers last."""
        for key, body in (("", self.rules), *self.patches()):
            part = getattr(body, kind).get(name)
            for clause in part.clauses if part else ():
                asked = clause.full_id not in self.idle or clause.ruleset == self.rules.ruleset
                if asked and not clause.machine:
                    yield self.entry(clause, key)

    def entry(self, clause: Clause, key: str) -> Entry:
        return Entry(
            say=clause.text,
            rules=(clause.full_id,),
            only_with=(key,) if key else (),
            not_with=tuple(self.taken.get(clause.full_id, ())),
            ruleset=clause.ruleset,
        )

    def questions(self) -> Iterator[Entry]:
        """An entry for each reading."""
        for name, reading in self.rules.readings.items():
            said = reading.alternatives[reading.default].text
            yield Entry(agree=reading.question, say=said, reading=name)

    def boxes(self, branch: Branch) -> Iterator[Box]:
        """The steps of a round, those that are chosen among left to their chapters."""
        for below in branch.branches:
            if below.how is not BranchKind.EACH and not below.again:
                yield Box(
                    step=below.name,
                    chapter=f"step-{below.name}",
                    repeats=below.how is BranchKind.REPEATS,
                    inside=tuple(self.boxes(below)),
                )
