"""Legend: the marks on rules, each with a sentence for players."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Mark on a rule, by the kind of remark that leads to it."""

    kind: str
    label: str
    text: str

    @property
    def anchor(self) -> str:
        """Anchor on the page that has the legend."""
        return f"mark-{self.kind}"


@dataclass(frozen=True, kw_only=True)
class Legend:
    """View model of the legend."""

    marks: tuple[Mark, ...]


LEGEND = Legend(
    marks=(
        Mark(
            kind="reading",
            label="Reading",
            text="The source can be read in more than one way. "
            "The page gives every answer, and the one used here unless you agree on another.",
        ),
        Mark(
            kind="gap",
            label="Missing from our source",
            text="The source needs a rule here and has none. We do not invent one.",
        ),
        Mark(
            kind="inferred",
            label="Inferred",
            text="The source does not say this, but its other rules only work if it is so.",
        ),
        Mark(
            kind="assumed",
            label="Assumed",
            text="We do not have the source of this rule, so we assume it. "
            "Whoever has the source should check what is asked.",
        ),
        Mark(
            kind="follows",
            label="Follows from",
            text="Not a rule of its own: the rules that are named lead to it.",
        ),
        Mark(
            kind="equivalent",
            label="Says the same as",
            text="The source has this rule twice, in other words. Either of them is enough.",
        ),
        Mark(
            kind="replaces",
            label="Replaces",
            text="In these rules it takes the place of the rule that is named.",
        ),
        Mark(
            kind="removes",
            label="Takes away",
            text="The rule that is named does not apply in these rules.",
        ),
        Mark(
            kind="advice",
            label="Advice",
            text="Good to know. The game is played the same way without it.",
        ),
    )
)
ANCHORS = {mark.kind: mark.anchor for mark in LEGEND.marks}
"""Anchor for each kind of remark that has a mark."""
