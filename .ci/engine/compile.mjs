// Make of what npm brought what a browser starts with at once: Python's own library, compiled,
// as a browser would else compile it each time; and of it what is imported, as it is loaded whole.
import { readFileSync, writeFileSync } from "node:fs";

const from = new URL("../../build/engine/node_modules/pyodide/", import.meta.url);
const at = (name) => new URL(name, from);
const { loadPyodide } = await import(at("pyodide.mjs"));
const python = await loadPyodide();

python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(at("python_stdlib.zip"))));
python.runPython(`
import ast, importlib.util, marshal, sys, zipfile

# What the code that goes into a browser imports, and what it reads YAML with.
OURS = """
abc base64 binascii bisect codecs collections collections.abc contextlib copy dataclasses datetime
difflib enum fractions functools gc hashlib heapq io itertools json math operator os pathlib pickle
random re string textwrap types typing unicodedata warnings weakref zlib
encodings.ascii encodings.latin_1
""".split()

library = zipfile.ZipFile("/library.zip")
files = {}
for name in library.namelist():
    if name.endswith(".py"):
        files[name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = name

def imported(module):
    "What a module imports when it is loaded, and so in no function."
    package = module if files[module].endswith("/__init__.py") else module.rpartition(".")[0]
    waiting = [ast.parse(library.read(files[module]))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            whole = importlib.util.resolve_name(name, package)
            yield from (whole, *(f"{whole}.{alias.name}" for alias in node.names))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)

kept, waiting = set(), [*sys.modules, *OURS]
while waiting:
    module = waiting.pop()
    if module in files and module not in kept:
        kept.add(module)
        waiting += [module.rpartition(".")[0], *imported(module)]

with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as compiled:
    for module in sorted(kept):
        name = files[module]
        code = compile(library.read(name), name, "exec", dont_inherit=True, optimize=2)
        header = importlib.util.MAGIC_NUMBER + bytes(12)
        compiled.writestr(zipfile.ZipInfo(name + "c"), header + marshal.dumps(code), zipfile.ZIP_DEFLATED)
`);
const lock = JSON.parse(readFileSync(at("pyodide-lock.json"), "utf8"));
writeFileSync(at("pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
writeFileSync(at("python_stdlib.zip"), python.FS.readFile("/compiled.zip"));
