"""The proof page."""
