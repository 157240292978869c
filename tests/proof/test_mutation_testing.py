"""Shown and proved: what that takes, and what does not count."""

from dataclasses import replace

import pytest

from turnwright.language.eligibility import Limit
from turnwright.language.turn_order import Cadence, First
from turnwright.load.library import Library
from turnwright.proof.mutation_testing import prove
from turnwright.proof.proof import ProofStatus

WHOLE = """
    example: Units act in turns until none is left
    ruleset: invented
    shows: [rounds.follow, rounds.parts, turns.alternate, turns.first, turns.acts, turns.own,
      turns.one, turns.once, turns.uneven, turns.over]
    given: {attacker: [Ash, Birch, Cedar], defender: [Dorn]}
    play:
      - {side: attacker, does: act, unit: Dorn, refused: turns.own}
      - {side: attacker, does: act, units: [Ash, Birch], refused: turns.one}
      - {side: attacker, does: act, unit: Ash, then: {next: defender, only: {act: [Dorn]}}}
      - {side: defender, does: act, unit: Dorn, then: {may: [Birch, Cedar]}}
      - {side: attacker, does: act, unit: Birch, then: {next: attacker}}
      - {side: attacker, does: act, unit: Cedar, then: {round: 2, ended: [turns, dusk, round]}}
"""
FEWER = """
    example: The attacker begins, also with fewer units
    ruleset: invented
    shows: [turns.first]
    given: {attacker: [Ash], defender: [Dorn, Elm]}
    start: {next: attacker}
"""
SAME_SPAN = """
    steps:
      turns:
        turns.once:
          equivalent: [{changes: [limit.per round -> turns], why: A round has them once.}]
"""


@pytest.fixture
def whole(skirmish):
    """The skirmish, which says of one change that it makes no difference."""
    return skirmish.but(SAME_SPAN)


def proof(library):
    """The proof of the invented system."""
    (found,) = prove(library)
    return found


def short(names):
    """Clause ids without their ruleset."""
    return {name.partition(".")[2] for name in names}


def unproved(found):
    """The clauses that are not proved at all."""
    return short(found.with_status(ProofStatus.UNPROVED))


def verdict(found, clause):
    """What became of the changes of a clause."""
    return found.clauses[f"invented.{clause}"].verdict


def test_good_examples_prove_a_whole_system(written, whole):
    """Every clause is shown, and each of its changes fails a claim or is said to change nothing."""
    found = proof(written(whole, WHOLE, FEWER))

    assert short(found.with_status(ProofStatus.PROVED)) == set(whole.clauses)
    assert (found.unshown, found.survived, found.holds) == ((), 0, True)


def test_without_an_example_nothing_is_shown_or_proved(written, skirmish):
    """However right it may be."""
    found = proof(written(skirmish))

    assert short(found.unshown) == unproved(found) == set(skirmish.clauses)
    assert not found.holds


def test_a_clause_that_changes_nothing_is_not_proved(written, whole):
    """Citing it is not enough: no claim fails without it."""
    idle = whole.but("steps: {act: {act.idle: {bars: {fact: odd}}}}").but("facts: {odd: {}}")

    found = proof(written(idle, WHOLE.replace("turns.over]", "turns.over, act.idle]"), FEWER))

    assert unproved(found) == {"act.idle"}


def test_a_change_that_no_claim_notices_is_listed(written, whole):
    """That the attacker begins and not whoever has the most units is seen only with fewer."""
    found = proof(written(whole, WHOLE))

    assert short(found.with_status(ProofStatus.PARTLY)) == {"turns.first"}
    assert verdict(found, "turns.first").survived == ("first listed_first -> most",)
    assert not found.holds


def test_what_nobody_claims_to_be_forbidden_may_be_allowed(written, whole):
    """That a side can neither pass nor be done needs a claim of all that it may do."""
    anything = WHOLE.replace(", only: {act: [Dorn]}", "")

    found = proof(written(whole, anything, FEWER))

    assert verdict(found, "turns.acts").survived == (
        "finish allowed added",
        "passing allowed added",
    )
    assert not found.holds


def test_an_exception_that_no_example_comes_to_is_only_counted(written, whole):
    """That whoever has acted does not count as the first side, say: nobody asks that then."""
    found = proof(written(whole, WHOLE, FEWER))

    assert found.holds
    assert sum(one.verdict.unmet for one in found.clauses.values()) > 0


