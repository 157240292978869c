"""The page of sheets to print."""
