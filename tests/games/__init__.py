"""A package, so that tests and mypy agree on the name of helpers: `games.bazaar.table`."""
