"""Cases: which system, with which options and readings, plays which roster under which policy."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from turnwright.language.condition import Condition
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Ruleset
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, quoted
from turnwright.study.play.mustering import Armies, muster
from turnwright.study.play.policies import Policy
from turnwright.study.play.stopped import PlayStopped


@dataclass(frozen=True)
class Setting:
    """Setting: a system with chosen options and readings."""

    name: str
    """How it is written: `system`, `system/pack`, `system+option` or `system+reading=choice`."""
    title: str
    ruleset: str
    options: tuple[str, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    params: dict[str, Condition] = field(default_factory=dict)

    def rules(self, library: Library) -> Ruleset:
        """Effective rules. Raises SourceError when what is chosen does not go together."""
        return library.effective(self.ruleset, self.options, self.readings, self.params)


def setting(library: Library, name: str) -> Setting:
    """Setting by how it is written. Raises PlayStopped where something is unknown."""
    system, *more = name.split("+")
    system, _, pack = system.partition("/")
    if system not in library.rulesets:
        hint = did_you_mean(system, set(library.rulesets), "Systems")
        raise PlayStopped(f"There is no system {quoted(system)}. {hint}".strip())
    rules = library.effective(system)
    found = Setting(name, rules.title, system)
    if pack:
        if pack not in rules.packs:
            hint = did_you_mean(pack, rules.packs, "Packs")
            raise PlayStopped(f"{quoted(system)} has no pack {quoted(pack)}. {hint}".strip())
        chosen = rules.packs[pack]
        title = (
            f"{rules.title}: {chosen.title}" if rules.title not in chosen.title else chosen.title
        )
        found = Setting(
            name, title, system, chosen.options, dict(chosen.readings), dict(chosen.params)
        )
    for word in more:
        reading, is_reading, choice = word.partition("=")
        known = rules.readings if is_reading else rules.options
        if reading not in known:
            what = "reading" if is_reading else "option"
            hint = did_you_mean(reading, known)
            message = f"{quoted(system)} has no {what} {quoted(reading)}. {hint}"
            raise PlayStopped(message.strip())
        if is_reading:
            found = replace(found, readings={**found.readings, reading: choice})
            shown = choice
        else:
            found = replace(found, options=(*found.options, reading))
            shown = rules.options[reading].title
        found = replace(found, title=f"{found.title}, {shown}")
    return found


def settings(library: Library) -> Iterator[Setting]:
    """Every system, and every pack of it that chooses options or readings."""
    for name, ruleset in library.rulesets.items():
        yield setting(library, name)
        for pack, chosen in ruleset.packs.items():
            if chosen.options or chosen.readings:
                yield setting(library, f"{name}/{pack}")


@dataclass(frozen=True)
class Case:
    """Case: effective rules that play a roster under a policy. Can be sent to another process."""

    name: str
    rules: Ruleset
    roster: Roster
    policy: Policy

    def packed(self) -> bytes:
        """The case as bytes, equal for equal cases."""
        return pickle.dumps(self, protocol=5)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each side has, in the order of the roster."""
        return tuple(len(units) for units in self.roster.sides.values())

    def seats(self) -> tuple[Armies, ...]:
        """The armies, with each side in turn as the one that is listed first.

        Raises PlayStopped where the system cannot take them up.
        """
        names = tuple(self.roster.sides)
        orders = [(*names[n:], *names[:n]) for n in range(len(names))]
        return tuple(
            muster(
                self.rules,
                replace(self.roster, sides={name: self.roster.sides[name] for name in order}),
            )
            for order in orders
        )
