"""View model of an example's page: lines to watch, armies, timeline and session."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from markupsafe import Markup

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names, phrase, place_text
from turnwright.examples.record import Record
from turnwright.examples.replay import armies
from turnwright.language.example import Example
from turnwright.language.fact import Holder
from turnwright.language.input import Card
from turnwright.language.ruleset import NotCovered, Ruleset
from turnwright.play.json_values import to_plain
from turnwright.site.clauses import References, not_played
from turnwright.site.drawing.board import Board
from turnwright.site.drawing.timeline import Timeline, timeline_of
from turnwright.site.look import with_colours
from turnwright.site.page import (
    SYSTEMS,
    Link,
    Pager,
    example_data,
    example_url,
    examples_url,
    play_url,
    system_url,
)
from turnwright.site.pages.example.doctest_session import (
    WHOLE_ROUNDS,
    doctest_session,
    is_round,
)
from turnwright.site.pages.example.lines import LineView, line_views
from turnwright.site.pages.systems.view import playable
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


def question_of(example: Example) -> str:
    """The query of an address that asks by what is agreed in an example."""
    said = [("ask", "1"), *[("options", ",".join(example.options))] * bool(example.options)]
    said += [("reading", f"{name}:{choice}") for name, choice in example.readings.items()]
    if example.params:
        said.append(("params", json.dumps(to_plain(example.params))))
    return urlencode(said)


@dataclass(frozen=True, kw_only=True)
class ExamplePage:
    """View model of an example's page."""

    refs: References
    example: Example
    crumbs: tuple[Link, ...]
    system: Link
    agreed: tuple[str, ...]
    """Options, readings, mission, initial facts and values, a sentence each."""
    not_played: tuple[NotCovered, ...]
    """What the sources say of the clauses shown and is not played."""
    not_covered: str
    """URL of the list where that is in full."""
    shows: Mapping[str, int | None]
    """Clauses that it shows, with the line at which each decides something, if a line does."""
    armies: Mapping[str, Mapping[str, str]]
    """The units of each side, with what their cards say."""
    lines: tuple[LineView, ...]
    timeline: Timeline | None
    data: str
    """URL of the same as data."""
    session: str
    """The same in Python, for a whole round."""
    play: str
    """URL of the page where it can be gone on with; nothing where nobody can."""
    ask: str
    """What follows it in the URL of the question what a unit may do, as it is agreed here."""
    pager: Pager


def example_page(site: SiteData, record: Record) -> ExamplePage:
    """View model of an example from its record."""
    example, name = record.example, record.example.ruleset
    location = site.location(example_url(name, example.slug))
    refs = References(site, location, name)
    labels = Labels(record.ruleset)
    system = Link(site.rulesets[name].title, location.to(system_url(name)))
    siblings = site.examples_of(name)
    place = siblings.index(example)

    def short(cited: str) -> str:
        clause = site.clauses.get(site.resolve(cited, name))
        return clause.id if clause else cited

    folder = site.library.folder(name)
    return ExamplePage(
        refs=refs,
        example=example,
        crumbs=location.crumbs(
            ("Systems", SYSTEMS), (system.text, system_url(name)), ("Examples", examples_url(name))
        ),
        system=system,
        agreed=tuple(agreements(example, site.effective[name], labels)),
        not_played=tuple(record.ruleset.not_covered[each] for each in not_played(site, record)),
        not_covered=location.to(system_url(name), "not-covered"),
        shows={cited: deciding_line(record, site.resolve(cited, name)) for cited in example.shows},
        armies=army_cards(example, labels, abbreviations(site.rulesets, name)),
        lines=line_views(refs, record, labels),
        timeline=timeline_of(record, labels),
        play=location.to(play_url(name)) if name in playable(site) else "",
        ask=question_of(example),
        session=doctest_session(example, short, folder) if is_round(example) else "",
        data=location.file(example_data(name, example.slug)),
        pager=Pager(
            before=refs.example(siblings[place - 1]) if place else None,
            after=refs.example(siblings[place + 1]) if place + 1 < len(siblings) else None,
        ),
    )


@dataclass(frozen=True)
class StillView:
    """View model of the drawing of a still."""

    board: Board
    style: Markup
    """Style sheet of the drawing, which has no page to take its colours from."""


def still_view(page: ExamplePage) -> StillView | None:
    """The drawing of the line that shows a rule, or of the last; None where none is drawn."""
    shown = (line for line in page.shows.values() if line is not None)
    for number in (*shown, page.lines[-1].number):
        line = next(each for each in page.lines if number in each.numbers)
        if line.board:
            return StillView(line.board, _still_style())
    return None


@cache
def _still_style() -> Markup:
    style = files("turnwright.site") / "drawing/board.css"
    return Markup(with_colours(style.read_text("utf-8")))


def deciding_line(record: Record, clause: str) -> int | None:
    """The line at which a clause decides something: it refuses, brings about, or rules out."""
    rows = list(enumerate(record.rows))
    for number, row in rows:
        if clause in row.refused_by:
            return number
    for number, row in rows[1:]:
        if any(clause in event.by for event in row.events):
            return number
    for number, row in rows:
        if any(clause in clauses for _, clauses in row.ruled_out):
            return number
    return None


