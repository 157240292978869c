"""A second opinion on turn orders: every order that the rules allow, from a few lines of Python.

Each way to deal chances is written down once more, from what the word says, and knows nothing of
the engine. Both must allow exactly the same orders: who acts, who passes, what is drawn.
"""

from itertools import permutations

import pytest

SIDES = ("north", "east", "south")
SPEED = {"N1": 5, "N2": 4, "N3": 5, "E1": 5, "E2": 4, "E3": 3, "S1": 4, "S2": 5, "S3": 3}
HOLE = ("?",)
"""The rules do not say how it goes on: nobody can act, and neither has everybody passed."""


def army(size, side):
    """The units of a side."""
    return tuple(f"{side[0].upper()}{number + 1}" for number in range(size))


def allowed(game, since=None):
    """Every order that the engine allows from here to the end of the round.

    With `since`, those that have passed since anybody acted, nobody is followed who passes again.
    """
    if game.round == 2:
        return {()}
    if game.unsaid:
        assert game.unsaid == "until"
        return {HOLE}
    found = set()
    if game.awaits == "draw":
        for side in game.program.sides:
            if game.holds(side):
                drawn = game.draw(side)
                ignored = next(e for e in drawn.events if type(e).__name__ == "Drew").ignored
                token = f"{side}: ignored" if ignored else f"{side} is drawn"
                found |= {(token, *rest) for rest in allowed(drawn)}
        return found
    if game.awaits == "roll":
        return {(*game.active, *rest) for rest in allowed(game.roll(1))}
    for unit in game.may:
        acted = allowed(game.choose("act", unit), None if since is None else frozenset())
        found |= {(unit, *rest) for rest in acted}
    if "pass" in game.can and game.next not in (since or ()):
        passed = None if since is None else since | {game.next}
        found |= {(f"{game.next} passes", *rest) for rest in allowed(game.choose("pass"), passed)}
    return found


# Sides take turns


def alternating(left, passing, passed=frozenset(), holder=0, since=frozenset()):
    """Each side in turn takes a chance; whoever has nothing left is passed by.

    Whoever alone has passed for now has another chance where nobody else can act.
    """
    sides = range(len(left))
    if len(passed) == len(left) or not any(left):
        return {()}
    able = [side for side in sides if left[side] and side not in passed]
    if not able and passing == "for_now" and len(passed) == 1:
        passed, able = frozenset(), [*passed]
    if not able:
        return {HOLE}
    if holder not in able:
        holder = next((holder + n) % len(left) for n in sides if (holder + n) % len(left) in able)
    after = (holder + 1) % len(left)
    found = set()
    for unit in left[holder]:
        rest = tuple(tuple(u for u in units if u != unit) for units in left)
        back = frozenset() if passing == "for_now" else passed
        found |= {(unit, *more) for more in alternating(rest, passing, back, after)}
    if passing != "never" and holder not in since:
        out, since = passed | {holder}, since | {holder}
        token = f"{SIDES[holder]} passes"
        found |= {(token, *more) for more in alternating(left, passing, out, after, since)}
    return found


PASSING = {
    "never": "turns.may-pass: {passing: never}",
    "final": "turns.may-pass: {passing: allowed}",
    "for_now": "turns.pass-is-final: {passed: for_now}",
}
SIZES = [(2, 1), (1, 3), (0, 2), (2, 2), (1, 1, 1), (2, 0, 1), (1, 2, 1)]


@pytest.mark.parametrize("passing", PASSING)
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_sides_take_turns(skirmish, sizes, passing):
    """One chance each, with every way to pass."""
    rules = skirmish.but(f"steps: {{turns: {{{PASSING[passing]}}}}}")
    armies = [army(size, side) for size, side in zip(sizes, SIDES, strict=False)]

    game = rules.with_sides(*SIDES[: len(sizes)]).battle(*map(" ".join, armies))

    assert allowed(game, frozenset()) == alternating(tuple(armies), passing)


# Ranks


def ranking(left, passing, passed=frozenset()):
    """The fastest unit that is left acts next; of equally fast sides the first in their order."""
    if len(passed) == len(left) or not any(left):
        return {()}
    able = [unit for side, units in enumerate(left) if side not in passed for unit in units]
    if not able:
        return {HOLE}
    best = max(SPEED[unit] for unit in able)
    holder = min(
        side
        for side, units in enumerate(left)
        if side not in passed and any(SPEED[unit] == best for unit in units)
    )
    found = set()
    for unit in left[holder]:
        if SPEED[unit] == best:
            rest = tuple(tuple(u for u in units if u != unit) for units in left)
            found |= {(unit, *more) for more in ranking(rest, passing, passed)}
    if passing != "never":
        token = f"{SIDES[holder]} passes"
        found |= {(token, *more) for more in ranking(left, passing, passed | {holder})}
    return found


def cards(units):
    """Units with their speed on their cards."""
    return {unit: {"has": {"speed": SPEED[unit]}} for unit in units}


RANKED = """
    steps:
      turns:
        turns.alternate: {cadence: ranked}
        turns.fastest: {rank: {value: speed, direction: descending}}
    values: {speed: {}}
"""


