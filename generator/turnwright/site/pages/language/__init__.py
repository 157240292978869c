"""The language's reference."""
