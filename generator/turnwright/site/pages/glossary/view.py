"""Glossary: the words of play, and what each system means by them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby

from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import opened_steps
from turnwright.describe.variants import system_names
from turnwright.engine.program import BATTLE
from turnwright.language.ruleset import KINDS, Part, Ruleset
from turnwright.language.step import Step
from turnwright.language.turn_order import Cadence
from turnwright.load.terms import Term, Terms, read_terms, word_anchor
from turnwright.site.page import GLOSSARY, Link, PageLocation, has_content, part_anchor, system_url
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
class Entry:
    """Glossary entry: a word of play."""

    word: str
    term: Term | None = None
    """The shared term; None for a word of single systems."""
    names: dict[str, list[Link]] = field(default_factory=dict)
    """What systems call it that have another word for it, with links to these."""
    used: tuple[Link, ...] = ()
    """Rules by which systems deal chances to act in this way."""
    meanings: dict[tuple[Term | None, str], list[Link]] = field(default_factory=dict)
    """By shared term that it stands for, and by text: the parts of systems that it names."""

    @property
    def anchor(self) -> str:
        """Its anchor on the page."""
        return word_anchor(self.word)


@dataclass(frozen=True, kw_only=True)
class GlossaryPage:
    """View model of the glossary."""

    letters: tuple[tuple[str, tuple[Entry, ...]], ...]
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
    titles = system_names(site.rulesets)
    entries = {_key(term.term): Entry(term.term, term) for term in shared_terms().terms}
    for entry in tuple(entries.values()):
        assert entry.term is not None
        entry.used = tuple(_used(site, location, entry.term, titles))
    for name in site.rulesets:
        page, title = system_url(name), titles[name]
        here = Link(title, location.to(page, "words"))
        renamed = dict(_renamed(site.effective[name]))
        for theirs, term in renamed.items():
            entries[_key(term.term)].names.setdefault(theirs, []).append(here)
        stands_for = {_key(theirs): term for theirs, term in renamed.items()}
        found = [
            (word, Link(title, location.to(page, at)), text)
            for word, at, text in _parts(site, name)
        ]
        named = {_key(word) for word, _, _ in found}
        found += ((theirs, here, "") for theirs in renamed if _key(theirs) not in named)
        for word, link, text in found:
            entry = entries.setdefault(_key(word), Entry(_heading(word)))
            meant = stands_for.get(_key(word)), text
            entry.meanings.setdefault(meant, []).append(link)
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
