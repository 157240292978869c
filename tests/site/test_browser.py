"""The built site in real Chromium. `make test` builds build/site just before."""

import gzip
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.site.conftest import axe_findings

from turnwright.load.library import Library
from turnwright.site.rendering import plain_text
from turnwright.site.search.index import documents
from turnwright.site.site_data import SiteData

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/site"

KINDS = {
    "front page": "index.html",
    "systems": "systems/index.html",
    "system": "systems/*/index.html",
    "difference": "systems/*/difference/index.html",
    "comparison": "compare/index.html",
    "odds": "odds/index.html",
    "odds of a system": "systems/*/odds/index.html",
    "how long effects last": "systems/*/lasting/index.html",
    "same armies": "compare/armies/*/index.html",
    "pack": "systems/*/packs/*/index.html",
    "first game": "systems/*/first-game/index.html",
    "which one for us": "compare/which/index.html",
    "examples": "systems/*/examples/index.html",
    "example": "systems/*/examples/*/index.html",
    "proof": "proof/index.html",
    "glossary": "glossary/index.html",
    "language": "language/index.html",
    "chapter of the language": "language/*/**/index.html",
    "print": "print/index.html",
    "sources": "sources/index.html",
    "prose": "how-to-read.html",
    "prose with tables and code": "write-a-ruleset.html",
    "prose with a picture": "architecture.html",
    "search": "search.html",
    "lost": "404.html",
}
"""Where the pages of each kind are; whatever is tried on one page of a kind is tried here."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Without a site there is nothing to look at, and everything would seem well."""
    assert (SITE / "index.html").exists(), "Build the site first: make site"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """One tab, as wide as a small phone."""
    return browser.new_page(viewport={"width": 360, "height": 640})


