"""Every generated page of the invented systems."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from turnwright.site.data.files import data_files
from turnwright.site.page import Page, PageLocation
from turnwright.site.rendering import block_html, inline_html, plain_text
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import pages


class Reader(HTMLParser):
    """Collects what has to be right on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember it."""
        self.tags.add(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and tag == "a":
                self.links.append(value or "")


@pytest.fixture(scope="session")
def made(site: SiteData) -> dict[str, Page]:
    """Every page, by its address."""
    return {page.url: page for page in pages(site)}


def test_there_is_a_page_for_everything(made: dict[str, Page]):
    """Systems, the overlay beside its base, the example, and the pages about all of them."""
    example = "systems/duel/examples/a-side-that-has-script-alert-3-script-passed-watches/"

    assert set(made) == {
        "systems/",
        "play/",
        "systems/duel/",
        "systems/duel/play/",
        "systems/night_duel/play/",
        "systems/duel/packs/blues/",
        "systems/duel/examples/",
        "systems/night_duel/",
        "systems/night_duel/difference/",
        example,
        "compare/",
        "compare/which/",
        "compare/armies/",
        "odds/",
        "proof/",
        "glossary/",
        "print/",
        "sources/",
    }


def test_every_link_leads_somewhere(made: dict[str, Page], site: SiteData):
    """Pages, places on pages and data; what leads out of the site is not looked at."""
    data = {f"https://site/{file.path}" for file in data_files(site)}
    read = {url: Reader(page.html) for url, page in made.items()}
    lost = []
    for url, page in read.items():
        for link in page.links:
            if link.startswith("http"):
                continue
            target, anchor = urldefrag(urljoin(f"https://site/{url}", link.partition("?")[0]))
            there = read.get(target.removeprefix("https://site/"))
            page_is_lost = there is None and target not in {"https://site/", *data}
            anchor_is_lost = anchor and there and unquote(anchor) not in there.ids
            if page_is_lost or anchor_is_lost:
                lost.append((url, link))

    assert sum(len(page.links) for page in read.values()) > 50
    assert lost == []


def test_whoever_compares_finds_the_same_armies_in_every_system(made: dict[str, Page]):
    """The page of all systems leads to them."""
    assert "armies/" in Reader(made["compare/"].html).links


def test_no_anchor_comes_twice_on_a_page(made: dict[str, Page]):
    """A permalink leads to one clause."""
    for url, page in made.items():
        ids = Reader(page.html).ids

        assert len(ids) == len(set(ids)), url


def test_headings_go_down_one_level_at_a_time(made: dict[str, Page]):
    """One h1, and nothing is skipped."""
    for url, page in made.items():
        levels = Reader(page.html).headings

        assert levels.count(1) == 1, url
        assert levels[0] == 1, url
        assert all(b <= a + 1 for a, b in pairwise(levels)), url


def test_a_script_in_any_text_is_shown_as_text(made: dict[str, Page]):
    """In titles, sentences, pictures and sessions."""
    for url, page in made.items():
        assert "script" not in Reader(page.html).tags, url

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in made["systems/duel/"].html


def test_a_clause_stands_on_its_page_with_all_that_belongs_to_it(made: dict[str, Page]):
    """Its anchor, full id, sentence, source and the example that shows it."""
    html = made["systems/duel/"].html
    clause = html[html.index('id="deeds.alternate"') :].partition('<div class="clause"')[0]

    assert ">duel.deeds.alternate</span>" in clause
    assert "You alternate." in clause
    assert "A leaflet, Deeds" in clause
    assert 'href="examples/a-side-that-has-script-alert-3-script-passed-watches/"' in clause


def test_an_inherited_clause_says_who_wrote_it(made: dict[str, Page]):
    """On the page of the overlay, with the full id as its anchor."""
    html = made["systems/night_duel/"].html
    clause = html[html.index('id="duel.deeds.alternate"') :].partition('<div class="clause"')[0]

    assert '<a class="id" href="../duel/#deeds.alternate">duel.deeds.alternate</a>' in clause


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Move *once*.", "Move <em>once</em>."),
        ("<b>no</b>", "&lt;b&gt;no&lt;/b&gt;"),
        ("![x](https://elsewhere/x.png)", '!<a href="https://elsewhere/x.png">x</a>'),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
    ],
)
def test_a_sentence_is_inline_markdown_and_nothing_else(text: str, html: str):
    """No HTML, no pictures from elsewhere, no links that run something."""
    assert inline_html(text) == html


def test_a_sentence_without_its_markdown_is_plain():
    """For titles and pictures."""
    assert plain_text("Move *once* <b>") == "Move once <b>"


def test_prose_keeps_the_order_of_headings():
    """A number sign is a number sign."""
    assert block_html("# Loud") == "<p># Loud</p>\n"


@pytest.mark.parametrize(
    ("here", "url", "anchor", "address"),
    [
        ("", "proof/", "", "proof/"),
        ("proof/", "", "", "../"),
        ("systems/duel/", "systems/duel/", "a.b", "#a.b"),
        ("systems/duel/", "systems/night/", "a.b", "../night/#a.b"),
        ("proof/", "proof/", "", "./"),
    ],
)
def test_links_are_relative(here: str, url: str, anchor: str, address: str):
    """So that the site can be put anywhere."""
    assert PageLocation(here).to(url, anchor) == address


def test_links_can_name_the_file_for_pages_read_from_the_disk():
    """There is nobody to answer for a folder there."""
    place = PageLocation("systems/duel/", "index.html")

    assert place.to("") == "../../index.html"
    assert place.to("systems/duel/", "a.b") == "#a.b"
    assert place.to("systems/duel/") == "index.html"
