"""Orders of the sides: rolls and ties, what was before, and orders that others ask for."""

import pytest

from turnwright.language.input import Declaration

SIDES = ("north", "east", "south")


@pytest.fixture
def three(skirmish):
    """Three sides take turns, one unit each."""

    def made(said, more="{}"):
        rules = skirmish.but("steps: {turns: {turns.first: null}}")
        rules = rules.but(f"steps: {{turns: {{{said}}}}}").but(more)
        return rules.with_sides(*SIDES)

    return made


ARMIES = ("N1", "E1", "S1")


def order_of(game):
    """The sides in the order in which they act in this round."""
    sides, number = [], game.round
    while game.round == number and game.awaits == "choice":
        sides.append(game.next[0])
        game = game.choose("act", game.may[0])
    return " ".join(sides)


def after_a_round(game):
    """The game when everybody has acted."""
    number = game.round
    while game.round == number and game.awaits == "choice":
        game = game.choose("act", game.may[0])
    return game


def test_each_side_rolls_and_the_highest_comes_first(three):
    """All in the order of their rolls."""
    game = three("who.first: {first: {roll: 1d6}}").battle(*ARMIES)

    assert (game.awaits, game.dice, game.decision.rollers) == ("roll", "1d6", SIDES)
    assert order_of(game.roll(2, 6, 4)) == "e s n"


def test_the_lowest_may_come_first(three):
    """Where the clause says so."""
    game = three("who.first: {first: {roll: 1d6, lowest: true}}").battle(*ARMIES)

    assert order_of(game.roll(2, 6, 4)) == "n s e"


def test_something_may_be_added_to_the_roll(three):
    """A side with 3 more wins with a 2 against a 4."""
    rules = three(
        "who.first: {first: {roll: 1d6, amount: command}}",
        "values: {command: {of: side, command.none: {starts: 0}}}",
    )

    game = rules.battle(*ARMIES, values={"south": {"command": 3}})

    assert order_of(game.roll(1, 4, 2)) == "s e n"


def test_only_those_who_are_equal_roll_again(three):
    """The third has its place already."""
    rules = three("who.first: {first: {roll: 1d6}}, who.ties: {ties: again}")

    game = rules.battle(*ARMIES).roll(5, 2, 5)
    again = game.roll(3, 3)

    assert game.decision.rollers == again.decision.rollers == ("north", "south")
    assert order_of(again.roll(1, 6)) == "s n e"


def test_ties_are_broken_by_one_clause_after_another(three):
    """First the roll, then whoever has fewer units, then as they are listed."""
    rules = three(
        "who.first: {first: {roll: 1d6}}, who.fewer: {ties: fewest}, "
        "who.listed: {ties: listed_first}"
    )

    game = rules.battle("N1 N2", "E1", "S1").roll(4, 4, 4)

    assert order_of(game) == "e s n n"


def test_a_tie_that_nobody_breaks_stops_the_round(three):
    """Who comes first is not guessed."""
    assert three("who.first: {first: {roll: 1d6}}").battle(*ARMIES).roll(4, 4, 1).unsaid == "ties"


def test_the_highest_amount_comes_first(three):
    """Asked of each side."""
    rules = three(
        "who.first: {first: {amount: {value: speed, of: own, take: highest}}}",
        "values: {speed: {}}",
    )

    armies = [{f"{side}1": {"has": {"speed": n}}} for side, n in zip("NES", (3, 4, 5), strict=True)]

    assert order_of(rules.battle(*armies)) == "s e n"


def test_a_word_that_names_nobody_breaks_no_tie(three):
    """The mission may say nothing: then the next clause decides, or nobody does."""
    silent = three("who.first: {first: {roll: 1d6}}, who.ties: {ties: mission}")
    helped = silent.but("steps: {turns: {who.then: {ties: listed_second}}}")

    assert silent.battle(*ARMIES).roll(4, 4, 1).unsaid == "ties"
    assert order_of(helped.battle(*ARMIES).roll(4, 4, 1)) == "e n s"


# What was before


@pytest.mark.parametrize(
    ("was", "second"),
    [
        ("went_first", "e n s"),
        ("went_last", "n e s"),
        ("won_roll", "e n s"),
        ("lost_roll", "n e s"),
        ("finished_first", "e n s"),
        ("finished_last", "n e s"),
    ],
)
def test_who_was_what_in_the_round_before(three, was, second):
    """The order of the first round is rolled: east, south, north, who run out in that order."""
    rules = three(
        f"who.first: {{first: {{was: {was}, of: openings}}}}, who.ties: {{ties: listed_first}}",
        """
        steps:
          round: {rounds.parts: {sequence: [openings, turns]}}
          openings:
            opens.how: {cadence: alternate, first: {roll: 1d6}, each: [open], among: own}
            opens.one: {together: one, limit: {per: round}, uneven: runs_on, until: none_left}
          open: {}
        """,
    )

    game = rules.battle(*ARMIES).roll(1, 6, 3)
    for unit in ("E1", "S1", "N1"):
        game = game.choose("open", unit)

    assert order_of(game) == second


