"""Every claim an author can make: that it holds when it is right, and what is told when not."""

import pytest

from turnwright.language.example import Claim, Mission
from turnwright.proof.claims import CHECKS, claim_mismatches

RULES = """
    steps:
      turns: {turns.acts: {each: [act, strike]}, turns.may-pass: {passing: allowed}}
      strike:
        strike.at: {target: enemy, check: luck}
        strike.on: {result: {outcome: [good], then: carry_out}}
        strike.off: {result: {outcome: [bad], then: lose}}
      act: {act.prayers: {cadence: one_side, first: active, among: active, together: one}}
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, low: 1, high: 1}}
        luck.good: {band: {outcome: good, low: 2, high: 6}}
    facts: {keen: {}, proud: {of: side}, night: {of: battle}}
    values: {speed: {}}
    effects:
      terms:
        terms.who: {work_of: unit, bearer: active, covers_whose: side, covers: same}
        terms.when: {covers_until: round, conditions_bind: always}
    abilities:
      hymn: {text: A hymn., used: {during: act}, effect: {during: act}}
"""


@pytest.fixture
def battle(skirmish):
    """Ash is about to act or to strike."""
    rules = skirmish.but(RULES).but(
        "steps: {act: {act.known: {each_ability: unit}, act.done: {finish: allowed}}}"
    )
    army = {"Ash": {"facts": ("keen",), "abilities": ("hymn",), "has": {"speed": 6}}, "Birch": {}}
    return rules.battle(army, "Dorn Elm", mission=Mission(), facts={"battle": ("night",)})


def start(game):
    """As it begins."""
    return game


def striking(game):
    """The dice are awaited."""
    return game.choose("strike", "Ash", target="Dorn")


def struck(game):
    """It went well."""
    return striking(game).roll(6)


def lost(game):
    """It went as badly as it can."""
    return striking(game).roll(1)


def singing(game):
    """Ash sings."""
    return game.choose("act", "Ash").choose("hymn", "Ash")


CASES = [
    ("next", start, "attacker", "defender"),
    ("next", striking, "attacker", "nobody"),
    ("next", lost, "nobody", "attacker"),
    ("step", start, "turns", "act"),
    ("round", start, 1, 2),
    ("may", start, ("Birch", "Ash"), ("Ash",)),
    ("may_not", start, ("Dorn",), ("Ash",)),
    ("by", start, {"Dorn": "turns.own"}, {"Dorn": "turns.once"}),
    ("by", start, {"Dorn": "invented.turns.own"}, {"Ash": "turns.own"}),
    ("can", start, ("act", "pass"), ("done",)),
    ("cannot", start, ("done",), ("pass",)),
    ("targets", start, {"strike": ("Elm", "Dorn")}, {"strike": ("Dorn",)}),
    ("targets", start, {"act": ()}, {"act": ("Dorn",)}),
    ("active", singing, ("Ash",), ("Birch",)),
    ("active", start, (), ("Ash",)),
    ("awaits", start, "choice", "roll"),
    ("awaits", striking, "roll", "choice"),
    ("awaits", lost, "end", "unsaid"),
    ("dice", striking, "1d6", "2d6"),
    ("dice", start, "", "1d6"),
    ("outcome", struck, "good", "bad"),
    ("ended", struck, ("strike",), ("turns",)),
    ("ended", lost, ("strike", "round", "battle"), ("round", "strike")),
    ("began", singing, (), ("act",)),
    ("began", start, ("battle", "turns"), ("turns", "battle")),
    ("facts", start, {"Ash": ("keen",), "battle": ("night",)}, {"Birch": ("keen",)}),
    ("no_facts", start, {"Birch": ("keen",), "defender": ("proud",)}, {"Ash": ("keen",)}),
    ("value", start, {"Ash.speed": 6}, {"Ash.speed": 7}),
    ("serves", singing, {"hymn": ("Ash",)}, {"hymn": ("Birch",)}),
    ("no_serves", singing, {"hymn": ("Birch",)}, {"hymn": ("Ash",)}),
    ("lasts", singing, ("hymn",), ("ward",)),
    ("stopped", start, ("hymn",), ()),
    ("holds", start, {"attacker": 0, "table": 0}, {"attacker": 1}),
    ("odds", start, {"attacker": "0/1"}, {"attacker": "1/2"}),
    ("winner", lost, "defender", "attacker"),
    ("unsaid", start, "", "until"),
]


@pytest.mark.parametrize(("name", "moment", "right", "wrong"), CASES)
def test_a_claim_holds_when_it_is_right(battle, name, moment, right, wrong):
    """And nothing is told."""
    assert list(claim_mismatches(Claim(**{name: right}), moment(battle), 7)) == []


@pytest.mark.parametrize(("name", "moment", "right", "wrong"), [c for c in CASES if c[3] != ()])
def test_a_claim_that_is_wrong_is_told(battle, name, moment, right, wrong):
    """Which claim, at which line, and what is so instead."""
    found = list(claim_mismatches(Claim(**{name: wrong}), moment(battle), 7))

    assert len(found) == 1
    assert found[0].line == 7
    assert found[0].claimed.startswith(f"{name}: ")
    assert found[0].happened


def test_what_has_stopped_is_not_going(battle):
    """The hymn is."""
    (found,) = claim_mismatches(Claim(stopped=("hymn",)), singing(battle), 1)

    assert (found.claimed, found.happened) == ("stopped: hymn", "[hymn]")


@pytest.mark.parametrize("name", ["may", "ended", "began"])
def test_that_there_is_nothing_is_a_claim_as_well(battle, name):
    """It is wrong where there is something."""
    moment = {"may": start, "ended": struck, "began": start}[name]

    (found,) = claim_mismatches(Claim(**{name: ()}), moment(battle), 1)

    assert found.claimed == f"{name}: []"


def test_every_claim_is_tried_here():
    """A new one needs a case of its own."""
    assert {case[0] for case in CASES} == set(CHECKS)


def test_all_that_is_wrong_is_told_at_once(battle):
    """One claim may be wrong in several ways."""
    claim = Claim(next="defender", round=2, may_not=("Ash", "Birch"))

    found = list(claim_mismatches(claim, battle, 1))

    assert [mismatch.claimed for mismatch in found] == [
        "next: defender",
        "round: 2",
        "may_not: Ash",
        "may_not: Birch",
    ]


def test_a_unit_that_has_not_joined_yet_has_no_facts(battle):
    """A claim about it is wrong, and no accident."""
    (found,) = claim_mismatches(Claim(facts={"Fir": ("keen",)}), battle, 1)

    assert found.happened == "there is no unit Fir"
