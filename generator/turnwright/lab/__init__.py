"""Laboratory: rosters played without players, by policies, and figures of what comes of it."""
