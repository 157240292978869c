"""Exit codes: what a command tells whoever called it, such as CI.

A call that is not understood exits with 2, by click.
"""

RIGHT = 0
"""All is as it should be."""
WRONG = 1
"""Something is wrong, or not there."""


def exit_code(*, is_right: bool) -> int:
    """The exit code of a command by what it found."""
    return RIGHT if is_right else WRONG
