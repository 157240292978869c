"""Who may be picked for what: every clause narrows, and each can say whom it rules out."""

import pytest

from turnwright.engine.decision import Reason, Refused
from turnwright.language.input import Choice


def units(**cards):
    """Units with what their cards say."""
    return {name: dict(card) for name, card in cards.items()}


# Whose units


@pytest.mark.parametrize(
    ("among", "may"),
    [("own", ("Ash", "Birch")), ("enemy", ("Dorn",)), ("anyone", ("Ash", "Birch", "Dorn"))],
)
def test_whose_units_may_be_picked(skirmish, among, may):
    """One's own, those of others, or anybody's."""
    rules = skirmish.but(f"steps: {{turns: {{turns.own: {{among: {among}}}}}}}")

    assert rules.battle("Ash Birch", "Dorn").may == may


def test_only_the_active_unit_may_be_picked(duel):
    """Within an activation, the others wait."""
    game = duel.battle("Ash Birch", "Dorn").choose("activation", "Ash")

    assert game.may == ("Ash",)
    assert game.why("Birch") == ("actions.active",)


def test_nobody_may_be_picked_unless_somebody_is_named(skirmish):
    """Without a word on whose units, there are none, and so nothing is left."""
    assert skirmish.without("turns.own", "turns.over").battle("Ash", "Dorn").unsaid == "until"


# Needs and bars

WOUNDS = """
    steps: {act: {act.fit: {bars: {fact: wounded}}, act.ready: {needs: {fact: ready}}}}
    facts: {wounded: {}, ready: {}}
"""


def test_needs_and_bars_narrow(skirmish):
    """Of whom it must be true, and of whom it must not."""
    army = units(
        Ash={"facts": ("ready",)}, Birch={"facts": ("ready", "wounded")}, Cedar={}, Drift={}
    )

    game = skirmish.but(WOUNDS).battle(army, "")

    assert game.may == ("Ash",)


def test_every_clause_that_rules_a_unit_out_is_told(skirmish):
    """Not only the first one that comes to mind."""
    army = units(Ash={"facts": ("ready",)}, Birch={"facts": ("wounded",)})

    game = skirmish.but(WOUNDS).battle(army, "Dorn")

    assert set(game.why("Birch")) == {"act.fit", "act.ready"}
    assert set(game.why("Dorn")) == {"turns.own", "act.ready"}


def test_a_refusal_names_them_all(skirmish):
    """The same clauses, when somebody tries."""
    army = units(Ash={"facts": ("ready",)}, Birch={"facts": ("wounded",)})

    game = skirmish.but(WOUNDS).battle(army, "Dorn")

    assert set(game.refuses("act", "Birch")) == {"act.fit", "act.ready"}
    assert game.refuses("act", "Ash") == ()


def test_with_several_things_to_do_one_bar_is_not_enough(duel):
    """Who cannot strike may still rest; only what is barred everywhere rules the unit out."""
    rules = duel.but(
        """
        steps:
          turns: {turns.acts: {each: [strike, rest]}}
          activation: null
          strike: {strike.fit: {bars: {fact: wounded}}}
          rest: {rest.fit: {bars: {fact: tired}}}
        facts: {wounded: {}, tired: {}}
        """
    )
    army = units(Ash={}, Birch={"facts": ("wounded",)}, Cedar={"facts": ("wounded", "tired")})

    game = rules.battle(army, "Dorn")

    assert game.may == ("Ash", "Birch")
    assert set(game.why("Cedar")) == {"strike.fit", "rest.fit"}
    assert game.refuses("strike", "Birch") == ("strike.fit",)


# Guards and exceptions


def test_a_bar_with_a_guard_binds_only_then(skirmish):
    """The wounded do not act, but only at night."""
    rules = skirmish.but(
        """
        steps: {act: {act.fit: {when: {fact: slow}, bars: {fact: wounded}}}}
        facts: {wounded: {}, slow: {}}
        """
    )

    game = rules.battle(
        units(Ash={"facts": ("wounded",)}, Birch={"facts": ("wounded", "slow")}), ""
    )

    assert game.may == ("Ash",)
    assert "invented.act.fit" in game.consulted


def test_what_rules_somebody_out_of_every_choice_has_its_part(skirmish):
    """A clause of the step that deals the chances, as one of what they are spent on."""
    rules = skirmish.but("steps: {turns: {turns.fit: {bars: {fact: hurt}}}}").but(
        "facts: {hurt: {}}"
    )

    game = rules.battle(units(Ash={"facts": ("hurt",)}, Birch={}), "Dorn")

    assert "invented.turns.fit" in game.consulted
    assert "invented.turns.fit" not in rules.battle("Ash Birch", "Dorn").consulted


