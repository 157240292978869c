"""Two words in one part: the loader refuses them by name, or the part means something."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Meaning, words_of
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import KINDS
from turnwright.language.step import DEALS, StepMeaning
from turnwright.language.turn_order import IDLE_WORDS, Cadence
from turnwright.load import Library, SourceError

KINDS_OF_MEANING: dict[str, type[Meaning]] = {
    "steps": StepMeaning,
    "checks": CheckMeaning,
    "facts": FactMeaning,
    "values": ValueMeaning,
    "effects": EffectMeaning,
    "containers": ContainerMeaning,
}

VALUES: dict[str, dict[str, Any]] = {
    "steps": {
        "sequence": ["dash"],
        "repeats": "dash",
        "each": ["dash"],
        "each_ability": "unit",
        "order": "free",
        "until": {"fact": "late"},
        "cadence": "alternate",
        "first": "listed_first",
        "decides": "fewest",
        "ties": "listed_second",
        "kept": "battle",
        "in_a_row": 2,
        "chances": 3,
        "uneven": "runs_on",
        "unable": "waits",
        "asks": "always",
        "passing": "allowed",
        "passed": "for_now",
        "finish": "allowed",
        "among": "own",
        "needs": {"fact": "ready"},
        "bars": {"fact": "gone"},
        "limit": {"per": "battle"},
        "costs": {"value": "speed"},
        "uses": "axe",
        "target": "enemy",
        "rank": {"value": "speed", "direction": "descending"},
        "together": "several",
        "group_needs": {"fact": "ready"},
        "group": "shared",
        "group_counts": "each",
        "counts_as": "move",
        "put_off": "later",
        "check": "luck",
        "risky": True,
        "draws": "bag",
        "result": {"outcome": ["success"], "then": "carry_out"},
        "instead": {"outcome": "failure", "step": "dash"},
        "moves": {"up_to": 6},
        "route": "direct",
        "may_enter": "engaged",
        "may_leave": "engaged",
        "sets": {"fact": "ready"},
        "ends": {"fact": "ready"},
        "changes": {"value": "speed", "by": 1},
    },
    "checks": {
        "roll": "1d6",
        "add": "speed",
        "bonus_dice": "keep_highest",
        "penalty_dice": "keep_lowest",
        "mixed_dice": "cancel",
        "dice_from": ["gear"],
        "judged": "each_die",
        "band": {"outcome": "fine"},
    },
    "facts": {
        "within": 3.0,
        "counts_as": "engaged",
        "ends": "gone",
        "triggers": "never",
        "leaves": "at_once",
        "away": "off_table",
    },
    "values": {"base": "speed", "starts": 0, "add": 1, "bounds": {"at_least": 0}},
    "effects": {
        "reads_as": "dash",
        "bearer": "active",
        "work_of": "army",
        "covers": "same",
        "covers_whose": "side",
        "covers_until": "battle",
        "next": "side",
        "boundary": "step",
        "if_gone": "battle",
        "conditions_bind": "always",
    },
    "containers": {
        "fills": {"start": "battle"},
        "refills": "pile",
        "contains": {"of": "sides"},
        "drawn": "blind",
        "draw_for": "once",
        "placed": "back",
        "extra": "nothing",
        "gained": "adds",
        "gone": "stays",
        "of_passed": "ignored",
        "empties": {"end": "battle"},
    },
}
"""A value of every word, for every kind of part; `waives` is about clauses, not words."""

ROLLED = {
    "title": "Luck",
    "clauses": [
        {"id": "luck.roll", "text": "A rule.", "means": {"roll": "1d6"}},
        {"id": "luck.low", "text": "A rule.", "means": {"band": {"outcome": "failure", "high": 3}}},
        {"id": "luck.high", "text": "A rule.", "means": {"band": {"outcome": "success", "low": 4}}},
    ],
}

LATER = {"cadence": "put_off", "each": ["part"], "until": "all_dealt"}

DISAGREE = {frozenset(("within", other)) for other in ("ends", "triggers", "leaves", "away")}
"""Words of facts that are about a pair, and about one unit: no fact is about both."""


def ruleset_with(kind: str, words: dict[str, Any]) -> dict[str, Any]:
    """A small ruleset with these words in one part, each in a clause of its own."""
    subject = "pair" if "within" in words and kind == "facts" else "unit"
    if kind == "facts" and "counts_as" in words:
        words = {**words, "counts_as": "engaged" if subject == "pair" else "ready"}
    part = {
        "title": "Part",
        **({"of": subject} if kind == "facts" else {}),
        "clauses": [
            {"id": f"part.{word.replace('_', '-')}", "text": "A rule.", "means": {word: value}}
            for word, value in words.items()
        ],
    }
    opened = {"cadence": "one_side", "first": "listed_first", "until": "none_left"}
    parts: dict[str, Any] = {
        "steps": {
            "battle": {
                "clauses": [
                    {
                        "id": "battle.deals",
                        "text": "A rule.",
                        "means": {**opened, "each": ["part", "other", "dash", "later"]},
                    }
                ]
            },
            "part": {"title": "Part"},
            "other": {
                "clauses": [
                    {"id": "other.a", "text": "A rule.", "means": {"check": "luck"}},
                    {"id": "other.b", "text": "A rule.", "means": {"check": "part"}},
                ][: 2 if kind == "checks" else 1]
            },
            "dash": {"title": "Dash"},
            "later": {"clauses": [{"id": "later.all", "text": "A rule.", "means": LATER}]},
        },
        "checks": {"luck": ROLLED},
        "facts": {
            "ready": {"title": "Ready"},
            "gone": {"title": "Gone"},
            "late": {"title": "Late", "of": "battle"},
            "engaged": {"title": "Engaged", "of": "pair"},
        },
        "values": {"speed": {"title": "Speed"}},
        "containers": {"bag": {"title": "Bag"}},
    }
    parts.setdefault(kind, {})["part"] = part
    if kind == "checks":
        parts["steps"]["other"]["clauses"] = parts["steps"]["other"]["clauses"][1:]
        del parts["checks"]["luck"]
    else:
        parts["steps"]["battle"]["clauses"].append(
            {
                "id": "battle.rest",
                "text": "What else is there is mentioned.",
                "means": {
                    "needs": {
                        "any_of": [
                            *({"fact": fact} for fact in ("ready", "gone", "late")),
                            {"pair": {"fact": "engaged", "to": "enemy"}},
                            {"level": {"value": "speed", "at_least": 1}},
                        ]
                    }
                },
            }
        )
    parts["steps"]["dash"] = {
        "clauses": [
            {"id": "dash.draws", "text": "A rule.", "means": {"draws": drawn}}
            for drawn in (("part",) if kind == "containers" else ("bag",))
        ]
    }
    if kind == "containers":
        del parts["containers"]["bag"]
        if "refills" in words:
            parts["containers"]["pile"] = {"title": "Pile"}
    head = {"ruleset": "pair", "language": 2, "title": "A pair of words"}
    return {**head, "sides": ["north", "south"], **parts}


PAIRS = [(kind, first, second) for kind in KINDS for first, second in combinations(VALUES[kind], 2)]
"""Every pair of words of every kind of part, with the kind."""


def lonely(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these words that stand without what they belong to."""
    declared = words_of(KINDS_OF_MEANING[kind])
    return tuple(
        word for word in words if declared[word].beside and not {*declared[word].beside} & {*words}
    )


