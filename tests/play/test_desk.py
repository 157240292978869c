"""A battle that is played by asking the engine, input by input."""

import json
import subprocess
import sys

import pytest

from turnwright.battle import library, start
from turnwright.play.desk import Desk

OURS = {"own": {"north": "Ash\nBirch", "south": "Dorn\nElm"}}


def test_what_is_offered_is_what_the_engine_allows(sit_down):
    """Whoever decides, and with which units."""
    ask = sit_down("alternate_40k9")

    table = ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn"})
    game = start("alternate_40k9", {"attacker": ["Ash", "Birch"], "defender": ["Dorn"]})

    (activate,) = [each for each in table["actions"] if each["does"] == "activation"]
    assert table["side"] == game.next == "attacker"
    assert tuple(activate["units"]) == game.may
    assert [each["does"] for each in table["actions"]][-1] == "pass"


def test_a_refusal_names_the_rule_and_changes_nothing(sit_down):
    """The attacker has the first choice, and the page says so."""
    ask = sit_down("alternate_40k9")
    before = ask("begin", own={"attacker": "Ash", "defender": "Dorn"})

    refused = ask("say", input={"does": "activation", "unit": "Dorn", "side": "defender"})

    clauses = [one for each in refused["refused"]["because"] for one in each["clauses"]]
    assert "alternate_40k9.activation.attacker-first-choice" in clauses
    assert ask("go", at=before["at"]) == before


def test_nothing_is_lost_by_a_wrong_tap(sit_down):
    """Everything can be taken back, and done again, as often as one likes."""
    ask = sit_down("alternate_40k9")
    tables = [ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn\nElm"})]
    for _ in range(4):
        tables.append(ask("say", input={"does": "pass"}))

    back = [ask("undo") for _ in range(4)]
    on = [ask("redo") for _ in range(4)]

    assert [each["at"] for each in back] == [3, 2, 1, 0]
    assert ask("undo")["at"] == 3
    assert [each["actions"] for each in on] == [each["actions"] for each in tables[1:]]


def test_a_unit_that_acts_in_one_tap_is_taken_back_in_one(sit_down):
    """At the table nobody wants to be asked for every inch."""
    ask = sit_down("alternate_40k9")
    ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn"})

    acted = ask("say", input={"does": "activation", "unit": "Ash"}, finish=True)

    assert acted["side"] == "defender"
    assert {each["name"] for each in acted["units"] if each["acted"]} == {"Ash"}
    assert ask("undo")["at"] == 0


def test_a_unit_that_moves_in_one_tap_goes_as_far_as_it_may(sit_down):
    """Where nobody has said where it stands."""
    ask = sit_down("wh40k9")
    ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn"})

    moved = ask("choose", picked={"does": "normal_move", "units": ["Ash"]}, finish=True)

    assert moved["actions"][0]["units"] == ["Birch"]
    assert "Ash moves 6 inches." in moved["log"][-1]
    assert ask("undo")["at"] == 0


def test_two_that_stand_somewhere_are_enough_for_a_charge(sit_down):
    """Of the others nobody has to say it: a charge goes at most 12 inches."""
    ask = sit_down("trench_crusade")
    ask("begin", own={"north": "Ash", "south": "Dorn\nElm"})
    ask("say", input={"does": "first", "first": "north"})
    before = ask("say", input={"does": "activation", "unit": "Ash"})
    ask("say", input={"declare": "placed", "unit": "Ash", "places": [[0, 0]]})

    near = ask("say", input={"declare": "placed", "unit": "Dorn", "places": [[8, 0]]})
    charged = ask("choose", picked={"does": "charge", "units": ["Ash"]})

    assert "charge" not in [each["does"] for each in before["actions"]]
    assert "charge" in [each["does"] for each in near["actions"]]
    assert charged["log"][-1][0] == "Ash charges Dorn."


def test_why_not_is_answered_for_every_unit(sit_down):
    """Each unit of the other side waits for its own chance."""
    ask = sit_down("alternate_40k9")
    ask("begin", own={"attacker": "Ash", "defender": "Dorn"})

    sheet = ask("unit", unit="Dorn")

    assert ["wh40k9.turn.own-units"] in [each["clauses"] for each in sheet["why_not"]]


def test_the_same_seed_rolls_the_same_dice(sit_down):
    """And dice that were rolled on the table are taken as they are."""
    one, other = sit_down("trench_crusade"), sit_down("trench_crusade")
    for ask in (one, other):
        assert ask("begin", **OURS)["awaits"] == "roll"

    assert one("roll", seed="7") == other("roll", seed="7")
    one("undo")
    assert one("say", input={"roll": [2, 4]})["side"] == "south"


def test_a_kept_battle_goes_on_where_it_was(sit_down):
    """At the moment that was looked at, with what was taken back still there."""
    ask = sit_down("trench_crusade")
    ask("begin", **OURS)
    ask("say", input={"roll": [2, 4]})
    ask("say", input={"does": "first", "first": "south"})
    now = ask("undo")

    kept = ask("keep_all")
    again = sit_down("trench_crusade")("begin", battle=kept["battle"], at=kept["at"])

    assert again == now


def test_no_reader_of_yaml_is_needed_to_play():
    """What runs in a browser needs the standard library alone."""
    code = (
        "import sys\n"
        "for name in ('yaml', 'pydantic', 'click', 'jinja2', 'markdown_it', 'mkdocs'):\n"
        "    sys.modules[name] = None\n"
        "from turnwright.play.desk import Desk\n"
        'print(Desk().answer(\'{"ask": "undo"}\'))'
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)["refused"]["message"] == "there is no battle yet"


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "[]",
        '{"ask": "__init__"}',
        '{"ask": "begin", "army": 99}',
        '{"ask": "begin", "army": true}',
        '{"ask": "begin", "own": {"north": "Ash"}}',
        '{"ask": "begin", "own": {"east": "Ash", "west": "Dorn"}}',
        '{"ask": "begin", "own": {"north": "Ash, 0", "south": "Dorn"}}',
        '{"ask": "begin", "own": {"north": "Ash, like Nobody", "south": "Dorn"}}',
        '{"ask": "begin", "army": 0, "agreed": true, "options": ["none"]}',
        '{"ask": "begin", "battle": {"example": "A", "ruleset": "wh40k9", "given": {}}}',
        '{"ask": "begin", "battle": {"example": "A", "ruleset": "trench_crusade",'
        ' "given": {"north": {"Ash": {"facts": ["no_such"]}}, "south": ["Dorn"]}}}',
        '{"ask": "say", "input": {"does": "pass", "roll": [1]}}',
        '{"ask": "say", "input": {"roll": ["six"]}}',
        '{"ask": "unit", "unit": "Nobody"}',
        '{"ask": "unit"}',
        '{"ask": "may", "facts": 7, "like": ["Ash"], "inches": "far"}',
    ],
)
def test_whatever_a_page_is_handed_a_desk_answers(sit_down, asked):
    """A link by an attacker, a file from somewhere: an answer, and never a traceback."""
    ask = sit_down("trench_crusade")
    before = ask("begin", **OURS)
    desk: Desk = ask.__closure__[0].cell_contents  # the desk itself, to hand it any text

    answer = json.loads(desk.answer(asked))

    assert isinstance(answer, list) or answer["refused"]["message"]
    assert ask("go", at=0) == before


