"""A page for each system."""
