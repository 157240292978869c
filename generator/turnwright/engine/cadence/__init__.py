"""Cadences: how chances are dealt in a step, a strategy for each."""
