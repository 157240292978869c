"""Build hook: the engine for browsers goes into the source archive and the wheel, if it is here.

`.ci/engine/get` gets it from npm. Without it a wheel is built all the same, and then a site has no
pages on which one can play, unless its project brings the engine.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FROM = Path("build/engine/node_modules/pyodide")
TO = Path("turnwright/site/pyodide")
PARTS = (
    "package.json",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files that a browser asks for, and what says whose they are."""


class EngineHook(BuildHookInterface[Any]):
    """Build hook that adds the engine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files that are added, and where to."""
        root = Path(self.root)
        # What comes out of the source archive has it in its place.
        if version == "editable" or (root / "generator" / TO).is_dir():
            return
        parts = {part: root / FROM / part for part in PARTS}
        if not all(path.is_file() for path in parts.values()):
            self.app.display_warning(f"Without an engine for browsers: there is no {FROM}.")
            return
        within = Path("generator") / TO if self.target_name == "sdist" else TO
        for part, path in parts.items():
            build_data["force_include"][str(path)] = (within / part).as_posix()
