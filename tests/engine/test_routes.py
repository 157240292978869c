"""Which way a move goes: whether it comes nearer, and runs past nobody."""

from itertools import pairwise, product

from turnwright.engine.routes import closes_in, ends_nearer


def test_every_leg_has_to_come_nearer():
    """A step aside that keeps the distance does not."""
    assert closes_in(((0, 0), (2, 1), (5, 0)), (6, 0))
    assert not closes_in(((0, 0), (0, 3), (5, 0)), (6, 0))


def test_no_leg_may_run_past_the_target():
    """Straight on until abreast of it, and not an inch more; nor through it to the far side."""
    assert closes_in(((0, 0), (4, 0)), (4, 0))
    assert closes_in(((0, 0), (4, 0)), (4, 2))
    assert not closes_in(((0, 0), (5, 0)), (4, 2))
    assert not closes_in(((0, 0), (7, 0)), (4, 0))
    assert not closes_in(((0, 0), (4, 2)), (4, 0))


def test_a_leg_comes_nearer_all_along():
    """Walked in forty equal strides, it comes nearer with each of them or it does not count."""
    grid = tuple(product(range(-3, 4), repeat=2))
    for a, b in product(grid, repeat=2):
        walked = [tuple(40 * p + n * (q - p) for p, q in zip(a, b, strict=True)) for n in range(41)]
        gaps = [x * x + y * y for x, y in walked]
        nearer = all(later < sooner for sooner, later in pairwise(gaps))
        assert closes_in((a, b), (0, 0)) is nearer, (a, b)


def test_a_path_ends_nearer_whatever_lies_between():
    """Past the target and beyond, as long as the end is nearer than the start."""
    assert ends_nearer((0, 0), (7, 0), (4, 0))
    assert not ends_nearer((0, 0), (8, 0), (4, 0))
