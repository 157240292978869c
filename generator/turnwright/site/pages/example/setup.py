"""Setup of an example: what is agreed, and the armies with their cards."""

from collections.abc import Iterator, Mapping

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading, join_names, phrase, place_text
from turnwright.examples.replay import armies
from turnwright.language.example import Example
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.site.pages.example.doctest_session import plain_data
from turnwright.site.rendering import plain_text

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
