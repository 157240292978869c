"""Effect bars: how long each effect of an example lasts, as bars from its beginning to its end."""

from dataclasses import dataclass

from turnwright.describe.labels import Labels
from turnwright.language.event import EffectStarted, EffectStopped
from turnwright.proof.record import Record

LEFT = 2
WIDTH = 356
"""From the first line to the last."""
BAR_HEIGHT = 34


@dataclass(frozen=True, kw_only=True)
class EffectSpan:
    """Effect with the lines at which it begins and ends."""

    title: str
    begins: int
    ends: int | None
    """None where it lasts beyond the example."""


@dataclass(frozen=True, kw_only=True)
class EffectBar:
    """Bar of an effect, up to the line that is shown."""

    title: str
    x: float
    y: int
    length: float
    over: bool
    """True when the effect has ended."""
    open: bool
    """True when it has not ended yet, and the bar has no end."""


@dataclass(frozen=True, kw_only=True)
class EffectBars:
    """Bars of the effects at one line."""

    height: int
    bars: tuple[EffectBar, ...]
    rounds: tuple[tuple[float, int], ...]
    """Where each round begins."""
    now: float
    """Where the line that is shown lies."""
    summary: str


def effect_spans(record: Record, namer: Labels) -> tuple[EffectSpan, ...]:
    """The effects of an example, in the order in which they begin."""
    spans: list[EffectSpan] = []
    going: dict[tuple[str, str], int] = {}
    for number, row in enumerate(record.rows):
        for event in row.events:
            if isinstance(event, EffectStarted):
                title = namer.title(event.ability)
                title += f" of {event.source}" if event.source else ""
                title += f", on {event.target}" if event.target else ""
                going[event.ability, event.source] = len(spans)
                spans.append(EffectSpan(title=title, begins=number, ends=None))
            elif isinstance(event, EffectStopped):
                place = going.pop((event.ability, event.source), None)
                if place is not None:
                    begun = spans[place]
                    spans[place] = EffectSpan(title=begun.title, begins=begun.begins, ends=number)
    return tuple(spans)


def draw_bars(record: Record, spans: tuple[EffectSpan, ...], line: int) -> EffectBars | None:
    """Lay out the effects that have begun by a line. None where there is none."""
    begun = [span for span in spans if span.begins <= line]
    if not begun:
        return None
    last = max(len(record.rows) - 1, 1)

    def at(number: float) -> float:
        return round(LEFT + number / last * WIDTH, 1)

    bars = []
    for place, span in enumerate(begun):
        ended = span.ends is not None and span.ends <= line
        until = span.ends if ended and span.ends is not None else line
        bars.append(
            EffectBar(
                title=span.title,
                x=at(span.begins),
                y=16 + BAR_HEIGHT * place,
                length=round(max(at(until) - at(span.begins), 6), 1),
                over=ended,
                open=not ended,
            )
        )
    rounds = tuple(
        (at(number), row.round)
        for number, row in enumerate(record.rows)
        if number == 0 or row.round != record.rows[number - 1].round
    )
    told = (f"{bar.title}: {'over' if bar.over else 'lasts'}." for bar in bars)
    return EffectBars(
        height=20 + BAR_HEIGHT * len(bars),
        bars=tuple(bars),
        rounds=rounds,
        now=at(line),
        summary=" ".join(told),
    )
