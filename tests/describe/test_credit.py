"""Whom a page credits."""

from turnwright.describe.credit import UNKNOWN, credit_of, documents_read
from turnwright.language.clause import Clause, Document, Source
from turnwright.language.ruleset import Ruleset

LINK = "https://example.org/rules"


def rules(name: str, **more: object) -> Ruleset:
    """A ruleset of which only its names matter."""
    return Ruleset(ruleset=name, language=2, title=name, sides=("red", "blue"), **more)  # type: ignore[arg-type]


def test_a_library_does_not_say_who_publishes_the_game_that_uses_it():
    """An unknown publisher is not the one of the game from which a roll-off was taken."""
    shelf = rules("shelf", library=True, publisher="The shelf maker", official=LINK)
    base = rules("base", publisher="The lamp shop")

    alone = credit_of((shelf, rules("user")), ())
    assert (alone.publisher, alone.official, alone.base) == (UNKNOWN, "", False)
    assert credit_of((base, shelf, rules("overlay")), ()).publisher == "The lamp shop"
    assert credit_of((shelf,), ()).official == LINK


def test_a_book_of_which_nobody_has_a_copy_is_no_source():
    """All that stands under its name is assumed; what somebody read is named."""
    read, unread = Document(title="The leaflet"), Document(title="The great book")
    lamp = rules("lamp", documents={"leaflet": read, "book": unread})
    clauses = [
        Clause(id="lamp.lit", text="Light it.", source=Source(document="leaflet")),
        Clause(id="lamp.out", text="Put it out.", source=Source(document="book"), assumed="When?"),
    ]

    assert [*documents_read(lamp, clauses)] == [read]
