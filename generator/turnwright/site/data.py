"""Everything as JSON, at addresses that stay: rulesets, packs, clauses, and examples as played.

Each file names its schema under `$schema` and the form it has under `version`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from turnwright.language.clause import Clause
from turnwright.proof.mutation_testing import Proof
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import armies, input_of
from turnwright.site.book import Book
from turnwright.site.form import (
    FORMS,
    ClauseData,
    Clauses,
    ExampleData,
    Index,
    IndexExample,
    IndexPack,
    IndexRuleset,
    PackData,
    RowData,
    Status,
)
from turnwright.site.notation import schema, written
from turnwright.site.page import example_url, pack_url, system_url

VERSION = 1
"""The form of the files. It grows when something is renamed, moved or taken away."""


@dataclass(frozen=True)
class DataFile:
    """A file of data."""

    path: str
    """Where it is, seen from the home page."""
    text: str


def data_files(book: Book) -> Iterator[DataFile]:
    """Every file of data, and the schemas they keep to."""
    for form, cls in FORMS.items():
        yield DataFile(f"data/schema/{form}.json", _text(data_schema(form, cls)))
    yield _file("index", "data/index.json", Index(rulesets=tuple(_indexed(book))))
    for name, ruleset in book.effective.items():
        yield _file("ruleset", f"data/{_ruleset(name)}", ruleset)
        for pack, chosen in book.rulesets[name].packs.items():
            held = PackData(
                pack=pack,
                title=chosen.title,
                text=chosen.text,
                options=chosen.options,
                params=chosen.params,
                readings=chosen.readings,
                rules=book.packed(name, pack),
            )
            yield _file("pack", f"data/{_pack(name, pack)}", held)
    for proof in book.proofs:
        yield _file("clauses", f"data/{_clauses(proof.ruleset)}", _clauses_of(book, proof))
    for record in book.records:
        example = record.example
        path = f"data/{_example(example.ruleset, example.slug)}"
        yield _file("example", path, _played(book, record))


def data_schema(form: str, cls: type) -> dict[str, object]:
    """The JSON Schema (draft 2020-12) of one form of file."""
    told = schema(cls)
    head = {"$schema": {"type": "string"}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:turnwright:data:{form}:{VERSION}",
        **told,
        "properties": {**head, **told["properties"]},  # type: ignore[dict-item]
        "required": ["version", *told["required"]],  # type: ignore[misc]
    }


def _file(form: str, path: str, value: object) -> DataFile:
    up = "../" * (path.count("/") - 1)
    head = {"$schema": f"{up}schema/{form}.json", "version": VERSION}
    return DataFile(path, _text({**head, **written(value)}))  # type: ignore[dict-item]


def _text(said: object) -> str:
    return json.dumps(said, ensure_ascii=False) + "\n"


def _ruleset(name: str) -> str:
    return f"rulesets/{name}.json"


def _pack(name: str, pack: str) -> str:
    return f"packs/{name}/{pack}.json"


def _clauses(name: str) -> str:
    return f"clauses/{name}.json"


def _example(name: str, slug: str) -> str:
    return f"examples/{name}/{slug}.json"


def _indexed(book: Book) -> Iterator[IndexRuleset]:
    place = book.place("data/")
    for name, ruleset in book.rulesets.items():
        yield IndexRuleset(
            ruleset=name,
            title=ruleset.title,
            game=ruleset.game,
            edition=ruleset.edition,
            extends=ruleset.extends,
            data=_ruleset(name),
            clauses=_clauses(name),
            page=place.to(system_url(name)),
            packs=tuple(
                IndexPack(
                    pack=pack,
                    title=chosen.title,
                    data=_pack(name, pack),
                    page=place.to(pack_url(name, pack)),
                )
                for pack, chosen in ruleset.packs.items()
            ),
            examples=tuple(
                IndexExample(
                    example=each.example,
                    data=_example(name, each.slug),
                    page=place.to(example_url(name, each.slug)),
                )
                for each in book.examples_of(name)
            ),
        )


def _clauses_of(book: Book, proof: Proof) -> Clauses:
    name = proof.ruleset
    ruleset = book.rulesets[name]
    place = book.place("data/clauses/")

    def full(cited: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(book.resolve(each, name) for each in cited)

    def held(clause: Clause) -> ClauseData:
        kind, part = book.part_of[clause.full_id]
        same = clause.equivalent
        return ClauseData(
            id=clause.full_id,
            text=clause.text,
            kind=kind,
            part=part,
            of=clause.of,
            status=_status(clause),
            inferred=clause.inferred,
            source=clause.source,
            follows=full(clause.follows),
            replaces=full(clause.replaces),
            removes=full(clause.removes),
            same_as=book.resolve(same.to, name) if same else "",
            why=clause.advice or (same.why if same else ""),
            aliases=clause.aliases,
            shown=tuple(
                f"../{_example(each.ruleset, each.slug)}"
                for each in proof.shown.get(clause.full_id, ())
            ),
            proved=proof.proved.get(clause.full_id, ""),
            page=place.to(system_url(name), clause.id),
        )

    return Clauses(
        ruleset=name,
        official=ruleset.official,
        documents=book.effective[name].documents,
        clauses=tuple(map(held, proof.clauses)),
    )


def _status(clause: Clause) -> Status:
    if clause.advice:
        return Status.ADVICE
    if clause.follows:
        return Status.FOLLOWS
    return Status.EQUIVALENT if clause.equivalent else Status.RULE


def _played(book: Book, record: Record) -> ExampleData:
    example = record.example
    path = f"data/{_example(example.ruleset, example.slug)}"
    place = book.place(path.rpartition("/")[0] + "/")

    def played(number: int, row: Row) -> RowData:
        line = row.line
        return RowData(
            line=number,
            input=input_of(line) if line else None,
            note=line.note if line else "",
            events=row.events,
            refused=row.refused,
            refused_by=row.refused_by,
            decision=row.decision,
            round=row.round,
            ruled_out=dict(row.ruled_out),
            claims=line.then if line else example.start,
        )

    return ExampleData(
        example=example.example,
        ruleset=example.ruleset,
        slug=example.slug,
        about=example.about,
        shows=tuple(book.resolve(each, example.ruleset) for each in example.shows),
        options=example.options,
        params=example.params,
        readings=example.readings,
        mission=example.mission,
        facts=example.facts,
        given=armies(example),
        rows=tuple(played(number, row) for number, row in enumerate(record.rows)),
        page=place.to(example_url(example.ruleset, example.slug)),
    )
