"""The ledger as exact bytes: entries, commitments, digests. Standard library only: anyone can audit it."""
