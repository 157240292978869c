"""Rounds that are played blindly: whatever is asked can be answered, by every ruleset."""

from math import hypot
from random import Random
from typing import Any

import pytest

from turnwright.battle import library

MOST = 1500
"""Most inputs of a round."""
BACK = 5
"""Times that something is taken back in a round."""
OPEN = ("actions", "dice", "markers", "settle", "lacks")
"""What a table can be asked for."""
TRIES = 60
"""Ways that are tried to go on from one moment, before it is a dead end."""
SYSTEMS = [
    name
    for name, rules in library().rulesets.items()
    if library().effective(name).sides and not rules.library
]


def filled(slot: dict[str, Any], table: dict[str, Any], random: Random) -> Any:
    """Something that fills a slot, of what is offered for it alone."""
    if slot["slot"] == "move":
        return moved(slot, table, random)
    if slot.get("free") and random.random() < 0.7:
        return []
    if slot.get("several"):
        return random.sample(slot["names"], random.randint(1, min(3, len(slot["names"]))))
    return [random.choice(slot["names"])]


def moved(slot: dict[str, Any], table: dict[str, Any], random: Random) -> dict[str, Any]:
    """Some move: it stays, goes somewhere, or comes to somebody."""
    if "arrives" in slot:
        places = [[20 + 2 * model, random.randint(0, 40)] for model in range(slot["arrives"])]
        return random.choice(({}, {"to": places[0]} if len(places) == 1 else {"places": places}))
    if slot["places"]:
        x, y = random.choice(slot["places"])
        there = [place for unit in table["units"] for place in unit["places"]]
        to, part = random.choice(there), random.choice((0, random.random(), 1))
        far = hypot(to[0] - x, to[1] - y) or 1
        part = part * max(0, far - random.uniform(1, 3)) / far
        ends = [[a + part * (to[0] - x), b + part * (to[1] - y)] for a, b in slot["places"]]
        return {"to": ends[0]} if len(ends) == 1 else {"places": ends}
    said: dict[str, Any] = {
        "inches": round(random.choice((0, random.uniform(0, slot.get("reach") or 6))), 1)
    }
    for each in slot["near"]:
        if each["units"] and random.random() < 0.5:
            to = {"to_unit": random.choice(each["units"])}
            unit = slot["so_far"]["units"][0]
            said["causes"] = [{"declare": each["fact"], "unit": unit, **to}]
    return said


def said_of(ask: Any, lacks: dict[str, Any], random: Random) -> dict[str, Any]:
    """Somebody says what is not on a card: a number, or where each model stands."""
    said: dict[str, Any] = {"declare": lacks["fact"], "unit": lacks["unit"]}
    if lacks["places"]:
        said["places"] = [[random.randint(0, 40), 2 * model] for model in range(lacks["places"])]
    else:
        said["value"] = random.randint(1, 6)
    return ask("say", input=said)


def gone_on(ask: Any, table: dict[str, Any], random: Random) -> dict[str, Any]:
    """The answer to one blind try to go on: another table, or a refusal."""
    if table["dice"] and random.random() < 0.5:
        dice = [random.randint(1, table["dice"]["faces"]) for _ in range(table["dice"]["many"])]
        return ask("say", input={"roll": dice})
    if table["awaits"] in ("roll", "draw"):
        return ask("roll", seed=str(random.random()))
    if table["markers"]:
        one = random.choice(table["markers"])
        number = {"number": one["number"]} if one["number"] else {}
        return ask("say", input={"draw": one["what"], **number})
    if table["lacks"]:
        return said_of(ask, table["lacks"], random)
    if table["settle"]:
        fact, ends = table["settle"]["fact"], table["settle"]["ends"]
        unit = random.choice(table["settle"]["units"])
        return ask("say", input={"declare": fact, "unit": unit, **({"ends": True} if ends else {})})
    # To pass, or to be done, is tried less often: a round is to be seen.
    busy = [each for each in table["actions"] if each["does"] not in ("pass", "done")]
    action = random.choice(busy if busy and random.random() < 0.8 else table["actions"])
    picked = {"does": action["does"], "first": action.get("first", "")}
    while "slot" in (answer := ask("choose", picked=picked)):
        slot = answer["slot"]
        if slot.get("lacks"):
            return said_of(ask, slot["lacks"], random)
        picked = slot["so_far"] | {slot["slot"]: filled(slot, table, random)}
    return answer


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_round_comes_to_its_end_by_what_is_offered(sit_down, ruleset):
    """Every question has an answer among those that are offered with it.

    Who cannot see how a move that was begun can end, takes it back and does something else.
    """
    ask, random, left = sit_down(ruleset), Random(ruleset), BACK
    table = ask("begin", army=0)
    for _ in range(MOST):
        if table["awaits"] == "end" or "2" in table["round"]:
            return
        assert any(table[key] for key in OPEN), table
        tries = (gone_on(ask, table, random) for _ in range(TRIES))
        answer = next((each for each in tries if "refused" not in each), None)
        if answer is None:
            left -= 1
            assert left >= 0, (table["where"], table["actions"])
            answer = ask("go", at=max(0, table["at"] - random.randint(2, 8)))
        table = answer
    pytest.fail(f"no end: {table['where']}, {table['who']}")
