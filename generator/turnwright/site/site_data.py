"""Everything the pages are made from: the rulesets, their recorded examples, and what is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.proof.checking import records
from turnwright.proof.proving import Proof, bodies, prove, written
from turnwright.proof.record import Record
from turnwright.site.page import Link, PageLocation, SheetLink


@dataclass(frozen=True)
class SiteData:
    """All that is told, and the way from one thing to another."""

    library: Library
    records: tuple[Record, ...] = ()
    proofs: tuple[Proof, ...] = ()
    """What is shown and proved of each ruleset."""
    index: str = ""
    """What every address ends in: `index.html` where pages are opened as files, or nothing."""
    repository: str = ""
    """Where the project lives, so that mistakes can be reported there."""
    sheets: tuple[SheetLink, ...] = ()
    """What can be printed."""

    @classmethod
    def read(cls, folder: Path, index: str = "", repository: str = "") -> "SiteData":
        """The book of a folder of rulesets, with its examples played. Raises SourceError."""
        # Proving takes seconds, and who only mends the prose should not wait for it.
        files = ((file, file.lstat()) for file in sorted(folder.rglob("*.yaml")))
        site = _read_cached(
            folder, tuple((file, now.st_size, now.st_mtime_ns) for file, now in files)
        )
        return replace(site, index=index, repository=repository)

    @classmethod
    def of(cls, library: Library, index: str = "") -> "SiteData":
        """The book of a library, with its examples played."""
        played = records(library)
        return cls(library, played, prove(library, played), index)

    def location(self, url: str) -> PageLocation:
        """A page of the site, as the place that links start from."""
        return PageLocation(url, self.index)

    def sheet_links(self, location: PageLocation, system: str, pack: str = "") -> tuple[Link, ...]:
        """The sheets of a system, or of a pack of it, one for each paper."""
        return tuple(
            Link(sheet.paper, location.file(sheet.path))
            for sheet in self.sheets
            if (sheet.system, sheet.pack) == (system, pack)
        )

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """Every ruleset as written, by id."""
        return self.library.rulesets

    @cached_property
    def effective(self) -> Mapping[str, Ruleset]:
        """Every ruleset with what it extends and the default of every reading, by id."""
        return {name: self.library.effective(name) for name in self.rulesets}

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every clause that is written anywhere, by full id, in patches too."""
        return {
            clause.full_id: clause
            for ruleset in self.rulesets.values()
            for clause in written(ruleset)
        }

    @cached_property
    def part_of(self) -> Mapping[str, tuple[str, str]]:
        """The kind and name of the part that a clause was written in, by its full id."""
        return {
            clause.full_id: (kind, name)
            for ruleset in self.rulesets.values()
            for body in bodies(ruleset)
            for kind, name, part in body.parts()
            for clause in part.clauses
        }

    def with_pack(self, ruleset: str, pack: str) -> Ruleset:
        """The rules of a system as a pack of its own chooses them."""
        chosen = self.rulesets[ruleset].packs[pack]
        return self.library.effective(ruleset, chosen.options, chosen.readings, chosen.params)

    @cached_property
    def shown_by(self) -> Mapping[str, tuple[Example, ...]]:
        """The examples that show a clause, by its full id."""
        found: dict[str, list[Example]] = {}
        for example in self.library.examples:
            for cited in example.shows:
                found.setdefault(self.resolve(cited, example.ruleset), []).append(example)
        return {clause: tuple(examples) for clause, examples in found.items()}

    def resolve(self, cited: str, ruleset: str) -> str:
        """The full id of a clause that a file of this ruleset cites."""
        return cited if cited in self.clauses else self.library.full_id(ruleset, cited) or cited

    def examples_of(self, ruleset: str) -> tuple[Example, ...]:
        """The examples of a ruleset, in the order of their files."""
        return tuple(each for each in self.library.examples if each.ruleset == ruleset)


@lru_cache(maxsize=1)
def _read_cached(folder: Path, files: tuple[tuple[Path, int, int], ...]) -> SiteData:
    """The book of a folder; `files` is what it depends on."""
    return SiteData.of(Library.read(folder))
