"""Preview under `mkdocs serve`: a page is made when it is asked for, of what the files say now."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIEnvironment

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from turnwright.sheet.build import build_sheet, sheet_path, sheet_requests
from turnwright.sheet.typesetting import is_typst_here
from turnwright.site.build import MadePage, MadeSite, fragment, with_sheets, without_html
from turnwright.site.page import Page
from turnwright.site.project import SiteRefused, read_config
from turnwright.site.site_map import pages, site_files
from turnwright.site.sources import SiteSources

log = logging.getLogger("mkdocs.plugins.turnwright")


class Outline(NamedTuple):
    """What a page is shown with: the configuration, the menu, the files and the theme."""

    config: MkDocsConfig
    nav: Navigation
    files: Files
    env: Environment
    written: int
    """When the configuration was written."""


class Preview:
    """Pages and files of a site in memory, made one by one when somebody looks at them."""

    def __init__(self) -> None:
        self.outline: Outline | None = None
        """Set when MkDocs has built its shells of pages; from then on pages are made."""
        self.problem = ""
        """What is wrong with the files; pages show what held before."""
        self._lock = threading.RLock()
        self._sources: SiteSources | None = None
        self._files: dict[str, Callable[[], bytes]] = {}
        self._known: Mapping[Path, tuple[int, int]] = {}

    # --- Reading --------------------------------------------------------------------------------

    def begin(self, sources: SiteSources) -> MadeSite:
        """Read everything, unless that is done; nothing is made yet. Raises PluginError."""
        if sources != self._sources:
            known = sources.snapshot()
            self._samples = sources.read_samples()
            self._site = sources.read()
            self._sources, self._known = sources, known
        self.outline = None
        self._list()
        heads = tuple(map(without_html, self._pages.values()))
        return MadeSite(pages=heads, files=dict.fromkeys(self._files, b""))

    def _list(self) -> None:
        """List the pages and files that there are."""
        assert self._sources is not None, "it has begun"
        requests = []
        if is_typst_here():
            requests = [*sheet_requests(self._site.library)]
        self._site = with_sheets(self._site, map(sheet_path, requests))
        library = self._site.library
        every_page = (*pages(self._site), *self._sources.pages_of(self._samples))
        self._pages: dict[str, Page] = {page.url: page for page in every_page}
        self._files = {
            file.path: lambda file=file: file.data  # type: ignore[misc]
            for file in site_files(self._site)
        }
        for request in requests:
            self._files[sheet_path(request)] = lambda request=request: build_sheet(library, request)  # type: ignore[misc]

    def renew(self) -> bool:
        """Read what changed; True when there are other pages or files than before.

        Raises PluginError, and then everything is as it was.
        """
        sources = self._sources
        assert sources is not None, "it has begun"
        now = sources.snapshot()
        changed = {path for path, at in (*now.items(), *self._known.items()) if now.get(path) != at}
        changed |= {path for path, at in now.items() if self._known.get(path) != at}
        if not changed:
            return False
        before = self._pages.keys(), self._files.keys()
        if sources.samples and any(path.is_relative_to(sources.samples) for path in changed):
            self._samples = sources.read_samples()
        rules = {path for path in changed if path.is_relative_to(sources.rulesets)}
        folders = {sources.rulesets / path.relative_to(sources.rulesets).parts[0] for path in rules}
        known = {sources.rulesets / name for name in self._site.rulesets}
        if folders <= known and all((folder / "ruleset.yaml").exists() for folder in folders):
            self._site = sources.renew(self._site, folders) if folders else self._site
        else:
            self._site = sources.read()
        self._known = now
        self._list()
        return before != (self._pages.keys(), self._files.keys())

    # --- Making ---------------------------------------------------------------------------------

    def fragment(self, asked: str) -> str:
        """What a placeholder is replaced by."""
        return fragment(self._site, asked)

    def html(self, page: MadePage) -> str:
        """HTML of a page; nothing as long as only shells are built."""
        return self._pages[page.url].html.strip() if self.outline else ""

    def with_problem(self, output: str) -> str:
        """A whole page, with what is wrong above it."""
        if not self.problem:
            return output
        told = f'<pre class="problem" role="alert">{escape(self.problem)}</pre>'
        return output.replace('<main id="main">', f'<main id="main">\n{told}', 1)

    def make(self, path: str) -> None:
        """Make the file at this address, where MkDocs serves it from."""
        outline = self.outline
        if outline is None:
            return
        file = next((file for file in outline.files if file.dest_uri == path), None)
        if file is None:
            return
        if file.page is not None:
            shown = outline.files.documentation_pages()
            _populate_page(file.page, outline.config, outline.files)
            _build_page(file.page, outline.config, shown, outline.nav, outline.env)
        elif path in self._files:
            Path(file.abs_dest_path).write_bytes(self._files[path]())
        else:
            file.copy_file()

    # --- Serving --------------------------------------------------------------------------------

    def take_over(self, server: LiveReloadServer) -> None:
        """Answer for a server of MkDocs: before each answer the page is made."""
        build_everything, serve = server.builder, server.serve_request

        def rebuild() -> None:
            with self._lock:
                self._rebuild(build_everything)

        def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
            path = path.removeprefix(server.mount_path)
            with self._lock:
                try:
                    self.make(f"{path}index.html" if path.endswith("/") or not path else path)
                except Exception as error:
                    log.error(f"{path} is as it was last: {error}")
            return serve(environ, start_response)

        server.builder = rebuild
        server.set_app(respond)

    def _rebuild(self, build_everything: Callable[[], Any]) -> None:
        outline = self.outline
        try:
            others = self.renew()
            if others or outline is None or _prose(outline) != _listed(outline):
                if outline is not None:
                    read_config(Path(outline.config.config_file_path))
                build_everything()
            self.problem = ""
        # What MkDocs raises for a configuration would end the server; a file may be locked.
        except (MkDocsException, SiteRefused, OSError) as error:
            self.outline = outline
            self.problem = str(error)
            log.error(self.problem)


def _prose(outline: Outline) -> object:
    """Files of the prose, and when the configuration was written, as they are now."""
    docs = Path(outline.config.docs_dir)
    found = {path.relative_to(docs).as_posix() for path in docs.rglob("*.*") if path.is_file()}
    config = Path(outline.config.config_file_path)
    # An editor may put another one in its place, and then it is gone for a moment.
    return found, config.stat().st_mtime_ns if config.exists() else 0


def _listed(outline: Outline) -> object:
    """The same, as MkDocs read it."""
    docs = outline.config.docs_dir
    return {file.src_uri for file in outline.files if file.src_dir == docs}, outline.written
