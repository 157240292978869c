"""Story: a line of play, and what followed from it, told as a player would.

`line_sentence` has the line, `followed` what a player would mention of what came of it, and
`narrate` everything. What is the machine's is not mentioned: facts
and numbers by which only the rules are kept, which no dice, no player and no card has brought up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from turnwright.describe.battlefield import Battlefield, contact_facts, places_of, way_of
from turnwright.describe.grammar import (
    agree,
    as_sentence,
    counted,
    for_target,
    list_units,
    with_article,
)
from turnwright.describe.labels import Labels, as_words
from turnwright.describe.wording import (
    SILENT,
    WORDING,
    are_rolled,
    deed,
    does,
    drawn_marker,
    of_units,
    rolled,
    title_of,
    verb_of,
)
from turnwright.engine.initiative import ROLL_OFF
from turnwright.engine.measure import length
from turnwright.engine.odds import outcomes_by_points
from turnwright.engine.transaction import Transaction
from turnwright.examples.record import Row
from turnwright.language import event as happened
from turnwright.language.action import Then
from turnwright.language.change import Change
from turnwright.language.event import Event, LostModels, ValueChanged
from turnwright.language.fact import Holder, Subject
from turnwright.language.input import (
    DONE,
    FIRST,
    GAINED,
    PASS,
    PLACED,
    Choice,
    Declaration,
    Draw,
    Input,
    Roll,
)
from turnwright.language.ruleset import Ruleset


def line_sentence(row: Row, before: Row | None, labels: Labels) -> str:
    """A line of play as one sentence; for one that is refused, what was wanted."""
    if row.line is None:
        both = len(Battlefield(row.game).sides) == 2
        return f"{'Both sides are' if both else 'Everybody is'} ready."
    return as_sentence(_told(row.line.input, row, before, labels))


def _told(said: Input, row: Row, before: Row | None, labels: Labels) -> str:
    match said:
        case Roll():
            events = [e for e in row.events if isinstance(e, happened.Rolled) and e.dice]
            purpose, need = (
                (_purpose(before, labels), _need(before, labels)) if before else ("", "")
            )
            shown = (rolled(event, labels, purpose, need) for event in events)
            return "; ".join(shown) or are_rolled(said.dice, purpose, need)
        case Draw():
            return f"{drawn_marker(said.what, said.number or 0, labels)} is drawn"
        case Declaration():
            return _declared(said, row, labels)
        case Choice():
            return _chosen(said, row, before, labels)


def belongs_to(row: Row, before: Row) -> bool:
    """Whether a line is told with the one before it: somebody is done, or says what dice did."""
    if row.refused or before.refused or row.line is None or before.line is None:
        return False
    said = row.line.input
    if isinstance(said, Declaration):
        return isinstance(before.line.input, Roll)
    return isinstance(said, Choice) and said.does == DONE


def _chosen(choice: Choice, row: Row, before: Row | None, labels: Labels) -> str:
    side = choice.side or (before.decision.side if before else "")
    wants = bool(row.refused)
    if choice.does == PASS:
        return does(side, "want to pass" if wants else "pass")
    if choice.does == DONE:
        return does(side, "want to stop") if wants else _declined(side, before, labels)
    if choice.does == FIRST and choice.first == side:
        return does(side, "want to go first" if wants else "choose to go first")
    if choice.does == FIRST:
        lets = "want to let" if wants else "let"
        return does(side, f"{lets} {title_of(choice.first)} go first")
    units = choice.units or _acting(choice, row, before)
    told = deed(choice, units, side, labels, wants=wants)
    return told + _which_models(choice, row, before, units) + _how_far(choice, row, before)


def _which_models(choice: Choice, row: Row, before: Row | None, units: tuple[str, ...]) -> str:
    """Which models of a unit do it, of those that it had then, where not all of them do."""
    chose = (event for event in row.events if isinstance(event, happened.Chose))
    which = next((event.models for event in chose if event.models), ()) or choice.which
    game = (before.game if before else None) or row.game
    if not which or not units or game is None:
        return ""
    every = Battlefield(game).models(units[0])
    if len(which) == every:
        return ""
    return f" ({_models(which)} of its {every})"


def _declined(side: str, before: Row | None, labels: Labels) -> str:
    """What a side could have done and does not do."""
    legal = before.decision.legal if before else ()
    units = tuple(dict.fromkeys(name for action in legal for name in action.units))
    verbs = {verb_of(action.does, labels) for action in legal}
    if len(verbs) == 1 and (verb := verbs.pop()) and units:
        return f"{list_units(units)} {agree('do', units)} not {for_target(verb, has_target=False)}"
    if len(units) == 1:
        return f"{list_units(units)} {agree('do', units)} nothing else"
    return does(side, "do nothing else" if legal else "be done")


def _acting(choice: Choice, row: Row, before: Row | None) -> tuple[str, ...]:
    """The units that act where a line names none."""
    for event in row.events:
        if isinstance(event, happened.Chose) and event.units:
            return event.units
        if isinstance(event, happened.Moved):
            return (event.unit,)
    legal = before.decision.legal if before else ()
    return legal[0].units if [it.does for it in legal] == [choice.does] else ()


def _how_far(choice: Choice, row: Row, before: Row | None) -> str:
    inches = choice.inches
    if inches is None and (choice.to is not None or choice.places):
        moved = [event.inches for event in row.events if isinstance(event, happened.Moved)]
        inches = moved[0] if moved else _wanted_inches(choice, before)
    if inches is None:
        return ""
    most = "up to " if choice.places else ""
    return f"{', ' if choice.target else ' '}{most}{counted(inches, 'inch')}"


def _wanted_inches(choice: Choice, before: Row | None) -> float | None:
    """How far a move that was refused would have gone."""
    legal = before.decision.legal if before else ()
    unit = choice.unit or next((name for action in legal for name in action.units), "")
    way = way_of(choice, places_of(before).get(unit, ()))
    return length(way) if way else None


def _declared(said: Declaration, row: Row, labels: Labels) -> str:
    """What no plan can tell: the first of its consequences, which is what was declared."""
    told = next(iter(_sentences(row, labels)), "")
    if told and not row.refused:
        return told
    who = with_article(said.unit) if said.unit else title_of(said.side)
    if said.fact == GAINED:
        return f"{does(said.side, 'gain')} {who}"
    if said.fact == PLACED:
        return f"the models of {who} have new places"
    named = labels.within(said.fact) if said.value is None else labels.value(said.fact)
    amount = f" {said.value:+d}" if said.value is not None else ""
    others = f" with {with_article(said.to_unit)}" if said.to_unit else ""
    of_models = f" ({_models(said.which)})" if said.which else ""
    return f"{who}: {'no longer ' if said.ends else ''}{named}{amount}{others}{of_models}"


def _models(which: tuple[int, ...]) -> str:
    """Models by their numbers."""
    return f"{'model' if len(which) == 1 else 'models'} {list_units(tuple(map(str, which)))}"


# Dice


def _purpose(before: Row, labels: Labels) -> str:
    """What dice are for: their check, or the step where several steps take the same one."""
    what = before.decision.what
    takers = [
        step
        for step in labels.ruleset.steps.values()
        if any(clause.means and clause.means.check == what for clause in step.clauses)
    ]
    if len(takers) < 2:
        return labels.within(what, "checks" if what in labels.ruleset.checks else "values")
    frame, roster = before.game.state.stack[-1], before.game.state.roster
    return of_units(frame.step, roster.named(frame.units), labels)


def _need(before: Row, labels: Labels) -> str:
    """What has to come up, as far as it is not known before that."""
    came = outcomes_by_points(Transaction(before.game.program, before.game.state))
    best = came[max(came)] if came else ""
    carried = _carried_out(labels.ruleset) & {*came.values()}
    if best not in carried or carried == {*came.values()}:
        carried = set()
    good = carried or {best}
    wanted = [points for points, outcome in came.items() if outcome in good]
    if len(wanted) == len(came) or len(wanted) != max(came) - min(wanted) + 1:
        return ""
    label = "needs" if carried else f"{as_words(best)} on"
    return f"{label} {min(wanted)}" + (" or more" if len(wanted) > 1 else "")


def _carried_out(rules: Ruleset) -> set[str]:
    """The outcomes with which a step carries out what was attempted."""
    return {
        outcome
        for step in rules.steps.values()
        for clause in step.clauses
        if clause.means and (result := clause.means.result) and result.then is Then.CARRY_OUT
        for outcome in result.outcome
    }


# What a player would mention


def followed(row: Row, before: Row | None, labels: Labels) -> tuple[str, ...]:
    """What followed from a line, a sentence each, without what the line already tells."""
    told = _sentences(row, labels)
    if told and row.line and isinstance(row.line.input, Declaration) and not row.refused:
        told = told[1:]
    if before is not None and row.round > before.round:
        told.append(f"{round_name(row.round, labels)} begins.")
    return tuple(told)


def _sentences(row: Row, labels: Labels) -> list[str]:
    news = _News(row, labels)
    told = (as_sentence(news.text(event)) for event in news.told())
    return list(dict.fromkeys(told))


def units_changed(row: Row, labels: Labels) -> set[str]:
    """The units that a line moved, or of which a player would mention something after it."""
    changed = {event.unit for event in row.events if isinstance(event, happened.Moved)}
    for event in _News(row, labels).told():
        named = (getattr(event, name, "") for name in ("unit", "who", "to_unit", "target"))
        changed.update(filter(None, named))
    return changed


def round_name(number: int, labels: Labels) -> str:
    """A round with its number, by the word for it where that is one word; or what is before it."""
    title = labels.title("round")
    word = title if " " not in title else "Round"
    return f"{word} {number}" if number else f"Before {word.lower()} 1"


class _News:
    """What of the events of a line a player would mention, and in which words."""

    def __init__(self, row: Row, labels: Labels) -> None:
        self.row = row
        self.labels = labels
        self.said = row.line.input if row.line else None
        self.contacts = contact_facts(labels.ruleset)
        events = row.events
        self.lost = {event.fact for event in events if isinstance(event, LostModels)}
        self.began = {_fact(event) for event in events if isinstance(event, happened.BecameTrue)}
        self.ended = {_fact(event) for event in events if isinstance(event, happened.NoLonger)}
        self.opened = {event.step for event in events if isinstance(event, happened.Began)}
        self.dice = {event.what for event in events if isinstance(event, happened.Rolled)}

    def told(self) -> Iterator[Event]:
        """What a player would mention."""
        yield from filter(self.is_told, sum_up(self.row.events, self.labels.ruleset))

    def is_told(self, event: Event) -> bool:
        """Whether a player would mention it, and the line has not told it."""
        match event:
            case happened.BecameTrue() | happened.NoLonger():
                return self._is_fact_told(event)
            case ValueChanged():
                return self._is_value_told(event)
            case happened.Gone():
                marked = (w == event.unit and fact not in self.lost for fact, w, _ in self.began)
                return not any(marked)  # The fact that became true of it has told it.
            case happened.WentFirst():
                return ROLL_OFF in self.dice
            case happened.Passed():
                return event.forced
            case happened.Drew():
                return event.ignored
            case happened.Resulted():
                # What a failure does not do needs no words.
                return event.then is Then.LOSE or (
                    event.then is Then.END and bool(self._over(event))
                )
            case happened.PutOff():
                return event.later not in self.opened and not any(map(self._is_machine, event.by))
        return isinstance(
            event,
            LostModels
            | happened.Joined
            | happened.EffectStarted
            | happened.EffectStopped
            | happened.Lost
            | happened.Won
            | happened.Stuck
            | happened.Contradicted,
        )

    def _is_fact_told(self, event: happened.BecameTrue | happened.NoLonger) -> bool:
        """Whether a fact is news: contact, what players said, or what dice decided.

        What a step notes of whoever goes through it, the line has told; the machine keeps it.
        """
        fact = self.labels.ruleset.facts.get(event.fact)
        if event.fact in self.lost or _fact(event) in self.began & self.ended:
            return False
        if fact is not None and fact.of is Subject.PAIR and event.to_unit:
            return event.fact in self.contacts
        if isinstance(event, happened.NoLonger) and event.who not in _named(self.said):
            return False  # It is over as time goes on.
        return self._is_said(event) or any(map(self._is_decided, event.by))

    def _is_said(self, event: Any) -> bool:
        return self.said is not None and not event.by

    def _is_decided(self, cited: str) -> bool:
        """Whether a clause, which is not the machine's, does what it does by the dice."""
        means = getattr(self.labels.clauses.get(cited), "means", None)
        changes = (getattr(means, word, None) for word in ("sets", "ends"))
        decided = any(isinstance(change, Change) and change.outcome for change in changes)
        return decided and not self._is_machine(cited)

    def _is_machine(self, cited: str) -> bool:
        clause = self.labels.clauses.get(cited)
        return clause is not None and clause.machine

    def _is_value_told(self, event: ValueChanged) -> bool:
        """Whether a number is one that players keep: it has a rule of its own, or is on a card.

        One of the whole battle is called out, unless the dice have shown it.
        """
        value = self.labels.ruleset.values.get(event.value)
        if value is None or self._is_said(event):
            return True
        if value.of is Holder.BATTLE:
            return not self.dice
        if value.clauses:
            return any(not clause.machine for clause in value.clauses)
        return any(event.value in card.has for card in self.row.game.state.roster.cards)

    def text(self, event: Event) -> str:
        """An event in words."""
        match event:
            case ValueChanged():
                return self._value_text(event)
            case happened.Resulted() if over := self._over(event):
                return f"{of_units(over.step, over.units, self.labels)} is over"
        return WORDING[type(event)](event, self.labels)

    def _value_text(self, event: ValueChanged) -> str:
        now = self.row.game.value(f"{event.who}.{event.value}")
        value = self.labels.ruleset.values.get(event.value)
        if now is not None and value is not None and value.of is Holder.BATTLE:
            return f"{self.labels.title(event.value, 'values')}: {now}"
        text = WORDING[ValueChanged](event, self.labels)
        return text + (f", now {now}" if now is not None else "")

    def _over(self, event: happened.Resulted) -> happened.Ended | None:
        """The outermost step that an outcome has ended, beside the one that was rolled in."""
        if event.then is not Then.END:
            return None
        ended = [e for e in self.row.events if isinstance(e, happened.Ended) and e.by == event.by]
        return ended[-1] if len(ended) > 1 else None


