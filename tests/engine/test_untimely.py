"""What cannot be done now names what stands in its way now, and the order of steps only last.

Held against the events of the whole play: what has ended there, and by what.
"""

import random

import pytest

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, Reason, Refused
from turnwright.engine.game import Game
from turnwright.examples.replay import initial_game, rules_of
from turnwright.language.event import Began, Ended, Skipped
from turnwright.language.input import Choice


def orders_steps(program, full_id):
    """Whether all that a clause says is in which order steps come, or that they come again."""
    clause = next(c for c in program.ruleset.clauses() if c.full_id == full_id)
    said = {name for name, value in vars(clause.means).items() if value is not None}
    return said <= {"sequence", "repeats", "order"}


def leads_to(program, step, wanted):
    """Whether a step is the one that is wanted, or opens it sooner or later."""
    return step == wanted or bool(program.graph.path(step, wanted))


def too_late(game, log, unit, wanted):
    """By which clauses the steps have ended in which a unit could have done what is wanted."""
    program = game.program
    around = [f for f in game.state.stack if program.graph.path(f.step, wanted)]
    if not around or program.steps[around[-1].step].opens[:1] == (wanted,):
        return None
    begun = [place for place, event in enumerate(log) if isinstance(event, Began)]
    found = set()
    for event in log[begun[around[-1].serial - 1] :]:
        if not isinstance(event, Ended | Skipped) or not leads_to(program, event.step, wanted):
            continue
        if isinstance(event, Skipped):
            found |= {clause for who, by in event.because if who == unit for clause in by}
        elif unit in event.units or not event.units:
            found |= {*event.by}
    return {clause for clause in found if not orders_steps(program, clause)}


def mistake(game, log, choice, refused):
    """What is wrong with the reason of a refusal; empty when nothing is."""
    ask, by = game.decision, {*refused.by}
    side = game.state.roster.side(game.state.roster.side_of[game.number(choice.unit)])
    if (refused.reason is Reason.NOT_THEIRS) is not (side != ask.side):
        return "it is not said truly whose decision it is"
    if not by and ask.by:
        return "no clause is named"
    if refused.reason is Reason.NOT_THEIRS:
        return "" if not all(orders_steps(game.program, it) for it in by) else "order before side"
    late = too_late(game, log, choice.unit, choice.does)
    if late and not late & by and all(orders_steps(game.program, it) for it in by):
        return f"it is too late, by {late}"
    return ""


def untimely(game, log, chance, count=6):
    """Of random inputs that are not offered now, how many were refused, and what is wrong."""
    if game.state.ask.awaits is not Awaits.CHOICE:
        return
    open_now = {offer.name for offer in game.program.offers[game.step]} | {*game.can}
    others = [name for name in game.program.steps if name not in open_now]
    units = game.state.roster.named(game.state.alive & game.state.roster.everybody)
    for _ in range(count if units and others else 0):
        choice = Choice(chance.choice(others), (chance.choice(units),))
        refused = game.refusal(choice)
        if refused is not None and refused.reason in (Reason.NOT_NOW, Reason.NOT_THEIRS):
            wrong = mistake(game, log, choice, refused)
            yield wrong and f"{game!r}: {choice.does} {choice.unit}: {refused}: {wrong}"


def played(game, fuzz, inputs):
    """What is wrong with the reasons at each moment of a random play; nothing for most of them."""
    log, found = [*game.events], []
    for _ in range(inputs):
        found += untimely(game, log, fuzz.chance)
        try:
            game = game.apply(fuzz.sound(game))
        except Refused:
            continue
        log += game.events
    return found


def test_in_the_rulesets_that_are_here(library, fuzz):
    """From where their examples begin."""
    found, programs = [], {}
    for seed in range(90):
        example = random.Random(seed).choice(library.examples)
        rules = rules_of(library, example)
        program = programs.setdefault(id(rules), None) or compile_ruleset(rules)
        programs[id(rules)] = program
        game = initial_game(example, program)
        found += played(Game(program, game.state, game.events, None), fuzz(seed, game), inputs=14)

    assert len(found) > 2_000
    assert not any(found), next(filter(None, found))


