"""Wording of decisions and events: who decides or what is awaited, and what happened."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from turnwright.describe.grammar import (
    agree,
    capitalized,
    counted,
    for_target,
    list_units,
    lowered,
    with_article,
)
from turnwright.describe.labels import Labels, as_words, heading, join_names
from turnwright.engine.decision import Awaits, ChoiceKind, Decision
from turnwright.engine.program import BATTLE
from turnwright.language import event as happened
from turnwright.language.action import Then
from turnwright.language.fact import Subject


def describe_decision(decision: Decision, labels: Labels) -> tuple[str, tuple[str, ...]]:
    """Who decides, or what is awaited; and what may be done, a line for each thing."""
    if decision.awaits is Awaits.CHOICE:
        who = f"{heading(decision.side)} chooses" if decision.side else "Somebody chooses"
        return who, tuple(_choices(decision, labels))
    return capitalized(_awaited(decision, labels)), ()


def _awaited(decision: Decision, labels: Labels) -> str:
    match decision.awaits:
        case Awaits.END:
            return "the battle is over"
        case Awaits.UNSAID:
            return stops_unsaid(decision.unsaid)
        case Awaits.CONTRADICTED:
            return stops_contradicted(decision.unsaid)
        case Awaits.DRAW:
            whose = f" of {heading(decision.side)}" if decision.side else ""
            what = the(labels.within(decision.what, "containers"))
            return f"a marker is drawn from {what}{whose}"
    rollers = f", for {join_names(decision.rollers)}" if decision.rollers else ""
    what = f" for {the(dice_title(decision.what, labels))}" if decision.what else ""
    return f"roll {decision.dice.upper()}{what}{rollers}"


def _choices(decision: Decision, labels: Labels) -> Iterator[str]:
    """Each thing that may be done, with the units that may do it."""
    together: dict[str, dict[str, None]] = {}
    for action in decision.legal:
        together.setdefault(action.does, {}).update(dict.fromkeys(action.units))
    titles = {name: _title(name, decision, labels) for name in together}
    groups = {tuple(units) for units in together.values()}
    if len(groups) == 1 < len(together) and (units := groups.pop()):
        yield f"{join_names(units)}: {either(titles.values())}"  # They have the same choices.
    else:
        for name, some in together.items():
            yield titles[name] + (f": {either(some)}" if some else "")
    yield from ["Pass"] * decision.can_pass + ["Done"] * decision.can_finish


def _title(name: str, decision: Decision, labels: Labels) -> str:
    if decision.kind is ChoiceKind.FIRST:
        return f"{heading(name)} goes first"
    known = name in labels.ruleset.steps or name in labels.ruleset.abilities
    return labels.title(name) if known else heading(as_words(name))


def either(names: Iterable[str]) -> str:
    """Names as alternatives in a sentence."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def title_of(who: str) -> str:
    """A unit, a side or the battle at the beginning of a sentence."""
    return heading(who) if who and who != BATTLE else "The battle"


def does(side: str, verb: str) -> str:
    """What a side does."""
    return f"{title_of(side)} {agree(verb, (side,))}"


def _unit_does(unit: str, verb: str) -> str:
    """What a unit does, or what becomes of it."""
    return f"{with_article(unit)} {agree(verb, (unit,))}"


def deed(
    act: Any, units: tuple[str, ...], side: str, labels: Labels, *, wants: bool = False
) -> str:
    """What a unit, or a side, does or wants to do: a choice, or the event of one."""
    target = f" {with_article(act.target)}" if act.target else ""
    if verb := verb_of(act.does, labels):
        doing = for_target(verb, has_target=bool(target)), target
    elif act.does in labels.ruleset.abilities:
        doing = f"use {labels.title(act.does)}", target and f" on{target}"
    else:
        doing = f"choose {labels.within(act.does)}", target and f" against{target}"
    verb, whom = doing
    who = list_units(units) if units else title_of(side)
    verb = agree(f"want to {verb}" if wants else verb, units or (side,))
    return f"{who} {verb}{whom}" + (f" with {act.using}" if act.using else "")


