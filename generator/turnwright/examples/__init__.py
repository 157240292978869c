"""Examples: they are replayed, what they claim is judged, and what disagrees is told."""
