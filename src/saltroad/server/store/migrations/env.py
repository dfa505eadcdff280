"""Alembic's environment: runs migrations on the connection and in the transaction that `upgrade` has opened."""

from alembic import context

from saltroad.server.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # in SQLite too, since `engines` opens its transactions itself
)
with context.begin_transaction():
    context.run_migrations()
