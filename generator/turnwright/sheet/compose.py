"""Composition of a sheet's content: selection, order and headings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeVar

from turnwright.describe.applicability import names_in, without_idle
from turnwright.describe.credit import credit_of
from turnwright.describe.labels import Labels
from turnwright.describe.odds import band_clauses
from turnwright.describe.settings import ASSUMED, GAP, OPTION, READING
from turnwright.describe.step_tree import Branch, BranchKind, build_tree, opened_steps, summary
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.program import SequencePart
from turnwright.language.clause import Clause, Document
from turnwright.language.ruleset import Part, Ruleset, Status
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, quoted, shown_path
from turnwright.sheet.agreement import agreements, clause_marks
from turnwright.sheet.clause_groups import LABELS, WHAT, group_by_heading
from turnwright.sheet.content import (
    ClauseGroup,
    ClauseLine,
    OddsTable,
    PartBlock,
    Section,
    Sheet,
    styled_text,
)
from turnwright.sheet.odds_table import odds_table
from turnwright.sheet.reminders import reminders
from turnwright.sheet.request import AgreedRules, Audience
from turnwright.sheet.shared_clauses import SharedGroup, place_shared_clauses
from turnwright.sheet.step_diagram import StepDiagram


def values_by_step(rules: Ruleset, opened: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Names of the values that just one of the `opened` steps names, by that step."""
    named_in: dict[str, set[tuple[str, str]]] = {}
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            for named in names_in(getattr(clause, "means", None)):
                if (kind, name) != ("values", named):
                    named_in.setdefault(named, set()).add((kind, name))
    for ability in rules.abilities.values():
        for named in names_in(ability):
            named_in.setdefault(named, set()).add(("abilities", ""))
    found: dict[str, list[str]] = {}
    for name in rules.values:
        places = named_in.get(name, set())
        # A step and a value may have one name; who names it then is not clear.
        if len(places) == 1 and name not in rules.steps:
            ((kind, step),) = places
            if kind == "steps" and step in opened:
                found.setdefault(step, []).append(name)
    return {step: tuple(names) for step, names in found.items()}


AnyClause = TypeVar("AnyClause", bound=Clause)

MOST_NUMBERS = 6
"""How many steps a shared group lists by number."""


class Detail(IntEnum):
    """How much of the rules a sheet has."""

    LEAST = 0
    """As in the outline, without what to mark on the table."""
    OUTLINE = 1
    """Who picks, what bars and what lasts, without what goes on inside an action."""
    ROUND = 2
    """Who picks, what bars and what lasts."""
    SEQUENCE = 3
    """Checks as well, and what happens in steps that hold others."""
    EVERYTHING = 4


DETAILS = {
    Audience.PLAYER: (
        (Detail.EVERYTHING, False),
        (Detail.SEQUENCE, False),
        (Detail.ROUND, True),
        (Detail.OUTLINE, True),
        (Detail.LEAST, True),
    ),
    Audience.REFEREE: ((Detail.EVERYTHING, False), (Detail.EVERYTHING, True)),
}
"""What will do for each audience, the fullest first; and whether sentences run on."""


def printed_clauses(clauses: Iterable[AnyClause]) -> Iterator[AnyClause]:
    """Filter the clauses to print: neither derived ones nor advice."""
    return (clause for clause in clauses if not clause.follows and not clause.advice)


def printed_text(clause: Clause) -> str:
    """Printed text of a clause: its `brief` form if it has one."""
    return clause.brief or clause.text


def compose(library: Library, agreed: AgreedRules, audience: str = Audience.REFEREE) -> Sheet:
    """Compose the sheet of a system with everything. Raises SourceError."""
    return next(compose_by_detail(library, agreed, audience))


def compose_by_detail(
    library: Library, agreed: AgreedRules, audience: str = Audience.REFEREE
) -> Iterator[Sheet]:
    """Compose the sheets that will do for an audience, the fullest first.

    Raises SourceError if required steps are missing.
    """
    rules = agreed.rules
    tree = build_tree(rules)
    if tree is None:
        message = "There is nothing to print: this ruleset has no `battle`, so it has no round."
        path = shown_path(library.source(rules.ruleset))
        raise SourceError([library.problem(path, 1, message)])
    composer = _SheetComposer(library, agreed, without_idle(rules), tree, Audience(audience))
    if missing := tuple(composer.missing()):
        raise SourceError(missing)
    for detail, dense in DETAILS[composer.audience]:
        if detail is Detail.OUTLINE:
            composer = replace(composer, tree=outline(tree))
        composer.detail, composer.dense = detail, dense
        yield composer.sheet()


def outline(branch: Branch, dealt: int = 0) -> Branch:
    """A tree without what goes on inside an action, such as the rolls of a unit that shoots."""
    dealt += branch.how is BranchKind.EACH
    below = () if dealt > 1 else tuple(outline(each, dealt) for each in branch.branches)
    return replace(branch, branches=below)


