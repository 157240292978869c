"""Export of all pages and JSON data to a folder, for other static site generators."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from turnwright.site.data.files import data_files
from turnwright.site.generator import front_page, pages
from turnwright.site.page import Page
from turnwright.site.site_data import SiteData

MANIFEST = ".turnwright-export"
"""Manifest of the written files, so that the next export may replace them."""


STAGING = ".turnwright-staging"
"""Folder of files on their way, in the folder that they go to."""


class PageFormat(StrEnum):
    """File format of exported pages."""

    HTML = "html"
    """HTML with YAML front matter, for Hugo, Jekyll, Eleventy and others."""
    MD = "md"
    """The same HTML in Markdown files, for generators that read nothing else."""


class ExportRefused(Exception):
    """Export error: the folder holds something that must be kept. Nothing was written."""


def export(
    site: SiteData, folder: Path, page_format: PageFormat = PageFormat.HTML, *, force: bool = False
) -> int:
    """Export all pages and data to a folder, and return the number of files.

    Files of an earlier export that are not written again are deleted; files of others stay. All
    files are staged first and then moved, so that an error leaves the folder unchanged. Raises
    ExportRefused for a folder that is neither empty nor an export, unless `force`, and OSError.
    """
    files = dict(_files(site, page_format))
    earlier = _check_writable(folder, files, force=force)
    with _staging(folder) as staged:
        for path, text in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_text(text, encoding="utf-8", newline="\n")
        # Listed before anything is moved: an export that is cut short knows its files again.
        listed = "".join(f"{path}\n" for path in sorted({*earlier, *files} - {MANIFEST}))
        (staged / STAGING).write_text(listed, encoding="utf-8", newline="\n")
        (staged / STAGING).replace(folder / MANIFEST)
        for path in files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).replace(folder / path)
    for path in earlier - files.keys():
        _remove_file(folder, path)
    return len(files)


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """A folder for files on their way, inside the target: so they are moved and not copied.

    One that an interrupted export left behind is cleared, and a target that was made only for
    an export that failed is removed again.
    """
    above = next(up for up in (folder, *folder.absolute().parents) if up.is_dir())
    staged = folder / STAGING
    if staged.is_dir():
        shutil.rmtree(staged)
    staged.mkdir(parents=True)
    try:
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)
        made = folder.absolute()
        while made != above.absolute() and not any(made.iterdir()):
            made.rmdir()
            made = made.parent


def _files(site: SiteData, page_format: PageFormat) -> Iterator[tuple[str, str]]:
    """All files with their paths; the manifest comes last."""
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
    # JSON is valid YAML, and escapes any title; but YAML has no surrogates.
    escaped = {key: json.dumps(value, ensure_ascii=False) for key, value in head.items() if value}
    matter = "".join(f"{key}: {text}\n" for key, text in escaped.items())
    # Liquid and Nunjucks, which other generators use, would read these as their own.
    html = re.sub(r"\{(?=[{%#])", "&#123;", page.html.strip())
    if page_format is PageFormat.MD:
        # An empty line ends an HTML block in Markdown; `&#10;` is a line break to a browser.
        html = re.sub(r"\n[ \t]*\n", "\n&#10;", html)
    return f"---\n{matter}---\n{html}\n"


def _check_writable(folder: Path, files: Mapping[str, str], *, force: bool) -> set[str]:
    """Check the target and return the previous manifest. Raises ExportRefused."""
    if folder.exists() and not folder.is_dir():
        raise ExportRefused(f"{folder} is a file.")
    manifest = folder / MANIFEST
    if not manifest.is_file():
        if folder.is_dir() and any(it.name != STAGING for it in folder.iterdir()) and not force:
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
    """Remove a file of an earlier export, and folders left empty."""
    file = folder / path
    if file.is_file():
        file.unlink()
    for above in file.relative_to(folder).parents:
        if above != Path() and (folder / above).is_dir() and not any((folder / above).iterdir()):
            shutil.rmtree(folder / above)
