"""Verdicts that are kept: what is proved again, and what is not."""

import os
from copy import deepcopy
from dataclasses import replace
from itertools import product
from random import Random

import pytest
import yaml

from turnwright.examples.replay import replay_all
from turnwright.load.cache import KeptFiles
from turnwright.load.library import Library
from turnwright.proof import mutation_testing
from turnwright.proof.mutation_testing import prove
from turnwright.proof.verdicts import Verdict, Verdicts

ACTS = """
    example: Units act in turns until none is left
    ruleset: invented
    shows: [turns.alternate, turns.own]
    given: {attacker: [Ash, Birch, Cedar], defender: [Dorn]}
    play:
      - {side: attacker, does: act, unit: Dorn, refused: turns.own}
      - {side: attacker, does: act, unit: Ash, then: {next: defender}}
      - {side: defender, does: act, unit: Dorn, then: {may: [Birch, Cedar]}}
      - {side: attacker, does: act, unit: Birch, then: {next: attacker}}
      - {side: attacker, does: act, unit: Cedar, then: {round: 2, next: attacker}}
"""
RESTS = """
    example: Whoever rests is rested until the round is over
    ruleset: invented
    shows: [rest.how]
    options: [camp]
    given: {attacker: [Ash], defender: [Dorn]}
    play:
      - {does: rest, unit: Ash, then: {facts: {Ash: [rested]}}}
      - {does: rest, unit: Dorn, then: {round: 2, no_facts: {Ash: [rested]}}}
"""
CAMP = """
    facts: {rested: {}}
    options:
      camp:
        title: Camp
        steps:
          turns: {camp.rest: {means: {each: [rest]}, replaces: [turns.acts]}}
          rest: {rest.how: {sets: {fact: rested, until: round}}}
"""


@pytest.fixture
def camp(skirmish):
    """The skirmish, with a step that only an option brings."""
    return skirmish.but(CAMP)


@pytest.fixture
def proving(written, tmp_path, monkeypatch):
    """Proves a system with what was kept before: the clauses that are tried, and the proof."""

    def run(system, *examples, edition="this"):
        tried = []
        search = mutation_testing.MutationTester.test_mutants
        ran = mutation_testing.run_mutant

        def counted(self, clause, showing):
            if showing:
                tried.append(clause.id)
            return search(self, clause, showing)

        def runs(*given):
            assert tried
            return ran(*given)

        with monkeypatch.context() as patched:
            patched.setattr(mutation_testing.MutationTester, "test_mutants", counted)
            patched.setattr(mutation_testing, "run_mutant", runs)
            library = written(system, *examples)
            records = replay_all(library)
            assert not any(record.mismatches for record in records)
            (proof,) = prove(library, records, Verdicts(tmp_path / "kept", edition))
        (fresh,) = prove(library)
        assert proof == fresh
        return set(tried)

    return run


CITED = {"turns.alternate", "turns.own", "rest.how"}
"""The clauses that the examples show."""


def test_where_nothing_has_changed_nothing_is_proved_again(proving, camp):
    """The first time all is, the second time no mutant is run."""
    assert proving(camp, ACTS, RESTS) == CITED
    assert proving(camp, ACTS, RESTS) == set()


def test_another_text_changes_nothing(proving, camp, monkeypatch):
    """Neither of a clause, nor of a part, nor a note in an example, nor a line further down."""
    proving(camp, ACTS, RESTS)
    written = type(camp).text.fget

    def said_otherwise(system):
        return written(system).replace("The rule", "A rule").replace("A p", "P")

    monkeypatch.setattr(type(camp), "text", property(said_otherwise))
    noted = ACTS.replace("then: {next: defender}", "note: So., then: {next: defender}")

    assert proving(camp, "\n    # By hand\n" + noted, RESTS) == set()


def test_a_rule_that_changes_has_its_ruleset_proved_again(proving, camp):
    """Any other rule may go differently with it."""
    proving(camp, ACTS, RESTS)
    shorter = camp.but("options: {camp: {steps: {rest: {rest.how: {sets: {until: turns}}}}}}")
    longer = RESTS.replace("no_facts: {Ash: [rested]}", "no_facts: {Dorn: [rested]}")

    assert proving(shorter, ACTS, longer) == CITED


