"""Several processes as one server: leases on tables, messages over Redis, and proxies of tables elsewhere."""
