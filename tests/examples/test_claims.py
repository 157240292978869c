"""Every claim an author can make: that it holds when it is right, and what is told when not."""

import pytest

from turnwright.examples.claims import CHECKS, claim_mismatches
from turnwright.language.example import Claim, Mission
from turnwright.language.input import Choice

RULES = """
    steps:
      turns: {turns.acts: {each: [act, strike]}, turns.may-pass: {passing: allowed}}
      strike:
        strike.at: {target: enemy, check: luck}
        strike.on: {result: {outcome: [good], then: carry_out}}
        strike.off: {result: {outcome: [bad], then: lose}}
        strike.then: {sequence: [boast]}
      boast: {boast.modest: {bars: {fact: keen}}}
      act: {act.prayers: {cadence: one_side, first: active, among: active, together: one}}
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, low: 1, high: 1}}
        luck.good: {band: {outcome: good, low: 2, high: 6}}
        luck.glory: {also: {outcome: glory, low: 6}}
    facts: {keen: {}, proud: {of: side}, night: {of: battle}}
    values:
      speed: {}
      points: {of: side, points.begin: {starts: 2}}
      tide: {of: battle, tide.begin: {starts: 1}}
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
    ("can_only", start, ("pass", "act", "strike"), ("act", "strike")),
    (
        "only",
        start,
        {"act": ("Ash", "Birch"), "strike": ("Birch", "Ash"), "pass": ("attacker",)},
        {"act": ("Ash", "Birch"), "strike": ("Birch", "Ash")},
    ),
    ("only", singing, {"done": ("attacker",)}, {"hymn": ("Ash",), "done": ("attacker",)}),
    ("only", striking, {}, {"strike": ()}),
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
    ("outcome", struck, "glory", "bad"),
    ("outcome", lost, "bad", "glory"),
    ("total", struck, 6, 5),
    (
        "happened",
        struck,
        ({"event": "rolled", "what": "luck", "total": 6}, {"event": "ended", "step": "strike"}),
        ({"event": "rolled", "what": "luck", "total": 5},),
    ),
    (
        "happened",
        struck,
        ({"event": "resulted", "units": ("Ash",), "by": "strike.on"},),
        ({"event": "resulted", "units": ("Ash",), "by": ("strike.on", "strike.off")},),
    ),
    (
        "happened",
        struck,
        ({"event": "resulted", "by": ("invented.strike.on",)}, {"event": "ended"}),
        ({"event": "ended"}, {"event": "resulted"}),
    ),
    (
        "not_happened",
        struck,
        ({"event": "ended", "step": "turns"},),
        ({"event": "rolled", "total": 6},),
    ),
    ("skipped", struck, {"boast": {"Ash": "boast.modest"}}, {"act": {}}),
    ("skipped", struck, {"boast": {}}, {"boast": {"Ash": "turns.own"}}),
    ("did", struck, {"Ash": ("strike",), "Birch": ()}, {"Ash": ("strike", "act")}),
    ("did", start, {"Ash": ()}, {"Ash": ("strike",)}),
    ("ended", struck, ("strike",), ("turns",)),
    ("ended", lost, ("strike", "round", "battle"), ("round", "strike")),
    ("began", singing, (), ("act",)),
    ("began", start, ("battle", "turns"), ("turns", "battle")),
    ("facts", start, {"Ash": ("keen",), "battle": ("night",)}, {"Birch": ("keen",)}),
    ("no_facts", start, {"Birch": ("keen",), "defender": ("proud",)}, {"Ash": ("keen",)}),
    ("value", start, {"Ash.speed": 6}, {"Ash.speed": 7}),
    ("value", start, {"attacker.points": 2, "Ash.points": 2}, {"defender.points": 3}),
    ("value", start, {"battle.tide": 1, "Ash.tide": 1}, {"battle.tide": 2}),
    ("serves", singing, {"hymn": ("Ash",)}, {"hymn": ("Birch",)}),
    ("no_serves", singing, {"hymn": ("Birch",)}, {"hymn": ("Ash",)}),
    ("lasts", singing, ("hymn",), ("ward",)),
    ("stopped", start, ("hymn",), ()),
    ("holds", start, {"attacker": 0, "table": 0}, {"attacker": 1}),
    ("odds", start, {"attacker": "0/1"}, {"attacker": "1/2"}),
    ("odds", striking, {"good": "5/6", "bad": "1/6"}, {"good": "1/2"}),
    ("winner", lost, "defender", "attacker"),
    ("unsaid", start, "", "until"),
    ("contradicted", start, "", "check"),
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


def test_what_is_declared_is_no_work_of_the_rules(battle):
    """So nothing happened by them, though a fact is true."""
    declared = battle.declare("keen", "Birch")

    assert list(claim_mismatches(Claim(happened=()), declared, 1)) == []
    assert list(claim_mismatches(Claim(facts={"Birch": ("keen",)}), declared, 1)) == []
    (found,) = claim_mismatches(Claim(happened=()), struck(battle), 1)
    assert found.happened.startswith("[{event: rolled, what: luck, dice: [6]")


@pytest.mark.parametrize("named", [("Ash", "Birch"), ("Birch", "Ash")])
def test_those_who_do_it_together_are_named_in_any_order(skirmish, named):
    """Neither was before the other; somebody else was not among them."""
    both = "turns.one: {together: several}, turns.group: {group: shared, group_counts: each}"
    rules = skirmish.but(f"steps: {{turns: {{{both}}}}}")
    game = rules.battle("Ash Birch Cedar", "Dorn").apply(Choice("act", ("Ash", "Birch")))
    began = {"event": "began", "step": "act"}

    assert list(claim_mismatches(Claim(happened=({**began, "units": named},)), game, 1)) == []
    assert list(claim_mismatches(Claim(happened=({**began, "units": ("Ash", "Cedar")},)), game, 1))


def test_who_never_happened_is_told_with_all_that_did(battle):
    """As one would have claimed it."""
    claim = Claim(happened=({"event": "passed", "side": "attacker"},))

    (found,) = claim_mismatches(claim, struck(battle), 1)

    assert found.claimed == "happened: {event: passed, side: attacker}"
    assert "{event: ended, step: strike, side: attacker, units: [Ash]}" in found.happened


def test_what_barred_somebody_may_follow_from_other_clauses(skirmish):
    """From all of them that barred it, and not from one of two."""
    rules = skirmish.but(RULES).but(
        """
        steps:
          act: {act.known: {each_ability: unit}, act.done: {finish: allowed}}
          boast:
            boast.quiet: {follows: [boast.meek]}
            boast.meek: {follows: [boast.modest]}
            boast.both: {follows: [boast.modest, turns.own]}
        """
    )
    game = rules.battle({"Ash": {"facts": ("keen",)}, "Birch": {}}, "Dorn Elm", mission=Mission())

    quiet, both = (
        list(claim_mismatches(Claim(skipped={"boast": {"Ash": clause}}), struck(game), 1))
        for clause in ("boast.quiet", "boast.both")
    )

    assert (quiet, len(both)) == ([], 1)


def test_a_value_that_nobody_has_is_unsaid_by_its_name(skirmish):
    """Whosever it is."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.fit: {needs: {level: {value: nerve, at_least: 1}}}}}
        values: {nerve: {}}
        """
    )

    game = rules.battle("Ash", "Dorn")

    assert list(claim_mismatches(Claim(unsaid="nerve", awaits="unsaid"), game, 1)) == []
    (found,) = claim_mismatches(Claim(unsaid="until"), game, 1)
    assert found.happened == "nerve of Ash"


def test_a_value_that_nobody_has_is_nothing(skirmish):
    """Neither 0 nor anything else."""
    game = skirmish.but("values: {nerve: {}}").battle("Ash", "Dorn")

    (found,) = claim_mismatches(Claim(value={"Ash.nerve": 0}), game, 1)

    assert (found.claimed, found.happened) == ("value: Ash.nerve: 0", "Ash.nerve: nothing")


def test_two_clauses_that_differ_are_a_claim(skirmish):
    """The round stops where two exceptions say different things of one word."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.keen: {when: {fact: keen}, uneven: stops}
            turns.night: {when: {fact: night}, uneven: runs_on}
        facts: {keen: {of: battle}, night: {of: battle}}
        """
    )

    game = rules.battle("Ash Birch Cedar", "Dorn", facts={"battle": ("keen", "night")})
    game = game.choose("act", "Ash").choose("act", "Dorn").choose("act", "Birch")

    right = Claim(contradicted="uneven", awaits="contradicted", unsaid="", next="nobody")
    assert list(claim_mismatches(right, game, 1)) == []
    (found,) = claim_mismatches(Claim(contradicted="check"), game, 1)
    assert found.happened == "uneven"


DRAWN = """
    steps:
      turns:
        turns.alternate: {cadence: draw, draws: bag}
        turns.first: {first: drawn}
        turns.unable: {unable: passes}
        turns.passed: {passed: round}
        turns.all-passed: {until: all_passed}
    containers:
      bag:
        bag.full: {fills: {start: round}}
        bag.all: {contains: {of: sides, count: {count: own}}}
        bag.blind: {drawn: blind}
        bag.each: {draw_for: each_chance}
"""


@pytest.mark.parametrize(
    ("placed", "odds"),
    [
        ("{}", {"attacker": "2/3", "attacker then defender": "1/3", "defender then defender": "0"}),
        (
            "{bag.back: {placed: back}}",
            {"attacker then defender": "2/9", "defender then defender": "1/9"},
        ),
    ],
)
def test_the_chance_of_one_draw_and_then_another(skirmish, placed, odds):
    """What was drawn is out, unless it goes back."""
    rules = skirmish.but(DRAWN).but(f"containers: {{bag: {placed}}}")

    game = rules.battle("Ash Birch", "Dorn")

    assert list(claim_mismatches(Claim(odds=odds), game, 1)) == []
    (found,) = claim_mismatches(Claim(odds={"attacker then attacker": "1/9"}), game, 1)
    assert found.claimed == "odds: attacker then attacker: 1/9"
    assert found.happened in ("attacker then attacker: 1/3", "attacker then attacker: 4/9")


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
