"""Rules of an overlay: none says of its base what is not so any more."""

import re

from turnwright.load.library import Library

OLD = re.compile(
    r"\b(this|that|in a|rest of the) turn\b|(Movement|Psychic|Shooting|Charge|Fight) phase"
)
"""What nobody has, and what is a subphase, where units are activated one by one."""


def test_who_reads_of_a_turn_where_nobody_has_one_is_told_what_it_means(library: Library):
    """At each rule of the base that holds and speaks of turns, or of phases that are subphases."""
    rules = library.effective("alternate_40k9").clauses()
    told = {cited for clause in rules for cited in clause.rereads}
    speaking = {
        clause.full_id
        for clause in rules
        if clause.ruleset == "wh40k9" and not clause.machine and OLD.search(clause.text)
    }

    assert speaking
    assert not speaking - told
