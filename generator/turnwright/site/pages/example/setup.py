"""Setup of an example: what is agreed, and the armies with their cards."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names, phrase, place_text
from turnwright.language.example import Example
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.proof.replay import armies
from turnwright.site.pages.example.doctest_session import plain_data
from turnwright.site.rendering import plain_text


def agreements(example: Example, system: Ruleset, labels: Labels) -> Iterator[str]:
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
        numbers = ", ".join(f"{labels.value(name)} {number}" for name, number in values.items())
        yield f"From the start, {heading(who)}: {numbers}."


def army_cards(example: Example) -> Mapping[str, Mapping[str, str]]:
    """The units of each side of an example, with what their cards say."""
    return {
        side: {name: _card_text(card) for name, card in cards.items()}
        for side, cards in armies(example).items()
    }


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
