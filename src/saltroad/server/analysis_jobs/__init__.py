"""Analyses of finished games on the server: jobs in worker processes of lowest priority, and what is sent of them."""