@pytest.fixture
def complaints(page: Page, address: str) -> Iterator[list[str]]:
    """What goes wrong in the tab from here on: errors, lost files, requests that leave the site."""
    heard: list[str] = []
    listeners = {
        "console": lambda said: (
            heard.append(f"{page.url}: {said.text}") if said.type in ("error", "warning") else None
        ),
        "pageerror": lambda error: heard.append(f"{page.url}: {error}"),
        "request": lambda request: (
            None
            if request.url.startswith((address, SITE.as_uri(), "data:"))
            else heard.append(f"{page.url}: asks for {request.url}")
        ),
        "requestfailed": lambda request: (
            None
            if request.failure == "net::ERR_ABORTED"  # we went on to the next page
            else heard.append(f"{page.url}: lost {request.url}")
        ),
        "response": lambda answer: (
            heard.append(f"{page.url}: {answer.status} for {answer.url}")
            if answer.status >= 400
            else None
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield heard
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def one(kind: str) -> str:
    """The shortest page of a kind."""
    found = sorted(SITE.glob(KINDS[kind]), key=lambda path: (path.stat().st_size, path))
    assert found, f"build/site has no {kind}: make site"
    return found[0].relative_to(SITE).as_posix()


TOO_WIDE = """() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
    ...[...document.querySelectorAll("figure svg")].flatMap((svg) =>
        [...svg.querySelectorAll("text")].filter((text) => {
            const { x, width } = text.getBBox();
            return x + width > svg.viewBox.baseVal.width;
        }).map((text) => text.textContent)),
]"""
"""What of a page is wider than its place: the page itself, or words of a drawing."""

TAGS = """() => [...document.querySelectorAll("main :not(pre *, code, script, noscript)")]
    .flatMap((each) => [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .flatMap(({ data }) => data.match(/<\\/?[a-z]+>/g) ?? [])"""
"""What of a page is markup that readers see."""


def test_pages_open_without_a_complaint(page: Page, address: str, complaints: list[str]):
    """Nothing is lost, asked of others, forbidden, wider than a phone, or seen as markup.

    Every page is opened but those of examples, which are made alike: of these one in ten.
    """
    paths = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    examples = [path for path in paths if "/examples/" in path]
    left = {*examples} - {*examples[::10]}

    for path in [path for path in paths if path not in left]:
        page.goto(address + path)
        complaints += [f"{path}: too wide: {what}" for what in page.evaluate(TOO_WIDE)]
        complaints += [f"{path}: markup: {what}" for what in page.evaluate(TAGS)]

    assert len(paths) > 3, "build/site is empty: make site"
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(page: Page, address: str, kind: str):
    """Everybody can read every kind of page, in both schemes."""
    page.goto(address + one(kind))
    found = axe_findings(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_light(kind: str):
    """The heaviest page of a kind, with its style, script and type: 100 KB over the wire."""
    html = max(len(gzip.compress(path.read_bytes())) for path in SITE.glob(KINDS[kind]))
    styles = ["palette.css", "turnwright.css", "turnwright.js"]
    if kind == "example":
        styles += ["board.css", "example.css", "player.js"]
    frame = sum(len(gzip.compress((SITE / name).read_bytes())) for name in styles)
    type_used = (SITE / "fonts/faustina.woff2").stat().st_size

    assert html + frame + type_used < 100_000


def test_a_die_looks_the_same_each_time_it_is_drawn(page: Page, address: str):
    """Also where the page uses a face again that it has drawn before."""
    paths = sorted(SITE.glob("systems/*/examples/*/index.html"))
    path = next(path for path in paths if path.read_text().count('class="die"') > 7)
    page.goto(address + path.relative_to(SITE).as_posix())
    page.get_by_role("button", name="As a list").click()
    dice = page.locator("svg.die")
    looks: dict[str, set[bytes]] = {}
    for die in dice.all():
        shows = (die.get_attribute("aria-label") or "").split(",")[0]
        # Where it stands in its line changes the edges of a die, so each is looked at in one place.
        die.evaluate("die => { die.style = 'position: fixed; z-index: 9; top: 8px; left: 8px' }")
        looks.setdefault(shows, set()).add(die.screenshot())
        die.evaluate("die => { die.style = '' }")

    assert len(looks) < dice.count()
    assert all(len(seen) == 1 for seen in looks.values())


@pytest.mark.parametrize("where", ["served", "from the disk"])
def test_an_address_sets_two_systems_side_by_side(
    page: Page, address: str, complaints: list[str], where: str
):
    """Whoever ticks two systems gets an address, and whoever opens that sees the same two."""
    start = address if where == "served" else f"{SITE.as_uri()}/"
    page.goto(f"{start}compare/index.html")
    page.locator(".choice > summary").click()
    boxes = page.locator(".choice input")
    shown = page.locator(".question").first.locator(".answer:not([hidden])")
    assert shown.count() == page.locator(".choice input:checked").count()

    while page.locator(".choice input:checked").count():
        page.locator(".choice input:checked").first.uncheck()
    boxes.nth(0).check()
    boxes.nth(2).check()
    sent = page.url
    page.goto("about:blank")
    page.goto(sent)

    keys = [boxes.nth(number).get_attribute("value") for number in (0, 2)]
    assert [each.get_attribute("data-of") for each in shown.all()] == keys
    assert not complaints, "\n".join(complaints)


def test_a_policy_lets_nothing_in_from_elsewhere():
    """Even if a ruleset could smuggle a script into a page, no browser would run it."""
    for path in SITE.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
        assert policy, path
        assert "default-src 'none'; script-src 'self'" in policy[1]
        assert "unsafe-inline" not in policy[1]
        assert " style=" not in html, path


def test_a_slash_opens_search_and_a_result_leads_to_its_sentence(
    page: Page, address: str, complaints: list[str]
):
    """Its fold is open, and its system and chapter stand above it, as the way up."""
    page.goto(address + "systems/wh40k9/index.html")
    title = page.locator("h1").inner_text()

    page.keyboard.press("/")
    page.keyboard.type("desperate to advence and shoot assault weapons")
    result = page.locator(".search .found a").first
    result.wait_for()
    said = result.locator("span b").first.inner_text()
    result.click()
    above = page.locator(".above")
    above.wait_for()

    assert said in page.locator(":target").inner_text()
    assert above.locator("a").first.inner_text() == title
    expect(above).to_be_in_viewport()
    above.locator("a").last.click()
    expect(page.locator(":target h2")).to_be_in_viewport()
    assert not complaints, "\n".join(complaints)


def test_enter_leads_to_the_page_that_searches(page: Page, address: str, complaints: list[str]):
    """It takes over the words, and has room for more."""
    page.goto(address)

    page.keyboard.press("/")
    page.keyboard.type("activation")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=activation")
    page.locator("main .found a").first.wait_for()

    assert page.locator("main .found a").count() > 3
    assert not complaints, "\n".join(complaints)


def test_a_rule_that_is_named_is_told_where_it_is_named(page: Page, address: str):
    """With a mouse or the keyboard, and Escape puts it away."""
    page.goto(address + one("difference"))
    page.evaluate(OPEN)
    link = page.locator(".gone a.ref").first
    sentences = link.locator("xpath=..").inner_text()
    card = page.locator("#card")

    link.focus()
    card.wait_for()
    told = card.locator("p").inner_text()
    described = link.get_attribute("aria-describedby")
    page.keyboard.press("Escape")

    assert told in sentences
    assert described == "card"
    assert card.is_hidden()


def test_a_menu_opens_by_key_and_closes_with_escape(page: Page, address: str):
    """What is for authors is one key away from each page, and in nobody's way."""
    page.goto(address)
    menu = page.locator(".masthead summary").first
    entry = page.get_by_role("link", name="An evening with your own rule")
    closed_at_first = entry.is_hidden()

    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    reached = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Escape")

    assert closed_at_first
    assert reached == "An evening with your own rule"
    assert entry.is_hidden()
    assert menu.evaluate("one => one === document.activeElement")


def test_the_row_of_every_page_is_one_line_on_a_phone(browser: Browser, address: str):
    """Systems, glossary and print are where the thumb expects them."""
    phone = browser.new_context(viewport={"width": 360, "height": 640})
    page = phone.new_page()
    page.goto(address)
    tops = page.locator(".masthead nav > ul > li").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    phone.close()

    assert len(tops) > 4
    assert max(tops) - min(tops) < 4


def test_a_mark_on_a_rule_is_explained_where_it_is(page: Page, address: str):
    """The remarks under a rule lead to the legend, which need not be opened."""
    page.goto(address + one("system"))

    page.evaluate(OPEN)
    page.locator(".remarks a.word").first.hover()
    page.locator("#card").wait_for()
    text = page.locator("#card p").inner_text()

    assert text.endswith(".")


def test_a_tap_tells_and_a_second_one_goes_there(browser: Browser, address: str):
    """A finger cannot hover."""
    phone = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
    page = phone.new_page()
    page.goto(address + one("difference"))
    page.evaluate(OPEN)
    link = page.locator(".gone a.ref").first
    start = page.url

    link.tap()
    page.locator("#card").wait_for()
    stayed = page.url
    link.tap()
    page.wait_for_url("**#*")
    phone.close()

    assert stayed == start


def test_the_address_of_a_rule_can_be_copied(browser: Browser, address: str):
    """The button stands beside whichever rule is pointed at."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(address + one("system"))
    entry = page.locator(".said").nth(1)
    rule = entry.locator(".clause").first

    entry.locator(".behind > summary").click()
    rule.hover()
    rule.get_by_role("button", name="Copy link").click()
    rule.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    anchor = rule.get_attribute("id")
    context.close()

    assert copied == f"{address}{one('system')}#{anchor}"


def test_what_is_behind_an_entry_opens_in_place(page: Page, address: str):
    """From its mark, and only there; and again it is closed."""
    page.goto(address + one("system"))
    first, second = page.locator(".said .about").nth(0), page.locator(".said .about").last

    page.locator(".behind > summary").first.click()
    opened = (first.is_visible(), second.is_visible())
    page.locator(".behind > summary").first.click()

    assert opened == (True, False)
    assert not first.is_visible()


def test_an_address_of_a_rule_opens_what_it_is_behind(page: Page, address: str):
    """However many folds it is in."""
    page.goto(address + longest_system())
    last = page.locator(".chapter .clause").last.get_attribute("id")

    page.goto("about:blank")
    page.goto(f"{address}{longest_system()}#{last}")

    expect(page.locator(f"[id='{last}']")).to_be_in_viewport()


def test_on_a_wide_screen_the_round_stays_in_sight_and_shows_where_one_is(
    browser: Browser, address: str
):
    """However long the drawing is, the step that is read is marked in the part that is seen."""
    wide = browser.new_context(viewport={"width": 1440, "height": 900})
    page = wide.new_page()
    page.goto(address + one("system"))
    headings = page.locator(".glance a").evaluate_all(
        "all => all.map((one) => one.getAttribute('href').slice(1))"
    )
    last = headings[-1]

    page.evaluate("id => document.getElementById(id).scrollIntoView()", last)
    current = page.locator(".glance [aria-current]")
    expect(current).to_have_attribute("href", f"#{last}")
    box = current.bounding_box()
    wide.close()

    assert box
    assert 0 <= box["y"] <= 900 - box["height"]


@pytest.mark.parametrize("kind", ["front page", "system", "example", "comparison"])
def test_the_text_stays_where_it_is_when_the_type_arrives(
    browser: Browser, address: str, kind: str
):
    """A caption may move by a line; a paragraph that jumps comes to more than 0.1."""
    phone = browser.new_context(viewport={"width": 412, "height": 823})
    page = phone.new_page()
    page.goto(address + one(kind))
    page.wait_for_function("document.fonts.status === 'loaded'")
    moved = page.evaluate(
        """() => new Promise((done) => {
          const shifts = [];
          const note = (list) => shifts.push(...list.getEntries().map((one) => one.value));
          new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(shifts.reduce((sum, one) => sum + one, 0)), 200);
        })"""
    )
    phone.close()

    assert moved < 0.1


def test_no_page_of_a_system_is_longer_than_twelve_screens_of_a_phone(page: Page, address: str):
    """Before anything is opened; a screen of 360 by 740."""
    for path in sorted(SITE.glob("systems/*/index.html")):
        page.goto(address + path.relative_to(SITE).as_posix())
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= 12 * 740, path


def test_without_scripts_everything_reads_and_nothing_pretends(browser: Browser, address: str):
    """No search that cannot search, and every rule is there."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + one("system"))
    rules = page.locator(".chapter .said > p")
    folded = page.locator(".fold .clause .sentence").last

    assert rules.count() > 3
    assert rules.last.is_visible()
    assert folded.is_hidden()
    page.locator(".fold:has(.clause) > summary").last.click()
    assert folded.is_visible()
    assert page.locator(".search").is_hidden()
    context.close()


def test_the_site_can_be_read_and_searched_from_the_disk(page: Page, complaints: list[str]):
    """`make site` names a file to open, so its styles, links and search need no server."""
    page.goto((SITE / "index.html").as_uri())
    styled = page.evaluate("document.styleSheets.length")
    page.locator("main a[href$='.html']").first.click()
    page.wait_for_load_state()
    title = page.title()

    page.keyboard.press("/")
    page.keyboard.type("activation")
    page.locator(".search .found a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**#*")

    assert styled > 0
    assert title != ""
    assert page.url.startswith("file:")
    assert page.locator(":target").count() == 1
    assert not complaints, "\n".join(complaints)


def ready_to_search(page: Page) -> None:
    """Wait until everything that searching needs is there."""
    page.locator(".search input[type=search]").fill("round")
    page.locator(".search .found a").first.wait_for()


def test_questions_of_players_lead_to_the_rule(page: Page, address: str):
    """Nine of ten have their answer among the first three, in words that the texts do not have."""
    site = SiteData(Library.read(ROOT / "rulesets"))
    places: dict[tuple[str, str], set[str]] = {}
    for document in documents(site):
        for system, answer in product(document.systems, (*document.rules, document.text)):
            places.setdefault((system, answer), set()).add(document.place)
    asked = [(name, one) for name, each in site.rulesets.items() for one in each.questions]
    page.goto(address)
    ready_to_search(page)

    found: list[list[str]] = page.evaluate(
        """(asked) => asked.map(([here, question]) =>
            window.turnwright.search(question, here).hits.slice(0, 3)
                .flatMap((hit) => [hit, ...hit.more].map(({ place }) => place)))""",
        [(name, question.asks) for name, question in asked],
    )
    missed = []
    for (name, question), first in zip(asked, found, strict=True):
        answers = (
            *(site.resolve(cited, name) for cited in question.finds),
            *(plain_text(site.rulesets[name].not_covered[it].text) for it in question.not_covered),
        )
        if not set().union(*(places.get((name, each), ()) for each in answers)).intersection(first):
            missed.append(f"{name}: {question.asks}")

    assert asked
    assert len(missed) <= len(asked) // 10, "\n".join(missed)


def test_what_is_typed_for_who_acts_is_not_found_by_the_act(page: Page, address: str):
    """Players who type charger mean the active unit; whoever types charge does not mean it."""
    page.goto(address)
    ready_to_search(page)

    meant: dict[str, bool] = page.evaluate(
        """() => Object.fromEntries(["charge", "charger", "chargers"].map((word) =>
            [word, window.turnwright.search(word, "alternate_40k9").marks.has("activ")]))"""
    )

    assert meant == {"charge": False, "charger": True, "chargers": True}


def test_on_a_phone_a_hit_says_of_which_system_it_is(browser: Browser, address: str):
    """Whole: two systems of one game are told apart by the end of their names."""
    phone = browser.new_page(viewport={"width": 360, "height": 640})
    phone.goto(address)
    ready_to_search(phone)
    phone.locator(".search input[type=search]").fill("who may activate a unit")

    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    names = phone.locator(".search .found .of")
    assert names.count() > 3
    assert names.evaluate_all(cut) == 0
    phone.close()


def test_a_short_word_is_unfinished_only_while_it_is_typed(page: Page, address: str):
    """Who types "rea" may go on to "reach"; who goes on to another word has not."""
    page.goto(address)
    ready_to_search(page)

    meant: list[bool] = page.evaluate(
        """() => ["who rea", "who rea out"].map((question) =>
            window.turnwright.search(question, "wh40k9").marks.has("reach"))"""
    )

    assert meant == [True, False]


@pytest.mark.parametrize(
    ("typed", "kind", "title"),
    [
        ("shooting", "chapter", "Shooting"),
        ("who can I shoot at", "entry", ""),
        ("how far is engagement range", "entry", "How far does Engagement Range reach?"),
    ],
)
def test_a_title_that_is_nearly_typed_comes_first(
    page: Page, address: str, typed: str, kind: str, title: str
):
    """But no chapter answers a question that goes on: it says nothing by itself."""
    page.goto(address)
    ready_to_search(page)

    first: dict[str, str] = page.evaluate(
        "(typed) => window.turnwright.search(typed, 'wh40k9').hits[0]", typed
    )

    assert (first["kind"], first["title"]) == (kind, title)


def test_every_rule_that_is_found_is_where_the_search_leads(page: Page, address: str):
    """In each of the systems that have it."""
    page.goto(address)
    ready_to_search(page)
    pages = {path.parent.name: path.read_text("utf-8") for path in SITE.glob(KINDS["system"])}

    hits = page.evaluate(
        """(systems) => systems.flatMap((here) => window.turnwright.search("a", here).hits
            .filter(({ place, system }) => /^#./.test(place) && system.id === here)
            .map(({ place }) => [here, place.slice(1)]))""",
        list(pages),
    )
    lost = [f"{system}#{place}" for system, place in hits if f' id="{place}"' not in pages[system]]

    assert len(hits) > 100
    assert not lost, "\n".join(lost)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("age of darkness", "AoD: alternating activations by Agility"),
        ("horus heresy", "AoD: alternating activations by Agility"),
        ("trench cruzade", "Trench Crusade"),
        ("which one for us", "Which one for us?"),
        ("reinforcments", "Reinforcements"),
        ("advanse", "Advance"),
        ("perils on a double 6", "Perils of the Warp"),
        ("perils on a double six", "Perils of the Warp"),
        ("reinforcement deepstrike", "Reinforcements"),
        ("first game", "Your first game"),
        ("how likely is a charge 40k 9th", "roll 2D6"),
    ],
)
def test_names_that_players_use_are_found_and_a_wrong_letter_is_forgiven(
    page: Page, address: str, typed: str, told: str
):
    """The first hit has them, in its title or its sentence."""
    page.goto(address)
    ready_to_search(page)

    page.locator(".search input[type=search]").fill(typed)
    first = page.locator(".search .found a", has_text=re.compile("\\w")).first

    expect(first).to_contain_text(told)


