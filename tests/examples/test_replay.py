"""Replaying an example: each line is one input, and every claim is held against what happened."""

import pytest

from turnwright.examples.replay import replay, rules_of

HEAD = """
    example: Units act in turns
    ruleset: invented
    given: {attacker: [Ash, Birch], defender: [Dorn]}"""


def played(library):
    """The records of its examples."""
    return [replay(example, rules_of(library, example)) for example in library.examples]


def mismatches(library):
    """Where author and engine disagree: the line, what was claimed, and what happened."""
    return [
        (m.line, m.claimed, m.happened) for record in played(library) for m in record.mismatches
    ]


def test_an_example_that_is_right_has_no_mismatch(written, skirmish):
    """Every line happened, and every claim holds."""
    library = written(
        skirmish,
        HEAD
        + """
    start: {next: attacker}
    play:
      - {side: attacker, does: act, unit: Ash, then: {next: defender, may: [Dorn]}}
      - {does: act, unit: Ash, refused: turns.own}
      - {side: defender, does: act, unit: Dorn, then: {next: attacker, may: [Birch]}}
""",
    )

    (record,) = played(library)

    assert record.mismatches == ()
    assert [row.line.line if row.line else 0 for row in record.rows] == [0, 6, 7, 8]
    assert "invented.turns.own" in record.consulted


def test_a_claim_that_does_not_hold_says_what_is_so(written, skirmish):
    """With its line, and before the first line with that of the example."""
    library = written(
        skirmish,
        HEAD
        + """
    start: {next: defender}
    play:
      - {side: attacker, does: act, unit: Ash, then: {next: attacker}}
""",
    )

    assert mismatches(library) == [
        (1, "next: defender", "attacker"),
        (6, "next: attacker", "defender"),
    ]


def test_a_line_that_the_rules_refuse_ends_the_example(written, skirmish):
    """What comes after it would be another battle."""
    library = written(
        skirmish,
        HEAD
        + """
    play:
      - {side: attacker, does: act, unit: Dorn}
      - {side: attacker, does: act, unit: Ash, then: {next: attacker}}
""",
    )

    ((line, claimed, happened),) = mismatches(library)

    assert (line, claimed) == (5, "the rules allow this")
    assert "Dorn cannot do act now" in happened


def test_every_line_that_is_refused_is_told_at_once(written, skirmish):
    """What is claimed after the first of them would be of another battle, and is not looked at."""
    library = written(
        skirmish,
        HEAD
        + """
    play:
      - {side: attacker, does: act, unit: Dorn, then: {next: defender}}
      - {side: attacker, does: done}
      - {side: attacker, does: act, unit: Ash, then: {next: attacker}}
      - {side: attacker, does: act, unit: Ash, refused: turns.own}
      - {side: attacker, does: act, unit: Ash}
""",
    )

    assert [line for line, _, _ in mismatches(library)] == [5, 6, 9]


def test_a_refusal_that_does_not_come_is_a_mismatch(written, skirmish):
    """The author said no, the rules say yes."""
    library = written(
        skirmish,
        HEAD
        + """
    play:
      - {side: attacker, does: act, unit: Ash, refused: turns.once}
""",
    )

    assert mismatches(library) == [(5, "refused by turns.once", "the rules allow this")]


def test_a_refusal_for_another_reason_is_a_mismatch(written, skirmish):
    """It names the clauses that really refuse."""
    library = written(
        skirmish,
        HEAD
        + """
    play:
      - {side: attacker, does: act, unit: Dorn, refused: turns.once}
""",
    )

    ((line, claimed, happened),) = mismatches(library)

    assert (line, claimed) == (5, "refused by turns.once")
    assert happened.startswith("refused by invented.turns.own")


@pytest.mark.parametrize(
    ("refused", "right"),
    [
        ("turns.own", True),
        ("invented.turns.own", True),
        ("turns.not-theirs", True),
        ("[turns.own, turns.once]", True),
        ("[turns.own, turns.first]", False),
    ],
)
def test_the_clauses_of_a_refusal(written, skirmish, refused, right):
    """One or several of those that refuse, or one that follows from them; short or full ids."""
    rules = skirmish.but("steps: {turns: {turns.not-theirs: {follows: [turns.own]}}}")
    library = written(
        rules,
        HEAD
        + f"""
    play:
      - {{does: act, unit: Ash}}
      - {{does: act, unit: Dorn}}
      - {{does: act, unit: Dorn, refused: {refused}}}
""",
    )

    assert (mismatches(library) == []) is right


