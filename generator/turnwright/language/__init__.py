"""What a ruleset, a step, a clause and an example are: frozen values, standard library only."""
