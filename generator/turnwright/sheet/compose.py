"""Composition of a sheet's content from the book of its ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from string import ascii_lowercase

from turnwright.describe.applicability import assumed_clauses, is_assumed
from turnwright.describe.credit import credit_of, documents_read
from turnwright.describe.labels import Labels, heading
from turnwright.describe.odds_table import odds_tables
from turnwright.describe.plain_book import plain_book
from turnwright.describe.step_tree import build_tree
from turnwright.language.book import Book, Box, Chapter, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Status
from turnwright.load.books import as_played
from turnwright.load.declared_names import has_word
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, quoted, shown_path
from turnwright.sheet.content import (
    PrintedEntry,
    PrintedPart,
    RoundBox,
    Sheet,
    Text,
    TickBox,
    styled_text,
)
from turnwright.sheet.request import AgreedRules, SheetKind

REREAD = "Words that mean something else here"
ASSUMED = "*"
"""The mark of what is assumed."""
_FROM = {
    SheetKind.PLAYER: "It is set from its book.",
    SheetKind.CHANGES: "It extends no other system, and its book has no `changes`.",
    SheetKind.AGREEMENT: "It has no readings, options or gaps that one could agree on.",
    SheetKind.REFEREE: "It is set from its book.",
}
"""What each kind is made of, where that is not there."""
FIRST, REST = "Before a first game", "Where our source is silent"


def compose(library: Library, agreed: AgreedRules, kind: str = SheetKind.REFEREE) -> Sheet:
    """Compose a sheet. Raises SourceError where there is nothing to print."""
    rules = agreed.rules
    path = shown_path(library.source(rules.ruleset))
    if build_tree(rules) is None:
        message = "There is nothing to print: this ruleset has no `battle`, so it has no round."
        raise SourceError([library.problem(path, 1, message)])
    sheet = _Composer(library, agreed, SheetKind(kind)).sheet()
    if not sheet.parts:
        message = f"{quoted(rules.ruleset)} has nothing for this sheet."
        raise SourceError([library.problem(path, 1, message, _FROM[SheetKind(kind)])])
    return sheet


class _Composer:
    """Composer of one sheet."""

    def __init__(self, library: Library, agreed: AgreedRules, kind: SheetKind) -> None:
        self.library, self.agreed, self.kind = library, agreed, kind
        self.rules = agreed.rules
        self.labels = Labels(self.rules)
        self.clauses = {clause.full_id: clause for clause in self.rules.clauses()}
        plans = library.sheet_plans if kind is SheetKind.PLAYER else {}
        self.plan = plans.get(self.rules.ruleset)
        self.book = self.book_for(kind is SheetKind.PLAYER)
        self.is_behind = kind is SheetKind.REFEREE
        self.reread: dict[str, str] = {}
        """What words of rules underneath mean here, with the letter that marks them."""
        self.has_assumed = False
        lines = self.book.chapters if self.plan else ()
        self.planned = {rule for part in lines for each in part.entries for rule in each.rules}
        """The clauses that a plan of the player's sheet has put on it."""

    def book_for(self, is_player: bool) -> Book:
        """The book as it is agreed on; without one, the clauses."""
        name, agreed = self.rules.ruleset, self.agreed
        book = self.library.book(name, agreed.options, agreed.readings, sheet=is_player)
        if book:
            return book
        whole = self.library.effective(name)
        usual = {name: reading.default for name, reading in whole.readings.items()}
        played = as_played(plain_book(whole), agreed.options, usual | dict(agreed.readings))
        chapters = (
            replace(chapter, entries=tuple(self.to_be_told(chapter.entries)))
            for chapter in played.chapters
        )
        return replace(played, chapters=tuple(each for each in chapters if each.entries))

    def to_be_told(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Entries of a plain book without those that only advise."""
        for entry in entries:
            (clause,) = (self.clauses[name] for name in entry.rules) if entry.rules else (None,)
            if clause is None or not clause.advice:
                yield entry

    def sheet(self) -> Sheet:
        """The sheet."""
        rules, agreed = self.rules, self.agreed
        documents = documents_read(rules, self.clauses.values())
        credit = credit_of(self.library.chain(rules.ruleset), documents)
        picture = self.book.round or plain_book(rules).round
        is_agreement = self.kind is SheetKind.AGREEMENT
        return Sheet(
            title=agreed.title,
            kind=self.kind.label,
            game=", ".join(filter(None, (rules.game, rules.edition))),
            lead=tuple(map(styled_text, self.lead())),
            summary=self.summary(picture),
            round=() if is_agreement else tuple(map(self.box, picture)),
            blanks=("Battle", "Date", *self.players()) if is_agreement else self.notes(),
            parts=tuple(self.parts()),
            twice=self.kind is SheetKind.CHANGES,
            sources=credit.documents,
            publisher=credit.publisher,
            official=credit.official,
            official_label=credit.official_label,
        )

    def players(self) -> Iterator[str]:
        """What to write the names of players beside: their side, if rules speak of it."""
        for side in self.rules.sides:
            is_said = any(has_word(clause.text, side) for clause in self.clauses.values())
            yield heading(side) if is_said else "Player"

    def notes(self) -> tuple[str, ...]:
        """What there is a line for on a player's sheet."""
        return self.plan.notes if self.plan else ()

    def lead(self) -> Iterator[str]:
        """What was chosen; of a sketch, what it covers."""
        yield from self.agreed.chosen
        if self.rules.status is Status.SKETCH:
            yield "A sketch: it covers who acts when, and at most how one attack goes."

    def box(self, box: Box) -> RoundBox:
        """A part of the round."""
        return RoundBox(
            title=box.title or self.labels.title(box.step),
            note=styled_text(box.note),
            repeats=box.repeats,
            inside=tuple(map(self.box, box.inside)),
        )

    def summary(self, boxes: Iterable[Box]) -> str:
        """The picture of the round in words."""
        found = []
        for box in boxes:
            inside = f" ({self.summary(box.inside)})" if box.inside else ""
            found.append(f"{box.title or self.labels.title(box.step)}{inside}")
        return ", then ".join(found)

    def parts(self) -> Iterator[PrintedPart]:
        """What is printed, under its headings."""
        match self.kind:
            case SheetKind.PLAYER:
                yield from self.chapters()
                yield from self.said("How sure we are", [self.rules.checked])
            case SheetKind.CHANGES:
                if self.book.changes:
                    yield PrintedPart(title=(), items=tuple(map(self.item, self.book.changes)))
                elif self.rules.extends:
                    yield from self.own_chapters()
                yield from self.star()
            case SheetKind.AGREEMENT:
                yield from self.agreements()
            case SheetKind.REFEREE:
                yield from self.chapters()
                yield from self.limits()

    def chapters(self) -> Iterator[PrintedPart]:
        """The chapters, and how words of theirs from the rules underneath are read here."""
        yield from map(self.part, self.book.chapters)
        if self.reread:
            items = (
                PrintedEntry(title=styled_text(mark), say=styled_text(text))
                for text, mark in self.reread.items()
            )
            yield PrintedPart(title=styled_text(REREAD), items=tuple(items))
        yield from self.star()

    def star(self) -> Iterator[PrintedPart]:
        """What the mark of what is assumed stands for, where it was made."""
        if self.has_assumed:
            said = styled_text(f"{ASSUMED} Assumed: check it in your rulebook.")
            yield PrintedPart(title=(), items=(PrintedEntry(say=said),))

    def own_chapters(self) -> Iterator[PrintedPart]:
        """The entries of an overlay's own book: what it changes, where nobody said it shorter."""
        for chapter in self.book.chapters:
            own = tuple(each for each in chapter.entries if each.ruleset == self.rules.ruleset)
            if own:
                yield self.part(replace(chapter, entries=own))

    def marks(self, entry: Entry) -> Iterator[str]:
        """The letters of what words of an entry of the book underneath mean here.

        Nothing of what whoever planned the sheet put on it.
        """
        if entry.ruleset != self.rules.ruleset:
            for clause in self.clauses.values():
                said = clause.full_id in self.planned
                if not (said or set(clause.rereads).isdisjoint(entry.rules)):
                    yield self.reread.setdefault(clause.text, ascii_lowercase[len(self.reread)])

    def part(self, chapter: Chapter) -> PrintedPart:
        """A chapter."""
        return PrintedPart(
            title=styled_text(chapter.title), items=tuple(map(self.item, chapter.entries))
        )

    def item(self, entry: Entry) -> PrintedEntry:
        """An entry, as it holds with what was agreed."""
        say = self.other_answer(entry) or entry.say
        if is_assumed(entry, self.clauses):
            self.has_assumed = True
            say += ASSUMED
        check = entry.table.check if entry.table else ""
        return PrintedEntry(
            title=styled_text(entry.title),
            question=styled_text(entry.agree),
            say=styled_text(say),
            points=tuple(map(styled_text, entry.points)),
            rows=tuple((styled_text(a), styled_text(b)) for a, b in entry.rows.items()),
            odds=tuple(odds_tables(self.rules, check)) if check in self.rules.checks else (),
            marks=" ".join(self.marks(entry)),
            behind=self.behind(entry) if self.is_behind else "",
        )

    def other_answer(self, entry: Entry) -> str:
        """What holds with another answer to the question of an entry; nothing with the usual."""
        reading = self.rules.readings.get(entry.reading)
        choice = self.agreed.readings.get(entry.reading) if reading else None
        is_other = reading and choice and choice != reading.default
        return reading.alternatives[choice].text if is_other and reading and choice else ""

    def behind(self, entry: Entry) -> str:
        """The clauses behind an entry, each source after the last clause that is from there."""
        cited = [(name, self.clauses.get(name)) for name in entry.rules]
        sources = [_place(clause) if clause else "" for _, clause in cited]
        found = []
        for number, (name, clause) in enumerate(cited):
            own = clause is None or clause.ruleset == self.rules.ruleset
            shown = name.partition(".")[2] if own and clause else name
            ends = number + 1 == len(cited) or sources[number + 1] != sources[number]
            found.append(f"{shown} ({sources[number]})" if ends and sources[number] else shown)
        return ", ".join(found)

    # What is agreed

    def agreements(self) -> Iterator[PrintedPart]:
        """Everything to settle: what matters most first, then what is open, then options.

        What an option leaves open comes after the options, where it is known who plays with it.
        """
        name = self.rules.ruleset
        whole = self.library.whole_book(name)
        chosen = {*self.agreed.options, *self.choices()}
        asked = [
            entry
            for chapter in (whole or plain_book(self.library.effective(name))).chapters
            for entry in chapter.entries
            if entry.agree and not chosen.intersection(entry.not_with)
        ]

        def option(entry: Entry) -> str:
            return next((each for each in entry.only_with if each in self.rules.options), "")

        asked += [] if whole else [Entry(agree=gap.text) for gap in self.rules.gaps]
        sections = (
            (FIRST, [self.question(entry) for entry in asked if entry.first]),
            (REST, [self.question(each) for each in asked if not (each.first or option(each))]),
            ("Options", list(self.options())),
            *(
                (
                    f"Only with {one.title}",
                    [self.question(each) for each in asked if option(each) == name],
                )
                for name, one in self.rules.options.items()
            ),
        )
        for title, items in sections:
            if items:
                yield PrintedPart(title=styled_text(title), items=tuple(items))

    def choices(self) -> Iterator[str]:
        """The answers that were chosen."""
        for name, choice in self.agreed.readings.items():
            yield f"{name}:{choice}"

    def question(self, entry: Entry) -> PrintedEntry:
        """A question with its answers, or with a line for one."""
        reading = self.rules.readings.get(entry.reading)
        if reading is None:
            return replace(self.item(entry), blanks=("We agree",))
        choice = self.agreed.readings.get(entry.reading, reading.default)
        ways = (
            TickBox(
                text=styled_text(way.text),
                default=name == reading.default,
                chosen=name == choice != reading.default,
            )
            for name, way in reading.alternatives.items()
        )
        return PrintedEntry(question=styled_text(reading.question), ways=tuple(ways))

    def options(self) -> Iterator[PrintedEntry]:
        """A box for each option, and a line for each thing that it leaves to players."""
        for name, option in self.rules.options.items():
            title: Text = styled_text(f"**{option.title.strip().rstrip('.')}.** {option.text}")
            yield PrintedEntry(
                ways=(TickBox(text=title, chosen=name in self.agreed.options),),
                blanks=tuple(map(heading, option.params)),
            )

    def limits(self) -> Iterator[PrintedPart]:
        """What is not certain, what is assumed and to be checked, and what is not covered."""
        assumed = [clause.assumed for clause in assumed_clauses(self.rules)]
        missing = [one.brief or one.text for one in self.rules.not_covered.values()]
        yield from self.said("How sure we are", [self.rules.checked])
        yield from self.said("Assumed", assumed)
        yield from self.said("Not covered here", missing)

    def said(self, title: str, texts: Iterable[str]) -> Iterator[PrintedPart]:
        """Sentences under a heading; nothing without any."""
        items = tuple(PrintedEntry(say=styled_text(text)) for text in texts if text.strip())
        if items:
            yield PrintedPart(title=styled_text(title), items=items)


def _place(clause: Clause) -> str:
    """Where a clause comes from, in short."""
    if clause.assumed:
        return "assumed"
    source = clause.source
    return f"{source.document} {source.lines}".strip() if source else ""
