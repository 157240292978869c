"""Glossary: the words of play, and what each system means by them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain, groupby

from turnwright.describe.applicability import without_idle
from turnwright.describe.clause_words import Statements
from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import opened_steps
from turnwright.describe.variants import system_names
from turnwright.examples.programs import program_of
from turnwright.language.eligibility import Rank
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import Cadence
from turnwright.load.terms import Term, Terms, read_terms, word_anchor
from turnwright.site.page import GLOSSARY, Link, PageLocation, system_url
from turnwright.site.pages.comparison.questions import find_dealing_steps
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@cache
def shared_terms() -> Terms:
    """The terms that come with the package."""
    file = files("turnwright.site.pages.glossary").joinpath("terms.yaml")
    text = file.read_text(encoding="utf-8")
    return read_terms(text)


ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
"""What a title may begin with and a glossary is not sorted by."""


@dataclass
class GlossaryEntry:
    """Glossary entry: a word of play."""

    word: str
    term: Term | None = None
    """The shared term; None for a word of single systems."""
    names: dict[str, list[Link]] = field(default_factory=dict)
    """What systems call it that have another word for it, with links to these."""
    used: tuple[Link, ...] = ()
    """Rules by which systems deal chances to act in this way."""
    meanings: dict[tuple[Term | None, str], list[Link]] = field(default_factory=dict)
    """By the shared term that it stands for in some systems, or else by text: links to these."""

    @property
    def anchor(self) -> str:
        """Its anchor on the page."""
        return word_anchor(self.word)


@dataclass(frozen=True, kw_only=True)
class GlossaryPage:
    """View model of the glossary."""

    letters: tuple[tuple[str, tuple[GlossaryEntry, ...]], ...]
    """Each letter, with the entries that begin with it."""
    anchor: Callable[[str], str]
    """Anchor of another name of a term."""


@dataclass(frozen=True, kw_only=True)
class OwnWord:
    """System's own word for a shared term."""

    word: str
    term: Link


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
    # Of several systems of a game each is called by its whole title, as on its own page.
    short = system_names(site.rulesets)
    titles = {
        name: rules.title if short[name] != rules.game else rules.game
        for name, rules in site.rulesets.items()
    }
    entries = {_key(term.term): GlossaryEntry(term.term, term) for term in shared_terms().terms}
    for entry in tuple(entries.values()):
        assert entry.term is not None
        entry.used = tuple(_used(site, location, entry.term, titles))
    for name in site.rulesets:
        here = Link(titles[name], location.to(system_url(name), "words"))
        for theirs, term in _renamed(site.effective[name]):
            entries[_key(term.term)].names.setdefault(theirs, []).append(here)
            entry = entries.setdefault(_key(theirs), GlossaryEntry(_heading(theirs)))
            entry.meanings.setdefault((term, ""), []).append(here)
    for name in site.rulesets:
        renamed = {_key(theirs) for theirs, _ in _renamed(site.effective[name])}
        for word, text, anchor in _titles(site, name):
            entry = entries.get(_key(word), GlossaryEntry(word))
            # What is unlike a shared term in one system is told of each that has the word, once.
            if entry.meanings and _key(word) not in renamed:
                renamed.add(_key(word))
                there = Link(titles[name], location.to(system_url(name), anchor))
                entry.meanings.setdefault((None, text), []).append(there)
    ordered = sorted(entries.values(), key=lambda entry: _sorted_by(entry.word))
    by_letter = groupby(ordered, key=lambda entry: _sorted_by(entry.word)[:1].upper())
    return GlossaryPage(
        letters=tuple((letter, tuple(under)) for letter, under in by_letter),
        anchor=lambda name: word_anchor(_heading(name)),
    )


def _sorted_by(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalnum() or letter == " ")


def _heading(title: str) -> str:
    """A title without its article, with a capital."""
    plain = ARTICLE.sub("", title)
    return plain[:1].upper() + plain[1:]


def _titles(site: SiteData, name: str) -> Iterator[tuple[str, str, str]]:
    """Title, text and anchor of each part that is played and that a ruleset itself writes."""
    rules = site.effective[name]
    labels, played = Labels(rules), opened_steps(rules)
    for kind, part_name, part in site.rulesets[name].parts():
        first = next(iter(part.clauses), None)
        text = part.text or (first.text if first else "")
        if text and (kind != "steps" or part_name in played):
            title = plain_text(labels.title(part_name, kind))
            yield title, text, first.id if first else ""


def _used(
    site: SiteData, location: PageLocation, term: Term, names: Mapping[str, str]
) -> Iterator[Link]:
    """Links to the first rule of each system that deals chances as a term says."""
    if term.word not in Cadence.__members__.values():
        return
    for name, rules in site.effective.items():
        statements = Statements(without_idle(rules))
        main = () if rules.library else find_dealing_steps(program_of(rules), statements).main
        for said in chain.from_iterable(
            statements.of_step(step, "cadence", "rank") for step in main
        ):
            by_number = isinstance(said.value, Rank) and said.value.value
            if said.value == term.word or (by_number and term.word == Cadence.RANKED):
                own = said.clause.ruleset == name
                anchor = said.clause.id if own else said.clause.full_id
                yield Link(names[name], location.to(system_url(name), anchor))
                break
