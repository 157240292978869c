"""What a reader would see who reads every rule that holds: no rule says otherwise than another.

The rules of every ruleset are looked at as they are, with each option, with each answer to a
reading, and with each pack.
"""

import re
from collections.abc import Iterator, Mapping

import pytest

from turnwright.battle import library
from turnwright.describe.applicability import idle_clauses
from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import opened_steps, reachable_steps
from turnwright.engine.rulings import spoken_words
from turnwright.language.clause import Clause, Combine
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset

LIBRARY = library()
PLACES = "a|an|each|every|in|his|next|of|one|own|that|the|their|this|whose|your"
"""Words before the title of a step, where it is the step that is meant."""
EXCEPTIONS = re.compile(r"\b(although|even|except|on top of|other|unless|unlike)\b", re.IGNORECASE)
"""Words with which one of two rules says that it, or the other, is an exception."""

Choice = tuple[str, str, Mapping[str, object]]


def choices() -> Iterator[Choice]:
    """Every ruleset, with what players may agree on one by one."""
    for name, written in LIBRARY.rulesets.items():
        rules = LIBRARY.effective(name)
        yield name, "as it is", {}
        for option, patch in rules.options.items():
            # What players say is any fact: here it only has to be said.
            params = {each: Condition(fact=next(iter(rules.facts))) for each in patch.params}
            yield name, option, {"options": (option, *patch.needs), "params": params}
        for reading, question in rules.readings.items():
            for answer in question.alternatives.keys() - {question.default}:
                yield name, f"{reading}: {answer}", {"readings": {reading: answer}}
        for pack, chosen in written.packs.items():
            agreed = {
                "options": chosen.options,
                "params": chosen.params,
                "readings": chosen.readings,
            }
            yield name, pack, agreed


def underneath(name: str, chosen: Mapping[str, object]) -> Ruleset | None:
    """What the rules are a change of: the system without the choice, or the base."""
    if chosen:
        return LIBRARY.effective(name)
    base = LIBRARY.rulesets[name].extends
    return LIBRARY.effective(base) if base in LIBRARY.rulesets else None


def in_force(rules: Ruleset) -> dict[str, Clause]:
    """The rules that a page shows as holding, by full id."""
    idle = idle_clauses(rules)
    return {each.full_id: each for each in rules.clauses() if each.full_id not in idle}


def of_lost_steps(rules: Ruleset, below: Ruleset | None) -> Iterator[str]:
    """Rules from underneath that name a step which the round no longer has."""
    lost = opened_steps(below) - reachable_steps(rules) if below else frozenset()
    read_anew = {
        name
        for name, term in rules.effects.items()
        if any(clause.means and clause.means.reads_as for clause in term.clauses)
    }
    before = {clause.full_id for clause in below.clauses()} if below else set()
    for name in lost - read_anew:
        title = re.escape(Labels(rules).title(name))
        named = re.compile(rf"\b({PLACES}) {title}\b", re.IGNORECASE)
        for full_id, clause in in_force(rules).items():
            if full_id in before and named.search(clause.text):
                yield f"{full_id} speaks of {name}: {clause.text}"


def two_policies(rules: Ruleset) -> Iterator[str]:
    """Two rules that answer one question of a step, and neither says that it is an exception."""
    clauses = in_force(rules)
    for name in sorted(opened_steps(rules)):
        said: dict[str, tuple[str, object]] = {}
        step = name
        while step in rules.steps:
            for word, combine, ruling in spoken_words(rules.steps[step]):
                if combine is not Combine.ONE or ruling.when is not None:
                    continue
                first, value = said.setdefault(word, (ruling.clause, ruling.value))
                texts = f"{clauses[first].text} {clauses[ruling.clause].text}"
                if value != ruling.value and not EXCEPTIONS.search(texts):
                    yield f"`{word}` of {name}: {first} and {ruling.clause}: {texts}"
            step = rules.steps[step].like


def without_premise(name: str, rules: Ruleset) -> Iterator[str]:
    """Rules that follow from something which holds no more, and in whose place nothing is."""
    clauses = in_force(rules)
    written = {
        f"{link.ruleset}.{clause.id}": clause
        for link in LIBRARY.chain(name)
        for body in link.bodies()
        for clause in body.clauses()
    }
    for full_id, clause in clauses.items():
        cited = written[full_id].follows
        if len(clause.follows) < len(cited) or not clauses.keys() >= set(clause.follows):
            yield f"{full_id} followed from {', '.join(cited)}"


@pytest.mark.parametrize(
    ("name", "chosen"),
    [pytest.param(name, chosen, id=f"{name}-{what}") for name, what, chosen in choices()],
)
def test_no_rule_that_holds_is_contradicted_by_what_is_played(
    name: str, chosen: Mapping[str, object]
):
    """Neither by the round, which has lost a step, nor by another rule about the same thing."""
    rules = LIBRARY.effective(name, **chosen)

    found = [
        *of_lost_steps(rules, underneath(name, chosen)),
        *two_policies(rules),
        *without_premise(name, rules),
    ]

    assert found == []


@pytest.mark.parametrize("name", LIBRARY.rulesets)
def test_every_answer_to_a_reading_is_played_by_an_example(name: str):
    """The default by one that shows a rule which it is about, any other by one that takes it."""
    examples = [each for each in LIBRARY.examples if each.ruleset == name]
    missing = []
    for reading, question in LIBRARY.rulesets[name].readings.items():
        about = {LIBRARY.full_id(name, each) for each in question.clauses}
        for answer, patch in question.alternatives.items():
            shown = about | {clause.full_id for clause in patch.clauses()}
            if not any(
                each.readings.get(reading, question.default) == answer
                and (
                    reading in each.readings
                    or shown.intersection(LIBRARY.full_id(name, cited) for cited in each.shows)
                )
                for each in examples
            ):
                missing.append(f"{reading}: {answer}")

    assert missing == []