LONELY_PAIRS = [(kind, *words) for kind, *words in PAIRS if lonely(kind, tuple(words))]
"""Pairs of which one word stands without what it belongs to."""


def problems_of(tmp_path: Path, ruleset: dict[str, Any]) -> list[str]:
    """What the loader says of a ruleset."""
    folder = tmp_path / "pair"
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(ruleset, sort_keys=False))
    try:
        Library.read(folder)
    except SourceError as error:
        return [problem.message for problem in error.problems]
    return []


def with_what_it_needs(kind: str, first: str, second: str) -> dict[str, Any]:
    """Two words, and whatever either must stand beside, as far as the other allows it."""
    declared, values = words_of(KINDS_OF_MEANING[kind]), VALUES[kind]
    words = {first: values[first], second: values[second]}
    waiting = [first, second]
    while waiting:
        word = declared[waiting.pop()]
        if word.beside and not any(other in words for other in word.beside):
            clear = [
                other
                for other in word.beside
                if not any(other in declared[w].apart or w in declared[other].apart for w in words)
            ]
            needed = (clear or word.beside)[0]
            words[needed] = values[needed]
            waiting.append(needed)
    return words


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_of_a_part_has_a_value_here(kind: str):
    """A word that is added to the language is tried beside all others."""
    assert VALUES[kind].keys() == words_of(KINDS_OF_MEANING[kind]).keys() - {"waives"}


@pytest.mark.parametrize(("kind", "first", "second"), PAIRS)
def test_two_words_are_refused_by_name_or_mean_something(
    kind: str, first: str, second: str, tmp_path: Path
):
    """As the language declares, and with a message that names both."""
    declared = words_of(KINDS_OF_MEANING[kind])
    words = with_what_it_needs(kind, first, second)
    clash = [
        (one, other)
        for one, other in combinations(words, 2)
        if other in declared[one].apart or one in declared[other].apart
    ]
    idle = IDLE_WORDS.get(Cadence(words.get("cadence", "follows")), ())
    clash += [("cadence", word) for word in words if "cadence" in words and word in idle]

    problems = problems_of(tmp_path, ruleset_with(kind, words))

    if clash:
        for pair in clash:
            assert any(all(f"`{w}" in message for w in pair) for message in problems), problems
    elif frozenset((first, second)) in DISAGREE and kind == "facts":
        assert problems
    else:
        assert problems == []


@pytest.mark.parametrize(("kind", "first", "second"), LONELY_PAIRS)
def test_a_word_without_what_it_belongs_to_is_refused(
    kind: str, first: str, second: str, tmp_path: Path
):
    """The message names the word, and one of those that it needs."""
    declared, values, words = words_of(KINDS_OF_MEANING[kind]), VALUES[kind], (first, second)

    problems = problems_of(tmp_path, ruleset_with(kind, {w: values[w] for w in words}))

    for word in lonely(kind, words):
        needed = declared[word].beside
        assert any(
            f"`{word}`" in message and any(f"`{other}`" in message for other in needed)
            for message in problems
        ), problems


@pytest.mark.parametrize("cadence", Cadence)
@pytest.mark.parametrize("word", sorted({word for idle in IDLE_WORDS.values() for word in idle}))
def test_a_word_that_means_nothing_beside_a_cadence_is_refused(
    cadence: Cadence, word: str, tmp_path: Path
):
    """The message names the word and the cadence."""
    words = with_what_it_needs("steps", "cadence", word) | {"cadence": cadence.value}
    assert {*DEALS} & words.keys()

    problems = problems_of(tmp_path, ruleset_with("steps", words))

    named = [m for m in problems if f"`{word}`" in m and f"`cadence: {cadence}`" in m]
    assert bool(named) == (word in IDLE_WORDS.get(cadence, ()))
