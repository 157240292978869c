"""A page for somebody who plays a system for the first time."""