def test_an_abbreviation_is_not_taken_for_what_is_left_of_a_verb(page: Page, address: str):
    """LOS is the line of sight, and nobody's loss."""
    page.goto(address)
    ready_to_search(page)

    found = page.evaluate(
        """() => window.turnwright.search("LOS").hits.slice(0, 3).map(({ text }) => text)"""
    )

    assert any("sees" in text for text in found)
    assert not any("loses" in text for text in found)


def test_where_no_system_is_picked_each_answers_for_itself(page: Page, address: str):
    """One may be asked alone, and stays picked; no rule stands among those of another game."""
    page.goto(address)
    ready_to_search(page)
    field = page.locator(".search input[type=search]")
    field.fill("who begins")
    group = page.locator(".search .found ol > li", has=page.locator(".of"))
    trench = group.filter(has_text="Trench Crusade")

    names = page.locator(".search .found .of b").all_inner_texts()
    leads = trench.locator("a").evaluate_all("(all) => all.map(({ href }) => href)")
    trench.get_by_role("button", name="Only Trench Crusade").click()

    assert len(names) == len(set(names)) > 3
    assert leads
    assert all("/trench_crusade/" in href for href in leads)
    expect(page.get_by_label("System", exact=True)).to_have_value("trench_crusade")
    expect(page.locator(".search .found .of")).to_have_count(0)
    expect(page.locator(".search .found a").first).to_have_attribute(
        "href", re.compile("/trench_crusade/")
    )


