"""Composition of a sheet's content: selection, order and headings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from string import ascii_uppercase
from typing import TypeVar

from markdown_it import MarkdownIt

from turnwright.engine.program import compile_ruleset
from turnwright.language.clause import Clause, Document
from turnwright.language.ruleset import Part, Ruleset, Status
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, quoted, shown_path
from turnwright.sheet.clause_groups import group_by_heading
from turnwright.sheet.content import (
    ClauseGroup,
    ClauseLine,
    OddsTable,
    PartBlock,
    Section,
    Sheet,
    StyledText,
)
from turnwright.sheet.odds_table import odds_table
from turnwright.sheet.reminders import reminders
from turnwright.sheet.request import AgreedRules
from turnwright.sheet.step_diagram import StepDiagram
from turnwright.study.applicability import applicability
from turnwright.study.credit import credit_of
from turnwright.study.idle_clauses import without_idle
from turnwright.study.labels import Labels
from turnwright.study.odds_table import band_clauses
from turnwright.study.step_tree import Branch, BranchKind, build_tree, reachable_steps, summary

AnyClause = TypeVar("AnyClause", bound=Clause)

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"])
_STYLES = {"strong_open": "strong", "em_open": "emph"}


@cache
def styled_text(text: str) -> tuple[StyledText, ...]:
    """Parse inline Markdown into styled text."""
    found, styles = [], [""]
    for token in _MARKDOWN.parseInline(text.strip())[0].children or ():
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type == "code_inline":
            found.append(StyledText(token.content, "code"))
        elif token.type in ("softbreak", "hardbreak"):
            found.append(StyledText(" ", styles[-1]))
        elif token.content:
            found.append(StyledText(token.content, styles[-1]))
    return tuple(found)


def printed_clauses(clauses: Iterable[AnyClause]) -> Iterator[AnyClause]:
    """Filter the clauses to print: neither derived ones nor advice."""
    return (clause for clause in clauses if not clause.follows and not clause.advice)


def printed_text(clause: Clause) -> str:
    """Printed text of a clause: its `brief` form if it has one."""
    return clause.brief or clause.text


def compose(library: Library, agreed: AgreedRules) -> Sheet:
    """Compose the sheet of a system. Raises SourceError if required steps are missing."""
    rules = agreed.rules
    tree = build_tree(rules)
    if tree is None:
        message = "There is nothing to print: this ruleset has no `battle`, so it has no round."
        path = shown_path(library.source(rules.ruleset))
        raise SourceError([library.problem(path, 1, message)])
    return _SheetComposer(library, agreed, without_idle(rules), tree).sheet()


@dataclass
class _SheetComposer:
    library: Library
    agreed: AgreedRules
    rules: Ruleset
    tree: Branch

    def __post_init__(self) -> None:
        self.namer = Labels(self.rules)
        self.diagram = StepDiagram(self.tree, self.namer)
        self.program = compile_ruleset(self.rules)
        reachable = reachable_steps(self.rules) - {branch.name for branch in self.tree.walk()}
        self.shared = tuple(name for name in self.rules.steps if name in reachable)
        letters = dict(zip(self.shared, ascii_uppercase, strict=False))
        self.labels = {**self.diagram.labels, **letters}
        authors = (clause.ruleset for clause in printed_clauses(self.rules.clauses()))
        # Ids of the system are unmarked; each base ruleset adds one star.
        self.writers = tuple(dict.fromkeys((self.rules.ruleset, *authors)))

    def sheet(self) -> Sheet:
        if missing := tuple(self.missing()):
            raise SourceError(missing)
        rules = self.rules
        shared = tuple(self.step(name, 2) for name in self.shared)
        others = (
            ("Also", (rules.facts, rules.values, rules.effects)),
            ("On the table", (rules.containers,)),
        )
        credit = credit_of(self.library.chain(rules.ruleset), self.sources())
        ids = {clause.full_id: self.short(clause.full_id) for clause in rules.clauses()}
        return Sheet(
            title=self.agreed.title,
            game=", ".join(filter(None, (rules.game, rules.edition))),
            sketch=styled_text(self.sketch()),
            chosen=tuple(map(styled_text, self.agreed.chosen)),
            summary=summary(self.tree, self.namer),
            picture=self.diagram.node(),
            steps=tuple(self.steps()),
            shared=Section(title="What steps share", blocks=shared),
            charts=tuple(self.check_table(name) for name in rules.checks),
            others=tuple(
                Section(title=title, blocks=blocks)
                for title, kinds in others
                if (blocks := tuple(block for parts in kinds for block in self.parts(parts)))
            ),
            markers=tuple(reminders(self.program, self.tree, self.namer, ids)),
            not_covered=tuple(
                styled_text(entry.brief or entry.text) for entry in rules.not_covered.values()
            ),
            sources=credit.documents,
            publisher=credit.publisher,
            official=credit.official,
            official_label=credit.official_label,
            ids=self.prefixes(),
        )

    def sketch(self) -> str:
        """That it is a sketch, with where it was looked up; nothing for a system."""
        if self.rules.status is not Status.SKETCH:
            return ""
        return f"A sketch: it covers who acts when, and nothing else. {self.rules.checked.strip()}"

    def missing(self) -> Iterator[Problem]:
        """Problems with required steps that have no printed clause or are missing from the tree."""
        walked = {branch.name: branch for branch in self.tree.walk() if not branch.again}
        for name, branch in walked.items():
            holds_round = branch.how in (BranchKind.ROOT, BranchKind.REPEATS)
            if holds_round and not self.has_printed_clauses(name):
                yield self.problem(f"Step {quoted(name)} holds the round, and no clause says how.")
            for ruling in self.program.steps[name].sequence.rulings:
                for below in ruling.value:
                    if below not in walked:
                        message = f"Step {quoted(below)} of {quoted(name)} is not on the sheet."
                        yield self.problem(message)

    def problem(self, message: str) -> Problem:
        path = shown_path(self.library.source(self.rules.ruleset))
        return self.library.problem(path, 1, message, "Every round goes through it.")

    def has_printed_clauses(self, name: str) -> bool:
        """True when a step, or one it is like, has a printed clause."""
        step = self.rules.steps.get(name)
        return step is not None and (
            any(printed_clauses(step.clauses)) or self.has_printed_clauses(step.like)
        )

    def steps(self) -> Iterator[PartBlock]:
        """Blocks of all steps, in the order of the round."""
        beside = self.diagram.beside
        above = [branch for branch in self.tree.walk() if branch.name in beside]
        columns = {self.tree.name, *(below.name for b in above for below in b.branches)}
        for branch in self.tree.walk():
            if not branch.again:
                level = 1 if branch.name in columns else 2
                yield self.step(branch.name, level, branch.how)

    def step(self, name: str, level: int, how: str = "") -> PartBlock:
        step = self.rules.steps[name]
        groups = tuple(
            ClauseGroup(label=heading, lines=tuple(map(self.line, some)))
            for heading, some in group_by_heading(printed_clauses(step.clauses))
        )
        if not groups and not step.like and step.text:
            groups = (
                ClauseGroup(label="", lines=(ClauseLine(id="", spans=styled_text(step.text)),)),
            )
        like = (self.labels.get(step.like) or self.namer.title(step.like)) if step.like else ""
        title, label = self.namer.title(name), self.labels.get(name, "")
        return PartBlock(label=label, how=how, title=title, like=like, level=level, groups=groups)

    def parts(self, parts: Mapping[str, Part]) -> Iterator[PartBlock]:
        """Blocks of facts, values, terms or containers that have printed clauses."""
        for name, part in parts.items():
            lines = tuple(map(self.line, printed_clauses(part.clauses)))
            if lines:
                group = ClauseGroup(label="", lines=lines)
                yield PartBlock(title=self.namer.title(name), level=2, groups=(group,))

    def check_table(self, name: str) -> OddsTable:
        check = self.rules.checks[name]
        columns, rows = odds_table(check, self.program.checks[name], self.namer)
        in_rows = {clause.full_id for clause, _ in band_clauses(check)}
        return OddsTable(
            title=self.namer.title(name),
            columns=columns,
            rows=tuple(replace(row, id=self.short(row.id)) for row in rows),
            lines=tuple(
                self.line(c) for c in printed_clauses(check.clauses) if c.full_id not in in_rows
            ),
        )

    def sources(self) -> Iterator[Document]:
        """Documents that printed clauses cite."""
        cited = {
            source.document
            for _, _, part in self.rules.parts()
            for clause in printed_clauses(part.clauses)
            if (source := clause.source or part.source)
        }
        for name, document in self.rules.documents.items():
            if name in cited:
                yield document

    def line(self, clause: Clause) -> ClauseLine:
        return ClauseLine(
            id=self.short(clause.full_id),
            spans=styled_text(printed_text(clause)),
            remark=applicability(self.rules, clause).remark,
        )

    def short(self, full_id: str) -> str:
        """Printed id: without the ruleset, starred for base rulesets."""
        ruleset, _, short = full_id.partition(".")
        return short + "*" * (self.writers.index(ruleset) if ruleset in self.writers else 0)

    def prefixes(self) -> str:
        """Legend of the id prefixes."""
        own, *others = self.writers
        starred = (f"those with {'*' * n} by {name}." for n, name in enumerate(others, start=1))
        return ", ".join((f"Ids begin with {own}.", *starred)) + self.legend()

    def legend(self) -> str:
        """Legend of the remarks on clauses, as a sentence; empty where there are none."""
        remarks = {applicability(self.rules, clause).remark for clause in self.rules.clauses()}
        return " What is marked “reading” holds unless you agree otherwise." * (
            "reading" in remarks
        )