def test_an_example_that_changes_proves_anew_what_it_cites(proving, camp):
    """And what another example proves stays proved."""
    proving(camp, ACTS, RESTS)

    again = proving(camp, ACTS, RESTS.replace("facts: {Ash: [rested]}", "next: defender", 1))

    assert again == {"rest.how"}


def test_other_code_proves_all_anew(proving, camp):
    """Another engine may see it differently."""
    proving(camp, ACTS, RESTS)

    assert proving(camp, ACTS, RESTS, edition="another") == CITED


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\x00",
        b"[]",
        b"{}",
        b"null",
        b'{"edition": "this"}',
        b'{"edition": "this", "verdicts": []}',
        b'{"edition": "this", "verdicts": {"a": 3}}',
        b'{"edition": "this", "verdicts": {"a": ["b", {"c": 7}]}}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_not_ours_is_as_good_as_none(proving, camp, tmp_path, content):
    """It is written anew, and nobody is troubled with it."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "verdicts").write_bytes(content)

    assert proving(camp, ACTS, RESTS) == CITED
    assert proving(camp, ACTS, RESTS) == set()


def test_where_nothing_can_be_written_all_is_proved_the_same(written, camp, tmp_path):
    """A file in place of the folder."""
    (tmp_path / "kept").write_text("in the way")

    (proof,) = prove(written(camp, ACTS, RESTS), verdicts=Verdicts(tmp_path / "kept"))

    assert proof.clauses["invented.turns.own"].verdict.killed > 0


def test_what_another_process_wrote_meanwhile_stays(tmp_path):
    """The file is replaced as a whole, with what both have found."""
    one, two = Verdicts(tmp_path, "this"), Verdicts(tmp_path, "this")
    one.put("first", Verdict(killed=1, explanation="yes"))
    two.put("second", Verdict(survived=("removed",)))

    one.save()
    two.save()

    kept = Verdicts(tmp_path, "this")
    assert kept.get("second").survived == ("removed",)
    assert [path.name for path in tmp_path.iterdir()] == ["verdicts"]
    assert kept.get("first").explanation == "yes"


def test_a_verdict_that_somebody_changed_is_not_believed(tmp_path):
    """The file says the check sum of what it holds."""
    kept = Verdicts(tmp_path, "this")
    kept.put("first", Verdict(survived=("removed",)))
    kept.save()
    path = tmp_path / "verdicts"
    path.write_bytes(path.read_bytes().replace(b'"removed"', b""))

    assert Verdicts(tmp_path, "this").get("first") is None


def test_without_being_asked_nothing_is_kept(written, camp, tmp_path, monkeypatch):
    """Only who names a place for it has it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    prove(written(camp, ACTS, RESTS))

    assert not (tmp_path / "cache").exists()


NIGHT = """
    facts: {rested: {}, seen: {of: battle}}
    steps: {turns: {turns.acts: {each: [act, rest]}}, act: {}, rest: {}}
    options: {foggy: {title: Fog}, dark: {title: Dark}}
    readings:
      smoke:
        question: Does smoke hide?
        default: thin
        why: It is simple.
        clauses: [turns.acts]
        alternatives: {thin: {text: It does not.}, thick: {text: It does.}}
"""
LOOSE = {
    "night.hides": ({"bars": {"fact": "seen"}}, {"bars": {"fact": "rested"}}),
    "smoke.hides": ({"bars": {"fact": "seen"}}, {"needs": {"fact": "seen"}}),
    "rest.lasts": tuple({"sets": {"fact": "rested", "until": it}} for it in ("round", "turns")),
}
"""What a clause may mean that stands anywhere: in any layer, and in either step."""
PLAYED = ("", "options: [foggy]", "options: [dark]", "readings: {smoke: thick}")
"""How examples choose each layer in which one may stand, the ruleset itself first."""
CLAIMS = (
    "start: {can: [act]}",
    "start: {cannot: [act]}",
    "start: {can: [rest]}",
    "start: {cannot: [rest]}",
    "play: [{does: act, unit: Ash, then: {facts: {Ash: [rested]}}}]",
    "play: [{does: act, unit: Ash, then: {no_facts: {Ash: [rested]}}}]",
    "play: [{does: rest, unit: Ash, then: {facts: {Ash: [rested]}}}]",
)


