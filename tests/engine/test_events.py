"""What is told of a round: each kind of event, with what it says."""

import pytest

from turnwright.language.event import KINDS

SIDES = ("north", "east", "south")


def told(game, kind):
    """The events of a kind that the last input brought about, each as what it says."""
    found = [event for event in game.events if isinstance(event, KINDS[kind])]
    return [
        {key: value for key, value in event._asdict().items() if key != "by"} for event in found
    ]


EVERYTHING = """
    steps:
      turns:
        turns.acts: {each: [act, dare, walk, sing, mark, wait, nap, lose, drop]}
        turns.done: {finish: allowed}
        turns.prayers: {each_ability: unit}
      act: {}
      dare:
        dare.check: {check: luck}
        dare.good: {result: {outcome: [good], then: carry_out}}
        dare.bad: {result: {outcome: [bad], then: go_on}}
        dare.marks: {sets: {fact: marked, until: dare}}
        dare.heals: {changes: {value: health, by: 2}}
      walk: {walk.goes: {moves: {up_to: 6}}}
      sing: {sing.draws: {draws: urn}}
      mark: {mark.at: {target: enemy}, mark.kills: {sets: {fact: slain, of: target}}}
      wait: {wait.later: {put_off: pending}}
      nap: {nap.parts: {sequence: [dream]}}
      dream: {dream.never: {bars: {count: {of: own}}}}
      lose: {lose.check: {check: luck}, lose.any: {result: {outcome: [good, bad], then: lose}}}
      drop:
        drop.check: {check: luck}
        drop.any: {result: {outcome: [good, bad], then: hand_over, step: turns}}
      round: {rounds.parts: {sequence: [turns, pending]}}
      pending: {pending.how: {cadence: put_off, each: [wait], until: all_dealt}}
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, high: 3}}
        luck.good: {band: {outcome: good, low: 4}}
    containers:
      urn:
        urn.filled: {fills: {start: round}}
        urn.stones: {contains: {named: [white]}}
        urn.how: {drawn: blind}
    facts:
      marked: {}
      slain: {slain.when: {leaves: at_once}}
      shot: {of: models, shot.calls: {triggers: always}, shot.last: {leaves: last_model}}
    values: {health: {health.start: {starts: 5}}}
    effects: {terms: {terms.work: {work_of: unit}, terms.bearer: {bearer: friendly}, terms.next:
      {next: source}, terms.edge: {boundary: step}, terms.gone: {if_gone: round}}}
    abilities:
      hymn:
        text: A hymn.
        used: {during: turns}
        target: friend
        effect: {changes: {value: health, by: 1}, until: {end: act}}
"""


@pytest.fixture
def game(skirmish):
    """Three sides, of which the first may do all sorts of things."""
    return (
        skirmish.but(EVERYTHING)
        .with_sides(*SIDES)
        .battle({"N1": {"models": 2, "abilities": ("hymn",)}, "N2": {}}, "E1 E2", "S1")
    )


def test_steps_begin_and_end(game):
    """With the side and the units that act in them."""
    after = game.choose("act", "N1")

    assert told(after, "began") == [{"step": "act", "side": "north", "units": ("N1",)}]
    assert told(after, "ended") == [{"step": "act", "side": "north", "units": ("N1",)}]


def test_a_choice_is_told(game):
    """What is done, by whom, and on whom; and by which models, where they are told apart."""
    done = {"side": "north", "does": "mark", "units": ("N1",), "target": "E1", "using": ""}
    assert told(game.choose("mark", "N1", target="E1"), "chose") == [{**done, "models": ()}]


def test_a_pass_is_told(game):
    """And whether it was forced."""
    assert told(game.choose("pass"), "passed") == [{"side": "north", "forced": False}]


def test_being_done_is_told(game):
    """In which step."""
    assert told(game.choose("done"), "finished") == [{"side": "north", "step": "turns"}]


def test_who_went_first_is_told(game):
    """When it is settled."""
    assert told(game, "went_first") == [{"step": "turns", "side": "north"}]


def test_a_roll_and_its_result_are_told(game):
    """The dice, what they came to, and what that leads to."""
    after = game.choose("dare", "N1").roll(5)

    assert told(after, "rolled") == [
        {
            "what": "luck",
            "dice": (5,),
            "kept": (5,),
            "total": 5,
            "outcome": "good",
            "outcomes": (),
            "also": (),
        }
    ]
    assert told(after, "resulted") == [{"outcome": "good", "then": "carry_out", "units": ("N1",)}]


def test_facts_and_values_that_change_are_told(game):
    """What begins to hold, what stops, and by how much a value changes."""
    after = game.choose("dare", "N1").roll(5)

    assert told(after, "became_true") == [{"fact": "marked", "who": "N1", "to_unit": ""}]
    assert told(after, "no_longer") == [{"fact": "marked", "who": "N1", "to_unit": ""}]
    assert told(after, "value_changed") == [{"who": "N1", "value": "health", "amount": 2}]


