"""Playing in real Chromium, on a phone: the same answers as here, and nothing is lost.

`make test` builds build/site just before, with the engine from npm; without it nobody can play.
"""

import base64
import json
import zlib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
)
from tests.site.conftest import axe_findings

from turnwright.battle import library
from turnwright.play.desk import Desk
from turnwright.play.kit import packed
from turnwright.play.kit_builder import kit_of

SITE = Path(__file__).parents[2] / "build/site"
PHONE: Any = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
READY = 60_000
"""Milliseconds that an engine may take on a machine that does other things as well."""
FEWEST = 5
"""Fewest of them."""
MOST = 120
"""Most inputs of a round that is played blindly."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Without an engine nobody can play."""
    assert (SITE / "play/engine/pyodide.asm.wasm.gzip").exists(), (
        "sh .ci/engine/get, then make site"
    )


@pytest.fixture(scope="module")
def listened(browser: Browser, address: str) -> tuple[BrowserContext, list[str]]:
    """A new phone, and what goes wrong on it: errors, and requests that leave the site."""
    phone = browser.new_context(**PHONE)
    heard: list[str] = []

    def note_error(said: ConsoleMessage) -> None:
        if said.type == "error":
            heard.append(said.text)

    def note_request(request: Request) -> None:
        if not request.url.startswith((address, "blob:", "data:")):
            heard.append(f"asks for {request.url}")

    phone.on("weberror", lambda found: heard.append(str(found.error)))
    phone.on("console", note_error)
    phone.on("request", note_request)
    return phone, heard


@pytest.fixture(scope="module")
def phone(browser: Browser) -> BrowserContext:
    """One phone, which keeps what it has got."""
    return browser.new_context(**PHONE)


@pytest.fixture(scope="module")
def page(phone: BrowserContext, address: str) -> Page:
    """A page on which the engine is ready."""
    page = phone.new_page()
    page.goto(f"{address}systems/trench_crusade/play/index.html")
    page.get_by_role("button", name="Start the engine").tap()
    page.locator(".setup").wait_for(timeout=READY)
    return page


def begun(page: Page) -> None:
    """Two armies that are ready stand on the table, whatever was there before."""
    page.evaluate("play.show('setup')")
    page.get_by_role("button", name="Two armies, ready").tap()
    page.locator(".battle[data-at='0']").wait_for()


def gone_on(page: Page) -> None:
    """What is offered first is done, or dice are rolled."""
    page.locator(".offers .big, .offers .names button").first.tap()
    page.locator(".battle:not([data-at='0'])").wait_for()
    page.evaluate(SETTLED)


@cache
def desk_of(ruleset: str) -> Desk:
    """The same rules at a desk in this very Python."""
    desk = Desk()
    desk.open(packed(kit_of(library(), ruleset)))
    return desk


def asked_here(ruleset: str, what: str, said: dict[str, Any]) -> Any:
    """What the engine answers in CPython."""
    return json.loads(desk_of(ruleset).answer(json.dumps({"ask": what, **said})))


def table_of(page: Page) -> dict[str, Any]:
    """What the page shows, as the engine in the browser has answered."""
    table: dict[str, Any] = page.evaluate("play.table")
    return table