PHASES = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [marches, shots, rests]}}
      marches:
        marches.own: {cadence: alternate, first: listed_first, among: own, together: one}
        marches.over: {each: [march, sprint], limit: {per: marches}, until: none_left}
        marches.alone: {uneven: runs_on, finish: allowed}
      march: {}
      sprint: {sprint.parts: {sequence: [gasp, dash]}}
      gasp:
        gasp.check: {check: luck, result: {outcome: [good], then: carry_out}}
        gasp.off: {result: {outcome: [bad], then: end, step: sprint}}
      dash:
        dash.own: {cadence: one_side, first: active, among: active, together: one}
        dash.over: {each: [leap], limit: {per: dash}, until: none_left}
      leap: {}
      shots:
        shots.own: {cadence: one_side, first: listed_first, among: own, together: one}
        shots.over: {each: [shoot], limit: {per: shots}, until: none_left, finish: allowed}
      shoot: {shoot.fit: {bars: {fact: tired}}}
      rests:
        rests.own: {cadence: one_side, first: listed_second, among: own, together: one}
        rests.over: {each: [rest], limit: {per: rests}, until: none_left, finish: allowed}
      rest: {}
    checks:
      luck:
        luck.dice: {roll: 1d6}
        luck.bad: {band: {outcome: bad, low: 1, high: 3}}
        luck.good: {band: {outcome: good, low: 4, high: 6}}
    facts: {tired: {}}
"""


@pytest.fixture(scope="module")
def phases(system):
    """Marches in turns, of which a sprint may fail; then shots of one side, rests of another."""
    return system(PHASES)


def test_in_a_system_of_phases(phases, fuzz):
    """Where much is too late, and much the other side's."""
    program, found = phases.program, []
    for seed in range(60):
        game = phases.battle("Ash Birch", "Dorn Elm")
        found += played(Game(program, game.state, game.events, None), fuzz(seed, game), inputs=14)

    assert len(found) > 1_000
    assert not any(found), next(filter(None, found))


def test_after_a_roll_that_failed_the_clause_that_ended_it_is_told(phases):
    """Be it the other side's turn by then or not."""
    failed = phases.battle("Ash Birch", "Dorn").choose("sprint", "Ash").roll(1)
    later = failed.choose("march", "Dorn")

    assert (failed.next, later.next) == ("defender", "attacker")
    assert "gasp.off" in failed.refuses("leap", "Ash", side="attacker")
    assert {"marches.over", "gasp.off"} <= {*later.refuses("leap", "Ash")}


def test_when_a_step_is_over_the_clause_that_ended_it_is_told(phases):
    """That nobody was left in it, or that its side wanted no more."""
    game = phases.battle("Ash", "Dorn").choose("done").choose("done")
    resting = game.choose("done")

    assert game.step == "shots"
    assert game.refuses("march", "Ash") == ("marches.over",)
    assert resting.refuses("rest", "Ash", side="attacker") == ("rests.own",)
    assert resting.choose("done").refuses("shoot", "Ash") == ("rounds.parts",)


def test_before_its_step_comes_it_is_the_order_of_steps_that_is_told(phases):
    """With the step that it belongs to, the one that is open, and what its side can do there."""
    refused = phases.battle("Ash", "Dorn").refusal(Choice("shoot", ("Ash",)))

    assert (refused.reason, refused.by) == (Reason.NOT_NOW, ("invented.rounds.parts",))
    assert refused.message == (
        "shoot cannot be done now; shoot belongs to shots; "
        "open is marches of attacker: march, sprint, done"
    )


