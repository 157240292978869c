"""The page of an example: its lines as a table, its timeline, and a session to paste."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from markupsafe import Markup

from turnwright.language.example import NOTHING, Card, Example
from turnwright.proof.record import Record, Row
from turnwright.site import timeline
from turnwright.site.book import Book
from turnwright.site.clauses import clause_link, clause_links, example_link
from turnwright.site.neighbours import Neighbours, neighbours
from turnwright.site.page import Link, example_url, system_url
from turnwright.site.sentence import inline, plain, prose
from turnwright.site.session import as_data, session
from turnwright.site.telling import Told, awaited, claimed, decided, done, told
from turnwright.site.timeline import Timeline
from turnwright.study.labels import Labels, as_words, heading


@dataclass(frozen=True, kw_only=True)
class ToldView:
    """Something that was done or happened, and the clauses that decided it."""

    text: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class RuledOut:
    """A unit that is not a choice, and every clause that rules it out."""

    unit: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class LineView:
    """One line of the example, played."""

    number: int
    """0 for what is so before the first line."""
    done: str
    note: Markup
    events: tuple[str, ...]
    """What else happened."""
    reasons: tuple[ToldView, ...]
    """What was decided by which clauses."""
    refused: str
    refused_by: tuple[tuple[Link, Markup], ...]
    """The clauses by which the rules refuse it, with their sentences."""
    next: str
    """Who decides, and in which step."""
    choices: tuple[str, ...]
    claims: tuple[str, ...]
    ruled_out: tuple[RuledOut, ...]


@dataclass(frozen=True, kw_only=True)
class UnitView:
    """A unit as the example gives it."""

    name: str
    card: str


@dataclass(frozen=True, kw_only=True)
class ArmyView:
    """A side and its units."""

    side: str
    units: tuple[UnitView, ...]


@dataclass(frozen=True, kw_only=True)
class ExamplePage:
    """Everything the page of an example shows."""

    title: str
    heading: Markup
    crumbs: tuple[Link, ...]
    about: Markup
    system: Link
    agreed: tuple[str, ...]
    """Options, readings, mission and facts that hold in it."""
    shows: tuple[tuple[Link, Markup], ...]
    """The clauses it shows, with their sentences."""
    armies: tuple[ArmyView, ...]
    lines: tuple[LineView, ...]
    timeline: Timeline | None
    session: str
    neighbours: Neighbours


def example_page(book: Book, record: Record) -> ExamplePage:
    """The page of an example as it was played."""
    example = record.example
    place = book.place(example_url(example.ruleset, example.slug))
    namer = Labels(record.ruleset)
    system = book.rulesets[example.ruleset]
    up = Link(system.title, place.to(system_url(example.ruleset)))

    siblings = book.examples_of(example.ruleset)

    def links(clauses: tuple[str, ...]) -> tuple[Link, ...]:
        return clause_links(book, place, clauses, example.ruleset)

    def short(cited: str) -> str:
        clause = book.clauses.get(book.resolve(cited, example.ruleset))
        return clause.id if clause else cited

    def sentence(cited: str) -> tuple[Link, Markup]:
        clause = book.clauses.get(book.resolve(cited, example.ruleset))
        link = clause_link(book, place, cited, example.ruleset)
        return link, inline(clause.text) if clause else Markup()

    def line(number: int, row: Row) -> LineView:
        who, choices = awaited(row.decision, namer)
        happened = told(row.line, row.events, namer)
        allowed = decided(row.line, row.events)
        return LineView(
            number=number,
            done=done(row.line, namer) if row.line else "Before the first line",
            note=inline(row.line.note) if row.line else Markup(),
            events=tuple(each.text for each in happened if not each.plain),
            reasons=tuple(
                ToldView(text=each.text, by=links(each.by))
                for each in (Told("The line itself", allowed), *happened)
                if each.by
            ),
            refused=row.refused,
            refused_by=tuple(map(sentence, _refusing(book, row, example.ruleset))),
            next=who,
            choices=choices,
            claims=tuple(claimed(row.line.then if row.line else example.start)),
            ruled_out=tuple(
                RuledOut(unit=unit, by=links(clauses)) for unit, clauses in row.ruled_out
            ),
        )

    numbered = enumerate(record.rows, start=0 if record.rows and record.rows[0].line is None else 1)
    return ExamplePage(
        title=plain(example.example),
        heading=inline(example.example),
        crumbs=(Link("Home", place.to("")), Link("Systems", place.to("systems/")), up),
        about=prose(example.about),
        system=up,
        agreed=tuple(_agreed(example, book)),
        shows=tuple(map(sentence, example.shows)),
        armies=tuple(_armies(example)),
        lines=tuple(line(number, row) for number, row in numbered),
        timeline=timeline.draw(record, namer),
        session=session(example, short),
        neighbours=neighbours(
            [example_link(place, each.example, each.ruleset, each.slug) for each in siblings],
            [each.slug for each in siblings].index(example.slug),
        ),
    )


def _refusing(book: Book, row: Row, ruleset: str) -> tuple[str, ...]:
    """The clauses that refuse a line, with those that its author named before the others."""
    named = row.line.refused if row.line and row.line.refused else ()
    named = (named,) if isinstance(named, str) else named
    return tuple(
        dict.fromkeys(
            (*(book.resolve(each, ruleset) for each in named if each != NOTHING), *row.refused_by)
        )
    )


def _agreed(example: Example, book: Book) -> Iterator[str]:
    """What was settled before the battle, a sentence each."""
    system = book.effective[example.ruleset]
    for option in example.options:
        title = system.options[option].title if option in system.options else option
        yield f"Option: {plain(title)}."
    for name, condition in example.params.items():
        yield f"{heading(name)}: {_flat(as_data(condition))}."
    for name, choice in example.readings.items():
        reading = system.readings.get(name)
        text = (
            reading.alternatives[choice].text
            if reading and choice in reading.alternatives
            else choice
        )
        yield f"Reading: {plain(text)}"
    if example.mission.first:
        yield f"The mission puts the {example.mission.first} first."
    if example.mission.abilities:
        yield f"The mission brings {', '.join(map(as_words, example.mission.abilities))}."
    for who, facts in example.facts.items():
        yield f"From the start, {who}: {', '.join(map(as_words, facts))}."


def _flat(value: object) -> str:
    """A condition as its words, one after another."""
    if isinstance(value, dict):
        return " ".join(f"{as_words(name)} {_flat(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " and ".join(map(_flat, value))
    return f"{value:g}" if isinstance(value, float) else as_words(str(value))


def _armies(example: Example) -> Iterator[ArmyView]:
    for side, units in example.given.items():
        cards = units if isinstance(units, Mapping) else dict.fromkeys(units, Card())
        yield ArmyView(
            side=side,
            units=tuple(UnitView(name=name, card=_card(card)) for name, card in cards.items()),
        )


def _card(card: Card) -> str:
    """What a card says, as a short list."""
    said = []
    for field in fields(card):
        value = getattr(card, field.name)
        if value in (None, (), {}) or value == field.default:
            continue
        if field.name == "at":
            said.append(f"at ({value[0]:g}, {value[1]:g})")
        elif field.name == "facts" or field.name == "abilities":
            said += map(as_words, value)
        elif field.name == "models":
            said.append(f"{value} models")
        elif field.name == "base":
            said.append(f"{value:g} mm base")
        else:
            said += [f"{as_words(key)} {_value(item)}".strip() for key, item in value.items()]
    return ", ".join(said)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(value)})" if value else ""
    return str(value)
