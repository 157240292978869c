"""How fast and how light Turnwright is beside others, as ratios measured within one run."""
