"""Two words in one part: the loader refuses them by name, or play shows what each of them does.

The folder `pairs` holds, for every kind of part, the values that its words are tried with, and what
is played around the part. A word does something beside another when a play of both goes otherwise
without its clause: other events, another decision, or something that is refused and was not.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from turnwright.engine.apply import apply, awaiting, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.decision import Awaits, ChoiceKind, Decision, Refused
from turnwright.engine.effects import serves
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction
from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Meaning, Word, words_of
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.event import Event
from turnwright.language.fact import FactMeaning, Subject, ValueMeaning
from turnwright.language.input import Card, Choice, Declaration, Draw, Input, Roll
from turnwright.language.ruleset import KINDS, Body, Part, Ruleset
from turnwright.language.step import DEALS, Step, StepClause, StepMeaning
from turnwright.language.turn_order import IDLE_WORDS, Cadence, OrderKey, Was
from turnwright.load.conflicts import duplicate_words
from turnwright.load.idle_words import idle_words
from turnwright.load.json_schema import adapter
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.load.step_graph import StepGraph

KINDS_OF_MEANING: dict[str, type[Meaning]] = {
    "steps": StepMeaning,
    "checks": CheckMeaning,
    "facts": FactMeaning,
    "values": ValueMeaning,
    "effects": EffectMeaning,
    "containers": ContainerMeaning,
}

WAYS: dict[str, Any] = {
    kind: yaml.safe_load((Path(__file__).parent / "pairs" / f"{kind}.yaml").read_text())
    for kind in KINDS
}
"""For every kind of part: the values of its words, and what is played around it."""

PAIRS = [
    (kind, first, second)
    for kind in KINDS
    for first, second in combinations(WAYS[kind]["values"], 2)
]
"""Every pair of words of every kind of part, with the kind; `waives` is about clauses."""

# The same pairs are drawn every time, so that a failure is there for whoever looks for it.
DRAWN = settings(derandomize=True, deadline=None, max_examples=30)


# Words of a part


@cache
def declared_of(kind: str) -> Mapping[str, Word]:
    """The words of a kind of part, with what is declared of each."""
    return words_of(KINDS_OF_MEANING[kind])


def values_of(kind: str, word: str) -> list[Any]:
    """The values that a word is tried with, the usual one first."""
    values: list[Any] = WAYS[kind]["values"][word]
    return values


def clash(kind: str, words: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The pairs of these words that are declared to mean nothing together."""
    declared = declared_of(kind)
    apart = [
        (one, other)
        for one, other in combinations(words, 2)
        if other in declared[one].apart or one in declared[other].apart
    ]
    cadence = words.get("cadence")
    idle = IDLE_WORDS.get(Cadence(cadence), ()) if isinstance(cadence, str) else ()
    return (*apart, *(("cadence", word) for word in words if word in idle))


def lonely(kind: str, words: Mapping[str, Any]) -> tuple[str, ...]:
    """Those of these words that stand without what they belong to."""
    declared = declared_of(kind)
    return tuple(
        word for word in words if declared[word].beside and not {*declared[word].beside} & {*words}
    )


