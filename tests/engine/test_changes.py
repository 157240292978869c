"""Changes: of what, of whom, by how much, from when and until when."""

import pytest

from turnwright.language.event import Gone

SIDES = ("north", "east", "south")


def acting(rules, said, more=""):
    """The system in which acting changes something; each unit has 5 courage to begin with."""
    return rules.but(
        f"""
        steps:
          turns: {{turns.pass-is-final: {{passed: turns}}}}
          act: {{{said}}}
        values: {{courage: {{courage.start: {{starts: 5}}}}}}
        """
    ).but(more or "{}")


def courage(game):
    """The courage of each unit."""
    names = game.state.roster.names[game.state.roster.sides + 1 :]
    return {name: game.value(f"{name}.courage") for name in names}


def changed(game):
    """The units whose courage is no longer 5."""
    return {name for name, now in courage(game).items() if now != 5}


@pytest.mark.parametrize(("said", "now"), [("by: 2", 7), ("by: -2", 3), ("to: 2", 2), ("by: 1", 6)])
def test_a_value_goes_up_goes_down_or_becomes_something(skirmish, said, now):
    """For good, where nothing says until when."""
    rules = acting(skirmish, f"act.braver: {{changes: {{value: courage, {said}}}}}")

    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("act", "Dorn")

    assert (game.round, game.value("Ash.courage")) == (2, now)


@pytest.mark.parametrize(
    ("of", "who"),
    [
        ("active", {"N1"}),
        ("target", {"E1"}),
        ("own", {"N1", "N2"}),
        ("friend", {"N2"}),
        ("enemy", {"E1", "S1"}),
        ("anyone", {"N1", "N2", "E1", "S1"}),
        ("{of: enemy, that: {fact: near}}", {"S1"}),
        ("{of: own, that: {not: {among: active}}}", {"N2"}),
    ],
)
def test_whose_value_changes(skirmish, of, who):
    """Everybody who is meant, seen from the unit that acts, of three sides."""
    rules = acting(
        skirmish,
        f"act.at: {{target: enemy}}, act.braver: {{changes: {{value: courage, by: 1, of: {of}}}}}",
        "facts: {near: {}}" if "near" in of else "",
    ).with_sides(*SIDES)
    south = {"S1": {"facts": ("near",)}} if "near" in of else "S1"

    game = rules.battle("N1 N2", "E1", south).choose("act", "N1", target="E1")

    assert changed(game) == who


@pytest.mark.parametrize(
    ("of", "who"),
    [
        ("active", {"north"}),
        ("side", {"north"}),
        ("target", {"east"}),
        ("other_sides", {"east", "south"}),
        ("sides", {"north", "east", "south"}),
        ("enemy", {"east", "south"}),
    ],
)
def test_whose_side_has_the_fact(skirmish, of, who):
    """A fact of a side is that of the side of those who are meant."""
    rules = acting(
        skirmish,
        f"act.at: {{target: enemy}}, act.glory: {{sets: {{fact: glory, of: {of}}}}}",
        "facts: {glory: {of: side}}",
    )

    game = rules.with_sides(*SIDES).battle("N1", "E1", "S1").choose("act", "N1", target="E1")

    assert {side for side in SIDES if game.facts(side)} == who


def test_a_fact_stops_being_true(skirmish):
    """Of the target, whoever made it so."""
    rules = acting(
        skirmish,
        "act.at: {target: enemy}, act.calms: {ends: {fact: angry, of: target}}",
        "facts: {angry: {}}",
    )

    game = rules.battle("Ash", {"Dorn": {"facts": ("angry",)}})

    assert game.choose("act", "Ash", target="Dorn").facts("Dorn") == ()


def test_a_fact_between_two_becomes_true_and_stops(skirmish):
    """Towards the other unit."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [act, leave]}}
          act:
            act.at: {target: enemy}
            act.grabs: {sets: {fact: held, of: target, towards: active}}
          leave:
            leave.at: {target: enemy}
            leave.lets: {ends: {fact: held, of: active, towards: target}}
        facts: {held: {of: pair}}
        """
    )

    game = rules.battle("Ash", "Dorn Elm").choose("act", "Ash", target="Dorn")

    assert (game.facts("Ash"), game.facts("Dorn"), game.facts("Elm")) == (("held",), ("held",), ())
    assert game.choose("leave", "Dorn", target="Ash").facts("Ash") == ()


