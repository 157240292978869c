"""What a step needs that deals chances, in a sequence: of whom it is asked."""

REACTIONS = """
    steps:
      act: {act.parts: {sequence: [stir, reactions]}}
      stir: {stir.moves: {sets: {fact: stirred}}}
      reactions:
        reactions.how: {cadence: alternate, first: other, among: own, together: one}
        reactions.what: {each: [react], until: none_left, limit: {per: act}, uneven: runs_on}
        reactions.who: {among: {that: {not: {fact: stirred}}}}
      react: {react.done: {sets: {fact: stirred}}}
    facts: {stirred: {}, ready: {}, loud: {}}
"""
"""Whoever acts stirs; then the others may react, each once."""


def reacting(game):
    """Who may react now."""
    return {unit for it in game.decision.legal if it.does == "react" for unit in it.units}


def test_it_needs_it_of_those_who_are_picked(skirmish):
    """A reaction is for who is ready, whether the one that acts is ready or not."""
    rules = skirmish.but(REACTIONS).but(
        """
        steps:
          reactions: {reactions.ready: {needs: {fact: ready}}}
        """
    )
    ready = {"facts": ("ready",)}

    for ash in ({}, ready):
        game = rules.battle({"Ash": ash}, {"Dorn": ready, "Elm": {}}).choose("act", "Ash")
        assert (game.step, reacting(game)) == ("reactions", {"Dorn"})
    none = rules.battle({"Ash": ready}, {"Dorn": {}, "Elm": {}}).choose("act", "Ash")
    assert (none.step, none.next) == ("turns", "defender")


def test_of_whoever_acts_around_it_it_is_asked_in_a_line(skirmish):
    """Only to somebody who is loud do the others react, ready or not."""
    said = "{count: {of: active, that: {fact: loud}}}"
    needed = skirmish.but(REACTIONS).but(
        f"steps: {{reactions: {{reactions.loud: {{needs: {said}}}}}}}"
    )
    barred = skirmish.but(REACTIONS).but(
        f"steps: {{reactions: {{reactions.loud: {{bars: {said}}}}}}}"
    )
    loud, still = {"Ash": {"facts": ("loud",)}}, {"Ash": {}}

    for rules, armies in ((needed, (loud, still)), (barred, (still, loud))):
        reacted_to, ignored = (rules.battle(it, "Dorn").choose("act", "Ash") for it in armies)
        assert (reacted_to.step, reacting(reacted_to)) == ("reactions", {"Dorn"})
        assert (ignored.step, ignored.next) == ("turns", "defender")
        assert ignored.skipped["reactions"]["Dorn"] == ("invented.reactions.loud",)
