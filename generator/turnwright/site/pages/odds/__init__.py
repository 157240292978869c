"""Odds pages: every table of chances."""