def test_what_will_bar_it_when_its_step_comes_is_told_before_the_order_of_steps(phases):
    """Where nothing can change that; a unit that marched may shoot, and one that is tired not."""
    game = phases.battle("Ash Birch", "Dorn", facts={"Ash": ("tired",)})

    assert game.refuses("shoot", "Ash") == ("shoot.fit",)
    assert game.refuses("shoot", "Birch") == ("rounds.parts",)


def test_what_never_serves_for_it_is_told_before_the_step_and_after_it(phases):
    """A bow is no gun, and no gun fires slugs, whatever the step; a gun is kept by the order."""
    rules = phases.but("""
        steps:
          shoot:
            shoot.with: {uses: gun}
            shoot.at: {target: enemy}
            shoot.no-slugs: {target: {that: {not: {using: slugs}}}}
    """)
    guns = {"bow": ("bow",), "rifle": ("gun",), "musket": ("gun", "slugs")}
    marching = rules.battle({"Ash": {"carries": guns}}, "Dorn")
    resting = marching.choose("done").choose("done").choose("done").choose("done")

    def told(game, using):
        return game.refuses("shoot", "Ash", target="Dorn", using=using, side="attacker")

    assert told(marching, "bow") == ("shoot.with",)
    assert told(marching, "musket") == ("shoot.no-slugs",)
    assert told(marching, "rifle") == ("rounds.parts",)
    assert (resting.round, told(resting, "musket")) == (2, ("shoot.no-slugs",))


def test_who_is_barred_besides_is_told_why_when_the_other_side_decides(phases):
    """It will not be allowed when its side's chance comes, either."""
    game = phases.battle("Ash Birch", "Dorn").choose("march", "Ash")

    assert game.refuses("march", "Ash", side="attacker") == ("marches.own", "marches.over")
    assert game.refuses("march", "Birch", side="attacker") == ("marches.own",)


def test_an_item_that_is_used_up_is_told_also_when_its_step_is_over(phases):
    """The limit is one for the round, and that goes on."""
    rules = phases.but("""
        steps: {march: {march.with: {uses: banner}, march.once: {limit: {per: round, by: item}}}}
    """)
    game = rules.battle({"Ash": {"carries": {"flag": ("banner",)}}}, "Dorn")
    shooting = game.choose("march", "Ash", using="flag").choose("done").choose("done")

    assert shooting.step == "shots"
    assert shooting.refuses("march", "Ash", using="flag") == ("march.once", "marches.over")


def test_what_keeps_a_side_from_it_is_told_when_its_step_is_over(phases):
    """A side is asked as it stands where it would act, whoever decides by now."""
    rules = phases.but("""
        steps:
          march: {march.parts: {sequence: [song, dance]}}
          song:
            song.whose: {cadence: one_side, first: active, together: one}
            song.over: {each: [sing], limit: {per: song}, until: none_left}
          sing:
            sing.voice: {among: side, needs: {count: {of: active, that: {not: {fact: tired}}}}}
          dance:
            dance.whose: {cadence: one_side, first: other, among: own, together: one}
            dance.over: {each: [bow], until: one_chance, finish: allowed}
          bow: {}
    """)
    game = rules.battle("Ash", "Dorn", facts={"Ash": ("tired",)}).choose("march", "Ash")

    assert (game.step, game.next) == ("dance", "defender")
    assert game.refuses("sing", side="attacker") == ("dance.whose", "sing.voice", "song.over")


SINGING = """
    steps:
      march: {march.parts: {sequence: [song, answer]}}
      song:
        song.whose: {cadence: one_side, first: active, among: active, together: one}
        song.over: {each: [sing], until: one_chance}
      sing: {}
      answer:
        answer.whose: {cadence: one_side, first: other, among: own, together: one}
        answer.over: {each: [shout], until: one_chance, finish: allowed}
      shout: {}
"""


