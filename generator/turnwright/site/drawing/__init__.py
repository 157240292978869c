"""Drawings: boards, timelines, lanes and charts."""

WIDTH = 360
"""Width of an SVG drawing, in CSS pixels of a small phone."""
SHADES = 4
"""Shades that the palette has from dark to light, `shade-0` to `shade-3`."""
