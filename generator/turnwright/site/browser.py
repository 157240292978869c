"""Browser: the engine of Python and our code that it runs, and what is kept for offline."""

from __future__ import annotations

import ast
import gzip
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from turnwright.load.files import write_file
from turnwright.site.look import PALETTE, Look

ENGINE = "play/engine/"
"""Folder of the site that has the engine."""
PARTS = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""Files of the package `pyodide` that a browser asks for."""
PACKED = ".gzip"
"""Ending of one that the worker unpacks: it is of no use before, and a third as large."""
BUNDLED = Path(__file__).with_name("pyodide")
"""Folder of that package in a wheel of ours."""
LISTING = f"{ENGINE}parts.json"
CODE = f"{ENGINE}turnwright.zip"
ENTRIES = ("turnwright.play.desk", "turnwright.load.yaml_parser")
"""The module that a worker imports, and the one that it imports when it reads a file."""
READER = "yaml"
"""The package beside our own that reading takes: its part in Python runs in a browser."""
_PACKAGE = Path(__file__).parents[1]
_DATE = (1980, 1, 1, 0, 0, 0)


def engine_parts(folder: Path) -> Mapping[str, bytes]:
    """The files of the engine by their place in the site; none where it is not whole."""
    if not all((folder / name).is_file() for name in PARTS):
        return {}
    parts = {f"{ENGINE}{name}": (folder / name).read_bytes() for name in PARTS}
    for name in [name for name in parts if name.endswith(".wasm")]:
        parts[name + PACKED] = gzip.compress(parts.pop(name), mtime=0)
    return parts


def listing(parts: Mapping[str, bytes]) -> str:
    """How large each part is that a page waits for, so that it can tell how much is there."""
    return json.dumps({path.removeprefix(ENGINE): len(part) for path, part in parts.items()})


def code_archive() -> bytes:
    """Our own code as a ZIP file, with the reader of YAML: what a desk imports, and no more."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        ours = {path for entry in ENTRIES for path in _modules(entry)}
        for path in (*sorted(ours), *_reader()):
            root = _PACKAGE.parent if path in ours else path.parents[1]
            name = path.relative_to(root).as_posix()
            archive.writestr(zipfile.ZipInfo(name, _DATE), path.read_bytes(), zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo(f"{READER}/LICENSE", _DATE), _licence_of_reader())
    return content.getvalue()


def _reader() -> list[Path]:
    """The files of the reader that are Python."""
    found = find_spec(READER)
    folders = (found.submodule_search_locations or []) if found else []
    return sorted(path for folder in folders for path in Path(folder).glob("*.py"))


def _licence_of_reader() -> str:
    files = distribution("pyyaml").files or []
    licences = [file for file in files if file.name.startswith("LICENSE")]
    return "".join(file.read_text() for file in licences)


def _modules(entry: str) -> set[Path]:
    """Files of a module, of its packages, and of all that they import from each other."""
    found: set[Path] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if path is None or path in found:
            continue
        found.add(path)
        waiting.append(name.rpartition(".")[0])
        waiting += _imported(path)
    return found


def _file(module: str) -> Path | None:
    """File of a module of ours; None for any other name."""
    head, *parts = module.split(".")
    if head != _PACKAGE.name:
        return None
    path = _PACKAGE.joinpath(*parts)
    for one in (path.with_suffix(".py"), path / "__init__.py"):
        if one.is_file():
            return one
    return None


def _imported(path: Path) -> Iterator[str]:
    """Names that a file imports when it is loaded, those of modules among them."""
    for node in _run_at_once(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run_at_once(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that run when a module is loaded: no bodies of functions, nothing for type checkers."""
    for node in ast.iter_child_nodes(tree):
        yield node
        for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if not for_types and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _run_at_once(node)


OFFLINE = "offline.json"
"""File with every file of the site and its version, which a browser compares with what it keeps."""
LEFT_OUT = (OFFLINE, "sitemap.xml", "sitemap.xml.gz")
"""Files that no reader opens."""


def manifest(look: Look) -> str:
    """The web app manifest, by which the site installs."""
    colours = {**PALETTE["light"], **look.colours.get("light", {})}
    return json.dumps(
        {
            "name": look.name,
            "short_name": look.name,
            "description": look.summary,
            "start_url": "./play/index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": colours["paper"],
            "theme_color": colours["paper"],
            "icons": [
                {
                    "src": "favicon.svg",
                    "sizes": "any",
                    "type": "image/svg+xml",
                    "purpose": "any maskable",
                }
            ],
        }
    )


def write_listing(site: Path) -> None:
    """Write the list of all files of a built site, with a version that follows from them."""
    digest, listed = sha256(), []
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and name not in LEFT_OUT:
            content = path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + sha256(content).digest())
            listed.append((name, len(content)))
    listing = {"version": digest.hexdigest()[:16], "files": listed}
    write_file(site / OFFLINE, json.dumps(listing, separators=(",", ":")).encode())
