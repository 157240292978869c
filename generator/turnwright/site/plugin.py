"""MkDocs plugin: reads rulesets, has pages made of them, and adds these to the files of a build."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from turnwright.load.problem import Problem, SourceError, did_you_mean, quoted, shown_path
from turnwright.site.browser import BUNDLED, LISTING, engine_parts, listing, write_listing
from turnwright.site.build import MadePage, build_site
from turnwright.site.pages.systems.view import KINDS
from turnwright.site.preview import Outline, Preview
from turnwright.site.settings import TurnwrightConfig, usual_nav
from turnwright.site.site_map import FRAGMENTS
from turnwright.site.sources import SiteSources

log = logging.getLogger("mkdocs.plugins.turnwright")

PLACEHOLDER = re.compile(rf"<!-- ((?:{'|'.join(FRAGMENTS)})(?: \S+)?) -->")
"""What is replaced in Markdown, such as `<!-- systems sketches -->`."""
ANCHOR_ID = re.compile(r'\sid="([^"]+)"')
"""Anchor: an `id` attribute in rendered HTML, where quotation marks in text are escaped."""


def placeholders(folder: Path) -> Iterator[str]:
    """What the Markdown of a folder asks for. Raises SourceError for what there is not."""
    unknown = []
    for path in sorted(folder.rglob("*.md")):
        for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1):
            for found in PLACEHOLDER.finditer(line):
                name, _, kind = found[1].partition(" ")
                if name != "systems" or kind in ("", *KINDS):
                    yield found[1]
                    continue
                unknown.append(
                    Problem(
                        path=shown_path(path),
                        line=number,
                        column=found.start() + 1,
                        message=f"There are no systems of the kind {quoted(kind)}.",
                        hint=did_you_mean(kind, KINDS, "Kinds"),
                        excerpt=line,
                    )
                )
    if unknown:
        raise SourceError(unknown)


PLAYS = "play_engine.js"
"""The asset of pages that run the engine, whose policy lets them."""


class TurnwrightPlugin(BasePlugin[TurnwrightConfig]):  # type: ignore[no-untyped-call]
    """MkDocs plugin that adds the pages generated from rulesets."""

    preview: Preview | None = None
    """What makes pages when they are asked for, under `mkdocs serve`."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Start a preview under `mkdocs serve`."""
        self.preview = Preview() if command == "serve" else None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """List the pages of a site whose project does not say which are in its row."""
        if config.nav is None:
            config.nav = usual_nav(Path(config.docs_dir), self.config.pages)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Make all pages, so that an error stops the build before any output is replaced."""
        self.root = Path(config.config_file_path).resolve().parent
        sources = SiteSources.of(config, self.root / self.config.rulesets, self.config.colours)
        try:
            asked = frozenset(placeholders(sources.content))
        except SourceError as error:
            raise PluginError(f"a page asks for what there is not\n{error}") from None
        self.made = self.preview.begin(sources) if self.preview else build_site(sources, asked)
        if not config.site_url:
            # Without a site URL the sitemap is empty, and its timestamp breaks reproducible builds.
            config.theme.static_templates.discard("sitemap.xml")

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add generated pages, JSON data and sheets to the files of the build."""
        self.pages: dict[str, MadePage] = {}
        for page in self.made.pages:
            # Its HTML stands in for what Markdown would give, see `on_page_content`.
            file = File.generated(config, f"{page.url}index.md", content="")
            # Relative to `content/`, which the edit URL of the project points to.
            file.edit_uri = f"../{self._made_from(page)}" if page.edit else None
            self.pages[file.src_uri] = page
            files.append(file)
        for path, content in self.made.files.items():
            files.append(File.generated(config, path, content=content))
        folder = self.root / self.config.engine if self.config.engine else BUNDLED
        parts = engine_parts(folder)
        for path, part in parts.items():
            files.append(File.generated(config, path, content=part))
        if parts:
            files.append(File.generated(config, LISTING, content=listing(parts)))
        if not parts:
            log.info(f"Nobody can play on this site: {folder} does not have the engine.")
        # MkDocs copies an unused template as a static file.
        if not config.site_url and (unused := files.get_file_from_path("sitemap.xml")):
            files.remove(unused)
        return files

    def _made_from(self, page: MadePage) -> str:
        path = Path(page.edit).resolve() if page.edit else self.root
        made_from = path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else ""
        return made_from.strip(".")

    def on_page_markdown(
        self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Fill the placeholders of prose, or the head of a generated page."""
        made = self.pages.get(page.file.src_uri)
        if made is None:
            return PLACEHOLDER.sub(lambda found: self._fragment(found[1]), markdown)
        page.meta.update(
            title=made.title,
            description=made.summary,
            made_from=self._made_from(made),
            assets=made.assets,
            runs_engine=PLAYS in made.assets,
        )
        if made.still:
            page.meta.update(still=made.still_path, still_words=made.still)
        return markdown

    def _fragment(self, asked: str) -> str:
        return self.preview.fragment(asked) if self.preview else self.made.fragments[asked]

    def on_page_content(
        self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Insert the HTML of a generated page."""
        made = self.pages.get(page.file.src_uri)
        if made is None:
            return html
        if self.preview:
            return self.preview.html(made)
        page.present_anchor_ids = set(ANCHOR_ID.findall(made.html))
        return made.html

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Keep what a page is shown with, for the preview."""
        self.nav, self.files = nav, files
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Set the template global `live`: mkdocs serve injects a script."""
        env.globals.update(live=self.preview is not None)
        if self.preview:
            written = Path(config.config_file_path).stat().st_mtime_ns
            self.preview.outline = Outline(config, self.nav, self.files, env, written)
        return env

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Say above a page what is wrong with the files, under `mkdocs serve`."""
        return self.preview.with_problem(output) if self.preview else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """List the whole site for whoever keeps it for offline."""
        if self.preview is None:
            write_listing(Path(config.site_dir))

    def on_serve(self, server: LiveReloadServer, **_: object) -> LiveReloadServer:
        """Make pages when they are asked for, and watch rulesets for changes."""
        if self.preview:
            self.preview.take_over(server)
        server.watch(str(self.root / self.config.rulesets))
        return server
