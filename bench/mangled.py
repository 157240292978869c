"""Mangled files: YAML files with something wrong, as text and as trees of nodes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

ODD = (
    *("\x00", "\x07", "\x1b[31m", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u202e"),
    *("\ufeff", "\ufffe", "\U0001f9d9\u200d", "e\u0301", "\u0663", "\u00bd", "\u2160", "\r", "\t"),
)
"""Characters that are easily taken for something else."""
BYTES = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xfe\xff", b"\x80", b"\xf5\x80\x80\x80")
"""Bytes that are not UTF-8."""
TRICKS = (
    *(
        "&a ",
        "*a",
        "<<: *a\n",
        "!!python/object:os.system ",
        "!!binary ",
        "!!set ",
        "? ",
        "| ",
        ">-",
    ),
    *(
        "%YAML 9.9\n",
        "---\n",
        "...\n",
        "- ",
        "- - - ",
        ": ",
        "#",
        "'",
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
    ),
    *("`", "@", "~", "null", "=", "{}", "[]", "{{ }}", "__class__", "../../etc", "\\u0000"),
)
"""What means something to YAML, or to what comes after it."""
NUMBERS = (
    *("0", "-1", "1", "2", "99", "1000000", str(2**31), str(2**63), str(-(2**64)), "9" * 400),
    *(
        "9" * 5000,
        "1e400",
        "-1e400",
        ".nan",
        ".inf",
        "0.1",
        "1e-400",
        "0x1F",
        "0o17",
        "1_000",
        "-0",
    ),
)
"""Numbers, large and small."""
SCALARS = (
    *(
        "",
        "true",
        "no",
        "~",
        "2026-11-22",
        "12:30:45",
        "nothing",
        "battle",
        "pass",
        "done",
        "first",
    ),
    *(
        "1d6",
        "0d6",
        "1d0",
        "1d1",
        "999999999d6",
        "30d6",
        "9d99999999999",
        "d",
        "1/2",
        "3/0",
        "1/99",
    ),
    *("a", "A b", "x.y", "x.y.z", "a:b", "kept", "1", "own", "enemy", "unit", "side", "k" * 3000),
)
"""Values of many kinds."""


def mangled(content: bytes, chance: random.Random, others: Pool) -> bytes:
    """The content of a file, changed in one place or in several.

    Half of the files are changed gently, so that many can still be played.
    """
    how = chance.choices((gently_changed, changed_tree, changed_text), (50, 30, 20))[0]
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        content = how(content, chance, others)
    return content


# As text


def changed_lines(content: bytes, chance: random.Random) -> bytes:
    """A line is duplicated, deleted, moved, swapped or indented otherwise."""
    lines = content.splitlines(keepends=True) or [b"\n"]
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines[here]
    match chance.randrange(7):
        case 0:
            lines.insert(there, line)
        case 1:
            del lines[here : here + chance.choice((1, 1, 2, 9))]
        case 2:
            lines[here], lines[there] = lines[there], line
        case 3:
            lines[here] = b" " * chance.choice((1, 2, 4, 50)) + line
        case 4:
            lines[here] = line.lstrip()
        case 5:
            lines[here:here] = lines[here : here + 5] * chance.choice((1, 2, 300))
        case _:
            lines[here] = line.rstrip(b"\n")
    return b"".join(lines)


def changed_bytes(content: bytes, chance: random.Random) -> bytes:
    """Some bytes become others, or go."""
    many = chance.choice((1, 1, 2, 8))
    for _ in range(many):
        here = chance.randrange(len(content) + 1)
        new = chance.choice((chance.randbytes(1), chance.choice(BYTES), b""))
        content = content[:here] + new + content[here + chance.randrange(3) :]
    return content


def put_in(content: bytes, chance: random.Random) -> bytes:
    """Something odd is put in, most often where a word begins or ends."""
    places = [found.start() for found in re.finditer(rb"\b", content)] or [0]
    here = chance.choice(places)
    new = chance.choice((*ODD, *TRICKS, *NUMBERS)).encode("utf-8", "surrogatepass")
    return content[:here] + new + content[here:]


def cut_off(content: bytes, chance: random.Random) -> bytes:
    """The file ends early, or goes on too long, or another kind of file begins."""
    here = chance.randrange(len(content) + 1)
    tails = (b"", b"", b"[" * 5000, b"\n- " * 100, b"\n" + b" " * 90000, b"\n---\n" + content)
    return content[:here] + chance.choice(tails)


def other_coding(content: bytes, chance: random.Random) -> bytes:
    """The file is in another coding, or has other ends of lines."""
    text = content.decode("utf-8", "replace")
    return chance.choice(
        (
            text.encode("utf-16"),
            text.encode("utf-8-sig"),
            text.encode("latin-1", "replace"),
            content.replace(b"\n", b"\r\n"),
            content.replace(b"\n", b"\r"),
            content.replace(b"  ", b"\t"),
        )
    )


def changed_text(content: bytes, chance: random.Random, _: Pool) -> bytes:
    """The text is changed in one of these ways."""
    return chance.choice(BY_TEXT)(content, chance)


BY_TEXT: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(changed_lines, changed_lines, changed_lines),
    *(changed_bytes, put_in, put_in, cut_off, other_coding),
)


# As trees


class Pool:
    """Keys with values from many files, from which others are taken."""

    def __init__(self, files: Iterable[bytes]) -> None:
        self.entries: dict[str, list[tuple[Node, Node]]] = {}
        """Entries of mappings, by the key whose value the mapping is."""
        self.values: dict[str, list[Node]] = {}
        """Values, by their key."""
        for content in files:
            for key, value in entries(parsed(content)):
                within = value.value if isinstance(value, MappingNode) else ()
                self.entries.setdefault(str(key.value), []).extend(within)
                self.values.setdefault(str(key.value), []).append(value)
        self.above = sorted(name for name, known in self.entries.items() if known)
        self.keys = sorted(self.values)

    def entry(self, above: str, chance: random.Random) -> tuple[Node, Node]:
        """An entry of a mapping under this key, most often, or of any mapping."""
        if not self.entries.get(above) or chance.random() < 0.1:
            above = chance.choice(self.above)
        return deepcopy(chance.choice(self.entries[above]))


def parsed(content: bytes) -> list[Node]:
    """The trees of a file; none where it is not YAML."""
    try:
        found = yaml.compose_all(content.decode(), Loader=yaml.CSafeLoader)
        return [node for node in found if node is not None]
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError):
        return []


def nodes(tops: Iterable[Node]) -> Iterator[tuple[str, Node]]:
    """Every mapping and sequence, each under the key that is nearest above."""
    waiting = [("", top) for top in tops]
    for above, node in waiting:
        if isinstance(node, MappingNode):
            yield above, node
            waiting += [(str(key.value), value) for key, value in node.value]
        elif isinstance(node, SequenceNode):
            yield above, node
            waiting += [(above, value) for value in node.value]


def entries(tops: Iterable[Node]) -> Iterator[tuple[Node, Node]]:
    """Every key with its value."""
    for _, node in nodes(tops):
        if isinstance(node, MappingNode):
            yield from node.value


def scalar(text: str) -> ScalarNode:
    """A value that is written plainly."""
    tag: str = yaml.SafeLoader("").resolve(ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return ScalarNode(tag, text)


def anything(chance: random.Random, old: Node) -> Node:
    """A value of some other kind."""
    inner = scalar(chance.choice((*SCALARS, *NUMBERS)))
    match chance.randrange(7):
        case 0:
            return SequenceNode("tag:yaml.org,2002:seq", chance.choice(([], [inner], [old])))
        case 1:
            return MappingNode("tag:yaml.org,2002:map", chance.choice(([], [(inner, old)])))
        case 2:
            node: Node = inner
            for _ in range(chance.choice((3, 38, 45, 90))):
                node = SequenceNode("tag:yaml.org,2002:seq", [node])
            return node
        case _:
            return inner


def changed_tree(content: bytes, chance: random.Random, others: Pool) -> bytes:
    """A value, a key or an entry is another one."""
    tops = parsed(content)
    known = [found for found in nodes(tops) if found[1].value]
    if not known:
        return content
    above, node = chance.choice(known)
    here = chance.randrange(len(node.value))
    _, other = chance.choice(known)
    there = chance.randrange(len(other.value))
    names = [str(key.value) for key, _ in entries(tops)] or [""]
    words = [str(v.value) for _, v in entries(tops) if isinstance(v, ScalarNode)]
    items = [i for _, n in nodes(tops) if isinstance(n, SequenceNode) for i in n.value]
    words += [str(item.value) for item in items if isinstance(item, ScalarNode)]
    match chance.randrange(12):
        case 0:
            replace(node, here, anything(chance, value_at(node, here)))
        case 1:
            replace(node, here, scalar(chance.choice((*SCALARS, *NUMBERS))))
        case 2 | 3:
            replace(node, here, scalar(chance.choice((*names, *words))))
        case 4:
            replace(node, here, deepcopy(value_at(other, there)))
        case 5 if isinstance(node, MappingNode):
            new = chance.choice((chance.choice(names), chance.choice(others.keys), *SCALARS[-4:]))
            node.value[here] = scalar(new), node.value[here][1]
        case 6 | 7 if isinstance(node, MappingNode):
            node.value.insert(here, others.entry(above, chance))
        case 8 if isinstance(node, MappingNode):
            _, value = others.entry(above, chance)
            replace(node, here, value)
        case 9:
            del node.value[here]
        case 10:
            node.value.append(deepcopy(node.value[here]))
        case _:
            renamed(tops, chance.choice(names), chance.choice((*names, *words, *SCALARS)))
    return written(tops) or content


def gently_changed(content: bytes, chance: random.Random, others: Pool) -> bytes:
    """A value is one that this key has elsewhere, or items go, change places or come twice."""
    tops = parsed(content)
    known = [found for _, found in nodes(tops) if found.value]
    if not known:
        return content
    node = chance.choice(known)
    here, there = chance.randrange(len(node.value)), chance.randrange(len(node.value))
    items = node.value
    if isinstance(node, MappingNode) and chance.random() < 0.8:
        key, value = items[here]
        near = [other for name, other in entries(tops) if name.value == key.value]
        far = others.values.get(str(key.value), near)
        new: Node = deepcopy(chance.choice(near if chance.random() < 0.4 else far))
        if isinstance(value, ScalarNode) and value.value.isdecimal() and chance.random() < 0.5:
            new = scalar(str(max(int(value.value[:9]) + chance.choice((-2, -1, 1, 2, 7)), 0)))
        items[here] = key, new
    else:
        match chance.randrange(4):
            case 0:
                del items[here]
            case 1:
                items[here], items[there] = items[there], items[here]
            case 2 if isinstance(node, SequenceNode):
                items.insert(there, deepcopy(items[here]))
            case _:
                donor = chance.choice([it for it in known if type(it) is type(node)])
                items.insert(here, deepcopy(chance.choice(donor.value)))
    return written(tops) or content


def written(tops: list[Node]) -> bytes:
    """The file of these trees; empty where they cannot be written."""
    try:
        text: str = yaml.serialize_all(
            tops, Dumper=yaml.CSafeDumper, allow_unicode=True, width=9999
        )
    except (yaml.YAMLError, RecursionError):
        return b""
    return text.encode("utf-8", "surrogatepass")


def value_at(node: Node, position: int) -> Node:
    """The value of an entry, or an item."""
    found = node.value[position]
    value: Node = found[1] if isinstance(node, MappingNode) else found
    return value


def replace(node: Node, position: int, new: Node) -> None:
    """The value of an entry, or an item, is another one."""
    key = (node.value[position][0], new) if isinstance(node, MappingNode) else new
    node.value[position] = key


def renamed(tops: list[Node], old: str, new: str) -> None:
    """A name is another one wherever it is written."""
    for _, node in nodes(tops):
        if isinstance(node, MappingNode):
            node.value = [(swapped(k, old, new), swapped(v, old, new)) for k, v in node.value]
        else:
            node.value = [swapped(item, old, new) for item in node.value]


def swapped(node: Node, old: str, new: str) -> Node:
    """A node, or another one in place of a name."""
    return scalar(new) if isinstance(node, ScalarNode) and node.value == old else node
