"""What invented systems answer to the questions of players."""

from collections.abc import Callable
from typing import Any

Ask = Callable[[Any, str], list[str]]


def test_who_acts_next_is_the_cadence_of_the_outermost_loop(lanterns: Any, answers: Ask):
    """Where sides alternate, the rule that says so."""
    assert answers(lanterns, "next") == ["round.alternate"]


def test_who_is_picked_by_rank_is_named_with_what_ranks_them(lanterns: Any, answers: Ask):
    """Agility order is more than a word: it says which number, and which end is first."""
    ranked = lanterns.but("""
    steps:
      round:
        round.ties: null
        round.alternate: {cadence: ranked}
        round.agile: {rank: {value: agility, direction: descending}}
        round.first: {first: listed_first}
    values:
      agility: {title: Agility}
    """)

    assert answers(ranked, "next") == ["round.alternate", "round.agile"]


def test_a_turn_that_goes_to_a_side_is_told_apart_from_what_units_do_in_it(
    system: Callable[..., Any], answers: Ask
):
    """You go, I go: sides have turns, and inside one a single side picks its units."""
    turns = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round:
        round.turns: {cadence: each_player, each: [turn], first: listed_first, until: all_dealt}
      turn:
        title: Turn
        turn.one: {cadence: one_side, first: active, each: [shoot], among: own, together: one}
        turn.enough: {finish: allowed}
        turn.end: {until: none_left}
      shoot: {title: Shoot, shoot.once: {limit: {per: turn}}}
    """)

    assert answers(turns, "what") == ["round.turns", "turn.one"]
    assert answers(turns, "next") == ["round.turns", "turn.one"]
    assert answers(turns, "pass") == ["turn.enough"]
    assert answers(turns, "often") == ["shoot.once"]


def test_who_starts_includes_what_breaks_a_tie(lanterns: Any, answers: Ask):
    """The fewest, and if equally few, a die."""
    assert answers(lanterns, "first") == ["round.first", "round.ties"]


def test_what_no_rule_says_is_not_said(lanterns: Any, answers: Ask):
    """Nothing is assumed: without a word on passing there is no answer."""
    assert answers(lanterns, "pass") == []
    assert answers(lanterns, "fewer") == []


def test_passing_is_answered_with_how_long_one_is_out(lanterns: Any, answers: Ask):
    """You may pass, and are out until the watch is over."""
    passing = lanterns.but("""
    steps:
      round:
        round.pass: {passing: allowed}
        round.out: {passed: round}
    """)

    assert answers(passing, "pass") == ["round.pass", "round.out"]


def test_what_a_unit_leaves_out_while_it_acts_is_no_pass(system: Callable[..., Any], answers: Ask):
    """Nobody who asks whether they may pass asks how many shots a unit fires."""
    shooting = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round:
        round.turns: {cadence: alternate, each: [activation], among: own, together: one}
        round.first: {first: listed_first, until: none_left}
        round.pass: {passing: allowed}
      activation:
        title: Activation
        activation.shots: {cadence: one_side, first: active, each: [shot], among: {of: active}}
        activation.enough: {finish: allowed}
        activation.end: {until: none_left}
      shot: {title: Shot}
    """)

    assert answers(shooting, "pass") == ["round.pass"]


def test_what_is_settled_when_all_have_acted_says_nothing_of_who_acts_next(
    system: Callable[..., Any], answers: Ask
):
    """A test that each side takes at the end is no turn."""
    tested = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round: {round.parts: {sequence: [deeds, nerves]}}
      deeds:
        deeds.turns: {cadence: alternate, each: [activation], among: own, together: one}
        deeds.first: {first: listed_first, until: none_left}
      activation: {activation.parts: {sequence: [walk, aim, fire, shout, rest]}}
      walk: {walk.parts: {sequence: [start, stop]}}
      start: {title: Start}
      stop: {title: Stop}
      aim: {title: Aim}
      fire: {title: Fire}
      shout: {title: Shout}
      rest: {title: Rest}
      nerves:
        nerves.sides: {cadence: each_player, each: [test], first: listed_first, until: all_dealt}
      test: {title: Test}
    """)

    assert answers(tested, "next") == ["deeds.turns"]
    assert answers(tested, "first") == ["deeds.first"]


def test_a_reaction_is_what_the_other_side_does_inside_an_activation(lanterns: Any, answers: Ask):
    """And its limit says whether it uses a unit up."""
    reacting = lanterns.but("""
    steps:
      activation: {activation.answered: {sequence: [answer]}}
      answer:
        answer.other: {cadence: one_side, first: other, among: own, each: [strike], together: one}
        answer.once: {limit: {per: round}}
        answer.enough: {finish: allowed}
        answer.end: {until: none_left}
      strike: {title: Strike}
    """)

    assert answers(reacting, "react") == ["answer.other", "answer.once"]
    # The reaction does not decide who is activated next.
    assert answers(reacting, "next") == ["round.alternate"]


def test_what_is_random_is_every_die_and_every_blind_draw(lanterns: Any, answers: Ask):
    """The die of a tie, a check, and a bag into which nobody looks."""
    rolled = lanterns.but("""
    steps:
      activation: {activation.nerve: {check: nerve}, activation.card: {draws: bag}}
    checks:
      nerve: {nerve.dice: {roll: 2d6}, nerve.any: {band: {outcome: calm, low: 2, high: 12}}}
    containers:
      bag:
        bag.full: {fills: {start: round}}
        bag.lamps: {contains: {named: [lamp]}}
        bag.blind: {drawn: blind}
    """)

    assert answers(rolled, "random") == ["nerve.dice", "bag.blind", "round.ties"]


def test_effects_end_where_the_rules_say_until(lanterns: Any, answers: Ask):
    """What is so until the end of the watch ends with it."""
    lasting = lanterns.but("""
    steps:
      activation: {activation.tired: {sets: {fact: tired, until: round}}}
    facts:
      tired: {title: Tired}
    """)

    assert answers(lasting, "effects") == ["activation.tired"]


def test_a_unit_that_is_lost_may_take_its_marker_along(lanterns: Any, answers: Ask):
    """What the bag and the loss itself say is one answer."""
    lost = lanterns.but("""
    steps:
      activation: {activation.card: {draws: bag}, activation.falls: {sets: {fact: dead}}}
    containers:
      bag:
        bag.full: {fills: {start: round}}
        bag.dice: {contains: {of: own}}
        bag.lost: {keeps_up: lost}
    facts:
      dead: {title: Dead, dead.leaves: {leaves: at_once}}
    """)

    assert answers(lost, "gone") == ["bag.lost", "dead.leaves"]


def test_what_becomes_of_an_effect_without_its_maker_is_a_question_of_its_own(
    lanterns: Any, answers: Ask
):
    """It ends with the round, says the rule; without the rule, nothing is said."""
    blessed = lanterns.but("""
    effects:
      gone:
        title: Gone
        gone.ends: {if_gone: round}
    """)

    assert answers(blessed, "maker") == ["gone.ends"]
    assert answers(lanterns, "maker") == []
