"""Loader: YAML files to rulesets and examples, with diagnostics and patches."""

from turnwright.load.library import Library
from turnwright.load.problem import Place, Problem, SourceError

__all__ = ["Library", "Place", "Problem", "SourceError"]
