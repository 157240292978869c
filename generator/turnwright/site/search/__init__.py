"""Search: the index, and the script that answers from it."""