def night(skirmish, places):
    """A system with each loose clause in its place: a layer, a step and one of its meanings."""
    parts = deepcopy(skirmish.but(NIGHT).parts)
    options, thick = parts["options"], parts["readings"]["smoke"]["alternatives"]["thick"]
    layers = (parts, options["foggy"], options["dark"])
    for clause, (layer, step, way) in places.items():
        means = LOOSE[clause][way]
        if layer < len(layers):
            steps = layers[layer].setdefault("steps", {})
            steps.setdefault(step, {})[clause] = {"means": means}
        else:
            said = {"id": clause, "text": "In smoke.", "means": means}
            steps = thick.setdefault("steps", {})
            steps.setdefault(step, {"title": "A part", "clauses": []})["clauses"].append(said)
    return replace(skirmish, parts=parts)


def nights():
    """Examples of each layer, that show one clause; of two that claim the contrary, one is so."""
    for layer, choice in enumerate(PLAYED):
        for claim in CLAIMS:
            yield f"""
    example: "{layer} {claim}"
    ruleset: invented
    {choice}
    shows: [{[*LOOSE][(layer - 1) % len(LOOSE)]}]
    facts: {{battle: [seen]}}
    given: {{attacker: [Ash, Birch], defender: [Dorn]}}
    {claim}
"""


def test_what_was_kept_says_what_would_come_out_anew(written, skirmish, tmp_path):
    """Also where a clause moves or means something else, and where examples come and go."""
    random = Random(1)
    spots = [*product(range(len(PLAYED)), ("act", "rest"), range(2))]
    places = {clause: random.choice(spots) for clause in LOOSE}
    kept, seen = Verdicts(tmp_path / "kept", "this"), []
    for _ in range(15):
        shown = [example for example in nights() if random.random() < 0.9]
        library = written(night(skirmish, places), *shown)
        played = replay_all(library)
        found = prove(library, played, kept)
        assert found == prove(library, played), places
        seen.append(found[0].killed)
        places[random.choice([*places])] = random.choice(spots)
    assert len({*seen}) > 1


def test_an_overlay_may_name_a_clause_as_its_base_does(skirmish, tmp_path):
    """Each has a verdict of its own, though one example shows both and they mean the same."""
    tired = {"means": {"bars": {"fact": "tired"}}}
    base = skirmish.but("facts: {tired: {}}").but(
        "steps: {turns: {turns.acts: {each: [act, rest]}}, rest: {}}"
    )
    base = base.but("steps: {act: {over.tired: {bars: {fact: tired}}}}")
    clause = {"id": "over.tired", "text": "The tired do not rest.", **tired}
    over = {"ruleset": "over", "language": 2, "title": "Over", "extends": "invented"}
    over |= {"steps": {"rest": {"title": "Rest", "clauses": [clause]}}}
    example = """
    example: The tired do not act
    ruleset: over
    shows: [invented.over.tired, over.tired]
    given: {attacker: {Ash: {facts: [tired]}, Birch: {}}, defender: [Dorn]}
    play:
      - {does: act, unit: Ash, refused: invented.over.tired}
      - {does: act, unit: Birch}
    """
    for name, text in (("invented", base.text), ("over", yaml.safe_dump(over))):
        (tmp_path / name / "examples").mkdir(parents=True)
        (tmp_path / name / "ruleset.yaml").write_text(text)
    (tmp_path / "over" / "examples" / "tired.yaml").write_text(example)
    library = Library.read(tmp_path)

    kept = prove(library, verdicts=Verdicts(tmp_path / "kept", "this"))

    assert kept == prove(library)


def test_what_cannot_be_removed_stops_nothing(tmp_path):
    """A folder among old files: they are forgotten all the same."""
    (tmp_path / "a folder").mkdir()
    files = [tmp_path / "old", tmp_path / "older"]
    for path in files:
        path.write_bytes(b"")
    for path in (tmp_path / "a folder", *files):
        os.utime(path, (0, 0))

    KeptFiles(tmp_path).forget_unused()

    assert [path.name for path in tmp_path.iterdir()] == ["a folder"]
