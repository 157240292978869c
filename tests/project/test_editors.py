"""Editors: the real yaml-language-server completes, explains and underlines, as in VS Code.

It comes with what the bench has from npm; without that these are left out.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

SERVER = (
    Path(__file__).parents[2] / "build/bench/node_modules/yaml-language-server"
) / "bin/yaml-language-server"
STAKE = Path(__file__).parents[1] / "stake" / "ruleset.yaml"

pytestmark = pytest.mark.skipif(
    not (SERVER.exists() and shutil.which("node")), reason="sh bench/setup brings the server"
)

SETTINGS = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}

RULESET = """\
# yaml-language-server: $schema=ruleset.schema.json
ruleset: stake
language: 2
title: Stake
steps:
  round:
    clauses:
      - {id: round.b, text: B., means: {each: [wager], when: {fact: late}}}
      - id: round.c
        text: C.
        means: {sequence: [battle]}
        mean: 3
checks: {}
"""

EXAMPLE = """\
# yaml-language-server: $schema=example.schema.json
example: It is lost
ruleset: stake
shows: [round.own]
given: {north: [Ash]}
play:
  - side: north
    does: wager
    unit: Ash
    then:
      step: wager
      odds: {won: 7/12, l: 5/12}
  - {does: wager, refused: round.once}
  - {roll: [one]}
"""


class Editor:
    """Editor: a file that is open, and what the server says of it."""

    def __init__(self, folder: Path) -> None:
        self.server = subprocess.Popen(
            ["node", str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.asked = 0
        self.wrong: dict[str, list[dict]] = {}
        formats = {"contentFormat": ["markdown"]}
        able = {"textDocument": {"completion": {}, "hover": formats, "publishDiagnostics": {}}}
        able["workspace"] = {"configuration": True}
        said = {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": able}
        self.ask("initialize", said)
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": {"yaml": SETTINGS}})

    def send(self, message: dict) -> None:
        """Send a message to the server."""
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.server.stdin.flush()

    def heard(self) -> dict:
        """The next message of the server, after an answer to what it asks itself."""
        size = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        message = json.loads(self.server.stdout.read(size))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.wrong[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            asked = message["params"].get("items", [])
            answer = [SETTINGS if item.get("section") == "yaml" else {} for item in asked]
            self.send({"id": message["id"], "result": answer or None})
        return message

    def tell(self, method: str, said: dict) -> None:
        """Tell the server something that it does not answer."""
        self.send({"method": method, "params": said})

    def ask(self, method: str, said: dict):
        """What the server answers."""
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": said})
        while (message := self.heard()).get("id") != self.asked or "method" in message:
            pass
        return message["result"]

    def open(self, path: Path, text: str) -> "Editor":
        """A file with this text, read by the server."""
        path.write_text(text, encoding="utf-8")
        self.uri, self.text = path.as_uri(), text
        document = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        while self.uri not in self.wrong:
            self.heard()
        return self

    def at(self, before: str, back: int = 0) -> dict:
        """The place behind a piece of the text."""
        offset = self.text.index(before) + len(before) - back
        start = self.text.rfind("\n", 0, offset) + 1
        place = {"line": self.text.count("\n", 0, offset), "character": offset - start}
        return {"textDocument": {"uri": self.uri}, "position": place}

    def completed(self, before: str) -> dict[str, str]:
        """What is offered behind a piece of the text, with what is told of it."""
        found = self.ask("textDocument/completion", self.at(before))
        return {item["label"]: str(item.get("documentation", "")) for item in found["items"]}

    def told(self, word: str) -> str:
        """What is told of the word that a piece of the text ends with."""
        return self.ask("textDocument/hover", self.at(word, 1))["contents"]["value"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ruleset with the schemas that `turnwright schema --of` prints for it."""
    folder = tmp_path_factory.mktemp("club") / "stake"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(STAKE.read_text("utf-8"), encoding="utf-8")
    for what in ("ruleset", "example"):
        printed = CliRunner().invoke(main, ["schema", what, "--of", str(folder)])
        (folder / f"{what}.schema.json").write_text(printed.stdout, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def editor(folder: Path):
    """An editor that is open in the folder."""
    editor = Editor(folder)
    yield editor
    editor.server.kill()
    editor.server.communicate()


@pytest.fixture
def example(editor: Editor, folder: Path) -> Editor:
    """An example."""
    return editor.open(folder / "it.yaml", EXAMPLE)


@pytest.fixture
def ruleset(editor: Editor, folder: Path) -> Editor:
    """A ruleset."""
    return editor.open(folder / "own.yaml", RULESET)


def test_words_of_the_ruleset_complete_in_an_example(example: Editor):
    """Steps and answers, clauses with their sentences, sides, outcomes."""
    assert {"wager", "pass", "done"} <= example.completed("    does: ").keys()
    assert example.completed("shows: [")["round.own"] == "You wager with your own unit."
    assert {"nothing", "round.once"} <= example.completed("refused: ").keys()
    assert {"north", "south"} <= example.completed("- side: ").keys()
    assert "lost" in example.completed("7/12, l")
    assert "stake" in example.completed("\nruleset: ")


def test_keys_complete_and_are_explained(example: Editor):
    """Those of a claim, each with its explanation."""
    offered = example.completed("    then:\n      ")

    assert offered["only"].startswith("The whole choice")
    assert {"may", "outcome", "likelihood"} <= offered.keys()


def test_whoever_points_at_a_word_is_told_what_it_is(example: Editor):
    """A key by the reference, a clause by its sentence."""
    assert example.told("\n    then").startswith("What is so afterwards.")
    assert example.told("refused: round.once").startswith("A unit wagers once a round.")


def test_what_is_wrong_is_underlined_and_nothing_else(example: Editor, ruleset: Editor):
    """A word where a number belongs, a key that there is not."""
    wrong = {uri.rpartition("/")[2]: found for uri, found in example.wrong.items()}

    assert [(it["range"]["start"]["line"], it["message"]) for it in wrong["it.yaml"]] == [
        (13, 'Incorrect type. Expected "integer".')
    ]
    assert [(it["range"]["start"]["line"], it["message"]) for it in wrong["own.yaml"]] == [
        (11, "Property mean is not allowed.")
    ]


def test_words_complete_in_a_ruleset(ruleset: Editor):
    """Its own steps and checks, and the words of the language."""
    assert {"wager", "round"} <= ruleset.completed("sequence: [").keys()
    assert {"wager", "round"} <= ruleset.completed("each: [").keys()
    assert {"cadence", "check", "first"} <= ruleset.completed("means: {").keys()
    assert ruleset.told("text").startswith("The rule in our own words")
