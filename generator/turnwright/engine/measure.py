"""Measuring: bases are circles, distances are in inches."""

from __future__ import annotations

from itertools import pairwise
from math import dist

Point = tuple[float, float]

MM_PER_INCH = 25.4
TOLERANCE = 1e-6
"""Inches that rounding may cost; far below anything a tape can show."""


def apart(one: Point, other: Point, base_one: float, base_other: float) -> float:
    """The gap between two round bases, in inches; bases are diameters in millimetres."""
    return max(0.0, dist(one, other) - (base_one + base_other) / 2 / MM_PER_INCH)


def near(distance: float, inches: float) -> bool:
    """Whether a distance is within so many inches."""
    return distance <= inches + TOLERANCE


def length(points: tuple[Point, ...]) -> float:
    """The length of a path, in inches."""
    return sum(dist(a, b) for a, b in pairwise(points))


def closes_in(points: tuple[Point, ...], target: Point) -> bool:
    """Whether every leg of a path ends nearer to the target than it began."""
    gaps = [dist(point, target) for point in points]
    return all(later < sooner - TOLERANCE for sooner, later in pairwise(gaps))
