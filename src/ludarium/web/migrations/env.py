"""Alembic's way into the store."""

from alembic import context

from ludarium.web.store import make_engine, metadata

engine = make_engine(context.config.attributes["url"])
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
engine.dispose()