def test_what_is_not_offered_now_hides_nothing_that_comes_after_it(duel):
    """The first thing of the list is for the night; the second is always open."""
    rules = duel.but(
        """
        steps: {activation: {actions.known: {when: {fact: night}, each: [strike]},
          actions.more: {each: [rest]}}}
        facts: {night: {of: battle}}
        """
    )

    assert rules.battle("Ash", "Dorn").choose("activation", "Ash").can == ("rest", "done")


def test_an_exception_waives_a_clause(skirmish):
    """While it holds, the named clause does not bind; the others do."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.fit: {bars: {fact: wounded}}
            act.near: {bars: {fact: far}}
            act.brave: {when: {fact: brave}, waives: [act.fit]}
        facts: {wounded: {}, brave: {}, far: {}}
        """
    )
    army = units(
        Ash={"facts": ("wounded",)},
        Birch={"facts": ("wounded", "brave")},
        Cedar={"facts": ("wounded", "brave", "far")},
    )

    game = rules.battle(army, "")

    assert game.may == ("Birch",)
    assert (game.why("Ash"), game.why("Cedar")) == (("act.fit",), ("act.near",))


def test_a_waiver_without_a_guard_always_holds(skirmish):
    """It is as if the clause were not there."""
    rules = skirmish.but("steps: {act: {act.again: {waives: [turns.once]}}}")

    game = rules.battle("Ash", "").choose("act", "Ash")

    assert (game.round, game.may) == (1, ("Ash",))


def test_what_is_dealt_may_depend(duel):
    """A guard on what a chance may be spent on."""
    rules = duel.but(
        """
        steps: {activation: {actions.fury: {when: {fact: angry}, each: [rage]}}, rage: {}}
        facts: {angry: {}}
        """
    )

    calm = rules.battle("Ash", "").choose("activation", "Ash")
    angry = rules.battle({"Ash": {"facts": ("angry",)}}, "").choose("activation", "Ash")

    assert (calm.can, angry.can) == (("strike", "rest", "done"), ("strike", "rest", "rage", "done"))
    assert calm.refusal(Choice("rage", ("Ash",))).reason is Reason.NOTHING


# Rank


@pytest.mark.parametrize(
    ("direction", "sequence"), [("descending", "Elm Ash Birch"), ("ascending", "Birch Ash Elm")]
)
def test_units_may_be_ranked_by_a_value(skirmish, direction, sequence):
    """Whatever the side, the best comes first; a side without a best one waits for its chance."""
    rules = skirmish.but(
        f"""
        steps: {{turns: {{turns.rank: {{rank: {{value: speed, direction: {direction}}}}}}}}}
        values: {{speed: {{}}}}
        """
    )

    game = rules.battle(
        units(Ash={"has": {"speed": 4}}, Birch={"has": {"speed": 2}}),
        units(Elm={"has": {"speed": 6}}),
    )
    seen = []
    while game.round == 1:
        assert len(game.may) == 1
        seen.append(game.may[0])
        game = game.choose("act", game.may[0])

    assert " ".join(seen) == sequence


@pytest.mark.parametrize(("direction", "first"), [("descending", "Elm"), ("ascending", "Ash")])
def test_units_may_be_ranked_by_a_fact(skirmish, direction, first):
    """Those that have it before those that have not, or after them."""
    rules = skirmish.but(
        f"""
        steps: {{turns: {{turns.rank: {{rank: {{fact: keen, direction: {direction}}}}}}}}}
        facts: {{keen: {{}}}}
        """
    )

    game = rules.battle("Ash", units(Elm={"facts": ("keen",)}))

    assert game.may == (first,)


def test_a_rank_is_a_reason(skirmish):
    """Why this unit cannot yet: others come before it."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.rank: {rank: {fact: keen, direction: descending}}}}
        facts: {keen: {}}
        """
    )

    game = rules.battle(units(Ash={}, Birch={"facts": ("keen",)}), "Dorn")

    assert game.why("Ash") == ("turns.rank",)
    assert game.refuses("act", "Ash") == ("turns.rank",)


@pytest.mark.parametrize("uneven", ["{uneven: stops}", "null"])
def test_a_side_that_a_rank_holds_back_is_not_out_of_units(skirmish, uneven):
    """So what is said about unequal numbers has nothing to do with it."""
    rules = skirmish.but(
        f"""
        steps:
          turns:
            turns.uneven: {uneven}
            turns.rank: {{rank: {{fact: keen, direction: descending}}}}
        facts: {{keen: {{}}}}
        """
    )

    game = rules.battle("Ash", units(Dorn={"facts": ("keen",)}, Elm={"facts": ("keen",)}))

    assert (game.next, game.may) == ("defender", ("Dorn", "Elm"))
    assert game.choose("act", "Dorn").may == ("Elm",)


