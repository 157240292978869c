"""Terms: the words that the texts of all turn systems share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby

from markupsafe import Markup

from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import opened_steps
from turnwright.describe.variants import system_names
from turnwright.engine.program import BATTLE
from turnwright.language.ruleset import KINDS, Part, Ruleset
from turnwright.language.step import Step
from turnwright.language.turn_order import Cadence
from turnwright.load.terms import Term, Terms, read_terms, word_anchor
from turnwright.site.page import GLOSSARY, Link, PageLocation, has_content, part_anchor, system_url
from turnwright.site.rendering import inline_html, plain_text
from turnwright.site.site_data import SiteData


@cache
def shared_terms() -> Terms:
    """The terms that come with the package."""
    file = files("turnwright.site.pages.glossary").joinpath("terms.yaml")
    text = file.read_text(encoding="utf-8")
    return read_terms(text)


ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
"""What a title may begin with and a glossary is not sorted by."""


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What systems mean by a word."""

    systems: tuple[Link, ...]
    """Links to the part of each system that the word names."""
    term: Link | None
    """The shared term that it stands for in these systems."""
    text: Markup


@dataclass(frozen=True, kw_only=True)
class Name:
    """Another name of a term."""

    name: Link
    systems: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Glossary entry: a word of play."""

    word: str
    anchor: str
    text: Markup
    """What it means in general, or nothing for a word of single systems."""
    names: tuple[Name, ...]
    """What systems call it that have another word for it."""
    used: tuple[Link, ...]
    """Rules by which systems deal chances to act in this way."""
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, kw_only=True)
class Letter:
    """Entries that begin with the same letter."""

    letter: str
    anchor: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, kw_only=True)
class GlossaryPage:
    """View model of the glossary."""

    letters: tuple[Letter, ...]


@dataclass(frozen=True, kw_only=True)
class OwnWord:
    """System's own word for a shared term."""

    word: str
    term: Link


@dataclass
class _Gathered:
    """What was found of a word: its term, and where each system uses it."""

    word: str
    term: Term | None = None
    uses: list[tuple[Link, Term | None, str]] = field(default_factory=list)
    """Link to the part, the term that it stands for, and its text."""


def own_words(ruleset: Ruleset, location: PageLocation) -> tuple[OwnWord, ...]:
    """Words that a system has for shared terms, linked to those."""
    return tuple(
        OwnWord(word=theirs, term=Link(term.term.lower(), location.to(GLOSSARY, term.anchor)))
        for theirs, term in _renamed(ruleset)
    )


def _renamed(ruleset: Ruleset) -> Iterator[tuple[str, Term]]:
    """Words that a system has for shared terms, where they differ."""
    labels = Labels(ruleset)
    named = {*ruleset.words, *opened_steps(ruleset)}
    for term in shared_terms().terms:
        if term.word in named:
            theirs = ruleset.words.get(term.word) or labels.title(term.word)
            if _key(theirs) != _key(term.term):
                yield theirs, term


def _key(word: str) -> str:
    """What is the same for a word with another capital, an article, or in the plural."""
    plain = ARTICLE.sub("", word.casefold())
    return plain[:-1] if len(plain) > 3 and plain[-1] == "s" and plain[-2] != "s" else plain


def glossary_page(site: SiteData) -> GlossaryPage:
    """View model of the glossary."""
    location = site.location(GLOSSARY)
    names = system_names(site.rulesets)
    gathered: dict[str, _Gathered] = {}
    called: dict[str, dict[str, list[Link]]] = {}
    for term in shared_terms().terms:
        gathered[_key(term.term)] = _Gathered(term.term, term)
    for name in site.rulesets:
        page = system_url(name)
        renamed = dict(_renamed(site.effective[name]))
        for theirs, term in renamed.items():
            there = Link(names[name], location.to(page, "words"))
            called.setdefault(term.term, {}).setdefault(theirs, []).append(there)
        found = list(_parts(site, name))
        named = {_key(title) for title, _, _ in found}
        uses = [
            (title, Link(names[name], location.to(page, at)), text) for title, at, text in found
        ]
        uses += (
            (theirs, Link(names[name], location.to(page, "words")), "")
            for theirs in renamed
            if _key(theirs) not in named
        )
        for title, link, text in uses:
            word = gathered.setdefault(_key(title), _Gathered(_heading(title)))
            stands_for = next((t for own, t in renamed.items() if _key(own) == _key(title)), None)
            word.uses.append((link, stands_for, text))
    entries = sorted(
        (_entry(site, location, word, called, names) for word in gathered.values()),
        key=lambda entry: _sorted_by(entry.word),
    )
    return GlossaryPage(
        letters=tuple(
            Letter(letter=letter, anchor=f"letter-{letter.lower()}", entries=tuple(under))
            for letter, under in groupby(
                entries, key=lambda entry: _sorted_by(entry.word)[:1].upper()
            )
        )
    )


def _sorted_by(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalnum() or letter == " ")


def _heading(title: str) -> str:
    """A title without its article, with a capital."""
    plain = ARTICLE.sub("", title)
    return plain[:1].upper() + plain[1:]


def _parts(site: SiteData, name: str) -> Iterator[tuple[str, str, str]]:
    """Title, anchor and text of each part that a ruleset itself gives a meaning."""
    rules = site.effective[name]
    labels = Labels(rules)
    played = opened_steps(rules) - {BATTLE}
    for kind in KINDS:
        written: Mapping[str, Part] = getattr(site.rulesets[name], kind)
        for part_name in written:
            part = getattr(rules, kind)[part_name]
            # Steps that only lend their rules to others are nothing that players speak of.
            lends = isinstance(part, Step) and part_name not in played
            if lends or not has_content(part) or not (part.title or part_name in rules.words):
                continue
            own = (clause for clause in part.clauses if clause.full_id not in site.idle[name])
            text = part.text or next((clause.text for clause in own), "")
            yield plain_text(labels.title(part_name, kind)), part_anchor(kind, part_name), text


def _entry(
    site: SiteData,
    location: PageLocation,
    found: _Gathered,
    called: Mapping[str, Mapping[str, list[Link]]],
    names: Mapping[str, str],
) -> Entry:
    term = found.term
    meanings: dict[tuple[Term | None, str], list[Link]] = {}
    for link, stands_for, text in found.uses:
        meanings.setdefault((stands_for, text), []).append(link)
    return Entry(
        word=found.word,
        anchor=word_anchor(found.word),
        text=inline_html(term.text) if term else Markup(),
        names=tuple(
            Name(name=Link(theirs, f"#{word_anchor(_heading(theirs))}"), systems=tuple(systems))
            for theirs, systems in (called.get(term.term, {}) if term else {}).items()
        ),
        used=tuple(_used(site, location, term, names)) if term else (),
        meanings=tuple(
            Meaning(
                systems=tuple(links),
                term=Link(other.term.lower(), f"#{other.anchor}") if other else None,
                text=inline_html(text),
            )
            for (other, text), links in meanings.items()
        ),
    )


def _used(
    site: SiteData, location: PageLocation, term: Term, names: Mapping[str, str]
) -> Iterator[Link]:
    """Links to the first rule of each system that deals chances as a term says."""
    if term.word not in Cadence.__members__.values():
        return
    for name, rules in site.effective.items():
        clauses = (clause for step in rules.steps.values() for clause in step.clauses)
        dealt = (one for one in clauses if one.means and one.means.cadence == term.word)
        if found := next((one for one in dealt if one.full_id not in site.idle[name]), None):
            anchor = found.id if found.ruleset == name else found.full_id
            yield Link(names[name], location.to(system_url(name), anchor))
