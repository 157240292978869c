"""What the tests of loading share."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the expected messages of tests/bad be written anew, for review in the diff."""
    parser.addoption(
        "--update-bad", action="store_true", help="write the expected messages of tests/bad anew"
    )
