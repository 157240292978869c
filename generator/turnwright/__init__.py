"""Turn systems of tabletop wargames, where every rule that is printed can also be played.

`library()` has the systems that come with it, and `start` begins a battle by one of them.
The game then says who decides, what they may do, and which clauses rule the rest out.
"""

from turnwright.battle import library, start
from turnwright.engine.apply import apply, awaiting
from turnwright.engine.game import Game
from turnwright.engine.inputs import Choice, Decision, Declaration, Draw, Refused, Roll
from turnwright.language.example import Card
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.proof.record import Mismatch
from turnwright.proof.replay import replay

__all__ = [
    "Card",
    "Choice",
    "Decision",
    "Declaration",
    "Draw",
    "Game",
    "Library",
    "Mismatch",
    "Refused",
    "Roll",
    "SourceError",
    "apply",
    "awaiting",
    "library",
    "replay",
    "start",
]
