"""What is only declared now and carried out later, all together."""

import pytest

from turnwright.engine.decision import Refused

SIDES = ("north", "east", "south")

VOLLEY = """
    steps:
      round: {rounds.parts: {sequence: [turns, volleys]}}
      turns: {turns.acts: {each: [fire, charm]}}
      act: null
      fire:
        fire.later: {put_off: volleys}
        fire.at: {target: enemy}
        fire.costs: {costs: {value: powder}}
        fire.hits: {changes: {value: wounds, by: 1, of: target}}
      charm:
        charm.as: {counts_as: fire}
        charm.later: {put_off: volleys}
        charm.itself: {sets: {fact: charmed}}
      volleys:
        volleys.how: {cadence: put_off, each: [fire, charm], until: all_dealt}
    facts:
      charmed: {}
      slain: {slain.leaves: {leaves: at_once}}
    values:
      wounds: {wounds.none: {starts: 0}}
      powder: {powder.start: {starts: 1}}
"""


@pytest.fixture
def volley(skirmish):
    """Everybody says whom it fires at; then all fire."""
    return skirmish.but(VOLLEY).with_sides(*SIDES)


def test_what_is_declared_is_not_done_yet(volley):
    """It is paid for and counted, and nothing has come of it."""
    game = volley.battle("N1", "E1", "S1").choose("fire", "N1", target="S1")

    assert (game.next, game.value("S1.wounds"), game.value("N1.powder")) == ("east", 0, 0)
    put_off = next(event for event in game.events if type(event).__name__ == "PutOff")
    assert (put_off.does, put_off.units, put_off.target, put_off.later) == (
        "fire",
        ("N1",),
        "S1",
        "volleys",
    )


def test_all_of_it_is_carried_out_when_its_time_comes(volley):
    """On the targets that were named, in the order in which it was declared."""
    game = volley.battle("N1", "E1", "S1").choose("fire", "N1", target="S1")

    game = game.choose("charm", "E1").choose("fire", "S1", target="N1")

    done = [(e.step, e.units) for e in game.events if type(e).__name__ == "Began"]
    assert done[:4] == [
        ("volleys", ()),
        ("fire", ("N1",)),
        ("charm", ("E1",)),
        ("fire", ("S1",)),
    ]
    assert [game.value(f"{unit}.wounds") for unit in ("N1", "E1", "S1")] == [1, 0, 1]
    assert (game.facts("E1"), game.round) == (("charmed",), 2)


def test_a_rank_may_say_in_which_order(volley):
    """The fastest first."""
    rules = volley.but(
        """
        steps: {volleys: {volleys.fast: {rank: {value: speed, direction: descending}}}}
        values: {speed: {}}
        """
    )
    armies = [
        {f"{side}1": {"has": {"speed": speed}}}
        for side, speed in zip("NES", (4, 6, 5), strict=True)
    ]

    game = rules.battle(*armies)
    for unit, target in (("N1", "E1"), ("E1", "S1"), ("S1", "N1")):
        game = game.choose("fire", unit, target=target)

    fired = [e.units for e in game.events if type(e).__name__ == "Began" and e.step == "fire"]
    assert fired == [("E1",), ("S1",), ("N1",)]


def test_whoever_is_gone_does_nothing_more(volley):
    """What it declared is forgotten; what others declared is carried out."""
    game = volley.battle("N1", "E1", "S1").choose("fire", "N1", target="S1")
    game = game.choose("fire", "E1", target="S1").declare("slain", "N1")

    game = game.choose("fire", "S1", target="E1")

    fired = [e.units for e in game.events if type(e).__name__ == "Began" and e.step == "fire"]
    assert fired == [("E1",), ("S1",)]
    assert game.value("S1.wounds") == 1


