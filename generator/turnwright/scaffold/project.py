"""Project: the files of a new one, filled in with its name, and written all or none."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

import yaml

from turnwright.load.files import EXAMPLES, ID, LEDGER, ROSTERS, RULESET, default_folder
from turnwright.load.json_schema import file_schema
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.yaml_parser import LOADER
from turnwright.scaffold.scene import scene_of

TEMPLATES = Path(__file__).parent / "files"
"""Folder of the templates: `common` is in every project, and each other folder is a ruleset."""
OVERLAY = "overlay"
NAME, TITLE = "my_rules", "My title"
"""What the name and the title of a ruleset stand in for."""
EXAMPLES_FILE = "examples.yaml"
SCHEMAS = ("ruleset", "example", "book", "proof")
"""Kinds of file whose schemas the first lines of the files lead an editor to."""
TAKEN = (EXAMPLES, LEDGER, ROSTERS)
"""Names of folders that hold something else than a ruleset."""
LONGEST = 60
"""Most letters of a name: pages and files are named after it."""


class WhoActs(StrEnum):
    """Turn order that a ruleset from nothing begins with; each is a folder of templates."""

    WHOLE_TURNS = "whole_turns"
    ALTERNATE = "alternate"
    BY_NUMBER = "by_number"
    DRAWN = "drawn"
    BY_CARDS = "by_cards"

    @property
    def told(self) -> str:
        """What it is, for somebody who chooses."""
        return _TOLD[self]


_TOLD = {
    WhoActs.WHOLE_TURNS: "one side acts with everything, then the other",
    WhoActs.ALTERNATE: "sides take turns, one unit at a time",
    WhoActs.BY_NUMBER: "the unit with the highest number acts next",
    WhoActs.DRAWN: "a marker out of a bag says which side acts next",
    WhoActs.BY_CARDS: "a card says which unit acts next",
}


class CannotBegin(Exception):
    """A project cannot be begun so. Carries a sentence."""


def legal_name(folder: str) -> str:
    """The name that a folder suggests for a ruleset: its own, as an id can be written."""
    plain = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    fits = ID.fullmatch(name) and name not in TAKEN and len(name) <= LONGEST
    return name if fits and not _is_bundled(name) else "house_rules"


def check_name(name: str) -> str:
    """The name of a ruleset, if it can be one. Raises CannotBegin."""
    if not ID.fullmatch(name):
        raise CannotBegin(
            f"{quoted(name)} cannot be the name of a ruleset: small letters, digits and `_`, "
            f"a letter first, such as `quiet_guns`."
        )
    if len(name) > LONGEST:
        raise CannotBegin(f"A name has at most {LONGEST} letters, and this one has {len(name)}.")
    if name in TAKEN:
        raise CannotBegin(f"A folder {quoted(name)} is for something else: take another name.")
    if _is_bundled(name):
        raise CannotBegin(f"Turnwright comes with a ruleset {quoted(name)}: take another name.")
    return name


def _is_bundled(name: str) -> bool:
    return (default_folder() / name).is_dir()


def bases() -> Mapping[str, str]:
    """Title of each system that can be extended, by its id."""
    # Nothing is checked here: somebody waits for the list.
    paths = sorted(default_folder().glob(f"*/{RULESET}"))
    found = [yaml.load(path.read_text("utf-8"), Loader=LOADER) for path in paths]
    return {data["ruleset"]: data["title"] for data in found if not data.get("library")}


def check_base(name: str) -> str:
    """The id of a system that comes with Turnwright, if it is one. Raises CannotBegin."""
    known = {path.parent.name for path in default_folder().glob("*/ruleset.yaml")}
    if name not in known:
        hint = did_you_mean(name, known, "Systems") or "`turnwright new` without more lists them."
        raise CannotBegin(f"There is no system {quoted(name)}. {hint}")
    return name


def project_files(name: str, chosen: WhoActs | str) -> Mapping[str, str]:
    """Text of each file of a project by its path; `chosen` is who acts when, or what it extends.

    Raises CannotBegin.
    """
    slots = {NAME: name, TITLE: name.replace("_", " ").capitalize()}
    template = OVERLAY
    if isinstance(chosen, WhoActs):
        template = chosen.value
    else:
        slots |= _slots_of(check_base(chosen))
    files = {
        path.relative_to(TEMPLATES / "common").as_posix(): path
        for path in sorted((TEMPLATES / "common").rglob("*"))
        if path.is_file()
    }
    for path in sorted((TEMPLATES / template).glob("*.yaml")):
        place = f"{EXAMPLES}/plays.yaml" if path.name == EXAMPLES_FILE else path.name
        files[f"rulesets/{name}/{place}"] = path
    texts = {place: _filled(path.read_text("utf-8"), slots) for place, path in files.items()}
    for kind in SCHEMAS:
        schema = json.dumps(file_schema(kind), indent=1, ensure_ascii=False)
        texts[f"rulesets/{kind}.schema.json"] = f"{schema}\n"
    return texts


def _filled(text: str, slots: Mapping[str, str]) -> str:
    """A template with what stands in its slots."""
    return re.sub("|".join(map(re.escape, slots)), lambda found: slots[found[0]], text)


def _slots_of(base: str) -> dict[str, str]:
    """What the templates of an overlay say of its base. Raises CannotBegin."""
    library = Library.read(default_folder() / base)
    if library.rulesets[base].library:
        raise CannotBegin(
            f"{quoted(base)} is a library, and nobody plays it alone: begin from scratch, and "
            f"take what you need of it with `uses`."
        )
    scene = scene_of(library, base)
    if scene is None:
        raise CannotBegin(
            f"No example of {quoted(base)} begins so that a first rule could be shown in it: begin "
            f"with another system, or from scratch."
        )
    book = library.whole_book(base)
    chapters = [f"  - {{chapter: {each.chapter}}}" for each in book.chapters] if book else []
    return {
        "BASE_ID": base,
        "BASE_CHAPTERS": "\n".join(chapters),
        "BASE_STEP": scene.step,
        "BASE_VERB": scene.verb,
        "BASE_CLAUSES": "\n".join(scene.clauses),
        "SCENE_HELD_UP": "\n".join(scene.held_up),
        "SCENE": "\n".join(scene.opening),
        "ACTION": scene.action,
        "REFUSED": "\n".join(scene.refused),
    }


SHOWN = 3
"""Most files of an occupied folder that are named."""
KEPT = (".git", "LICENSE", "LICENSE.md", "LICENSE.txt", "README", "README.md", "README.txt")
"""What a folder may hold already, beside virtual environments: a repository begins with these."""


def check_folder(folder: Path) -> None:
    """Raises CannotBegin where a new project would come among files that are there already."""
    if folder.exists() and not folder.is_dir():
        raise CannotBegin(f"{folder} is a file, not a folder.")
    if not folder.exists():
        return
    there = sorted(
        path.name
        for path in folder.iterdir()
        if path.name not in KEPT and not (path / "pyvenv.cfg").is_file()
    )
    if there:
        named = ", ".join(there[:SHOWN]) + (" and more" if len(there) > SHOWN else "")
        where = "This folder" if folder.resolve() == Path.cwd() else f"The folder {folder}"
        raise CannotBegin(
            f"{where} has files already ({named}), and nothing of yours is written over. "
            f"Name a new one: turnwright new my-rules"
        )


def write_project(
    folder: Path, files: Mapping[str, str], check: Callable[[Path], None] = lambda _: None
) -> None:
    """Write all files of a project into an empty folder, or leave everything as it was.

    They are written beside where they go, and `check` is asked about them before they are moved.
    Raises what it raises, OSError and CannotBegin.
    """
    check_folder(folder)
    made = _make_folders(folder)
    moved: list[Path] = []
    stage = None
    try:
        stage = Path(tempfile.mkdtemp(prefix=".turnwright-", dir=folder))
        for name, text in files.items():
            path = stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        check(stage)
        for path in sorted(stage.iterdir()):
            target = folder / path.name
            moved.append(target)
            path.rename(target)
        stage.rmdir()
    except BaseException:
        # Also when somebody presses Ctrl-C: nothing half-written stays.
        for path in (*moved, *([stage] if stage else []), *reversed(made)):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder with those around it; the ones that were not there."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return list(reversed(missing))