@pytest.mark.parametrize(("uneven", "after"), [("stops", 2), ("runs_on", 1)])
def test_beside_a_rank_a_side_may_be_out_of_units_as_well(skirmish, uneven, after):
    """Then it is unequal numbers that decide whether the other goes on."""
    rules = skirmish.but(
        f"""
        steps:
          turns:
            turns.uneven: {{uneven: {uneven}}}
            turns.rank: {{rank: {{fact: keen, direction: descending}}}}
        facts: {{keen: {{}}}}
        """
    )
    game = rules.battle("Ash", "Dorn Elm Fern")

    game = game.choose("act", "Ash").choose("act", "Dorn")

    assert game.round == after
    assert "invented.turns.uneven" in game.consulted


def test_units_of_a_side_that_has_passed_are_not_ranked(skirmish):
    """Nobody waits for those who will not come."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.rank: {rank: {fact: keen, direction: descending}}}}
        facts: {keen: {}}
        """
    )

    game = rules.battle(units(Ash={"facts": ("keen",)}), "Dorn").choose("pass")

    assert (game.next, game.may) == ("defender", ("Dorn",))


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_a_rank_may_depend_on_whose_chance_it_is(skirmish, side):
    """Only those who are drilled send the keen before the others."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.first: {first: listed_first},
          turns.rank: {when: {fact: drilled}, rank: {fact: keen, direction: descending}}}}
        facts: {keen: {}, drilled: {of: side}}
        """
    )
    armies = (units(Ash={}, Birch={"facts": ("keen",)}), units(Dorn={}, Elm={"facts": ("keen",)}))

    game = rules.battle(*armies, facts={side: ("drilled",)})

    assert game.may == (("Birch",) if side == "attacker" else ("Ash", "Birch"))


def test_units_of_a_side_that_has_passed_are_no_reason_to_wait(skirmish):
    """Dorn has acted, and that alone keeps it back."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.rank: {rank: {fact: keen, direction: descending}}}}
        facts: {keen: {}}
        """
    )

    game = rules.battle(units(Ash={"facts": ("keen",)}), "Dorn Elm").choose("pass")

    assert game.choose("act", "Dorn").why("Dorn") == ("turns.once",)


# Targets

SHOT = """
    steps: {strike: {strike.foe: {target: enemy}}}
    facts: {hidden: {}, seen: {of: sight}, away: {away.away: {away: off_table}}}
"""


@pytest.mark.parametrize(
    ("target", "expected"),
    [("enemy", {"Dorn", "Elm"}), ("own", {"Birch"}), ("anyone", {"Birch", "Dorn", "Elm"})],
)
def test_whose_units_may_be_the_target(duel, target, expected):
    """Never the unit itself."""
    rules = duel.but(f"steps: {{strike: {{strike.foe: {{target: {target}}}}}}}")

    game = rules.battle("Ash Birch", "Dorn Elm").choose("activation", "Ash")

    assert set(game.targets("strike")) == expected


def test_the_target_may_be_the_unit_that_acts_around_it(duel):
    """An answer strikes at whoever is active, and at nobody else."""
    rules = duel.but(
        """
        steps:
          activation: {actions.known: {each: [strike, provoke]}}
          rest: null
          provoke: {provoke.then: {sequence: [answers]}}
          answers:
            answers.other: {cadence: one_side, first: other, among: own, together: one}
            answers.how: {each: [answer], until: one_chance}
          answer: {answer.at: {target: active}}
        """
    )

    game = rules.battle("Ash Birch", "Dorn").choose("activation", "Ash").choose("provoke")

    assert (game.next, game.may, game.targets("answer")) == ("defender", ("Dorn",), ("Ash",))
    assert game.refuses("answer", "Dorn", target="Birch") == ("answer.at",)


def test_a_target_has_to_be_named_and_allowed(duel):
    """Nobody, somebody unknown, a friend: each is refused."""
    game = duel.but(SHOT).battle("Ash Birch", "Dorn").choose("activation", "Ash")

    assert game.refuses("strike", "Ash") == ("strike.foe",)
    assert game.refuses("strike", "Ash", target="Birch") == ("strike.foe",)
    with pytest.raises(Refused, match="Ash cannot be its own target"):
        game.choose("strike", "Ash", target="Ash")
    with pytest.raises(Refused, match="there is no unit defender"):
        game.choose("strike", "Ash", target="defender")
    with pytest.raises(Refused, match="there is no unit Nobody"):
        game.choose("strike", "Ash", target="Nobody")