def test_a_short_word_is_never_taken_for_another(page: Page, address: str):
    """Nobody who asks about a bolt pistol is told how to flee."""
    page.goto(address)
    ready_to_search(page)

    found = page.evaluate(
        """() => window.turnwright.search("bolt pistol", "wh40k9").hits.slice(0, 3)
            .map(({ title, text }) => `${title} ${text}`)"""
    )

    assert "Pistol" in found[0]
    assert not [text for text in found if "flee" in text]


@pytest.mark.parametrize(("typed", "told"), [("activ", "activ"), ("units", "unit"), ('12"', "12")])
def test_beginnings_plurals_and_numbers_are_found(page: Page, address: str, typed: str, told: str):
    """Whatever is typed so far."""
    page.goto(address)
    ready_to_search(page)

    found = page.evaluate(
        """(typed) => window.turnwright.search(typed).hits
            .map(({ title, text }) => `${title} ${text}`)[0]""",
        typed,
    )

    assert told in found.lower()


def test_a_system_is_asked_that_was_picked_and_the_next_page_remembers(page: Page, address: str):
    """A system's own page asks within it; what is nowhere is not found."""
    field, picked = (
        page.locator(".search input[type=search]"),
        page.get_by_label("System", exact=True),
    )
    page.goto(address)
    ready_to_search(page)
    picked.select_option("trench_crusade")
    field.fill("who begins")
    expect(page.locator(".search .found a").first).to_have_attribute(
        "href", re.compile("/trench_crusade/")
    )

    page.goto(address + "glossary/index.html")
    field.focus()
    expect(picked).to_have_value("trench_crusade")
    page.goto(address + "systems/agility_aod/index.html")
    ready_to_search(page)
    expect(picked).to_have_value("agility_aod")
    field.fill("quixotry")
    page.get_by_text("Nothing about “quixotry”").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=quixotry&in=agility_aod")
    expect(picked).to_have_value("agility_aod")
    page.goto(address)
    field.fill("gaslands")
    expect(picked).to_have_value("trench_crusade")
    expect(page.locator(".search .found a").first).to_contain_text("Gaslands")