def test_a_target_that_is_gone_is_hit_no_more(volley):
    """The shot is fired and finds nobody."""
    game = volley.battle("N1", "E1", "S1 S2").choose("fire", "N1", target="S1")
    game = game.choose("charm", "E1").declare("slain", "S1")

    game = game.choose("charm", "S2")

    assert (game.round, game.value("S1.wounds")) == (2, 0)


def test_dice_are_rolled_when_it_is_carried_out(volley):
    """Not when it is declared."""
    rules = volley.but("steps: {fire: {fire.hits: {changes: {by: 1d6}}}}")

    game = rules.battle("N1", "", "S1").choose("fire", "N1", target="S1")
    game = game.choose("charm", "S1")

    assert (game.step, game.awaits, game.dice) == ("fire", "roll", "1d6")
    assert game.roll(4).value("S1.wounds") == 4


def test_a_check_is_rolled_when_it_is_carried_out(volley):
    """Whether the shot hits is known only then."""
    rules = volley.but(
        """
        steps:
          fire:
            fire.roll: {check: aim}
            fire.miss: {result: {outcome: [miss], then: go_on}}
            fire.hit: {result: {outcome: [hit], then: carry_out}}
        checks:
          aim:
            aim.die: {roll: 1d6}
            aim.hit: {band: {outcome: hit, low: 4}}
            aim.miss: {band: {outcome: miss, high: 3}}
        """
    )

    game = rules.battle("N1", "", "S1").choose("fire", "N1", target="S1")
    game = game.choose("fire", "S1", target="N1")

    assert (game.step, game.awaits) == ("fire", "roll")
    game = game.roll(6).roll(1)
    assert (game.value("S1.wounds"), game.value("N1.wounds")) == (1, 0)


def test_who_puts_off_what_it_does_is_asked_of_whoever_does_it(skirmish):
    """Slow units fire later, quick ones at once; and so with what sides do."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, volleys]}}
          turns: {turns.acts: {each: [fire, beg]}}
          act: null
          fire:
            fire.later: {when: {fact: slow}, put_off: volleys}
            fire.hits: {sets: {fact: fired}}
          beg:
            beg.side: {among: side, limit: {per: round}}
            beg.later: {when: {fact: proud}, put_off: volleys}
            beg.heard: {sets: {fact: heard}}
          volleys: {volleys.how: {cadence: put_off, each: [fire, beg], until: all_dealt}}
        facts: {slow: {}, fired: {}, proud: {of: side}, heard: {of: side}}
        """
    ).with_sides(*SIDES)
    armies = ({"N1": {"facts": ("slow",)}, "N2": {}}, "E1", "S1")
    game = rules.battle(*armies, facts={"north": ("proud",)})

    assert game.choose("fire", "N1").facts("N1") == ("slow",)
    assert game.choose("fire", "N2").facts("N2") == ("fired",)
    begged = game.choose("beg")
    assert begged.facts("north") == ("proud",)
    assert begged.choose("beg").facts("east") == ("heard",)


def test_whoever_could_not_do_the_next_thing_may_be_kept_from_the_first(skirmish):
    """A unit that has no target for any of its weapons is not picked, and the clause is named."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.aims: {cadence: one_side, first: active, each: [fire], among: active}
            act.one: {together: one, finish: allowed, until: none_left}
            act.can: {needs: {able: fire}}
          fire:
            fire.with: {uses: shot}
            fire.rested: {bars: {fact: tired}}
            fire.near: {target: {of: enemy, that: {within: {of: active, inches: {profile: far}}}}}
        facts: {tired: {}}
        """
    ).with_sides(*SIDES)
    bow = {"carries": {"Bow": ["shot"]}, "profiles": {"Bow": {"far": 6}}}
    north = {
        "Near": {"at": (0, 0), **bow},
        "Tired": {"at": (0, 1), "facts": ("tired",), **bow},
        "Far": {"at": (0, 20), **bow},
        "Unarmed": {"at": (0, 2)},
    }

    game = rules.battle(north, {"E1": {"at": (0, 5)}}, {"S1": {"at": (0, 6)}})

    (act,) = (action for action in game.decision.legal if action.does == "act")
    assert act.units == ("Near",)
    with pytest.raises(Refused) as refused:
        game.choose("act", "Far")
    assert [clause.split(".", 1)[1] for clause in refused.value.by] == ["act.can"]