def with_what_they_need(kind: str, words: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every way to give words what each must stand beside; cadences are tried one by one."""
    for word in lonely(kind, words):
        for needed in declared_of(kind)[word].beside:
            for value in Cadence if needed == "cadence" else values_of(kind, needed)[:1]:
                yield from with_what_they_need(kind, {**words, needed: value})
        return
    if kind == "steps" and "cadence" not in words and {*DEALS} & {*words}:
        for cadence in Cadence:
            yield leaving_ties({**words, "cadence": cadence})
        return
    yield leaving_ties(words)


def leaving_ties(words: Mapping[str, Any]) -> dict[str, Any]:
    """Words with an order of the sides that leaves some equal, where it is said what then."""
    rolled = {word: {"roll": "1d2"} for word in ("first", "decides") if word in words}
    return {**words, **rolled} if "ties" in words else dict(words)


def ways_of(kind: str, first: str, second: str) -> Iterator[dict[str, Any]]:
    """The two words with what they need, in every way."""
    tried = [
        [*Cadence] if word == "cadence" else values_of(kind, word)[:1] for word in (first, second)
    ]
    for one, other in product(*tried):
        yield from with_what_they_need(kind, {first: one, second: other})


@cache
def is_refused(kind: str, first: str, second: str) -> bool:
    """Whether two words mean nothing together, whatever else is said beside them."""
    return not subjects_of(kind, (first, second)) or all(
        clash(kind, words) for words in ways_of(kind, first, second)
    )


def subjects_of(kind: str, words: Iterable[str]) -> set[str]:
    """What a part may be about that says these words; only facts are about different things."""
    found = {*Subject} if kind == "facts" else {"part"}
    for word in words:
        found &= SUBJECTS.get(word, found) if kind == "facts" else found
    return found


SUBJECTS = {
    "within": {Subject.PAIR, Subject.SIGHT},
    "whenever": {Subject.UNIT, Subject.SIDE, Subject.BATTLE},
    "ends": {Subject.UNIT, Subject.SIDE, Subject.BATTLE},
    "triggers": {Subject.MODELS},
    "leaves": {Subject.UNIT, Subject.MODELS},
    "away": {Subject.UNIT},
}
"""What a fact may be true of that says a word; whatever it is true of, it may count as another."""


# Rulesets with a part that says these words


def spelled_out(name: str, part: Any) -> dict[str, Any]:
    """A part as an author writes it, of which each clause only has a meaning so far."""
    whole = part if isinstance(part, dict) else {"clauses": part}
    clauses = [
        {"id": f"{name}.n{chr(97 + at)}", "text": "A rule.", "means": means}
        for at, means in enumerate(whole.get("clauses", ()))
    ]
    found = {"title": name.capitalize(), **whole, "clauses": clauses}
    return {word: value for word, value in found.items() if value != []}


def written(kind: str, setting: int) -> dict[str, Any]:
    """The ruleset of a setting as an author writes it, with a part that says nothing yet."""
    whole = WAYS[kind]["world"]
    around = WAYS[kind]["settings"][setting].get("world", {})
    parts = {
        of: {
            name: spelled_out(name, part)
            for name, part in {**whole.get(of, {}), **around.get(of, {})}.items()
        }
        for of in KINDS
    }
    parts[kind]["part"] = {"title": "Part", **WAYS[kind]["settings"][setting].get("part", {})}
    head = {"ruleset": "pair", "language": 2, "title": "A pair of words"}
    said = {of: named for of, named in parts.items() if named}
    abilities = {**whole.get("abilities", {}), **around.get("abilities", {})}
    return {**head, "sides": ["north", "south"], **said, "abilities": abilities}


def clauses_saying(kind: str, words: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A clause for every word; a value that names its word is all that the clause means."""
    besides = WAYS[kind].get("besides", {})
    also = [besides[word] for word in besides if word in words and "check" in words]
    more = [{"id": "besides.also", "text": "A rule.", "means": means} for means in also[:1]]
    own = [
        {
            "id": f"part.{word.replace('_', '-')}",
            "text": "A rule.",
            "means": value if isinstance(value, dict) and word in value else {word: value},
        }
        for word, value in words.items()
    ]
    return own + more


BODIES = adapter(Body)


def saying(kind: str, setting: int, words: Mapping[str, Any]) -> Part:
    """The part of a setting, with a clause for every word."""
    part = written_part(kind, setting) | {"clauses": clauses_saying(kind, words)}
    (body,) = BODIES.validate_json(json.dumps([{kind: {"part": part}}]))
    found: Part = getattr(body, kind)["part"]
    return found


@cache
def written_part(kind: str, setting: int) -> dict[str, Any]:
    """The part of a setting before it says anything."""
    return dict(written(kind, setting)[kind]["part"])


@cache
def world(kind: str, setting: int) -> Ruleset:
    """What is played around a part."""
    (rules,) = adapter(Ruleset).validate_json(json.dumps([written(kind, setting)]))
    return rules


@cache
def compiled_world(kind: str, setting: int) -> Program:
    """What is played around a part, compiled once."""
    return compile_ruleset(world(kind, setting))


def around(kind: str, setting: int, part: Part) -> Ruleset:
    """A ruleset with this part."""
    rules = world(kind, setting)
    return replace(rules, **{kind: {**getattr(rules, kind), "part": part}})


NOTHING = Ruleset(ruleset="pair", language=2, title="A pair of words")
LATER = Step(
    clauses=tuple(
        StepClause(id="later.all", text="A rule.", means=means)
        for means in (StepMeaning(cadence=Cadence.PUT_OFF, each=("part",)),)
    )
)
"""The step that carries out what is put off."""
AFTER = Step(
    clauses=(
        StepClause(
            id="after.order",
            text="A rule.",
            means=StepMeaning(
                cadence=Cadence.EACH_PLAYER,
                each=("muster",),
                first=OrderKey(was=Was.WENT_FIRST, of="part"),
            ),
        ),
    )
)
"""A step in which the sides are in the order in which they were before."""


def problems_of(kind: str, words: Mapping[str, Any]) -> list[str]:
    """What the loader says of these words in one part."""
    parts = {"part": saying(kind, 0, words)}
    if kind == "steps":
        parts |= {"later": LATER, "after": AFTER}
    rules = replace(NOTHING, **{kind: parts})
    idle = idle_words(rules, StepGraph(rules))
    return [conflict.message for conflict in (*duplicate_words(rules), *idle)]


# What somebody sees of a play


Seen = tuple[Decision, tuple[Event, ...], tuple[int, ...]] | None
"""The decision that comes next, what has happened, and whom effects serve; None: it is refused."""


def seen(program: Program, state: State, events: tuple[Event, ...]) -> Seen:
    """What there is to see after an input."""
    bare = [event._replace(by=()) for event in events]
    happened = [e._replace(because=()) if hasattr(e, "because") else e for e in bare]
    tx = Transaction(program, state) if state.rest.effects else None
    served = tuple(serves(tx, going) for going in state.rest.effects) if tx else ()
    return replace(awaiting(program, state), by=()), tuple(happened), served


@cache
def armies_of(kind: str, setting: int, number: int) -> dict[str, dict[str, Card]]:
    """The units of both sides; there are several armies to choose from."""
    armies = WAYS[kind]["settings"][setting].get("armies", WAYS[kind]["armies"])
    return TypeAdapter(dict[str, dict[str, Card]]).validate_python(armies[number % len(armies)])


@dataclass
class Player:
    """Somebody who plays by the rules, mostly; sometimes something is declared, or only tried."""

    chance: random.Random
    program: Program
    declares: tuple[str, ...]

    def plays(self, state: State) -> Input:
        """The next input."""
        pick, ask, kind = self.chance.choice, state.ask, self.chance.random()
        names = state.roster.names
        if kind < 0.06 or ask.awaits in (Awaits.UNSAID, Awaits.CONTRADICTED):
            return self.declares_something(names[3:])
        if kind < 0.16 and ask.awaits is Awaits.CHOICE:
            units = tuple(self.chance.sample(names[3:], pick((0, 1, 1, 1, 2))))
            does = pick((*self.program.steps, "pass", "done"))
            target, item = pick(("", *names[3:])), pick(("", "", "hatchet"))
            return Choice(does, units, target=target, using=item)
        if ask.awaits is Awaits.ROLL:
            return Roll(tuple(self.chance.randint(1, ask.faces) for _ in range(ask.many)))
        if ask.awaits is Awaits.DRAW or ask.kind is ChoiceKind.MARKER:
            marker = pick(
                [
                    marker
                    for (name, _), contents in sorted(state.rest.containers.items())
                    for marker, many in contents.markers
                    if many and name == ask.what
                ]
            )
            label = names[marker.who] if marker.who >= 0 else marker.name or str(marker.number)
            return Draw(label, marker.number or None)
        if ask.kind is ChoiceKind.FIRST:
            return Choice("first", first=pick(self.program.sides))
        return self.chooses(state)

    def chooses(self, state: State) -> Choice:
        """One of the things that may be done."""
        pick, decision = self.chance.choice, awaiting(self.program, state)
        also = (*("pass",) * decision.can_pass, *("done",) * decision.can_finish)
        action = pick((*decision.legal, *also))
        if isinstance(action, str):
            return Choice(action)
        many = 2 if decision.several and self.chance.random() < 0.4 else 1
        units = tuple(self.chance.sample(action.units, min(len(action.units), many)))
        targets = dict(action.targets).get(units[0], ()) if units else ()
        moves = decision.kind is ChoiceKind.MOVE or self.chance.random() < 0.1
        to = (self.chance.randint(-2, 11), self.chance.randint(-2, 8)) if moves else None
        target, item = pick(targets or ("",)), pick(action.using or ("",))
        using = action.using if len(action.using) > 1 and self.chance.random() < 0.3 else item
        apart = state.roster.cards[state.roster.number[units[0]]].places if units else ()
        some = tuple(n + 1 for n in range(len(apart)) if self.chance.random() < 0.5)
        which = some if apart and self.chance.random() < 0.4 else ()
        if to is None or not apart:
            return Choice(action.does, units, target=target, using=using, to=to, which=which)
        places = (to, *apart[1:])
        return Choice(action.does, units, target=target, using=using, places=places, which=which)

    def declares_something(self, units: tuple[str, ...]) -> Declaration:
        """Something that the rules cannot tell."""
        fact = self.chance.choice(self.declares)
        if fact == "gained":
            return Declaration(
                fact, f"Late {len(units)}", side=self.chance.choice(("north", "south"))
            )
        of = self.program.ruleset.facts[fact].of
        one, other = self.chance.sample(units, 2)
        ends = self.chance.random() < 0.4 and of != "models"
        to_unit = other if of in ("pair", "sight") else ""
        which = (self.chance.randint(1, 2),) if of == "sight" else ()
        return Declaration(fact, "" if of == "battle" else one, to_unit, ends=ends, which=which)


INPUTS = 36
"""How many inputs a play has."""
SEEDS = (range(2), range(2, 8))
"""The plays that are tried: a few in every setting, then more."""


class Play:
    """A play by both words, which is played as far as somebody looks."""

    def __init__(self, kind: str, setting: int, program: Program, seed: int) -> None:
        declares = WAYS[kind]["settings"][setting].get("declares", WAYS[kind]["declares"])
        self.player = Player(random.Random(seed), program, tuple(declares))
        self.armies = armies_of(kind, setting, seed)
        self.state, events = start(program, self.armies)
        self.lines: list[tuple[Input | None, Seen]] = [(None, seen(program, self.state, events))]

    def __iter__(self) -> Iterator[tuple[Input | None, Seen]]:
        for at in range(INPUTS):
            if at == len(self.lines):
                if self.state.ask.awaits not in (Awaits.CHOICE, Awaits.ROLL, Awaits.DRAW):
                    return
                given = self.player.plays(self.state)
                try:
                    self.state, events = apply(self.player.program, self.state, given)
                except Refused:
                    self.lines.append((given, None))
                else:
                    self.lines.append((given, seen(self.player.program, self.state, events)))
            yield self.lines[at]

    def goes_otherwise(self, program: Program) -> bool:
        """Whether somebody sees something else by another program."""
        state, events = start(program, self.armies)
        for line, expected in self:
            try:
                if line is not None:
                    state, events = apply(program, state, line)
            except Refused:
                if expected is not None:
                    return True
            else:
                if expected is None or seen(program, state, events) != expected:
                    return True
        return False


# Settings in which both words stand


def in_setting(kind: str, setting: int, pair: Mapping[str, Any]) -> dict[str, Any] | None:
    """Both words, with all that the setting says beside; None where they have no place in it."""
    words = dict(pair)
    companions = WAYS[kind]["settings"][setting]["with"]
    of = WAYS[kind]["settings"][setting].get("part", {}).get("of", Subject.UNIT)
    if kind == "facts" and of not in subjects_of(kind, words):
        return None
    for word, value in companions.items():
        if word not in words and value is not None and not clash(kind, {**words, word: value}):
            words[word] = value
    ways = [way for way in with_what_they_need(kind, words) if not clash(kind, way)]
    if "cadence" not in words and {*DEALS} & {*words}:
        return None
    return ways[0] if ways else None


def settings_for(kind: str, first: str, second: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The settings in which two words are played, those first that are about them."""
    settings = WAYS[kind]["settings"]

    def about(at: int) -> int:
        return -sum(word in settings[at]["with"] for word in (first, second))

    for at in sorted(range(len(settings)), key=about):
        tried = []
        for word in (first, second):
            own = settings[at]["with"].get(word)
            others = [value for value in values_of(kind, word) if value != own]
            tried.append(others if own is None else [own, *others])
        for one, other in product(*tried):
            words = in_setting(kind, at, {first: one, second: other})
            if words is not None:
                yield at, words


def do_nothing(kind: str, first: str, second: str) -> set[str]:
    """Those of two words of which no play shows what they do beside the other."""
    silent = {first, second}
    for seeds in SEEDS:
        for setting, words in settings_for(kind, first, second):
            base = compiled_world(kind, setting)
            part = saying(kind, setting, words)
            both = compile_ruleset(around(kind, setting, part), base)
            without = {
                word: compile_ruleset(around(kind, setting, less(part, word)), base)
                for word in sorted(silent)
            }
            for seed in seeds:
                play = Play(kind, setting, both, seed)
                silent -= {word for word in silent if play.goes_otherwise(without[word])}
                if not silent:
                    return silent
    return silent


def less(part: Part, word: str) -> Part:
    """A part without the clause that says a word."""
    gone = f"part.{word.replace('_', '-')}"
    clauses: Any = tuple(clause for clause in part.clauses if clause.id != gone)
    return replace(part, clauses=clauses)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_of_a_part_has_a_value_here(kind: str):
    """A word that is added to the language is tried beside all others."""
    assert WAYS[kind]["values"].keys() == declared_of(kind).keys() - {"waives"}


REFUSED = st.sampled_from([pair for pair in PAIRS if is_refused(*pair)])
LOADED = st.sampled_from([pair for pair in PAIRS if not is_refused(*pair)])
LONELY = st.sampled_from([pair for pair in PAIRS if lonely(pair[0], dict.fromkeys(pair[1:]))])


@given(REFUSED)
@DRAWN
def test_two_words_that_mean_nothing_together_are_refused(pair: tuple[str, str, str]):
    """As the language declares, and with a message that names both."""
    kind, first, second = pair
    for words in ways_of(kind, first, second):
        problems = problems_of(kind, words)

        for clashing in clash(kind, words):
            assert any(all(f"`{w}" in message for w in clashing) for message in problems), problems


@pytest.mark.parametrize(
    ("first", "second"),
    [(one, other) for _, one, other in PAIRS if not subjects_of(_, (one, other))],
)
def test_no_fact_is_about_two_different_things(first: str, second: str, tmp_path: Path):
    """Whatever it is true of, the loader refuses one of the two words."""
    lines = ["ruleset: wrong", "language: 2", "title: Wrong on purpose", "facts:", "  ready: {}"]
    for of in Subject:
        lines += [f"  {of}:", f"    of: {of}", "    clauses:"]
        for word in (first, second):
            means = json.dumps({word: values_of("facts", word)[0]})
            lines += [
                f"      - {{id: {of}.{word.replace('_', '-')}, text: A rule., means: {means}}}"
            ]
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "ruleset.yaml").write_text("\n".join(lines))

    with pytest.raises(SourceError) as refused:
        Library.read(tmp_path)

    assert all(f"id: {of}." in str(refused.value) for of in Subject)


@given(LONELY)
@DRAWN
def test_a_word_without_what_it_belongs_to_is_refused(pair: tuple[str, str, str]):
    """The message names the word, and one of those that it needs."""
    kind, first, second = pair
    words = {word: values_of(kind, word)[0] for word in (first, second)}

    problems = problems_of(kind, words)

    for word in lonely(kind, words):
        needed = declared_of(kind)[word].beside
        assert any(
            f"`{word}`" in message and any(f"`{other}`" in message for other in needed)
            for message in problems
        ), problems


@pytest.mark.parametrize("cadence", Cadence)
@pytest.mark.parametrize("word", sorted({word for idle in IDLE_WORDS.values() for word in idle}))
def test_a_word_that_means_nothing_beside_a_cadence_is_refused(cadence: Cadence, word: str):
    """The message names the word and the cadence."""
    words = next(
        with_what_they_need("steps", {"cadence": cadence, word: values_of("steps", word)[0]})
    )

    problems = problems_of("steps", words)

    named = [m for m in problems if f"`{word}`" in m and f"`cadence: {cadence}`" in m]
    assert bool(named) == (word in IDLE_WORDS.get(cadence, ()))


@given(LOADED)
@DRAWN
def test_two_words_that_mean_something_together_load(pair: tuple[str, str, str]):
    """With what they need beside them, nothing is said against them."""
    kind, first, second = pair
    words = next(words for words in ways_of(kind, first, second) if not clash(kind, words))

    assert problems_of(kind, words) == []


@pytest.mark.parametrize(
    ("kind", "setting"),
    [(kind, at) for kind in KINDS for at in range(len(WAYS[kind]["settings"]))],
)
def test_what_is_played_loads(kind: str, setting: int, tmp_path: Path):
    """All that is said in a setting, in one ruleset that an author could write."""
    rules = written(kind, setting)
    words = in_setting(kind, setting, {})
    assert words is not None
    rules[kind]["part"] |= {"clauses": said} if (said := clauses_saying(kind, words)) else {}
    (tmp_path / "pair").mkdir()
    (tmp_path / "pair" / "ruleset.yaml").write_text(json.dumps(rules, indent=1))

    try:
        Library.read(tmp_path)
    except SourceError as refused:
        # What a setting has no use for is there for others.
        problems = [problem.message for problem in refused.problems]
        assert [it for it in problems if not it.startswith("Nothing ")] == []


@given(LOADED)
@DRAWN
def test_both_of_two_words_do_something(pair: tuple[str, str, str]):
    """Without the clause of either, some play of both goes otherwise."""
    assert do_nothing(*pair) == set()
