"""JSON files: at stable URLs rulesets, packs, clauses and replayed examples; hover cards.

Each file names its JSON Schema under `$schema` and the data model's version under `version`.
"""

import json
import posixpath
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from turnwright.describe.applicability import idle_clauses
from turnwright.examples.record import Record, Row
from turnwright.examples.replay import armies
from turnwright.language.clause import Clause
from turnwright.language.companion import Equivalent
from turnwright.load.json_schema import to_json, value_schema
from turnwright.proof.proof import ClauseProof
from turnwright.site.clauses import LEGEND, not_played, sentence
from turnwright.site.data.model import (
    DATA_MODELS,
    ClauseData,
    Clauses,
    ClauseStatus,
    ExampleData,
    Index,
    IndexExample,
    IndexPack,
    IndexRuleset,
    PackData,
    ProofData,
    RowData,
)
from turnwright.site.page import GLOSSARY, SiteFile, example_data, example_url, pack_url, system_url
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

VERSION = 4
"""Version of the data model, raised when a field is renamed, moved or removed."""


def data_files(site: SiteData) -> Iterator[SiteFile]:
    """All JSON files and their JSON Schemas."""
    for model, cls in DATA_MODELS.items():
        make = partial(data_schema, model, cls)
        yield SiteFile(f"data/schema/{model}.json", lambda make=make: _text(make()))  # type: ignore[misc]
    yield _versioned_file("index", "data/index.json", partial(_index, site))
    for name in site.effective:
        rules = partial(site.effective.__getitem__, name)
        yield _versioned_file("ruleset", f"data/{_ruleset(name)}", rules)
        yield _versioned_file(
            "clauses", f"data/{_clauses(name)}", partial(_clauses_data, site, name)
        )
        if name in site.library.books:
            book = partial(site.book, name)
            yield _versioned_file("book", f"data/books/{name}.json", book)
        for pack in site.rulesets[name].packs:
            made = partial(_pack_data, site, name, pack)
            yield _versioned_file("pack", f"data/{_pack(name, pack)}", made)
    for record in site.records:
        path = example_data(record.example.ruleset, record.example.slug)
        yield _versioned_file("example", path, partial(_example_data, site, record))


def data_schema(model: str, cls: type) -> dict[str, object]:
    """JSON Schema (draft 2020-12) of one kind of file."""
    schema = value_schema(cls)
    head = {"$schema": {"type": "string"}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:turnwright:data:{model}:{VERSION}",
        **schema,
        "properties": {**head, **schema["properties"]},
        "required": ["version", *schema["required"]],
    }


def _versioned_file(model: str, path: str, make: Callable[[], object]) -> SiteFile:
    up = "../" * (path.count("/") - 1)
    head = {"$schema": f"{up}schema/{model}.json", "version": VERSION}
    return SiteFile(path, lambda: _text({**head, **to_json(make())}))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _ruleset(name: str) -> str:
    return f"rulesets/{name}.json"


def _pack(name: str, pack: str) -> str:
    return f"packs/{name}/{pack}.json"


def _clauses(name: str) -> str:
    return f"clauses/{name}.json"


def _index(site: SiteData) -> Index:
    return Index(rulesets=tuple(_index_entries(site)))


def _pack_data(site: SiteData, name: str, pack: str) -> PackData:
    chosen, rules = site.rulesets[name].packs[pack], site.with_pack(name, pack)
    return PackData(
        pack=pack,
        title=chosen.title,
        text=chosen.text,
        options=chosen.options,
        params=chosen.params,
        readings=chosen.readings,
        rules=rules,
        idle=tuple(sorted(idle_clauses(rules))),
    )


def _index_entries(site: SiteData) -> Iterator[IndexRuleset]:
    location = site.location("data/")
    for name, ruleset in site.rulesets.items():
        yield IndexRuleset(
            ruleset=name,
            title=ruleset.title,
            status=ruleset.status,
            checked=ruleset.checked,
            game=ruleset.game,
            edition=ruleset.edition,
            extends=ruleset.extends,
            library=ruleset.library,
            uses=ruleset.uses,
            data=_ruleset(name),
            clauses=_clauses(name),
            page=location.to(system_url(name)),
            packs=tuple(
                IndexPack(
                    pack=pack,
                    title=chosen.title,
                    data=_pack(name, pack),
                    page=location.to(pack_url(name, pack)),
                )
                for pack, chosen in ruleset.packs.items()
            ),
            examples=tuple(
                IndexExample(
                    example=each.example,
                    data=location.file(example_data(name, each.slug)),
                    page=location.to(example_url(name, each.slug)),
                )
                for each in site.examples_of(name)
            ),
        )