def test_what_is_put_off_needs_a_way_to_end(volley):
    """Without one the round stops as soon as all of it is carried out, and says so."""
    rules = volley.but("steps: {volleys: {volleys.how: {until: null}}}")
    game = rules.battle("N1", "E1", "S1")
    for unit in ("N1", "E1", "S1"):
        game = game.choose("charm", unit)

    assert (game.unsaid, game.step, game.decision.what) == ("until", "volleys", "")
    assert [game.facts(unit) for unit in ("N1", "E1", "S1")] == [("charmed",)] * 3


VOLLEYS = """
    steps:
      round: {rounds.parts: {sequence: [turns, volleys]}}
      turns: {turns.acts: {each: [fire]}}
      act: null
      fire:
        fire.with: {uses: shot}
        fire.later: {put_off: volleys}
      volleys: {volleys.how: {cadence: put_off, each: [fire], until: all_dealt}}
"""
WEAPONS = {
    "carries": {"Bow": ["shot"], "Longbow": ["shot"], "Sling": ["shot"]},
    "profiles": {"Bow": {"harm": 1}, "Longbow": {"harm": 1}, "Sling": {"harm": 2}},
}


@pytest.mark.parametrize(
    ("gathers", "fired"),
    [
        ([], [("S1", "Bow"), ("E1", "Sling"), ("S1", "Sling"), ("S1", "Longbow")]),
        (["target"], [("S1", "Bow"), ("S1", "Sling"), ("S1", "Longbow"), ("E1", "Sling")]),
        (
            ["target", "profile"],
            [("S1", "Bow"), ("S1", "Longbow"), ("S1", "Sling"), ("E1", "Sling")],
        ),
        (
            ["profile", "target"],
            [("S1", "Bow"), ("S1", "Longbow"), ("E1", "Sling"), ("S1", "Sling")],
        ),
    ],
)
def test_what_shares_a_target_or_a_profile_may_be_gathered(skirmish, gathers, fired):
    """One target is finished before the next; at a target, weapons that are alike."""
    rules = skirmish.but(VOLLEYS).but(
        """
        steps:
          fire:
            fire.at: {target: enemy}
            fire.hits: {changes: {value: wounds, by: {profile: harm}, of: target}}
        values: {wounds: {wounds.none: {starts: 0}}}
        """
    )
    rules = rules.with_sides(*SIDES)
    for number, what in enumerate(gathers):
        rules = rules.but(f"steps: {{volleys: {{volleys.by{number}: {{gathers: {what}}}}}}}")
    armies = ({f"N{n}": WEAPONS for n in range(1, 5)}, "E1", "S1")
    game = rules.battle(*armies, facts={})
    for unit, target, item in (
        ("N1", "S1", "Bow"),
        ("N2", "E1", "Sling"),
        ("N3", "S1", "Sling"),
        ("N4", "S1", "Longbow"),
    ):
        while game.next != "north":
            game = game.choose("pass")
        game = game.choose("fire", unit, target=target, using=item)

    changed = [e for e in game.events if type(e).__name__ == "Began" and e.step == "fire"]
    assert [e.units for e in changed] == [
        (f"N{1 + [('S1', 'Bow'), ('E1', 'Sling'), ('S1', 'Sling'), ('S1', 'Longbow')].index(f)}",)
        for f in fired
    ]


