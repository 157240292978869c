"""Summary: the events of a line summed up, as a player does who tells them."""

from collections.abc import Iterable, Iterator

from turnwright.language.event import Event, LostModels, ValueChanged
from turnwright.language.ruleset import Ruleset


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
