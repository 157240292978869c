"""From YAML to the language: mistakes told with their place, patches laid over rules."""

from turnwright.load.library import Library
from turnwright.load.problem import Place, Problem, SourceError

__all__ = ["Library", "Place", "Problem", "SourceError"]
