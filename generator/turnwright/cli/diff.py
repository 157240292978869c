"""Command `diff`: what differs between two rulesets, or between now and the last commit."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

import click

from turnwright.cli.arguments import homes_of, own_folder
from turnwright.cli.exit_codes import WRONG
from turnwright.describe.variants import UnknownSystem, Variant, named_variant
from turnwright.lab.difference import ComparedSide, Difference, difference_of
from turnwright.lab.difference_report import (
    difference_data,
    difference_markdown,
    difference_text,
)
from turnwright.load.files import RULESET, default_folder
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.load.revision import NoRevision, files_of

FORMATS = ("text", "markdown", "json", "html")
STYLE = """body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 serif; }
h2, h3, code { font-family: sans-serif; } code { font-size: 0.85em; }
:root { color-scheme: light dark; }"""


@click.command("diff")
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@click.option("--since", metavar="REVISION", help="Of one SYSTEM, or all: else the last commit.")
@click.option("--base", "with_base", is_flag=True, help="Of one SYSTEM: with what it extends.")
@click.option(
    "--format", "output_format", type=click.Choice(FORMATS), default="text", show_default=True
)
@click.option(
    "--rulesets", "paths", multiple=True, type=click.Path(path_type=Path), help="Other folders."
)
def command(
    systems: tuple[str, ...],
    since: str | None,
    with_base: bool,
    output_format: str,
    paths: tuple[Path, ...],
) -> None:
    """Print what differs: what is told otherwise, which rules, and the first plays that part.

    Two SYSTEMs are compared with each other; one with itself as it was committed last, or at a
    REVISION that git knows; without any, all that differ from what was committed. SYSTEM is the
    folder of a ruleset, an id such as lanterns, or an id with a pack, an option or a reading.
    """
    names, folders = _folders(systems, paths)
    if len(names) > 2:
        raise click.UsageError("Two can be compared, not more.")
    if len(names) == 2 and (since or with_base):
        raise click.UsageError("Two are compared as they are: leave --since and --base away.")
    if with_base and (since or not names):
        raise click.UsageError("--base is for one SYSTEM, and not for a revision.")
    try:
        library = Library.read(*folders)
        if len(names) == 2 or with_base:
            found = [_of_two(library, names)]
        else:
            found = _since(library, names, since or "HEAD", folders)
    except SourceError as error:
        click.echo(str(error), err=True)
        sys.exit(WRONG)
    except (UnknownSystem, NoRevision) as error:
        raise click.ClickException(str(error)) from None
    click.echo(shown(found, output_format))


def _folders(
    systems: Sequence[str], paths: tuple[Path, ...]
) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """Names of systems, and the folders in which they are; a system may be given by its folder."""
    names, folders = [], [*paths]
    for system in systems:
        if (Path(system) / RULESET).is_file():
            names.append(Path(system).resolve().name)
            folders.append(Path(system))
        else:
            names.append(system)
    others = [name for name in names if not any(Path(it).name == name for it in folders)]
    if others and not paths:
        folders += homes_of(*others)
    return tuple(names), tuple(folders) or own_folder() or (default_folder(),)


def _of_two(library: Library, names: tuple[str, ...]) -> Difference:
    """What differs between two systems, or between one and what it extends."""
    variants = [named_variant(library, name) for name in names]
    if len(variants) == 1:
        below = variants[0].ruleset.extends
        if below not in library.rulesets:
            raise UnknownSystem(f"{names[0]} extends nothing that is here.")
        variants.insert(0, named_variant(library, below))
    before, now = (ComparedSide(library, variant, variant.title) for variant in variants)
    return difference_of(before, now)


def _since(
    library: Library, names: tuple[str, ...], revision: str, folders: tuple[Path, ...]
) -> list[Difference]:
    """What differs from a revision: of one system, or of all that differ. Raises NoRevision."""
    with files_of(revision, folders) as were:
        try:
            earlier = Library.read(*were)
        except SourceError as error:
            told = str(error)
            for folder, was in zip(folders, were, strict=True):
                told = told.replace(str(was), str(folder))
            raise NoRevision(f"At {revision} it does not load:\n{told}") from None
        found = []
        for name in names or sorted(library.requested):
            variant = named_variant(library, name)
            if variant.system not in earlier.rulesets:
                if names:
                    raise NoRevision(f"There was no {variant.system} at {revision}.")
                continue
            difference = _with_itself(earlier, library, variant, revision)
            if names or not difference.is_empty:
                found.append(difference)
        return found


def _with_itself(earlier: Library, library: Library, variant: Variant, revision: str) -> Difference:
    """What differs between a system as it was and as it is. Raises UnknownSystem."""
    before = ComparedSide(earlier, named_variant(earlier, variant.key), revision)
    return difference_of(before, ComparedSide(library, variant, "the files as they are"))


def shown(found: Sequence[Difference], output_format: str) -> str:
    """Differences in a format."""
    if output_format == "json":
        return json.dumps([difference_data(each) for each in found], indent=2, ensure_ascii=False)
    if output_format == "text":
        return "\n\n".join(map(difference_text, found)) or "Nothing differs."
    text = "\n\n".join(map(difference_markdown, found)) or "Nothing differs."
    return text if output_format == "markdown" else page(found, text)


def page(found: Sequence[Difference], text: str) -> str:
    """Differences as a page of HTML that needs no other file."""
    from markdown_it import MarkdownIt

    title = escape("; ".join(each.now.variant.title for each in found) or "Nothing differs")
    # What an author wrote is text: no HTML in it is taken for such.
    body = MarkdownIt("commonmark", {"html": False}).render(text)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n{body}</html>"
    )
