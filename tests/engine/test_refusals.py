"""Reasons: every clause that says no, for those who ask."""

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Reason
from turnwright.engine.game import Game
from turnwright.language.input import Card, Choice, Declaration, Roll

TARGETS = """
    steps:
      strike:
        strike.at: {target: enemy}
        strike.near: {target: {that: {within: {inches: 3, of: active}}}}
        strike.seen: {target: {that: {pair: {fact: sees, to: active}}}}
    facts: {sees: {of: sight}}
"""


def at(*place, **card):
    """A card of a unit that stands somewhere."""
    return {"at": place, **card}


def test_a_unit_without_a_target_is_told_what_is_wrong_with_each_enemy(duel):
    """One enemy is near and hidden, the other is seen and far away."""
    army = {"Ash": at(0, 0, pairs={"sees": ("Elm",)}), "Birch": at(1, 0)}
    enemies = {"Dorn": at(2, 0), "Elm": at(30, 0)}

    game = duel.but(TARGETS).battle(army, enemies).choose("activation", "Ash")

    assert game.refuses("strike", "Ash", target="Dorn") == ("strike.seen",)
    assert game.refuses("strike", "Ash", target="Elm") == ("strike.near",)


def test_the_place_of_somebody_who_is_no_target_anyway_need_not_be_said(duel):
    """Who is not seen may stand anywhere: nobody asks how far that is, nor where records are."""
    rules = duel.but("""
        steps:
          strike:
            strike.seen: {target: {of: enemy, that: {pair: {fact: sees, to: active}}}}
            strike.near: {target: {that: {within: {inches: 3, of: active}}}}
        facts: {sees: {of: sight}}
    """)
    sees = {"Ash": at(0, 0, pairs={"sees": ("Dorn",)})}

    game = rules.battle(sees, {"Dorn": at(2, 0), "Elm": {}}).choose("activation", "Ash")

    assert "strike" in game.can
    assert game.refuses("strike", "Ash", target="Elm") == ("strike.seen",)


def test_where_a_limit_counts_other_things_too_it_is_told_as_what_it_counts(duel):
    """Who has rested may not strike, as both count as one thing, and may not rest anew."""
    rules = duel.but("""
        steps:
          activation: {actions.once: {limit: {per: activation}}}
          strike: {strike.as: {counts_as: rest}}
    """)
    game = rules.battle("Ash", "Dorn").choose("activation", "Ash").choose("rest", "Ash")

    strike, rest = (game.refusal(Choice(does, ("Ash",))) for does in ("strike", "rest"))

    assert strike.by == rest.by == ("invented.actions.once",)
    assert strike.message == "Ash cannot do strike now: it counts as rest"
    assert rest.message == "Ash cannot do rest now"


def test_what_is_true_of_every_enemy_is_no_reason(duel):
    """The only enemy is near enough, so its distance is not what stands in the way."""
    game = duel.but(TARGETS).battle({"Ash": at(0, 0)}, {"Dorn": at(2, 0)})

    assert game.choose("activation", "Ash").refuses("strike", "Ash") == ("strike.seen",)


def test_without_an_enemy_it_is_all_that_stands_between_a_friend_and_being_one(duel):
    """There is a friend, who is no enemy, not near and not seen."""
    game = duel.but(TARGETS).battle("Ash Birch", "").choose("activation", "Ash")

    assert set(game.refuses("strike", "Ash")) == {"strike.at", "strike.near", "strike.seen"}


def test_another_unit_is_not_activated_in_the_middle_of_an_activation(duel):
    """The chance that it takes is in use: sides take turns, one unit each."""
    game = duel.battle("Ash Birch", "Dorn").choose("activation", "Ash")

    refused = game.refusal(Choice("activation", ("Birch",)))

    assert refused.reason is Reason.NOT_NOW
    assert set(game.short(refused.by)) == {"turns.alternate", "turns.one"}


def test_nobody_says_who_goes_first_where_that_is_settled(skirmish):
    """It is not time for that."""
    refused = skirmish.battle("Ash", "Dorn").refusal(Choice("first", first="defender"))

    assert refused.reason is Reason.NOT_NOW


