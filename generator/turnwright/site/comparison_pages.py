"""Comparison pages: all systems by question, pairs of them, and rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from turnwright.compare.variants import readings_of, variants_of
from turnwright.language.ruleset import Ruleset
from turnwright.site.comparison import Comparison
from turnwright.site.lasting_page import lasting_pages
from turnwright.site.markdown import plain_text
from turnwright.site.page import (
    COMPARISON,
    Link,
    Page,
    comparison_url,
    difference_url,
    system_url,
    variant_path,
)
from turnwright.site.rendering import render
from turnwright.site.side_by_side import Side, difference_page
from turnwright.site.site_data import SiteData
from turnwright.site.situations_page import situations_pages

STYLE, SCRIPT = "compare.css", "compare.js"
"""The style sheet of these pages, and the script by which one chooses among systems."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Two rulesets that are set side by side rule by rule."""

    url: str
    title: str
    about: str = ""
    before: tuple[str, str]
    """Title and URL of the first one."""
    now: tuple[str, str]
    """Title and URL of the other one."""
    base: Ruleset
    rules: Ruleset


def comparison_pages(site: SiteData) -> Iterator[Page]:
    """Pages with the questions of players: of all systems, and of pairs that belong together."""
    comparison = Comparison.of(site)
    location = site.location(COMPARISON)
    whole = comparison.whole()
    other_pages = {
        "What may this unit do now?": tuple(situations_pages(site)),
        "How long does it last?": tuple(lasting_pages(site)),
    }
    lists: dict[str, Iterable[Page | Difference]] = {
        "Rule by rule": tuple(differences(site)),
        **other_pages,
    }
    more = (
        (title, tuple(Link(each.title, location.to(each.url)) for each in listed))
        for title, listed in lists.items()
    )
    for pages in other_pages.values():
        yield from pages
    yield Page(
        url=COMPARISON,
        title="Compare",
        summary="Who acts next, how many at once, may I pass: every system's answers.",
        html=render("comparison", replace(whole, more=(*whole.more, *more))),
        assets=(STYLE, SCRIPT),
    )
    for one, other in comparison.pairs:
        page = comparison.pair(one.key, other.key)
        yield Page(
            url=comparison_url(one.key, other.key),
            title=page.title,
            summary="What both answer to the questions of players.",
            html=render("comparison", page),
            assets=(STYLE,),
        )


def difference_pages(site: SiteData) -> Iterator[Page]:
    """Pages with two rulesets side by side, rule by rule."""
    for each in differences(site):
        location = site.location(each.url)
        before, now = (
            Side(link=Link(title, location.to(*url.split("#"))), rules=rules)
            for (title, url), rules in ((each.before, each.base), (each.now, each.rules))
        )
        page = difference_page(site, location, before, now, each.title, each.about)
        yield Page(
            url=each.url,
            title=each.title,
            summary="What is new, changed, kept and gone, rule by rule.",
            html=render("difference", page),
            edit=str(site.library.source(each.rules.ruleset)),
            assets=(STYLE,),
        )
    site.kept.save()


def differences(site: SiteData) -> Iterator[Difference]:
    """Every overlay beside its base, and every system beside itself with one thing chosen.

    Systems of one game stand side by side as well, where neither extends the other and none is
    a library.
    """
    for name, rules in site.effective.items():
        system = (plain_text(rules.title), system_url(name))
        base = site.effective.get(rules.extends)
        if base is not None:
            yield Difference(
                url=difference_url(name),
                title=f"{system[0]} beside {plain_text(base.title)}",
                before=(plain_text(base.title), system_url(base.ruleset)),
                now=system,
                base=base,
                rules=rules,
            )
        for other, theirs in site.effective.items():
            related = name in (other, theirs.extends) or other == rules.extends
            apart = related or rules.library or theirs.library
            if other > name and rules.game and theirs.game == rules.game and not apart:
                yield Difference(
                    url=difference_url(name, other),
                    title=f"{system[0]} beside {plain_text(theirs.title)}",
                    before=system,
                    now=(plain_text(theirs.title), system_url(other)),
                    base=rules,
                    rules=theirs,
                )
        yield from _with_choices(site, name, rules, system)


def _with_choices(
    site: SiteData, name: str, rules: Ruleset, system: tuple[str, str]
) -> Iterator[Difference]:
    """A system beside itself: with a pack, with an option, or with another reading."""
    written, read = variants_of(site.library, name), readings_of(site.library, name)
    for variant in (*tuple(written)[1:], *read):
        label = plain_text(variant.label)
        yield Difference(
            url=difference_url(name, variant.chosen),
            title=f"{system[0]}: {label}",
            about=variant.question,
            before=system,
            now=("This reading" if variant.reading else label, "#".join(variant_path(variant))),
            base=rules,
            rules=variant.ruleset,
        )
