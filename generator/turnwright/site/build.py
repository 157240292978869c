"""Build: everything that a site is made of beside its prose, made at once and kept as a whole."""

from __future__ import annotations

import gc
import io
import json
import logging
import sys
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

from turnwright.examples.processes import begun_in_processes, in_processes
from turnwright.load.cache import KeptFiles, cache_of, edition_of_code, fingerprint
from turnwright.load.files import write_file
from turnwright.load.problem import SourceError
from turnwright.proof.verdicts import FILE as VERDICTS
from turnwright.sheet.build import build_sheet, sheet_path, sheet_requests
from turnwright.sheet.request import SheetKind, SheetRequest
from turnwright.sheet.typesetting import TypstMissing, Unprintable, draw_still, is_typst_here
from turnwright.site.page import Page, SheetLink, SiteFile
from turnwright.site.pages.armies.view import RosterFigures
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import FRAGMENTS, pages, site_files
from turnwright.site.sources import SiteSources

log = logging.getLogger("mkdocs.plugins.turnwright")

PRINTED = "printed"
"""Folder in one for caches, of sheets and stills."""


@dataclass(frozen=True, kw_only=True)
class MadePage:
    """Page that was made: its HTML, and what its head says."""

    url: str
    title: str
    summary: str = ""
    edit: str = ""
    assets: tuple[str, ...] = ()
    html: str = ""
    still: str = ""
    """What its still shows, where it has one."""

    @property
    def still_path(self) -> str:
        """Output file of its still."""
        return f"{self.url}still.png"