@pytest.mark.parametrize("passing", ["never", "final"])
@pytest.mark.parametrize("sizes", [(2, 2), (3, 1), (2, 2, 2), (3, 1, 2), (0, 3, 2)], ids=str)
def test_the_fastest_unit_is_next(skirmish, sizes, passing):
    """Whosever it is; units of one side that are equally fast may come in either order."""
    rules = skirmish.but(RANKED).but(f"steps: {{turns: {{{PASSING[passing]}}}}}")
    armies = [army(size, side) for size, side in zip(sizes, SIDES, strict=False)]

    game = rules.with_sides(*SIDES[: len(sizes)]).battle(*map(cards, armies))

    assert allowed(game) == ranking(tuple(armies), passing)


EACH_UNIT = """
    steps:
      turns:
        turns.alternate: {cadence: each_unit}
        turns.fastest: {rank: {value: speed, direction: descending}}
        turns.once: null
        turns.one: null
        turns.own: {among: anyone}
        turns.over: {until: all_dealt}
        turns.uneven: null
        turns.may-pass: null
        turns.pass-is-final: null
        turns.all-passed: null
      act: {act.roll: {check: luck, result: {outcome: [done], then: carry_out}}}
    checks: {luck: {luck.die: {roll: 1d6}, luck.done: {band: {outcome: done, low: 1}}}}
    values: {speed: {}}
"""


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3), (2, 2, 2), (3, 3, 3), (0, 2, 3)], ids=str)
def test_each_unit_has_it_once(skirmish, sizes):
    """The fastest first, then by side, then as they are listed: there is one order only."""
    armies = [army(size, side) for size, side in zip(sizes, SIDES, strict=False)]
    listed = [unit for units in armies for unit in units]

    game = skirmish.but(EACH_UNIT).with_sides(*SIDES[: len(sizes)]).battle(*map(cards, armies))

    assert allowed(game) == {tuple(sorted(listed, key=lambda unit: -SPEED[unit]))}


# Draws

LOTTERY = """
    steps:
      turns: {turns.alternate: {cadence: draw, draws: bag}, turns.first: {first: drawn}}
    containers:
      bag:
        bag.filled: {fills: {start: round}}
        bag.units: {contains: {of: sides, count: {count: own}}}
        bag.how: {drawn: blind, draw_for: each_chance, placed: on_unit, of_passed: ignored}
"""


def drawing(bag, left, passing, passed=frozenset()):
    """A marker says whose chance it is; those of sides that have passed mean nothing."""
    if not any(left) or not any(bag[side] for side in range(len(bag)) if side not in passed):
        return {()}
    found = set()
    for side in range(len(bag)):
        if not bag[side]:
            continue
        after = tuple(many - (side == other) for other, many in enumerate(bag))
        if side in passed:
            token = f"{SIDES[side]}: ignored"
            found |= {(token, *more) for more in drawing(after, left, passing, passed)}
            continue
        ways = set()
        for unit in left[side]:
            rest = tuple(tuple(u for u in units if u != unit) for units in left)
            ways |= {(unit, *more) for more in drawing(after, rest, passing, passed)}
        if passing != "never":
            token = f"{SIDES[side]} passes"
            ways |= {(token, *more) for more in drawing(after, left, passing, passed | {side})}
        found |= {(f"{SIDES[side]} is drawn", *way) for way in ways}
    return found


@pytest.mark.parametrize("passing", ["never", "final"])
@pytest.mark.parametrize("sizes", [(2, 1), (2, 2), (1, 1, 1), (2, 0, 1), (1, 2, 1)], ids=str)
def test_a_marker_says_who_is_next(skirmish, sizes, passing):
    """One marker for each unit, drawn until nobody is left for whom one could be drawn."""
    rules = skirmish.but("steps: {turns: {turns.uneven: null}}").but(LOTTERY)
    rules = rules.but(f"steps: {{turns: {{{PASSING[passing]}}}}}")
    armies = [army(size, side) for size, side in zip(sizes, SIDES, strict=False)]

    game = rules.with_sides(*SIDES[: len(sizes)]).battle(*map(" ".join, armies))

    assert allowed(game) == drawing(sizes, tuple(armies), passing)


@pytest.mark.parametrize("sizes", [(2, 2), (1, 1, 2)], ids=str)
def test_a_marker_of_a_unit_says_which_unit(skirmish, sizes):
    """Every order of the units, and no other."""
    rules = skirmish.but("steps: {turns: {turns.uneven: null}}").but(LOTTERY)
    rules = rules.but(f"steps: {{turns: {{{PASSING['never']}}}}}")
    rules = rules.but("containers: {bag: {bag.units: {contains: {of: anyone, count: null}}}}")
    armies = [army(size, side) for size, side in zip(sizes, SIDES, strict=False)]
    units = [unit for mine in armies for unit in mine]
    game = rules.with_sides(*SIDES[: len(sizes)]).battle(*map(" ".join, armies))

    for order in permutations(units):
        play = game
        for unit in order:
            play = play.draw(unit)
            assert play.may == (unit,)
            play = play.choose("act", unit)
        assert play.round == 2
