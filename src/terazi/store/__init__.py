"""The only SQL: the ledger and its projections in SQLite or PostgreSQL."""
