"""Idle words: words of a clause that mean nothing beside, or without, the others of their part."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from turnwright.language.action import Draws
from turnwright.language.clause import Clause
from turnwright.language.condition import Did, Selection, Whose
from turnwright.language.container import Kept
from turnwright.language.eligibility import Together
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.step import DEALS, UNDEALT
from turnwright.language.turn_order import (
    ASKED_ENDS,
    ENDS,
    IDLE_WORDS,
    Again,
    Cadence,
    First,
    Order,
    OrderKey,
    Tie,
    Unable,
    Until,
)
from turnwright.load.conflicts import (
    ClauseWord,
    Key,
    RuleConflict,
    SaidWords,
    declared_of,
    parts_of,
)
from turnwright.load.problem import enumerated, quoted
from turnwright.load.references import inner_values
from turnwright.load.step_graph import StepGraph
from turnwright.load.symbol_table import BATTLE

NO_CHECK = "none"
"""What a step says in `check` that is rolled for nothing."""


_DONE_BY_SOMEBODY = {"moves", "route", "uses", "target", "put_off", "counts_as", "chooses"}
"""Words of what somebody does, and so not of the battle, nor of a phase that is nobody's."""

BODIES = "A step has one body: a `sequence`, a step that it `repeats`, or chances for `each`."


def idle_words(
    whole: Ruleset, graph: StepGraph, keys: Collection[Key] | None = None
) -> tuple[RuleConflict, ...]:
    """Conflicts of words: those without what they belong to, and those that exclude each other.

    `graph` is that of these rules. With `keys`, only those of these parts.
    """
    return tuple(
        _located(conflict, whole)
        for kind, name, part in parts_of(whole, keys)
        for conflict in _conflicts_of(graph, kind, name, part)
    )


def _located(conflict: RuleConflict, whole: Ruleset) -> RuleConflict:
    """Conflict located at the clause that came last: of a ruleset above, of a patch, below."""
    top = whole.ruleset
    clauses = sorted(conflict.clauses, key=lambda it: (it.ruleset == top, bool(it.of), it.line))
    hint = conflict.hint
    if all(clause.ruleset != top for clause in clauses):
        hint = f"{hint} It is so in {quoted(top)}, which extends this ruleset.".strip()
    return replace(conflict, clauses=tuple(clauses), hint=hint)


def _conflicts_of(graph: StepGraph, kind: str, name: str, part: Part) -> Iterator[RuleConflict]:
    """Conflicts of the words that a part's own clauses say."""
    own = graph.statements.by_word(part.clauses)
    known = graph.said(name) if kind == "steps" else own
    is_template = kind == "steps" and graph.is_template(name)
    reported: set[frozenset[str]] = set()
    for word, statements in own.items():
        declared = declared_of(statements[0])
        if declared.beside and not is_template and not any(w in known for w in declared.beside):
            yield RuleConflict(
                f"`{word}` means nothing in {quoted(name)} without "
                f"{enumerated(declared.beside, 'or')}.",
                "",
                (statements[0].clause,),
            )
        for other in declared.apart:
            pair = frozenset((word, other))
            if pair not in reported and (found := _together(statements, known.get(other, []))):
                reported.add(pair)
                yield RuleConflict(
                    f"{enumerated((other, word), 'and')} mean nothing together in {quoted(name)}.",
                    BODIES if {word, other} <= {*UNDEALT, *DEALS} else "",
                    found,
                )
        if conflict := _idle_beside_cadence(name, word, statements, known):
            yield conflict
    yield from _idle_beside_values(name, own, known)
    if not is_template:
        yield from _idle_elsewhere(graph, name, own)


def _together(first: list[ClauseWord], second: list[ClauseWord]) -> tuple[Clause, ...]:
    """Clauses of two words that can hold together: two that are both guarded may not."""
    for one in first:
        for other in second:
            if one.value == NO_CHECK or other.value == NO_CHECK:
                continue
            if not (one.guarded and other.guarded):
                clauses = dict.fromkeys((other.clause, one.clause))
                return tuple(clauses)
    return ()


def _idle_beside_cadence(
    name: str, word: str, statements: list[ClauseWord], known: SaidWords
) -> RuleConflict | None:
    """Conflict of a word that means nothing beside any cadence of its step."""
    cadences = known.get("cadence", [])
    if not cadences or any(word not in IDLE_WORDS.get(it.value, ()) for it in cadences):
        return None
    value = f"cadence: {cadences[0].value}"
    return _idle_beside(name, word, value, cadences[0], statements[0])