def test_whoever_did_not_roll_has_not_lost_the_roll(three):
    """Only those who were equal rolled; the worst of them lost it."""
    rules = three(
        "who.first: {first: {was: lost_roll, of: openings}}, who.ties: {ties: listed_first}",
        """
        steps:
          round: {rounds.parts: {sequence: [openings, turns]}}
          openings: {opens.how: {first: {amount: command}}, opens.ties: {ties: {roll: 1d6}}}
        values: {command: {of: side}}
        """,
    )
    values = {"north": {"command": 5}, "east": {"command": 5}, "south": {"command": 1}}

    game = rules.battle(*ARMIES, values=values).roll(6, 2)

    assert order_of(game) == "e n s"


def test_whoever_won_the_last_roll_has_won_it_until_somebody_rolls_again(three):
    """In the second round nobody is equal, so nobody rolls, and East is still who won."""
    rules = three(
        "who.first: {first: {was: won_roll, of: openings}}, who.ties: {ties: listed_first}",
        """
        steps:
          round: {rounds.parts: {sequence: [openings, turns]}}
          openings: {opens.how: {first: {amount: command}}, opens.ties: {ties: {roll: 1d6}}}
        values: {command: {of: side}}
        """,
    )
    values = {"north": {"command": 5}, "east": {"command": 5}, "south": {"command": 1}}

    game = rules.battle(*ARMIES, values=values).roll(2, 6)
    game = after_a_round(game.declare("command", side="east", value=1))

    assert (game.round, order_of(game)) == (2, "e n s")


@pytest.mark.parametrize(("was", "side"), [("finished_first", "south"), ("finished_last", "north")])
def test_whoever_passes_is_out(three, was, side):
    """South passes first, then east, and north last of all."""
    rules = three(f"who.first: {{first: {{was: {was}}}}}, who.ties: {{ties: listed_first}}")

    game = rules.battle("N1 N2 N3", "E1 E2", "S1")
    game = game.choose("act", "N1").choose("act", "E1").choose("pass").choose("act", "N2")
    game = game.choose("pass").choose("pass")

    assert (game.round, game.next) == (2, side)


def test_of_two_that_are_out_at_once_whoever_acted_was_out_last(three):
    """North's last unit fells east's last: east was out first, and begins the next round."""
    rules = three(
        "who.first: {first: {was: finished_first}}, who.ties: {ties: listed_first}",
        "facts: {fallen: {fallen.leaves: {leaves: at_once}}}",
    )
    game = rules.battle("N1", "E1", "S1 S2")

    game = game.choose("act", "N1", causes=[Declaration("fallen", "E1")])
    game = game.choose("act", "S1").declare("gained", "E2", side="east").choose("act", "S2")
    game = game.choose("act", "E2")

    assert (game.round, game.next) == (2, "east")


# An order that is kept, and asked for


PLAN = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [initiative, turns]}}
      initiative: {plan.roll: {first: {roll: 1d6}, kept: round}}
