"""Situation pages: what a unit may do after something happened to it."""
