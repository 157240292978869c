"""Out of turn: what is said to a player who does something that is not its turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from turnwright.describe.labels import Labels, as_words, heading
from turnwright.describe.wording import describe_decision, either
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused
from turnwright.engine.game import Game
from turnwright.language.input import DONE, PASS, Choice, Input

UNTIMELY = (Reason.NOT_THEIRS, Reason.NOT_NOW, Reason.NOTHING)


def in_words(
    game: Game, labels: Labels, over: Collection[str], said: Input, refused: Refused
) -> Refused:
    """A refusal of what comes at another time, in the words of players; any other as it is."""
    if refused.reason not in UNTIMELY or not isinstance(said, Choice):
        return refused
    if refused.reason is Reason.NOTHING and said.does in game.can:
        return refused
    message = " ".join((*_now(game, labels), *_its_time(game, labels, over, said.does)))
    return Refused(message.rstrip("."), refused.by, refused.reason)


def title_of(labels: Labels, does: str) -> str:
    """What players call something that is done."""
    rules = labels.ruleset
    known = does in rules.steps or does in rules.abilities
    return labels.title(does) if known else heading(as_words(does))


def _now(game: Game, labels: Labels) -> Iterator[str]:
    """Who decides now, in which step, and between what."""
    ask = game.state.ask
    who, _ = describe_decision(game.decision, labels)
    if ask.awaits is not Awaits.CHOICE:
        yield f"First: {who[:1].lower()}{who[1:]}."
        return
    names = [title_of(labels, name) for name, _ in ask.legal]
    if ask.kind is ChoiceKind.FIRST:
        names = ["who goes first"]
    names += ["Pass"] * (ask.passing is not None) + ["Done"] * (ask.finish is not None)
    listed = f": {either(names)}" if names else ""
    yield f"{who} now, in {labels.title(ask.step)}{listed}."


def _its_time(game: Game, labels: Labels, over: Collection[str], does: str) -> Iterator[str]:
    """The steps in which it is done, where they are not open, and whether they are over."""
    if does in (PASS, DONE):
        return
    offers = game.program.offers
    homes = [step for step, offered in offers.items() if any(o.name == does for o in offered)]
    open_now = {frame.step for frame in game.state.stack}
    if not homes or open_now.intersection(homes):
        return
    titles = either(dict.fromkeys(map(labels.title, homes)))
    gone = ", and that is over" if over and set(homes) <= set(over) else ""
    yield f"{title_of(labels, does)} belongs to {titles}{gone}."
