"""What lasts: facts and values for a span, and effects in the words of the rules they came from."""

import pytest

# Facts for a span

MARKED = """
    steps:
      turns: {turns.acts: {each: [act, duck]}}
      act: {act.tired: {sets: {fact: tired, until: round}}}
      duck: {duck.as: {counts_as: act}}
    facts: {tired: {}}
"""


def test_a_fact_lasts_until_its_step_ends(skirmish):
    """Tired until the round is over; then fresh again."""
    game = skirmish.but(MARKED).battle("Ash", "Dorn").choose("act", "Ash")

    assert game.facts("Ash") == ("tired",)
    assert game.choose("duck", "Dorn").facts("Ash") == ()


def test_a_fact_without_an_end_stays(skirmish):
    """Nobody has said when it is over."""
    rules = skirmish.but(MARKED).but(
        "steps: {act: {act.tired: {sets: {fact: tired, until: null}}}}"
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("duck", "Dorn")

    assert (game.round, game.facts("Ash")) == (2, ("tired",))


@pytest.mark.parametrize(("which", "rounds"), [("", 1), (", which: next", 2)])
def test_it_may_be_the_end_after_the_next_one(skirmish, which, rounds):
    """Until the end of the next round is one round longer."""
    until = f"{{until: {{end: round{which}}}}}"
    rules = skirmish.but(MARKED).but(f"steps: {{act: {{act.tired: {{sets: {until}}}}}}}")

    game = rules.battle("Ash", "Dorn").choose("act", "Ash")
    lasted = 0
    while "tired" in game.facts("Ash"):
        game = game.choose("duck")
        lasted = game.round - 1

    assert lasted == rounds


def test_set_again_it_lasts_anew(skirmish):
    """The second time counts, and the first one does not end it."""
    rules = skirmish.but(MARKED).but(
        """
        steps:
          act: {act.tired: {sets: {until: {end: round, which: next}}}}
          turns: {turns.once: null}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("pass").choose("pass")
    game = game.choose("act", "Ash").choose("pass").choose("pass")

    assert (game.round, game.facts("Ash")) == (3, ("tired",))


@pytest.mark.parametrize(
    ("holder", "who"),
    [("active", "Ash"), ("target", "Dorn"), ("side", "attacker"), ("battle", "battle")],
)
def test_of_whom_a_fact_becomes_true(skirmish, holder, who):
    """Of the unit that acts, its target, its side, or nobody in particular."""
    subject = holder if holder in ("side", "battle") else "unit"
    rules = skirmish.but(
        f"""
        steps:
          act: {{act.at: {{target: enemy}}, act.marks: {{sets: {{fact: mark, of: {holder}}}}}}}
        facts: {{mark: {{of: {subject}}}}}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Ash", target="Dorn")

    marked = [
        name for name in ("battle", "attacker", "defender", "Ash", "Dorn") if game.facts(name)
    ]
    assert marked == [who]


def test_a_unit_that_a_fact_removes_is_gone(skirmish):
    """A fact by which units leave takes them away when it is set, not only when it is declared."""
    rules = skirmish.but(
        """
        steps: {act: {act.at: {target: enemy}, act.kills: {sets: {fact: fallen, of: target}}}}
        facts: {fallen: {fallen.leaves: {leaves: at_once}}}
        """
    )

    game = rules.battle("Ash", "Dorn Elm").choose("act", "Ash", target="Dorn")

    assert game.may == ("Elm",)
    assert [(e.unit, e.by) for e in game.events if type(e).__name__ == "Gone"] == [
        ("Dorn", ("invented.fallen.leaves",))
    ]


# Values for a span


def test_a_value_changes_until_its_step_ends(skirmish):
    """Three more for the round."""
    rules = skirmish.but(
        """
        steps: {act: {act.haste: {changes: {value: speed, by: 3, until: round}}}}
        values: {speed: {}}
        """
    )
    armies = ({name: {"has": {"speed": 4}}} for name in ("Ash", "Dorn"))

    game = rules.battle(*armies).choose("act", "Ash")

    assert game.value("Ash.speed") == 7
    assert game.choose("act", "Dorn").value("Ash.speed") == 4


def test_a_value_may_change_by_dice(skirmish):
    """The dice come first; each clause has dice of its own, and nothing is given twice."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.haste: {changes: {value: speed, by: 1, until: round}}
            act.luck: {changes: {value: speed, by: 1d6, until: round}}
            act.more: {changes: {value: speed, by: {roll: 2d6, plus: 10}, until: round}}
        values: {speed: {}}
        """
    )

    game = rules.battle({"Ash": {"has": {"speed": 4}}}, "Dorn").choose("act", "Ash")
    second = game.roll(3)

    assert (game.awaits, game.dice, second.dice) == ("roll", "1d6", "2d6")
    assert second.roll(1, 2).value("Ash.speed") == 4 + 1 + 3 + 10 + 3


# Effects

HYMNS = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [activation]}
        turns.own: {among: own}
        turns.several: {together: several, group: shared, group_counts: each}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
      activation: {parts.order: {sequence: [chanting, shooting]}}
      window:
        window.chances: {cadence: one_side, first: active, among: active, together: one}
        window.done: {finish: allowed}
      chanting: {like: window, chant.known: {each_ability: unit}}
      shooting: {like: window, shoot.known: {each: [shoot]}}
      shoot: {}
    effects:
      terms:
        terms.work: {work_of: unit}
        terms.bearer: {bearer: active}
        terms.covers: {covers: same}
        terms.whose: {covers_whose: side}
        terms.this: {covers_until: round}
        terms.binds: {conditions_bind: always}
        terms.next: {next: source}
        terms.boundary: {boundary: step}
        terms.gone: {if_gone: round}
    facts: {fallen: {fallen.leaves: {leaves: at_once}}, faithful: {}}
    values: {save: {}}
    abilities:
      hymn:
        text: Friends near the singer shoot better.
        used: {start: shooting}
        effect: {during: shooting, serves: {fact: faithful}}
      ward:
        text: A friend is harder to hurt, until the next chant.
        used: {during: chanting}
        target: friend
        effect: {changes: {value: save, by: 1}, until: {start: chanting}}
