"""A page for a club that picks a system."""