def played() -> str:
    """The shortest page of an example with some lines and a rule that one of them shows."""
    pages = sorted(SITE.glob(KINDS["example"]), key=lambda path: (path.stat().st_size, path))
    wanted = ('id="line-3"', 'class="watch"', 'class="board"')
    found = (path for path in pages if all(mark in path.read_text() for mark in wanted))
    apart = (path for path in found if TOGETHER not in path.read_text())
    return next(apart).relative_to(SITE).as_posix()


TOGETHER = '<span id="line-'
"""Lines that are told with the one before them have such a mark."""


def test_an_example_is_watched_by_key_and_the_address_holds_the_line(
    page: Page, address: str, complaints: list[str]
):
    """Forward, back, and to a line that an address names."""
    page.goto(address + played())
    shown = page.locator(".step:visible")
    first = shown.locator(".done").inner_text()

    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("id", "line-1")
    second = page.url.rpartition("#")[2]
    page.keyboard.press("ArrowLeft")
    expect(shown.locator(".done")).to_have_text(first, use_inner_text=True)
    page.goto(address + played() + "#line-2")
    expect(shown).to_have_attribute("id", "line-2")
    page.get_by_role("button", name="Forward").click()
    expect(shown).to_have_attribute("id", "line-3")

    assert second == "line-1"
    assert page.url.endswith("#line-3")
    assert not complaints, "\n".join(complaints)