@dataclass(frozen=True, kw_only=True)
class MadeSite:
    """All that was made: pages, other files by path, and what placeholders are replaced by."""

    pages: tuple[MadePage, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    fragments: Mapping[str, str] = field(default_factory=dict)
    complaints: tuple[str, ...] = ()
    """What the site goes without, and why."""


def build_site(sources: SiteSources, asked: Collection[str] = ()) -> MadeSite:
    """Make everything of these sources, or take what was made of the very same before.

    `asked` are the placeholders of the prose. Raises PluginError.
    """
    # Nearly all that is read stays, so looking for garbage in it takes a quarter of the time.
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        return _build(sources, asked)
    finally:
        if was_collecting:
            gc.enable()


def _build(sources: SiteSources, asked: Collection[str]) -> MadeSite:
    cache = cache_of(sources.rulesets)
    grounds = _grounds(sources, cache, asked)
    made = kept_site(cache, grounds)
    if made is None:
        site = sources.read_rules()
        with begun_in_processes(_do, _apart(site, sources)) as begun:
            made = make_site(sources.replay(site), begun, asked)
        # Figures that were found on the way are no grounds, for they follow from the rules.
        keep_site(cache, _grounds(sources, cache, asked), made)
    if not is_typst_here():
        log.info(f"The site has no sheets to print. {TypstMissing()}")
    for complaint in made.complaints:
        log.warning(complaint)
    return made


def _grounds(sources: SiteSources, cache: Path, asked: Collection[str]) -> str:
    """Fingerprint of all that a site is made of beside its prose, our own code included."""
    package = Path(__file__).parents[1]
    made_by = (path for path in package.rglob("*.*") if "__pycache__" not in path.parts)
    read = (*sorted(made_by), *sorted(sources.snapshot()), cache / VERDICTS)
    files = ((str(path), path.read_bytes()) for path in read if path.is_file())
    return fingerprint(sys.version, is_typst_here(), sources, sorted(asked), *files)


def without_html(page: Page) -> MadePage:
    """Head of a page that is still to be made."""
    return MadePage(
        url=page.url, title=page.title, summary=page.summary, edit=page.edit, assets=page.assets
    )


def make_site(
    site: SiteData, begun: Iterator[Any] | None = None, asked: Iterable[str] = ()
) -> MadeSite:
    """Make everything, with the fragments that are `asked` for.

    `begun` is what comes of the jobs that need no played example, where others do them.
    """
    # What every process needs is found before there are several.
    _ = site.proofs, site.idle, site.applicability, site.part_of, site.shown_by
    begun = map(_do, _apart(site)) if begun is None else begun
    for roster, system in RosterFigures(site).parts:
        site.played[roster.name, system] = next(begun)
    apart = _together(begun)
    site = with_sheets(site, apart.files)
    kept = _kept_print(site)
    made_pages = in_processes(partial(_make, kept), _groups(pages(site)))
    made = _together((*made_pages, apart))
    # In processes of their own: bytes of a file must not depend on pages that were made before.
    texts = in_processes(_texts, [[*some] for _, some in groupby(site_files(site), _folder)])
    made = _together((made, *texts))
    return replace(made, fragments={each: fragment(site, each) for each in asked})


Job = Callable[[], Any]
"""Something that a process can do by itself."""


def _do(job: Job) -> Any:
    return job()


def _apart(site: SiteData, sources: SiteSources | None = None) -> list[Job]:
    """Jobs that need no played example: rosters, longest first, then sheets, then the language."""
    figures, kept = RosterFigures(site), _kept_print(site)
    if kept:
        kept.forget_unused()
    jobs: list[Job] = [partial(figures.tallies, *part) for part in figures.parts]
    if is_typst_here():
        jobs += [partial(_print, site, kept, each) for each in sheet_requests(site.library)]
    if sources:
        jobs.append(partial(_make_language, sources))
    return jobs


def _together(parts: Iterable[MadeSite]) -> MadeSite:
    """Parts of a site as one."""
    made = [*parts]
    return MadeSite(
        pages=tuple(page for part in made for page in part.pages),
        files={path: data for part in made for path, data in part.files.items()},
        complaints=tuple(complaint for part in made for complaint in part.complaints),
    )


def fragment(site: SiteData, asked: str) -> str:
    """What a placeholder is replaced by, such as `systems sketches`."""
    name, _, argument = asked.partition(" ")
    return FRAGMENTS[name](site, argument)


# --- Sheets ---------------------------------------------------------------------------------


def _kept_print(site: SiteData) -> KeptFiles | None:
    return KeptFiles(site.cache / PRINTED, _edition_of_print()) if site.cache else None


@cache
def _edition_of_print() -> str:
    """Fingerprint of what makes sheets and stills of rules."""
    package = Path(__file__).parents[1]
    made_by = (package / "palette.toml", *sorted((package / "sheet").glob("*.typ")))
    described_by = ("describe", "engine", "language", "load", "sheet")
    printer = version("typst") if is_typst_here() else ""
    return fingerprint(printer, edition_of_code(described_by), *map(Path.read_bytes, made_by))


def _print(site: SiteData, kept: KeptFiles | None, request: SheetRequest) -> MadeSite:
    """PDF of a sheet, or why there is none."""
    try:
        return MadeSite(files={sheet_path(request): build_sheet(site.library, request, kept)})
    except SourceError as error:
        why = "The site goes without a sheet that cannot be printed."
        return MadeSite(complaints=(f"{why}\n{error}",))


def with_sheets(site: SiteData, printed: Iterable[str]) -> SiteData:
    """The site, with links to those of its sheets that were printed."""
    printed = frozenset(printed)
    return site.shown_with(
        sheets=tuple(
            SheetLink(
                system=request.system,
                pack=request.pack,
                kind=SheetKind(request.kind).label,
                path=path,
            )
            for request in sheet_requests(site.library)
            if (path := sheet_path(request)) in printed
        ),
    )


# --- Pages and files ------------------------------------------------------------------------


def _groups(found: Iterable[Page]) -> list[list[Page]]:
    """Pages that one process makes, for what they have in common is worked out once."""
    return [[*some] for _, some in groupby(found, lambda page: (page.template, page.edit))]


def _folder(file: SiteFile) -> str:
    return file.path.rpartition("/")[0]


def _make(kept: KeptFiles | None, group: Iterable[Page]) -> MadeSite:
    """Pages, each with its still if it has one, or why it has none that it should have."""
    return _together(_make_page(kept, page) for page in group)


def _make_page(kept: KeptFiles | None, page: Page) -> MadeSite:
    view = page.view()
    made = replace(without_html(page), html=render(page.template, view).strip())
    still = page.still(view) if page.still and is_typst_here() else None
    if still is None:
        return MadeSite(pages=(made,))
    drawn = partial(draw_still, still.board, still.title, still.system)
    try:
        png = kept.get(still, drawn) if kept else drawn()
    except Unprintable as error:
        complaint = f"The page {page.url} goes without a picture.\n{error}"
        return MadeSite(pages=(made,), complaints=(complaint,))
    made = replace(made, still=still.words)
    return MadeSite(pages=(made,), files={made.still_path: png})


def _make_language(sources: SiteSources) -> MadeSite:
    """The reference of the language, where there are samples of its words."""
    return _make(None, sources.pages_of(sources.read_samples()))


def _texts(group: Sequence[SiteFile]) -> MadeSite:
    return MadeSite(files={file.path: file.data for file in group})


# --- What was made before -------------------------------------------------------------------

KEPT = "site.zip"
"""File in a folder for caches."""


def kept_site(cache: Path, grounds: str) -> MadeSite | None:
    """What was made on these very grounds before; None where something changed since."""
    try:
        with zipfile.ZipFile(cache / KEPT) as kept:
            if kept.comment.decode() != grounds:
                return None
            texts = json.loads(kept.read("texts.json"))
            files = {name: kept.read(f"files/{name}") for name in texts["files"]}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None
    made = (MadePage(**{**page, "assets": tuple(page["assets"])}) for page in texts["pages"])
    return MadeSite(
        pages=tuple(made),
        files=files,
        fragments=texts["fragments"],
        complaints=tuple(texts["complaints"]),
    )


def keep_site(cache: Path, grounds: str, made: MadeSite) -> None:
    """Keep what was made; where that cannot be done it is made anew the next time."""
    content = io.BytesIO()
    texts = {
        "pages": [asdict(page) for page in made.pages],
        "files": list(made.files),
        "fragments": made.fragments,
        "complaints": made.complaints,
    }
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as kept:
        kept.comment = grounds.encode()
        kept.writestr("texts.json", json.dumps(texts))
        for name, data in made.files.items():
            kept.writestr(f"files/{name}", data)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        write_file(cache / KEPT, content.getvalue())
    except OSError:
        pass
