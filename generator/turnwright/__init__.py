"""Turn systems of tabletop wargames, where every rule that is printed can also be played.

`library()` has the systems that come with it, and `start` begins a battle by one of them.
The game then says who decides, what they may do, and which clauses rule the rest out.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwright.battle import library, start
    from turnwright.engine.apply import apply, awaiting
    from turnwright.engine.compiler import compile_ruleset
    from turnwright.engine.decision import Decision, Refused
    from turnwright.engine.game import Game
    from turnwright.examples.record import Mismatch
    from turnwright.examples.replay import replay
    from turnwright.language.input import Card, Choice, Declaration, Draw, Roll
    from turnwright.load.library import Library
    from turnwright.load.problem import SourceError

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
    "compile_ruleset",
    "library",
    "replay",
    "start",
]

_MODULES = {
    "battle": ("library", "start"),
    "engine.apply": ("apply", "awaiting"),
    "engine.compiler": ("compile_ruleset",),
    "engine.game": ("Game",),
    "engine.decision": ("Decision", "Refused"),
    "language.input": ("Card", "Choice", "Declaration", "Draw", "Roll"),
    "load.library": ("Library",),
    "load.problem": ("SourceError",),
    "examples.record": ("Mismatch",),
    "examples.replay": ("replay",),
}
"""Modules of the public names, which are imported when a name is asked for."""
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """A public name. The command line would take twice as long to start with all of them."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
