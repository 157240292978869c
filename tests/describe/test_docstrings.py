"""What the source says of classes: docstrings below fields and members."""

from turnwright.describe.docstrings import field_docs
from turnwright.language.change import Change
from turnwright.language.condition import Count
from turnwright.language.turn_order import Cadence
from turnwright.site.pages.language.types import member_docs


def test_a_field_has_its_docstring():
    """Also where its type is a union with a name."""
    assert field_docs(Change)["until"] == "What ends it. Without it, it stays."


def test_a_member_is_spelled_as_in_files():
    """Not as in Python."""
    assert list(member_docs(Cadence)) == [str(member) for member in Cadence]
    assert all(member_docs(Cadence).values())


def test_inherited_fields_have_their_docstrings_too():
    """Those of every base."""
    docs = field_docs(Count)

    assert docs["of"] == "Who is meant."
    assert docs["at_least"] == "It is this or higher."
    assert "share" in docs
