"""Armies pages: one roster in every system."""
