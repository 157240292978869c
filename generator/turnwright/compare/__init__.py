"""Comparison: what several systems answer to the same questions."""
