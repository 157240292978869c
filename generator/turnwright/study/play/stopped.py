"""Stops: why a roster cannot be played by a system, as a sentence."""


class PlayStopped(Exception):
    """Stop of a play: nobody can go on, or it would go on for ever. Carries a sentence."""