# Until when


MOMENTS = [
    ("round", [6, 6, 5, 5]),
    ("{end: round}", [6, 6, 5, 5]),
    ("{start: round}", [6, 6, 5, 5]),
    ("{end: round, which: next}", [6, 6, 6, 6]),
    ("{start: act}", [6, 5, 5, 5]),
    ("{start: act, whose: side}", [6, 6, 5, 5]),
    ("{start: act, whose: unit}", [6, 6, 6, 6]),
    ("{end: act, which: next}", [6, 5, 5, 5]),
]


@pytest.mark.parametrize(("until", "seen"), MOMENTS)
def test_until_when_it_is_different(skirmish, until, seen):
    """Ash acts, then Dorn, then Birch, and then the next round begins with Birch."""
    rules = acting(
        skirmish,
        f"act.braver: {{when: {{fact: keen}}, changes: {{value: courage, by: 1, until: {until}}}}}",
        "facts: {keen: {}}",
    )
    game = rules.battle({"Ash": {"facts": ("keen",)}, "Birch": {}}, "Dorn").choose("act", "Ash")

    values = [game.value("Ash.courage")]
    for unit in ("Dorn", "Birch", "Birch"):
        game = game.choose("act", unit)
        values.append(game.value("Ash.courage"))

    assert (values, game.round) == (seen, 2)


def test_it_may_last_until_the_unit_itself_acts_again(skirmish):
    """The start of its own next act, and not that of a friend."""
    rules = acting(
        skirmish.but(
            "steps: {turns: {turns.acts: {each: [act, look]}, turns.once: null}, look: {}}"
        ),
        "act.braver: {changes: {value: courage, by: 1, until: {start: act, whose: unit}}}",
    )

    game = rules.battle("Ash Birch", "Dorn").choose("act", "Ash").choose("look", "Dorn")
    game = game.choose("act", "Birch").choose("look", "Dorn")

    assert courage(game) == {"Ash": 6, "Birch": 6, "Dorn": 5}
    # It ends, and begins anew: never twice at once.
    assert courage(game.choose("act", "Ash")) == {"Ash": 6, "Birch": 6, "Dorn": 5}