def test_when_the_example_that_needs_a_clause_goes_so_does_its_proof(written, whole):
    """Two against one never come to the point where one side runs on."""
    even = "\n".join(line for line in WHOLE.splitlines() if "unit: Cedar" not in line)
    even = even.replace(", Cedar", "")

    assert "turns.uneven" in unproved(proof(written(whole, even, FEWER)))


def test_an_example_that_does_not_cite_a_clause_does_not_prove_it(written, whole):
    """Its author did not mean to show it, and may claim otherwise tomorrow."""
    found = proof(written(whole, WHOLE.replace("turns.uneven, ", ""), FEWER))

    assert short(found.unshown) == unproved(found) == {"turns.uneven"}


def test_what_nobody_claims_proves_nothing(written, whole):
    """That play goes differently is no proof as long as every claim holds."""
    silent = """
    example: Two units act
    ruleset: invented
    shows: [rounds.parts]
    given: {attacker: [Ash], defender: [Dorn]}
    play:
      - {does: act, unit: Ash}
      - {does: act, unit: Dorn}
    """
    claimed = silent.replace("unit: Dorn}", "unit: Dorn, then: {ended: [turns, dusk]}}")

    assert verdict(proof(written(whole, silent)), "rounds.parts").killed == 0
    assert verdict(proof(written(whole, claimed)), "rounds.parts").killed > 0


def test_the_label_of_a_clause_proves_nothing(written, whole):
    """That a refusal names a clause fails of itself where the clause is gone."""
    barred = whole.but(
        "steps: {act: {act.odd: {bars: {fact: odd}}, act.also: {bars: {fact: odd}}}}"
    )
    barred = barred.but("facts: {odd: {}}")
    labelled = """
    example: An odd unit may not act
    ruleset: invented
    shows: [act.odd]
    given: {attacker: [Ash, Birch], defender: [Dorn]}
    play:
      - {declare: odd, unit: Ash, then: {by: {Ash: act.odd}}}
      - {does: act, unit: Ash, refused: act.odd}
      - {does: act, unit: Birch, then: {next: defender}}
    """

    found = proof(written(barred, labelled))

    assert "removed" in verdict(found, "act.odd").survived


def test_an_example_that_fails_proves_nothing(written, skirmish):
    """Its author and the engine disagree, so it is no witness."""
    found = proof(written(skirmish, WHOLE.replace("next: defender", "next: attacker")))

    assert unproved(found) == set(skirmish.clauses)


def test_getting_stuck_is_no_proof(written, skirmish):
    """Without a word the round stops: that shows that it is needed, and not that it is right."""
    lone = """
    example: The attacker begins
    ruleset: invented
    shows: [turns.one, turns.first, turns.alternate]
    given: {attacker: [Ash, Birch], defender: [Dorn]}
    start: {next: attacker}
    """

    found = proof(written(skirmish, lone))

    assert verdict(found, "turns.first").killed > 0
    assert verdict(found, "turns.alternate").killed == 0
    assert "turns.alternate" in unproved(found)


