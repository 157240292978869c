"""Examples as tests: pytest collects every `examples/*.yaml` beside a `ruleset.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from turnwright.language.example import Example
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.proof.checking import Disagreement, rules_of
from turnwright.proof.replay import replay

EXAMPLES_FOLDER = "examples"
RULESET_FILE = "ruleset.yaml"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file of examples."""
    beside = file_path.parent.parent / RULESET_FILE
    if (
        file_path.suffix == ".yaml"
        and file_path.parent.name == EXAMPLES_FOLDER
        and beside.is_file()
    ):
        return ExampleCollector.from_parent(parent, path=file_path)
    return None


class ExampleCollector(pytest.File):
    """A file of examples."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each example."""
        try:
            library = Library.read(self.path)
        except SourceError as error:
            raise self.CollectError(str(error)) from None
        for example in library.examples:
            yield ExampleItem.from_parent(self, name=example.slug, library=library, example=example)


class ExampleFailed(Exception):
    """An example and the engine disagree."""


class ExampleItem(pytest.Item):
    """One example, replayed."""

    def __init__(self, *, library: Library, example: Example, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.library = library
        self.example = example

    def runtest(self) -> None:
        """Replay it."""
        record = replay(self.example, rules_of(self.library, self.example))
        found = [Disagreement(self.example, mismatch).text() for mismatch in record.mismatches]
        if found:
            raise ExampleFailed("\n".join(found))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """What the author claimed and what happened; our own machinery is left out."""
        if isinstance(excinfo.value, ExampleFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands, and its sentence."""
        return self.path, self.example.line - 1, self.example.example
