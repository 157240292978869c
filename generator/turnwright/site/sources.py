"""Sources of a site: where rulesets, samples and prose are, and reading them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from turnwright.describe.disagreements import explanations
from turnwright.examples.record import Record
from turnwright.examples.replay import replay_all
from turnwright.examples.report import disagreements
from turnwright.load.cache import cache_of
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.site.look import Colours, Look
from turnwright.site.page import Page
from turnwright.site.pages.language.samples import SAMPLES, Samples, read_samples
from turnwright.site.pages.language.view import language_pages
from turnwright.site.site_data import SiteData

LEGEND_PAGE = "how-to-read.md"
"""Hand-written page that has the legend, where there is one."""


@dataclass(frozen=True, kw_only=True)
class SiteSources:
    """Folders that a site is made from, and how its addresses are written."""

    rulesets: Path
    content: Path
    index: str
    """Index file name that ends every URL, or nothing."""
    repository: str
    legend: str
    """File of the page that explains the marks on rules, or nothing without such a page."""
    look: Look = field(default_factory=Look)

    @classmethod
    def of(cls, config: MkDocsConfig, rulesets: Path, colours: Colours) -> SiteSources:
        """The sources that `mkdocs.yml` names."""
        content = Path(config.docs_dir)
        legend = ""
        if (content / LEGEND_PAGE).is_file():
            urls = config.use_directory_urls
            legend = File(LEGEND_PAGE, config.docs_dir, config.site_dir, urls).dest_uri
        return cls(
            rulesets=rulesets,
            content=content,
            index="" if config.use_directory_urls else "index.html",
            repository=config.repo_url or "",
            legend=legend,
            look=Look(
                name=config.site_name,
                summary=config.site_description or Look.summary,
                colours=colours,
            ),
        )

    @property
    def samples(self) -> Path | None:
        """Folder with samples of the words of the language, where there are any."""
        folder = self.content / SAMPLES
        return folder if folder.is_dir() else None

    def read(self) -> SiteData:
        """Read and replay the rulesets. Raises PluginError."""
        return self.replay(self.read_rules())

    def read_rules(self) -> SiteData:
        """Read the rulesets. Raises PluginError."""
        try:
            library = Library.read(self.rulesets)
        except SourceError as error:
            raise PluginError(f"the rulesets cannot be read\n{error}") from None
        return SiteData(
            library,
            index=self.index,
            repository=self.repository,
            legend=self.legend,
            look=self.look,
            # What is found is kept between builds, for each folder of rulesets by itself.
            cache=cache_of(self.rulesets),
        )

    def replay(self, site: SiteData) -> SiteData:
        """Replay the examples. Raises PluginError."""
        played = replace(site, records=replay_all(site.library))
        _check("examples do not go as their authors claim", played.records, played.library)
        return played

    def renew(self, site: SiteData, folders: Iterable[Path]) -> SiteData:
        """Read some rulesets anew, and replay what may go otherwise. Raises PluginError."""
        try:
            renewed = site.renewed(*folders)
        except SourceError as error:
            raise PluginError(f"the rulesets cannot be read\n{error}") from None
        _check("examples do not go as their authors claim", renewed.records, renewed.library)
        return renewed

    def read_samples(self) -> Samples | None:
        """Read and replay the samples, where there are any. Raises PluginError."""
        if self.samples is None:
            return None
        try:
            samples = read_samples(self.samples)
        except SourceError as error:
            raise PluginError(f"the samples of the language cannot be read\n{error}") from None
        _check("samples of the language do not go as they claim", samples.records, samples.library)
        return samples

    def pages_of(self, samples: Samples | None) -> Iterator[Page]:
        """The reference of the language, where there are samples of its words."""
        if samples is not None:
            yield from language_pages(samples, self.index)

    def snapshot(self) -> Mapping[Path, tuple[int, int]]:
        """Size and time of every file that is read."""
        folders = (self.rulesets, *([self.samples] if self.samples else []))
        files = ((file, file.lstat()) for folder in folders for file in folder.rglob("*.yaml"))
        return {file: (it.st_size, it.st_mtime_ns) for file, it in files}


def _check(heading: str, records: Iterable[Record], library: Library) -> None:
    if found := disagreements(records, library):
        report = "\n\n".join(text for _, text in explanations(found, library))
        raise PluginError(f"{heading}\n{report}")
