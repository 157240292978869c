"""Facts: what follows when they become true."""

import pytest

GARDEN = """
    steps:
      battle: {days.follow: {repeats: day}}
      day: {days.parts: {sequence: [work]}}
      work:
        work.one: {cadence: one_side, first: listed_first, among: own, together: one}
        work.kinds: {each: [water, rest], until: one_chance}
      water: {water.wets: {sets: {fact: wet, until: {end: day, which: next}}}}
      rest: {}
    facts:
      wet: {wet.fresh: {ends: wilting}}
      wilting: {wilting.dry: {ends: wet}}
      evergreen: {}
"""
"""A bed that is watered no longer wilts, and one that wilts is no longer wet."""


def test_one_fact_ends_another(system):
    """Whether a clause makes it true, or the table says so."""
    game = system(GARDEN).battle({"Roses": {"facts": ("wilting",)}, "Leeks": {}}, "Slugs")

    watered = game.choose("water", "Roses")

    assert watered.facts("Roses") == ("wet",)
    assert watered.declare("wilting", "Roses").facts("Roses") == ("wilting",)
    assert watered.declare("wilting", "Leeks").facts("Roses") == ("wet",)


def test_what_was_ended_does_not_end_again_later(system):
    """Wilting took the water; a day later nothing is left to end, and new water lasts."""
    game = system(GARDEN).battle("Roses", "Slugs").choose("water", "Roses")

    again = game.declare("wilting", "Roses").declare("wet", "Roses").choose("rest", "Roses")

    assert again.choose("rest", "Roses").facts("Roses") == ("wet",)


def test_it_may_end_another_only_for_some(system):
    """What is evergreen wilts although it is wet."""
    rules = system(GARDEN).but("facts: {wilting: {wilting.dry: {when: {not: {fact: evergreen}}}}}")
    game = rules.battle({"Box": {"facts": ("evergreen",)}, "Roses": {}}, "Slugs")

    box = game.choose("water", "Box").declare("wilting", "Box")
    roses = game.choose("water", "Roses").declare("wilting", "Roses")

    assert (box.facts("Box"), roses.facts("Roses")) == (
        ("wet", "wilting", "evergreen"),
        ("wilting",),
    )


def test_whoever_is_gone_by_its_card_is_gone_only_where_the_clause_holds(skirmish):
    """Ghosts that have fallen stay."""
    rules = skirmish.but(
        """
        facts:
          ghost: {}
          fallen: {fallen.leaves: {when: {not: {fact: ghost}}, leaves: at_once}}
        """
    )
    army = {"Ash": {"facts": ("fallen", "ghost")}, "Birch": {"facts": ("fallen",)}, "Cedar": {}}

    assert rules.battle(army, "Dorn").may == ("Ash", "Cedar")


def test_the_battle_carries_nothing(skirmish):
    """What is asked of the battle is asked of no unit's items."""
    rules = skirmish.but("steps: {round: {rounds.dawn: {until: {carries: torch}}}}")

    game = rules.battle({"Ash": {"carries": {"brand": ("torch",)}}}, "Dorn")

    assert (game.round, game.next) == (1, "attacker")


def models_left(game):
    """How many models were left after each that was lost."""
    return [event.left for event in game.events if type(event).__name__ == "LostModels"]


LOSSES = """
    facts:
      ghost: {}
      slain: {of: models, slain.last: {leaves: last_model}}
    values:
      wounds: {wounds.slain: {runs_out: slain}, wounds.more: {excess: carries_over}}
    steps:
      act: {act.at: {target: enemy}, act.hits: {changes: {value: wounds, of: target, by: -3}}}
"""


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("facts: {slain: {slain.last: {when: {not: {fact: ghost}}}}}", [2, 1, 0]),
        ("values: {wounds: {wounds.slain: {when: {not: {fact: ghost}}}}}", []),
        (
            "values: {wounds: {wounds.more: {when: {not: {fact: ghost}}}, "
            "wounds.less: {excess: lost}}}",
            [2],
        ),
    ],
)
def test_what_a_blow_comes_to_may_hang_on_whom_it_hits(skirmish, said, left):
    """Three wounds fell three models; of ghosts none or one, or all three and they still stay."""
    hurt = {"models": 3, "has": {"wounds": 1}}
    rules = skirmish.but(LOSSES).but(said)
    game = rules.battle("Ash", {"Dorn": {**hurt, "facts": ("ghost",)}, "Elm": hurt})

    ghosts = game.choose("act", "Ash", target="Dorn")
    others = game.choose("act", "Ash", target="Elm")

    assert (models_left(ghosts), models_left(others)) == (left, [2, 1, 0])
    assert (ghosts.may, others.may) == (("Dorn", "Elm"), ("Dorn",))


def test_a_blow_goes_through_a_whole_horde(skirmish):
    """Each of 900 models takes one wound of it, and what is left then is lost."""
    rules = skirmish.but(LOSSES).but(
        "steps: {act: {act.hits: {changes: {value: wounds, of: target, by: -5000}}}}"
    )
    horde = {"models": 900, "has": {"wounds": 1}}

    game = rules.battle("Ash", {"Dorn": horde}).choose("act", "Ash", target="Dorn")

    assert models_left(game) == [*range(899, -1, -1)]


def test_a_number_that_becomes_less_than_nothing_carries_over_what_is_missing(skirmish):
    """Set to -1, of a first model and then no more: the next one loses one wound of its three."""
    rules = skirmish.but(LOSSES).but(
        "steps: {act: {act.hits: {changes: {value: wounds, of: target, by: null, to: -1}}}}"
    )
    hurt = {"models": 3, "has": {"wounds": 3}}

    game = rules.battle("Ash", {"Dorn": hurt}).choose("act", "Ash", target="Dorn")

    assert (models_left(game), game.value("Dorn.wounds")) == ([2], 2)


def test_what_holds_between_enemies_is_listed_once(skirmish):
    """By the word or by the tape, whoever of the two comes first; not between friends."""
    rules = skirmish.but("facts: {bound: {of: pair}, close: {of: pair, close.near: {within: 2}}}")
    game = rules.battle({"Ash": {"at": (0, 0)}, "Birch": {"at": (9, 0)}}, {"Dorn": {"at": (2, 0)}})

    game = game.declare("bound", "Dorn", to_unit="Birch").declare("bound", "Ash", to_unit="Birch")

    assert game.pairs() == (("bound", "Birch", "Dorn"), ("close", "Ash", "Dorn"))