def test_who_comes_too_early_for_a_step_that_is_theirs_is_told_the_order(phases):
    """That another side decides is not all: it is theirs as soon as something else is over."""
    game = phases.but(SINGING).battle("Ash", "Dorn").choose("march", "Ash")

    assert (game.step, game.next) == ("song", "attacker")
    assert game.refuses("shout", "Dorn", side="defender")[-1] == "march.parts"
    assert "march.parts" not in game.refuses("sing", "Dorn", side="defender")


def test_who_waits_for_others_of_a_group_is_told_that_they_go_side_by_side(phases):
    """One that acts alone is told the order of the steps."""
    rules = phases.but(SINGING).but("""
        steps:
          marches:
            marches.own: {cadence: alternate, first: listed_first, among: own, together: several}
            marches.group: {group: shared, group_counts: each}
          answer: {answer.whose: {cadence: one_side, first: active, among: active, together: one}}
    """)
    alone = rules.battle("Ash Birch", "Dorn").choose("march", "Ash")
    both = rules.battle("Ash Birch", "Dorn").apply(Choice("march", ("Ash", "Birch")))

    assert alone.refuses("shout", "Ash") == ("march.parts",)
    assert both.refuses("shout", "Ash") == ("marches.group", "march.parts")


TURNS = """
    steps:
      battle: {turns.follow: {repeats: round}}
      round:
        turns.each: {cadence: each_player, first: listed_first, each: [turn], until: all_dealt}
      turn: {turn.parts: {sequence: [orders]}}
      orders:
        orders.own: {cadence: one_side, first: active, among: own, together: one}
        orders.over: {each: [obey], limit: {per: turn}, until: none_left, finish: allowed}
      obey: {obey.test: {check: luck, result: {outcome: [bad], then: end, step: turn}}}
    checks:
      luck: {luck.dice: {roll: 1d6}, luck.bad: {band: {outcome: bad}}}
"""


def test_a_turn_that_a_failure_has_ended_is_told_in_that_of_the_other_side(system):
    """It is what made it the other side's decision."""
    game = system(TURNS).battle("Ash Birch", "Dorn").choose("obey", "Ash").roll(1)

    assert game.next == "defender"
    assert game.refuses("obey", "Birch", side="attacker") == ("orders.own", "obey.test")


def test_of_equals_it_is_told_by_what_the_side_comes_first(skirmish):
    """Otherwise by what its unit ranks before those of others."""
    rules = skirmish.but("""
        steps:
          turns:
            turns.alternate: {cadence: ranked}
            turns.swift: {rank: {value: speed, direction: descending}}
        values: {speed: {}}
    """)
    swift, slow = {"has": {"speed": 5}}, {"has": {"speed": 4}}
    game = rules.battle({"Ash": swift, "Birch": slow}, {"Dorn": slow})

    assert game.refuses("act", "Dorn", side="defender")[-1] == "turns.swift"
    assert game.choose("act", "Ash").refuses("act", "Dorn", side="defender") == (
        "turns.alternate",
        "turns.first",
    )


def test_who_has_passed_is_told_what_bars_it_besides(skirmish):
    """A side that could do nothing passes, and its units are barred as before."""
    rules = skirmish.but("""
        steps: {turns: {turns.unable: {unable: passes}}, act: {act.fit: {bars: {fact: tired}}}}
        facts: {tired: {}}
    """)
    game = rules.battle("Ash", "Dorn", facts={"Ash": ("tired",)})

    assert game.next == "defender"
    assert game.refuses("act", "Ash", side="attacker")[-1] == "act.fit"


def test_who_is_gone_is_told_so_whatever_is_open(phases):
    """In its own step, in another, and where the other side decides."""
    rules = phases.but("facts: {dead: {dead.gone: {leaves: at_once}}}")
    game = rules.battle("Ash Birch", "Dorn").declare("dead", "Ash")

    assert game.refuses("march", "Ash") == ("dead.gone",)
    assert game.refuses("shoot", "Ash") == ("dead.gone",)
    assert game.choose("march", "Birch").refuses("march", "Ash") == ("dead.gone",)


