"""A page for each example."""