"""


@pytest.fixture
def hymns(system):
    """Units chant and shoot, one activation after the other; songs last."""
    return system(HYMNS)


def singer(*abilities, **more):
    """A faithful unit with these abilities."""
    return {"facts": ("faithful",), "abilities": abilities, "has": {"save": 4}, **more}


FAITHFUL = {"facts": ("faithful",), "has": {"save": 4}}


def shooting(game, *units):
    """The game when these units come to their shooting."""
    game = game.choose("activation", units=list(units))
    return game.choose("done")


def sung(hymns, covers, *together):
    """A battle in which Ash has just sung as its shooting begins, alone or with others."""
    rules = hymns.but(f"effects: {{terms: {{terms.covers: {{covers: {covers}}}}}}}")
    army = {"Ash": singer("hymn"), "Birch": FAITHFUL, "Cedar": {}}
    game = rules.battle(army, {"Dorn": FAITHFUL})
    return shooting(game, "Ash", *together).choose("hymn", "Ash")


@pytest.mark.parametrize(
    ("covers", "own", "beside", "later"),
    [
        ("same", ("Ash",), ("Ash",), ()),
        ("together", (), ("Birch",), ()),
        ("later", (), (), ("Birch",)),
    ],
)
def test_which_shootings_your_shooting_takes_in(hymns, covers, own, beside, later):
    """That one itself, those of units active at the same time, or later ones."""
    alone = sung(hymns, covers)
    friends = sung(hymns, covers, "Birch")
    turn_over = alone.choose("done").choose("activation", "Dorn").choose("done").choose("done")

    assert alone.serves("hymn") == own
    assert friends.serves("hymn") == beside
    assert shooting(turn_over, "Birch").serves("hymn") == later


@pytest.mark.parametrize(("whose", "served"), [("side", ()), ("anyone", ("Dorn",))])
def test_whose_shooting_it_takes_in(hymns, whose, served):
    """Only the singer's side, or anybody's."""
    rules = hymns.but(f"effects: {{terms: {{terms.whose: {{covers_whose: {whose}}}}}}}")

    game = shooting(sung(rules, "later").choose("done"), "Dorn")

    assert game.serves("hymn") == served


def test_it_serves_those_who_meet_its_own_conditions(hymns):
    """Cedar is not faithful."""
    game = sung(hymns, "later").choose("done").choose("activation", "Dorn")
    game = game.choose("done").choose("done")

    assert shooting(game, "Birch", "Cedar").serves("hymn") == ("Birch",)


@pytest.mark.parametrize(("binds", "served"), [("always", ()), ("once", ("Birch",))])
def test_conditions_bind_at_every_moment_or_only_at_first(hymns, binds, served):
    """Birch was faithful when the hymn was sung and is no longer."""
    rules = hymns.but(f"effects: {{terms: {{terms.binds: {{conditions_bind: {binds}}}}}}}")

    game = sung(rules, "later").declare("faithful", "Birch", ends=True).choose("done")
    game = game.choose("activation", "Dorn").choose("done").choose("done")

    assert shooting(game, "Birch").serves("hymn") == served


def test_it_serves_nobody_outside_such_a_step(hymns):
    """While they chant, the hymn is there and helps nobody."""
    game = sung(hymns, "later").choose("done").choose("activation", "Dorn")

    assert (game.lasts, game.serves("hymn")) == (("hymn",), ())


@pytest.mark.parametrize(("this", "lasts"), [("round", ()), ("battle", ("hymn",))])
def test_it_is_over_with_the_step_that_your_shooting_is_part_of(hymns, this, lasts):
    """With the round, or not before the battle ends."""
    rules = hymns.but(f"effects: {{terms: {{terms.this: {{covers_until: {this}}}}}}}")

    game = sung(rules, "later", "Birch", "Cedar").choose("done")
    game = game.choose("activation", "Dorn").choose("done").choose("done")

    assert (game.round, game.lasts) == (2, lasts)


def test_it_is_over_with_the_step_that_it_is_made_for(hymns):
    """Whichever that is: each hymn ends with its own part of the activation."""
    rules = hymns.but(
        """
        effects: {terms: {terms.this: {covers_until: during}}}
        abilities:
          psalm:
            text: Friends of whoever sang it chant better.
            used: {start: chanting}
            effect: {during: chanting, serves: {fact: faithful}}
        """
    )
    army = {"Ash": singer("psalm", "hymn")}
    game = rules.battle(army, {"Dorn": FAITHFUL}).choose("activation", units=["Ash"])
    game = game.choose("psalm", "Ash")
    assert game.lasts == ("psalm",)

    game = game.choose("done")
    assert game.lasts == ()

    game = game.choose("hymn", "Ash")
    assert game.lasts == ("hymn",)
    assert game.choose("done").lasts == ()


# Until your next chant


def warded(hymns, said=""):
    """A battle in which Ash has warded Birch."""
    rules = hymns.but(said) if said else hymns
    army = {"Ash": singer("ward"), "Birch": FAITHFUL}
    game = rules.battle(army, {"Dorn": FAITHFUL}).choose("activation", units=["Ash"])
    return game.choose("ward", "Ash", target="Birch")


def through(game, unit):
    """The game after a unit was activated and did nothing."""
    game = game.choose("activation", units=[unit])
    while unit in game.active and game.step in ("chanting", "shooting"):
        game = game.choose("done")
    return game


def test_a_value_is_different_while_the_effect_lasts(hymns):
    """The target's, and nobody else's."""
    game = warded(hymns)

    assert (game.value("Birch.save"), game.value("Ash.save")) == (5, 4)


def test_it_lasts_until_the_next_chant_of_its_source(hymns):
    """Not until the next one of the side: Birch chants in between, and stays warded."""
    game = through(through(warded(hymns).choose("done").choose("done"), "Dorn"), "Birch")

    again = game.choose("activation", units=["Ash"])

    assert (game.round, game.lasts, game.value("Birch.save")) == (2, ("ward",), 5)
    assert (again.lasts, again.value("Birch.save")) == ((), 4)


def test_it_may_last_until_the_next_chant_of_the_side(hymns):
    """Whoever of the side comes to chant ends it; the enemy does not."""
    game = warded(hymns, "effects: {terms: {terms.next: {next: side}}}")
    game = through(game.choose("done").choose("done"), "Dorn")

    assert game.lasts == ("ward",)
    assert game.choose("activation", units=["Birch"]).lasts == ()


@pytest.mark.parametrize("whose", ["source", "side"])
def test_a_step_that_belongs_to_no_side_is_the_next_of_everybody(hymns, whose):
    """Until the next round starts, whoever is activated first in it."""
    rules = f"""
        effects: {{terms: {{terms.next: {{next: {whose}}}}}}}
        abilities: {{ward: {{effect: {{until: {{start: round}}}}}}}}
    """
    game = through(warded(hymns, rules).choose("done").choose("done"), "Dorn")

    assert (game.round, game.lasts) == (1, ("ward",))
    assert (through(game, "Birch").round, through(game, "Birch").lasts) == (2, ())


def test_the_chant_in_which_it_was_made_is_not_the_next(hymns):
    """It would be over at once."""
    assert warded(hymns).lasts == ("ward",)


def test_the_start_of_the_chant_may_lie_where_the_step_around_it_opens(hymns):
    """Before anything that comes before the chant."""
    early = """
        steps:
          activation: {parts.order: {sequence: [waking, chanting, shooting]}}
          waking: {like: window, waking.what: {each: [shoot]}}
        effects: {terms: {terms.boundary: {boundary: %s}}}
    """

    def at_waking(boundary):
        game = warded_later(hymns.but(early % boundary))
        return game.choose("activation", units=["Ash"])

    def warded_later(rules):
        army = {"Ash": singer("ward"), "Birch": FAITHFUL}
        game = rules.battle(army, "").choose("activation", units=["Ash"]).choose("done")
        game = game.choose("ward", "Ash", target="Birch").choose("done").choose("done")
        return through_waking(game, "Birch")

    def through_waking(game, unit):
        return game.choose("activation", units=[unit]).choose("done").choose("done").choose("done")

    assert (at_waking("enclosing").step, at_waking("enclosing").lasts) == ("waking", ())
    assert (at_waking("step").step, at_waking("step").lasts) == ("waking", ("ward",))


def test_an_effect_may_last_until_a_step_ends(hymns):
    """Until the end of your next shooting."""
    rules = hymns.but("abilities: {ward: {effect: {until: {start: null, end: shooting}}}}")

    game = warded(rules).choose("done")

    assert game.lasts == ("ward",)
    assert game.choose("done").lasts == ()


def test_the_end_of_the_step_in_which_it_was_made_is_not_that_of_the_next(hymns):
    """Until the end of your next chanting, made while chanting."""
    rules = hymns.but("abilities: {ward: {effect: {until: {start: null, end: chanting}}}}")

    game = warded(rules)
    chanted = game.choose("done")

    assert (game.step, chanted.step, chanted.lasts) == ("chanting", "shooting", ("ward",))


# When its source is gone


@pytest.mark.parametrize(("gone", "lasts"), [("round", ()), ("battle", ("ward",))])
def test_an_effect_outlives_its_source_for_a_while(hymns, gone, lasts):
    """Until the round ends, or as long as the battle."""
    game = warded(hymns, f"effects: {{terms: {{terms.gone: {{if_gone: {gone}}}}}}}")

    lost = game.declare("fallen", "Ash")
    game = through(through(lost, "Dorn"), "Birch")

    assert lost.lasts == ("ward",)
    assert (game.round, game.lasts) == (2, lasts)


def test_an_effect_that_is_measured_from_its_source_ends_with_it(hymns):
    """Nobody can be near a unit that is not there."""
    rules = hymns.but(
        """
        abilities:
          hymn: {effect: {serves: {fact: null, within: {inches: 6, of: source}}}}
        """
    )

    game = sung(rules, "later")

    assert game.lasts == ("hymn",)
    assert game.declare("fallen", "Ash").lasts == ()


def test_an_effect_is_measured_from_its_source_as_it_stands(hymns):
    """Within 6 inches of the singer, the singer itself included."""
    rules = hymns.but(
        """
        effects: {terms: {terms.covers: {covers: same}, terms.beside: {covers: together}}}
        abilities:
          hymn: {effect: {serves: {fact: null, within: {inches: 6, of: source}}}}
        """
    )
    army = {
        "Ash": singer("hymn", at=(0, 0)),
        "Birch": {"at": (5, 0)},
        "Cedar": {"at": (7, 0)},
    }

    game = shooting(rules.battle(army, ""), "Ash", "Birch", "Cedar").choose("hymn", "Ash")

    assert game.serves("hymn") == ("Ash", "Birch")


def test_of_several_effects_that_end_whose_source_is_gone(duel):
    """Whoever made another one, before or after, still has it going."""
    rules = duel.but(
        """
        steps: {activation: {actions.songs: {each_ability: unit}}}
        facts: {fallen: {fallen.leaves: {leaves: at_once}}}
        effects:
          terms:
            terms.work: {work_of: unit, bearer: active}
            terms.gone: {if_gone: activation}
            terms.next: {next: source, boundary: step}
        values: {nerve: {nerve.start: {starts: 1}}}
        abilities:
          song: &song
            text: A song.
            used: {during: activation}
            target: friend
            effect: {changes: {value: nerve, by: 1}, until: {end: battle}}
          tale: *song
        """
    )
    game = rules.battle({"Ash": {"abilities": ("song",)}}, {"Dorn": {"abilities": ("tale",)}})
    game = game.choose("activation", "Ash").choose("song", "Ash", target="Ash").choose("done")
    game = game.choose("activation", "Dorn").choose("tale", "Dorn", target="Dorn")
    assert game.lasts == ("song", "tale")

    gone = {name: game.declare("fallen", name) for name in ("Ash", "Dorn")}

    assert gone["Ash"].choose("done").lasts == ("tale",)
    assert gone["Dorn"].lasts == ("song",)
