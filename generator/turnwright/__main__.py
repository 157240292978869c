"""The command `turnwright`, which is also `python -m turnwright`."""

import signal


def main() -> None:
    """Run the command. Until its module is read, Ctrl-C ends the program without a word.

    A module that is cut short while it is read would tell of it in its own way.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from turnwright.cli import main as command

    command()


if __name__ == "__main__":
    main()