"""


def test_a_step_may_only_settle_the_order(three):
    """Nobody acts in it; another step asks for it."""
    rules = three("who.first: {first: {as_in: initiative}}", PLAN)

    game = rules.battle(*ARMIES)

    assert (game.step, game.awaits) == ("initiative", "roll")
    game = game.roll(2, 4, 6)
    assert (game.step, order_of(game)) == ("turns", "s e n")
    assert after_a_round(game).step == "initiative"


def test_an_order_may_be_kept_for_the_battle(three):
    """It is rolled once."""
    rules = three(
        "who.first: {first: {as_in: initiative}}",
        PLAN.replace("kept: round", "kept: battle"),
    )

    game = after_a_round(rules.battle(*ARMIES).roll(2, 4, 6))

    assert (game.round, game.step, order_of(game)) == (2, "turns", "s e n")


def test_an_order_that_is_not_kept_cannot_be_asked_for(three):
    """It is not known any more: it is the step that settled it which has to say for how long."""
    plan = PLAN.replace(", kept: round", ", kept: this")
    rules = three("who.first: {first: {as_in: initiative}}", plan)

    game = rules.battle(*ARMIES).roll(2, 4, 6)

    assert (game.unsaid, game.decision.step) == ("kept", "initiative")


def test_the_side_that_wins_may_decide(three):
    """It says who is first; the others follow as they are listed."""
    game = three("who.decides: {decides: {roll: 1d6}}").battle(*ARMIES).roll(1, 2, 6)

    assert (game.next, game.can) == ("south", ("first",))
    assert order_of(game.choose("first", first="east")) == "e s n"


def test_an_order_may_be_kept_for_the_step_that_says_so(three):
    """Going through it again is asking afresh."""
    rules = three(
        "who.first: {first: {roll: 1d6}}, who.keeps: {kept: this}, turns.once: {limit: {per: this}}"
    ).but("steps: {round: {rounds.parts: {sequence: [turns, turns]}}}")

    game = rules.battle(*ARMIES).roll(2, 6, 4)
    for unit in ("E1", "S1", "N1"):
        game = game.choose("act", unit)

    assert (game.round, game.awaits, game.dice) == (1, "roll", "1d6")


def test_a_side_that_has_lost_is_out_of_an_order_that_is_kept(three):
    """The others go in it as before."""
    rules = three(
        "who.first: {first: {roll: 1d6}}, who.keeps: {kept: battle}",
        """
        steps:
          turns: {turns.acts: {each: [act, die]}}
          die:
            die.as: {counts_as: act, check: fate}
            die.lost: {result: {outcome: [dead], then: lose}}
        checks: {fate: {fate.die: {roll: 1d6}, fate.dead: {band: {outcome: dead}}}}
        """,
    )
    game = rules.battle(*ARMIES).roll(2, 6, 4).choose("die", "E1").roll(1)
    assert game.next == "south"

    game = game.choose("act", "S1").choose("act", "N1")

    assert (game.round, game.awaits, game.next) == (2, "choice", "south")
    assert order_of(game) == "s n"


TORCH = "facts: {torch: {of: side}}"


@pytest.mark.parametrize(
    ("holders", "order"),
    [("east", "e s n"), ("south", "s n e"), ("north south", "n s e"), ("east south", "e s n")],
)
def test_the_others_follow_round_the_table(three, holders, order):
    """Those who are equal come as they sit after the one before them; holders as they sit, too."""
    rules = three("who.first: {first: {fact: torch}}, who.turn: {ties: in_turn}", TORCH)

    game = rules.battle(*ARMIES, facts=dict.fromkeys(holders.split(), ("torch",)))

    assert order_of(game) == order


@pytest.mark.parametrize(
    ("holders", "order"), [("east", "n s e"), ("north", "e s n"), ("north south", "e n s")]
)
def test_those_without_a_fact_may_come_first(three, holders, order):
    """With `lowest`, whoever bears the torch comes last."""
    first = "who.first: {first: {fact: torch, lowest: true}}, who.ties: {ties: listed_first}"
    rules = three(first, TORCH)

    game = rules.battle(*ARMIES, facts=dict.fromkeys(holders.split(), ("torch",)))

    assert order_of(game) == order


def test_what_one_side_holds_goes_to_the_next_and_round_again(three):
    """After the last side that is listed comes the first."""
    rules = three(
        "who.first: {first: listed_first}",
        """
        steps: {act: {act.hands-on: {sets: {fact: torch, of: next_side}}}}
        facts: {torch: {of: side, torch.one: {ends: {of: other_sides}}}}
        """,
    )

    game, holders = rules.battle(*ARMIES), []
    for unit in ARMIES:
        game = game.choose("act", unit)
        holders.append([side for side in SIDES if "torch" in game.facts(side)])

    assert holders == [["east"], ["south"], ["north"]]


@pytest.mark.parametrize(
    ("drawn", "order"), [("n", "n e s"), ("s", "s n e"), ("N1", "n e s"), ("S1", "s n e")]
)
def test_a_draw_before_them_says_who_begins_turns(three, drawn, order):
    """The marker is drawn as a step of the round; no chance is dealt by it."""
    of = "anyone" if drawn[1:] else "sides"
    rules = three(
        "who.first: {first: drawn}",
        f"""
        steps:
          battle: {{rounds.follow: null, days.follow: {{repeats: day}}}}
          day: {{day.parts: {{sequence: [lot, round]}}}}
          lot: {{lot.drawn: {{draws: bag}}}}
        containers:
          bag:
            bag.filled: {{fills: {{start: day}}, drawn: blind}}
            bag.holds: {{contains: {{of: {of}}}}}
        """,
    )
    marker = {"n": "north", "s": "south"}.get(drawn, drawn)

    assert order_of(rules.battle(*ARMIES).draw(marker)) == order
