"""Declarations: what the source of a module says of its classes, their fields and members.

Docstrings below fields and members, and types as they are written, are known to the source only.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Member:
    """Field of a class, or member of an enum."""

    name: str
    """Name in Python."""
    word: str
    """Spelling in YAML."""
    text: str
    """Docstring."""
    type: str = ""
    """Type as it is written; nothing for a member of an enum."""


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """Public class of a module, or a union that has a name there."""

    name: str
    text: str
    """Docstring."""
    members: tuple[Member, ...] = ()
    """Members of its own, without those of its bases."""
    bases: tuple[str, ...] = ()
    """Names of its bases, as they are written."""
    union: str = ""
    """What a union joins, as it is written; nothing for a class."""


@dataclass(frozen=True, kw_only=True)
class Declarations:
    """All public classes and named unions of a module."""

    text: str
    """Docstring of the module."""
    declared: tuple[Declaration, ...]


@cache
def declarations(module: str) -> Declarations:
    """Parse the declarations of a module, in their order."""
    source = import_module(module).__file__
    tree = ast.parse(Path(source or "").read_text(encoding="utf-8"))
    return Declarations(text=ast.get_docstring(tree) or "", declared=tuple(_declared(tree)))


@cache
def field_docs(cls: type) -> Mapping[str, str]:
    """Docstring of each field of a class, inherited fields included."""
    return {
        member.name: member.text
        for base in reversed(cls.__mro__)
        if base.__module__ != "builtins"
        for member in _members(_parsed(base))
    }


def _parsed(cls: type) -> ast.ClassDef:
    """Syntax tree of a class."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(node, ast.ClassDef)
    return node


def _declared(tree: ast.Module) -> Iterator[Declaration]:
    for node, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield Declaration(
                name=node.name,
                text=inspect.cleandoc(ast.get_docstring(node) or ""),
                members=tuple(_members(node)),
                bases=tuple(ast.unparse(base) for base in node.bases),
            )
        elif isinstance(node, ast.Assign) and _is_union(node.value) and _docstring(below):
            (target,) = node.targets
            assert isinstance(target, ast.Name)
            yield Declaration(name=target.id, text=_docstring(below), union=ast.unparse(node.value))


def _is_union(value: ast.expr) -> bool:
    """True for `Whose | Selection`."""
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)


def _members(node: ast.ClassDef) -> Iterator[Member]:
    """Members of a class, each with the docstring beneath."""
    for statement, below in zip(node.body, [*node.body[1:], None], strict=True):
        target: ast.expr
        if isinstance(statement, ast.AnnAssign):
            target, written = statement.target, ast.unparse(statement.annotation)
        elif isinstance(statement, ast.Assign):
            target, written = statement.targets[0], ""
        else:
            continue
        if not isinstance(target, ast.Name) or target.id.startswith("_"):
            continue
        value = statement.value
        is_member = not written and isinstance(value, ast.Constant)
        word = str(value.value) if is_member and isinstance(value, ast.Constant) else target.id
        yield Member(name=target.id, word=word, text=_docstring(below), type=written)


def _docstring(node: ast.stmt | None) -> str:
    """Text of a docstring; nothing for any other statement."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""