# Each tap is one of those that a player sees; nothing here knows any rule.
ROUND = """async (numbers) => {
  const tap = (number) => {
    let seen = [...document.querySelectorAll("#play .offers button:not([disabled])")]
      .filter((each) => !each.closest("details") && !each.classList.contains("back"));
    // To pass, or to be done, is tried less often: a round is to be seen.
    const busy = seen.filter((each) => !each.classList.contains("plain"));
    if (number % 4 && busy.length) seen = busy;
    seen[number % seen.length]?.click();
    return seen.length;
  };
  let taps = 0;
  let wide = 0;
  for (const rounds = new Set([""]); taps < numbers.length && rounds.size < 3; taps += 1) {
    if (!tap(numbers[taps])) break;
    await play.engine.ask("keep_all");
    await new Promise((done) => setTimeout(done));
    rounds.add(play.table.round);
    wide = Math.max(wide, document.documentElement.scrollWidth - innerWidth);
  }
  return [taps, wide];
}"""
# What the page asks of the engine and what it is answered, in order.
WATCH = """() => {
  play.seen = [];
  const asks = play.engine.ask.bind(play.engine);
  play.engine.ask = async (what, said = {}) => {
    const answer = await asks(what, said);
    play.seen.push([what, said, answer]);
    return answer;
  };
}"""
FULL = """() => {
  play.setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { Storage.prototype.setItem = play.setItem; }"
KEY = "turnwright.battle.trench_crusade"
# Another tab takes everything back.
ELSEWHERE = """(key) => {
  const kept = JSON.parse(localStorage.getItem(key));
  localStorage.setItem(key, JSON.stringify({ ...kept, at: 0 }));
}"""
SETTLED = """async () => {
  await play.engine.ask("keep_all");
  await new Promise((done) => setTimeout(done));
}"""


SYSTEMS = [
    name
    for name, rules in library().rulesets.items()
    if rules.status == "system" and not rules.library
]


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_round_is_clicked_through_and_answers_as_here(
    listened: tuple[BrowserContext, list[str]], address: str, ruleset: str
):
    """By somebody who knows no rule: input by input the same as in CPython."""
    phone, heard = listened
    page = phone.new_page()
    page.goto(f"{address}systems/{ruleset}/play/index.html")
    page.get_by_role("button", name="Start the engine").tap()
    page.locator(".setup").wait_for(timeout=READY)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Two armies, ready").tap()
    page.locator(".battle").wait_for()
    random = Random(ruleset)

    taps, wide = page.evaluate(ROUND, [random.randrange(1000) for _ in range(MOST)])

    seen = page.evaluate("play.seen")
    page.close()
    assert taps >= FEWEST
    assert wide == 0
    for what, said, answer in seen:
        assert asked_here(ruleset, what, said) == answer, (what, said)
    assert not heard, heard


def test_the_engine_is_as_large_as_is_told(phone: BrowserContext, address: str):
    """Whoever pays for what comes over the air knows before."""
    page = phone.new_page()
    page.goto(f"{address}systems/agility_aod/play/index.html")
    told = page.locator(".engine .told").inner_text()
    page.close()

    size = sum(part.stat().st_size for part in (SITE / "play/engine").iterdir())
    assert f"an engine of {round(size / 1e6)} MB" in told


def test_everybody_can_read_it(page: Page):
    """What axe finds, in both schemes, where a battle is set up and where it is played."""
    found = axe_findings(page)
    page.get_by_role("button", name="Two armies, ready").tap()
    page.locator(".battle").wait_for()
    found += axe_findings(page)
    page.locator(".unit").first.tap()
    page.locator("dialog[open]").wait_for()
    found += axe_findings(page)
    page.get_by_role("button", name="Close").tap()

    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_battle_outlives_its_engine_and_its_page(page: Page):
    """The worker is ended in the middle, and then the page is opened again."""
    page.evaluate("play.show('setup')")
    page.get_by_role("button", name="Two armies, ready").tap()
    page.get_by_role("button", name="Roll").or_(page.locator(".offers .big")).first.tap()
    page.locator(".battle[data-at='1']").wait_for()
    before = table_of(page)
    page.evaluate(SETTLED)

    page.evaluate("play.engine.patience = 500, play.engine.worker.terminate()")
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Start the engine").wait_for()
    page.evaluate("play.engine.patience = 30_000")
    page.get_by_role("button", name="Start the engine").tap()
    page.locator(".battle").wait_for(timeout=READY)
    after = table_of(page)
    page.reload()
    page.locator(".battle").wait_for(timeout=READY)

    assert after == before
    assert table_of(page) == before


def test_another_battle_does_not_take_the_place_of_this_one(page: Page):
    """Who begins anew by a wrong tap finds the old one, at the line where it was."""
    begun(page)
    gone_on(page)

    begun(page)
    page.get_by_role("button", name="New", exact=True).tap()
    page.locator("summary", has_text="Battles before").tap()
    page.locator(".fold[open] button").first.tap()

    page.locator(".battle[data-at='1']").wait_for()


def test_what_was_agreed_is_there_for_the_next_battle(page: Page):
    """With each answer in full; and a battle is begun by it."""
    page.evaluate("play.show('setup')")
    page.locator("summary", has_text="What is agreed").tap()
    page.get_by_label("Dice that cancel out").check()
    page.get_by_label("Both roll again.").check()

    page.evaluate("play.show('setup')")
    page.locator("summary", has_text="What is agreed: Dice that cancel out").tap()
    page.get_by_role("button", name="Two armies, ready").tap()
    page.locator(".battle[data-at='0']").wait_for()
    kept = page.evaluate("play.engine.ask('keep')")
    page.evaluate("play.store.write('agreed', {})")

    assert kept["battle"]["options"] == ["cancelling_dice"]


def test_what_was_agreed_may_be_broken(page: Page):
    """As anything on a device: a battle begins all the same."""
    page.evaluate("play.store.write('agreed', { options: 7, readings: [] })")
    begun(page)
    page.evaluate("play.store.write('agreed', {})")


def test_the_line_that_was_done_last_is_the_first_of_the_log(page: Page):
    """A slip of some lines ago is one tap away, without scrolling."""
    begun(page)
    gone_on(page)
    page.get_by_role("button", name="Log", exact=True).tap()

    expect(page.locator(".log button").last).to_have_text("Both sides are ready.")
    page.locator(".log button").last.tap()
    page.locator(".battle[data-at='0']").wait_for()


def test_who_stands_where_is_seen_before_anybody_moves(page: Page):
    """Where a battle has places; and it stays open for the next decision."""
    begun(page)
    page.locator("summary", has_text="The table").tap()
    gone_on(page)

    expect(page.locator(".battle figure svg")).to_be_visible()
    page.locator("summary", has_text="The table").tap()


def test_on_a_wide_screen_the_armies_are_beside_what_is_asked(page: Page):
    """Nobody scrolls for who stands where; on a phone they are below."""
    begun(page)
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator(".unit").last).to_be_in_viewport()
    offers, armies = (
        page.locator(".offers").bounding_box(),
        page.locator(".armies-now").bounding_box(),
    )
    page.set_viewport_size(PHONE["viewport"])

    assert offers
    assert armies
    assert offers["x"] + offers["width"] <= armies["x"]


def test_a_refusal_is_in_sight(page: Page):
    """Wherever the page is scrolled to, and on the sheet of a unit."""
    begun(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate("play.say({ does: 'pass' })")
    expect(page.locator(".notice-bar")).to_be_in_viewport()

    page.locator(".unit").last.tap()
    page.locator("dialog[open]").wait_for()
    page.evaluate("play.say({ does: 'pass' })")
    expect(page.locator("dialog .notice-bar")).to_be_in_viewport()
    page.get_by_role("button", name="Close").tap()


def test_a_number_of_a_unit_goes_up_and_down(page: Page):
    """It is one fold away, so that no thumb changes it by chance, and an undo takes it back."""
    begun(page)
    page.locator(".unit", has_text="Maren").tap()
    page.locator("dialog summary", has_text="Movement 6").tap()
    page.get_by_role("button", name="Movement: one more").tap()
    expect(page.locator("dialog summary", has_text="Movement 7")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Undo").tap()
    page.locator(".battle[data-at='0']").wait_for()
    page.locator(".unit", has_text="Maren").tap()

    expect(page.locator("dialog summary", has_text="Movement 6")).to_be_visible()
    page.get_by_role("button", name="Close").tap()


# As quick as a thumb that trembles: while the engine works, and when the next screen is there.
AGAIN = """async () => {
  document.querySelector(".unit.may").click();
  while (play.busy) await new Promise((done) => setTimeout(done, 5));
  play.since = performance.now();
  document.querySelector(".unit.may").click();
}"""
ACTED = "play.table.units.filter((unit) => unit.acted).map((unit) => unit.name)"


def test_thirty_a_side_are_handled_by_one_thumb(page: Page):
    """One tap and a unit has acted, it is told without scrolling, and a second tap does no harm."""
    page.evaluate("play.show('setup')")
    page.locator("summary", has_text="Your own armies").tap()
    for side in ("north", "south"):
        names = "\n".join(f"{side.title()} {number}" for number in range(1, 31))
        page.locator(f"#own-{side}").fill(names)
    page.get_by_role("button", name="Begin with these").tap()
    page.locator(".battle[data-at='0']").wait_for()
    page.evaluate("play.say({ roll: [5, 2] })")
    page.get_by_role("button", name="North goes first").tap()
    page.locator("#quick").check()

    page.evaluate("play.since = 0")
    page.get_by_role("button", name="All about it").tap()
    page.locator(".unit.may").first.tap()
    page.get_by_role("button", name="Close").tap()
    page.evaluate("play.since = 0")
    twenty = page.locator(".unit", has_text="North 20")
    twenty.scroll_into_view_if_needed()
    twenty.tap()
    page.evaluate(AGAIN)
    page.evaluate(SETTLED)
    expect(page.locator(".standing")).to_contain_text("North 20")
    expect(page.locator(".standing")).to_be_in_viewport()
    acted = page.evaluate(ACTED)
    page.locator("#quick").uncheck()

    assert acted == ["North 20"]


def test_a_full_device_loses_nothing_that_is_on_the_table(page: Page):
    """It is told, and the battle goes on."""
    begun(page)
    gone_on(page)
    page.evaluate(FULL)

    page.get_by_role("button", name="Undo").tap()

    expect(page.locator(".notice-bar")).to_contain_text("keeps nothing more")
    assert table_of(page)["at"] == 0
    page.evaluate(ROOM)


def test_two_tabs_do_not_overwrite_each_other(page: Page, phone: BrowserContext):
    """Where another one went on, this one asks before it does."""
    begun(page)
    gone_on(page)

    other = phone.new_page()
    other.goto(page.url)
    other.evaluate(ELSEWHERE, KEY)
    other.close()

    expect(page.locator(".notice-bar")).to_contain_text("another tab")
    page.get_by_role("button", name="Take it from there").tap()
    page.locator(".battle[data-at='0']").wait_for()


def packed_link(text: str) -> str:
    """A link to a battle, whatever its text is."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode()