def test_picture_sentence_and_who_is_next_are_on_a_phone_together(browser: Browser, address: str):
    """At each line of a whole round, however far down it stands at first."""
    pages = sorted(SITE.glob(KINDS["example"]), key=lambda path: (path.stat().st_size, path))
    rounds = [path for path in pages if 'class="scene"' in path.read_text()]
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(address + rounds[0].relative_to(SITE).as_posix())
    shown = page.locator(".step:visible")
    forward = page.get_by_role("button", name="Forward")

    while forward.is_enabled():
        forward.click()
        for part in (".table", ".done", ".next"):
            expect(shown.locator(part)).to_be_in_viewport()
    page.get_by_label("Scene").select_option(index=1)
    expect(shown).not_to_have_attribute("id", "line-0")
    page.close()


def test_a_drawing_stays_while_nothing_on_it_changes(page: Page, address: str):
    """The page holds such a drawing once, and whoever watches sees it at each of the lines."""
    pages = sorted(SITE.glob(KINDS["example"]), key=lambda path: (path.stat().st_size, path))
    repeating = (path for path in pages if "data-repeated" in path.read_text())
    path = next(path for path in repeating if TOGETHER not in path.read_text())
    page.goto(address + path.relative_to(SITE).as_posix())
    line = str(page.locator(".step[data-repeated]").first.get_attribute("id"))
    repeated = int(line.removeprefix("line-"))
    shown = page.locator(".step:visible")
    drawings = []

    for number in (repeated - 1, repeated):
        page.evaluate(f"location.hash = 'line-{number}'")
        expect(shown).to_have_attribute("id", f"line-{number}")
        drawings.append(shown.locator("figure.table").screenshot())

    assert drawings[0] == drawings[1]