def _named(said: Input | None) -> tuple[str, ...]:
    """Who acts by an input, or of whom something is declared."""
    match said:
        case Choice():
            return (said.side, *said.units)
        case Declaration():
            return (said.side, said.unit)
    return ()


def _fact(event: Any) -> tuple[str, str, str]:
    return event.fact, event.who, event.to_unit


def sum_up(events: Iterable[Event], ruleset: Ruleset) -> tuple[Event, ...]:
    """Sum up the changes of a value, and the models that a unit loses by the same fact.

    What a value lost before it ran out is left out: the model that it cost tells of it.
    """
    running_out = dict(values_that_run_out(ruleset))
    summed: list[Event] = []
    for event in events:
        if isinstance(event, LostModels):
            for one in tuple(summed):
                if isinstance(one, ValueChanged) and one.who == event.unit:
                    if running_out.get(one.value) == event.fact:
                        summed.remove(one)
                elif isinstance(one, LostModels) and _same_loss(one, event):
                    summed.remove(one)
                    event = event._replace(models=one.models + event.models)
        elif isinstance(event, ValueChanged):
            for one in tuple(summed):
                if isinstance(one, ValueChanged) and _same_change(one, event):
                    summed.remove(one)
                    event = event._replace(amount=one.amount + event.amount)
            if not event.amount:
                continue
        summed.append(event)
    return tuple(summed)


def values_that_run_out(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Values that cost a model when they run out, each with the fact by which it is lost."""
    for name, value in ruleset.values.items():
        for clause in value.clauses:
            if clause.means is not None and clause.means.runs_out is not None:
                yield name, clause.means.runs_out


def _same_loss(one: LostModels, other: LostModels) -> bool:
    return (one.unit, one.fact) == (other.unit, other.fact)


def _same_change(one: ValueChanged, other: ValueChanged) -> bool:
    """Whether two changes are of the same value, and in the same direction."""
    return (one.who, one.value) == (other.who, other.value) and one.amount * other.amount > 0


# All that happened


def narrate(events: Iterable[Event], labels: Labels) -> tuple[str, ...]:
    """Narrate events, a sentence each, also what the machine keeps for itself."""
    told = (WORDING[type(event)](event, labels) for event in events if type(event) not in SILENT)
    return tuple(map(as_sentence, told))


def deciding_clauses(events: Iterable[Event], labels: Labels) -> tuple[str, ...]:
    """Full ids of the clauses behind events, without those of the machine."""
    cited = dict.fromkeys(clause for event in events for clause in event.by)
    known = (labels.clauses.get(one) for one in cited)
    return tuple(clause.full_id for clause in known if clause is not None and not clause.machine)
