"""A battle at one moment, for people: do something, look at what is so, ask why."""

from fractions import Fraction

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.example import Claim
from turnwright.language.input import Choice


def test_what_can_be_looked_at(duel):
    """The names that examples use in their claims."""
    game = duel.battle("Ash Birch", "Dorn").choose("activation", "Ash")

    assert (game.next, game.step, game.round) == ("attacker", "activation", 1)
    assert (game.may, game.can, game.active) == (("Ash",), ("strike", "rest", "done"), ("Ash",))
    assert (game.awaits, game.dice, game.outcome, game.unsaid) == ("choice", "", "", "")
    assert (game.began, game.ended) == (("activation",), ())
    assert (game.lasts, game.winner) == ((), "")
    assert (game.holds("attacker"), game.holds("table"), game.odds("attacker")) == (0, 0, 0)
    assert isinstance(game.odds("attacker"), Fraction)


def test_a_battle_is_shown_in_a_line(duel):
    """The round, the steps that are open, and what is awaited of whom."""
    game = duel.battle("Ash", "Dorn").choose("activation", "Ash")

    steps = "battle > round > turns > activation"
    assert repr(game.state) == f"<State round 1: {steps}; choice of attacker>"


def test_who_has_no_markers_holds_none(duel):
    """A unit and the battle may be asked for, as a side may, and nothing of theirs is drawn."""
    game = duel.battle("Ash", "Dorn")

    assert [game.holds(who) for who in ("Ash", "battle", "defender")] == [0, 0, 0]
    assert [game.odds(who) for who in ("Ash", "battle", "defender")] == [0, 0, 0]


def test_what_was_done_can_be_looked_at(skirmish):
    """As far as a clause asks for it; who has done nothing is none of it."""
    game = skirmish.battle("Ash Birch", "Dorn").choose("act", "Birch")

    assert (game.did("Ash"), game.did("Birch"), game.did("Dorn")) == ((), ("act",), ())


OF_SEVERAL_PLAYS = {"likelihood", "rolls"}
"""Claims about all that may be rolled up to a line: no single moment of a battle can tell."""


@pytest.mark.parametrize("name", sorted({*Claim.__dataclass_fields__} - OF_SEVERAL_PLAYS))
def test_every_claim_has_something_to_look_at(duel, name):
    """A property or a question of the same name; what is denied is asked under its other name."""
    asked = {
        "may_not": "may",
        "can_only": "can",
        "happened": "events",
        "not_happened": "events",
        "by": "why",
        "cannot": "can",
        "no_facts": "facts",
        "no_serves": "serves",
        "stopped": "lasts",
    }

    assert hasattr(duel.battle("Ash", "Dorn"), asked.get(name, name))


def test_why_tells_every_clause(skirmish):
    """All that rule a unit out at this moment, and those that follow from one of them."""
    game = skirmish.battle("Ash Birch", "Dorn").choose("act", "Ash").choose("pass")

    assert set(game.why("Ash")) == {"turns.once"}
    assert set(game.why("Dorn")) == {"turns.own"}
    assert game.why("Birch") == ()


def test_a_unit_may_be_ruled_out_by_several_clauses(skirmish):
    """Not one's own, and used up."""
    game = skirmish.battle("Ash Birch", "Dorn Elm").choose("act", "Ash").choose("act", "Dorn")

    assert set(game.why("Dorn")) == {"turns.own", "turns.once"}


def test_what_is_allowed_is_refused_by_nothing(skirmish):
    """And asking changes nothing."""
    game = skirmish.battle("Ash", "Dorn")

    assert game.refuses("act", "Ash") == ()
    assert game.refusal(Choice("act", ("Ash",))) is None
    assert game.next == "attacker"


def test_a_clause_that_follows_is_a_reason_too(skirmish):
    """Who is refused by a clause is refused by what follows from it."""
    rules = skirmish.but("steps: {turns: {turns.never-twice: {follows: [turns.once]}}}")

    game = rules.battle("Ash Birch", "Dorn").choose("act", "Ash").choose("pass")

    assert game.why("Ash") == ("turns.once", "turns.never-twice")
    assert game.refuses("act", "Ash") == ("turns.once", "turns.never-twice")


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.facts("Asch"),
        lambda game: game.value("Asch.nerve"),
        lambda game: game.why("Asch"),
        lambda game: game.holds("Asch"),
        lambda game: game.odds("Asch"),
    ],
)
def test_a_slip_in_a_name_is_not_taken_for_nothing(skirmish, ask):
    """Whoever asks about a unit that is not there is told so, and which may be meant."""
    game = skirmish.but("values: {nerve: {}}").battle("Ash", "Dorn")

    with pytest.raises(Refused, match=r"there is no (unit|marker) Asch; did you mean Ash\?"):
        ask(game)


def test_a_slip_in_what_is_done_is_not_taken_for_nothing(skirmish):
    """Neither in the name of an ability, nor in that of a step."""
    game = skirmish.battle("Ash", "Dorn")

    with pytest.raises(Refused, match="there is no ability prayr"):
        game.serves("prayr")
    with pytest.raises(Refused, match="there is no action activatoin"):
        game.targets("activatoin")