def test_what_stays_on_a_drawing_looks_as_if_it_were_drawn_anew(page: Page, address: str):
    """The page holds a unit once for as long as it stands there, and every line shows it."""
    pages = sorted(SITE.glob(KINDS["example"]), key=lambda path: (path.stat().st_size, path))
    path = next(path for path in pages if "<use " in path.read_text())
    page.goto(address + path.relative_to(SITE).as_posix())
    page.evaluate("location.hash = document.querySelector('figure:has(use)').parentNode.id")
    drawing = page.locator(".step:visible svg.board")
    expect(drawing.locator("use").first).to_be_attached()
    used = drawing.screenshot()
    page.evaluate(
        """() => {
          for (const use of document.querySelectorAll("use"))
            use.replaceWith(document.querySelector(use.getAttribute("href")).cloneNode(true));
        }"""
    )
    drawn = drawing.screenshot()
    drawing.evaluate("one => one.querySelectorAll('[id]').forEach(shape => shape.remove())")

    assert used == drawn
    assert used != drawing.screenshot()


def test_an_example_is_watched_with_a_thumb(browser: Browser, address: str):
    """A tap on the drawing goes on, on its left back; so does a swipe; a rule leads to its line."""
    phone = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
    page = phone.new_page()
    page.goto(address + played())
    shown = page.locator(".step:visible")
    drawing = shown.locator(".table svg.board")

    drawing.tap()
    expect(shown).to_have_attribute("id", "line-1")
    drawing.tap(position={"x": 10, "y": 10})
    expect(shown).to_have_attribute("id", "line-0")
    page.evaluate(
        """() => {
          const target = document.querySelector(".steps");
          const touch = (clientX) => new Touch({ identifier: 1, target, clientX, clientY: 300 });
          const send = (kind, x, held) => target.dispatchEvent(
            new TouchEvent(kind, { touches: held ? [touch(x)] : [], changedTouches: [touch(x)] }));
          send("touchstart", 300, true);
          send("touchend", 180, false);
        }"""
    )
    expect(shown).to_have_attribute("id", "line-1")
    watch = page.locator(".shows .watch").first
    wanted = str(watch.get_attribute("href"))
    watch.tap()
    expect(shown).to_have_attribute("id", wanted.removeprefix("#"))
    phone.close()


