"""How long an effect lasts by what an invented system says of it, and whom it serves when."""

from collections.abc import Callable
from typing import Any

import pytest

from turnwright.site.pages.lasting.view import FRIEND, SOURCE, EffectCourse, courses

TURNS = """
steps:
  battle: {battle.again: {repeats: round}}
  round: {round.turns: {cadence: each_player, first: listed_first, each: [turn], until: all_dealt}}
  turn: {turn.order: {sequence: [chanting, shooting]}}
  chanting:
    chanting.own: {cadence: one_side, first: active, among: own, together: one}
    chanting.chant: {each_ability: unit, finish: allowed, until: none_left}
  shooting:
    shooting.own: {cadence: one_side, first: active, among: own, together: one, each: [shoot]}
    shooting.enough: {finish: allowed, until: none_left}
  shoot: {title: Shoot}
effects:
  phase:
    title: Your phase
    phase.army: {work_of: army}
    phase.same: {covers: same}
    phase.side: {covers_whose: side}
    phase.over: {covers_until: shooting}
    phase.bind: {conditions_bind: always}
    phase.next: {next: side}
    phase.step: {boundary: step}
    phase.gone: {if_gone: round}
abilities:
  hymn:
    text: Until your next chant a friend is braver.
    used: {during: chanting}
    target: friend
    effect: {changes: {value: nerve, by: 1}, until: {start: chanting}}
  volley:
    text: As your shooting starts, it helps friends near the source.
    used: {start: shooting}
    effect: {during: shooting, serves: {within: {inches: 6, of: source}}}
values:
  nerve: {title: Nerve}
"""


@pytest.fixture(scope="module")
def turns(system: Callable[..., Any]) -> Any:
    """A system with whole turns."""
    return system(TURNS)


def course(invented: Any, ability: str, *, falls: bool = False) -> EffectCourse:
    """The course of one effect."""
    (found,) = [
        each for each in courses(invented.rules) if (each.ability, each.falls) == (ability, falls)
    ]
    return found


def shown(found: EffectCourse) -> list[tuple[int, str, str, bool]]:
    """Round, step, whose it is, and whether the effect is going on."""
    return [(each.round, each.step, each.who, each.phase != "not") for each in found.instants]


def short(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses by their short ids."""
    return tuple(clause.partition(".")[2] for clause in clauses)


def test_until_your_next_chant_lasts_through_the_enemys_turn(turns: Any):
    """It is over as your own chanting opens again, and not with that of the enemy."""
    hymn = course(turns, "hymn")

    assert shown(hymn) == [
        (1, "chanting", "attacker", True),
        (1, "chanting", "defender", True),
        (2, "chanting", "attacker", False),
        (2, "chanting", "defender", False),
    ]
    assert hymn.instants[0].starts
    assert hymn.instants[1].serves == (FRIEND,)
    assert short(hymn.stopped_by) == ("phase.next", "phase.step")


def test_during_your_shooting_is_over_with_it(turns: Any):
    """The enemy's shooting in the same round has nothing of it."""
    volley = course(turns, "volley")

    assert volley.instants[0].serves == (SOURCE, FRIEND)
    assert shown(volley)[:3] == [
        (1, "shooting", "attacker", True),
        (1, "shooting", "attacker", False),
        (1, "shooting", "defender", False),
    ]
    assert short(volley.stopped_by) == ("phase.over",)


def test_where_its_maker_is_lost_an_effect_ends_when_the_rules_say_so(turns: Any):
    """The hymn with the round."""
    hymn = course(turns, "hymn", falls=True)

    assert (1, "chanting", "defender", True) in shown(hymn)
    assert (1, "round", "", False) in shown(hymn)
    assert short(hymn.stopped_by) == ("phase.gone",)


def test_what_must_be_near_its_maker_ends_with_the_maker(turns: Any):
    """Nobody is near a unit that is gone, for a volley that outlives the shooting it began in."""
    longer = turns.but("""
    effects: {phase: {phase.over: {covers_until: round}}}
    """)

    assert short(course(longer, "volley").stopped_by) == ("phase.over",)
    assert short(course(longer, "volley", falls=True).stopped_by) == ("phase.bind",)


def test_an_overlay_that_says_next_means_the_sources_own_lasts_longer(turns: Any):
    """Sides alternate with activations, and the hymn waits for its maker's next one."""
    activations = turns.but("""
    steps:
      round:
        round.turns: null
        round.alternate: {cadence: alternate, first: listed_first, each: [turn]}
        round.own: {among: own, together: one, limit: {per: round}}
        round.rest: {uneven: runs_on, until: none_left}
      chanting: {chanting.own: {cadence: one_side, first: active, among: active, together: one}}
      shooting:
        shooting.own: {cadence: one_side, first: active, among: active, together: one}
        shooting.shoot: {each: [shoot]}
    effects: {phase: {phase.next: {next: source}, phase.army: {work_of: unit, bearer: active}}}
    """)
    hymn = course(activations, "hymn")

    assert [(each.round, each.who) for each in hymn.instants if each.phase != "not"] == [
        (1, SOURCE),
        (1, "an enemy"),
        (1, FRIEND),
        (1, "another enemy"),
    ]
    assert short(hymn.stopped_by) == ("phase.next", "phase.step")
