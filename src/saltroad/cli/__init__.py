"""The `saltroad` command: thin, one module a job."""
