"""Pytest plugin: collects every `examples/*.yaml` beside a `ruleset.yaml`, an item an example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from turnwright.language.example import Example
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.proof.replay import replay
from turnwright.proof.runner import Disagreement, rules_of

EXAMPLES_FOLDER = "examples"
RULESET_FILE = "ruleset.yaml"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collection hook: examples files beside a ruleset."""
    # One that ends in `.yml` is a mistake, which reading its folder reports.
    if file_path.suffix in (".yaml", ".yml") and is_beside_ruleset(file_path):
        return ExampleCollector.from_parent(parent, path=file_path)
    return None


def is_beside_ruleset(path: Path) -> bool:
    """True for a file in an examples folder beside a ruleset, or in a folder inside that."""
    for above in path.parents:
        if (above / RULESET_FILE).is_file():
            return False
        if above.name == EXAMPLES_FOLDER and (above.parent / RULESET_FILE).is_file():
            return True
    return False


class ExampleCollector(pytest.File):
    """Collector of an examples file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each example."""
        try:
            library = Library.read(self.path if self.path.suffix == ".yaml" else self.path.parent)
        except SourceError as error:
            raise self.CollectError(str(error)) from None
        for example in library.examples:
            yield ExampleItem.from_parent(self, name=example.slug, library=library, example=example)


class ExampleFailed(Exception):
    """Failure: an example and the engine disagree."""


class ExampleItem(pytest.Item):
    """Test item: one example, replayed."""

    def __init__(self, *, library: Library, example: Example, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.library = library
        self.example = example

    def runtest(self) -> None:
        """Replay the example; raises ExampleFailed on any mismatch."""
        record = replay(self.example, rules_of(self.library, self.example))
        found = [Disagreement(self.example, mismatch).text() for mismatch in record.mismatches]
        if found:
            raise ExampleFailed("\n".join(found))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """Failure report: the claim and the outcome, without a traceback."""
        if isinstance(excinfo.value, ExampleFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Location and sentence of the example."""
        return self.path, self.example.line - 1, self.example.example
