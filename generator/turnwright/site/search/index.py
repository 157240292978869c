"""Search index: every rule, example and word that can be found, with what players type for it.

The index is a script and not JSON, because a page that was opened from the disk may not fetch.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain

from turnwright.describe.applicability import Applies
from turnwright.describe.labels import Labels
from turnwright.language.ruleset import KINDS
from turnwright.load.name_checks import has_word
from turnwright.site.page import GLOSSARY, SiteFile, example_url, system_url
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

INDEX = "search/entries.js"
NOT_COVERED = "not-covered"
"""Where a system's page says what is not covered."""

Entry = tuple[str, str, str, str, str, str, tuple[int, ...]]
"""What is shown, its place on a system's page, a heading, a remark, synonyms of the ruleset and
of the glossary, and the systems."""


def search_files(site: SiteData) -> Iterator[SiteFile]:
    """The entries of this site, as a script."""
    yield SiteFile(INDEX, partial(_script, site))


def _script(site: SiteData) -> str:
    data = {
        "systems": [
            {"id": name, "title": ruleset.title, "url": f"{system_url(name)}{site.index}"}
            for name, ruleset in site.rulesets.items()
        ],
        "rules": [*_rules(site), *_not_covered(site)],
        "examples": list(_examples(site)),
        "words": list(_words(site)),
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"turnwright.entries({written});\n"


def _rules(site: SiteData) -> Iterator[Entry]:
    """An entry for each rule, once, with all the systems in which it is in force."""
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    in_force: dict[str, list[int]] = {}
    for name, rules in site.effective.items():
        for full_id in {clause.full_id for clause in rules.clauses()} - site.idle[name]:
            in_force.setdefault(full_id, []).append(numbers[name])
    for name, ruleset in site.rulesets.items():
        labels = Labels(site.effective[name])
        for clause in ruleset.own_clauses():
            holds = site.applicability[name][clause.full_id]
            others = in_force.get(clause.full_id, ())
            systems = [numbers[name], *(each for each in others if each != numbers[name])]
            kind, part = site.part_of[clause.full_id]
            title = labels.title(part, kind if kind in KINDS else "")
            named = re.sub("[.-]", " ", clause.id)
            remark = holds.label.rstrip(":") if holds.applies is not Applies.BY_DEFAULT else ""
            yield (
                text := plain_text(clause.text),
                clause.id,
                title,
                remark,
                *_synonyms(f"{text} {title} {named}", ruleset.synonyms),
                tuple(systems),
            )


def _not_covered(site: SiteData) -> Iterator[Entry]:
    """An entry for each thing that is not covered, once, with all the systems that leave it out."""
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    for name, ruleset in site.rulesets.items():
        for entry in ruleset.not_covered.values():
            systems = [numbers[name]]
            systems += (
                numbers[other]
                for other, rules in site.effective.items()
                if other != name and entry.text in {e.text for e in rules.not_covered.values()}
            )
            text = plain_text(entry.text)
            synonyms = _synonyms(text, ruleset.synonyms)
            yield text, NOT_COVERED, "", "Not covered here", *synonyms, tuple(systems)


def _examples(site: SiteData) -> Iterator[tuple[str, str, int]]:
    """Sentence, URL and system of each example."""
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    for record in site.records:
        example = record.example
        url = f"{example_url(example.ruleset, example.slug)}{site.index}"
        yield plain_text(example.example), url, numbers[example.ruleset]


def _words(site: SiteData) -> Iterator[tuple[str, str, str, str]]:
    """Word, sentence, URL and synonyms of each word of the players' glossary."""
    for term in shared_terms().terms:
        url = f"{GLOSSARY}{site.index}#{term.anchor}"
        yield term.term, plain_text(term.text), url, " ".join(term.also)


def _synonyms(text: str, own: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    """What players would type for the words of a text, by its ruleset and by the glossary."""
    return _others(text, own), _others(text, shared_terms().synonyms)


def _others(text: str, synonyms: Mapping[str, tuple[str, ...]]) -> str:
    """The synonyms of all words that a text has."""
    found = (others for word, others in synonyms.items() if has_word(text, word))
    return " ".join(dict.fromkeys(chain.from_iterable(found)))
