"""Drafts: a private copy of a state for one input, frozen again when it is done."""

from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction


def test_a_tx_to_which_nothing_happens_freezes_to_what_it_was(skirmish):
    """Field for field: taking a state apart and putting it together mixes nothing up."""
    marked = {name: object() for name in State._fields if name != "stack"}
    state = State(stack=(), **marked)

    tx = Transaction(skirmish.program, state)

    assert tx.freeze(state.ask) == state