def test_a_line_that_is_refused_brings_nothing_about(written, skirmish):
    """What the line before it did is not its own."""
    library = written(
        skirmish,
        HEAD
        + """
    play:
      - {side: attacker, does: act, unit: Ash, then: {ended: [act]}}
      - {does: act, unit: Ash, refused: turns.own, then: {ended: [], began: [], happened: []}}
""",
    )

    assert mismatches(library) == []


def test_every_kind_of_line(written, skirmish):
    """Choices, rolls, draws and declarations."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [order, turns, draws, dusk]}}
          order: {order.decides: {decides: fewest, ties: {roll: 1d6}}}
          draws:
            draws.bag: {cadence: draw, draws: bag, first: drawn, each: [act], among: own}
            draws.one: {together: one, until: one_chance}
        containers: {bag: {bag.all: {fills: {start: draws}, contains: {of: sides}, drawn: blind}}}
        facts: {keen: {}, slain: {of: models}, bound: {of: pair}}
        """
    ).but("containers: {bag: {bag.each: {draw_for: once}}}")
    library = written(
        rules,
        """
    example: One of each
    ruleset: invented
    given: {attacker: {Ash: {models: 2}}, defender: [Dorn]}
    start: {awaits: roll, dice: 1d6}
    play:
      - {roll: [2, 5], then: {next: defender, can: [first]}}
      - {does: first, first: attacker, then: {next: attacker, round: 1, step: turns}}
      - {declare: keen, unit: Ash, then: {facts: {Ash: [keen]}}}
      - {declare: keen, unit: Ash, ends: true, then: {no_facts: {Ash: [keen]}}}
      - {declare: bound, unit: Ash, to_unit: Dorn, then: {facts: {Ash: [bound], Dorn: [bound]}}}
      - {declare: slain, unit: Ash, models: 1}
      - {declare: gained, unit: Fir, side: defender, card: {facts: [keen]}}
      - {side: attacker, does: act, unit: Ash, then: {began: [act], ended: [act], may: [Dorn, Fir]}}
      - {does: act, unit: Dorn}
      - {does: act, unit: Fir, then: {awaits: draw, odds: {attacker: 1/2}}}
      - {draw: defender, then: {next: defender, holds: {attacker: 1, defender: 0, table: 0}}}
""",
    )

    assert mismatches(library) == []


def test_an_option_is_played_with_what_it_wants_to_be_told(written, skirmish):
    """A condition that the author of the option left to those who switch it on."""
    rules = skirmish.but(
        """
        facts: {keen: {}}
        options:
          some:
            title: Only some act
            params: {who: Who may act.}
            steps: {act: {act.some: {needs: {param: who}}}}
        """
    )
    library = written(
        rules,
        """
    example: Only the keen act
    ruleset: invented
    options: [some]
    params: {who: {fact: keen}}
    given: {attacker: {Ash: {facts: [keen]}, Birch: {models: 1}}, defender: []}
    start: {may: [Ash], may_not: [Birch], by: {Birch: act.some}}
""",
    )

    assert mismatches(library) == []


def test_a_claim_says_why_one_thing_is_not_offered_to_a_unit_that_may_act(written, skirmish):
    """Of what is offered such a claim is wrong."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [act, strike]}}
          strike: {strike.fit: {bars: {fact: tired}}}
        facts: {tired: {}}
        """
    )
    library = written(
        rules,
        """
    example: Whoever is tired does something else
    ruleset: invented
    given: {attacker: [Ash], defender: {Dorn: {facts: [tired]}}}
    start: {may: [Ash], by: {Ash.strike: strike.fit}}
    play:
      - {does: act, unit: Ash, then: {may: [Dorn], by: {Dorn.strike: strike.fit}}}
""",
    )

    assert mismatches(library) == [(1, "by: Ash.strike: strike.fit", "Ash.strike: []")]
