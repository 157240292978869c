"""Pages on how long effects last."""
