"""The rules of the ladder, and nothing else: no clock, no disk, no environment, no JSON, no hashing."""