def test_a_group_that_the_rules_are_silent_on_is_no_proof(written, skirmish):
    """How several act together is unsaid, and that stops the round rather than refuses."""
    several = skirmish.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared}
            turns.counts: {group_counts: each}
        """
    )
    together = """
    example: Two act together
    ruleset: invented
    shows: [turns.group, turns.counts]
    given: {attacker: [Ash, Birch], defender: [Dorn]}
    play:
      - {does: act, units: [Ash, Birch], then: {next: defender}}
    """

    found = proof(written(several, together))

    assert "removed" not in verdict(found, "turns.counts").explanation
    assert "removed" not in verdict(found, "turns.group").explanation


def test_a_clause_that_follows_is_proved_when_each_of_its_sources_is_needed(written, whole):
    """Its example claims something that fails without any one of them."""
    rules = whole.but("steps: {turns: {turns.so: {follows: [turns.alternate, turns.uneven]}}}")

    found = proof(written(rules, WHOLE.replace("turns.over]", "turns.over, turns.so]"), FEWER))

    assert found.holds
    assert verdict(found, "turns.so").explanation.startswith("it follows: ")


def test_a_source_that_is_not_needed_is_no_source(written, whole):
    """An example that shows what follows is the same without it."""
    rules = whole.but("steps: {turns: {turns.so: {follows: [turns.first, turns.uneven]}}}")
    shown = FEWER.replace("[turns.first]", "[turns.first, turns.so]")

    found = proof(written(rules, WHOLE, shown))

    assert unproved(found) == {"turns.so"}
    assert verdict(found, "turns.so").refuted == ("invented.turns.uneven is not needed",)


def test_a_clause_that_follows_needs_an_example_that_cites_it(written, whole):
    """Others prove nothing about it."""
    rules = whole.but("steps: {turns: {turns.so: {follows: [turns.alternate]}}}")

    assert unproved(proof(written(rules, WHOLE, FEWER))) == {"turns.so"}


def test_advice_needs_no_proof(written, whole):
    """It is counted, and gives its reason."""
    rules = whole.but("steps: {turns: {turns.be-nice: {advice: It cannot be enforced.}}}")

    found = proof(written(rules, WHOLE, FEWER))

    assert found.holds
    assert short(found.with_status(ProofStatus.ADVICE)) == {"turns.be-nice"}


def test_what_another_clause_says_too_may_be_taken_away(written, whole):
    """Its other changes are noticed like those of any clause."""
    rules = whole.but(
        """
        steps:
          act:
            act.not-twice:
              limit: {per: round}
              equivalent:
                - {to: turns.once, why: Once is never twice.}
                - {changes: ["limit.times 1 -> 2", limit.per round -> turns], why: The same.}
        """
    ).but("steps: {turns: {turns.once: {equivalent: [{to: act.not-twice, why: It is the same.}]}}}")

    found = proof(written(rules, WHOLE.replace("turns.over]", "turns.over, act.not-twice]"), FEWER))

    assert verdict(found, "act.not-twice").refuted == ()
    assert "removed" in verdict(found, "act.not-twice").equivalent
    assert verdict(found, "act.not-twice").killed > 0


@pytest.mark.parametrize(
    ("clause", "claimed", "why"),
    [
        ("act.idle", "{to: act.none, why: I say so.}", "without invented.act.none too"),
        ("turns.uneven", "{changes: [uneven runs_on -> stops], why: So.}", "makes a difference"),
        ("turns.uneven", "{changes: [no such change], why: So.}", "is no change of it"),
    ],
)
def test_who_only_claims_that_it_makes_no_difference_is_not_believed(
    written, whole, clause, claimed, why
):
    """It is checked, and the clause is not proved."""
    rules = whole.but("facts: {odd: {}}").but(
        """
        steps:
          act:
            act.idle: {bars: {fact: odd}}
            act.none: {bars: {fact: odd}}
        """
    )
    part = clause.partition(".")[0]
    rules = rules.but(f"steps: {{{part}: {{{clause}: {{equivalent: [{claimed}]}}}}}}")

    found = proof(written(rules, WHOLE.replace("turns.over]", "turns.over, act.idle]"), FEWER))

    assert clause in unproved(found)
    assert any(why in reason for reason in verdict(found, clause).refuted)


def test_what_is_observed_elsewhere_makes_a_difference(written, whole):
    """Also in an example that does not cite the clause, and whether or not it is claimed."""
    rules = whole.but(
        """
        steps:
          turns:
            turns.first:
              equivalent: [{changes: [first listed_first -> most], why: Numbers are equal.}]
        """
    )
    elsewhere = FEWER.replace("[turns.first]", "[turns.own]").replace("next: attacker", "round: 1")

    assert verdict(proof(written(rules, WHOLE)), "turns.first").refuted == ()
    found = proof(written(rules, WHOLE, elsewhere))

    assert verdict(found, "turns.first").refuted


@pytest.mark.parametrize("clause", ["turns.once", "turns.over", "turns.own"])
def test_a_proof_says_which_example_notices_which_change(written, whole, clause):
    """For whoever wants to see it."""
    found = proof(written(whole, WHOLE))

    assert verdict(found, clause).explanation.startswith(
        "“Units act in turns until none is left” notices: "
    )


def test_what_would_not_be_read_from_a_file_is_no_proof(written, skirmish, monkeypatch):
    """A clause that is turned into nonsense differs, and says nothing about the rule."""
    library = written(skirmish, FEWER)
    before = verdict(proof(library), "turns.first").killed

    monkeypatch.setattr(type(library), "refusal_of", lambda self, rules, clause: "Nonsense.")

    assert before > 0
    assert verdict(proof(library), "turns.first").killed == 0


@pytest.mark.parametrize(
    ("clause", "means", "why"),
    [
        ("turns.once", {"limit": Limit(per="round", times=0)}, "This is at least 1, not 0."),
        ("turns.once", {"limit": Limit(per="roumd")}, "There is no step `roumd`."),
        (
            "turns.alternate",
            {"cadence": Cadence.EACH_PLAYER},
            "`together` means nothing in `turns` beside `cadence: each_player`.",
        ),
        ("turns.once", {"limit": Limit(per="round", times=2)}, ""),
        ("turns.first", {"first": First.FEWEST}, ""),
    ],
)
def test_why_a_changed_clause_would_not_load(written, skirmish, clause, means, why):
    """By its own words, or by those of its part."""
    library = written(skirmish)
    rules = library.effective("invented")
    old = next(c for c in rules.clauses() if c.id == clause)
    new = replace(old, means=replace(old.means, **means))

    found = library.refusal_of(rules, new)

    assert found == why


def test_a_contradiction_is_no_proof(written, skirmish):
    """That two clauses then say different things stops the round, as silence does."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.uneven: {uneven: stops}
            turns.keen: {when: {fact: keen}, uneven: runs_on}
            turns.proud: {when: {fact: proud}, uneven: runs_on}
        facts: {keen: {of: battle}, proud: {of: battle}}
        """
    )
    both = """
    example: Two exceptions that agree
    ruleset: invented
    shows: [turns.keen]
    facts: {battle: [keen, proud]}
    given: {attacker: [Ash, Birch, Cedar], defender: [Dorn]}
    play:
      - {does: act, unit: Ash}
      - {does: act, unit: Dorn}
      - {does: act, unit: Birch, then: {next: attacker, may: [Cedar]}}
    """

    found = proof(written(rules, both))

    assert "turns.keen" in unproved(found)


def test_a_change_that_goes_in_a_circle_is_no_rule(written, skirmish):
    """It would not be read, so it neither stops the proof nor counts."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [act, duel, lunge]}}
          duel: {duel.lunges: {needs: {able: lunge}}}
          lunge: {lunge.fresh: {bars: {fact: tired}}}
        facts: {tired: {}}
        """
    )
    tired = """
    example: Who is tired could not lunge and begins no duel
    ruleset: invented
    shows: [duel.lunges]
    given: {attacker: {Ash: {facts: [tired]}, Birch: {}}, defender: [Dorn]}
    start: {can: [act, duel]}
    play:
      - {does: duel, unit: Ash, refused: duel.lunges}
      - {does: duel, unit: Birch}
    """

    found = proof(written(rules, tired)).clauses["invented.duel.lunges"]

    assert not found.verdict.survived
    assert found.status is ProofStatus.PROVED


BELOW = """\
ruleset: below
language: 2
title: Below
sides: [red, blue]
steps:
  battle:
    clauses:
      - {id: battle.turns, text: Take turns., means: {cadence: alternate, first: listed_first}}
      - {id: battle.acts, text: Act with one unit., means: {each: [act], among: own, together: one}}
      - {id: battle.rest, text: Go on alone., means: {until: none_left, uneven: runs_on}}
      - {id: battle.pass, text: You may pass., means: {passing: allowed, passed: for_now}}
  act: {}
