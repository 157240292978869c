"""Site data: rulesets, recorded examples and proofs, which every view model is made from."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from turnwright.describe.applicability import Applicability, applicability, idle_clauses
from turnwright.describe.credit import Credit, credit_of, documents_read
from turnwright.describe.plain_book import plain_book
from turnwright.describe.variants import Variant, variants
from turnwright.examples.record import Record
from turnwright.examples.replay import replay, replay_all, rules_of
from turnwright.lab.measures import RoundTally
from turnwright.language.book import Book
from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.load.books import as_played
from turnwright.load.cache import cache_of
from turnwright.load.library import Library
from turnwright.proof.mutation_testing import kept_proofs, prove
from turnwright.proof.proof import ClauseProof, Proof
from turnwright.proof.verdicts import Fingerprints, Verdicts
from turnwright.site.look import Look
from turnwright.site.page import Link, PageLocation, SheetLink


@dataclass(frozen=True)
class SiteData:
    """The site's data, with lookups from one kind of object to another."""

    library: Library
    records: tuple[Record, ...] = ()
    index: str = ""
    """Index file name that ends every URL: `index.html` for opening files directly, or nothing."""
    repository: str = ""
    """URL of the project's repository, for links that report a mistake."""
    sheets: tuple[SheetLink, ...] = ()
    """The PDF sheets that pages link to."""
    legend: str = ""
    """File of the page that explains the marks on rules, or nothing without such a page."""
    look: Look = field(default_factory=Look)
    """Its name and its colours."""
    played: dict[tuple[str, str], Mapping[str, RoundTally | str]] = field(
        default_factory=dict, compare=False
    )
    """What came of playing a roster in a system and with each choice in it, where it was asked."""
    cache: Path | None = None
    """Folder where verdicts and figures are kept between builds, if any."""

    @classmethod
    def read(cls, folder: Path, index: str = "", repository: str = "") -> "SiteData":
        """Load a folder of rulesets and replay its examples. Raises SourceError."""
        # What is found is kept between builds, for each folder of rulesets by itself.
        site = cls.of(Library.read(folder), cache=cache_of(folder))
        return replace(site, index=index, repository=repository)

    @classmethod
    def of(cls, library: Library, index: str = "", cache: Path | None = None) -> "SiteData":
        """Replay the examples of a loaded library."""
        return cls(library, replay_all(library), index, cache=cache)

    def shown_with(self, sheets: tuple[SheetLink, ...]) -> "SiteData":
        """The same with links to these sheets. What was worked out of the rules is kept."""
        other = copy(self)
        vars(other)["sheets"] = sheets
        return other

    def renewed(self, *folders: Path) -> "SiteData":
        """Data with some rulesets read anew, and the examples replayed that it matters to.

        Raises SourceError.
        """
        library = self.library.renewed(*folders)
        before, now = Fingerprints(self.library), Fingerprints(library)
        known = {(it.example.ruleset, it.example.slug): it for it in self.records}
        records = []
        for example in library.examples:
            record = known.get((example.ruleset, example.slug))
            rules = rules_of(library, example)
            if record is None or record.example != example:
                record = replay(example, rules)
            elif record.ruleset is not rules:
                same = before.of_rules(example.ruleset) == now.of_rules(example.ruleset)
                # With other texts alone a round goes as it went.
                record = replace(record, ruleset=rules) if same else replay(example, rules)
            records.append(record)
        return replace(self, library=library, records=tuple(records), played={})

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """What `prove` last found of each ruleset, as the cache has it.

        Without a cache it is found anew, which takes minutes for many rules.
        """
        if self.cache is None:
            return prove(self.library, self.records)
        return kept_proofs(self.library, self.records, Verdicts(self.cache))

    def location(self, url: str) -> PageLocation:
        """The location of a page, which relative links are resolved from."""
        return PageLocation(url, self.index)

    def sheet_links(self, location: PageLocation, system: str, pack: str = "") -> tuple[Link, ...]:
        """Links to the sheets of a system, or of one of its packs, one for each kind."""
        return tuple(
            Link(sheet.kind, location.file(sheet.path))
            for sheet in self.sheets
            if (sheet.system, sheet.pack) == (system, pack)
        )

    def book(self, ruleset: str) -> Book:
        """The whole book of a system. Where nobody wrote one, its clauses stand in for it."""
        return self.library.whole_book(ruleset) or plain_book(self.effective[ruleset])

    def book_as_played(self, ruleset: str, pack: str = "") -> Book:
        """The book of a system as it is played, with one of its packs or without."""
        chosen = self.rulesets[ruleset].packs[pack] if pack else Pack(title="")
        readings = self.effective[ruleset].readings
        answers = {name: each.default for name, each in readings.items()} | dict(chosen.readings)
        return as_played(self.book(ruleset), chosen.options, answers)

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """The rulesets as written, by id."""
        return self.library.rulesets

    @cached_property
    def effective(self) -> Mapping[str, Ruleset]:
        """The effective rulesets, by id: with base rulesets and default readings applied."""
        return {name: self.library.effective(name) for name in self.rulesets}

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every ruleset, each with its packs, single options and single readings after it."""
        return variants(self.library, libraries=True, readings=True)

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """All clauses by full id, including those of options and readings."""
        return {
            clause.full_id: clause
            for ruleset in self.rulesets.values()
            for clause in ruleset.own_clauses()
        }

    @cached_property
    def clause_proofs(self) -> Mapping[str, ClauseProof]:
        """The proof of each clause, by full id."""
        return {name: one for proof in self.proofs for name, one in proof.clauses.items()}

    @cached_property
    def part_of(self) -> Mapping[str, tuple[str, str]]:
        """The kind and name of the part that each clause stands in, by full id."""
        return {
            clause.full_id: (kind, name)
            for ruleset in self.rulesets.values()
            for body in ruleset.bodies()
            for kind, name, part in body.parts()
            for clause in part.clauses
        }

    @cached_property
    def applicability(self) -> Mapping[str, Mapping[str, Applicability]]:
        """When each clause applies in each ruleset, by the ruleset's id and the full clause id."""
        return {
            name: {
                clause.full_id: applicability(rules, clause)
                for below in self.library.chain(name)
                for clause in below.own_clauses()
            }
            for name, rules in self.effective.items()
        }

    @cached_property
    def idle(self) -> Mapping[str, frozenset[str]]:
        """Full ids of the clauses that are idle in each ruleset, by its id."""
        return {name: idle_clauses(rules) for name, rules in self.effective.items()}

    def credit(self, ruleset: str) -> Credit:
        """The publisher, the official rules and the documents of a ruleset."""
        rules = self.effective[ruleset]
        clauses = (each for body in rules.bodies() for each in body.clauses())
        return credit_of(self.library.chain(ruleset), documents_read(rules, clauses))

    def with_pack(self, ruleset: str, pack: str) -> Ruleset:
        """The effective ruleset of a system with one of its packs applied."""
        chosen = self.rulesets[ruleset].packs[pack]
        return self.library.effective(ruleset, chosen.options, chosen.readings, chosen.params)

    @cached_property
    def shown_by(self) -> Mapping[str, tuple[Example, ...]]:
        """The examples that cite each clause as shown, by full id."""
        citing: dict[str, list[Example]] = {}
        for example in self.library.examples:
            for cited in example.shows:
                citing.setdefault(self.resolve(cited, example.ruleset), []).append(example)
        return {clause: tuple(examples) for clause, examples in citing.items()}

    def resolve(self, cited: str, ruleset: str) -> str:
        """Resolve a clause id, as cited in a file of this ruleset, to the full id."""
        return cited if cited in self.clauses else self.library.full_id(ruleset, cited) or cited

    def examples_of(self, ruleset: str) -> tuple[Example, ...]:
        """The examples of a ruleset, in the order of their files."""
        return tuple(each for each in self.library.examples if each.ruleset == ruleset)