def test_a_draw_is_told(game):
    """What was drawn, and what is left."""
    assert told(game, "markers") == [
        {"container": "urn", "holds": (("white", 1),), "why": "filled"}
    ]
    after = game.choose("sing", "N1").draw("white")
    assert told(after, "drew") == [
        {"container": "urn", "what": "white", "number": 0, "ignored": False}
    ]
    assert [event["why"] for event in told(after, "markers")] == ["drawn"]


def test_a_move_is_told(game):
    """How far, and where to if anybody knows."""
    after = game.choose("walk", "N1", inches=4)

    assert told(after, "moved") == [{"unit": "N1", "to": None, "inches": 4}]


def test_a_loss_is_told(game):
    """How many models are left."""
    after = game.declare("shot", "N1", models=1)

    assert told(after, "lost_models") == [
        {"unit": "N1", "models": 1, "left": 1, "fact": "shot", "called": True}
    ]


def test_who_leaves_and_who_joins_is_told(game):
    """By name."""
    assert told(game.choose("mark", "N1", target="E1"), "gone") == [{"unit": "E1"}]
    assert told(game.declare("gained", "S2", side="south"), "joined") == [
        {"unit": "S2", "side": "south"}
    ]


def test_effects_that_start_and_stop_are_told(game):
    """Of which ability, by whom."""
    sung = game.choose("hymn", "N1", target="N2")

    assert told(sung, "effect_started") == [{"ability": "hymn", "source": "N1", "target": "N2"}]
    over = sung.choose("act", "E1").choose("act", "S1").choose("act", "N1")
    assert told(over, "effect_stopped") == [{"ability": "hymn", "source": "N1"}]


def test_a_side_that_loses_and_one_that_wins_are_told(game):
    """The last one that is left has won."""
    lost = game.choose("lose", "N1").roll(1)

    assert told(lost, "lost") == [{"side": "north"}]
    assert told(lost, "won") == []
    over = lost.choose("lose", "E1").roll(1)
    assert told(over, "won") == [{"side": "south"}]


def test_a_chance_that_is_handed_over_is_told(game):
    """To whom."""
    assert told(game.choose("drop", "N1").roll(2), "handed_over") == [
        {"step": "turns", "side": "east"}
    ]


def test_what_is_put_off_is_told(game):
    """And to which step."""
    assert told(game.choose("wait", "N1"), "put_off") == [
        {"side": "north", "does": "wait", "units": ("N1",), "target": "", "later": "pending"}
    ]


def test_what_is_skipped_is_told(game):
    """With a clause for each unit."""
    assert told(game.choose("nap", "N1"), "skipped") == [
        {"step": "dream", "side": "north", "because": (("N1", ("invented.dream.never",)),)}
    ]


def test_a_round_that_is_stuck_is_told(skirmish):
    """With the word that is missing."""
    game = skirmish.without("turns.first").battle("Ash", "Dorn")

    assert told(game, "stuck") == [{"step": "turns", "word": "first"}]


def test_a_contradiction_is_told(skirmish):
    """With the word that two clauses say differently."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.day: {when: {fact: day}, first: listed_first}
            turns.noon: {when: {fact: day}, first: listed_second}
        facts: {day: {of: battle}}
        """
    )

    game = rules.battle("Ash", "Dorn", facts={"battle": ("day",)})

    assert told(game, "contradicted") == [{"step": "turns", "word": "first"}]


def test_every_kind_of_event_comes_about(game, skirmish):
    """In the plays above, taken together."""
    sung = game.choose("hymn", "N1", target="N2")
    lost = game.choose("lose", "N1").roll(1)
    dark = skirmish.but(
        """
        facts: {day: {of: battle}}
        steps: {turns: {turns.day: {when: {fact: day}, first: listed_first},
          turns.noon: {when: {fact: day}, first: listed_second}}}
        """
    )
    games = [
        *(game, sung, lost, lost.choose("lose", "E1").roll(1)),
        *(game.choose("act", "N1"), game.choose("pass"), game.choose("done")),
        *(game.choose("wait", "N1"), game.choose("nap", "N1"), game.choose("walk", "N1", inches=4)),
        game.choose("dare", "N1").roll(5),
        game.choose("sing", "N1").draw("white"),
        game.choose("mark", "N1", target="E1"),
        game.choose("drop", "N1").roll(2),
        game.declare("shot", "N1", models=1),
        game.declare("gained", "S2", side="south"),
        sung.choose("act", "E1").choose("act", "S1").choose("act", "N1"),
        skirmish.without("turns.first").battle("Ash", "Dorn"),
        dark.battle("Ash", "Dorn", facts={"battle": ("day",)}),
    ]

    assert {type(event) for it in games for event in it.events} == {*KINDS.values()}
