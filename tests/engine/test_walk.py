"""Going through the steps that are open until somebody has to decide."""


def test_a_sequence_may_end_with_something_becoming_true(skirmish):
    """What comes after it in the sequence does not come any more."""
    dusk = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, night]}, rounds.dusk: {until_fact: dusk}}
          act: {act.late: {sets: {fact: dusk, of: battle, until: round}}}
          night: {}
        facts: {dusk: {of: battle}}
        """
    )

    game = dusk.battle("Ash", "Dorn").choose("act", "Ash").choose("act", "Dorn")

    assert (game.round, game.ended) == (2, ("act", "turns", "round"))
