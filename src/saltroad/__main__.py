"""`python -m saltroad` is the `saltroad` command."""

from saltroad.cli.main import main

main()
