"""What holds in every play, whatever is played and whatever anybody tries.

Hypothesis picks where a battle begins, and each input; of a play that fails, it finds a short one.
"""

from collections import Counter
from copy import deepcopy
from functools import cache
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnwright.engine.apply import apply
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused
from turnwright.engine.game import Game
from turnwright.engine.odds import held_markers
from turnwright.engine.rulings import Conflict
from turnwright.engine.transaction import Transaction
from turnwright.examples.replay import initial_game, rules_of
from turnwright.lab.muster import PlayStopped, muster
from turnwright.language.eligibility import Tally
from turnwright.language.event import Began, Chose, Ended
from turnwright.language.input import DONE, PASS, Choice, Draw
from turnwright.load.patch import replace_clause
from turnwright.proof.mutants import mutants_of

CHANCE = st.randoms(use_true_random=False)


def plays(many):
    """The settings of a test of so many plays: the same ones each time, however long they take."""
    return settings(
        max_examples=many,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


# Where a battle begins


@pytest.fixture(scope="session")
def shipped(library):
    """Where a battle by a ruleset that comes with Turnwright may begin: an example, or a roster."""
    programs = {}

    def program_of(rules):
        if id(rules) not in programs:
            programs[id(rules)] = rules, compile_ruleset(rules)
        return programs[id(rules)][1]

    def mustered(name, roster):
        rules = library.effective(name)
        try:
            armies = muster(rules, roster)
        except PlayStopped:
            return None
        return Game(armies.program, *armies.begin())

    @cache
    def rostered():
        found = (mustered(name, roster) for name in by_ruleset for roster in rosters)
        return [game for game in found if game is not None]

    rosters = library.rosters.values()
    by_ruleset = {}
    for example in library.examples:
        by_ruleset.setdefault(example.ruleset, []).append(example)

    def begin(chance):
        if chance.random() < 0.25:
            return chance.choice(rostered())
        example = chance.choice(by_ruleset[chance.choice([*by_ruleset])])
        return initial_game(example, program_of(rules_of(library, example)))

    begin.examples = library.examples
    begin.rules_of = lambda example: rules_of(library, example)
    return begin


@pytest.fixture(scope="session")
def beginning(shipped, everything, skirmish):
    """Where any battle may begin: by those rulesets, also with a clause turned round, or others."""

    def turned(chance):
        example = chance.choice(shipped.examples)
        rules = shipped.rules_of(example)
        clause = chance.choice([c for c in rules.clauses() if getattr(c, "means", None)])
        others = [mutant.clause for mutant in mutants_of(clause, rules)]
        if others:
            rules = replace_clause(rules, clause.full_id, chance.choice(others))
        try:
            return initial_game(example, compile_ruleset(rules))
        except Conflict:
            return shipped(chance)

    def three_sides(chance):
        armies = [" ".join(f"{s}{n}" for n in range(chance.randint(0, 3))) for s in "nes"]
        return skirmish.with_sides("north", "east", "south").battle(*armies)

    kinds = (shipped, shipped, everything, three_sides, turned)
    return lambda chance: chance.choice(kinds)(chance)


# What is tried


def played(game, fuzz, inputs=20):
    """The games of a play, each with the input that led to it: sound ones, nonsense, and again."""
    yield game, None
    tried = fuzz.nonsense()
    for _ in range(inputs):
        how = fuzz.chance.random()
        if how < 0.9:
            tried = fuzz.sound(game) if how < 0.7 else fuzz.nonsense()
        try:
            game = game.apply(tried)
        except Refused:
            continue
        yield game, tried


def offers(game):
    """Every action that is offered, with each unit that it is offered to and each target."""
    for action in game.decision.legal:
        for unit in action.units or ("",):
            for target in dict(action.targets).get(unit or game.next, ("",)):
                yield action, unit, target


def taken(game, offer):
    """The choice of what is offered, with an item where one is wanted."""
    action, unit, target = offer
    carries = game.state.roster.cards[game.number(unit)].carries if unit else {}
    items = [item for item in action.using if item in carries] or [""]
    units = (unit,) if unit else ()
    # Not every item reaches every target; where none does, the first shows it.
    ways = [Choice(action.does, units, target=target, using=item) for item in items]
    return next((way for way in ways if game.refusal(way) is None), ways[0])


def answered(ask, about):
    """What is answered; a question about what cannot be known now is refused."""
    try:
        return ask(about)
    except Refused:
        return None


def look(game):
    """Look at everything there is to look at."""
    names = game.state.roster.names
    for name in names:
        game.facts(name), game.why(name)
    for side in game.program.sides:
        answered(game.holds, side), answered(game.odds, side)
    for marker in game._markers:
        game.holds(marker)
    for ability in game.program.ruleset.abilities:
        game.serves(ability)
    for value in game.program.values:
        for name in names:
            game.value(f"{name}.{value}")
    for does in game.can:
        game.targets(does)
    return game.next, game.may, game.active, game.lasts, game.winner, game.holds("table")


# What holds


@plays(20)
@given(chance=CHANCE)
def test_whatever_is_tried_there_is_an_answer_and_a_state_is_a_value(beginning, fuzz, chance):
    """The engine never falls over; a state is equal to its copy, and hashes as it does."""
    game = beginning(chance)

    for now, _ in played(game, fuzz(chance, game)):
        look(now)
        again = deepcopy(now.state)
        assert again == now.state
        assert hash(again) == hash(now.state)
        assert "\n" not in repr(now)
        assert now.awaits != "choice" or now.can, "somebody is asked, and has nothing to choose"


@plays(20)
@given(chance=CHANCE)
def test_the_same_inputs_bring_about_the_same_events(beginning, fuzz, chance):
    """Played again, a battle is equal to itself at every moment, and has the same hash."""
    first = beginning(chance)
    again = first

    for now, done in played(first, fuzz(chance, first)):
        again = again.apply(done) if done is not None else again
        assert again.events == now.events
        assert again.state == now.state
        assert hash(again.state) == hash(now.state)
        assert again.decision == now.decision


@plays(20)
@given(chance=CHANCE)
def test_no_shortcut_changes_anything(beginning, fuzz, chance):
    """With each value worked out anew, or nothing noted, the same comes of the same input."""
    game = beginning(chance)
    before = game.state

    for now, done in played(game, fuzz(chance, game)):
        if done is not None:
            assert apply(now.program, before, done) == (now.state, now.events)
            with (
                patch.object(Transaction, "kept", lambda _: {}),
                patch("turnwright.engine.values.is_stated", lambda *_: False),
                patch("turnwright.engine.changes.is_stated", lambda *_: False),
            ):
                assert apply(now.program, before, done) == (now.state, now.events)
                assert apply(now.program, before, done, set()) == (now.state, now.events)
        before = now.state


@plays(20)
@given(chance=CHANCE)
def test_undo_and_redo_are_exact(beginning, fuzz, chance):
    """An earlier moment is as it was, whatever came after it, and its sequel comes about again."""
    game = beginning(chance)
    trying = fuzz(chance, game)
    moments = [(now, done, deepcopy(now.state)) for now, done in played(game, trying)]

    at = chance.randrange(len(moments))
    back, _, before = moments[at]
    for _ in played(back, trying, inputs=5):
        pass
    assert back.state == before
    assert (back.may, back.can, back.next) == look_back(back)
    for now, done, written in moments[at + 1 :]:
        back = back.apply(done)
        assert (back.state, back.events) == (now.state, now.events)
        assert back.state == written


def look_back(game):
    """What may be done at a moment, asked of its state alone."""
    fresh = Game(game.program, deepcopy(game.state))
    return fresh.may, fresh.can, fresh.next


@plays(20)
@given(chance=CHANCE)
def test_every_refusal_has_a_reason(beginning, fuzz, chance):
    """It says why in one line, names clauses that there are, and changes nothing."""
    game = beginning(chance)
    trying = fuzz(chance, game)

    for now, _ in played(game, trying, inputs=10):
        clauses = {clause.full_id for clause in now.program.ruleset.clauses()}
        before = deepcopy(now.state)
        for tried in (trying.nonsense(), trying.nonsense(), *not_offered(now, chance)):
            refused = now.refusal(tried)
            if refused is not None:
                assert refused.message.strip()
                assert "\n" not in str(refused)
                assert clauses.issuperset(refused.by)
                assert refused.by or refused.reason is not Reason.RULED_OUT
        assert now.state == before


def not_offered(game, chance):
    """What is dealt now, tried with a unit that is ruled out."""
    names = game.state.roster.names[game.state.roster.sides + 1 :]
    out = [name for name in names if name not in game.may]
    if game.awaits == "choice" and game.decision.legal and out:
        yield Choice(chance.choice(game.decision.legal).does, (chance.choice(out),))


@plays(20)
@given(chance=CHANCE)
def test_whoever_may_act_can_act(beginning, fuzz, chance):
    """A unit that is offered, on a target that is; nothing rules it out; so with passing."""
    game = beginning(chance)

    for now, _ in played(game, fuzz(chance, game), inputs=12):
        decision = now.decision
        for unit in now.may:
            assert now.why(unit) == ()
        # Where a move goes to, and who is first, is for players to say.
        if decision.awaits is not Awaits.CHOICE or decision.kind in (
            ChoiceKind.FIRST,
            ChoiceKind.MOVE,
        ):
            continue
        offered = [*offers(now)]
        for offer in chance.sample(offered, min(len(offered), 12)):
            choice = taken(now, offer)
            assert now.refusal(choice) is None, choice
        for does in (PASS, DONE):
            assert (does in now.can) is (now.refusal(Choice(does)) is None)


@plays(20)
@given(chance=CHANCE)
def test_a_round_always_ends(shipped, fuzz, chance):
    """No side does one thing twice in a step that it can leave: so armies come to an end of it.

    Every unit, and every side, has as many choices as there are steps, at the most; or it is said
    what no rule says.
    """
    game = shipped(chance)
    if not game.program.round:
        return  # There are no rounds in it.
    trying, tried, choices = fuzz(chance, game), set(), 0
    most = len(game.program.steps) * len(game.state.roster.names)

    began = game.round
    while game.round <= max(began, 1) and game.awaits != "end":
        if game.awaits in ("unsaid", "contradicted"):
            assert game.unsaid or game.contradicted
            return
        choices += game.awaits == "choice"
        assert choices <= most, game
        following = next_input(game, trying, tried)
        refused = game.refusal(following)
        if refused is not None:
            # How far a unit moves may be on a card that nobody has given, and a rule may say where.
            assert game.decision.kind is ChoiceKind.MOVE, refused
            assert refused.by or "nobody has said" in refused.message
            return
        game = game.apply(following)


def next_input(game, trying, tried):
    """Something sound that is new in its step, or else the end of it."""
    decision = game.decision
    if decision.awaits is Awaits.DRAW or decision.kind is ChoiceKind.MARKER:
        return Draw(*trying.chance.choice([*held_markers(game.program, game.state)]))
    if decision.awaits is Awaits.ROLL or decision.kind is ChoiceKind.FIRST:
        return trying.sound(game)
    if decision.kind is ChoiceKind.MOVE:
        (action,) = decision.legal
        here = game.state.rest.places.get(game.number(action.units[0]), ())
        if len(here) > 1:  # Each model has its place, and stays there.
            return Choice(action.does, action.units[:1], places=here)
        return Choice(action.does, action.units[:1], inches=0)
    here = game.state.stack[-1].serial
    ways = [*offers(game)]
    new = [way for way in ways if (here, way[0].does, way[1]) not in tried]
    leave = [Choice(does) for does in (DONE, PASS) if does in game.can]
    chosen = trying.chance.choice([*new, *leave] if new else leave or ways)
    if isinstance(chosen, tuple):
        chosen = taken(game, chosen)
    tried.add((here, chosen.does, chosen.units[0] if chosen.units else ""))
    return chosen


@plays(20)
@given(chance=CHANCE)
def test_no_unit_exceeds_a_limit(beginning, fuzz, chance):
    """Counted from what happened: how often each did what a step deals, since the limit's began."""
    game = beginning(chance)
    limits = plain_limits(game.program.ruleset)
    open_steps, done = [], Counter()

    for now, _ in played(game, fuzz(chance, game), inputs=30):
        for event in now.events:
            if isinstance(event, Began):
                open_steps.append(event.step)
                for number, (_, limit) in enumerate(limits):
                    if limit.per == event.step:
                        done = Counter({at: n for at, n in done.items() if at[0] != number})
            elif isinstance(event, Ended):
                while open_steps and open_steps.pop() != event.step:
                    pass
            elif isinstance(event, Chose) and open_steps:
                for number, (dealing, limit) in enumerate(limits):
                    if dealing == open_steps[-1] and event.does in now.program.steps:
                        who = whose(limit, event)
                        done[number, event.does, who] += 1
                        assert done[number, event.does, who] <= limit.times, (event, limit)


def plain_limits(rules):
    """The limits of steps that deal, which hold for everybody and at all times."""
    waived = {
        name.removeprefix(f"{rules.ruleset}.")
        for clause in rules.clauses()
        for name in getattr(getattr(clause, "means", None), "waives", None) or ()
    }
    read_as = any(effect.clauses for effect in rules.effects.values())
    return [
        (name, clause.means.limit)
        for name, step in rules.steps.items()
        if any(clause.means and clause.means.each for clause in step.clauses) and not read_as
        for clause in step.clauses
        if clause.means
        and clause.means.limit
        and clause.means.when is None
        and clause.means.limit.per in rules.steps
        and isinstance(clause.means.limit.times, int)
        and not {clause.id, clause.full_id} & waived
    ]


def whose(limit, event):
    """With whose doings an event is counted: of several units, with those of the first."""
    if limit.by is Tally.BATTLE:
        return ()
    unit = event.units[:1] or (event.side,)
    return {Tally.SIDE: (event.side,), Tally.UNIT: unit, Tally.ITEM: (*unit, event.using)}[limit.by]


def test_it_is_forgotten_who_acted_first_where_no_clause_asks(skirmish):
    """Ash and then Birch, or Birch and then Ash: in the end all is the same."""
    game = skirmish.battle("Ash Birch Cedar", "Dorn Elm Fir").choose("act", "Ash")

    one = game.choose("act", "Dorn").choose("act", "Birch").choose("act", "Elm")
    other = game.choose("act", "Elm").choose("act", "Birch").choose("act", "Dorn")

    assert one.state == other.state
