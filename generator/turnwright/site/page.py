"""A page: where it is, what it is called, its HTML, and the file that "edit" opens."""

import posixpath
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, kw_only=True)
class Page:
    """A finished page of the site."""

    url: str
    """Where it is, seen from the home page: a folder with a slash at its end, or empty for home."""
    title: str
    summary: str = ""
    """One sentence for search engines and link previews."""
    html: str
    edit: str = ""
    """The file it was made from, seen from the root of the project."""

    @property
    def path(self) -> str:
        """The file it is written to."""
        return f"{self.url}index.html"


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere."""

    text: str
    href: str


@dataclass(frozen=True, kw_only=True)
class SheetLink:
    """A sheet that the site hands out."""

    system: str
    pack: str
    """The pack of the system, or nothing."""
    paper: str
    """As people call it."""
    path: str
    """Where it is, seen from the home page."""


@dataclass(frozen=True)
class PageLocation:
    """Where we are, so that every link can be relative to it."""

    url: str
    index: str = ""
    """What every address ends in: `index.html` where pages are opened as files, or nothing."""

    def file(self, path: str) -> str:
        """The address of something that is not a page, such as a sheet to print."""
        return quote(posixpath.relpath(path, self.url or "."))

    def to(self, url: str, anchor: str = "") -> str:
        """The address of another page, or of a place on it, seen from here."""
        fragment = f"#{quote(anchor, safe='.-_~')}" if anchor else ""
        if url == self.url and fragment:
            return fragment
        path = posixpath.relpath(url or ".", self.url or ".")
        folder = "" if path == "." and self.index else f"{path}/"
        return folder + self.index + fragment


def system_url(ruleset: str) -> str:
    """The page of a system."""
    return f"systems/{quote(ruleset)}/"


def difference_url(ruleset: str) -> str:
    """The page of an overlay beside its base."""
    return f"systems/{quote(ruleset)}/difference/"


def pack_url(ruleset: str, pack: str) -> str:
    """The page of a pack."""
    return f"systems/{quote(ruleset)}/packs/{quote(pack)}/"


def example_url(ruleset: str, slug: str) -> str:
    """The page of an example."""
    return f"systems/{quote(ruleset)}/examples/{quote(slug)}/"


SYSTEMS = "systems/"
PROOF = "proof/"
GLOSSARY = "glossary/"
SOURCES = "sources/"
