"""MkDocs plugin: renders all pages before the build, and adds them as generated files."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from jinja2 import Environment
from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkDocsPage

from turnwright.lab.simulation import SimulationStopped
from turnwright.load.problem import Problem, SourceError, did_you_mean, quoted, shown_path
from turnwright.proof.report import disagreements
from turnwright.sheet.build import build_all_sheets, sheet_path
from turnwright.sheet.request import Audience, Paper
from turnwright.sheet.still import draw_still
from turnwright.sheet.typesetting import TypstMissing, Unprintable
from turnwright.site.clauses import LEGEND
from turnwright.site.data.files import data_files
from turnwright.site.generator import pages, picture_html, systems_list_html
from turnwright.site.hover_cards import hover_card_files
from turnwright.site.page import Page, SheetLink
from turnwright.site.pages.language.samples import SAMPLES, read_samples
from turnwright.site.pages.language.view import language_pages
from turnwright.site.pages.system.agreement import agreement_files
from turnwright.site.pages.systems.view import KINDS
from turnwright.site.palette import palette_css
from turnwright.site.rendering import render
from turnwright.site.search.index import search_files
from turnwright.site.site_data import SiteData

log = logging.getLogger("mkdocs.plugins.turnwright")

LEGEND_PAGE = "how-to-read.md"
"""Hand-written page that has the legend, where there is one."""

PLACEHOLDERS: Mapping[str, Callable[[SiteData, str], str]] = {
    "systems": systems_list_html,
    "legend": lambda *_: render("fragments/legend", LEGEND),
    "picture": picture_html,
}
"""What placeholders in Markdown, such as `<!-- systems -->`, are replaced by."""
PLACEHOLDER = re.compile(rf"<!-- ({'|'.join(PLACEHOLDERS)}) ?(\S*) -->")

ANCHOR_ID = re.compile(r'\sid="([^"]+)"')
"""Anchor: an `id` attribute in rendered HTML, where quotation marks in text are escaped."""


def unknown_kinds(folder: Path) -> Iterator[Problem]:
    """Placeholders for kinds of systems that there are not, in the Markdown of a folder."""
    for path in sorted(folder.rglob("*.md")):
        for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1):
            for found in PLACEHOLDER.finditer(line):
                if found[1] == "systems" and found[2] not in ("", *KINDS):
                    yield Problem(
                        path=shown_path(path),
                        line=number,
                        column=found.start() + 1,
                        message=f"There are no systems of the kind {quoted(found[2])}.",
                        hint=did_you_mean(found[2], KINDS, "Kinds"),
                        excerpt=line,
                    )


def has_samples(config: MkDocsConfig) -> bool:
    """True where there are samples of the words of the language."""
    return (Path(config.docs_dir) / SAMPLES).is_dir()


def reference_pages(config: MkDocsConfig, index: str) -> Iterator[Page]:
    """Render the language's reference, where there are samples of its words."""
    if not has_samples(config):
        return
    try:
        samples = read_samples(Path(config.docs_dir) / SAMPLES)
    except SourceError as error:
        raise PluginError(f"the samples of the language cannot be read\n{error}") from None
    if found := disagreements(samples.records):
        report = "\n".join(one.text() for one in found)
        raise PluginError(f"samples of the language do not go as they claim\n{report}")
    yield from language_pages(samples, index)


class TurnwrightConfig(Config):  # type: ignore[no-untyped-call]
    """Plugin configuration in `mkdocs.yml`."""

    rulesets = Type(str, default="rulesets")
    """Folder of the rulesets, relative to `mkdocs.yml`."""


