"""Search index: every rule, example and word that can be found, and the library that finds them.

The index is a script and not JSON, because a page that was opened from the disk may not fetch.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files

from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS
from turnwright.proof.mutation_testing import own_clauses
from turnwright.site.data import DataFile
from turnwright.site.markdown import plain_text
from turnwright.site.page import GLOSSARY, example_url, system_url
from turnwright.site.site_data import SiteData
from turnwright.site.terms import Term, shared_terms
from turnwright.study.applicability import Applies
from turnwright.study.labels import Labels

LIBRARY = "search/lunr.js"
"""Lunr, as it comes with MkDocs: an index in the browser, with stemming and ranking."""
INDEX = "search/entries.js"

Entry = tuple[str, str, str, str, str, tuple[int, ...]]
"""What is shown, where it leads to within its system, a heading, a remark, synonyms, systems."""


def search_files(site: SiteData) -> Iterator[DataFile]:
    """The search library, and the entries of this site."""
    library = files("mkdocs.contrib.search").joinpath("templates/search/lunr.js")
    yield DataFile(LIBRARY, library.read_text(encoding="utf-8"))
    data = {
        "systems": [
            {"id": name, "title": ruleset.title, "url": f"{system_url(name)}{site.index}"}
            for name, ruleset in site.rulesets.items()
        ],
        "rules": list(_rules(site)),
        "examples": list(_examples(site)),
        "words": list(_words(site)),
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    yield DataFile(INDEX, f"turnwright.entries({written});\n")


def _rules(site: SiteData) -> Iterator[Entry]:
    """An entry for each rule, once, with all the systems in which it is in force."""
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    for name, ruleset in site.rulesets.items():
        labels = Labels(site.effective[name])
        for clause in own_clauses(ruleset):
            holds = site.applicability[name][clause.full_id]
            systems = [numbers[name]]
            systems += (
                numbers[other]
                for other, rules in site.effective.items()
                if other != name and _in_force(site, other, clause, rules.clauses())
            )
            kind, part = site.part_of[clause.full_id]
            text = plain_text(clause.text)
            remark = holds.label.rstrip(":") if holds.applies is not Applies.BY_DEFAULT else ""
            yield (
                text,
                clause.id,
                labels.title(part, kind if kind in KINDS else ""),
                remark,
                " ".join(_synonyms(text, ruleset.synonyms, shared_terms())),
                tuple(systems),
            )


def _in_force(site: SiteData, ruleset: str, clause: Clause, clauses: Iterable[Clause]) -> bool:
    """True when a ruleset that extends a clause's own still has it, and its round reaches it."""
    return clause.full_id not in site.idle[ruleset] and any(
        other.full_id == clause.full_id for other in clauses
    )


def _examples(site: SiteData) -> Iterator[tuple[str, str, int]]:
    """Sentence, URL and system of each example."""
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    for record in site.records:
        example = record.example
        url = f"{example_url(example.ruleset, example.slug)}{site.index}"
        yield plain_text(example.example), url, numbers[example.ruleset]


def _words(site: SiteData) -> Iterator[tuple[str, str, str, str]]:
    """Word, sentence, URL and synonyms of each word of the players' glossary."""
    for term in shared_terms():
        url = f"{GLOSSARY}{site.index}#{term.anchor}"
        yield term.term, plain_text(term.text), url, " ".join(term.also)


def _synonyms(
    text: str, own: Mapping[str, tuple[str, ...]], terms: Iterable[Term]
) -> Iterator[str]:
    """What players would type for the words of a text, by its ruleset and by the glossary."""
    for word, others in own.items():
        if _has(text, word):
            yield from others
    for term in terms:
        if _has(text, term.term):
            yield from term.also


def _has(text: str, word: str) -> bool:
    """True when a text has a word, whatever its ending."""
    return re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) is not None