@dataclass
class _SheetComposer:
    library: Library
    agreed: AgreedRules
    rules: Ruleset
    tree: Branch
    audience: Audience
    detail: Detail = Detail.EVERYTHING
    dense: bool = False

    def __post_init__(self) -> None:
        rules = self.rules
        self.namer = Labels(rules)
        self.diagram = StepDiagram(self.tree, self.namer)
        self.labels = self.diagram.labels
        self.program = compile_ruleset(rules)
        full = self.audience is Audience.REFEREE
        self.marks = {
            clause: tuple(mark for mark in marks if full or not mark.startswith(GAP))
            for clause, marks in clause_marks(rules).items()
        }
        walked = dict.fromkeys(branch.name for branch in self.tree.walk())
        opened = opened_steps(rules)
        self.beside = tuple(name for name in rules.steps if name in opened and name not in walked)
        self.leaves = {branch.name for branch in self.tree.walk() if not branch.branches}
        steps = tuple(name for name in (*walked, *self.beside) if name in rules.steps)
        printed = {name: tuple(printed_clauses(step.clauses)) for name, step in rules.steps.items()}
        self.shared = place_shared_clauses(rules, self.tree, steps, printed)
        self.values = values_by_step(rules, opened)
        self.numbers = dict(self.numbered(self.tree, ""))
        places = {
            clause.full_id: self.numbers.get(name, "")
            for name, step in rules.steps.items()
            for clause in step.clauses
        }
        self.markers = tuple(reminders(self.program, self.tree, self.namer, places))

    def numbered(self, branch: Branch, above: str) -> Iterator[tuple[str, str]]:
        """Number of each step, or of the innermost one around it that has a number."""
        number = self.labels.get(branch.name) or above
        if not branch.again:
            yield branch.name, number
            for below in branch.branches:
                yield from self.numbered(below, number)

    def sheet(self) -> Sheet:
        rules = self.rules
        credit = credit_of(self.library.chain(rules.ruleset), self.sources())
        full = self.audience is Audience.REFEREE
        least = self.detail <= Detail.ROUND
        return Sheet(
            title=self.agreed.title,
            audience=self.audience.label,
            game=", ".join(filter(None, (rules.game, rules.edition))),
            sketch=styled_text(self.sketch()),
            chosen=tuple(map(styled_text, self.agreed.chosen)),
            summary=summary(self.tree, self.namer),
            picture=self.diagram.node(),
            steps=tuple(self.steps()),
            sections=tuple(self.sections()),
            charts=() if least else tuple(map(self.check_table, rules.checks)),
            markers=() if self.detail is Detail.LEAST else self.markers,
            agreements=tuple(agreements(self.agreed)) if full else (),
            not_covered=()
            if least
            else tuple(
                styled_text(entry.brief or entry.text) for entry in rules.not_covered.values()
            ),
            sources=credit.documents,
            publisher=credit.publisher,
            official=credit.official,
            official_label=credit.official_label,
            dense=self.dense,
            legend=self.legend(),
        )

    def sketch(self) -> str:
        """That it is a sketch, with where it was looked up; nothing for a system."""
        if self.rules.status is not Status.SKETCH:
            return ""
        scope = "A sketch: it covers who acts when, and of the rest an attack at most."
        return f"{scope} {self.rules.checked.strip()}"

    def missing(self) -> Iterator[Problem]:
        """Problems with required steps that have no printed clause or are missing from the tree."""
        walked = {branch.name: branch for branch in self.tree.walk() if not branch.again}
        for name, branch in walked.items():
            holds_round = branch.how in (BranchKind.ROOT, BranchKind.REPEATS)
            if holds_round and not self.has_printed_clauses(name):
                yield self.problem(f"Step {quoted(name)} holds the round, and no clause says how.")
            part = self.program.steps[name]
            for below in part.opens if isinstance(part, SequencePart) else ():
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
        """Blocks of the steps that have anything to print, in the order of the round."""
        beside = self.diagram.beside
        above = [branch for branch in self.tree.walk() if branch.name in beside]
        columns = {self.tree.name, *(below.name for b in above for below in b.branches)}
        for branch in self.tree.walk():
            if not branch.again:
                level = 1 if branch.name in columns else 2
                block = self.step(branch.name, level, branch.how)
                if block.groups:
                    yield block

    def step(self, name: str, level: int, how: str = "") -> PartBlock:
        step = self.rules.steps[name]
        groups = [
            ClauseGroup(label=label, lines=tuple(map(self.line, some)))
            for label, some in group_by_heading(printed_clauses(step.clauses))
            if label in self.wanted(name)
        ]
        groups += self.taken_over(name)
        if self.detail is Detail.EVERYTHING:
            groups += self.named_in(name)
            if not groups and name not in self.shared.elsewhere and step.text:
                groups = [ClauseGroup(lines=(ClauseLine(spans=styled_text(step.text)),))]
        return PartBlock(
            label=self.labels.get(name, ""),
            how=how,
            title=self.namer.title(name),
            like=tuple(map(self.call, self.shared.elsewhere.get(name, ()))),
            level=level,
            groups=tuple(groups),
        )

    def wanted(self, name: str) -> tuple[str, ...]:
        """Labels of the groups of a step that go on this sheet."""
        holds_others = self.detail is Detail.SEQUENCE and name not in self.leaves
        if holds_others or self.detail is Detail.EVERYTHING:
            return LABELS
        return tuple(label for label in LABELS if label != WHAT)

    def call(self, name: str) -> str:
        """Number and title of a step, as others refer to it."""
        return " ".join(filter(None, (self.labels.get(name, ""), self.namer.within(name))))

    def taken_over(self, name: str) -> Iterator[ClauseGroup]:
        """Groups of the clauses that are printed with a step and shared by others."""
        found: dict[str, list[ClauseLine]] = {}
        for group in self.shared.printed.get(name, ()):
            labels = self.wanted(group.model)
            found.setdefault(self.shared_title(name, group), []).extend(
                self.line(clause)
                for label, some in group_by_heading(group.clauses)
                if label in labels
                for clause in some
            )
        for title, lines in found.items():
            if lines:
                yield ClauseGroup(title=title, shared=True, lines=tuple(lines))

    def shared_title(self, name: str, group: SharedGroup) -> str:
        """Title of a shared group, with the numbers of the few steps below that it is for."""
        title = self.namer.title(group.model)
        numbers = [self.labels.get(user, "") for user in group.users]
        if name in group.users or not all(numbers) or len(numbers) > MOST_NUMBERS:
            return title
        return f"{title} ({', '.join(numbers)})"

    def named_in(self, name: str) -> Iterator[ClauseGroup]:
        """Groups of the values that nothing but this step names."""
        for value in self.values.get(name, ()):
            if lines := tuple(map(self.line, printed_clauses(self.rules.values[value].clauses))):
                yield ClauseGroup(title=self.namer.title(value, "values"), lines=lines)

    def sections(self) -> Iterator[Section]:
        """Sections after the round: other steps, other parts, what lasts, what is drawn from."""
        found = (
            ("Beside the round", (self.step(name, 2) for name in self.beside)),
            ("Also", (*self.parts("facts"), *self.parts("values"))),
            ("What lasts", self.parts("effects")),
            ("On the table", self.parts("containers")),
        )
        least = ("What lasts",) if self.detail <= Detail.ROUND else None
        for title, blocks in found:
            if least is None or title in least:
                printed = tuple(block for block in blocks if block.groups)
                if printed:
                    yield Section(title=title, blocks=printed)

    def parts(self, kind: str) -> Iterator[PartBlock]:
        """Blocks of the parts of a kind that are not printed with a step."""
        parts: Mapping[str, Part] = getattr(self.rules, kind)
        placed = {name for some in self.values.values() for name in some if kind == "values"}
        for name, part in parts.items():
            lines = tuple(map(self.line, printed_clauses(part.clauses)))
            if lines and name not in placed:
                group = ClauseGroup(title=self.namer.title(name, kind), lines=lines)
                yield PartBlock(title=self.namer.title(name, kind), level=2, groups=(group,))

    def check_table(self, name: str) -> OddsTable:
        check = self.rules.checks[name]
        columns, rows = odds_table(self.rules, name, self.namer)
        in_rows = {clause.full_id for clause, _ in band_clauses(check)}
        return OddsTable(
            title=self.namer.title(name),
            columns=columns,
            rows=rows,
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
            spans=styled_text(printed_text(clause)), marks=self.marks.get(clause.full_id, ())
        )

    def legend(self) -> str:
        """Legend of the marks on clauses, as sentences; empty where there are none."""
        clauses = [clause.full_id for clause in self.rules.clauses()]
        kinds = {mark[0] for clause in clauses for mark in self.marks.get(clause, ())}
        meanings = {
            OPTION: "O: an option that is on",
            READING: "R: the source leaves this open, and it holds unless you agree otherwise",
            GAP: "G: our source lacks something here",
            ASSUMED: "A: assumed, as we do not have the source",
        }
        used = "; ".join(text for kind, text in meanings.items() if kind in kinds)
        if used and self.audience is Audience.REFEREE:
            used += "; what you agree on is listed under these numbers"
        rest = "What actions do, and what is not covered, is on the sheet for referees."
        return " ".join(
            filter(None, (f"{used}." * bool(used), rest * (self.detail <= Detail.ROUND)))
        )