@pytest.mark.parametrize(
    "link",
    [
        "%3Cscript%3E",
        packed_link("[" * 60_000 + "]" * 60_000),
        packed_link(json.dumps("a" * 9_000_000)),
    ],
    ids=["markup", "deep", "large"],
)
def test_a_link_by_anybody_is_data(page: Page, link: str):
    """It is answered with a sentence, and what is kept here stays as it is."""
    begun(page)
    gone_on(page)
    kept = page.evaluate("(key) => localStorage.getItem(key)", KEY)

    page.evaluate("(link) => { location.hash = `battle=${link}`; }", link)
    page.locator(".setup").wait_for()

    expect(page.locator(".notice-bar")).to_have_text("The link does not have a whole battle.")
    assert page.evaluate("(key) => localStorage.getItem(key)", KEY) == kept


def test_a_link_to_a_battle_opens_beside_the_one_that_is_on_the_table(page: Page):
    """Whoever gets it taps once more, and finds their own battle again."""
    begun(page)
    gone_on(page)
    battle = packed_link(json.dumps(page.evaluate("play.engine.ask('keep')")["battle"]))
    before = table_of(page)
    begun(page)

    page.evaluate("(link) => { location.hash = `battle=${link}`; }", battle)
    page.get_by_role("button", name="Open the battle of the link").tap()
    page.locator(".battle[data-at='1']").wait_for()

    assert table_of(page) == before


