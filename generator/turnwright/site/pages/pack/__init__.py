"""A page for each pack of options."""