"""
ABOVE = """\
ruleset: above
language: 2
title: Above
extends: below
steps:
  battle:
    clauses:
      - {id: house.no-pass, text: Nobody passes., removes: [battle.pass]}
"""
NO_PASS = """\
example: Nobody passes
ruleset: above
shows: [house.no-pass]
given: {red: [Ash], blue: [Dorn]}
start: {next: red, CLAIM}
play:
  - {does: act, unit: Ash, then: {next: blue}}
"""


@pytest.mark.parametrize(
    ("claim", "proved"), [("only: {act: [Ash]}", {"house.no-pass"}), ("may: [Ash]", set())]
)
def test_a_rule_that_only_takes_another_away_is_proved_by_who_would_notice(
    tmp_path, claim: str, proved: set[str]
):
    """Nothing consults it, as it leaves nothing there; a claim of the whole choice notices."""
    (tmp_path / "below").mkdir()
    (tmp_path / "above/examples").mkdir(parents=True)
    (tmp_path / "below/ruleset.yaml").write_text(BELOW, "utf-8")
    (tmp_path / "above/ruleset.yaml").write_text(ABOVE, "utf-8")
    text = NO_PASS.replace("CLAIM", claim)
    (tmp_path / "above/examples/pass.yaml").write_text(text, "utf-8")

    found = {each.ruleset: each for each in prove(Library.read(tmp_path))}["above"]

    assert short(found.with_status(ProofStatus.PROVED)) == proved


TWO_PHASES = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [dawn, dusk]}}
      phase:
        phase.turns: {cadence: alternate, first: listed_first, each: [act]}
        phase.own: {among: own, together: one}
        phase.once: {limit: {per: this}, until: none_left, uneven: runs_on}
      dawn: {like: phase}
      dusk: {like: phase}
      act:
        act.weary: {bars: {fact: weary}}
    facts: {weary: {}}
"""
DAWN = """
    example: The weary do not act at dawn
    ruleset: invented
    shows: [act.weary]
    given: {attacker: {Ash: {facts: [weary]}, Birch: {}}, defender: [Dorn]}
    start: {next: attacker, step: dawn}
    play:
      - {does: act, unit: Ash, refused: act.weary}
      - {does: act, unit: Birch}
      - {does: act, unit: Dorn}
"""
AT_DUSK = "      - {does: act, unit: Ash, refused: act.weary}\n"


