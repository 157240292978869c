"""Pytest plugin: collects every `examples/*.yaml` beside a `ruleset.yaml`, an item an example."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    # Pytest starts this plugin wherever Turnwright is installed, also where no ruleset is near.
    from turnwright.examples.replay import Replayer
    from turnwright.language.example import Example
    from turnwright.load.library import Library

EXAMPLES_FOLDER = "examples"
RULESET_FILE = "ruleset.yaml"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collection hook: examples files beside a ruleset."""
    # One that ends in `.yml` is a mistake, which reading its folder reports.
    if file_path.suffix in (".yaml", ".yml") and (folder := ruleset_folder(file_path)):
        return ExampleCollector.from_parent(parent, path=file_path, folder=folder)
    return None


def ruleset_folder(path: Path) -> Path | None:
    """Folder of the ruleset that a file in its examples folder, or inside that, belongs to."""
    for above in path.parents:
        if (above / RULESET_FILE).is_file():
            return None
        if above.name == EXAMPLES_FOLDER and (above.parent / RULESET_FILE).is_file():
            return above.parent
    return None


REPLAYERS = pytest.StashKey[dict[Path, "Replayer | str"]]()
"""What was loaded in this session, by path: a folder or file, or what is wrong with it."""


def loaded(session: pytest.Session, path: Path) -> Replayer | str:
    """Replayer of a folder or file, which is loaded once in a session; else what is wrong there."""
    from turnwright.battle import library
    from turnwright.examples.replay import Replayer
    from turnwright.load.problem import SourceError, shown_path

    known = session.stash.setdefault(REPLAYERS, {})
    if path not in known:
        try:
            known[path] = Replayer(library(shown_path(path)))
        except SourceError as error:
            known[path] = str(error)
    return known[path]


class ExampleCollector(pytest.File):
    """Collector of an examples file."""

    def __init__(self, *, folder: Path, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.folder = folder

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each example; one for a file that is wrong, which stops no other."""
        from turnwright.load.problem import shown_path

        replayer = loaded(self.session, self.folder)
        is_whole = not isinstance(replayer, str)
        if isinstance(replayer, str):
            # Something in the folder is wrong, perhaps not in this file.
            is_read = self.path.suffix == ".yaml"
            replayer = loaded(self.session, self.path if is_read else self.path.parent)
        if isinstance(replayer, str):
            yield BrokenFile.from_parent(self, name=self.path.name, problems=replayer)
            return
        here = shown_path(self.path)
        for example in replayer.library.examples:
            if example.path == here:
                name = example.slug
                item = ExampleItem.from_parent(self, name=name, replayer=replayer, example=example)
                # A reader of the page has a folder in which nothing is wrong.
                item.is_read = is_whole
                yield item


def failed_prompts(example: Example, library: Library) -> list[str]:
    """What goes otherwise in the session that the page of an example prints, if it has one."""
    from turnwright.site.pages.example.doctest_session import doctest_session, is_round

    if not is_round(example):
        return []

    def short(cited: str) -> str:
        return library.full_id(example.ruleset, cited).partition(".")[2] or cited

    session = doctest_session(example, short, library.folder(example.ruleset))
    test = doctest.DocTestParser().get_doctest(session, {}, example.slug, example.path, 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return told


class BrokenFile(pytest.Item):
    """Test item: a file that cannot be read, which is an error of its own."""

    def __init__(self, *, problems: str, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.problems = problems

    def setup(self) -> None:
        """Fail with the problems. A collection error would keep all other files from being run."""
        pytest.fail(self.problems, pytrace=False)

    def runtest(self) -> None:
        """Nothing is run."""

    def reportinfo(self) -> tuple[Path, int, str]:
        """Location of the file."""
        return self.path, 0, self.path.name


class ExampleItem(pytest.Item):
    """Test item: one example, replayed."""

    def __init__(self, *, replayer: Replayer, example: Example, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.replayer = replayer
        self.example = example
        self.is_read = True

    def runtest(self) -> None:
        """Replay the example and its session; fails on any mismatch, without a traceback."""
        from turnwright.describe.disagreements import explanations
        from turnwright.examples.report import disagreements

        record = self.replayer.replay(self.example)
        found = disagreements([record], self.replayer.library)
        if found:
            told = (text for _, text in explanations(found, self.replayer.library))
            pytest.fail("\n\n".join(told), pytrace=False)
        prompts = failed_prompts(self.example, self.replayer.library) if self.is_read else ()
        if prompts:
            text = "".join(("The session on its page goes otherwise.\n", *prompts))
            pytest.fail(text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Location and sentence of the example."""
        return self.path, self.example.line - 1, self.example.example
