"""The use cases, a function each, read top to bottom."""
