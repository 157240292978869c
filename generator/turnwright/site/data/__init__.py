"""Data: JSON files at stable URLs."""
