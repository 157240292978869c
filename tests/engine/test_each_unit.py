"""Every unit has a step once: in which order, where several sides have units of one rank."""

import pytest

HARVEST = """
    steps:
      battle: {years.follow: {repeats: year}}
      year: {year.parts: {sequence: [harvest]}}
      harvest:
        harvest.each: {cadence: each_unit, each: [reap], among: anyone, until: all_dealt}
        harvest.ripe: {rank: {value: ripeness, direction: descending}}
      reap: {reap.wind: {check: wind, result: {outcome: [done], then: carry_out}}}
    checks:
      wind: {wind.die: {roll: 1d6}, wind.done: {band: {outcome: done, low: 1}}}
    values: {ripeness: {}}
"""
"""Every field is reaped once a year, the ripest first; each takes a roll."""


def field(ripeness):
    """A field that is so ripe."""
    return {"has": {"ripeness": ripeness}}


def test_the_rank_alone_may_settle_the_order(system):
    """No side is first where no two fields are equally ripe."""
    game = system(HARVEST).battle({"Rye": field(1), "Oats": field(3)}, {"Barley": field(2)})

    assert game.active == ("Oats",)
    assert game.roll(1).active == ("Barley",)
    assert game.roll(1).roll(1).active == ("Rye",)


@pytest.mark.parametrize("among", ["anyone", "own"])
def test_every_unit_of_every_side_has_its_turn(system, among):
    """Once a year each, whether a side reaps its own fields or any."""
    rules = system(HARVEST.replace("among: anyone", f"among: {among}"))
    game = rules.battle({"Rye": field(1), "Oats": field(3)}, {"Barley": field(2)})

    reaped = []
    while game.round == 1:
        reaped += game.active
        game = game.roll(1)

    assert reaped == ["Oats", "Barley", "Rye"]


def test_whose_field_comes_first_is_not_guessed(system):
    """Two sides have fields of one ripeness, and no clause says which side is first."""
    game = system(HARVEST).battle({"Rye": field(2)}, {"Barley": field(2), "Oats": field(3)})

    assert game.active == ("Oats",)
    assert game.roll(1).unsaid == "first"


@pytest.mark.parametrize(
    ("said", "first"), [("listed_first", ("Rye",)), ("listed_second", ("Barley",))]
)
def test_a_clause_says_which_side_comes_first(system, said, first):
    """All else being equal."""
    rules = system(HARVEST).but(f"steps: {{harvest: {{harvest.first: {{first: {said}}}}}}}")

    assert rules.battle({"Rye": field(2)}, {"Barley": field(2)}).active == first


def test_a_field_that_is_not_reaped_needs_no_ripeness(system):
    """Nobody knows how ripe a fallow field is, and nobody has to."""
    rules = system(
        HARVEST.replace("reap: {", "reap: {reap.fallow: {bars: {fact: fallow}}, ")
        + "    facts: {fallow: {}}\n"
    )
    game = rules.battle({"Rye": {"facts": ["fallow"]}}, {"Barley": field(2)})

    assert game.roll(1).round == 2

    game = rules.battle({"Rye": {"facts": ["fallow"]}}, {"Barley": {"facts": ["fallow"]}})
    assert game.unsaid != "ripeness of Rye"


@pytest.mark.parametrize(
    ("among", "startled"), [("enemy", "Barley Millet"), ("own", "Rye Oats"), ("friend", "Rye Oats")]
)
def test_whom_one_unit_startles_is_seen_from_its_own_side(skirmish, among, startled):
    """A horn startles each enemy, or each of one's own, and nobody of the other side."""
    rules = skirmish.but(
        f"""
        steps:
          act: {{act.parts: {{sequence: [blow, horn]}}}}
          blow: {{}}
          horn:
            horn.each: {{cadence: each_unit, among: {among}, each: [start], until: all_dealt}}
            horn.first: {{first: listed_first}}
          start: {{start.up: {{sets: {{fact: startled}}}}}}
        facts: {{startled: {{}}}}
        """
    )
    game = rules.battle("Rye Oats", "Barley Millet").choose("act", "Rye")

    assert [it for it in ("Rye", "Oats", "Barley", "Millet") if "startled" in game.facts(it)] == (
        startled.split()
    )