def test_a_rule_of_two_phases_is_claimed_in_both(written, system):
    """Who is weary acts in neither; as long as only dawn is claimed, dusk may go otherwise."""
    rules = system(TWO_PHASES)

    at_dawn = verdict(proof(written(rules, DAWN)), "act.weary")
    in_both = verdict(proof(written(rules, DAWN + AT_DUSK)), "act.weary")

    assert at_dawn.survived == ("not in dusk",)
    assert in_both.survived == ()


def test_what_is_asked_in_one_phase_alone_is_not_tried_in_others(written, system):
    """A phase in which nobody acts has nothing that a rule of acting could be about."""
    rest = TWO_PHASES.replace("dusk: {like: phase}", "dusk: {}")

    found = verdict(proof(written(system(rest), DAWN)), "act.weary")

    assert not any(change.startswith("not in") for change in found.survived)


WHO_HAS_MORE = """
    readings:
      begins:
        question: Who begins?
        default: attacker
        why: It is simple.
        clauses: [turns.first]
        alternatives:
          attacker: {text: The attacker.}
          more:
            text: Whoever has more units.
            steps:
              turns:
                clauses:
                  - id: turns.more
                    text: Whoever has more units begins.
                    replaces: [turns.first]
                    means: {first: most}
"""
AGREED = """
    example: Agreed otherwise, whoever has more units begins
    ruleset: invented
    readings: {begins: more}
    shows: [turns.more]
    given: {attacker: [Ash], defender: [Dorn, Elm]}
    start: {next: defender}
"""


def test_which_answer_holds_where_nobody_says_another_needs_a_claim(written, whole):
    """Or else the other could take its place unseen."""
    open_system = whole.but(WHO_HAS_MORE)
    claimed = proof(written(open_system, WHOLE, FEWER, AGREED))
    unseen = proof(written(open_system, WHOLE, AGREED))

    assert claimed.beside["invented.reading.begins"].status is ProofStatus.PROVED
    assert unseen.beside["invented.reading.begins"].verdict.survived == (
        "default attacker -> more",
    )
    assert "invented.reading.begins" in unseen.with_status(ProofStatus.UNPROVED)


def test_an_answer_that_an_example_shows_is_the_one_that_holds(written, whole):
    """It cannot be shown where another answer has taken its place."""
    says = "attacker: {text: The attacker., steps: {turns: {clauses: [" + (
        "{id: turns.theirs, text: The attacker begins., follows: [turns.first]}]}}}"
    )
    shown = WHO_HAS_MORE.replace("attacker: {text: The attacker.}", says)
    citing = FEWER.replace("[turns.first]", "[turns.first, turns.theirs]")

    found = proof(written(whole.but(shown), WHOLE, citing, AGREED)).beside[
        "invented.reading.begins"
    ]

    assert found.verdict.explanation.endswith("shows invented.turns.theirs")
    assert found.status is ProofStatus.PROVED