def test_without_scripts_an_example_is_a_list_with_drawings(browser: Browser, address: str):
    """Every line is there, and the table where it changed."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + played())
    lines = page.locator(".step")

    assert lines.count() > 2
    assert lines.last.is_visible()
    assert page.locator(".step .table:visible").count() >= 2
    assert page.locator(".controls").count() == 0
    context.close()


OPEN = "for (const fold of document.querySelectorAll('details')) fold.open = true"


def longest_system() -> str:
    """The largest page of a system."""
    found = sorted(SITE.glob("systems/*/index.html"), key=lambda path: path.stat().st_size)
    return found[-1].relative_to(SITE).as_posix()


def agreeing() -> str:
    """A page of a system with an option, an other answer, and entries that come and go by them."""
    found = [
        path
        for path in sorted(SITE.glob("systems/*/index.html"))
        if all(
            mark in path.read_text("utf-8") for mark in ("data-needs", "data-only", "data-without")
        )
    ]
    assert found, "build/site has nothing to agree on: make site"
    return found[-1].relative_to(SITE).as_posix()


CHOICE = """() => {
    const gone = document.querySelector("[data-without]");
    const key = gone.dataset.without.split(" ")[0];
    const come = [...document.querySelectorAll("[data-only]")]
        .find((one) => one.dataset.only.split(" ").includes(key));
    return { key, gone: gone.id, come: come?.id };
}"""
"""A setting, what does not hold with it, and what does."""


def test_what_is_agreed_is_ticked_by_keyboard_and_kept_in_the_address(
    page: Page, address: str, complaints: list[str]
):
    """The page reads as the book with it, and so it does from its address, also from the disk."""
    path = agreeing()
    page.goto(address + path)
    page.evaluate(OPEN)
    choice = page.evaluate(CHOICE)
    box = page.locator(f"[id='tick-{choice['key']}']")
    expect(page.locator(".agreed-bar")).to_be_hidden()
    expect(page.locator(f"[id='{choice['gone']}']")).to_be_visible()

    box.focus()
    page.keyboard.press("Space")

    page.wait_for_url(f"{address}{path}?with={choice['key']}")
    for url in (page.url, f"{(SITE / path).as_uri()}?with={choice['key']}"):
        page.goto(url)
        page.evaluate(OPEN)
        expect(page.locator(f"[id='{choice['gone']}']")).to_be_hidden()
        if choice["come"]:
            expect(
                page.locator(
                    f".chapter > * [id='{choice['come']}'], .chapter > [id='{choice['come']}']"
                )
            ).to_be_visible()
        expect(page.locator(".agreed-bar")).to_contain_text("You agree on")
    assert not complaints, "\n".join(complaints)

    page.get_by_role("button", name="Untick all").focus()
    page.keyboard.press("Enter")
    assert "with=" not in page.url
    expect(page.locator(f"[id='{choice['gone']}']")).to_be_visible()
    expect(page.locator(".said.agreed")).to_have_count(0)


def test_axe_finds_nothing_where_an_address_ticks_something(page: Page, address: str):
    """Entries that come, and the bar."""
    page.goto(address + agreeing())
    choice = page.evaluate(CHOICE)
    page.goto(f"{address}{agreeing()}?with={choice['key']}")
    page.evaluate(OPEN)

    found = axe_findings(page)

    assert not found, "\n".join(found)


PRINTED = """() => {
    const shown = (where) => [...document.querySelectorAll(where)]
        .filter((one) => one.offsetParent);
    const type = (one) => parseFloat(getComputedStyle(one).fontSize) * 72 / 96;
    return {
        sheet: shown(".on-paper .said").length,
        beside: shown("article > .chapter .said, .agreed-bar, .onward, .tick, summary").length,
        others: shown(".on-paper [data-only]").length,
        small: shown(".on-paper .said > p, .on-paper .rows dd")
            .filter((one) => type(one) < 10.49).length,
    };
}"""
"""What is on paper where a page has a sheet of its own; what is not; and what is too small."""


def with_sheet() -> str:
    """A page of a system that prints a sheet with fewer words than its book."""
    found = [
        path
        for path in sorted(SITE.glob("systems/*/index.html"))
        if all(mark in path.read_text("utf-8") for mark in ("on-paper", "data-only", "way"))
    ]
    assert found, "build/site has no system with a sheet of its own: make site"
    return found[0].relative_to(SITE).as_posix()


def test_a_page_prints_as_its_sheet(page: Page, address: str):
    """No rule or button beside it, in at least 10.5 points; on screen the sheet is not there."""
    page.goto(address + with_sheet())
    expect(page.locator(".on-paper")).to_be_hidden()
    page.emulate_media(media="print")

    printed = page.evaluate(PRINTED)
    page.emulate_media(media="screen")

    assert printed["sheet"] > 10
    assert (printed["beside"], printed["others"], printed["small"]) == (0, 0, 0)


def test_what_is_agreed_is_printed(page: Page, address: str):
    """An option brings its entries; another answer stands where the usual one did.

    At the head stands what was agreed, each answer with its question.
    """
    page.goto(address + with_sheet())
    key, setting, text, question = page.evaluate(
        """() => {
            const asked = [...document.querySelectorAll(".on-paper [data-reading]")]
                .map((one) => document.querySelector(`[data-setting^="${one.dataset.reading}:"]`))
                .find((way) => way);
            const only = document.querySelector(".on-paper [data-only]").dataset.only.split(" ")[0];
            const said = asked.querySelector(":scope > p:not(.tick)").textContent;
            const question = asked.closest(".said").querySelector("p").lastChild.textContent;
            return [only, asked.dataset.setting, said, question.trim()];
        }"""
    )

    page.goto(f"{address}{with_sheet()}?with={key},{setting}")
    page.emulate_media(media="print")

    assert page.evaluate(PRINTED)["others"] > 0
    answer = page.locator(f".on-paper [data-reading='{setting.partition(':')[0]}']")
    expect(answer).to_have_text(text)
    expect(page.locator(".agreed-line")).to_contain_text(f"{question} {text.removesuffix('.')}")
    page.emulate_media(media="screen")


def test_what_cannot_be_agreed_together_is_said_in_place(page: Page, address: str):
    """Beside the option; and then nothing is offered to be printed."""
    page.goto(address + agreeing())
    page.evaluate(OPEN)
    first = page.locator(".tick > input[data-needs]").first
    first.evaluate(
        "box => box.dataset.needs = document.querySelector('.way [type=checkbox]').value"
    )

    first.check()

    said = page.locator("p.impossible:visible").first
    expect(said).to_contain_text("This needs")
    expect(page.locator(".agreed-bar")).to_contain_text("does not go together")
    expect(page.get_by_role("button", name="Print this")).to_be_hidden()
    first.uncheck()
    expect(page.locator("p.impossible:visible")).to_have_count(0)