@dataclass(frozen=True, kw_only=True)
class ExampleList:
    """View model of the list of a system's examples."""

    refs: References
    crumbs: tuple[Link, ...]
    groups: Mapping[str, tuple[Example, ...]]
    """Examples by what they show: the name of the file that they are in."""


def example_list(site: SiteData, system: str) -> ExampleList:
    """View model of the list of a system's examples."""
    location = site.location(examples_url(system))
    groups: dict[str, tuple[Example, ...]] = {}
    for each in site.examples_of(system):
        name = Path(each.path).stem
        groups[name] = (*groups.get(name, ()), each)
    return ExampleList(
        refs=References(site, location, system),
        crumbs=location.crumbs(
            ("Systems", SYSTEMS), (site.rulesets[system].title, system_url(system))
        ),
        groups={name: groups[name] for name in sorted(groups, key=_place)},
    )


def is_whole_round(example: Example) -> bool:
    """True for an example with a still: its file is named as one of a whole round."""
    return Path(example.path).stem.startswith(WHOLE_ROUNDS[0])


def _place(name: str) -> tuple[int, str]:
    begins = (number for number, word in enumerate(WHOLE_ROUNDS) if name.startswith(word))
    return next(begins, len(WHOLE_ROUNDS)), name


IN_INCHES = "range"
"""The number of a profile that is written as a distance."""
MOST_LETTERS = 3
"""Most letters of an abbreviation."""


def agreements(example: Example, system: Ruleset, labels: Labels) -> Iterator[str]:
    """Setup as sentences: options, parameters, readings, mission, facts and values."""
    for option in example.options:
        title = system.options[option].title if option in system.options else option
        yield f"Option: {plain_text(title)}."
    for name, condition in example.params.items():
        yield f"{heading(name)}: {phrase(to_plain(condition))}."
    for name, choice in example.readings.items():
        reading = system.readings.get(name)
        text = (
            reading.alternatives[choice].text
            if reading and choice in reading.alternatives
            else choice
        )
        yield f"Reading: {plain_text(text)}"
    if example.mission.first:
        yield f"The mission puts {heading(example.mission.first)} first."
    if example.mission.abilities:
        yield f"The mission brings {', '.join(map(as_words, example.mission.abilities))}."
    for who, facts in example.facts.items():
        yield f"From the start, {heading(who)}: {', '.join(map(as_words, facts))}."
    for who, values in example.values.items():
        numbers = ", ".join(f"{labels.value(name)} {number}" for name, number in values.items())
        whose = "" if who == Holder.BATTLE else f"{heading(who)}: "
        yield f"From the start, {whose}{numbers}."


def abbreviations(rulesets: Mapping[str, Ruleset], name: str) -> Mapping[str, str]:
    """What players write for words of a ruleset, and of those underneath: `Strength`, `S`."""
    found: dict[str, str] = {}
    while rules := rulesets.get(name):
        for word, others in rules.synonyms.items():
            short = (one for one in others if len(one) <= MOST_LETTERS and one[0].isupper())
            found.setdefault(word.lower(), next(short, ""))
        name = rules.extends
    return found


def army_cards(
    example: Example, labels: Labels, short: Mapping[str, str]
) -> Mapping[str, Mapping[str, str]]:
    """The units of each side of an example, with what their cards say."""
    return {
        side: {name: "; ".join(_card_lines(card, labels, short)) for name, card in cards.items()}
        for side, cards in armies(example).items()
    }


def _card_lines(card: Card, labels: Labels, short: Mapping[str, str]) -> Iterator[str]:
    """Card as text: what the unit is, its numbers, and each of its weapons with its profile."""
    places = card.places or ((card.at,) if card.at else ())
    plain = (
        counted(card.models, "model") if card.models != Card().models else "",
        *(labels.within(fact, "facts") for fact in card.facts),
        *map(as_words, card.abilities),
        *(f"{labels.within(fact)}: {join_names(some)}" for fact, some in card.pairs.items()),
        f"{card.base:g} mm base" if card.base else "",
        f"at {join_names(map(place_text, places))}" if places else "",
    )
    yield from filter(None, (", ".join(filter(None, plain)),))
    if card.has or card.dice:
        yield _numbers({**card.has, **card.dice}, labels, short)
    for item in dict.fromkeys((*card.carries, *card.profiles)):
        kinds = ", ".join(map(as_words, card.carries.get(item, ())))
        shown = _numbers(card.profiles.get(item, {}), labels, short)
        mode = f", a way to use {card.modes[item]}" if item in card.modes else ""
        yield item + (f" ({kinds})" if kinds else "") + mode + (f": {shown}" if shown else "")


def _numbers(numbers: Mapping[str, int], labels: Labels, short: Mapping[str, str]) -> str:
    """Numbers as in a rulebook, `24", A 1, S 4`; in whole words where nobody shortens any."""
    titles = {key: labels.title(key, "values") for key in numbers if key != IN_INCHES}
    letters = {
        key: short.get(title.lower()) or (key.upper() if len(key) < MOST_LETTERS else "")
        for key, title in titles.items()
    }
    if any(letters.values()):
        for key, title in titles.items():
            if not letters[key] and title.isalpha() and title[0] not in letters.values():
                letters[key] = title[0]
    return ", ".join(
        f'{number}"' if key == IN_INCHES else f"{letters[key] or titles[key]} {number}"
        for key, number in numbers.items()
    )
