"""Whole histories as arrays: read, plan, scan. The same function as the fold over entries (law 4)."""
