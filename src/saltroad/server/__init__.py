"""The play server: tables with one writer each, on a store that loses nothing."""
