"""Pages and data as files in a folder, for other site generators and other programs."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from turnwright.site.data import data_files
from turnwright.site.generator import front_page, pages
from turnwright.site.page import Page
from turnwright.site.site_data import SiteData

MANIFEST = ".turnwright-export"
"""The file that lists what an export has written, so that the next one may replace it."""


class PageFormat(StrEnum):
    """What the files of pages are."""

    HTML = "html"
    """HTML below a front matter, for Hugo, Jekyll, Eleventy and others."""
    MD = "md"
    """The same as Markdown, for generators that look at nothing else."""


class ExportRefused(Exception):
    """The folder holds something that an export must not touch. Nothing was written."""


def export(
    site: SiteData, folder: Path, page_format: PageFormat = PageFormat.HTML, *, force: bool = False
) -> int:
    """Write all pages and data into a folder, and say how many files those are.

    What an earlier export wrote there and this one does not is taken away; what others put there
    stays. Everything is written beside its place first and then moved, so that an error leaves
    what was there. Raises ExportRefused for a folder that is not empty and not an export,
    unless `force`, and OSError when the disk will not have it.
    """
    files = dict(_files(site, page_format))
    earlier = _check_writable(folder, files, force=force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Where the files will be, so that they only have to be moved and not copied.
    near = folder if folder.is_dir() else folder.parent
    with tempfile.TemporaryDirectory(prefix=".turnwright-", dir=near) as staging:
        staged = Path(staging) / "new"
        for path, text in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_text(text, encoding="utf-8", newline="\n")
        for path in files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).replace(folder / path)
    for path in earlier - files.keys():
        _remove_file(folder, path)
    return len(files)


def _files(site: SiteData, page_format: PageFormat) -> Iterator[tuple[str, str]]:
    """Every file with its path, the one that lists them last."""
    listed = []
    for page in (front_page(site), *pages(site)):
        path = f"{page.url}index.{page_format}"
        listed.append(path)
        yield path, _text(page, page_format)
    for file in data_files(site):
        listed.append(file.path)
        yield file.path, file.text
    yield MANIFEST, "".join(f"{path}\n" for path in sorted(listed))


def _text(page: Page, page_format: PageFormat) -> str:
    head = {"title": page.title, "description": page.summary}
    # JSON is YAML, and escapes whatever a title may hold.
    matter = "".join(f"{key}: {json.dumps(value)}\n" for key, value in head.items() if value)
    html = page.html.strip()
    if page_format is PageFormat.MD:
        # To Markdown, HTML ends at an empty line. This reference is a line break to a browser.
        html = re.sub(r"\n[ \t]*\n", "\n&#10;", html)
    return f"---\n{matter}---\n{html}\n"


def _check_writable(folder: Path, files: Mapping[str, str], *, force: bool) -> set[str]:
    """What an earlier export wrote here. Raises ExportRefused where nothing may be written."""
    if folder.exists() and not folder.is_dir():
        raise ExportRefused(f"{folder} is a file.")
    manifest = folder / MANIFEST
    if not manifest.is_file():
        if folder.is_dir() and any(folder.iterdir()) and not force:
            raise ExportRefused(
                f"{folder} is not empty, and what is in it is not an export.\n"
                "Name another folder, or say --force to add the export to what is there."
            )
        earlier: set[str] = set()
    else:
        earlier = set(manifest.read_text(encoding="utf-8").splitlines())
    root = folder.resolve()
    for path in files:
        file = folder / path
        if file.is_dir() or not file.resolve().is_relative_to(root):
            raise ExportRefused(f"{file} is in the way: it is a folder, or leads out of {folder}.")
        above = next((up for up in file.parents if up.exists()), root)
        if not above.is_dir():
            raise ExportRefused(f"{above} is in the way: it is a file, and has to be a folder.")
    return {path for path in earlier if (folder / path).resolve().is_relative_to(root)}


def _remove_file(folder: Path, path: str) -> None:
    """Remove a file of an earlier export, and the folders that are empty without it."""
    file = folder / path
    if file.is_file():
        file.unlink()
    for above in file.relative_to(folder).parents:
        if above != Path() and (folder / above).is_dir() and not any((folder / above).iterdir()):
            shutil.rmtree(folder / above)