def test_the_order_of_the_steps_is_a_reason_against_what_comes_later(system):
    """First marching, then shooting."""
    rules = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round: {rounds.parts: {sequence: [marching, shooting]}}
          marching:
            marching.own: {cadence: one_side, first: listed_first, among: own, together: one}
            marching.over: {each: [march], limit: {per: marching}, until: none_left}
          march: {}
          shooting:
            shooting.own: {cadence: one_side, first: listed_first, among: own, together: one}
            shooting.over: {each: [shoot], limit: {per: shooting}, until: none_left}
          shoot: {}
        """
    )

    assert rules.battle("Ash", "Dorn").refuses("shoot", "Ash") == ("rounds.parts",)


def test_that_an_ability_was_used_is_a_reason(duel):
    """What is done once, is done once, abilities included."""
    prayers = duel.but(
        """
        steps:
          activation:
            actions.cards: {each_ability: unit}
            actions.once: {limit: {per: activation}}
        effects: {own: {own.work: {work_of: unit, bearer: active}}}
        abilities: {pray: {text: It prays., used: {during: activation}}}
        """
    )

    game = prayers.battle({"Ash": {"abilities": ("pray",)}}, "Dorn").choose("activation", "Ash")

    assert "actions.once" in game.choose("pray", "Ash").refuses("pray", "Ash")


def test_a_number_that_nobody_knows_is_no_reason_to_keep_the_others_back(skirmish):
    """Nobody knows the nerve of Dorn; that it is not one's own unit is known all the same."""
    rules = skirmish.but(
        "{steps: {act: {act.nerve: {costs: {value: nerve}}}}, values: {nerve: {}}}"
    )

    game = rules.battle({"Ash": {"has": {"nerve": 3}}}, "Dorn")

    assert game.refuses("act", "Dorn", side="attacker") == ("turns.own",)


def test_whoever_is_worse_off_in_two_ways_is_told_both(skirmish):
    """A tired unit of the other side: neither clause alone stands in the way."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {bars: {fact: tired}}}}
        facts: {tired: {}}
        """
    )

    game = rules.battle("Ash", {"Dorn": {"facts": ("tired",)}, "Elm": {}})

    assert set(game.refuses("act", "Dorn", side="attacker")) == {"turns.own", "act.fit"}
    assert game.refuses("act", units=["Ash", "Elm"]) == ("turns.own", "turns.one")


def test_what_is_done_by_a_side_is_done_by_no_unit(skirmish):
    """Whoever names a unit is told so; no clause stands in the way."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.acts: {each: [act, wave]}}, wave: {wave.side: {among: side}}}
        """
    )

    refused = rules.battle("Ash", "Dorn").refusal(Choice("wave", ("Ash",)))

    assert (refused.reason, refused.by) == (Reason.UNCLEAR, ())


@pytest.mark.parametrize("side", [0, 1])
def test_what_bars_a_side_from_what_it_does_itself_is_told(skirmish, side):
    """Whichever side it is."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [act, wave]}}
          wave: {wave.side: {among: side}, wave.proud: {bars: {fact: proud}}}
        facts: {proud: {of: side}}
        """
    )
    name = rules.sides[side]

    game = rules.battle("Ash", "Dorn", facts={name: ("proud",)})
    game = game.choose("act", "Ash") if side else game

    assert game.next == name
    assert game.refuses("wave") == ("wave.proud",)


@pytest.mark.parametrize("units", [(), ("Ash",)])
def test_what_rules_everybody_out_is_told_where_nobody_is_named(duel, units):
    """As it is where one is."""
    rules = duel.but("steps: {strike: {strike.fit: {bars: {fact: tired}}}}").but(
        "facts: {tired: {}}"
    )

    game = rules.battle({"Ash": {"facts": ("tired",)}}, "Dorn").choose("activation", "Ash")
    refused = game.refusal(Choice("strike", units))

    assert (refused.reason, refused.by) == (Reason.RULED_OUT, ("invented.strike.fit",))


def test_a_number_of_a_side_that_nobody_knows_is_told_as_its_own(skirmish):
    """The number and the side are named, and no unit of it."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.once: {limit: {per: round, times: orders}}}}
        values: {orders: {of: side}}
        """
    )

    assert rules.battle("Ash", "Dorn").unsaid == "orders of attacker"