def test_what_says_who_may_be_the_target_has_its_part_in_the_choice(duel):
    """Even where it rules nobody out."""
    rules = duel.but("steps: {strike: {strike.at: {target: anyone}}}")

    game = rules.battle("Ash", "Dorn").choose("activation", "Ash")

    assert "invented.strike.at" not in game.consulted
    assert "invented.strike.at" in game.choose("strike", target="Dorn").consulted


def test_what_a_target_needs(duel):
    """All of it, and each clause that is not met is told."""
    rules = duel.but(SHOT).but(
        """
        steps:
          strike:
            strike.open: {target: {that: {not: {fact: hidden}}}}
            strike.seen: {target: {that: {pair: {fact: seen, to: active}}}}
        """
    )

    game = rules.battle("Ash", units(Dorn={"facts": ("hidden",)}, Elm={})).choose(
        "activation", "Ash"
    )
    sees = game.declare("seen", "Ash", to_unit="Elm")

    assert "strike" not in game.can
    assert sees.targets("strike") == ("Elm",)
    assert set(sees.refuses("strike", "Ash", target="Dorn")) == {"strike.open", "strike.seen"}


def test_without_a_target_there_is_nothing_to_do(duel):
    """The clause on targets is the reason."""
    game = duel.but(SHOT).battle("Ash", "").choose("activation", "Ash")

    assert "strike" not in game.can
    assert game.refuses("strike", "Ash") == ("strike.foe",)


def test_what_takes_no_target_is_done_on_nobody(skirmish):
    """A target that means nothing is refused."""
    with pytest.raises(Refused, match="not done on anybody"):
        skirmish.battle("Ash", "Dorn").choose("act", "Ash", target="Dorn")


def test_units_that_are_away_are_no_targets(duel):
    """They are not on the table."""
    game = duel.but(SHOT).battle("Ash", units(Dorn={"facts": ("away",)}, Elm={}))

    active = game.choose("activation", "Ash")
    assert active.targets("strike") == ("Elm",)
    with pytest.raises(Refused, match="Dorn is not on the table") as refused:
        active.choose("strike", target="Dorn")
    assert "invented.away.away" in refused.value.by


def test_units_that_are_gone_are_no_targets(duel):
    """The clause by which they left says so."""
    rules = duel.but(SHOT).but("facts: {slain: {slain.leaves: {leaves: at_once}}}")

    game = rules.battle("Ash", "Dorn Elm").declare("slain", "Dorn").choose("activation", "Ash")

    with pytest.raises(Refused, match="Dorn is gone") as refused:
        game.choose("strike", target="Dorn")
    assert "invented.slain.leaves" in refused.value.by


RACE = """
    steps:
      turns:
        turns.alternate: {cadence: ranked}
        turns.first: {first: listed_second}
        turns.uneven: null
"""


def test_where_nothing_ranks_them_all_units_rank_equal(skirmish):
    """The side that is first takes all its chances, then the next one does."""
    game = skirmish.but(RACE).battle("Ash Birch", "Dorn Elm")

    game = game.choose("act", "Elm")
    assert (game.next, game.may) == ("defender", ("Dorn",))
    game = game.choose("act", "Dorn")
    assert (game.next, game.may) == ("attacker", ("Ash", "Birch"))
    assert game.choose("act", "Ash").choose("act", "Birch").round == 2


@pytest.mark.parametrize(
    ("true", "offered"), [("", False), ("dry", True), ("calm", True), ("dry calm", True)]
)
def test_one_clause_that_offers_something_is_enough(skirmish, true, offered):
    """Where several do, each at its own time."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.digs: {when: {fact: dry}, each: [dig]}
            turns.digs-too: {when: {fact: calm}, each: [dig]}
          dig: {}
        facts: {dry: {of: battle}, calm: {of: battle}}
        """
    )
    game = rules.battle("Ash", "Dorn", facts={"battle": tuple(true.split())})

    assert ("dig" in game.can) is offered
    assert (game.refusal(Choice("dig", ("Ash",))) is None) is offered


def test_whoever_is_alone_is_compared_with_nobody(skirmish):
    """Nobody has to know how fast the only unit is that can act; with two it has to be said."""
    rules = skirmish.but(
        """
        steps: {turns: {turns.fast: {rank: {value: speed, direction: descending}}}}
        values: {speed: {}}
        """
    )

    assert rules.battle("Ash", "").may == ("Ash",)
    assert rules.battle("Ash Birch", "").unsaid == "speed of Ash"