def test_a_reason_that_holds_no_more_is_not_told(library):
    """A unit that has arrived is not told that it has not, nor by what others are barred."""
    example = next(
        it for it in library.examples if it.example.startswith("A unit in reserve arrives in its")
    )
    game = initial_game(example, compile_ruleset(rules_of(library, example)))
    for choice in (Choice("activation", ("Ash",)), Choice("set_up", ("Ash",))):
        game = game.apply(choice)

    assert game.refusal(Choice("normal_move", ("Ash",))).by == ("wh40k9.reinf.no-move-on-arrival",)


def test_while_dice_are_awaited_it_is_told_what_is_allowed_after_them(phases):
    """Always, never, or as they fall."""
    game = phases.battle("Ash Birch", "Dorn").choose("sprint", "Ash")

    def told(*said, **more):
        return game.refusal(Choice(*said, **more)).message

    assert told("leap", ("Ash",)).endswith(
        "whether it is allowed after that depends on what comes up"
    )
    assert told("shoot", ("Ash",)).endswith("nor is it allowed after that")
    alone = phases.battle("Ash Birch", "").choose("sprint", "Ash")
    after = alone.refusal(Choice("done"))
    assert after.message.endswith("whether it is allowed after that depends on what comes up")


def test_what_rules_it_out_after_the_dice_is_told_and_not_whose_chance_comes_then(library):
    """Who strikes has had its one strike, whatever it rolls, and whoever is to move next."""
    example = next(
        it for it in library.examples if it.example == "A free strike costs the striker nothing"
    )
    game = initial_game(example, compile_ruleset(rules_of(library, example)))
    strike = Choice("free_strike", ("Dorn",), target="Ash", using=("Pike",))
    game = game.choose("first", side="north", first="north").choose("activation", "Ash")
    game = game.choose("retreat", "Ash").apply(strike)

    told = game.short(game.refusal(strike).by)

    assert "retreat.one-strike-each" in told
    assert "activation.free-use" not in told


def test_what_ended_the_battle_is_told(skirmish):
    """Whoever goes on is told by what it is over."""
    rules = skirmish.but(
        """
        steps: {battle: {rounds.last: {until: {fact: dark}}}, act: {act.dark: {sets: {fact: dark}}}}
        facts: {dark: {of: battle}}
        """
    )
    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("act", "Dorn")

    assert game.awaits == "end"
    assert game.refuses("act", "Ash") == ("rounds.last",)


def test_where_nobody_can_be_picked_it_is_told_who_is_ruled_out_by_what(skirmish):
    """Nothing says with what the step ends then; the clause that deals chances asks for it."""
    rules = skirmish.without("turns.over", "turns.may-pass")
    game = rules.battle("Ash", "Dorn").choose("act", "Ash").choose("act", "Dorn")

    refused = game.refusal(Choice("act", ("Ash",)))

    assert game.unsaid == "until"
    assert game.short(refused.by) == ("turns.alternate",)
    assert "Ash is ruled out by turns.once; Dorn is ruled out by turns.once" in refused.message


def test_what_kept_a_move_from_being_made_is_told_when_it_is_over(duel):
    """The exception that left nobody a distance, rather than what opens the step of it again."""
    rules = duel.but("""
        steps:
          strike: {strike.then: {sequence: [follow]}}
          follow:
            follow.far: {moves: {up_to: 3}}
            follow.lame: {when: {fact: lame}, waives: [follow.far]}
        facts: {lame: {}}
    """)
    lame = rules.battle({"Ash": {"facts": ("lame",)}}, "Dorn").choose("activation", "Ash")
    sound = rules.battle("Ash", "Dorn").choose("activation", "Ash").choose("strike", "Ash")

    assert "follow.lame" in lame.choose("strike", "Ash").refuses("follow", "Ash", inches=2)
    assert sound.refuses("done") == ("strike.then", "follow.far")