class TurnwrightPlugin(BasePlugin[TurnwrightConfig]):  # type: ignore[no-untyped-call]
    """MkDocs plugin that adds the pages generated from rulesets."""

    live = False
    """True under `mkdocs serve`, which reloads pages."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Detect live reload."""
        self.live = command == "serve"

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Render all pages, so that an error stops the build before any output is replaced."""
        self.root = Path(config.config_file_path).resolve().parent
        index = "" if config.use_directory_urls else "index.html"
        if unknown := [*unknown_kinds(Path(config.docs_dir))]:
            raise PluginError(f"a page asks for what there is not\n{SourceError(unknown)}")
        try:
            folder = self.root / self.config.rulesets
            self.site = SiteData.read(folder, index, config.repo_url or "")
        except SourceError as error:
            raise PluginError(f"the rulesets cannot be read\n{error}") from None
        if found := disagreements(self.site.records):
            report = "\n".join(one.text() for one in found)
            raise PluginError(f"examples do not go as their authors claim\n{report}")
        self.site = replace(self.with_legend(config), has_language=has_samples(config))
        self.build_sheets()
        try:
            self.pages: tuple[Page, ...] = (
                *pages(self.site),
                *reference_pages(config, self.site.index),
            )
        except SimulationStopped as stopped:
            raise PluginError(f"the figures of the armies are not whole\n{stopped}") from None
        self.stills = dict(self.draw_stills())
        self.data = (
            *data_files(self.site),
            *hover_card_files(self.site),
            *search_files(self.site),
            *agreement_files(self.site),
        )
        if not config.site_url:
            # Without a site URL the sitemap is empty, and its timestamp breaks reproducible builds.
            config.theme.static_templates.discard("sitemap.xml")

    def build_sheets(self) -> None:
        """Build all PDF sheets, for pages to link to."""
        self.sheets = {}
        try:
            built = tuple(build_all_sheets(self.site.library, self.site.cache))
        except TypstMissing as error:
            log.info(f"The site has no sheets to print. {error}")
            return
        for request, pdf in built:
            if isinstance(pdf, SourceError):
                log.warning(f"The site goes without a sheet that cannot be printed.\n{pdf}")
            else:
                self.sheets[sheet_path(request)] = pdf
        links = (
            SheetLink(
                system=request.system,
                pack=request.pack,
                audience=Audience(request.audience).label,
                paper=Paper(request.paper).label,
                path=sheet_path(request),
            )
            for request, _ in built
            if sheet_path(request) in self.sheets
        )
        self.site = replace(self.site, sheets=tuple(links))

    def draw_stills(self) -> Iterator[tuple[str, bytes]]:
        """Draw the stills of all pages that have one, by path; none without typst."""
        for page in self.pages:
            if page.still is not None:
                try:
                    png = draw_still(page.still.board, page.still.title, page.still.system)
                except TypstMissing:
                    return
                except Unprintable as error:
                    log.warning(f"The page {page.url} goes without a picture.\n{error}")
                    continue
                yield page.still_path, png

    def with_legend(self, config: MkDocsConfig) -> SiteData:
        """The site, with the page that explains the marks on rules where there is one."""
        if not (Path(config.docs_dir) / LEGEND_PAGE).is_file():
            return self.site
        page = File(LEGEND_PAGE, config.docs_dir, config.site_dir, config.use_directory_urls)
        return replace(self.site, legend=page.dest_uri)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add generated pages, JSON data and sheets to the files of the build."""
        self.html_by_file: dict[str, str] = {}
        for page in self.pages:
            files.append(self._file(page, config))
        files.append(File.generated(config, "palette.css", content=palette_css()))
        for data in self.data:
            files.append(File.generated(config, data.path, content=data.text))
        for path, pdf in (*self.sheets.items(), *self.stills.items()):
            files.append(File.generated(config, path, content=pdf))
        # MkDocs copies an unused template as a static file.
        if not config.site_url and (unused := files.get_file_from_path("sitemap.xml")):
            files.remove(unused)
        return files

    def _file(self, page: Page, config: MkDocsConfig) -> File:
        path = Path(page.edit).resolve() if page.edit else self.root
        made_from = path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else ""
        head = {"title": page.title, "description": page.summary, "made_from": made_from.strip(".")}
        head["assets"] = " ".join(page.assets)
        if page.still is not None and page.still_path in self.stills:
            head |= {"still": page.still_path, "still_words": page.still.words}
        # JSON is valid YAML, and escapes any title; but YAML has no surrogates.
        content = f"---\n{json.dumps(head, ensure_ascii=False)}\n---\n"
        file = File.generated(config, f"{page.url}index.md", content=content)
        self.html_by_file[file.src_uri] = page.html.strip()
        # Relative to `content/`, which the edit URL of the project points to.
        file.edit_uri = f"../{made_from}" if page.edit else None
        return file

    def on_page_markdown(
        self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Fill the placeholders."""
        return PLACEHOLDER.sub(lambda found: PLACEHOLDERS[found[1]](self.site, found[2]), markdown)

    def on_page_content(
        self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Insert rendered pages after Markdown conversion, which would be slow for them."""
        html_by_file = self.html_by_file.get(page.file.src_uri)
        if html_by_file is None:
            return html
        page.present_anchor_ids = set(ANCHOR_ID.findall(html_by_file))
        return html_by_file

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Set the template global `live`: mkdocs serve injects a script."""
        env.globals.update(live=self.live)
        return env

    def on_serve(self, server: LiveReloadServer, **_: object) -> LiveReloadServer:
        """Watch rulesets and examples for changes."""
        server.watch(str(self.root / self.config.rulesets))
        return server
