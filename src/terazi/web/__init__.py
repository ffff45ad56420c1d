"""HTTP: the API of a ladder."""
