"""Docstrings below the fields of classes, which are known to the source only."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise


@cache
def field_docs(cls: type) -> Mapping[str, str]:
    """Docstring of each field of a class, inherited fields included."""
    return {
        name: text
        for base in reversed(cls.__mro__)
        if base.__module__ != "builtins"
        for name, text in _documented(base)
    }


def _documented(cls: type) -> Iterator[tuple[str, str]]:
    """The fields of a class itself that have a docstring."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    for statement, below in pairwise(getattr(node, "body", ())):
        field = statement.target if isinstance(statement, ast.AnnAssign) else None
        said = below.value if isinstance(below, ast.Expr) else None
        if isinstance(field, ast.Name) and isinstance(said, ast.Constant):
            yield field.id, inspect.cleandoc(str(said.value))
