"""Markup in a ruleset is text: wherever an author may write it, and wherever it is shown."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
import yaml

from turnwright.site.page import Page
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import pages

SCRIPT = "<script>alert(document)</script>"
HANDLER = "\"' onclick=alert(document) <img src=x onerror=alert(window)>"

RULESET = """\
ruleset: spiked
language: 2
title: Title SPIKE
game: Game SPIKE
edition: Edition SPIKE
about: About SPIKE
official: https://example.org/'><img/onerror=alert(5)>
sides: [red, blue]
words: {round: Round SPIKE, red: Red SPIKE, go: Go SPIKE, hum: Hum SPIKE}
documents:
  leaf:
    title: Document SPIKE
    by: By SPIKE
    edition: Edition SPIKE
    link: https://example.org/"onclick=alert(4)//<script>
    note: Note SPIKE
steps:
  battle:
    source: {document: leaf, section: Section SPIKE, lines: 1-2}
    clauses:
      - {id: battle.again, text: Text SPIKE, means: {repeats: round}}
  round:
    title: Step SPIKE
    text: Step text SPIKE
    clauses:
      - {id: round.alternate, text: Text SPIKE, means: {cadence: alternate, first: listed_first}}
      - {id: round.units, text: Text SPIKE, means: {each: [go], together: one, among: own}}
      - {id: round.once, text: Text SPIKE, means: {limit: {per: round}, until: none_left}}
      - {id: round.uneven, text: Text SPIKE, means: {uneven: runs_on, passing: allowed}}
      - id: round.pass
        text: Text SPIKE
        means: {passed: for_now}
      - {id: round.advice, text: Text SPIKE, advice: Advice SPIKE}
      - {id: round.follows, text: Text SPIKE, follows: [round.once]}
  go:
    title: Go SPIKE
    clauses:
      - {id: go.check, text: Text SPIKE, means: {check: luck}}
      - {id: go.counts, text: Text SPIKE, means: {counts_as: Counts SPIKE}}
      - {id: go.bad, text: Text SPIKE, means: {result: {outcome: [Bad SPIKE], then: go_on}}}
      - {id: go.good, text: Text SPIKE, means: {result: {outcome: [good], then: carry_out}}}
checks:
  luck:
    title: Luck SPIKE
    clauses:
      - {id: luck.roll, text: Text SPIKE, means: {roll: 1d6}}
      - {id: luck.bad, text: Text SPIKE, means: {band: {outcome: Bad SPIKE, low: 1, high: 2}}}
      - {id: luck.good, text: Text SPIKE, means: {band: {outcome: good, low: 3, high: 6}}}
facts:
  down: {title: Down SPIKE}
abilities:
  hum: {text: Hum text SPIKE, used: {during: go}, effect: {during: go}}
options:
  loud:
    title: Option SPIKE
    text: Option text SPIKE
    params: {who: Param SPIKE}
    steps:
      round:
        clauses:
          - {id: loud.who, text: Text SPIKE, means: {needs: {param: who}}}
readings:
  open:
    question: Question SPIKE
    default: here
    why: Why SPIKE
    clauses: [round.once]
    alternatives:
      here: {text: Alternative SPIKE}
      there: {text: Alternative SPIKE}
gaps:
  - {text: Gap SPIKE, clauses: [round.once]}
not_covered:
  rain: {text: Limit SPIKE, brief: Brief SPIKE, clauses: [round.once]}
packs:
  club: {title: Pack SPIKE, text: Pack text SPIKE, readings: {open: there}}
"""

EXAMPLE = """\
example: Example SPIKE
about: About SPIKE
ruleset: spiked
shows: [round.once]
given:
  red:
    Ash SPIKE:
      facts: [down]
      abilities: [hum]
      carries: {Lamp SPIKE: [Bright SPIKE]}
  blue: [Elm SPIKE]
play:
  - {side: red, does: go, unit: Ash SPIKE, note: Note SPIKE, then: {awaits: roll}}
  - {roll: [1], then: {outcome: Bad SPIKE}}
  - {side: red, does: go, unit: Ash SPIKE, refused: round.alternate}
"""


class Reader(HTMLParser):
    """Collects tags, attributes and addresses that only a ruleset can have brought in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.brought: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember what could run."""
        self.brought += [tag] if tag in ("script", "img") else []
        for name, value in attrs:
            runs = re.sub(r"\s", "", value or "").lower().startswith("javascript:")
            self.brought += [f"{tag} {name}"] if name.startswith("on") or runs else []


@pytest.fixture(scope="module", params=[SCRIPT, HANDLER], ids=["script", "handler"])
def spiked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """A ruleset with markup in every text, and a round of it."""
    folder = tmp_path_factory.mktemp("spiked") / "spiked"
    (folder / "examples").mkdir(parents=True)
    for path, text in (("ruleset.yaml", RULESET), ("examples/round.yaml", EXAMPLE)):
        spiked = with_spikes(yaml.safe_load(text), request.param)
        (folder / path).write_text(yaml.safe_dump(spiked, sort_keys=False), encoding="utf-8")
    return SiteData.read(folder)


def with_spikes(value: Any, spike: str) -> Any:
    """What a file says, with the spike in all its texts and names."""
    if isinstance(value, dict):
        return {with_spikes(key, spike): with_spikes(inner, spike) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_spikes(item, spike) for item in value]
    return value.replace("SPIKE", spike) if isinstance(value, str) else value


def test_nothing_that_an_author_writes_runs(spiked: SiteData):
    """No tag, no handler and no address of a page comes from a ruleset."""
    made: dict[str, Page] = {page.url: page for page in pages(spiked)}

    assert len(made) > 6
    for url, page in made.items():
        assert Reader(page.html).brought == [], url
