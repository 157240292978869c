"""Site project: a folder with `mkdocs.yml`, built and served, whose errors are sentences."""

from __future__ import annotations

import logging
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.commands.serve import serve
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException

from turnwright.load.files import read_file
from turnwright.load.problem import Problem, did_you_mean, quoted, shown_path
from turnwright.load.yaml_parser import syntax_error
from turnwright.site.browser import BUNDLED, ENGINE, PARTS
from turnwright.site.settings import TurnwrightConfig

CONFIG = "mkdocs.yml"
NO_MAPPING = "This is not a list of keys, each with what stands behind its colon."
NOT_GIVEN = "Required configuration not provided."
UNKNOWN = "Unrecognised configuration name: "
"""What MkDocs says of a key that is missing, and of one that there is not."""
QUOTED = re.compile(r"([`'\"])(.+?)\1")
"""What a message names."""
BUILT = ("index.html", "404.html")
"""Files of every site: a folder with others is not written over."""
FIRST_FREE, LAST_PORT = 1024, 65535
"""The ports that anybody may use."""
PAUSE = 0.5
"""Seconds between two looks at files, while nothing can be shown."""
MISSING = "`turnwright new` makes a project that has one."


class SiteRefused(Exception):
    """A site cannot be made or shown. Carries what is wrong, with its place."""


