"""Page: URL, title and HTML; relative links and the URL scheme."""

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from turnwright.describe.variants import Variant, VariantKind
from turnwright.site.rendering import render


@dataclass(frozen=True, kw_only=True)
class Still:
    """Still of a page: a drawing and words, for a picture when the page is shared."""

    board: str
    """The drawing as SVG."""
    title: str
    system: str
    words: str
    """What it shows, for who cannot see it."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """Page of the site: its URL and title, and the view and template that its HTML is made of.

    It is made when it is asked for, which may be never.
    """

    url: str
    """URL relative to the site's root: a folder with a trailing slash, or empty for home."""
    title: str
    summary: str = ""
    """Meta description, for search engines and link previews."""
    template: str
    """Template, such as `pages/system/page`."""
    view: Callable[[], object]
    """Makes the view model, whose fields the template sees."""
    edit: str = ""
    """Source file, for the edit link."""
    assets: tuple[str, ...] = ()
    """Style sheets and scripts that this page has beside those of every page."""
    still: Callable[[Any], Still | None] | None = None
    """Makes the still from the view model, where pages of this kind have one."""

    @property
    def path(self) -> str:
        """Output file."""
        return f"{self.url}index.html"

    @property
    def html(self) -> Markup:
        """HTML of the page, made anew."""
        return render(self.template, self.view())


@dataclass(frozen=True)
class SiteFile:
    """File of the site that is no page; made when it is asked for."""

    path: str
    """Path relative to the root of the site."""
    make: Callable[[], str | bytes]

    @property
    def text(self) -> str:
        """Its content as text, made anew."""
        return self.data.decode()

    @property
    def data(self) -> bytes:
        """Its content, made anew."""
        made = self.make()
        return made.encode() if isinstance(made, str) else made


@dataclass(frozen=True)
class Link:
    """Hyperlink: text and URL."""

    text: str
    href: str


@dataclass(frozen=True, kw_only=True)
class SheetLink:
    """Link target of a printable sheet."""

    system: str
    pack: str
    """Pack of the system, or nothing."""
    kind: str = ""
    """What kind of sheet it is, as a label."""
    path: str
    """Path relative to the site's root."""


@dataclass(frozen=True)
class PageLocation:
    """Location of a page, which relative URLs are resolved from."""

    url: str
    index: str = ""
    """Index file name that ends every URL: `index.html` for opening files directly, or nothing."""

    def file(self, path: str) -> str:
        """Relative URL of a file that is not a page, such as a sheet."""
        return quote(posixpath.relpath(path, self.url or "."))

    def to(self, url: str, anchor: str = "") -> str:
        """Relative URL of another page, or of an anchor on it."""
        fragment = f"#{quote(anchor, safe='.-_~')}" if anchor else ""
        if url == self.url and fragment:
            return fragment
        path = posixpath.relpath(url or ".", self.url or ".")
        folder = "" if path == "." and self.index else f"{path}/"
        return folder + self.index + fragment

    def crumbs(self, *above: tuple[str, str]) -> tuple[Link, ...]:
        """The way to the page from home, by the titles and URLs of what is above it."""
        return tuple(Link(title, self.to(url)) for title, url in (("Home", HOME), *above))


def system_url(ruleset: str) -> str:
    """URL of a system's page."""
    return f"systems/{quote(ruleset)}/"


def difference_url(ruleset: str) -> str:
    """URL of what an overlay changes."""
    return f"systems/{quote(ruleset)}/difference/"


def first_game_url(ruleset: str) -> str:
    """URL of the page for a first game."""
    return f"systems/{quote(ruleset)}/first-game/"


def lasting_url(ruleset: str) -> str:
    """URL of the page about how long effects last."""
    return f"systems/{quote(ruleset)}/lasting/"


def example_data(ruleset: str, slug: str) -> str:
    """Path of an example as data."""
    return f"data/examples/{ruleset}/{slug}.json"


def pack_url(ruleset: str, pack: str) -> str:
    """URL of a pack's page."""
    return f"systems/{quote(ruleset)}/packs/{quote(pack)}/"


def variant_path(variant: Variant) -> tuple[str, str]:
    """URL and anchor of where a system is explained, or what was chosen in it."""
    if variant.kind is None:
        return system_url(variant.system), ""
    if variant.kind is VariantKind.PACK:
        return pack_url(variant.system, variant.chosen), ""
    name = variant.reading or variant.chosen
    return system_url(variant.system), f"{variant.kind}-{name}"


def example_url(ruleset: str, slug: str) -> str:
    """URL of an example's page."""
    return f"{examples_url(ruleset)}{quote(slug)}/"


def examples_url(ruleset: str) -> str:
    """URL of the list of a system's examples."""
    return f"systems/{quote(ruleset)}/examples/"


def play_url(ruleset: str) -> str:
    """URL of the page where a system is played."""
    return f"systems/{quote(ruleset)}/play/"


def kit_path(ruleset: str) -> str:
    """Path of what a system is played with."""
    return f"{PLAY}kits/{quote(ruleset)}.kit"


def odds_url(ruleset: str) -> str:
    """URL of the odds of a system."""
    return f"systems/{quote(ruleset)}/odds/"


def armies_url(roster: str) -> str:
    """URL of a roster in every system."""
    return f"{ARMIES}{quote(roster)}/"


HOME = ""
COMPARISON = "compare/"
ARMIES = "compare/armies/"
CLUB = "compare/which/"
ODDS = "odds/"
SYSTEMS = "systems/"
PROOF = "proof/"
GLOSSARY = "glossary/"
PLAY = "play/"
PRINT = "print/"
SOURCES = "sources/"
LANGUAGE = "language/"


@dataclass(frozen=True, kw_only=True)
class Pager:
    """Previous and next page."""

    before: Link | None = None
    after: Link | None = None


def pager(row: Sequence[Link], here: int) -> Pager:
    """Pager of the page at this index of a sequence."""
    return Pager(
        before=row[here - 1] if here > 0 else None,
        after=row[here + 1] if here + 1 < len(row) else None,
    )
