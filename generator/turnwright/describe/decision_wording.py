"""Wording of decisions: who decides, or what is awaited, and what may be done."""

from collections.abc import Iterable, Iterator

from turnwright.describe.event_wording import dice_title, stops_contradicted, stops_unsaid, the
from turnwright.describe.grammar import capitalized
from turnwright.describe.labels import Labels, as_words, heading, join_names
from turnwright.engine.decision import Awaits, ChoiceKind, Decision


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
