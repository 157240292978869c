"""Command `diff`: what differs between two rulesets, or between now and the last commit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import click

from turnwright.cli.arguments import exit_with_problems, homes_of, own_folder, say_what_is_read
from turnwright.describe.variants import UnknownSystem, named_variant
from turnwright.lab.diff import ComparedSide, Difference, Lone, difference_of
from turnwright.lab.diff_report import (
    difference_data,
    difference_markdown,
    difference_text,
)
from turnwright.load.files import RULESET, SearchPath, default_folder
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.load.revision import LAST, NoRevision, files_of

NOW = "the files as they are"
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
    # What only its sentences are wrong with can be played, and so compared.
    library, problems = Library.read_sound(*folders)
    found: Sequence[Difference | Lone] = ()
    is_told = bool(names) or _are_playable(library, folders)
    try:
        if problems and not all(_system(name) in library.playable for name in names):
            raise SourceError(problems)
        if len(names) == 2 or with_base:
            found = [_of_two(library, names)]
        else:
            found = _since(library, names, since or LAST, folders)
    except SourceError as error:
        exit_with_problems(error)
    except (UnknownSystem, NoRevision) as error:
        raise click.ClickException(str(error)) from None
    if found or is_told or output_format == "json":
        click.echo(shown(found, output_format))
    if not is_told:
        exit_with_problems(SourceError(problems))


def _are_playable(library: Library, folders: tuple[Path, ...]) -> bool:
    """True when every ruleset of these folders can be played."""
    sound = {library.source(name).resolve() for name in library.playable}
    return all(path.resolve() in sound for path in SearchPath(folders).ruleset_paths)


def _system(name: str) -> str:
    """The id of a system, of a name that may have a pack, an option or a reading as well."""
    return name.partition(".")[0]


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
    others = [name for name in names if not any(it.resolve().name == name for it in folders)]
    if others and not paths:
        folders += homes_of(*others)
    if not names and not paths:
        say_what_is_read(own_folder())
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
) -> Sequence[Difference | Lone]:
    """What differs from a revision: of one system, or of all that differ. Raises NoRevision."""
    found: list[Difference | Lone] = []
    with files_of(revision, folders) as were:
        earlier, problems = Library.read_sound(*were)
        now_and_then = tuple(zip(folders, were, strict=True))
        for name in names or sorted(library.requested | earlier.requested):
            system = _system(name)
            if system not in library.rulesets:
                then_and_now = ((was, folder) for folder, was in now_and_then)
                if not _is_there(earlier.source(system), then_and_now):
                    found.append(Lone(earlier.rulesets[system].title, system, revision, False))
            elif system in earlier.playable:
                if system not in library.playable:
                    continue
                now = ComparedSide(library, named_variant(library, name), NOW)
                before = ComparedSide(earlier, named_variant(earlier, now.variant.key), revision)
                if names:
                    found.append(difference_of(before, now))
                elif _are_different(before, now):
                    found += [it for it in [difference_of(before, now)] if not it.is_empty]
            elif system in earlier.rulesets or _is_there(library.source(system), now_and_then):
                told = str(SourceError(problems))
                for folder, was in now_and_then:
                    told = told.replace(str(was), str(folder))
                raise NoRevision(f"At {revision} it does not load:\n{told}")
            elif names:
                raise NoRevision(f"There was no {system} at {revision}.")
            else:
                found.append(Lone(library.rulesets[system].title, system, revision, True))
    return found


def _is_there(file: Path, folders: Iterable[tuple[Path, Path]]) -> bool:
    """True when a file of one of these folders is in the other one of the pair as well."""
    path = file.resolve()
    return any(
        (other / path.relative_to(one.resolve())).exists()
        for one, other in folders
        if path.is_relative_to(one.resolve())
    )


def _are_different(before: ComparedSide, now: ComparedSide) -> bool:
    """True where rules or the book differ; that is quickly seen, and play is walked for these."""
    return before.variant.ruleset != now.variant.ruleset or before.book() != now.book()


def shown(found: Sequence[Difference | Lone], output_format: str) -> str:
    """Differences in a format."""
    if output_format == "json":
        return json.dumps([difference_data(each) for each in found], indent=2, ensure_ascii=False)
    if output_format == "text":
        return "\n\n".join(map(difference_text, found)) or "Nothing differs."
    text = "\n\n".join(map(difference_markdown, found)) or "Nothing differs."
    return text if output_format == "markdown" else page(found, text)


def page(found: Sequence[Difference | Lone], text: str) -> str:
    """Differences as a page of HTML that needs no other file."""
    from markdown_it import MarkdownIt

    title = escape("; ".join(each.title for each in found) or "Nothing differs")
    # What an author wrote is text: no HTML in it is taken for such.
    body = MarkdownIt("commonmark", {"html": False}).render(text)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n{body}</html>"
    )
