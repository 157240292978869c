"""The state is a value: old ones stay usable, and the same inputs give the same battle."""

from dataclasses import fields, is_dataclass

import pytest

from turnwright.engine.apply import apply, awaiting, start
from turnwright.engine.decision import Refused
from turnwright.engine.state import BattleRoster
from turnwright.language.input import Card, Choice, Declaration, Draw, Roll


def values_in(thing):
    """Everything inside a state, the ruleset and the roster aside, which never change."""
    if isinstance(thing, BattleRoster):
        return
    yield thing
    if isinstance(thing, tuple | frozenset | list | set):
        for part in thing:
            yield from values_in(part)
    if isinstance(thing, dict):
        for part in thing.values():
            yield from values_in(part)
    if is_dataclass(thing):
        for field in fields(thing):
            yield from values_in(getattr(thing, field.name))


BUSY = """
    steps:
      turns: {turns.acts: {each: [act]}}
      act:
        act.at: {target: enemy}
        act.goes: {moves: {up_to: speed}}
        act.marks: {sets: {fact: mark, of: target, until: round}}
        act.haste: {changes: {value: speed, by: 1, until: round}}
    facts: {mark: {}, bound: {of: pair}}
    values: {speed: {}}
"""


@pytest.fixture
def busy(skirmish):
    """A battle in which much has happened already."""
    army = {"Ash": {"at": (0, 0), "has": {"speed": 6}}, "Birch": {"models": 3}}
    game = skirmish.but(BUSY).battle(army, "Dorn Elm")
    game = game.choose("act", "Ash", target="Dorn", to=(3, 0)).choose("pass")
    return game.declare("bound", "Ash", to_unit="Elm").declare("mark", "Elm")


def test_a_state_is_made_of_values_only(busy):
    """Nothing in it is changed in place, so keeping an old one is enough for undo and "what if"."""
    kinds = {type(value) for value in values_in(busy.state)}

    assert not kinds & {list, dict, set, bytearray}
    hash(busy.state)


def test_an_input_leaves_the_old_state_as_it_was(skirmish):
    """Two futures of one moment, and the moment itself."""
    game = skirmish.battle("Ash Birch", "Dorn")
    before = game.state

    one, other = game.choose("act", "Ash"), game.choose("act", "Birch")

    assert game.state == before
    assert (game.may, one.next, other.next) == (("Ash", "Birch"), "defender", "defender")
    assert one.choose("act", "Dorn").may == ("Birch",)
    assert other.choose("act", "Dorn").may == ("Ash",)


def test_a_battle_goes_as_it_goes_whether_anybody_keeps_a_record_or_not(skirmish):
    """Two at once are for the keen alone, with a record of the clauses and without."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.many: {when: {fact: keen}, together: several}, turns.group:
          {group: in_turn, group_counts: each}}}
        facts: {keen: {of: side}}
        """
    )
    both = Choice("act", ("Ash", "Birch"))

    for keen in (("keen",), ()):
        game = rules.battle("Ash Birch", "Dorn", facts={"attacker": keen})
        begun, _ = start(
            game.program,
            {"attacker": {"Ash": Card(), "Birch": Card()}, "defender": {"Dorn": Card()}},
            facts={"attacker": keen},
        )
        assert begun == game.state
        assert game.decision.several is bool(keen)
        if keen:
            assert apply(game.program, begun, both)[0] == game.apply(both).state


def test_battles_that_went_alike_are_equal(skirmish):
    """Begun anew, and after a unit has joined."""
    one, other = (skirmish.battle("Ash", "Dorn").choose("act", "Ash") for _ in range(2))

    assert (one.state, hash(one.state)) == (other.state, hash(other.state))
    one, other = (it.declare("gained", "Elm", side="defender") for it in (one, other))
    assert (one.state, hash(one.state)) == (other.state, hash(other.state))
    assert one.state != one.choose("act", "Elm").state


@pytest.mark.parametrize("units", [("Ash", "Cedar"), ("Birch",)])
def test_only_those_who_act_are_in_a_step(skirmish, units):
    """Alone or with others; whoever else is in the battle is not."""
    rules = skirmish.but(
        "steps: {turns: {turns.one: {together: several}, turns.group: {group: shared}}}"
    ).but("steps: {turns: {turns.counts: {group_counts: each}}}")

    game = rules.battle("Ash Birch Cedar", "Dorn").choose("act", units=units)

    began = [event for event in game.events if type(event).__name__ == "Began"]
    assert [(event.step, event.units) for event in began] == [("act", units)]


