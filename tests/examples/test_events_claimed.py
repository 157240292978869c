"""Events in examples: whatever can happen is claimed somewhere, in a ruleset or the reference."""

from pathlib import Path

from turnwright.language.event import KINDS
from turnwright.load.library import Library

REFERENCE = Path(__file__).parents[2] / "content" / "language"
"""The samples of the language, each with plays of its own."""
NO_RULESET_HERE = {"contradicted"}
"""No ruleset contradicts itself: a sample of the reference does."""


def claimed(library: Library) -> set[str]:
    """The kinds of event that the examples of a library claim."""
    claims = [
        claim
        for example in library.examples
        for claim in (example.start, *(line.then for line in example.play))
    ]
    return {str(event["event"]) for it in claims if it for event in it.happened or ()}


def test_every_kind_of_event_is_claimed_by_an_example(library):
    """So an event that no longer comes about, or says less, is a disagreement."""
    assert {*KINDS} - claimed(library) == NO_RULESET_HERE
    assert claimed(Library.read_samples(REFERENCE)) >= NO_RULESET_HERE
