"""Omens: what is drawn is an outcome, and changes something."""

OMENS = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [omen, turns]}}
      omen:
        omen.drawn: {draws: urn}
        omen.storm: {sets: {fact: storm, of: battle, outcome: [cloud], until: round}}
        omen.hope: {changes: {value: hope, by: 1, outcome: [sun]}}
      turns:
        turns.one: {cadence: one_side, first: listed_first, among: own, together: one}
        turns.acts: {each: [act], until: one_chance}
      act: {}
    containers:
      urn:
        urn.filled: {fills: {start: battle}}
        urn.stones: {contains: {named: [cloud, sun]}}
        urn.blind: {drawn: blind}
    facts: {storm: {of: battle}}
    values: {hope: {of: battle, hope.none: {starts: 0}}}
"""
"""Each round begins with a stone out of an urn, which tells the weather."""


def test_what_is_drawn_changes_something_and_leads_to_nothing_else(system):
    """The outcome of a draw may be all there is to it; no result has to be said."""
    omens = system(OMENS).battle("Ash", "Dorn")

    cloud, sun = omens.draw("cloud"), omens.draw("sun")

    assert (cloud.facts("battle"), cloud.value("battle.hope")) == (("storm",), 0)
    assert (sun.facts("battle"), sun.value("battle.hope")) == ((), 1)
    assert (cloud.step, sun.step) == ("turns", "turns")


def test_an_urn_is_filled_again_when_a_clause_says_so(system):
    """At the start of the battle, and once more after a round of clouds."""
    rules = system(OMENS).but(
        """
        steps: {omen: {omen.storm: {sets: {until: battle}}}}
        containers:
          urn:
            urn.stones: {contains: {count: 3}}
            urn.again: {when: {fact: storm}, fills: {end: round}}
        """
    )

    sunny = rules.battle("Ash", "Dorn").draw("sun").choose("act", "Ash")
    cloudy = rules.battle("Ash", "Dorn").draw("cloud").choose("act", "Ash")

    assert (sunny.holds("cloud"), sunny.holds("sun")) == (3, 2)
    assert (cloudy.holds("cloud"), cloudy.holds("sun")) == (3, 3)
