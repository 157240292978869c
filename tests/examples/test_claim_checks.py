"""Every claim of the language is compared with the game."""

from dataclasses import fields

from turnwright.examples.claims import CHECKS
from turnwright.language.example import Claim


def test_every_claim_is_compared_with_the_game():
    """What an author may claim of a moment; how likely that is, is compared with many plays."""
    of_plays = {"likelihood", "rolls"}

    assert set(CHECKS) | of_plays == {field.name for field in fields(Claim)}
