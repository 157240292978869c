"""`python -m turnwright` is the command `turnwright`."""

from turnwright.cli import main

main()