def verb_of(name: str, labels: Labels) -> str:
    """The verb of a step, or of the one that it is like, with the number that is chosen in it."""
    step_name, _, number = name.rpartition(" ")
    if number.isdigit() and (verb := verb_of(step_name, labels)):
        return f"{verb} {number}"
    seen: set[str] = set()
    while (step := labels.ruleset.steps.get(name)) is not None and name not in seen:
        if step.verb:
            return step.verb
        seen.add(name)
        name = step.like
    return ""


def drawn_marker(what: str, number: int, labels: Labels) -> str:
    """What was drawn: a marker of a side or a unit, or one with a name or a number."""
    named = {
        name
        for container in labels.ruleset.containers.values()
        for clause in container.clauses
        if clause.means and clause.means.contains
        for name in clause.means.contains.named
    }
    if what in named or number:
        return as_words(what) + (f" {number}" if number else "")
    if what in labels.ruleset.sides:
        return f"a marker of {heading(what)}"
    return f"the marker of {what}"


def _judged(outcomes: tuple[str, ...], also: tuple[str, ...] = ()) -> str:
    """Outcomes of dice that are judged one by one, counted, with those that came up beside."""
    beside = f", with {_judged(also)}" if also else ""
    counts = {outcome: outcomes.count(outcome) for outcome in outcomes}
    if len(outcomes) == 1:
        return as_words(outcomes[0]) + beside
    return join_names(f"{n} {as_words(it)}" for it, n in counts.items()) + beside


def dice_title(what: str, labels: Labels) -> str:
    """What dice are for, inside a sentence: a check, a value or something else."""
    return labels.within(what, "checks" if what in labels.ruleset.checks else "values")


def of_units(step: str, units: tuple[str, ...], labels: Labels) -> str:
    """A step inside a sentence, with the units that are in it: "the Dash of Rook"."""
    whose = f" of {list_units(units)}" if units else ""
    return the(labels.within(step)) + whose


def the(title: str) -> str:
    """A title inside a sentence, with its article."""
    return title if title.startswith("the ") else f"the {title}"


def are_rolled(dice: tuple[int, ...], purpose: str = "", need: str = "") -> str:
    """Dice that came up, what they are for, and what is needed."""
    shown = f"{join_names(map(str, dice)) or 'no dice'} {'is' if len(dice) == 1 else 'are'} rolled"
    needed = f" ({need})" if need else ""
    return f"{shown} for {the(purpose)}{needed}" if purpose else shown


def rolled(event: happened.Rolled, labels: Labels, purpose: str = "", need: str = "") -> str:
    """Dice with what they came to."""
    text = are_rolled(event.dice, purpose or dice_title(event.what, labels), need)
    if event.outcomes:
        return f"{text}: {_judged(event.outcomes, event.also)}"
    if sorted(event.kept) != sorted(event.dice):
        kept = join_names(map(str, event.kept))
        text += f", of which {kept} {'counts' if len(event.kept) == 1 else 'count'}"
    of_one = len(event.kept) == 1 and event.total == event.kept[0]
    if event.outcome and not of_one:
        text += f", {event.total} in all"
    outcome = event.outcome if _may_differ(event, labels) else ""
    came_to = " and ".join(as_words(one) for one in (outcome, *event.also) if one)
    return text + (f": {came_to}" if came_to else "")


def _may_differ(event: happened.Rolled, labels: Labels) -> bool:
    """Whether a check has more than one outcome."""
    check = labels.ruleset.checks.get(event.what)
    if check is None:
        return True
    bands = (clause.means.band for clause in check.clauses if clause.means)
    return len({band.outcome for band in bands if band}) > 1


def _drew(event: happened.Drew, labels: Labels) -> str:
    drawn = f"{drawn_marker(event.what, event.number, labels)} is drawn"
    return drawn + ("; it means nothing now, and another is drawn" if event.ignored else "")


def _markers(event: happened.Markers, labels: Labels) -> str:
    holds = (f"{count} {as_words(whose)}" for whose, count in event.holds if count)
    return f"{labels.title(event.container)} {_MARKERS[event.why]}: {join_names(holds) or 'empty'}"


def _became(event: happened.BecameTrue, labels: Labels) -> str:
    fact = labels.ruleset.facts.get(event.fact)
    title = labels.within(event.fact)
    if event.to_unit and (fact is None or fact.of is Subject.PAIR):
        names = list_units(tuple(sorted((event.who, event.to_unit))))
        return f"{names} are now {lowered(title)}"
    if event.who == BATTLE:
        return title
    other = f" {with_article(event.to_unit)}" if event.to_unit else ""
    return f"{title_of(event.who)}: {title}{other}"