def test_until_when_may_be_in_words_that_are_read_as_a_step(duel):
    """What says how they are read has its part in it."""
    rules = duel.but(
        """
        steps: {strike: {strike.tires: {sets: {fact: tired, until: {end: rest_of_it}}}}}
        effects: {rest_of_it: {terms.rest: {reads_as: activation}}}
        facts: {tired: {}}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("activation", "Ash")
    struck = game.choose("strike")

    assert ("tired" in struck.facts("Ash"), struck.choose("done").facts("Ash")) == (True, ())
    assert "invented.terms.rest" in struck.consulted
    assert "invented.terms.rest" not in game.consulted


# At a later moment


@pytest.mark.parametrize(
    ("at", "seen"),
    [
        ("{end: act}", [6, 6]),
        ("{end: round}", [5, 6]),
        ("{start: round}", [5, 6]),
        ("{start: act, whose: side}", [5, 5]),
        ("round", [5, 6]),
    ],
)
def test_a_change_may_take_effect_later(skirmish, at, seen):
    """Not when it is done, but at the moment that is named."""
    rules = acting(
        skirmish,
        f"act.later: {{when: {{fact: keen}}, changes: {{value: courage, by: 1, at: {at}}}}}",
        "facts: {keen: {}}",
    )

    game = rules.battle({"Ash": {"facts": ("keen",)}}, "Dorn").choose("act", "Ash")

    assert [game.value("Ash.courage"), game.choose("act", "Dorn").value("Ash.courage")] == seen


def test_a_fact_may_come_later_and_last_for_a_round(skirmish):
    """Tired as the next round begins, and fresh when that is over."""
    rules = acting(
        skirmish,
        "act.tires: {when: {fact: keen}, sets: {fact: tired, at: {start: round}, until: round}}",
        "facts: {keen: {}, tired: {}}",
    )

    game = rules.battle({"Ash": {"facts": ("keen",)}}, "Dorn").choose("act", "Ash")

    assert "tired" not in game.facts("Ash")
    game = game.choose("act", "Dorn")
    assert "tired" in game.facts("Ash")
    game = game.choose("pass").choose("pass")
    assert (game.round, game.facts("Ash")) == (3, ("keen",))


def test_a_change_may_wait_until_the_next_round_is_over(skirmish):
    """Not at the end of this one, and then once."""
    rules = acting(
        skirmish,
        """act.later: {when: {fact: keen}, changes: {value: courage, by: 1,
             at: {end: round, which: next}}}""",
        "facts: {keen: {}}",
    ).but("steps: {act: {act.calms: {ends: {fact: keen}}}}")

    game = rules.battle({"Ash": {"facts": ("keen",)}}, "Dorn")
    values = []
    for unit in ("Ash", "Dorn") * 3:
        game = game.choose("act", unit)
        values.append(game.value("Ash.courage"))

    assert values == [5, 5, 5, 6, 6, 6]


STORM = """
    steps:
      turns: {turns.acts: {each: [act, shelter]}}
      round:
        round.cold: {changes: {value: warmth, by: frost, of: sides, at: {end: this}}}
        round.storm: {sets: {fact: lost, of: {of: anyone, that: {fact: outside}}, at: {end: this}}}
      act: {act.outside: {sets: {fact: outside}}}
      shelter: {shelter.inside: {ends: {fact: outside}}, shelter.as: {counts_as: act}}
    facts: {outside: {}, lost: {lost.gone: {leaves: at_once}}}
    values:
      warmth: {of: side, warmth.start: {starts: 5}}
      frost:
        of: side
        frost.each: {starts: {count: {of: own, that: {fact: outside}}, times: -1}}
"""
"""At the end of the round a side is colder for each of its units outside, and these are lost."""


def test_who_is_meant_is_asked_when_it_happens(skirmish):
    """Whoever came in since is safe, and whoever went out since is not."""
    game = skirmish.but(STORM).battle({"Ash": {"facts": ("outside",)}, "Birch": {}}, "Dorn Elm")
    for does, unit in (("shelter", "Ash"), ("act", "Dorn"), ("act", "Birch")):
        game = game.choose(does, unit)
    assert game.may == ("Elm",)
    game = game.choose("shelter", "Elm")

    gone = [event.unit for event in game.events if isinstance(event, Gone)]
    assert sorted(gone) == ["Birch", "Dorn"]
    assert (game.value("attacker.warmth"), game.value("defender.warmth")) == (4, 4)


def test_whoever_acted_then_is_meant_later_too(skirmish):
    """Its own target, and not that of whoever acts when it happens."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.at: {target: enemy}
            act.poison: {sets: {fact: asleep, of: {of: target, that: {not: {fact: up}}}, at: round}}
        facts: {asleep: {}, up: {}}
        """
    )
    game = rules.battle("Ash Birch", {"Dorn": {}, "Elm": {"facts": ("up",)}, "Fern": {}})
    for unit, target in (("Ash", "Dorn"), ("Fern", "Ash"), ("Birch", "Elm"), ("Dorn", "Ash")):
        game = game.choose("act", unit, target=target)
    game = game.choose("act", "Elm", target="Ash")

    assert game.round == 2
    assert [it for it in ("Ash", "Birch", "Dorn", "Elm", "Fern") if "asleep" in game.facts(it)] == [
        "Ash",
        "Dorn",
    ]


def test_what_holds_between_two_may_come_later(skirmish):
    """They are friends when the round is over, and not before."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.at: {target: enemy}
            act.meets: {sets: {fact: met, towards: target, at: {end: round}}}
        facts: {met: {of: pair}}
        """
    )
    game = rules.battle("Ash", "Dorn").choose("act", "Ash", target="Dorn")

    assert game.pairs() == ()
    assert game.choose("act", "Dorn", target="Ash").pairs() == (("met", "Ash", "Dorn"),)


# What an outcome brings


LUCK = """
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, high: 2}}
        luck.fair: {band: {outcome: fair, low: 3, high: 5}}
        luck.good: {band: {outcome: good, low: 6}}
