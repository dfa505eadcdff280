"""The `saltroad` command: a thin module for each subcommand."""
