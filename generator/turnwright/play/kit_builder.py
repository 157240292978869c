"""Kit builder: the kits of a library, made where it is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from turnwright.describe.labels import as_words
from turnwright.describe.plain_book import plain_book
from turnwright.examples.replay import armies, battle_of
from turnwright.lab.muster import mustered
from turnwright.language.example import Example
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.play.battle_file import inputs_of
from turnwright.play.kit import Army, Kit, KitItem

FEWEST = 2
"""Fewest units of a side of an army that is offered."""
MOST_ARMIES = 3
"""Most armies of examples that are offered."""
WHOLE = ("whole", "round")
"""What the names of files begin with whose examples go through a whole round, best first."""
LONGEST = 120
"""Most letters of an entry of a book that is a reason by itself."""
MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*`_]{1,2}(?=\S)|(?<=\S)[*`]{1,2}|(?<=\S)_\b")
"""What is Markdown in a sentence, and not its words."""


def plain_words(text: str) -> str:
    """A sentence without its Markdown."""
    return MARKUP.sub(lambda found: found[1] or "", " ".join(text.split()))


def kit_of(library: Library, name: str) -> Kit:
    """The kit of a system."""
    book = library.whole_book(name) or plain_book(library.effective(name))
    entries: dict[str, str] = {}
    for chapter in book.chapters:
        for entry in chapter.entries:
            # One that goes on in a list is no reason by itself.
            if entry.say and len(entry.say) <= LONGEST and not entry.points and not entry.rows:
                said = plain_words(f"{entry.agree} {entry.say}")
                entries = dict.fromkeys(entry.rules, said) | entries
    rules = library.rulesets[name]
    return Kit(
        ruleset=name,
        title=rules.title,
        chain=tuple(map(_for_play, library.resolved_chain(name))),
        round=book.round,
        entries=entries,
        armies=tuple(_armies(library, name)),
        examples={
            example.slug: battle_of(example, inputs_of(example)) for example in _of(library, name)
        },
        cards=_cards(library, name),
        items=_items(library, [rules.ruleset for rules in library.resolved_chain(name)]),
        measured=any(
            card.at or card.places
            for example in _of(library, name)
            for cards in armies(example).values()
            for card in cards.values()
        ),
    )


def _for_play(rules: Ruleset) -> Ruleset:
    """A ruleset without what is only read about it."""
    return replace(rules, documents={}, about="", checked="", gaps=(), questions=(), packs={})


def _armies(library: Library, name: str) -> Iterator[Army]:
    """Armies of its whole rounds, then the rosters, as it takes them; else those of any example."""
    found: dict[str, Army] = {}
    rosters = tuple(_mustered(library, name))
    muster = library.effective(name).muster
    plain = {*muster.unit.has} if muster else set()
    for example in sorted(_of(library, name), key=_place):
        battle = battle_of(example)
        sides = armies(example).values()
        whole = _place(example)[0] < len(WHOLE)
        large = len(sides) > 1 and min(map(len, sides)) >= FEWEST
        if (whole or not rosters) and large and _has_cards(battle) and _has_numbers(battle, plain):
            found.setdefault(repr(battle.given), Army(title=example.example, battle=battle))
    yield from list(found.values())[:MOST_ARMIES]
    yield from rosters


def _of(library: Library, name: str) -> Iterator[Example]:
    return (each for each in library.examples if each.ruleset == name)


def _place(example: Example) -> tuple[int, bool]:
    """Whole rounds come first, and of these the ones without options."""
    begins = (place for place, word in enumerate(WHOLE) if Path(example.path).stem.startswith(word))
    return next(begins, len(WHOLE)), bool(example.options)


def _has_cards(battle: Example) -> bool:
    return any(card != Card() for cards in armies(battle).values() for card in cards.values())


def _has_numbers(battle: Example, plain: set[str]) -> bool:
    """Whether each unit has every number that a plain unit is given."""
    return all(
        plain.issubset(card.has) for cards in armies(battle).values() for card in cards.values()
    )


def _mustered(library: Library, name: str) -> Iterator[Army]:
    """The rosters of the library that this system can take up."""
    rules = library.effective(name)
    for roster in library.rosters.values():
        if battle := mustered(rules, roster):
            yield Army(title=roster.roster, battle=battle)


def _items(library: Library, rulesets: Collection[str]) -> dict[str, KitItem]:
    """An item of each kind that units of their examples carry: the one with the most numbers."""
    found: dict[tuple[str, ...], tuple[str, KitItem]] = {}
    cards = (
        card
        for example in library.examples
        if example.ruleset in rulesets
        for army in armies(example).values()
        for card in army.values()
    )
    for card in cards:
        for name, keywords in card.carries.items():
            item = KitItem(keywords=keywords, profile=card.profiles.get(name, {}))
            kind = tuple(sorted(keywords))
            if kind not in found or len(found[kind][1].profile) < len(item.profile):
                found[kind] = name, item
    # Where items have numbers, one without them answers nothing.
    numbered = any(item.profile for _, item in found.values())
    return {
        f"{name} ({', '.join(map(as_words, item.keywords))})" if item.keywords else name: item
        for name, item in found.values()
        if item.profile or not numbered
    }


def _cards(library: Library, name: str) -> dict[str, Card]:
    """Cards that units of its examples have, by the name of the unit, without where they stand."""
    found: dict[str, Card] = {}
    for example in sorted(_of(library, name), key=_place):
        for cards in armies(example).values():
            for unit, card in cards.items():
                bare = replace(card, at=None, places=(), pairs={})
                if bare != Card() and bare not in found.values():
                    found.setdefault(unit, bare)
    return found