def test_every_system_begins_a_battle(sit_down):
    """From its rules alone: one that is ready, or one's own."""
    for ruleset, rules in library().rulesets.items():
        if library().effective(ruleset).sides and not rules.library:
            table = sit_down(ruleset)("begin", army=0)
            assert table["units"], (ruleset, table)


def test_the_page_says_where_the_battle_is_now(sit_down):
    """And not where the last line was: an activation that is over is not open."""
    ask = sit_down("alternate_40k9")
    ask("begin", own={"attacker": "Ash\nBirch", "defender": "Dorn"})

    acting = ask("say", input={"does": "activation", "unit": "Ash"})
    over = ask("say", input={"does": "done"})
    while over["side"] == "attacker":
        over = ask("say", input={"does": "done"})

    assert "Ash" in acting["where"]
    assert "Ash" not in over["where"]


def test_what_is_out_of_turn_is_refused_in_the_players_words(sit_down):
    """Who chooses, between what, and when the other thing comes; and no name of the machine's."""
    ask = sit_down("wh40k9")
    ask("begin", own={"attacker": "Ash", "defender": "Dorn"})

    theirs = ask("why", input={"does": "shoot", "unit": "Dorn"})["message"]
    later = ask("why", input={"does": "make_charge", "unit": "Ash"})["message"]
    while "Shooting" not in ask("go", at=99)["where"]:
        ask("say", input={"does": "done"})
    past = ask("why", input={"does": "normal_move", "unit": "Ash"})["message"]

    assert theirs.startswith("Attacker chooses now, in Move units: ")
    assert theirs.endswith("Shoot belongs to Shooting phase")
    assert later.endswith("Charge belongs to Charges")
    assert past.endswith("Normal Move belongs to Move units, and that is over")
    assert "_" not in theirs + later + past


