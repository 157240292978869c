"""Mutants: each place of a module where something small can be changed, and the change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SWAPPED: dict[type[ast.AST], type[Any]] = {
    one: other
    for pair in (
        (ast.Lt, ast.LtE),
        (ast.Gt, ast.GtE),
        (ast.Eq, ast.NotEq),
        (ast.Is, ast.IsNot),
        (ast.In, ast.NotIn),
        (ast.And, ast.Or),
        (ast.Add, ast.Sub),
        (ast.Mult, ast.Add),
        (ast.FloorDiv, ast.Mult),
        (ast.Div, ast.Mult),
        (ast.Mod, ast.Add),
        (ast.BitAnd, ast.BitOr),
        (ast.BitXor, ast.BitOr),
        (ast.LShift, ast.RShift),
    )
    for one, other in (pair, pair[::-1])
}
SWAPPED |= {ast.Add: ast.Sub, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEFT_ALONE = (ast.Assert, ast.JoinedStr, ast.arguments, ast.AnnAssign)
"""Where nothing is changed: what types need, words for people, and defaults."""

Named = (ast.stmt, ast.match_case, ast.ExceptHandler)
"""What a change is shown in."""


@dataclass(frozen=True)
class Site:
    """One mutant: where it is, and the code before and after."""

    path: str
    module: str
    function: str
    """The outermost function, with its class."""
    number: int
    """Which of the mutants of the module it is."""
    line: int
    statement: int
    """The line of the statement it is in."""
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}\n  - {self.before}\n  + {self.after}"

    def mutated(self) -> ast.Module:
        """The module with this change in it."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        for number, place in enumerate(places(tree)):
            if number == self.number:
                place.put()
                return ast.fix_missing_locations(tree)
        raise AssertionError(self)


@dataclass(frozen=True)
class Place:
    """A node in its parent, and another that may be put in its stead."""

    function: str
    statement: ast.stmt
    inside: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    old: ast.AST
    new: ast.AST

    def put(self, back: bool = False) -> None:
        """Change the tree, or change it back."""
        node = self.old if back else self.new
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def module_of(path: Path, root: Path) -> str:
    """The name of a module."""
    return ".".join(path.relative_to(root).with_suffix("").parts)


def sites(path: Path, root: Path) -> Iterator[Site]:
    """Every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, place in enumerate(places(tree)):
        before = shown(place.inside)
        place.put()
        after = shown(place.new if place.old is place.inside else place.inside)
        place.put(back=True)
        line, statement = place.old.lineno, place.statement.lineno  # type: ignore[attr-defined]
        module = module_of(path, root)
        yield Site(str(path), module, place.function, number, line, statement, before, after)


NOTED = "__noted__"
"""The name in a module under which the statements that ran are noted."""


def noted(path: Path) -> ast.Module:
    """A module in which each statement of a function notes its file and line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for _, function in functions(tree):
        for node in ast.walk(function):
            for name, body in ast.iter_fields(node):
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    setattr(node, name, [it for old in body for it in (note(path, old), old)])
    return ast.fix_missing_locations(tree)


def note(path: Path, statement: ast.stmt) -> ast.stmt:
    """The statement that notes another one."""
    place = ast.Tuple([ast.Constant(str(path)), ast.Constant(statement.lineno)], ast.Load())
    add = ast.Attribute(ast.Name(NOTED, ast.Load()), "add", ast.Load())
    return ast.copy_location(ast.Expr(ast.Call(add, [place], [])), statement)


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", method


def shown(node: ast.AST) -> str:
    """A statement, of which only the first line matters."""
    return ast.unparse(ast.fix_missing_locations(node)).strip().splitlines()[0]


def places(tree: ast.Module) -> Iterator[Place]:
    """Every place inside a function where something may be changed."""
    for name, function in functions(tree):
        yield from within(function, name, function, function)


def within(parent: ast.AST, function: str, statement: ast.stmt, inside: ast.AST) -> Iterator[Place]:
    """Every place below a node, which is in a statement, and shown inside it or a part of it."""
    for name, value in ast.iter_fields(parent):
        if name in ("decorator_list", "returns", "args") and not isinstance(parent, ast.Call):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or isinstance(node, LEFT_ALONE):
                continue
            at = node if isinstance(node, ast.stmt) else statement
            here = node if isinstance(node, Named) else inside
            for new in instead_of(node):
                new = ast.copy_location(new, node)
                yield Place(function, at, here, parent, name, index, node, new)
            if not isinstance(node, ast.Raise):
                yield from within(node, function, at, here)


def instead_of(node: ast.AST) -> Iterator[ast.AST]:
    """What may be put instead of a node."""
    match node:
        case ast.Compare(ops=[op, *rest]) if type(op) in SWAPPED:
            yield ast.Compare(node.left, [SWAPPED[type(op)](), *rest], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(SWAPPED[type(op)](), node.values)
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            yield ast.BinOp(node.left, SWAPPED[type(op)](), node.right)
        case ast.AugAssign(op=op) if type(op) in SWAPPED:
            yield ast.AugAssign(node.target, SWAPPED[type(op)](), node.value)
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Name(id=name) if name in OTHER_NAMES:
            yield ast.Name(OTHER_NAMES[name], ast.Load())
        case ast.Return(value=ast.expr() as returned) if not isinstance(returned, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.If() | ast.While() | ast.IfExp() if plain(node.test):
            test = ast.UnaryOp(ast.Not(), node.test)
            yield type(node)(**{**dict(ast.iter_fields(node)), "test": test})
        case _:
            pass


def plain(test: ast.expr) -> bool:
    """Whether a condition has nothing in it that is changed by itself."""
    return isinstance(test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
