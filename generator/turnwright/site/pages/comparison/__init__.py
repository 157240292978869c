"""Comparison pages: the same questions, answered by several systems."""
