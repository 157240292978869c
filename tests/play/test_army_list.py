"""Army lists as players have them: written by hand, or pasted from a program."""

import pytest

from turnwright.play.army_list import listed_units
from turnwright.play.json_values import NotPlain

BY_HAND = """\
Ash
5 Birch

- Elm, 5
3x Oak
Captain, 5, like Gunners
"""
ROSTER = """\
++ Watch Detachment 0CP (The River) [65 PL, 1,000pts] ++

+ Configuration +

Battle Size [12CP]: 3. Large

+ HQ +

Warden [5 PL, 95pts]: Long knife, Heavy bow

+ Troops +

Bargemen [5 PL, 100pts]
. 4x Bargeman: 4x Bow, 4x Rope
. Steersman: Bow

++ Total: [65 PL, 1,000pts] ++
"""
APP = """\
The Lost Oars (1995 points)

River Folk
Large Battle (2000 points)

CHARACTERS

Warden in Chain (95 points)
  • Warlord
  • 1x Long knife

BATTLELINE

Bargemen (80 points)
  • 1x Steersman
     ◦ 1x Bow
  • 4x Bargeman
     ◦ 4x Bow

Exported with App Version: v1.30.0
"""
SHORT = """\
++++++++++++++++++++
+ FACTION KEYWORD: The River
+ TOTAL ARMY POINTS: 1990pts
++++++++++++++++++++

Char1: 1x Warden (90 pts): Warlord, Long knife
20x Bargemen (170 pts)
• 2x Steersman: Bow
• 18x Bargeman: 18x Bow
"""
SQUADS = """\
++ River Folk [1000pts] ++

Warden [1] Q3+ D2+ | 330pts | Hero
1x Long knife (A4)

2x Bargemen [5] Q5+ D5+ | 75pts
5x Bow (24", A1)
"""
COINS = """\
## Elites
River Prophet - 80 Ducats
• Flail - 10 Ducats
## Troops
Bargeman - 30 Ducats
Bargeman - 30 Ducats
"""


SUPPLIES = """\
Chief [12 Supplies, 1 Favour]: Axe
Raiders [8 Supplies] (10 models)
Great net (3 throws)
"""
"""An invented game that pays with supplies; what is counted otherwise costs nothing."""
TABLE = """\
Chief\t120 zl
Raiders ....... 80 zl
Boat crew  |  60 zl  |  swift
[45 zl] Rowers
"""
LAST = "Chief 15cr\nRaiders \u2013 8 cr\n3x Oak = 4 cr\n"
WHOLE = """\
The Lost Oars (1,000 pts)

Warden (400 pts)
Bargemen (150 pts)
Rowers (440 pts)
Total: (990 pts)
"""
"""The first line says what the army may cost, and the last what it does."""
BARE = """\
The Lost Oars 480/500 pts
River Folk
Drops: 3
Warden on a Heron (180)
\u2022 General
Bargemen (200)
Rowers (0.5 | 100)
Made by an app
"""
LEADER = "Warden (100 pts)\nRowers A (30 pts)\nRowers B (35 pts)\nRowers C (34 pts)\n"
MEN = "River Folk - 270pts\nBargemen, 8 men, 1 bow - 140pts\nRowers, 9 men - 130pts\n"
DOTTED = "Bargemen [5 PL, 100pts]\n. 4x Bargeman\n. Steersman\n\nRowers [3 PL, 60pts]: Bow\n"
BULLETS = "# River Folk, 300 points\n- **Ash**, 5 models - 100 points\n- **Elm** - 200 points\n"


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (BY_HAND, [("Ash", None), ("Birch", 5), ("Elm", 5), ("Oak", 3), ("Captain", 5)]),
        (ROSTER, [("Warden", None), ("Bargemen", 5)]),
        (APP, [("Warden in Chain", None), ("Bargemen", 5)]),
        (SHORT, [("Warden", 1), ("Bargemen", 20)]),
        (SQUADS, [("Warden", 1), ("Bargemen", 5), ("Bargemen", 5)]),
        (COINS, [("River Prophet", None), ("Bargeman", None), ("Bargeman", None)]),
        ("**Bargemen** (100 pts)", [("Bargemen", None)]),
        ("++ Raid [9 Supplies] ++\n" + SUPPLIES, [("Chief", None), ("Raiders", 10)]),
        (TABLE, [("Chief", None), ("Raiders", None), ("Boat crew", None), ("Rowers", None)]),
        (LAST, [("Chief", None), ("Raiders", None), ("Oak", 3)]),
        (WHOLE, [("Warden", None), ("Bargemen", None), ("Rowers", None)]),
        (
            WHOLE.replace("Total: (990 pts)", ""),
            [("Warden", None), ("Bargemen", None), ("Rowers", None)],
        ),
        (BARE, [("Warden on a Heron", None), ("Bargemen", None), ("Rowers", None)]),
        (LEADER, [("Warden", None), ("Rowers A", None), ("Rowers B", None), ("Rowers C", None)]),
        (MEN, [("Bargemen", 8), ("Rowers", 9)]),
        (DOTTED, [("Bargemen", 5), ("Rowers", None)]),
        (BULLETS, [("Ash", 5), ("Elm", None)]),
    ],
    ids=[
        *("hand", "roster", "app", "short", "squads", "coins", "markdown"),
        *("supplies", "table", "last", "whole", "untotalled"),
        *("bare", "leader", "men", "dotted", "bullets"),
    ],
)
def test_the_units_of_a_list_are_found(text, units):
    """What they carry, headings and totals are no units."""
    assert [(each.name, each.models) for each in listed_units(text)] == units


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ash, the old, of the river", "write a unit as `Ash, 5`"),
        ("++ River Folk [1000pts] ++", "no line of this list is a unit"),
        ("Ash\n" * 1001, "too long"),
    ],
)
def test_what_is_no_list_is_told(text, message):
    """In a sentence, and nothing of it is taken."""
    with pytest.raises(NotPlain, match=message):
        listed_units(text)


def test_a_pasted_army_stands_on_the_table(sit_down):
    """Two units of one name can be told apart."""
    table = sit_down("trench_crusade")("begin", own={"north": COINS, "south": APP})

    assert [(each["name"], each["of"]) for each in table["units"]] == [
        ("River Prophet", 1),
        ("Bargeman", 1),
        ("Bargeman 2", 1),
        ("Warden in Chain", 1),
        ("Bargemen", 5),
    ]
