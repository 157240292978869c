"""View model of an example's page: narrated lines, timeline and doctest session."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from markupsafe import Markup

from turnwright.language.example import NOTHING, Card, Example
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import armies
from turnwright.site import timeline
from turnwright.site.clauses import clause_link, clause_links, example_link, sentence
from turnwright.site.doctest_session import doctest_session, plain_data
from turnwright.site.markdown import block_html, inline_html, plain_text
from turnwright.site.narration import (
    Sentence,
    deciding_clauses,
    describe_claims,
    describe_decision,
    describe_input,
    narrate,
)
from turnwright.site.not_covered import not_played
from turnwright.site.page import Link, example_url, system_url
from turnwright.site.pager import Pager, pager
from turnwright.site.site_data import SiteData
from turnwright.site.timeline import Timeline
from turnwright.study.labels import Labels, as_words, heading
from turnwright.study.phrases import phrase


@dataclass(frozen=True, kw_only=True)
class ReasonView:
    """View model of a narrated event with links to the clauses that decided it."""

    text: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class RuledOutView:
    """View model of an ineligible unit with links to the clauses that exclude it."""

    unit: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class LineView:
    """View model of a replayed line."""

    number: int
    """Line number; 0 for the state before the first line."""
    done: str
    note: Markup
    events: tuple[str, ...]
    """Narrated events other than the input itself."""
    reasons: tuple[ReasonView, ...]
    """Narrated events with the clauses that decided them."""
    refused: str
    refused_by: tuple[tuple[Link, Markup], ...]
    """Links to the clauses that refuse the input, with their sentences."""
    next: str
    """Who decides next, and in which step."""
    choices: tuple[str, ...]
    claims: tuple[str, ...]
    ruled_out: tuple[RuledOutView, ...]


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
    shows: tuple[tuple[Link, Markup], ...]
    """Links to the clauses it shows, with their sentences."""
    armies: tuple[ArmyView, ...]
    lines: tuple[LineView, ...]
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

    def links(clauses: tuple[str, ...]) -> tuple[Link, ...]:
        return clause_links(site, location, clauses, example.ruleset)

    def short(cited: str) -> str:
        clause = site.clauses.get(site.resolve(cited, example.ruleset))
        return clause.id if clause else cited

    def quoted(cited: str) -> tuple[Link, Markup]:
        clause = site.clauses.get(site.resolve(cited, example.ruleset))
        link = clause_link(site, location, cited, example.ruleset)
        return link, sentence(site, clause, example.ruleset) if clause else Markup()

    def line(number: int, row: Row) -> LineView:
        who, choices = describe_decision(row.decision, namer)
        sentences = narrate(row.line, row.events, namer)
        allowed_by = deciding_clauses(row.line, row.events)
        return LineView(
            number=number,
            done=describe_input(row.line, namer) if row.line else "Before the first line",
            note=inline_html(row.line.note) if row.line else Markup(),
            events=tuple(each.text for each in sentences if not each.implied),
            reasons=tuple(
                ReasonView(text=each.text, by=links(each.by))
                for each in (Sentence("The line itself", allowed_by), *sentences)
                if each.by
            ),
            refused=row.refused,
            refused_by=tuple(map(quoted, _refusing_clauses(site, row, example.ruleset))),
            next=who,
            choices=choices,
            claims=tuple(describe_claims(row.line.then if row.line else example.start)),
            ruled_out=tuple(
                RuledOutView(unit=unit, by=links(clauses)) for unit, clauses in row.ruled_out
            ),
        )

    numbered = enumerate(record.rows, start=0 if record.rows and record.rows[0].line is None else 1)
    return ExamplePage(
        title=plain_text(example.example),
        heading=inline_html(example.example),
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            system_link,
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
        shows=tuple(map(quoted, example.shows)),
        armies=army_views(example),
        lines=tuple(line(number, row) for number, row in numbered),
        timeline=timeline.draw_timeline(record, namer),
        session=doctest_session(example, short),
        pager=pager(
            [example_link(location, each.example, each.ruleset, each.slug) for each in siblings],
            [each.slug for each in siblings].index(example.slug),
        ),
    )


def _refusing_clauses(site: SiteData, row: Row, ruleset: str) -> tuple[str, ...]:
    """Ids of the clauses that refuse a line: those the author claims first."""
    named = row.line.refused if row.line and row.line.refused else ()
    named = (named,) if isinstance(named, str) else named
    return tuple(
        dict.fromkeys(
            (*(site.resolve(each, ruleset) for each in named if each != NOTHING), *row.refused_by)
        )
    )


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
        yield f"The mission puts the {example.mission.first} first."
    if example.mission.abilities:
        yield f"The mission brings {', '.join(map(as_words, example.mission.abilities))}."
    for who, facts in example.facts.items():
        yield f"From the start, {who}: {', '.join(map(as_words, facts))}."
    for who, values in example.values.items():
        numbers = ", ".join(f"{namer.value(name)} {number}" for name, number in values.items())
        yield f"From the start, {who}: {numbers}."


def army_views(example: Example) -> tuple[ArmyView, ...]:
    """View models of the sides of an example, with their units."""
    return tuple(
        ArmyView(
            side=side,
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
            parts.append(f"at ({value[0]:g}, {value[1]:g})")
        elif field.name == "facts" or field.name == "abilities":
            parts += map(as_words, value)
        elif field.name == "models":
            parts.append(f"{value} models")
        elif field.name == "base":
            parts.append(f"{value:g} mm base")
        else:
            parts += [f"{as_words(key)} {_value_text(item)}".strip() for key, item in value.items()]
    return ", ".join(parts)


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(value)})" if value else ""
    return str(value)
