"""The page of sources."""
