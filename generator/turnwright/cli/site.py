"""Command `site`: the site of a project, built."""

from __future__ import annotations

from pathlib import Path

import click

from turnwright.site.project import CONFIG, SiteRefused, build_project, lacking


@click.command("site")
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option("--strict", is_flag=True, help="Exit 1 when the site goes without something.")
def command(folder: Path, strict: bool) -> None:
    """Build the site of the project in FOLDER, the current one if none is named.

    What is on it, its name and its colours stand in mkdocs.yml. The site can be put on any server,
    and most of it works from the disk as well.
    """
    try:
        site = build_project(folder / CONFIG, lambda told: click.echo(told, err=True), strict)
    except SiteRefused as refused:
        raise click.ClickException(str(refused)) from None
    if missing := lacking(site):
        click.echo(missing, err=True)
    click.echo(f"The site is built. Open it in a browser:\n  {(site / 'index.html').as_uri()}")