def _idle_beside_values(name: str, own: SaidWords, known: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of words that mean nothing beside the values of other words."""
    yield from _never_ending(name, own, known)
    groups = known.get("together", [])
    if groups and all(it.value is Together.ONE for it in groups):
        for word in {"group_needs", "group", "group_counts"} & own.keys():
            yield _idle_beside(name, word, "together: one", groups[0], own[word][0])
    cadences = known.get("cadence", [])
    if groups and cadences and all(it.value is not Cadence.EACH_UNIT for it in cadences):
        for group in own.get("together", []):
            if group.value is Together.TIED:
                value = f"cadence: {cadences[0].value}"
                yield _idle_beside(name, "together: tied", value, cadences[0], group)
    for models in own.get("models", []):
        if (models.value.within or models.value.without) and "target" not in known:
            word = "within" if models.value.within else "without"
            yield RuleConflict(
                f"`models: {{{word}: …}}` means nothing in {quoted(name)} without `target`.",
                "",
                (models.clause,),
            )
    if cadences and all(it.value is Cadence.DRAW for it in cadences):
        for drawn in own.get("draws", []):
            for field in _idle_for_a_chance(drawn.value):
                yield _idle_beside(name, field, "cadence: draw", cadences[0], drawn)
    unable = known.get("unable", [])
    nobody_passes = "passing" not in known and all(it.value is Unable.WAITS for it in unable)
    if "passed" in own and unable and nobody_passes:
        yield _idle_beside(name, "passed", "unable: waits", unable[0], own["passed"][0])
    yield from _nothing_equal(name, own, known)
    settled = [it for word in ("first", "decides", "ties") for it in known.get(word, [])]
    again = [it for it in own.get("ties", []) if it.value is Again.AGAIN]
    if again and not any(isinstance(it.value, OrderKey) and it.value.roll for it in settled):
        yield RuleConflict(
            f"`ties: again` means nothing in {quoted(name)}, where no dice are rolled for who is "
            "first.",
            "Say before it what is rolled, such as `ties: {roll: 1d6}`.",
            (again[0].clause,),
        )


def _nothing_equal(name: str, own: SaidWords, known: SaidWords) -> Iterator[RuleConflict]:
    """Conflict of a tie where what comes before it leaves no sides equal."""
    orders = [*known.get("first", []), *known.get("decides", [])]
    settles = orders[0] if orders and all(_orders_all(it.value) for it in orders) else None
    for tie in known.get("ties", []):
        if settles is not None and tie in own.get("ties", []):
            word = next(w for w in ("first", "decides", "ties") if settles in known.get(w, []))
            tie_or_key = word == "ties" or isinstance(settles.value, OrderKey)
            said = settles.value
            said = said if isinstance(said, str) else f"{{as_in: {said.as_in}}}"
            yield RuleConflict(
                f"`ties` means nothing in {quoted(name)} after `{word}: {said}`, which leaves no "
                "sides equal.",
                "" if tie_or_key else "The others follow as they are listed.",
                (tie.clause,),
            )
            return
        if settles is None and not tie.guarded and _orders_all(tie.value, after_others=True):
            settles = tie


def _orders_all(value: Order | Tie, *, after_others: bool = False) -> bool:
    """True where no sides are equal after this.

    Among those that others have left equal, only a word that surely names one of them.
    """
    if isinstance(value, OrderKey):
        return bool(value.as_in)
    if after_others:
        return isinstance(value, Again) or value in (First.LISTED_FIRST, First.LISTED_SECOND)
    return value not in (First.FEWEST, First.MOST)


def _never_ending(name: str, own: SaidWords, known: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of ends that no cadence of a step comes to."""
    cadences = known.get("cadence", [])
    ends = {end for it in cadences for end in ENDS.get(it.value, ASKED_ENDS)}
    for until in own.get("until", []) if cadences else ():
        if isinstance(until.value, Until) and until.value not in ends:
            conflict = _idle_beside(
                name,
                f"until: {until.value}",
                f"cadence: {cadences[0].value}",
                cadences[0],
                until,
            )
            yield replace(conflict, hint=f"It can end with {enumerated(sorted(ends), 'or')}.")


def _idle_for_a_chance(drawn: str | Draws) -> tuple[str, ...]:
    """What is said of a draw and means nothing where it only says whose chance is next."""
    if isinstance(drawn, str):
        return ()
    plain = Draws(container=drawn.container, into=drawn.into)
    return tuple(word for word, said in vars(drawn).items() if said != getattr(plain, word))


def _taken_by_nobody(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of a draw out of or into a container of each side where no side draws."""
    for statement in own.get("draws", []):
        drawn = statement.value
        named = (drawn,) if isinstance(drawn, str) else (drawn.container, drawn.into)
        for box in named:
            part = graph.containers.get(box)
            if part is not None and part.of is Kept.SIDE and graph.is_of_nobody(name):
                yield RuleConflict(
                    f"Each side has {quoted(box)}, and no side draws in {quoted(name)}.",
                    "Say it of a step that a side has, such as one that another deals to each side "
                    "with `cadence: each_player`.",
                    (statement.clause,),
                )


def _changes_of_nobody(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of what changes of the units that act, where no unit ever does."""
    known = graph.said(name)
    is_of_side = not {*DEALS} & known.keys() and any(
        it.value is Whose.SIDE for it in known.get("among", [])
    )
    if not is_of_side and not graph.is_of_nobody(name):
        return
    for word in ("sets", "ends", "changes"):
        for statement in own.get(word, []):
            of = statement.value.of
            whose = of.of if isinstance(of, Selection) else of
            if whose is Whose.ACTIVE and graph.is_of_units(statement.value):
                yield RuleConflict(
                    f"`{word}` changes nobody in {quoted(name)}: "
                    f"{'a side does it, and ' if is_of_side else ''}no unit acts in it.",
                    "Say in `of` whose it is, such as `enemy` or `anyone`.",
                    (statement.clause,),
                )


def _idle_elsewhere(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of words that name another step which does not do its part."""
    for statement in (it for word in ("first", "decides", "ties") for it in own.get(word, [])):
        as_in = statement.value.as_in if isinstance(statement.value, OrderKey) else ""
        if as_in in graph.steps and not {"first", "decides"} & graph.said(as_in).keys():
            yield RuleConflict(
                f"`as_in: {as_in}` means nothing in {quoted(name)}: nothing says which side is "
                f"first in {quoted(as_in)}.",
                "",
                (statement.clause,),
            )
            continue
        settled, decided = (graph.said(as_in).get(word, []) for word in ("first", "decides"))
        if as_in in graph.steps and "kept" not in graph.said(as_in):
            yield RuleConflict(
                f"Nothing says how long the order of {quoted(as_in)} is kept, which "
                f"{quoted(name)} takes up again.",
                f"Say `kept: <step>` in {quoted(as_in)}.",
                tuple(it.clause for it in (*settled, *decided)[:1]),
            )
    yield from _order_of_nothing(graph, name, own)
    yield from _counted_nowhere(graph, name, own)
    yield from _always_done(graph, name, own)
    said = sorted(_DONE_BY_SOMEBODY & own.keys())
    for word in said if said and graph.is_of_nobody(name) else ():
        yield RuleConflict(
            f"`{word}` means nothing in {quoted(name)}: nobody does it.",
            "Say it of a step that a unit or a side has, such as one that another deals with "
            "`each` or, to each side, with `cadence: each_player`.",
            (own[word][0].clause,),
        )
    yield from _taken_by_nobody(graph, name, own)
    yield from _changes_of_nobody(graph, name, own)
    for statement in own.get("put_off", []):
        later = graph.said(statement.value)
        cadences = {it.value for it in later.get("cadence", [])}
        dealt = {step for it in later.get("each", []) for step in it.value}
        if statement.value in graph.steps and (
            Cadence.PUT_OFF not in cadences or name not in dealt
        ):
            yield RuleConflict(
                f"`put_off: {statement.value}` means nothing in {quoted(name)}: "
                f"{quoted(statement.value)} does not carry it out.",
                f"Say `cadence: put_off` in {quoted(statement.value)}, and {quoted(name)} in its "
                "`each`.",
                (statement.clause,),
            )


def _order_of_nothing(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflict of an order of the sides by which no chance is dealt, and for which none rolls."""
    known = graph.said(name)
    if {*DEALS, *UNDEALT, "decides"} & known.keys() or name in graph.orders_taken_up:
        return
    settled = [*known.get("first", []), *known.get("ties", [])]
    rolled = any(isinstance(it.value, OrderKey) and it.value.roll for it in settled)
    if "first" in own and graph.is_opened(name) and not rolled:
        yield RuleConflict(
            f"`first` means nothing in {quoted(name)}: it deals no chances, and no step takes up "
            "its order.",
            f"Say it of a step that deals chances, or say there `first: {{as_in: {name}}}`.",
            (own["first"][0].clause,),
        )


def _counted_nowhere(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of a limit that counts in a step which is never going on where it is asked."""
    for statement in own.get("limit", []):
        per = statement.value.per
        if per in graph.steps and graph.meant(per) not in graph.open_around(name):
            yield RuleConflict(
                f"`per: {per}` means nothing in {quoted(name)}: {quoted(per)} is not going on when "
                "it is asked how often this was done.",
                f"Name a step around {quoted(name)}.",
                (statement.clause,),
            )


def _always_done(graph: StepGraph, name: str, own: SaidWords) -> Iterator[RuleConflict]:
    """Conflicts of conditions that ask whether a step was begun that always goes on here."""
    for clause in dict.fromkeys(it.clause for said in own.values() for it in said):
        for _, did in inner_values(getattr(clause, "means", None)):
            if (
                isinstance(did, Did)
                and did.times is None
                and (did.this == BATTLE or graph.always_goes_on(did.this, did.action))
                and graph.always_goes_on(did.action, name)
            ):
                asked = f"did: {{action: {did.action}, this: {did.this}"
                yield RuleConflict(
                    f"`{asked}}}` says nothing in {quoted(name)}: one {did.action} has always "
                    "begun there.",
                    f"From the second on it is `not: {{{asked}, times: 1}}}}`.",
                    (clause,),
                )


def _idle_beside(
    name: str, word: str, other: str, first: ClauseWord, second: ClauseWord
) -> RuleConflict:
    """Conflict of a word that means nothing beside the value of another."""
    clauses = tuple(dict.fromkeys((first.clause, second.clause)))
    return RuleConflict(f"`{word}` means nothing in {quoted(name)} beside `{other}`.", "", clauses)