def _no_longer(event: happened.NoLonger, labels: Labels) -> str:
    title = labels.within(event.fact)
    if event.to_unit:
        names = list_units(tuple(sorted((event.who, event.to_unit))))
        return f"{names} are no longer {lowered(title)}"
    return f"{title_of(event.who)}: no longer {title}"


def _lost_models(event: happened.LostModels, labels: Labels) -> str:
    gone = counted(event.models, "model")
    lose = _unit_does(event.unit, "lose")
    if event.left:
        return f"{lose} {gone} and {agree('have', (event.unit,))} {event.left} left"
    return f"{lose} the last {gone if event.models > 1 else 'model'}"


def _effect(event: happened.EffectStarted | happened.EffectStopped, labels: Labels) -> str:
    source = f" of {with_article(event.source)}" if event.source else ""
    return labels.title(event.ability) + source


def _put_off(event: happened.PutOff, labels: Labels) -> str:
    who = join_names(event.units) or heading(event.side)
    act = f"{labels.within(event.does)} of {who}{labels.aimed(event.does, event.target)}"
    return f"{act} is carried out later, in {labels.within(event.later)}"


_MARKERS = {
    "filled": "is filled",
    "emptied": "is emptied",
    "drawn": "after a draw",
    "placed": "after a draw",
    "back": "has its marker back",
    "picked": "gives a marker that was picked out",
    "put": "takes in what was drawn",
    "gained": "takes in a marker",
    "gone": "loses a marker",
}
"""Why the contents of a container changed."""

_RESULTS: Mapping[str, str] = {
    Then.CARRY_OUT: "it is carried out",
    Then.GO_ON: "nothing comes of it, and play goes on",
    Then.END: "that ends the step at once",
    Then.HAND_OVER: "nothing comes of it, and the next side has its chance",
    Then.LOSE: "the battle is lost",
}
"""What an outcome leads to."""

WORDING: Mapping[type, Callable[[Any, Labels], str]] = {
    happened.Passed: lambda e, n: does(e.side, "have to pass" if e.forced else "pass"),
    happened.WentFirst: lambda e, n: f"{does(e.side, 'win')} the roll-off",
    happened.Rolled: rolled,
    happened.Resulted: lambda e, n: _RESULTS[e.then],
    happened.Drew: _drew,
    happened.Markers: _markers,
    happened.BecameTrue: _became,
    happened.NoLonger: _no_longer,
    happened.ValueChanged: lambda e, n: f"{title_of(e.who)}: {n.value(e.value)} {e.amount:+d}",
    happened.LostModels: _lost_models,
    happened.Gone: lambda e, n: f"{_unit_does(e.unit, 'be')} out of the battle",
    happened.Joined: lambda e, n: f"{does(e.side, 'gain')} {with_article(e.unit)}",
    happened.EffectStarted: lambda e, n: (
        f"{_effect(e, n)} begins" + (f", on {with_article(e.target)}" if e.target else "")
    ),
    happened.EffectStopped: lambda e, n: f"{_effect(e, n)} ends",
    happened.Lost: lambda e, n: does(e.side, "have lost"),
    happened.Won: lambda e, n: does(e.side, "have won"),
    happened.PutOff: _put_off,
    happened.Stuck: lambda e, n: f"{stops_unsaid(e.word)} for {n.within(e.step)}",
    happened.Contradicted: lambda e, n: f"{stops_contradicted(e.word)} for {n.within(e.step)}",
}
"""Wording of each kind of event that is told by itself."""

SILENT = (
    happened.Began,
    happened.Ended,
    happened.Chose,
    happened.Moved,
    happened.Finished,
    happened.Skipped,
    happened.WentFirst,
    happened.HandedOver,
)
"""Kinds of event that the line tells, or who is next."""


def stops_unsaid(word: str) -> str:
    """Why a round stops of which no rule says how it goes on."""
    return f"the round stops: no rule says `{word}`"


def stops_contradicted(word: str) -> str:
    """Why a round stops of which two rules say different things."""
    return f"the round stops: rules contradict each other about `{word}`"
