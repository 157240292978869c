"""Effect bars: how long each effect of an example lasts, as bars from its beginning to its end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turnwright.describe.labels import Labels
from turnwright.language.event import EffectStarted, EffectStopped
from turnwright.proof.record import Record

LEFT = 2
LENGTH = 356
"""From the first line to the last."""
SHORTEST = 6


@dataclass(frozen=True, kw_only=True)
class EffectSpan:
    """Effect with the lines at which it begins and ends."""

    title: str
    begins: int
    ends: int | None = None
    """None where it lasts beyond the example."""


@dataclass(frozen=True, kw_only=True)
class EffectBars:
    """Bars of the effects that have begun by one line."""

    spans: tuple[EffectSpan, ...]
    line: int
    last: int
    """Number of the last line of the example."""
    rounds: tuple[tuple[int, int], ...]
    """The line at which each round begins, and its number."""

    def at(self, line: int) -> float:
        """Where a line lies."""
        return round(LEFT + line / self.last * LENGTH, 1)

    def is_over(self, span: EffectSpan) -> bool:
        """True when an effect has ended by this line."""
        return span.ends is not None and span.ends <= self.line

    def length(self, span: EffectSpan) -> float:
        """How long the bar of an effect is; it goes on up to this line while the effect lasts."""
        until = span.ends if span.ends is not None and self.is_over(span) else self.line
        return round(max(self.at(until) - self.at(span.begins), SHORTEST), 1)

    @property
    def summary(self) -> str:
        """Text alternative."""
        told = (f"{one.title}: {'over' if self.is_over(one) else 'lasts'}." for one in self.spans)
        return " ".join(told)


def effect_spans(record: Record, labels: Labels) -> tuple[EffectSpan, ...]:
    """The effects of an example, in the order in which they begin."""
    spans: list[EffectSpan] = []
    going: dict[tuple[str, str], int] = {}
    for number, row in enumerate(record.rows):
        for event in row.events:
            if isinstance(event, EffectStarted):
                title = labels.title(event.ability)
                title += f" of {event.source}" if event.source else ""
                title += f", on {event.target}" if event.target else ""
                going[event.ability, event.source] = len(spans)
                spans.append(EffectSpan(title=title, begins=number))
            elif isinstance(event, EffectStopped):
                place = going.pop((event.ability, event.source), None)
                if place is not None:
                    spans[place] = replace(spans[place], ends=number)
    return tuple(spans)


def bars_at(record: Record, spans: tuple[EffectSpan, ...], line: int) -> EffectBars | None:
    """The effects that have begun by a line. None where there is none."""
    begun = tuple(span for span in spans if span.begins <= line)
    if not begun:
        return None
    rounds = tuple(
        (number, row.round)
        for number, row in enumerate(record.rows)
        if number == 0 or row.round != record.rows[number - 1].round
    )
    return EffectBars(spans=begun, line=line, last=max(len(record.rows) - 1, 1), rounds=rounds)