def test_the_units_of_a_side_are_its_units_alone(skirmish):
    """Neither the side itself nor the battle is one of them."""
    roster = skirmish.battle("Ash Birch", "Dorn").state.roster

    assert [roster.named(units) for units in roster.units] == [("Ash", "Birch"), ("Dorn",)]


def test_futures_do_not_know_of_each_other(skirmish):
    """Which clauses had a say is noted for each of them apart."""
    game = skirmish.battle("Ash", "Dorn")

    passed, acted = game.choose("pass"), game.choose("act", "Ash")

    assert "invented.turns.pass-is-final" in passed.consulted
    assert "invented.turns.pass-is-final" not in acted.consulted
    assert "invented.turns.pass-is-final" not in game.consulted


def test_a_refused_input_changes_nothing(busy):
    """Whatever it was: the battle goes on as if nobody had tried."""
    before = busy.state

    for given in (
        Choice("act", ("Dorn",)),
        Choice("nonsense"),
        Roll((1,)),
        Draw("attacker"),
        Declaration("nonsense"),
    ):
        with pytest.raises(Refused):
            busy.apply(given)

    assert busy.state == before


def test_the_same_inputs_give_the_same_battle(skirmish):
    """State, decisions and events, however often."""

    def play():
        game = skirmish.but(BUSY).battle({"Ash": {"has": {"speed": 6}}, "Birch": {}}, "Dorn Elm")
        seen = [game.events]
        for choose in (("act", "Ash", "Elm"), ("pass", "", "")):
            does, unit, target = choose
            game = game.choose(does, unit, target=target)
            if game.step == "act":
                game = game.choose("act", inches=2)
            seen.append((game.events, game.decision, game.state))
        return seen

    assert play() == play()


def test_the_two_questions_of_the_engine(skirmish):
    """What is awaited, and what follows from an input; the ruleset itself never changes."""
    program = skirmish.program

    state, events = start(program, {"attacker": {"Ash": Card()}, "defender": {"Dorn": Card()}})
    after, happened = apply(program, state, Choice("act", ("Ash",)))

    assert awaiting(program, state).side == "attacker"
    assert awaiting(program, after).side == "defender"
    assert [type(event).__name__ for event in events] == ["Began", "Began", "Began", "WentFirst"]
    assert [type(event).__name__ for event in happened] == ["Chose", "Began", "Ended"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (Choice("act", ("Nobody",)), "no unit Nobody"),
        (Choice("act", ("attacker",)), "no unit attacker"),
        (Choice("act", ("battle",)), "no unit battle"),
        (Choice("act", ("Ash",), side="nobody"), "no side nobody"),
        (Choice("act", ("Ash",), side="battle"), "no side battle"),
        (Choice("act", ("Ash",), side="Ash"), "no side Ash"),
        (Choice("act", ("Dorn",), side="defender"), "for attacker to decide"),
        (Choice("fly", ("Ash",)), "there is no action fly"),
        (Choice(""), "there is no action"),
        (Choice("round"), "cannot be done now"),
        (Choice("first", first="attacker"), "cannot be done now"),
        (Roll((3,)), "a choice of attacker is awaited"),
        (Draw("attacker"), "a choice of attacker is awaited"),
    ],
)
def test_what_makes_no_sense_is_refused(skirmish, given, why):
    """Unknown units, sides and steps, and the wrong kind of input: an answer, not an accident."""
    with pytest.raises(Refused, match=why):
        skirmish.battle("Ash", "Dorn").apply(given)


def test_every_event_says_which_clauses_decided_it(skirmish):
    """Full ids, of this ruleset."""
    game = skirmish.battle("Ash", "Dorn").choose("act", "Ash")

    assert game.events[0].by == (
        "invented.turns.alternate",
        "invented.turns.first",
        "invented.turns.one",
        "invented.turns.acts",
    )


def test_nobody_can_go_on_where_the_rules_are_silent(skirmish):
    """The refusal says which word is missing."""
    game = skirmish.without("turns.one").battle("Ash", "Dorn")

    with pytest.raises(Refused, match="do not say `together`"):
        game.choose("act", "Ash")