def test_a_broken_battle_on_the_device_is_told(page: Page):
    """And another one can be begun."""
    page.evaluate("(key) => localStorage.setItem(key, JSON.stringify({ battle: 7 }))", KEY)
    page.reload()
    page.locator(".setup").wait_for(timeout=READY)

    expect(page.locator(".notice-bar")).to_contain_text("No.")
    page.get_by_role("button", name="Two armies, ready").tap()
    page.locator(".battle").wait_for()


def test_a_keyboard_is_enough(page: Page):
    """Whoever cannot tap comes to each choice by Tab, and takes it by Enter."""
    begun(page)
    before = table_of(page)["at"]
    page.locator("#decides").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.locator(f".battle:not([data-at='{before}']), .offers .back").first.wait_for()
    assert page.evaluate("document.activeElement.id") == "decides"


def test_from_a_folder_it_says_what_it_takes(browser: Browser):
    """A browser starts no worker there; all else can be read."""
    page = browser.new_page()
    page.goto((SITE / "systems/trench_crusade/play/index.html").as_uri())

    expect(page.get_by_text("playing needs http")).to_be_visible()
    page.close()


HOSTILE = "ask=1&like=<img src=x onerror=alert(1)>&facts=__class__&enemy=-1e999~<b>&params=[[7]]"
ASK_ANEW = """(said) => {
  play.question = undefined;
  return play.show("ask", new URLSearchParams(said));
}"""
ANSWERED = ".answers[aria-busy=false]"
"""The answers, once they are those of the question that is shown."""