def test_what_comes_no_more_is_refused_in_the_players_words(sit_down):
    """A roll-off is over once the battle goes on; and nobody passes where nothing lets them."""
    ask = sit_down("wh40k7")
    now = ask("begin", army=0)
    while now["awaits"] == "roll" or now["kind"] != "chance":
        roll = {"what": "roll", "seed": str(now["at"])}
        now = ask(**roll) if now["awaits"] == "roll" else ask("choose", picked=now["actions"][0])
    unit = next(each["name"] for each in now["units"] if each["may"])

    over = ask("why", input={"does": "take"})["message"]
    no_pass = ask("why", input={"does": "pass"})["message"]

    assert over.endswith("Take it belongs to The winner takes it")
    assert "open is" not in no_pass
    assert unit


def test_a_question_that_cannot_be_asked_is_refused_with_the_rule(sit_down):
    """On a page where no battle was played, too: of a unit that is gone nothing more is so."""
    asked = {"facts": ["destroyed", "fast"]}

    refused = sit_down("agility_aod")("may", **asked)["refused"]

    assert refused["message"] == "My unit is already gone"
    assert "leave the table" in refused["because"][0]["text"]


def test_a_unit_is_told_with_whom_it_is_in_melee(sit_down):
    """And not that it merely sees somebody."""
    ask = sit_down("trench_crusade")
    ask("begin", own={"north": "Ash", "south": "Crow\nElm"})
    ask("say", input={"declare": "engaged", "unit": "Ash", "to_unit": "Crow"})

    assert ask("unit", unit="Ash")["is"] == ["In melee with Crow"]
    assert ask("unit", unit="Elm")["is"] == []


def test_who_is_in_the_middle_of_a_turn_is_not_done(sit_down):
    """Only the side whose turn is over is."""
    ask = sit_down("wh40k9")
    first = ask("begin", own={"attacker": "Ash", "defender": "Dorn"})
    while first["side"] == "attacker":
        assert first["out"] == []
        first = ask("say", input={"does": "done"})

    assert [each["side"] for each in first["out"]] == ["attacker"]


def test_what_was_done_most_in_the_rounds_before_is_offered_first(sit_down):
    """Within a round nothing moves; whoever always advanced finds it first in the next."""
    ask = sit_down("alternate_40k9")
    table = ask("begin", own={"attacker": "Ash", "defender": "Dorn"})
    orders: list[tuple[str, list[str]]] = []
    while "3" not in table["round"]:
        offered = {each["does"]: each for each in table["actions"]}
        if {"normal_move", "advance"} <= {*offered}:
            orders.append((table["round"], [*offered]))
        if table["dice"]:
            table = ask("roll", seed="1")
            continue
        does = next((each for each in ("advance", "activation", "done") if each in offered), "")
        does = does or next(iter(offered))
        picked = {"does": does, "units": offered[does]["units"]}
        move = {"move": {"inches": 0}} if table["kind"] == "move" else {}
        table = ask("choose", picked=picked | move)

    first, again = orders[0][1], orders[-1][1]
    assert all(names == first for said, names in orders if said == orders[0][0])
    assert first[0] != "advance"
    assert again[0] == "advance"
    assert again[-1] == "done"


TRIED = """\
example: A power whose warp charge nobody has said
ruleset: wh40k9
mission: {first: attacker}
given:
  attacker: {Ash: {facts: [psyker], has: {powers: 1}}}
  defender: {Rook: {}}
play:
  - {side: attacker, does: done}
  - {side: attacker, does: use_powers, unit: Ash}
  - {side: attacker, does: smite, unit: Ash}
"""


def test_a_number_of_the_battle_that_nobody_has_said_is_asked(sit_down):
    """It stands on no card of a unit; once it is said, the power is tried against it."""
    ask = sit_down("wh40k9")
    table = ask("begin", text=TRIED)
    while table["dice"]:
        table = ask("say", input={"roll": [5] * table["dice"]["many"]})

    assert (table["lacks"]["unit"], table["lacks"]["side"]) == ("", "")
    assert table["lacks"]["title"] == "Warp charge of Smite"
    table = ask("say", input={"declare": table["lacks"]["fact"], "value": 5})
    while table["dice"]:
        table = ask("say", input={"roll": [5] * table["dice"]["many"]})
    assert table["lacks"] is None
    assert table["awaits"] == "choice"
