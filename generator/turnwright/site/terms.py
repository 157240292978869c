"""Terms: the words that the texts of all turn systems share."""

from functools import cache
from importlib.resources import files

from turnwright.load.terms import Terms, read_terms


@cache
def shared_terms() -> Terms:
    """The terms that come with the package."""
    text = files("turnwright.site").joinpath("terms.yaml").read_text(encoding="utf-8")
    return read_terms(text)
