"""What the source says of classes: docstrings below fields, and types as they are written."""

from turnwright.describe.docstrings import declarations, field_docs
from turnwright.language.condition import Count
from turnwright.language.turn_order import Cadence


def test_a_field_has_its_docstring_and_its_type():
    """Also where the type is a union with a name."""
    (change,) = (
        it for it in declarations("turnwright.language.change").declared if it.name == "Change"
    )
    found = {member.name: member for member in change.members}

    assert found["until"].text == "What ends it. Without it, it stays."
    assert found["until"].type == "When | None"


def test_a_union_with_a_name_is_declared():
    """With what it joins."""
    found = {it.name: it for it in declarations("turnwright.language.condition").declared}

    assert found["Who"].union == "Whose | Selection"
    assert found["Who"].text.startswith("Who is meant")


def test_a_member_is_spelled_as_in_files():
    """Not as in Python."""
    (cadence,) = (
        it for it in declarations("turnwright.language.turn_order").declared if it.name == "Cadence"
    )

    assert [member.word for member in cadence.members] == [str(member) for member in Cadence]
    assert all(member.text and not member.type for member in cadence.members)


def test_inherited_fields_have_their_docstrings_too():
    """Those of every base."""
    docs = field_docs(Count)

    assert docs["of"] == "Who is meant."
    assert docs["at_least"] == "It is this or higher."
    assert "share" in docs
