"""Shown and proved: what that takes, and what does not count."""

from dataclasses import replace

import pytest

from turnwright.language.eligibility import Limit
from turnwright.language.turn_order import Cadence, First
from turnwright.load.patch import replace_clause
from turnwright.proof.mutation_testing import prove

WHOLE = """
    example: Units act in turns until none is left
    ruleset: invented
    shows: [rounds.follow, rounds.parts, turns.alternate, turns.first, turns.acts, turns.own,
      turns.one, turns.once, turns.uneven, turns.over]
    given: {attacker: [Ash, Birch, Cedar], defender: [Dorn]}
    play:
      - {side: attacker, does: act, unit: Dorn, refused: turns.own}
      - {side: attacker, does: act, units: [Ash, Birch], refused: turns.one}
      - {side: attacker, does: act, unit: Ash, then: {next: defender}}
      - {side: defender, does: act, unit: Dorn, then: {may: [Birch, Cedar]}}
      - {side: attacker, does: act, unit: Birch, then: {next: attacker}}
      - {side: attacker, does: act, unit: Cedar, then: {round: 2, next: attacker}}
"""


def proof(library):
    """The proof of the invented system."""
    (found,) = prove(library)
    return found


def short(names):
    """Clause ids without their ruleset."""
    return {name.partition(".")[2] for name in names}


def test_a_good_example_proves_a_whole_system(written, skirmish):
    """Every clause is shown, and every one is needed for it to go as it goes."""
    found = proof(written(skirmish, WHOLE))

    assert (found.unshown, found.unproved) == ((), ())
    assert short(found.proved) == set(skirmish.clauses)


def test_without_an_example_nothing_is_shown_or_proved(written, skirmish):
    """However right it may be."""
    found = proof(written(skirmish))

    assert short(found.unshown) == short(found.unproved) == set(skirmish.clauses)


def test_a_clause_that_changes_nothing_is_not_proved(written, skirmish):
    """Citing it is not enough: no example goes differently without it."""
    idle = skirmish.but("steps: {act: {act.idle: {bars: {fact: odd}}}}").but("facts: {odd: {}}")

    found = proof(written(idle, WHOLE.replace("turns.over]", "turns.over, act.idle]")))

    assert short(found.unproved) == {"act.idle"}


def test_when_the_example_that_needs_a_clause_goes_so_does_its_proof(written, skirmish):
    """Two against one never come to the point where one side runs on."""
    even = "\n".join(line for line in WHOLE.splitlines() if "unit: Cedar" not in line)
    even = even.replace(", Cedar", "")

    found = proof(written(skirmish, even))

    assert short(found.unshown) == short(found.unproved) == {"turns.uneven"}


def test_to_be_shown_a_clause_has_to_be_cited(written, skirmish):
    """It is proved all the same: proof comes from what was consulted."""
    found = proof(written(skirmish, WHOLE.replace("turns.uneven, ", "")))

    assert short(found.unshown) == {"turns.uneven"}
    assert found.unproved == ()


def test_an_example_that_fails_proves_nothing(written, skirmish):
    """Its author and the engine disagree, so it is no witness."""
    found = proof(written(skirmish, WHOLE.replace("next: defender", "next: attacker")))

    assert short(found.unproved) == set(skirmish.clauses)


def test_getting_stuck_is_no_proof(written, skirmish):
    """Without a word the round stops: that shows that it is needed, and not that it is right."""
    lone = """
    example: The attacker begins
    ruleset: invented
    shows: [turns.one, turns.first]
    given: {attacker: [Ash, Birch], defender: [Dorn]}
    start: {next: attacker}
    """

    found = proof(written(skirmish, lone))

    assert "turned round" in found.proved["invented.turns.first"]
    for clause in ("turns.alternate", "turns.acts", "turns.one"):
        assert "without it" not in found.proved.get(f"invented.{clause}", "")


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

    assert "without it" not in found.proved.get("invented.turns.counts", "")
    assert "without it" not in found.proved.get("invented.turns.group", "")


def test_a_clause_that_follows_is_proved_by_what_it_follows_from(written, skirmish):
    """Its example goes differently without one of those."""
    rules = skirmish.but("steps: {turns: {turns.so: {follows: [turns.alternate]}}}")

    cited = proof(written(rules, WHOLE.replace("turns.over]", "turns.over, turns.so]")))

    assert cited.unproved == ()
    assert cited.proved["invented.turns.so"].startswith("it follows: ")


def test_a_clause_that_follows_needs_an_example_that_cites_it(written, skirmish):
    """Others prove nothing about it."""
    rules = skirmish.but("steps: {turns: {turns.so: {follows: [turns.alternate]}}}")

    found = proof(written(rules, WHOLE))

    assert short(found.unproved) == {"turns.so"}


def test_advice_and_what_says_the_same_need_no_proof(written, skirmish):
    """They are counted, and give their reason."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.be-nice: {advice: It cannot be enforced.}
            turns.not-twice:
              means: {limit: {per: round}}
              equivalent: [{to: turns.once, why: Once is never twice.}]
        """
    )

    found = proof(written(rules, WHOLE))

    assert found.unproved == ()
    assert found.data() == {
        "clauses": 12,
        "advice": 1,
        "follows": 0,
        "equivalent": 1,
        "shown": 10,
        "proved": len(found.proved),
        "unproved": [],
    }


def test_who_only_claims_to_say_the_same_is_not_believed(written, skirmish):
    """An equivalent stands in when the other is gone; this one does not."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.extra:
              means: {ties: {roll: 1d6}}
              equivalent: [{to: turns.once, why: I say so.}]
        """
    )

    found = proof(written(rules, WHOLE))

    assert short(found.unproved) == {"turns.extra"}


@pytest.mark.parametrize("clause", ["turns.once", "turns.over", "turns.own"])
def test_a_proof_says_which_example_and_what_was_done(written, skirmish, clause):
    """For whoever wants to see it."""
    found = proof(written(skirmish, WHOLE))

    assert found.proved[f"invented.{clause}"].startswith(
        "“Units act in turns until none is left” goes differently"
    )


def test_what_would_not_be_read_from_a_file_is_no_proof(written, skirmish, monkeypatch):
    """A clause that is turned into nonsense differs, and says nothing about the rule."""
    lone = """
    example: The attacker begins
    ruleset: invented
    shows: [turns.first]
    given: {attacker: [Ash, Birch], defender: [Dorn]}
    start: {next: attacker}
    """
    library = written(skirmish, lone)
    assert "invented.turns.first" in proof(library).proved

    monkeypatch.setattr(type(library), "refusal_of", lambda self, rules, clause: "Nonsense.")

    assert "invented.turns.first" not in proof(library).proved


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

    found = library.refusal_of(replace_clause(rules, old.full_id, new), new)

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

    assert "turns.keen" in short(found.unproved)