"""


@pytest.mark.parametrize(("die", "now"), [(1, 4), (4, 5), (6, 7)])
def test_a_change_may_hang_on_the_outcome(skirmish, die, now):
    """Bad luck takes one away, good luck gives two; whatever it is, the turn goes on."""
    rules = acting(
        skirmish,
        "act.check: {check: luck, result: {outcome: [bad, fair, good], then: carry_out}}, "
        "act.worse: {changes: {value: courage, by: -1, outcome: [bad]}}, "
        "act.better: {changes: {value: courage, by: 2, outcome: [good]}}",
        LUCK,
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Ash").roll(die)

    assert (game.value("Ash.courage"), game.next) == (now, "defender")


def test_the_total_of_the_check_may_be_the_amount(skirmish):
    """As much as was rolled."""
    rules = acting(
        skirmish,
        "act.check: {check: luck, result: {outcome: [bad, fair, good], then: carry_out}}, "
        "act.more: {changes: {value: courage, by: {total: true}}}",
        LUCK,
    )

    assert rules.battle("Ash", "Dorn").choose("act", "Ash").roll(4).value("Ash.courage") == 9


def test_dice_for_an_amount_come_first(skirmish):
    """They are asked for, and one roll serves all that are meant."""
    rules = acting(skirmish, "act.more: {changes: {value: courage, by: 1d6, of: own}}")

    game = rules.battle("Ash Birch", "Dorn").choose("act", "Ash")

    assert (game.awaits, game.dice, changed(game)) == ("roll", "1d6", set())
    assert courage(game.roll(3)) == {"Ash": 8, "Birch": 8, "Dorn": 5}


@pytest.mark.parametrize(
    ("clauses", "is_afraid"),
    [
        ("act.braver: {changes: {value: courage, by: -5}}, act.fear: {sets: %s}", True),
        ("act.fear: {sets: %s}, act.braver: {changes: {value: courage, by: -5}}", False),
    ],
)
def test_changes_are_made_in_the_order_in_which_their_clauses_are_listed(
    skirmish, clauses, is_afraid
):
    """What comes later sees what came before, whether it is a fact or a number."""
    fear = "{fact: afraid, of: {of: active, that: {level: {value: courage, at_most: 0}}}}"
    rules = acting(skirmish, clauses % fear, "facts: {afraid: {}}")

    game = rules.battle("Ash", "Dorn").choose("act", "Ash")

    assert ("afraid" in game.facts("Ash")) is is_afraid


def test_what_a_step_takes_over_changes_after_what_it_says_itself(skirmish):
    """Its own clauses come first, whichever words they say."""
    rules = acting(
        skirmish,
        "act.fear: {changes: {value: courage, by: {count: {of: own, that: {fact: afraid}}}}}",
        """
        steps:
          turns: {turns.acts: {each: [cower]}}
          cower: {cower.afraid: {sets: {fact: afraid}}}
        facts: {afraid: {}}
        """,
    ).but("steps: {cower: {like: act}}")

    game = rules.battle("Ash", "Dorn").choose("cower", "Ash")

    assert game.value("Ash.courage") == 6


def test_nobody_is_in_a_fact_with_itself(skirmish):
    """A fact towards all of one's own units is towards the others."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [act, part]}, turns.once: null}
          act: {act.bonds: {sets: {fact: bound, towards: own}}}
          part: {part.ends: {ends: {fact: bound, towards: own}}}
        facts: {bound: {of: pair}}
        """
    )
    game = rules.battle("Ash Birch Cedar", "Dorn").choose("act", "Ash")

    assert set(game.state.rest.pairs) == {("bound", 3, 4), ("bound", 3, 5)}
    ended = game.choose("act", "Dorn").choose("part", "Ash")
    assert ended.state.rest.pairs == frozenset()


@pytest.mark.parametrize(
    ("arms", "now", "unsaid"),
    [(3, 8, ""), (1000, 1005, ""), (999_999_999, 5, "what 999999999 changes at once come to")],
)
def test_what_nobody_could_carry_out_stops_the_round(skirmish, arms, now, unsaid):
    """A card says how often a value changes; of millions of changes nobody would see the end."""
    rules = acting(
        skirmish,
        "act.braver: {changes: {value: courage, by: 1, times: arms}}",
        "values: {arms: {}}",
    )

    game = rules.battle({"Ash": {"has": {"arms": arms}}}, "Dorn").choose("act", "Ash")

    assert (game.value("Ash.courage"), game.unsaid) == (now, unsaid)
    assert not unsaid or game.decision.by == ("invented.act.braver",)
