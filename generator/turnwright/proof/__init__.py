"""Replays examples, and proves clauses by mutants."""