@pytest.mark.parametrize(
    ("keywords", "fired"), [(["shot"], ["N1", "N3", "N2"]), (["shot", "long"], ["N1", "N2", "N3"])]
)
def test_weapons_of_another_kind_are_not_alike(skirmish, keywords, fired):
    """Of the same numbers, a long bow is gathered with a bow only when its keywords are too."""
    rules = skirmish.but(VOLLEYS).but("steps: {volleys: {volleys.alike: {gathers: profile}}}")
    rules = rules.with_sides(*SIDES)
    weapons = WEAPONS | {"carries": WEAPONS["carries"] | {"Longbow": keywords}}
    game = rules.battle({f"N{n}": weapons for n in range(1, 4)}, "E1", "S1")
    for unit, item in (("N1", "Bow"), ("N2", "Sling"), ("N3", "Longbow")):
        while game.next != "north":
            game = game.choose("pass")
        game = game.choose("fire", unit, using=item)

    began = [e for e in game.events if type(e).__name__ == "Began" and e.step == "fire"]
    assert [e.units for e in began] == [(unit,) for unit in fired]


@pytest.fixture
def free_volley(skirmish):
    """A side fires what it declared in whatever order it likes, one target after another."""
    rules = skirmish.but(VOLLEYS).but(
        """
        steps:
          fire:
            fire.at: {target: enemy}
            fire.hits: {changes: {value: wounds, by: {profile: harm}, of: target}}
          volleys:
            volleys.gathers: {gathers: target}
            volleys.free: {order: free}
        values: {wounds: {wounds.none: {starts: 0}}}
        """
    )
    return rules.with_sides(*SIDES)


def declared_at(rules, *shots):
    """The game when units of the north have declared these shots, and nobody else fires."""
    armies = {f"N{n}": WEAPONS for n in range(1, len(shots) + 1)}, "E1", "S1"
    game = rules.battle(*armies, facts={})
    for number, (target, item) in enumerate(shots, 1):
        while game.next != "north":
            game = game.choose("pass")
        game = game.choose("fire", f"N{number}", target=target, using=item)
    return game


def test_where_the_order_is_free_the_next_one_is_picked(free_volley):
    """Of all targets first; then there is nothing to pick, and all of it is done."""
    game = declared_at(free_volley, ("S1", "Bow"), ("E1", "Sling"))

    assert (game.step, game.next, game.value("S1.wounds")) == ("volleys", "north", 0)
    legal = {action.does: dict(action.targets) for action in game.decision.legal}
    assert legal == {"fire": {"N1": ("S1",), "N2": ("E1",)}}

    game = game.choose("fire", "N2")
    fired = [e.units for e in game.events if type(e).__name__ == "Began" and e.step == "fire"]
    assert fired[-2:] == [("N2",), ("N1",)]
    assert (game.value("E1.wounds"), game.value("S1.wounds"), game.round) == (2, 1, 2)


def test_where_the_order_is_free_what_is_gathered_still_goes_together(free_volley):
    """At the target that was begun with; the other one waits, and so does its own clause."""
    shots = ("S1", "Bow"), ("E1", "Sling"), ("S1", "Sling"), ("S1", "Longbow")
    rules = free_volley.but("steps: {volleys: {volleys.like: {gathers: profile}}}")
    game = declared_at(rules, *shots)

    with pytest.raises(Refused, match="say at whom"):
        game.choose("fire")
    with pytest.raises(Refused, match="nothing of that kind was declared"):
        game.choose("fire", "N1", target="E1")

    game = game.choose("fire", "N3")
    # The Longbow is like the Bow, so it makes no difference which of them is next.
    assert (game.value("S1.wounds"), game.value("E1.wounds"), game.round) == (4, 2, 2)

    rules = free_volley.but(
        """
        steps: {fire: {fire.rolls: {check: luck}}}
        checks: {luck: {luck.die: {roll: 1d6, band: {outcome: any}}}}
        """
    )
    game = declared_at(rules, *shots).choose("fire", "N1").roll(4)
    assert [action.units for action in game.decision.legal] == [("N3", "N4")]
    with pytest.raises(Refused) as refused:
        game.choose("fire", "N2")
    assert refused.value.by == ("invented.volleys.gathers",)