class _Kept(logging.Handler):
    """Log handler that keeps what MkDocs says is wrong."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.errors: list[str] = []
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        kept = self.errors if record.levelno >= logging.ERROR else self.warnings
        kept.append(record.getMessage())


@contextmanager
def _listened() -> Iterator[_Kept]:
    """What MkDocs and its plugins log, kept instead of printed."""
    log, kept = logging.getLogger("mkdocs"), _Kept()
    before = log.propagate, log.level
    log.addHandler(kept)
    log.propagate = False
    log.setLevel(logging.INFO)
    try:
        yield kept
    finally:
        log.removeHandler(kept)
        log.propagate, log.level = before


def read_config(file: Path, **said: Any) -> MkDocsConfig:
    """The configuration of a project. Raises SiteRefused with everything that is wrong in it."""
    if not file.is_file():
        here = file.parent.resolve() == Path.cwd()
        where = "this folder" if here else quoted(file.parent)
        raise SiteRefused(f"There is no {file.name} in {where}. {MISSING}")
    text = read_file(file)
    if isinstance(text, Problem):
        raise SiteRefused(text.text)
    with _listened() as kept:
        try:
            config = load_config(str(file), **said)
            told = []
        except MkDocsException as error:
            wrong = error.__context__
            if wrong is not None and hasattr(wrong, "problem_mark"):
                lines = file.read_text("utf-8", "replace").split("\n")
                line, column, message, hint = syntax_error(wrong, lines)
                raise _at(file, line - 1, column - 1, message, hint) from None
            told = kept.errors or [NO_MAPPING]
        except (TypeError, AttributeError, ValueError):
            told = [NO_MAPPING]
    told += [one for one in kept.warnings if UNKNOWN in one]
    if told:
        raise SiteRefused("\n".join(_placed(file, one) for one in told))
    return config


def _placed(file: Path, told: str) -> str:
    """What is wrong with a value, at the line of its key."""
    # Such as "Config value 'plugins': Plugin 'turnwright' option 'pages': There is no page `x`."
    found = re.match(r"(?:Config value '(\w+)': )?(?:Plugin '[^']*' \w+ '(\w+)[^']*': )?", told)
    assert found, "it matches nothing as well"
    key, message = found[2] or found[1] or "", told[found.end() :].strip()
    if message == NOT_GIVEN:
        message = f"There is no {quoted(key)}."
    elif message.startswith(UNKNOWN):
        key = message.removeprefix(UNKNOWN)
        hint = did_you_mean(key, {*MkDocsConfig(), *TurnwrightConfig()})
        message = f"There is no key {quoted(key)}. {hint}".strip()
    lines = file.read_text("utf-8", "replace").split("\n")
    begins = [n for n, line in enumerate(lines) if key and line.strip(" -").startswith(f"{key}:")]
    quote = QUOTED.search(message)
    named = quote[2] if quote else ""
    exact = [n for n in range((begins or [0])[0], len(lines)) if named and named in lines[n]]
    number = (exact or begins or [0])[0]
    column = lines[number].find(named if exact else key)
    return str(_at(file, number, max(column, 0), message))


def _at(file: Path, line: int, column: int, message: str, hint: str = "") -> SiteRefused:
    lines = file.read_text("utf-8", "replace").split("\n")
    excerpt = lines[line] if line < len(lines) else ""
    problem = Problem(
        path=shown_path(file),
        line=line + 1,
        column=column + 1,
        message=message,
        hint=hint,
        excerpt=excerpt,
    )
    return SiteRefused(problem.text)


def build_project(file: Path, warn: Callable[[str], None], strict: bool = False) -> Path:
    """Build the site of a project, and say what it goes without; the folder that it is in.

    It is built beside that folder and put in its place when it is whole. Raises SiteRefused.
    """
    target = Path(read_config(file).site_dir)
    _check_target(file, target)
    target.parent.mkdir(parents=True, exist_ok=True)
    built = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        config = read_config(file, site_dir=str(built), strict=strict or None)
        config.plugins.on_startup(command="build", dirty=False)
        with _listened() as kept:
            try:
                build(config)
            except MkDocsException as error:
                told = kept.errors or [*kept.warnings, str(error)]
                raise SiteRefused("\n".join(told)) from None
            finally:
                config.plugins.on_shutdown()
        built.chmod(0o755)
        _put_in_place(built, target)
    finally:
        shutil.rmtree(built, ignore_errors=True)
    for one in kept.warnings:
        warn(one)
    return target


def _check_target(file: Path, target: Path) -> None:
    """Raises SiteRefused where a site would come in place of something else."""
    there = list(target.iterdir()) if target.is_dir() else [target] if target.exists() else []
    if there and not all((target / name).is_file() for name in BUILT):
        lines = file.read_text("utf-8", "replace").split("\n")
        said = [n for n, line in enumerate(lines) if line.startswith("site_dir:")]
        message = f"The site would come in place of {quoted(target.name)}, which is no site."
        raise _at(file, (said or [0])[0], 0, message, "Name another folder in `site_dir`.")


def _put_in_place(built: Path, target: Path) -> None:
    """Put a folder in the place of another."""
    if target.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        target.rename(old / target.name)
        try:
            built.rename(target)
        except OSError:
            (old / target.name).rename(target)
            raise
        finally:
            shutil.rmtree(old, ignore_errors=True)
    else:
        built.rename(target)


def lacking(site: Path) -> str:
    """What a built site goes without; empty when it has everything."""
    if (site / ENGINE / PARTS[0]).is_file():
        return ""
    if (BUNDLED / PARTS[0]).is_file():
        return "Nobody can play on this site: no system of it can be played."
    return (
        "Nobody can play on this site: this Turnwright came without the engine for browsers. "
        "Get it with `npm install pyodide`, and say `engine: node_modules/pyodide` beside "
        "`rulesets` in mkdocs.yml."
    )


def serve_project(file: Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the site of a project until somebody stops it. Raises SiteRefused, OSError."""
    check_port(host, port)
    while True:
        before = _stamps(file.parent)
        try:
            read_config(file)
            tell(f"Your site is at http://{host}:{port}/ - a save is shown there at once.")
            tell("Ctrl-C stops it.")
            with _listened() as kept:
                try:
                    serve(str(file), dev_addr=f"{host}:{port}")
                except MkDocsException as error:
                    raise SiteRefused("\n".join(kept.errors or [str(error)])) from None
        except SiteRefused as refused:
            if not file.is_file():
                raise
            # There is no page yet that could show it.
            tell(f"{refused}\n\nNothing can be shown yet. Mend it, and save: this goes on then.")
            _wait_for_a_save(file, before)
        else:
            return


def check_port(host: str, port: int) -> None:
    """Raises SiteRefused where somebody else answers at a port already."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            other = port + 1 if FIRST_FREE <= port < LAST_PORT else FIRST_FREE
            raise SiteRefused(
                f"Port {port} of {host} cannot be used: {error.strerror}. Perhaps another "
                f"`turnwright serve` runs there; take another: turnwright serve --port {other}"
            ) from None


def _wait_for_a_save(file: Path, before: dict[Path, int]) -> None:
    """Wait until a file of the project is another than before; it may be by now."""
    while _stamps(file.parent) == before:
        time.sleep(PAUSE)


def _stamps(folder: Path) -> dict[Path, int]:
    """When the sources of a project were written, by file."""
    found = (path for kind in ("*.yml", "*.yaml", "*.md") for path in folder.rglob(kind))
    return {path: path.lstat().st_mtime_ns for path in found}
