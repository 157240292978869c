"""Docstrings of fields: what stands below each field of a class of the language."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from functools import cache
from itertools import pairwise


@cache
def own_docs(cls: type) -> Mapping[str, str]:
    """Docstring of each field that a class declares itself; none of one that is made of another."""
    try:
        source = inspect.getsource(cls)
    except OSError:
        return {}
    (node,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(node, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in pairwise([*node.body, ast.Pass()]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = isinstance(below, ast.Expr) and ast.literal_eval(below.value)
            found[field.target.id] = inspect.cleandoc(text or "")
    return found


def first_sentence(cls: type, field: str) -> str:
    """First sentence of the docstring of a field, inherited ones included; empty without one."""
    known = (own_docs(base).get(field, "") for base in cls.__mro__ if base is not object)
    said = " ".join(next(filter(None, known), "").split())
    first, dot, _ = said.partition(". ")
    return first + dot.strip()
