"""What a ruleset comes to once it is looked at as a whole: its tree of steps, its odds."""
