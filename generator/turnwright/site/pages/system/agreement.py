"""Agreement data: what ticking options and readings does to a system's page, as a script file.

A script also loads where a page is opened from the disk.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from turnwright.describe.labels import Labels
from turnwright.describe.settings import ChosenRules, Setting, choice_number, clauses_among, text_of
from turnwright.describe.step_tree import build_tree, caption
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.site.clauses import References
from turnwright.site.page import (
    PageLocation,
    Sheets,
    SiteFile,
    pack_url,
    part_anchor,
    setting_anchor,
    system_url,
)
from turnwright.site.pages.system.rules import RulesBuilder
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

FILE = "agreed.js"


def shown_choices(site: SiteData, name: str) -> tuple[Setting, ...]:
    """Choices that a system's page lists: those of its own."""
    written = site.rulesets[name]
    return tuple(
        choice
        for choice in site.choices[name].choices
        if choice.name in (written.readings if choice.alternative else written.options)
    )


def agreement_files(site: SiteData) -> Iterator[SiteFile]:
    """Script files with the effects of all choices, one for each system that has any."""
    for name, written in site.rulesets.items():
        if written.options or written.readings:
            yield SiteFile(system_url(name) + FILE, partial(_script, site, name))


def _script(site: SiteData, name: str) -> str:
    data = _AgreementData(site, name, shown_choices(site, name)).data()
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(window.turnwright ??= {{}}).agreed = {text};\n"


@dataclass
class _AgreementData:
    site: SiteData
    name: str
    choices: tuple[Setting, ...]

    def __post_init__(self) -> None:
        self.effects = self.site.choices[self.name]
        self.rules = self.effects.whole
        self.location: PageLocation = self.site.location(system_url(self.name))
        self.anchors = self.page_anchors()
        self.clauses: dict[str, object] = {}

    def page_anchors(self) -> dict[tuple[str, str], str]:
        """Anchors of clauses on the page, as the page itself gives them."""
        written = self.site.rulesets[self.name]
        own = {clause.full_id for clause in written.clauses()}
        hidden = self.site.idle[self.name] - own
        refs = References(self.site, self.location, self.name)
        builder = RulesBuilder(refs, self.rules, idle=hidden)
        builder.view()
        for name in written.options:
            builder.patch(self.rules.options[name], name)
        for name, reading in written.readings.items():
            for which in reading.alternatives:
                if which != reading.default:
                    builder.patch(self.rules.readings[name].alternatives[which], f"{name}.{which}")
        return builder.anchor_by_clause

    def data(self) -> dict[str, object]:
        pairs: list[object] = []
        conflicts: list[object] = []
        for one, other, both in self.effects.pairs():
            if one not in self.choices or other not in self.choices:
                continue
            if both is None:
                conflicts.append([one.key, other.key])
            else:
                pairs.append({"of": [one.key, other.key], **self.effect(both)})
        return {
            "system": self.name,
            "choices": {choice.key: self.choice(choice) for choice in self.choices},
            "conflicts": conflicts,
            "pairs": pairs,
            "packs": list(self.packs()),
            "clauses": self.clauses,
        }

    def choice(self, choice: Setting) -> object:
        chosen = self.effects.alone[choice]
        option = self.rules.options.get(choice.name) if not choice.alternative else None
        return {
            "number": choice_number(self.rules, choice),
            "text": plain_text(text_of(self.rules, choice)),
            "anchor": setting_anchor(choice),
            "needs": list(self.effects.needs(choice)),
            "alone": chosen is not None,
            "drawing": chosen is not None
            and self.drawing(chosen.rules) != self.drawing(self.rules),
            "params": list(option.params) if option else [],
            **self.effect(chosen),
        }

    def effect(self, chosen: ChosenRules | None) -> dict[str, object]:
        """What holds and what lapses, as keys of `clauses`, where each is described once."""
        holds: list[object] = []
        lapses: list[object] = []
        if chosen is not None:
            for kind, name, clause in clauses_among(chosen.rules, chosen.effect.holds):
                holds.append(self.described(kind, name, clause))
            for kind, name, clause in clauses_among(self.rules, chosen.effect.lapses):
                lapses.append(self.described(kind, name, clause))
        return {"holds": holds, "lapses": lapses}

    def described(self, kind: str, name: str, clause: Clause) -> str:
        """Key of a clause that is described: where it is on the page, and where it belongs."""
        key = f"{clause.of} {clause.full_id}".strip()
        replaced = (self.anchors.get(of) for of in self.keys_of(clause.replaces))
        self.clauses[key] = {
            "anchor": self.anchors.get((clause.of, clause.full_id), ""),
            "part": part_anchor(kind, name),
            "after": next(filter(None, replaced), ""),
            "text": plain_text(clause.text),
        }
        return key

    def keys_of(self, full_ids: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Patch and full id of the clauses of the plain rules with these full ids."""
        for clause in self.rules.clauses():
            if clause.full_id in full_ids:
                yield clause.of, clause.full_id

    def drawing(self, rules: Ruleset) -> object:
        """What the drawing of a round says: its steps, with their captions."""
        tree, labels = build_tree(rules), Labels(rules)
        return (
            [[labels.title(b.name), caption(b), len(b.branches)] for b in tree.walk()]
            if tree
            else []
        )

    def packs(self) -> Iterator[object]:
        """Packs, with the choices that they are."""
        for key, pack in self.site.rulesets[self.name].packs.items():
            readings = (Setting(name, which).key for name, which in pack.readings.items())
            yield {
                "of": sorted({*pack.options, *readings}),
                "title": plain_text(pack.title),
                "href": self.location.to(pack_url(self.name, key)),
                "sheets": self.sheets(self.site.sheet_links(self.location, self.name, key)),
            }

    def sheets(self, found: Iterable[Sheets]) -> object:
        return [
            [each.audience.lower(), [[link.text, link.href] for link in each.links]]
            for each in found
        ]
