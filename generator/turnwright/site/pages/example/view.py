"""View model of an example's page: steps to watch, timeline and doctest session."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names, phrase, place_text
from turnwright.language.example import Card, Example
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record
from turnwright.proof.replay import armies
from turnwright.site.clauses import clause_link, example_link, not_played, sentence
from turnwright.site.drawing.board import Board
from turnwright.site.drawing.timeline import Timeline, timeline_of
from turnwright.site.page import Link, Pager, example_url, examples_url, pager, system_url
from turnwright.site.pages.example.doctest_session import doctest_session, plain_data
from turnwright.site.pages.example.lines import StepView, step_views
from turnwright.site.palette import with_colours
from turnwright.site.rendering import block_html, inline_html, plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class ShownClause:
    """View model of a clause that the example shows, with the line to watch."""

    link: Link
    sentence: Markup
    line: int | None
    """The line at which it decides something; None where no single line does."""


@dataclass(frozen=True, kw_only=True)
class UnitView:
    """View model of a unit and its card."""

    name: str
    card: str


@dataclass(frozen=True, kw_only=True)
class ArmyView:
    """View model of a side and its units."""

    side: str
    units: tuple[UnitView, ...]


@dataclass(frozen=True, kw_only=True)
class ExamplePage:
    """View model of an example's page."""

    title: str
    heading: Markup
    crumbs: tuple[Link, ...]
    about: Markup
    system: Link
    agreed: tuple[str, ...]
    """Options, readings, mission, initial facts and values, a sentence each."""
    not_played: tuple[Markup, ...]
    """What the sources say of the clauses shown and is not played, in few words."""
    not_covered: str
    """URL of the list where that is in full."""
    shows: tuple[ShownClause, ...]
    armies: tuple[ArmyView, ...]
    steps: tuple[StepView, ...]
    timeline: Timeline | None
    session: str
    pager: Pager


def example_page(site: SiteData, record: Record) -> ExamplePage:
    """View model of an example from its record."""
    example = record.example
    location = site.location(example_url(example.ruleset, example.slug))
    namer = Labels(record.ruleset)
    system = site.rulesets[example.ruleset]
    system_link = Link(system.title, location.to(system_url(example.ruleset)))

    siblings = site.examples_of(example.ruleset)

    def short(cited: str) -> str:
        clause = site.clauses.get(site.resolve(cited, example.ruleset))
        return clause.id if clause else cited

    def shown(cited: str) -> ShownClause:
        full = site.resolve(cited, example.ruleset)
        clause = site.clauses.get(full)
        return ShownClause(
            link=clause_link(site, location, cited, example.ruleset),
            sentence=sentence(site, clause, example.ruleset) if clause else Markup(),
            line=deciding_line(record, full),
        )

    return ExamplePage(
        title=plain_text(example.example),
        heading=inline_html(example.example),
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            system_link,
            Link("Examples", location.to(examples_url(example.ruleset))),
        ),
        about=block_html(example.about),
        system=system_link,
        agreed=tuple(agreements(example, site.effective[example.ruleset], namer)),
        not_played=tuple(
            inline_html(entry.brief or entry.text)
            for name in not_played(site, record)
            if (entry := record.ruleset.not_covered[name])
        ),
        not_covered=location.to(system_url(example.ruleset), "not-covered"),
        shows=tuple(map(shown, example.shows)),
        armies=army_views(example),
        steps=step_views(site, location, record, namer),
        timeline=timeline_of(record, namer),
        session=doctest_session(example, short),
        pager=pager(
            [example_link(location, each.example, each.ruleset, each.slug) for each in siblings],
            [each.slug for each in siblings].index(example.slug),
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
    shown = (each.line for each in page.shows if each.line is not None)
    for number in (*shown, len(page.steps) - 1):
        if board := page.steps[number].board:
            return StillView(board, _still_style())
    return None


@cache
def _still_style() -> Markup:
    style = files("turnwright.site") / "theme/board.css"
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


def agreements(example: Example, system: Ruleset, namer: Labels) -> Iterator[str]:
    """Setup as sentences: options, parameters, readings, mission, facts and values."""
    for option in example.options:
        title = system.options[option].title if option in system.options else option
        yield f"Option: {plain_text(title)}."
    for name, condition in example.params.items():
        yield f"{heading(name)}: {phrase(plain_data(condition))}."
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
        numbers = ", ".join(f"{namer.value(name)} {number}" for name, number in values.items())
        yield f"From the start, {heading(who)}: {numbers}."


def army_views(example: Example) -> tuple[ArmyView, ...]:
    """View models of the sides of an example, with their units."""
    return tuple(
        ArmyView(
            side=heading(side),
            units=tuple(UnitView(name=name, card=_card_text(card)) for name, card in cards.items()),
        )
        for side, cards in armies(example).items()
    )


def _card_text(card: Card) -> str:
    """Card as text: a comma-separated list."""
    parts = []
    for field in fields(card):
        value = getattr(card, field.name)
        if value in (None, (), {}) or value == field.default:
            continue
        if field.name == "at":
            parts.append(f"at {place_text(value)}")
        elif field.name == "places":
            parts.append(f"at {join_names(map(place_text, value))}")
        elif field.name == "facts" or field.name == "abilities":
            parts += map(as_words, value)
        elif field.name == "models":
            parts.append(counted(value, "model"))
        elif field.name == "base":
            parts.append(f"{value:g} mm base")
        else:
            parts += [f"{as_words(key)} {_value_text(item)}".strip() for key, item in value.items()]
    return ", ".join(parts)


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(value)})" if value else ""
    return str(value)
