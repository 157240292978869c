"""Every claim of the language is compared with the game."""

from dataclasses import fields

from turnwright.language.example import Claim
from turnwright.proof.claims import CHECKS


def test_every_claim_is_compared_with_the_game():
    """What an author may claim, and nothing else."""
    assert set(CHECKS) == {field.name for field in fields(Claim)}