def test_a_rank_is_no_matter_for_a_side(skirmish):
    """Where units are ranked, a side may do what is its own at any of its chances."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.acts: {each: [act, wave]}
            turns.fast: {rank: {value: speed, direction: descending}}
          wave: {wave.side: {among: side}}
        values: {speed: {}}
        """
    )

    game = rules.battle({"Ash": {"has": {"speed": 4}}}, {"Dorn": {"has": {"speed": 3}}})

    assert (game.next, game.can) == ("attacker", ("act", "wave", "pass"))
    waved = game.choose("wave")
    assert (waved.next, waved.can) == ("defender", ("wave", "pass"))


def test_a_program_on_the_base_of_another_leaves_that_one_as_it_is(skirmish):
    """What one clause less allows, the whole ruleset still forbids."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {bars: {fact: tired}}}}
        facts: {tired: {}}
        """
    )
    whole = rules.program

    compile_ruleset(rules.without("act.fit").rules, whole)

    armies = {"attacker": {"Ash": Card(facts=("tired",)), "Birch": Card()}, "defender": {}}
    assert Game.begin(whole, armies).may == ("Birch",)


def test_where_nobody_is_named_it_is_ones_own_units_in_the_battle_that_are_asked(skirmish):
    """Neither an enemy nor one that is gone could do it instead."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {bars: {fact: tired}}}, turns: {turns.acts: {each: [act, wait]}}}
        facts: {tired: {}, fallen: {fallen.leaves: {leaves: at_once}}}
        """
    ).but("steps: {wait: {}}")
    tired = {"facts": ("tired",)}
    game = rules.battle({"Ash": tired, "Birch": {}}, "Dorn").declare("fallen", "Birch")

    refused = game.refusal(Choice("act"))

    assert (refused.reason, game.short(refused.by)) == (Reason.RULED_OUT, ("act.fit",))


def test_a_number_that_nobody_knows_refuses_what_needs_it(skirmish):
    """Nothing is done, and the value is named with whose it is."""
    rules = skirmish.but(
        """
        steps: {act: {act.hurts: {changes: {value: wounds, by: 1, of: enemy}}}}
        values: {wounds: {}}
        """
    ).but("steps: {turns: {turns.pays: {costs: {value: wounds, amount: {value: luck, of: own}}}}}")
    rules = rules.but("values: {luck: {}}")
    able = {"has": {"wounds": 3, "luck": 1}}
    game = rules.battle({"Ash": able}, {"Dorn": able})

    refused = game.refusal(Choice("act", ("Ash",), causes=(Declaration("luck", "Ash", value=-1),)))

    assert refused is None
    unknown = rules.battle({"Ash": able}, {"Dorn": {"has": {"luck": 1}}})
    assert unknown.choose("act", "Ash").unsaid == "wounds of Dorn"


def test_why_a_thing_is_not_offered_is_the_exception_to_its_being_offered(skirmish):
    """With a guard or without one; where its guard does not hold, it is what would offer it."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.acts: {each: [act]}
            turns.digs: {when: {fact: dry}, each: [dig]}
            turns.wet: {when: {fact: frozen}, waives: [turns.digs]}
          dig: {}
        facts: {dry: {of: battle}, frozen: {of: battle}}
        """
    )

    def refused(*facts):
        game = rules.battle("Ash", "Dorn", facts={"battle": facts})
        return game.refuses("dig", "Ash")

    assert refused() == ("turns.digs",)
    assert refused("frozen") == ("turns.digs",)
    assert refused("dry", "frozen") == ("turns.wet",)
    assert rules.battle("Ash", "Dorn", facts={"battle": ("dry",)}).choose("dig", "Ash")


@pytest.mark.parametrize("sides", ["quick some slow", "some quick slow", "some slow quick"])
@pytest.mark.parametrize("out", ["pass", "done"])
def test_units_of_a_side_that_is_out_are_before_nobody(skirmish, out, sides):
    """A slow unit that is tired is kept back by that alone, once the quick ones are out of it."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.rank: {rank: {value: speed, direction: descending}}
            turns.done: {finish: allowed}
            turns.fit: {bars: {fact: tired}}
        facts: {tired: {}}
        values: {speed: {}}
        """
    ).with_sides(*sides.split())

    def speed(number, *facts):
        return {"has": {"speed": number}, "facts": facts}

    quick, some, slow = (
        {"Q1": speed(9)},
        {"E1": speed(5, "tired"), "E2": speed(5)},
        {"S1": speed(1)},
    )
    armies = {"quick": quick, "some": some, "slow": slow}
    game = rules.battle(*(armies[side] for side in sides.split()))
    assert (game.may, "turns.rank" in game.why("E1")) == (("Q1",), True)

    after = game.choose(out)

    assert (after.may, after.why("E1")) == (("E2",), ("turns.fit",))


