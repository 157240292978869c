"""The table during one input: a private copy of a state, frozen again when it is done."""

from turnwright.engine.state import State
from turnwright.engine.table import Table


def test_a_table_on_which_nothing_happens_gives_back_what_was_put_on_it(skirmish):
    """Field for field: taking a state apart and putting it together mixes nothing up."""
    marked = {name: object() for name in State._fields if name != "stack"}
    state = State(stack=(), **marked)

    table = Table(skirmish.program, state)

    assert table.freeze(state.ask) == state