def _clauses_data(site: SiteData, name: str) -> Clauses:
    proof = next(proof for proof in site.proofs if proof.ruleset == name)
    credit = site.credit(name)
    location = site.location("data/clauses/")

    def full(cited: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(site.resolve(each, name) for each in cited)

    def clause_data(proved: ClauseProof) -> ClauseData:
        clause = proved.clause
        kind, part = site.part_of[clause.full_id]
        same = next(
            (one for one in site.library.equivalent.get(clause.full_id, ()) if one.to), None
        )
        return ClauseData(
            id=clause.full_id,
            text=clause.text,
            kind=kind,
            part=part,
            of=clause.of,
            applies=site.applicability[name][clause.full_id].applies,
            status=_status(clause, same),
            inferred=clause.inferred,
            assumed=clause.assumed,
            source=clause.source,
            follows=full(clause.follows),
            replaces=full(clause.replaces),
            removes=full(clause.removes),
            same_as=site.resolve(same.to, name) if same else "",
            why=clause.advice or (same.why if same else ""),
            aliases=clause.aliases,
            shown=tuple(
                location.file(example_data(each.ruleset, each.slug)) for each in proved.shown
            ),
            proof=ProofData(
                status=proved.status,
                explanation=proved.verdict.explanation,
                killed=proved.verdict.killed,
                survived=proved.verdict.survived,
                equivalent=proved.verdict.equivalent,
                stopped=proved.verdict.stopped,
            ),
            page=location.to(system_url(name), clause.id),
        )

    return Clauses(
        ruleset=name,
        publisher=credit.publisher,
        official=credit.official,
        official_of_base=credit.base,
        idle=tuple(sorted(site.idle[name])),
        documents=site.effective[name].documents,
        clauses=tuple(map(clause_data, proof.clauses.values())),
    )


def _status(clause: Clause, same: Equivalent | None) -> ClauseStatus:
    if clause.advice:
        return ClauseStatus.ADVICE
    if clause.follows:
        return ClauseStatus.FOLLOWS
    return ClauseStatus.EQUIVALENT if same else ClauseStatus.RULE


def _example_data(site: SiteData, record: Record) -> ExampleData:
    example = record.example
    path = example_data(example.ruleset, example.slug)
    location = site.location(path.rpartition("/")[0] + "/")

    def row_data(number: int, row: Row) -> RowData:
        line = row.line
        return RowData(
            line=number,
            input=line.input if line else None,
            note=line.note if line else "",
            by=tuple(dict.fromkeys(clause for event in row.events for clause in event.by)),
            refused=row.refused,
            refused_by=row.refused_by,
            round=row.round,
            claims=line.then if line else example.start,
        )

    return ExampleData(
        example=example.example,
        ruleset=example.ruleset,
        slug=example.slug,
        about=example.about,
        shows=tuple(site.resolve(each, example.ruleset) for each in example.shows),
        options=example.options,
        params=example.params,
        readings=example.readings,
        mission=example.mission,
        facts=example.facts,
        values=example.values,
        not_played=not_played(site, record),
        given=armies(example),
        rows=tuple(row_data(number, row) for number, row in enumerate(record.rows)),
        page=location.to(example_url(example.ruleset, example.slug)),
    )


def hover_card_files(site: SiteData) -> Iterator[SiteFile]:
    """JSON files, one for each system, the glossary and the legend: text by anchor."""
    for name in site.rulesets:
        yield _card_file(system_url(name), partial(_sentences, site, name))
    yield _card_file(GLOSSARY, _terms)
    if site.legend:
        folder = posixpath.join(posixpath.dirname(site.legend), "")
        yield _card_file(folder, lambda: {mark.anchor: mark.text for mark in LEGEND.marks})


def _sentences(site: SiteData, name: str) -> Mapping[str, str]:
    clauses = site.rulesets[name].own_clauses()
    return {clause.id: sentence(site, clause, name).striptags() for clause in clauses}


def _terms() -> Mapping[str, str]:
    return {term.anchor: plain_text(term.text) for term in shared_terms().terms}


def _card_file(url: str, cards: Callable[[], Mapping[str, str]]) -> SiteFile:
    return SiteFile(f"{url}cards.json", lambda: json.dumps(cards(), ensure_ascii=False) + "\n")