def test_a_question_is_in_its_address(page: Page, phone: BrowserContext):
    """Whoever gets it sees the same question, with enemies and what is agreed, and its answer.

    An address that somebody else wrote is data, too.
    """
    page.evaluate("play.show('ask')")
    page.locator(".answers section").first.wait_for()
    for fold in ("In this round it did", "The enemy", "What is agreed"):
        page.locator("summary", has_text=fold).tap()
    page.locator(".fold[open] .names button").first.tap()
    expect(page.locator(".fold[open] [aria-pressed=true]").first).to_be_visible()
    page.locator(ANSWERED).wait_for()  # With its answer the page is drawn anew.
    page.get_by_role("button", name="One more enemy").tap()
    expect(page.locator("summary", has_text="Enemy 2")).to_be_visible()
    page.locator(".asking [name=option]").first.check()
    page.wait_for_url("**options=**")
    page.locator(ANSWERED).wait_for()
    answers = page.locator(".answers").inner_text()

    other = phone.new_page()
    other.goto(page.url)
    other.locator(f"{ANSWERED} section").first.wait_for(timeout=READY)
    found = other.locator(".answers").inner_text()
    other.on("dialog", lambda dialog: pytest.fail(dialog.message))
    other.evaluate(ASK_ANEW, HOSTILE)
    other.locator(f"{ANSWERED} section").first.wait_for()
    made = other.locator(".asking img").count()
    other.close()

    assert made == 0
    assert "No. Activation" in answers.replace("\n", " ").replace("  ", " ")
    assert found == answers


BROKEN = "example: A\nruleset: trench_crusade\ngiven: {north: [Ash], south: {Dorn: {models: x}}}\n"
WRITTEN = """\
example: Written by hand
ruleset: trench_crusade
given: {north: {Ash: {has: {movement: 6}}}, south: [Dorn, Elm]}
play:
  - {side: north, does: first, first: north, then: {next: north}}
  - {side: north, does: activation, unit: Dorn, refused: turn.own}
"""


def test_an_example_written_by_hand_is_opened(page: Page):
    """And a broken one is told by line and column."""
    page.evaluate("play.show('setup')")
    page.locator("summary", has_text="A battle that was kept").tap()
    page.get_by_label("Or paste it").fill(BROKEN)
    page.get_by_role("button", name="Open it").tap()
    expect(page.locator(".notice-bar")).to_contain_text("Line 3, column 46")

    page.get_by_label("Or paste it").fill(WRITTEN)
    page.get_by_role("button", name="Open it").tap()
    page.locator(".battle[data-at='1']").wait_for()


NEWER = {"version": "newer", "files": [["index.html", 1], ["play/index.html", 1]]}
"""A version of the site that has fewer files, so that it is here at once."""


def test_what_is_kept_for_offline_opens_without_a_network(browser: Browser, address: str):
    """A page, the search, a sheet and the engine; and a new version comes when it is taken."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{address}play/index.html")
    page.get_by_role("button", name="Keep for offline").tap()
    expect(page.get_by_role("button", name="Keep it no longer")).to_be_visible(timeout=READY)

    context.set_offline(True)
    page.goto(f"{address}systems/trench_crusade/play/index.html")
    page.get_by_role("button", name="Start the engine").tap()
    page.locator(".setup").wait_for(timeout=READY)
    page.reload()
    files = [name for name, _ in json.loads((SITE / "offline.json").read_text("utf-8"))["files"]]
    wanted = ["index.html", "search/entries.js", next(f for f in files if f.endswith(".pdf"))]
    found = page.evaluate(
        "(paths) => Promise.all(paths.map(async (path) => (await fetch(path)).ok))",
        [address + path for path in wanted],
    )
    context.set_offline(False)
    context.route("**/offline.json", lambda route: route.fulfill(json=NEWER))
    page.reload()
    page.locator(".version").wait_for()
    page.get_by_role("link", name="Take it").tap()
    page.get_by_role("button", name="Take the new version").tap()
    expect(page.get_by_role("button", name="Keep it no longer")).to_be_visible()
    kept = page.evaluate("caches.keys()")
    context.close()

    assert found == [True] * len(wanted)
    assert kept == ["turnwright-newer"]
