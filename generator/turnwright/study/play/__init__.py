"""Play without players: rosters mustered, policies that choose, and figures of what comes of it."""
