"""Report of a diff: as Markdown, which reads as plain text, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from turnwright.describe.rule_changes import ClauseChange, DiffStatus
from turnwright.lab.diff import Difference, Lone
from turnwright.language.clause import Clause

SAYS = {
    DiffStatus.CHANGED: "changed",
    DiffStatus.REWORDED: "other words",
    DiffStatus.REMOVED: "gone",
    DiffStatus.IDLE: "not used any more",
    DiffStatus.UNSAID: "speaks of something that is gone",
}
"""What is said of a rule that does not hold as it did."""
MARKUP = re.compile(r"([\\`*_\[\]<>#|])")
"""What means something in Markdown."""
MOST = 40
"""Entries of a list that a comment shows."""
FEW = 3
"""Names that are listed of examples that all go differently at the start."""
NONE = "Nothing differs that a player could see."


def plain(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def marked(text: str) -> str:
    """A text that nobody wrote as Markdown, such as a name."""
    return MARKUP.sub(r"\\\1", plain(text))


def difference_text(found: Difference | Lone) -> str:
    """Difference as plain text."""
    lines = (line.replace("**", "").replace("\\", "") for line in _lines(found))
    return "\n".join(re.sub(r"^#+ ", "", line) for line in lines).strip()


def difference_markdown(found: Difference | Lone) -> str:
    """Difference as Markdown, such as for a comment: of long lists the beginning."""
    return "\n".join(_shortened(_lines(found))).strip()


def _shortened(lines: Iterable[str]) -> Iterator[str]:
    """Lines of Markdown, with the beginning of each long list."""
    many = 0
    for line in lines:
        many += line.startswith("- ")
        if not line:
            if many > MOST:
                yield f"- and {many - MOST} more"
            many = 0
        if many <= MOST:
            yield line


def _lines(found: Difference | Lone) -> Iterator[str]:
    """Lines of Markdown."""
    title = marked(found.title)
    if isinstance(found, Lone):
        yield f"## {title}: {'new' if found.is_new else 'gone'}"
        yield ""
        was = "was not" if found.is_new else "was"
        yield f"`{found.system}` {was} there at {marked(found.revision)}."
        return
    yield f"## {title}: what changed"
    yield ""
    yield f"From {marked(found.before.name)} to {marked(found.now.name)}."
    yield ""
    if found.is_empty:
        yield NONE
        yield ""
        yield from _tried(found)
        return
    if found.sentences:
        yield f"### What is told otherwise ({len(found.sentences)})"
        yield ""
    for chapter, before, now in found.sentences:
        where = f"{plain(chapter)}: " if chapter else ""
        if before and now:
            yield f"- {where}**before:** {plain(before)}"
            yield f"  **now:** {plain(now)}"
        elif now:
            yield f"- {where}**new:** {plain(now)}"
        else:
            yield f"- {where}**gone:** {plain(before)}"
    if found.sentences:
        yield ""
    yield from _rules(found)
    yield from _plays(found)


def _rules(found: Difference) -> Iterator[str]:
    """The rules that are gone, new, or not what they were."""
    if not found.changed_rules:
        yield "No rule means anything else."
        yield ""
        return
    yield f"### Rules ({found.changed_rules})"
    yield ""
    for change in found.rules.changes:
        if change.status is not DiffStatus.KEPT:
            yield f"- `{change.clause.full_id}` {SAYS[change.status]}{_stands_in(change)}"
    yield from (f"- `{clause.full_id}` new: {plain(clause.text)}" for clause in found.rules.new)
    yield ""


def _stands_in(change: ClauseChange) -> str:
    """What stands in the place of a rule."""
    others = [clause for clause in change.by if clause.full_id != change.clause.full_id]
    if others:
        return ", for " + ", ".join(f"`{clause.full_id}`" for clause in others)
    for clause in change.by:
        if clause.text == change.clause.text:
            return f", under the same words: {plain(clause.text)}"
        return f". **before:** {plain(change.clause.text)} **now:** {plain(clause.text)}"
    return f": {plain(change.clause.text)}"


def _plays(found: Difference) -> Iterator[str]:
    """The plays that part."""
    yield "### Plays that part"
    yield ""
    parting = found.walked.parting if found.walked else None
    if parting:
        yield "**The shortest there is, of two small armies:**"
        yield ""
        for number, sentence in enumerate(parting.told or ("At the start.",), start=1):
            yield f"{number}. {marked(sentence)}"
        yield ""
        yield f"- **before:** {marked(parting.before)}"
        yield f"- **now:** {marked(parting.now)}"
        yield ""
    else:
        yield from _tried(found)
    if found.examples:
        yield f"{found.parted} of {found.examples} examples go differently."
        yield ""
    for each in found.departures:
        names = "; ".join(marked(example.example) for example in each.examples[:FEW])
        if len(each.examples) > FEW:
            names += f"; and {len(each.examples) - FEW} more"
        where = f", line {each.line}: {marked(each.said)}" if each.line else ", at the start"
        yield f"- {names}{where}"
        yield f"  **before:** {marked(each.before)}"
        by = f" ({', '.join(f'`{cited}`' for cited in each.by)})" if each.by else ""
        yield f"  **now:** {marked(each.now)}{by}"
    if found.departures:
        yield ""


def _tried(found: Difference) -> Iterator[str]:
    """What was tried of small armies, where nothing parts."""
    walked = found.walked
    if walked is None:
        yield "No small armies fight by both, so only examples were compared."
    elif walked.is_whole:
        yield "Two small armies do the same in every order of a round."
    else:
        yield f"Two small armies do the same in every play of up to {walked.depth} inputs."
    yield ""


def difference_data(found: Difference | Lone) -> dict[str, Any]:
    """Difference as JSON."""
    if isinstance(found, Lone):
        status = "new" if found.is_new else "gone"
        return {"before": found.revision, "system": found.system, "status": status}
    walked = found.walked
    parting = walked.parting if walked else None
    return {
        "before": found.before.name,
        "now": found.now.name,
        "system": found.now.variant.key,
        "sentences": [each._asdict() for each in found.sentences],
        "rules": [
            {
                "rule": change.clause.full_id,
                "status": str(change.status),
                "text": plain(change.clause.text),
                "by": _told(change.by),
            }
            for change in found.rules.changes
            if change.status is not DiffStatus.KEPT
        ],
        "new_rules": _told(found.rules.new),
        "shortest": None
        if parting is None
        else {"told": list(parting.told), "before": parting.before, "now": parting.now},
        "tried": None if walked is None else {"depth": walked.depth, "whole": walked.is_whole},
        "examples": found.examples,
        "parted": found.parted,
        "departures": [
            {**each._asdict(), "examples": [it.slug for it in each.examples], "by": list(each.by)}
            for each in found.departures
        ],
    }


def _told(clauses: Sequence[Clause]) -> list[dict[str, str]]:
    return [{"rule": clause.full_id, "text": plain(clause.text)} for clause in clauses]
