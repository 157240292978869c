"""Difference pages: an overlay beside its base, rule by rule."""
