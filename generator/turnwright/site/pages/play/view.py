"""View models of the pages where systems are played, and the files that they run on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from turnwright.play.kit import packed
from turnwright.play.kit_builder import kit_of
from turnwright.site.browser import CODE, code_archive, manifest
from turnwright.site.page import (
    PLAY,
    SYSTEMS,
    Link,
    Page,
    SiteFile,
    kit_path,
    play_url,
    system_url,
)
from turnwright.site.pages.systems.view import is_sketch, playable
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

ASSETS = (
    "play.css",
    "play_engine.js",
    "play_parts.js",
    "play_setup.js",
    "play_table.js",
    "play_board.js",
    "play_unit.js",
    "play_ask.js",
    "play.js",
    "offline.js",
)
"""Styles and scripts of a page where a system is played."""


@dataclass(frozen=True, kw_only=True)
class PlayPage:
    """View model of the page where a system is played."""

    crumbs: tuple[Link, ...]
    title: str
    system: str
    root: str
    """URL of the site's root, with a slash at its end."""
    index: str
    """What ends the URL of a page."""
    kit: str
    """URL of what the system is played with."""


@dataclass(frozen=True, kw_only=True)
class PlayList:
    """View model of the list of systems that can be played."""

    root: str
    systems: tuple[Link, ...]
    sketches: tuple[Link, ...]
    title: str = ""
    """The rules that are played inside these systems, where it is the page of such rules."""


def play_pages(site: SiteData) -> Iterator[Page]:
    """A page for each system that can be played, and the list of them."""
    yield Page(
        url=PLAY,
        title="Play",
        summary="Play any system here: the page says what may be done, and why not.",
        template="pages/play/list",
        view=partial(play_list, site),
        assets=("play.css", "offline.js"),
    )
    for name in playable(site):
        title = plain_text(site.rulesets[name].title)
        yield Page(
            url=play_url(name),
            title=f"Play {title}",
            summary=f"Play {title}: ask what a unit may do, or go through a battle.",
            template="pages/play/page",
            view=partial(play_page, site, name),
            edit=str(site.library.source(name)),
            assets=ASSETS,
        )

    for name, users in used_in(site).items():
        title = plain_text(site.rulesets[name].title)
        yield Page(
            url=play_url(name),
            title=f"Play {title}",
            summary=f"{title} has no round of its own; it is played where its rules are used.",
            template="pages/play/library",
            view=partial(library_page, site, name, users),
            edit=str(site.library.source(name)),
            assets=("play.css",),
        )


def used_in(site: SiteData) -> dict[str, tuple[str, ...]]:
    """The rulesets that have no round of their own, each with those that use its rules."""
    return {
        name: tuple(user for user in playable(site) if name in site.effective[user].uses)
        for name, rules in site.rulesets.items()
        if rules.library
    }


def library_page(site: SiteData, name: str, users: tuple[str, ...]) -> PlayList:
    """View model of the page of rules that are played inside those of others."""
    location = site.location(play_url(name))
    links = (Link(site.rulesets[user].title, location.to(play_url(user))) for user in users)
    return PlayList(root="", systems=tuple(links), sketches=(), title=site.rulesets[name].title)


def play_page(site: SiteData, name: str) -> PlayPage:
    """View model of the page where a system is played."""
    location = site.location(play_url(name))
    title = site.rulesets[name].title
    return PlayPage(
        crumbs=location.crumbs(("Systems", SYSTEMS), (title, system_url(name))),
        title=title,
        system=name,
        root=f"{location.file('.')}/",
        index=site.index,
        kit=location.file(kit_path(name)),
    )


def play_list(site: SiteData) -> PlayList:
    """View model of the list of systems that can be played."""
    location = site.location(PLAY)
    found: dict[bool, list[Link]] = {False: [], True: []}
    for name in playable(site):
        rules = site.rulesets[name]
        found[is_sketch(rules)].append(Link(rules.title, location.to(play_url(name))))
    return PlayList(
        root=f"{location.file('.')}/", systems=tuple(found[False]), sketches=tuple(found[True])
    )


def play_files(site: SiteData) -> Iterator[SiteFile]:
    """What a browser plays with: the kits, our own code, and the manifest of the app."""
    yield SiteFile("manifest.webmanifest", partial(manifest, site.look))
    yield SiteFile(CODE, code_archive)
    for name in playable(site):
        yield SiteFile(kit_path(name), lambda name=name: packed(kit_of(site.library, name)))  # type: ignore[misc]
