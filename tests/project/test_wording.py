"""The rules are told in our own words."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDING = ROOT.parent / "shared/tools/wording"


@pytest.mark.skipif(
    not WORDING.exists(), reason="the source documents are not published, so not here to compare"
)
def test_no_sentence_is_taken_from_a_source_document():
    """Facts and figures carry over; sentences do not."""
    compared = subprocess.run(
        [WORDING], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )

    assert compared.returncode == 0, compared.stdout
