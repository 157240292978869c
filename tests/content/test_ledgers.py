"""Every sentence of a source document became something, or is no rule."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from turnwright.language.companion import Ledger
from turnwright.load.files import ledger_paths
from turnwright.load.parsed_files import read_companion

ROOT = Path(__file__).parents[2]
DOCUMENTS = ROOT.parent / "shared" / "seeds"
PATHS = [
    path
    for ruleset in sorted(ROOT.glob("rulesets/*/ruleset.yaml"))
    for path in ledger_paths(ruleset)
]

LABEL = re.compile(r"^\s*(?:[0-9]+\.|[-•*#]+)\s+")
"""The number or mark before an item of a list."""
END = re.compile(r"[.!?][0-9]?[\u201d\u2019)]*(?:\s+(?=[\u201c\u2018(]*[A-Z])|$)")
"""Where a sentence ends: at a full stop that a capital follows, whatever closes in between."""


def ledger(path: Path) -> Ledger:
    """The ledger of a file."""
    file, problems = read_companion(path, Ledger, "ledger")
    assert file is not None, problems
    return file.content


def sentences(line: str) -> int:
    """How many sentences a line has."""
    words = LABEL.sub("", line, count=1).strip()
    return sum(1 for part in END.split(words) if part.strip())


def test_there_are_ledgers():
    """The tests below cannot pass by finding nothing."""
    assert PATHS


def test_sentences_are_counted_as_a_reader_counts_them():
    """A number before an item is no sentence, and an abbreviation in the middle ends none."""
    assert sentences("One. Two? (Three.) Four") == 4
    assert sentences("  1. Command Phase: Both act.") == 1
    assert sentences('It is near (i.e. within 1").') == 1
    assert sentences("Once.1 Twice.") == 2
    assert sentences("   ") == 0


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not handed on")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_document_and_its_ledger_have_not_parted(path: Path):
    """The same text as when it was read, and as many entries at each line as it has sentences."""
    kept = ledger(path)
    by_hash = {sha256(each.read_bytes()).hexdigest(): each for each in DOCUMENTS.iterdir()}
    assert kept.sha256 in by_hash, "the document is another one, or was changed"
    lines = by_hash[kept.sha256].read_text(encoding="utf-8").splitlines()

    assert len(lines) == kept.lines
    counted = {number: sentences(line) for number, line in enumerate(lines, start=1)}
    written = {number: len(kept.sentences(number)) for number in counted}
    assert written == counted