@pytest.mark.parametrize("out", ["pass", "done"])
def test_nobody_comes_after_units_of_a_side_that_is_out(skirmish, out):
    """Dorn is the fastest and not in play any more: it is Ash's skill that bars Birch."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.fast: {rank: {value: speed, direction: descending}}
            turns.skilled: {rank: {value: skill, direction: descending}}
            turns.done: {finish: allowed}
        values: {speed: {}, skill: {}}
        """
    )
    game = rules.battle(
        {"Ash": {"has": {"speed": 3, "skill": 5}}, "Birch": {"has": {"speed": 3, "skill": 4}}},
        {"Dorn": {"has": {"speed": 5, "skill": 1}}},
    )
    assert (game.may, "turns.fast" in game.why("Birch")) == (("Dorn",), True)

    game = game.choose(out)

    assert (game.may, game.why("Birch")) == (("Ash",), ("turns.skilled",))


WORDS = """
    steps:
      turns: {turns.acts: {each: [act, gamble]}, turns.songs: {each_ability: unit}}
      gamble: {gamble.as: {counts_as: act, check: luck}}
    checks: {luck: {luck.dice: {roll: 2d6}, luck.any: {band: {outcome: any}}}}
    effects: {terms: {terms.work: {work_of: unit, bearer: friendly}}}
    abilities:
      song: {text: A song., used: {during: turns}}
      curse: {text: A curse., used: {during: turns}, target: enemy}
"""


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (Choice("act"), "say which unit does act"),
        (Choice("act", ("Ash", "Ash")), "Ash is named twice"),
        (Choice("act", ("Dorn", "Dorn")), "Dorn is named twice"),
        (Choice("gamble", ("Dorn", "Dorn", "Dorn")), "Dorn is named twice"),
        (Choice("act", ("Ash", "Birch")), "may not act together"),
        (Choice("act", ("Ash",), target="Dorn"), "act is not done on anybody"),
        (Choice("song"), "song is used by one unit"),
        (Choice("song", ("Ash",), target="Dorn"), "song is not used on anybody"),
        (Choice("curse", ("Ash",)), "say on whom curse is used"),
        (Choice("curse", ("Ash",), target="Birch"), "Birch cannot be the target of curse"),
        (Declaration("slain", "Ash", models=3), "Ash has 2 models and cannot lose 3"),
        (Declaration("slain", "Ash", models=0), "Ash has 2 models and cannot lose 0"),
    ],
)
def test_what_is_unclear_or_cannot_be_is_not_done(skirmish, given, why):
    """And it is said what is missing, or what is too much."""
    rules = skirmish.but(WORDS).but("facts: {slain: {of: models}}")
    singer = {"abilities": ("song", "curse")}
    game = rules.battle({"Ash": {**singer, "models": 2}, "Birch": singer}, "Dorn")

    assert why in str(game.refusal(given))


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ((3,), "too few dice"),
        ((3, 4, 5), "too many dice"),
        ((3, 7), "no face 7"),
        ((0, 3), "no face 0"),
        ((True, 3), "no face True"),
    ],
)
def test_dice_that_cannot_come_up_are_not_taken(skirmish, dice, why):
    """Two dice from 1 to 6."""
    game = skirmish.but(WORDS).battle("Ash", "Dorn").choose("gamble", "Ash")

    assert why in str(game.refusal(Roll(dice)))
    assert game.refusal(Roll((1, 6))) is None


def test_nobody_acts_before_it_is_said_who_is_first(skirmish):
    """Nor is a side first that is not named."""
    rules = skirmish.but("steps: {turns: {turns.first: {first: null, decides: listed_second}}}")
    game = rules.battle("Ash", "Dorn")

    for given in (Choice("act", ("Dorn",)), Choice("first")):
        assert "who goes first is to be said" in str(game.refusal(given))
