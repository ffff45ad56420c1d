"""Alembic's entrance: migrations run on the connection, and in the transaction, that `migrate` hands over."""

from alembic import context

from terazi.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
