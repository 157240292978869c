"""Reminders: markers for everything that outlasts the step in which it comes about."""

from collections.abc import Iterator, Mapping

from turnwright.engine.program import Program
from turnwright.language.action import Holder, Sets, Which
from turnwright.language.chance import Limit
from turnwright.sheet.content import Reminder
from turnwright.study.labels import Labels
from turnwright.study.step_tree import Branch, BranchKind, reachable_steps


def reminders(
    program: Program, tree: Branch, namer: Labels, ids: Mapping[str, str]
) -> Iterator[Reminder]:
    """Reminders for facts that last, and for limits per round or battle.

    `ids` has the printed id of each clause by full id.
    """
    rounds = {b.name for b in tree.walk() if b.how in (BranchKind.ROOT, BranchKind.REPEATS)}
    beside = {
        Holder.UNIT: namer.title("unit"),
        Holder.TARGET: "the target",
        Holder.SIDE: namer.title("side"),
        Holder.BATTLE: "the table",
    }
    reachable = reachable_steps(program.ruleset)
    chosen_steps = {child for plan in program.steps.values() for child in plan.children}
    seen: set[tuple[str, str]] = set()
    for name, plan in program.steps.items():
        if name not in reachable:
            continue
        for ruling in plan.words.get("sets", ()):
            sets: Sets = ruling.value
            if sets.until and (sets.fact, sets.until) not in seen and sets.until != name:
                seen.add((sets.fact, sets.until))
                which = "next " if sets.which is Which.NEXT else ""
                yield Reminder(
                    what=namer.title(sets.fact),
                    beside=beside[sets.of],
                    until=f"{which}{namer.title(resolve_step(program, sets.until))} ends",
                    id=ids[ruling.clause],
                )
        for ruling in plan.words.get("limit", ()):
            limit: Limit = ruling.value
            for done in plan.children or (name,):
                if limit.per in rounds and (done, limit.per) not in seen and limit.times == 1:
                    seen.add((done, limit.per))
                    yield Reminder(
                        what=f"{namer.title(done)}, done",
                        beside=beside[Holder.UNIT if done in chosen_steps else Holder.SIDE],
                        until=f"{namer.title(limit.per)} ends",
                        id=ids[ruling.clause],
                    )


def resolve_step(program: Program, step: str) -> str:
    """Resolve the name of a step where an overlay redirects it with `reads_as`."""
    return program.reads_as[step].value if step in program.reads_as else step
