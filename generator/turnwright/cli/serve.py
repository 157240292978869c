"""Command `serve`: the site of a project, shown while somebody writes it."""

from __future__ import annotations

from pathlib import Path

import click

from turnwright.site.project import CONFIG, SiteRefused, serve_project


@click.command("serve")
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--host", default="127.0.0.1", show_default=True, help="Who may look: 0.0.0.0, all.")
def command(folder: Path, port: int, host: str) -> None:
    """Show the site of the project in FOLDER, the current one if none is named.

    A save is on its page within two seconds. What is wrong is told above the page, with its place,
    and the page stays as it was last.
    """
    try:
        serve_project(folder / CONFIG, host, port, click.echo)
    except SiteRefused as refused:
        raise click.ClickException(str(refused)) from None
    except KeyboardInterrupt:
        click.echo("Stopped.")
