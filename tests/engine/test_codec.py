"""A battle that was written down is read again, and anything else is no battle."""

import json

import pytest

from turnwright.engine.codec import from_json, to_json

NO_BATTLES = (
    *("", "3", "null", "[]", "{}", "[" * 100_000),
    *('{"": "Nonsense"}', '{"": [1]}', '{"": "State"}', '{"": "Roster"}'),
    *('{"": "set", "items": 3}', '{"": "Awaits", "value": "tea"}'),
)


@pytest.mark.parametrize("text", NO_BATTLES, ids=lambda text: text[:20])
def test_a_text_that_is_no_battle_is_not_read(text):
    """Whatever it is instead."""
    with pytest.raises(ValueError, match="not a state"):
        from_json(text)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"roster": None},
        {"roster": {"": "Roster", "sides": 2, "units": []}},
        {"roster": {"": "Roster", "sides": [["a"]], "units": []}},
        {"roster": {"": "Roster", "sides": ["a"], "units": [["Ash", 7, {}]]}},
        {"roster": {"": "Roster", "sides": ["a"], "units": [["Ash", 0, {"has": {"speed": "6"}}]]}},
        {"roster": {"": "Roster", "sides": ["a"], "units": [["Ash", 0, {"nonsense": 1}]]}},
        {"stack": 3},
        {"stack": [3]},
        {"alive": "everybody"},
        {"facts": [True]},
        {"round": 1.5},
        {"ask": {"": "Frame"}},
        {"more": 1},
    ],
)
def test_a_battle_that_was_spoilt_is_not_read(skirmish, spoilt):
    """A part of another kind, or one that nobody knows."""
    written = json.loads(to_json(skirmish.battle("Ash", "Dorn").state))

    with pytest.raises(ValueError, match="not a state"):
        from_json(json.dumps(written | spoilt))


@pytest.mark.parametrize("part", ["roster", "stack", "rest", "ask"])
def test_a_battle_of_which_a_part_is_lost_is_not_read(skirmish, part):
    """Nothing is made up for it."""
    written = json.loads(to_json(skirmish.battle("Ash", "Dorn").state))
    del written[part]

    with pytest.raises(ValueError, match="not a state"):
        from_json(json.dumps(written))
